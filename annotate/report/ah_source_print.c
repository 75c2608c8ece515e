/* ah_source_print.c -- the hottest lines and annotated source of a heap profile.

   Each site is charged to one source line, so that lines add up to the totals.  That is
   the innermost frame in the program's own source: source that can be read and is not
   installed with the system.  Library code called from there is charged to its caller,
   who decided.  Without such a frame, it is the innermost frame whose source can be
   read, or else whose line is known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "counts/an_metric.h"
#include "paths/an_name.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

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

/* The first frame with the same file, in the table. */
static uint32_t frame_of_file(const tk_table *table, const ah_profile *p,
                              const char *file)
{
   size_t at = 0;
   uint32_t i;
   while ((i = tk_table_next(table, tk_hash_word((uintptr_t)file), &at))
          != TK_TABLE_NONE)
      if (p->frames[i].file == file)
         break;
   return i;
}

static an_status find_source(conversion *c, tk_table *table, size_t i)
{
   const ah_page *page = c->page;
   const char *file = page->profile->frames[i].file;
   c->has_source[i] = false;
   if (file == NULL)
      return AN_OK;
   uint32_t first = frame_of_file(table, page->profile, file);
   if (first != TK_TABLE_NONE) {
      c->has_source[i] = c->has_source[first];
      return AN_OK;
   }
   if (!tk_table_reserve(table))
      return AN_NO_MEMORY;
   an_source source;
   an_status status = an_source_open(&source, page->alloc, file,
                                     &page->options->source->source);
   if (status != AN_OK)
      return status;
   c->has_source[i] = source.problem == NULL;
   an_source_close(&source);
   tk_table_add(table, tk_hash_word((uintptr_t)file), (uint32_t)i);
   return AN_OK;
}

/* Looks for each file once, however many frames are in it. */
static an_status find_sources(conversion *c)
{
   tk_table table = { .alloc = c->page->alloc, .label = LABEL };
   an_status status = AN_OK;
   for (size_t i = 0; i < c->page->profile->n_frames && status == AN_OK; i++)
      status = find_source(c, &table, i);
   tk_table_fini(&table);
   return status;
}

/* ---- Charging ---- */

/* The frame to charge, or NULL. */
static const an_frame *charged(const conversion *c, const ah_site *site)
{
   const an_frame *readable = NULL, *known = NULL;
   for (size_t i = 0; i < site->n_frames; i++) {
      uint32_t index = site->frames[i];
      const an_frame *frame = &c->page->profile->frames[index];
      if (frame->file == NULL)
         continue;
      if (c->has_source[index] && !an_name_is_of_system(frame->file))
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
   const an_frame *frame = charged(c, site);
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
      status = an_profile_add_text(c->lines, AN_EVENT, name, (size_t)n);
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

static an_status print_lines(const ah_page *page, const an_profile *lines,
                             an_metrics *metrics)
{
   an_measure shown[N_EVENTS_MAX] = { 0 }, sorted;
   an_report_options options = *page->options->source;
   size_t n = an_profile_n_events(lines);
   for (size_t i = 0; i < n; i++)
      shown[i] = (an_measure){ .metric = an_metrics_at(metrics, i),
                               .aspect = AN_VALUE, .n_events = n };
   sorted = shown[first_column(page)];
   options.show = (an_measures){ shown, n };
   options.sort = (an_measures){ &sorted, 1 };
   options.threshold = page->options->threshold;
   options.is_limited = !page->options->is_asked[AH_SHARE_SOURCE];
   return an_report_lines(lines, page->alloc, &options, page->budget->left,
                          page->out);
}

an_status ah_page_source(const ah_page *page)
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
      an_metrics *metrics = an_metrics_new(page->alloc, c.lines, NULL, &error);
      status = metrics == NULL ? AN_NO_MEMORY
                               : print_lines(page, c.lines, metrics);
      an_metrics_free(metrics);
   }
   tk_put(page->alloc, c.has_source);
   an_profile_free(c.lines);
   return status;
}
