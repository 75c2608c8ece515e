/* ah_json_frames.c -- the frames of a heap profile as JSON, and the call paths made of
   them.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"

#include "base/an_csv_out.h"
#include "base/an_json_members.h"
#include "heap/ah_look.h"
#include "heap/ah_owner.h"
#include "sections/ah_report_data.h"
#include "sections/ah_page.h"

#include <math.h>

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
   *frames = (ah_json_frames){ .listed = tk_get(alloc, AN_LABEL, size_B),
                               .number = tk_get(alloc, AN_LABEL, size_B) };
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

static void put_frame(an_json_out *json, const ah_profile *profile, const an_frame *f)
{
   AN_JSON_PUT_OBJECT(
      json, " ", NULL, AN_JSON("function", f->function), AN_JSON("file", f->file),
      AN_JSON("line", f->line), AN_JSON("object", f->object),
      AN_JSON_ADDRESS("address", f->address), AN_JSON_IF_TRUE("in_file", f->is_in_file),
      AN_JSON_IF_TRUE("library", ah_owner_is_system(profile, f)),
      AN_JSON_IF_TRUE("wrapper", f->is_wrapper));
}

void ah_json_put_frames(an_json_out *json, const ah_json_frames *frames,
                        const ah_profile *profile)
{
   AN_JSON_PUT_ARRAY(json, "", "frames", i, frames->n,
                     put_frame(json, profile, &profile->frames[frames->listed[i]]));
}

void ah_json_path(an_json_out *json, const ah_json_frames *frames, const ah_site *site)
{
   AN_JSON_PUT_ARRAY(json, NULL, "path", i, site->n_frames,
                     AN_JSON(NULL, frames->number[site->frames[i]]));
}

/* ---- As a column ---- */

void ah_page_put_path(const ac_scope *scope, long double number, an_json_out *json,
                      an_csv_out *csv)
{
   const ah_page *page = scope->heap;
   const ah_site *site = isnan(number) ? NULL : &page->profile->sites[(size_t)number];
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
