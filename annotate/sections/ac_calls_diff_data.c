/* ac_calls_diff_data.c -- the calls of a pair as JSON and CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_diff.h"

#include "base/an_csv_out.h"
#include "counts/ac_rank.h"

#include <stdlib.h>

enum { BOTH = AN_OF_OLD | AN_OF_NEW };

/* ---- JSON ---- */

static void put_values(an_json_out *json, const ac_request *request,
                       const char *key, ac_aspect aspect, const int64_t *counts)
{
   an_json_put_open(json, key, '[');
   for (size_t i = 0; i < request->show.n; i++) {
      ac_measure m = request->show.of[i];
      if (m.aspect != AC_CHANGE)
         continue; /* each metric has one of these */
      m.aspect = aspect;
      an_json_put_number(json, NULL, ac_measure_value(&m, counts),
                         ac_metric_is_whole(m.metric));
   }
   an_json_put_close(json, ']');
}

static void put_function(an_json_out *json, const ac_scope *scope,
                         const ac_called_pair *f)
{
   const ac_request *request = scope->request;
   const an_stack_function *of
      = &scope->analysis->calls->paths.stacks.functions[f->function];
   an_json_open_line(json, "", NULL, '{');
   an_json_put_text(json, "name", of->name);
   if (of->file != NULL)
      an_json_put_text(json, "file", of->file);
   else if (of->object != NULL)
      an_json_put_text(json, "object", of->object);
   an_json_put_known(json, "old_calls", f->n_calls[0], f->called & AN_OF_OLD);
   an_json_put_known(json, "new_calls", f->n_calls[1], f->called & AN_OF_NEW);
   if (f->small != 0)
      an_json_put_text(json, "too_small", f->small == AN_OF_OLD ? "old"
                                          : f->small == AN_OF_NEW ? "new" : "both");
   put_values(json, request, "old", AC_BEFORE, f->inclusive);
   put_values(json, request, "new", AC_AFTER, f->inclusive);
   put_values(json, request, "old_self", AC_BEFORE, f->self);
   put_values(json, request, "new_self", AC_AFTER, f->self);
   an_json_put_close(json, '}');
}

static void put_path(an_json_out *json, const ac_scope *scope, uint32_t i)
{
   const ac_calls_pair *calls = scope->analysis->calls;
   const an_stack_node *node = &calls->paths.stacks.nodes[i];
   const an_pair_node *of = &calls->paths.nodes[i];
   const int64_t *self = calls->paths.stacks.values + i * 2 * calls->n_events;
   an_json_open_line(json, "", NULL, '{');
   an_json_put_known(json, "parent", node->parent, node->parent != AN_NO_STACK);
   an_json_put_int(json, "function", node->function);
   if (of->sides != BOTH)
      an_json_put_text(json, "only", of->sides == AN_OF_OLD ? "old" : "new");
   if (of->inlined != 0)
      an_json_put_text(json, "inlined", of->inlined == AN_OF_OLD ? "old"
                                        : of->inlined == AN_OF_NEW ? "new" : "both");
   put_values(json, scope->request, "old", AC_BEFORE, self);
   put_values(json, scope->request, "new", AC_AFTER, self);
   an_json_put_close(json, '}');
}

static void put_left_out(an_json_out *json, const ac_scope *scope, unsigned side)
{
   const ac_calls_pair *calls = scope->analysis->calls;
   an_json_put_open(json, side == 0 ? "old" : "new", '{');
   an_json_put_int(json, "paths", calls->n_left_out[side]);
   put_values(json, scope->request, "values", side == 0 ? AC_BEFORE : AC_AFTER,
              calls->left_out);
   an_json_put_close(json, '}');
}

void ac_calls_diff_put_json(an_json_out *json, const ac_scope *scope)
{
   const ac_request *request = scope->request;
   const ac_calls_pair *calls = scope->analysis->calls;
   an_json_open_line(json, "", "calls", '{');
   an_json_put_open(json, "left_out", '{');
   put_left_out(json, scope, 0);
   put_left_out(json, scope, 1);
   an_json_put_close(json, '}');
   an_json_open_line(json, "", "functions", '[');
   for (size_t i = 0; i < calls->paths.stacks.n_functions; i++)
      if (!request->is_page
          || ac_rank_keeps(&request->sort, calls->functions[i].inclusive,
                           ac_profile_totals(scope->profile), request->threshold))
         put_function(json, scope, &calls->functions[i]);
   an_json_put_close(json, ']');
   an_json_open_line(json, "", "paths", '[');
   for (uint32_t i = 0; i < calls->paths.stacks.n_nodes && !request->is_page; i++)
      put_path(json, scope, i);
   an_json_put_close(json, ']');
   an_json_put_close(json, '}');
}

