/* ah_source_print.c -- annotated source of a heap profile.

   Each site is charged to one source line, so that lines add up to the totals.  That is
   the innermost frame in the program's own source: source that can be read and is not
   installed with the system.  Library code called from there is charged to its caller,
   who decided.  Without such a frame, it is the innermost frame whose source can be
   read, or else whose line is known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "counts/an_metric.h"
#include "heap/ah_name.h"
#include "base/tk_hash.h"

#include <string.h>

#define LABEL "hp.source"

enum { N_EVENTS_MAX = 4 };

/* ---- Which source can be read ---- */

typedef struct {
   const ah_page *page;
   an_profile *lines;
   size_t n_events;
   bool *has_source; /* of each frame */
} conversion;

/* Looks for each file once, however many frames are in it. */
static an_status find_sources(conversion *c)
{
   const ah_page *page = c->page;
   const ah_profile *p = page->profile;
   struct slot {
      const char *file; /* NULL: free */
      bool is_there;
   } *slots;
   size_t n_slots = 16;
   while (n_slots < 2 * p->n_frames)
      n_slots *= 2;
   slots = tk_get(page->alloc, LABEL, n_slots * sizeof *slots);
   if (slots == NULL)
      return AN_NO_MEMORY;
   memset(slots, 0, n_slots * sizeof *slots);
   an_status status = AN_OK;
   for (size_t i = 0; i < p->n_frames && status == AN_OK; i++) {
      const char *file = p->frames[i].file;
      c->has_source[i] = false;
      if (file == NULL)
         continue;
      size_t at = tk_hash_word((uintptr_t)file) & (n_slots - 1);
      while (slots[at].file != NULL && slots[at].file != file)
         at = (at + 1) & (n_slots - 1);
      if (slots[at].file == NULL) {
         an_source source;
         status = an_source_open(&source, page->alloc, file,
                                 &page->options->source->source);
         if (status == AN_OK) {
            slots[at] = (struct slot){ file, source.problem == NULL };
            an_source_close(&source);
         }
      }
      c->has_source[i] = slots[at].is_there;
   }
   tk_put(page->alloc, slots);
   return status;
}

/* ---- Charging ---- */

/* The frame to charge, or NULL. */
static const ah_frame *charged(const conversion *c, const ah_site *site)
{
   const ah_frame *readable = NULL, *known = NULL;
   for (size_t i = 0; i < site->n_frames; i++) {
      uint32_t index = site->frames[i];
      const ah_frame *frame = &c->page->profile->frames[index];
      if (frame->file == NULL)
         continue;
      if (c->has_source[index] && !ah_name_is_of_system(frame->file))
         return frame;
      if (readable == NULL && c->has_source[index])
         readable = frame;
      if (known == NULL)
         known = frame;
   }
   return readable != NULL ? readable : known;
}

static an_status add_site(conversion *c, const ah_site *site)
{
   const ah_frame *frame = charged(c, site);
   const char *file = frame == NULL ? AN_UNKNOWN : frame->file;
   const char *function = AN_UNKNOWN;
   if (frame != NULL)
      function = frame->function;
   else if (site->n_frames > 0)
      function = c->page->profile->frames[site->frames[0]].function;
   int64_t counts[N_EVENTS_MAX]
      = { site->total.bytes, site->total.blocks, 0, 0 };
   if (c->page->profile->has_lifetimes) {
      const int64_t all[N_EVENTS_MAX]
         = { site->at_peak.bytes, site->total.bytes, site->total.blocks,
             site->at_end.bytes };
      memcpy(counts, all, sizeof all);
   }
   file = an_profile_intern(c->lines, file, strlen(file));
   function = an_profile_intern(c->lines, function, strlen(function));
   if (file == NULL || function == NULL)
      return AN_NO_MEMORY;
   an_status status = an_profile_begin(c->lines, file, function);
   return status != AN_OK
      ? status
      : an_profile_add(c->lines, frame == NULL ? 0 : frame->line, counts);
}

static an_status convert(conversion *c)
{
   const ah_profile *p = c->page->profile;
   static const char *const all[N_EVENTS_MAX]
      = { "peak ", "total ", "", "end " };
   const char *const *events = p->has_lifetimes ? all : all + 1;
   c->n_events = p->has_lifetimes ? 4 : 2;
   an_status status = find_sources(c);
   for (size_t i = 0; i < c->n_events && status == AN_OK; i++) {
      char name[2 * AH_TEXT_B], unit[AH_TEXT_B];
      bool is_blocks = *events[i] == '\0';
      int n = snprintf(name, sizeof name, "%s%s", events[i],
                       ah_text_unit(unit, is_blocks ? p->blocks_unit
                                                    : p->bytes_unit));
      status = an_profile_add_event(c->lines, name, (size_t)n);
   }
   if (status == AN_OK)
      an_profile_sum_lines(c->lines);
   for (size_t i = 0; i < p->n_sites && status == AN_OK; i++)
      status = add_site(c, &p->sites[i]);
   return status == AN_OK ? an_profile_finish(c->lines) : status;
}

/* ---- The source ---- */

/* The column sorted by: the first, if the source has no such column. */
static size_t first_column(const ah_page *page)
{
   bool has_peak = page->profile->has_lifetimes;
   switch (page->options->sort) {
   case AH_SORT_TOTAL:  return has_peak ? 1 : 0;
   case AH_SORT_BLOCKS: return has_peak ? 2 : 1;
   case AH_SORT_LEAKED: return 3;
   default:             return 0;
   }
}

static an_status annotate(ah_page *page, const an_profile *lines,
                          an_metrics *metrics)
{
   an_measure shown[N_EVENTS_MAX] = { 0 }, sorted;
   an_report_options *options = page->options->source;
   size_t n = an_profile_n_events(lines);
   for (size_t i = 0; i < n; i++)
      shown[i] = (an_measure){ .metric = an_metrics_at(metrics, i),
                               .aspect = AN_VALUE, .n_events = n };
   sorted = shown[first_column(page)];
   options->show = (an_measures){ shown, n };
   options->sort = (an_measures){ &sorted, 1 };
   options->threshold = page->options->threshold;
   page->base.profile = lines;
   an_status status
      = an_columns_open(&page->base.columns, page->alloc, lines,
                        &options->show, options->percents);
   if (status == AN_OK) {
      status = an_annotate(&page->base);
      an_columns_close(&page->base.columns);
   }
   options->show = options->sort = (an_measures){ NULL, 0 };
   page->base.profile = NULL;
   return status;
}

an_status ah_page_source(ah_page *page)
{
   an_error error;
   size_t n_frames = page->profile->n_frames + 1;
   conversion c = {
      .page = page, .lines = an_profile_new(page->alloc),
      .has_source
         = tk_get(page->alloc, LABEL, n_frames * sizeof *c.has_source),
   };
   an_status status = c.lines == NULL || c.has_source == NULL
                         ? AN_NO_MEMORY : convert(&c);
   if (status == AN_OK) {
      an_metrics *metrics
         = an_metrics_new(page->alloc, c.lines, NULL, &error);
      status = metrics == NULL ? AN_NO_MEMORY
                               : annotate(page, c.lines, metrics);
      an_metrics_free(metrics);
   }
   tk_put(page->alloc, c.has_source);
   an_profile_free(c.lines);
   return status;
}
