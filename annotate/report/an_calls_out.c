/* an_calls_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_calls_out.h"

#include "base/an_csv_out.h"
#include "counts/an_costs.h"
#include "counts/an_rank.h"
#include "counts/an_steps.h"
#include "report/an_sections.h"

#include <string.h>

#define LABEL "an.calls_out"

typedef struct {
   const an_profile *profile;
   const tk_alloc *alloc;
   const an_report_options *options;
   const an_calls *calls;
   size_t n_events;
   an_costs costs;
   an_ranking rows;   /* those listed */
   uint32_t *numbers; /* of each row: its index there; AN_NO_CALL: not listed */
   an_json_out *json;
   an_csv_out csv;
} writer;

static an_status open_writer(writer *w)
{
   w->calls = an_profile_calls(w->profile);
   w->n_events = an_profile_n_events(w->profile);
   an_status status = an_costs_open(&w->costs, w->alloc, w->calls, w->n_events);
   if (status != AN_OK)
      return status;
   size_t n = w->costs.n;
   w->rows.entries = tk_get(w->alloc, LABEL, (n + 1) * sizeof *w->rows.entries);
   w->numbers = tk_get(w->alloc, LABEL, (n + 1) * sizeof *w->numbers);
   if (w->rows.entries == NULL || w->numbers == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n; i++) {
      const an_cost *cost = &w->costs.of[i];
      const an_filter *focus = w->options->focus;
      w->numbers[i] = AN_NO_CALL;
      if (focus == NULL || an_filter_passes(focus, cost->file, cost->name))
         w->rows.entries[w->rows.n++] = (an_ranked){ i, cost->inclusive };
   }
   an_rank(&w->rows, an_profile_totals(w->profile), &w->options->sort,
           w->options->threshold);
   for (size_t i = 0; i < w->rows.n; i++)
      w->numbers[w->rows.entries[i].index] = (uint32_t)i;
   return AN_OK;
}

static void close_writer(writer *w)
{
   if (w->costs.of == NULL)
      return;
   tk_put(w->alloc, w->rows.entries);
   tk_put(w->alloc, w->numbers);
   an_costs_close(&w->costs);
}

/* Whether the link is between listed functions, and reaches the threshold. */
static bool is_listed(const writer *w, const an_link *link)
{
   bool has_ends = w->numbers[link->callee] != AN_NO_CALL
                   && (link->caller == AN_NO_CALL
                       || w->numbers[link->caller] != AN_NO_CALL);
   bool has_one = w->numbers[link->callee] != AN_NO_CALL
                  || (link->caller != AN_NO_CALL
                      && w->numbers[link->caller] != AN_NO_CALL);
   /* Those in focus, with their callers and callees. */
   return (w->json == NULL ? has_one : has_ends)
          && an_rank_keeps(&w->options->sort, link->inclusive,
                           an_profile_totals(w->profile), w->options->threshold);
}

/* ---- Steps ---- */

/* A function on a path, and where it was called. */
typedef struct {
   const char *name, *file, *call_file; /* NULL: unknown */
   uint32_t line;
   bool is_inlined;
} place;

static place place_of(const writer *w, const an_call_step *step)
{
   const an_calls *calls = w->calls;
   if (step->arc != AN_NO_CALL) {
      const an_arc *arc = &calls->arcs[step->arc];
      const an_called *callee = &calls->functions[arc->callee];
      return (place){ callee->name, callee->file, arc->file, arc->line, false };
   }
   if (!an_steps_is_inlined(calls, step->frame))
      return (place){ .name = NULL };
   const an_inlined *code = &calls->inlined[step->frame - calls->n_functions];
   return (place){ code->name, code->file, code->call_file, code->call_line, true };
}

/* ---- JSON ---- */

static void put_values(writer *w, const char *key, const int64_t *counts)
{
   const an_measures *show = &w->options->show;
   an_json_put_open(w->json, key, '[');
   for (size_t i = 0; i < show->n; i++)
      an_json_put_number(w->json, NULL, an_measure_value(&show->of[i], counts),
                         an_metric_is_whole(show->of[i].metric));
   an_json_put_close(w->json, ']');
}

static void put_function(writer *w, const an_cost *cost)
{
   an_json_out *json = w->json;
   an_json_open_line(json, " ", NULL, '{');
   an_json_put_text(json, "name", cost->name);
   an_json_put_text(json, "file", cost->file);
   an_json_put_bool(json, "inlined", cost->function == AN_NO_CALL);
   if (cost->function != AN_NO_CALL)
      an_json_put_int(json, "calls", cost->n_calls);
   if (cost->cycle > 0)
      an_json_put_int(json, "cycle", cost->cycle);
   put_values(w, "self", cost->self);
   put_values(w, "inclusive", cost->inclusive);
   an_json_put_close(json, '}');
}