/* ---- CSV ---- */

/* Of each metric both sides: titles if `counts` is NULL. */
static void put_columns(an_csv_out *csv, const ac_request *request,
                        const char *const suffixes[2], const int64_t *counts)
{
   for (size_t i = 0; i < request->show.n; i++) {
      ac_measure m = request->show.of[i];
      for (unsigned side = 0; side < 2 && m.aspect != AC_BEFORE && m.aspect != AC_AFTER;
           side++) {
         ac_measure of = m;
         of.aspect = side == 0 ? AC_BEFORE : AC_AFTER;
         if (counts == NULL)
            an_csv_put_title(csv, m.metric->name, suffixes[side]);
         else
            an_csv_put_number(csv, ac_measure_value(&of, counts),
                              ac_metric_is_whole(m.metric));
      }
   }
}

static const char *const inclusive[] = { " inclusive old", " inclusive new" };
static const char *const self[] = { " self old", " self new" };

an_status ac_calls_diff_inclusive_csv(const ac_scope *scope, FILE *out)
{
   static const char *const titles[] = { "file", "function", "calls old", "calls new" };
   const ac_request *request = scope->request;
   const ac_calls_pair *calls = scope->analysis->calls;
   an_csv_out csv = { .out = out };
   for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
      an_csv_put_shown(&csv, titles[i]);
   put_columns(&csv, request, inclusive, NULL);
   put_columns(&csv, request, self, NULL);
   an_csv_end_record(&csv);
   for (size_t i = 0; i < calls->paths.stacks.n_functions; i++) {
      const ac_called_pair *f = &calls->functions[i];
      const an_stack_function *of = &calls->paths.stacks.functions[i];
      const char *file = of->file != NULL ? of->file : of->object;
      an_csv_put_text(&csv, file == NULL ? AN_UNKNOWN : file);
      an_csv_put_text(&csv, of->name);
      for (unsigned side = 0; side < 2; side++)
         if (f->called & (1u << side))
            an_csv_put_int(&csv, f->n_calls[side]);
         else
            an_csv_put_empty(&csv);
      put_columns(&csv, request, inclusive, f->inclusive);
      put_columns(&csv, request, self, f->self);
      an_csv_end_record(&csv);
   }
   return AN_OK;
}

/* The path's functions, outermost first, as the parts of one field.  `steps` has room
   for all nodes. */
static bool put_frames(an_csv_out *csv, const an_stacks *paths, uint32_t node,
                       uint32_t *steps)
{
   size_t n = 0;
   bool ok = true;
   for (; node != AN_NO_STACK; node = paths->nodes[node].parent)
      steps[n++] = paths->nodes[node].function;
   an_csv_open_parts(csv);
   for (size_t i = n; ok && i-- > 0;)
      ok = an_csv_put_part(csv, paths->functions[steps[i]].name, i + 1 == n);
   an_csv_close_parts(csv);
   return ok;
}

an_status ac_calls_diff_paths_csv(const ac_scope *scope, FILE *out)
{
   const ac_request *request = scope->request;
   const ac_calls_pair *calls = scope->analysis->calls;
   const an_stacks *paths = &calls->paths.stacks;
   size_t n = 2 * calls->n_events;
   an_csv_out csv = { .out = out };
   uint32_t *steps = tk_get(calls->alloc, "an.calls_diff",
                            (paths->n_nodes + 1) * sizeof *steps);
   bool ok = steps != NULL;
   an_csv_put_shown(&csv, "path");
   an_csv_put_shown(&csv, "only");
   put_columns(&csv, request, inclusive, NULL);
   put_columns(&csv, request, self, NULL);
   an_csv_end_record(&csv);
   for (uint32_t i = 0; ok && i < paths->n_nodes; i++) {
      unsigned sides = calls->paths.nodes[i].sides;
      ok = put_frames(&csv, paths, i, steps);
      an_csv_put_shown(&csv, sides == BOTH ? "" : sides == AN_OF_OLD ? "old" : "new");
      put_columns(&csv, request, inclusive, calls->inclusive + i * n);
      put_columns(&csv, request, self, paths->values + i * n);
      an_csv_end_record(&csv);
   }
   tk_put(calls->alloc, steps);
   return ok ? AN_OK : AN_NO_MEMORY;
}
