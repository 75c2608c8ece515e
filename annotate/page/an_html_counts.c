/* an_html_counts.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_counts.h"

#include "code/ac_asm.h"
#include "base/an_json_members.h"
#include "base/tk_events.h"
#include "counts/ac_hot.h"
#include "counts/ac_lines.h"
#include "counts/ac_rank.h"
#include "page/an_html_paths.h"
#include "page/an_html_sources.h"
#include "sections/ac_sections.h"

#include <string.h>

/* The most call paths in a page. */
enum { NODES_MOST = 60000 };

/* ---- What is large enough ---- */

/* The request for the whole report, not one table of it, with all that is shown to sort
   by: in a pair before, after and the change.  The caller frees request->sort.of. */
static void open_request(const an_html_counts *counts, double threshold,
                         ac_request *request)
{
   const ac_measures *show = &counts->scope.request->show;
   const ac_measures *sort = &counts->scope.request->sort;
   size_t n = sort->n + 3 * show->n;
   ac_measure *of = tk_get(counts->scope.alloc, AN_LABEL, n * sizeof *of);
   *request = *counts->scope.request;
   request->sort = (ac_measures){ .of = of, .n = sort->n, .any = true };
   request->threshold = threshold;
   request->is_page = true;
   request->by = NULL;
   request->focus = NULL;
   memcpy(of, sort->of, sort->n * sizeof *of);
   for (size_t i = 0; i < show->n; i++) {
      ac_measure m = show->of[i];
      if (!ac_metric_is_whole(m.metric) || (request->is_pair && m.aspect != AC_CHANGE))
         continue; /* each metric has one of these */
      for (int k = 0; k < (request->is_pair ? 3 : 1); k++) {
         m.aspect = request->is_pair ? AC_BEFORE + (ac_aspect)k : AC_VALUE;
         of[request->sort.n++] = m;
      }
   }
}

/* ---- What is left out ---- */

static void count_lines(const an_html_counts *counts, size_t function,
                        const ac_request *request, bool is_kept, size_t *n)
{
   ac_lines lines;
   ac_lines_open(&lines, counts->scope.profile, function, 1);
   while (ac_lines_next(&lines))
      *n += !is_kept
            || !ac_rank_keeps(&request->sort, lines.counts,
                              ac_profile_totals(counts->scope.profile),
                              request->threshold);
   ac_lines_close(&lines);
}

static void count_left_out(const an_html_counts *counts, const ac_request *request,
                           an_html_left_out *left_out)
{
   size_t n = ac_profile_n_functions(counts->scope.profile);
   for (size_t i = 0; i < n && request->threshold > 0; i++) {
      const ac_function *function = ac_profile_function(counts->scope.profile, i);
      bool is_kept = ac_rank_keeps(&request->sort, function->totals,
                                   ac_profile_totals(counts->scope.profile),
                                   request->threshold);
      left_out->functions += !is_kept;
      count_lines(counts, i, request, is_kept, &left_out->lines);
   }
}

/* ---- Members ---- */

void an_html_counts_report(const an_html_counts *counts, an_json_out *json,
                           const char *key, double threshold, an_html_left_out *left_out)
{
   ac_request request;
   open_request(counts, threshold, &request);
   an_json_put_line(json, "");
   an_json_put_key(json, key);
   ac_scope scope = counts->scope;
   scope.request = &request;
   ac_report_json(&scope, counts->schema, counts->gate, json->out);
   if (!ferror(json->out))
      count_left_out(counts, &request, left_out);
}

/* The hottest lines of known files. */
static void put_hot_sources(const an_html_counts *counts, an_json_out *json,
                            const ac_hot *hot, an_html_left_out *left_out)
{
   const ac_request *request = counts->scope.request;
   an_html_place *of = tk_get(counts->scope.alloc, AN_LABEL, (hot->n + 1) * sizeof *of);
   an_html_places places = { .of = of,
                             .source = &request->source,
                             .modified = counts->scope.analysis->data_modified };
   for (size_t i = 0; i < hot->n; i++) {
      const ac_hot_line *line = &hot->lines[i];
      const char *file = ac_profile_file(counts->scope.profile, line->file)->name;
      if (strcmp(file, AN_UNKNOWN) != 0)
         of[places.n++] = (an_html_place){ file, line->line };
   }
   an_html_put_sources(json, counts->scope.alloc, &places, left_out);
}

void an_html_counts_sources(const an_html_counts *counts, an_json_out *json,
                            double threshold, an_html_left_out *left_out)
{
   ac_request request;
   ac_hot hot = { .n = 0 };
   open_request(counts, threshold, &request);
   if (request.annotate)
      ac_hot_open(&hot, counts->scope.alloc, counts->scope.profile, &request.sort,
                  threshold);
   put_hot_sources(counts, json, &hot, left_out);
}

/* ---- Call paths ---- */

/* The kind of the event that is sorted by; else the first. */
static size_t shown_kind(const an_html_counts *counts)
{
   const ac_metric *sorted = counts->scope.request->sort.of[0].metric;
   size_t kind = an_stacks_kind(counts->paths, sorted->name);
   return kind < counts->paths->n_kinds ? kind : 0;
}

