/* ah_json_frames.c -- the frames of a heap profile as JSON, and the call paths made of
   them.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"

#include "base/an_csv_out.h"
#include "heap/ah_look.h"
#include "heap/ah_owner.h"
#include "sections/ah_report_data.h"
#include "sections/ah_page.h"

#define LABEL "hp.json_frames"

void ah_json_mark(uint32_t *number, const ah_site *site)
{
   for (size_t i = 0; i < site->n_frames; i++)
      number[site->frames[i]] = 1;
}

/* Sets the number of each frame that is listed to 1, of all others to 0. */
static void mark_all(uint32_t *number, const ah_page *page)
{
   const ah_profile *profile = page->profile;
   const ah_findings *findings = page->options->findings;
   for (size_t i = 0; i < profile->n_frames; i++)
      number[i] = !page->options->is_page;
   for (size_t i = 0; i < page->data->n; i++)
      ah_json_mark(number, &profile->sites[page->data->sites[i]]);
   for (size_t i = 0; findings != NULL && i < findings->n; i++)
      ah_json_mark(number, &profile->sites[findings->findings[i].site]);
}

void ah_json_frames_open(ah_json_frames *frames, const ah_page *page)
{
   const tk_alloc *alloc = page->alloc;
   size_t size_B = (page->profile->n_frames + 1) * sizeof *frames->number;
   *frames = (ah_json_frames){ .alloc = alloc,
                               .listed = tk_get(alloc, LABEL, size_B),
                               .number = tk_get(alloc, LABEL, size_B) };
   mark_all(frames->number, page);
}

void ah_json_frames_number(ah_json_frames *frames, const ah_profile *profile)
{
   for (uint32_t i = 0; i < profile->n_frames; i++)
      if (frames->number[i] != 0) {
         frames->number[i] = (uint32_t)frames->n;
         frames->listed[frames->n++] = i;
      }
}

void ah_json_frames_close(ah_json_frames *frames)
{
   tk_put(frames->alloc, frames->listed);
   tk_put(frames->alloc, frames->number);
   *frames = (ah_json_frames){ .alloc = frames->alloc };
}

void ah_json_put_frames(an_json_out *json, const ah_json_frames *frames,
                        const ah_profile *profile)
{
   an_json_open_line(json, "", "frames", '[');
   for (size_t i = 0; i < frames->n; i++) {
      const an_frame *f = &profile->frames[frames->listed[i]];
      an_json_open_line(json, " ", NULL, '{');
      an_json_put_text(json, "function", f->function);
      an_json_put_text(json, "file", f->file);
      an_json_put_int(json, "line", f->line);
      an_json_put_text(json, "object", f->object);
      an_json_put_address(json, "address", f->address);
      if (f->is_in_file)
         an_json_put_bool(json, "in_file", true);
      if (ah_owner_is_system(profile, f))
         an_json_put_bool(json, "library", true);
      if (f->is_wrapper)
         an_json_put_bool(json, "wrapper", true);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

void ah_json_path(an_json_out *json, const ah_json_frames *frames, const ah_site *site)
{
   an_json_put_open(json, "path", '[');
   for (size_t i = 0; i < site->n_frames; i++)
      an_json_put_int(json, NULL, frames->number[site->frames[i]]);
   an_json_put_close(json, ']');
}

/* ---- As a column ---- */

void ah_page_put_path(const ah_page *page, const ah_site *site, an_json_out *json,
                      an_csv_out *csv)
{
   if (json != NULL && site == NULL)
      an_json_put_null(json, "path");
   else if (json != NULL)
      ah_json_path(json, page->frames, site);
   else if (site == NULL)
      an_csv_put_empty(csv);
   if (json != NULL || site == NULL)
      return;
   an_csv_open_parts(csv);
   for (size_t i = 0; i < site->n_frames; i++)
      an_csv_put_part(csv, page->profile->frames[site->frames[i]].text, i == 0);
   an_csv_close_parts(csv);
}