static void put_link(writer *w, const an_link *link)
{
   an_json_out *json = w->json;
   bool has_caller = link->caller != AN_NO_CALL;
   bool is_inlined = w->costs.of[link->callee].function == AN_NO_CALL;
   an_json_open_line(json, " ", NULL, '{');
   an_json_put_known(json, "caller", has_caller ? w->numbers[link->caller] : 0,
                     has_caller);
   an_json_put_int(json, "callee", w->numbers[link->callee]);
   an_json_put_text(json, "file", link->file);
   an_json_put_int(json, "line", link->line);
   if (!is_inlined)
      an_json_put_int(json, "calls", link->n_calls);
   put_values(w, "inclusive", link->inclusive);
   an_json_put_close(json, '}');
}

static an_status put_links(writer *w)
{
   an_links links;
   an_status status = an_links_open(&links, w->alloc, w->calls, &w->costs, w->n_events);
   if (status != AN_OK)
      return status;
   an_json_open_line(w->json, "", "arcs", '[');
   for (size_t i = 0; i < links.n; i++)
      if (is_listed(w, &links.of[i]))
         put_link(w, &links.of[i]);
   an_json_put_close(w->json, ']');
   an_links_close(&links);
   return AN_OK;
}

static void put_step(writer *w, const an_steps *steps, size_t i)
{
   an_json_out *json = w->json;
   const an_call_step *step = &steps->of[i];
   const int64_t *values = steps->values + i * steps->n_values;
   place at = place_of(w, step);
   an_json_open_line(json, " ", NULL, '{');
   an_json_put_known(json, "parent", step->caller, step->caller != AN_NO_CALL);
   an_json_put_text(json, "name", at.name);
   an_json_put_text(json, "file", at.file);
   an_json_put_bool(json, "inlined", at.is_inlined);
   an_json_put_text(json, "call_file", at.call_file);
   an_json_put_int(json, "call_line", at.line);
   an_json_put_int(json, "calls", values[steps->n_values - 1]);
   put_values(w, "self", values);
   an_json_put_close(json, '}');
}

static an_status put_steps(writer *w)
{
   an_steps steps;
   an_status status = an_steps_open(&steps, w->alloc, w->calls, w->n_events);
   if (status != AN_OK)
      return status;
   an_json_open_line(w->json, "", "paths", '[');
   for (size_t i = 0; i < steps.n; i++)
      put_step(w, &steps, i);
   an_json_put_close(w->json, ']');
   an_steps_close(&steps);
   return AN_OK;
}

static an_status put_all(writer *w)
{
   an_json_open_line(w->json, "", "calls", '{');
   an_json_open_line(w->json, "", "functions", '[');
   for (size_t i = 0; i < w->rows.n; i++)
      put_function(w, &w->costs.of[w->rows.entries[i].index]);
   an_json_put_close(w->json, ']');
   put_values(w, "left_out", w->costs.left_out);
   an_status status = put_links(w);
   if (status == AN_OK && w->options->by != NULL
       && (w->options->by->where & AN_IS_TREE))
      status = put_steps(w);
   an_json_put_close(w->json, '}');
   return status;
}

an_status an_calls_put_json(an_json_out *json, const an_profile *profile,
                            const tk_alloc *alloc, const an_report_options *options)
{
   writer w = { .profile = profile, .alloc = alloc, .options = options, .json = json };
   if (options->is_pair || an_profile_calls(profile) == NULL)
      return AN_OK;
   an_status status = open_writer(&w);
   if (status == AN_OK)
      status = put_all(&w);
   close_writer(&w);
   return status;
}

/* ---- CSV ---- */

/* Titles if the counts are NULL. */
static void put_columns(writer *w, const int64_t *counts, const char *suffix)
{
   const an_measures *show = &w->options->show;
   for (size_t i = 0; i < show->n; i++) {
      const an_measure *m = &show->of[i];
      if (counts == NULL)
         an_csv_put_title(&w->csv, m->metric->name, suffix);
      else
         an_csv_put_number(&w->csv, an_measure_value(m, counts),
                           an_metric_is_whole(m->metric));
   }
}

static void put_titles(writer *w, const char *const *titles, size_t n)
{
   for (size_t i = 0; i < n; i++)
      an_csv_put_shown(&w->csv, titles[i]);
}

static void put_name(writer *w, const char *text)
{
   if (text == NULL)
      an_csv_put_empty(&w->csv);
   else
      an_csv_put_text(&w->csv, text);
}