static void put_paths(const an_html_counts *counts, const int64_t *n_calls,
                      an_json_out *json, double threshold, an_html_left_out *left_out)
{
   an_html_paths paths;
   const an_html_paths_of of = {
      .stacks = counts->paths,
      .is_pair = counts->scope.request->is_pair,
      .shown = shown_kind(counts),
      .calls = n_calls,
      .threshold = threshold,
      .n_most = NODES_MOST,
   };
   an_html_paths_open(&paths, counts->scope.alloc, &of);
   left_out->paths += paths.n_pruned;
   an_html_paths_json(&paths, json);
}

static void put_calls(const an_html_counts *counts, an_json_out *json, double threshold,
                      an_html_left_out *left_out)
{
   int64_t *n_calls = NULL;
   if (counts->paths == NULL) {
      AN_JSON_PUT(json, AN_JSON_LINE(""), AN_JSON_NULL("paths"));
      return;
   }
   if (!counts->scope.request->is_pair) {
      n_calls = tk_get(counts->scope.alloc, AN_LABEL,
                       (counts->paths->n_nodes + 1) * sizeof *n_calls);
      for (size_t i = 0; i < counts->paths->n_nodes; i++)
         n_calls[i] = counts->paths->nodes[i].n_calls;
   }
   put_paths(counts, n_calls, json, threshold, left_out);
}

/* ---- Machine code ---- */

static void put_assembly(const an_html_counts *counts, an_json_out *json,
                         double threshold)
{
   ac_request request;
   open_request(counts, threshold, &request);
   ac_analysis analysis = *counts->scope.analysis;
   ac_scope scope = counts->scope;
   scope.request = &request;
   scope.analysis = &analysis;
   an_json_open_line(json, "", "assembly", '[');
   for (size_t i = 0; i < counts->n_listings; i++) {
      analysis.listing = &counts->listings[i];
      if (ac_rank_keeps(&request.sort, analysis.listing->counts,
                        ac_profile_totals(scope.profile), threshold))
         an_tables_put_json(json, NULL, ac_asm_tables, &scope);
   }
   an_json_put_close(json, ']');
}

/* What the events of the profile are called. */
static void put_titles(const an_html_counts *counts, an_json_out *json)
{
   size_t n_events = ac_profile_n_events(counts->scope.profile);
   an_json_open_line(json, "", "titles", '{');
   size_t n = counts->scope.request->is_pair ? n_events / 2 : n_events;
   for (size_t i = 0; i < n; i++) {
      const tk_event *event = tk_event_find(ac_profile_event(counts->scope.profile, i));
      if (event != NULL)
         AN_JSON_PUT_OBJECT(json, " ", event->name, AN_JSON("title", event->title),
                            AN_JSON("meaning", event->meaning));
   }
   an_json_put_close(json, '}');
}

/* ---- The whole ---- */

static void put_members(const void *context, an_json_out *json, double threshold,
                        an_html_left_out *left_out)
{
   an_html_counts counts = *(const an_html_counts *)context;
   an_pool *pool = an_pool_new(counts.scope.alloc); /* of this try: there may be more */
   counts.scope.alloc = an_pool_alloc(pool);
   put_titles(&counts, json);
   AN_JSON_PUT(json, AN_JSON_LINE(""),
               AN_JSON("sort", counts.scope.request->sort.of[0].metric->name));
   an_html_counts_report(&counts, json, "report", threshold, left_out);
   if (!ferror(json->out))
      put_calls(&counts, json, threshold, left_out);
   if (!ferror(json->out))
      an_html_counts_sources(&counts, json, threshold, left_out);
   if (!ferror(json->out) && counts.n_listings > 0)
      put_assembly(&counts, json, threshold);
   an_pool_free(pool);
}

/* As people read them in a report of any length. */
static void put_tables(const void *context, an_json_out *json)
{
   const an_html_counts *counts = context;
   ac_request request;
   open_request(counts, counts->scope.request->threshold, &request);
   request.is_limited = false;
   request.n_top = 0;
   ac_scope scope = counts->scope;
   scope.request = &request;
   ac_sections_put_page(json, &scope);
   tk_put(counts->scope.alloc, request.sort.of);
}

static void put_static(const void *context, FILE *out)
{
   an_html_counts_static(context, out);
}

static an_html_page page_of(const an_html_counts *counts)
{
   return (an_html_page){
      .alloc = counts->scope.alloc,
      .command = counts->schema,
      .tool = "cachesim",
      .title = ac_profile_command(counts->scope.profile),
      .is_pair = counts->scope.request->is_pair,
      .files = counts->files,
      .n_files = counts->n_files,
      .threshold = counts->scope.request->threshold,
      .context = counts,
      .put_members = put_members,
      .put_tables = put_tables,
      .put_static = put_static,
   };
}

void an_html_counts_write(const an_html_counts *counts, FILE *out)
{
   const an_html_page page = page_of(counts);
   an_html_write(&page, out);
}

void an_html_counts_write_json(const an_html_counts *counts, FILE *out)
{
   const an_html_page page = page_of(counts);
   an_html_write_json(&page, out);
}