static void put_calls(writer *w, int64_t n_calls, bool is_inlined)
{
   an_csv_put_shown(&w->csv, is_inlined ? "yes" : "no");
   if (is_inlined)
      an_csv_put_empty(&w->csv);
   else
      an_csv_put_int(&w->csv, n_calls);
}

static an_status put_function_records(writer *w)
{
   static const char *const titles[]
      = { "function", "file", "inlined", "calls", "cycle" };
   put_titles(w, titles, sizeof titles / sizeof titles[0]);
   put_columns(w, NULL, " self");
   put_columns(w, NULL, " incl.");
   an_csv_end_record(&w->csv);
   for (size_t i = 0; i < w->rows.n; i++) {
      const an_cost *cost = &w->costs.of[w->rows.entries[i].index];
      put_name(w, cost->name);
      put_name(w, cost->file);
      put_calls(w, cost->n_calls, cost->function == AN_NO_CALL);
      an_csv_put_int(&w->csv, cost->cycle);
      put_columns(w, cost->self, NULL);
      put_columns(w, cost->inclusive, NULL);
      an_csv_end_record(&w->csv);
   }
   return AN_OK;
}

static void put_link_record(writer *w, const an_link *link)
{
   const an_cost *caller = link->caller == AN_NO_CALL ? NULL
                                                      : &w->costs.of[link->caller];
   const an_cost *callee = &w->costs.of[link->callee];
   put_name(w, caller == NULL ? NULL : caller->name);
   put_name(w, caller == NULL ? NULL : caller->file);
   put_name(w, callee->name);
   put_name(w, callee->file);
   put_name(w, link->file);
   an_csv_put_int(&w->csv, link->line);
   put_calls(w, link->n_calls, callee->function == AN_NO_CALL);
   put_columns(w, link->inclusive, NULL);
   an_csv_end_record(&w->csv);
}

static an_status put_link_records(writer *w)
{
   static const char *const titles[] = {
      "caller", "caller file", "callee", "callee file", "file", "line", "inlined", "calls"
   };
   an_links links;
   an_status status = an_links_open(&links, w->alloc, w->calls, &w->costs, w->n_events);
   if (status != AN_OK)
      return status;
   put_titles(w, titles, sizeof titles / sizeof titles[0]);
   put_columns(w, NULL, " incl.");
   an_csv_end_record(&w->csv);
   for (size_t i = 0; i < links.n; i++)
      if (is_listed(w, &links.of[i]))
         put_link_record(w, &links.of[i]);
   an_links_close(&links);
   return AN_OK;
}

static an_status put_step_records(writer *w)
{
   static const char *const titles[] = {
      "number", "parent", "function", "file", "call file", "call line", "inlined", "calls"
   };
   an_steps steps;
   an_status status = an_steps_open(&steps, w->alloc, w->calls, w->n_events);
   if (status != AN_OK)
      return status;
   put_titles(w, titles, sizeof titles / sizeof titles[0]);
   put_columns(w, NULL, " self");
   an_csv_end_record(&w->csv);
   for (size_t i = 0; i < steps.n; i++) {
      const int64_t *values = steps.values + i * steps.n_values;
      place at = place_of(w, &steps.of[i]);
      an_csv_put_int(&w->csv, (int64_t)i);
      if (steps.of[i].caller == AN_NO_CALL)
         an_csv_put_empty(&w->csv);
      else
         an_csv_put_int(&w->csv, steps.of[i].caller);
      put_name(w, at.name);
      put_name(w, at.file);
      put_name(w, at.call_file);
      an_csv_put_int(&w->csv, at.line);
      put_calls(w, values[steps.n_values - 1], at.is_inlined);
      put_columns(w, values, NULL);
      an_csv_end_record(&w->csv);
   }
   an_steps_close(&steps);
   return AN_OK;
}

static an_status put_records(const an_scope *scope, FILE *out,
                             an_status (*put)(writer *w))
{
   writer w = { .profile = scope->profile, .alloc = scope->alloc,
                .options = scope->options, .csv = { .out = out } };
   an_status status = open_writer(&w);
   if (status == AN_OK)
      status = put(&w);
   close_writer(&w);
   return status;
}

an_status an_calls_put_functions(const an_scope *scope, FILE *out)
{
   return put_records(scope, out, put_function_records);
}

an_status an_calls_put_links(const an_scope *scope, FILE *out)
{
   return put_records(scope, out, put_link_records);
}

an_status an_calls_put_paths(const an_scope *scope, FILE *out)
{
   return put_records(scope, out, put_step_records);
}
