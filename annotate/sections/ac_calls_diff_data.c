/* ac_calls_diff_data.c -- the calls of a pair as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_diff.h"

#include "render/an_table.h"

enum { BOTH = AN_OF_OLD | AN_OF_NEW };

static void put_values(an_json_out *json, const ac_scope *scope, const char *key,
                       ac_aspect aspect, const int64_t *counts)
{
   an_json_put_open(json, key, '[');
   for (size_t i = 0; i < scope->request->show.n; i++) {
      ac_measure m = scope->request->show.of[i];
      if (m.aspect != AC_CHANGE)
         continue; /* each metric has one of these */
      m.aspect = aspect;
      an_json_put_number(json, NULL, ac_measure_value(&m, counts),
                         ac_metric_is_whole(m.metric));
   }
   an_json_put_close(json, ']');
}

void ac_calls_diff_put_function(an_json_out *json, const ac_scope *scope,
                                const ac_called_pair *f)
{
   const an_stacks *stacks = &scope->analysis->calls->paths.stacks;
   const an_stack_function *of = &stacks->functions[f->function];
   an_json_put_text(json, "name", of->name);
   if (of->file != NULL)
      an_json_put_text(json, "file", of->file);
   else if (of->object != NULL)
      an_json_put_text(json, "object", of->object);
   an_json_put_known(json, "old_calls", f->n_calls[0], f->called & AN_OF_OLD);
   an_json_put_known(json, "new_calls", f->n_calls[1], f->called & AN_OF_NEW);
   if (f->small != 0)
      an_json_put_text(json, "too_small",
                       f->small == AN_OF_OLD   ? "old"
                       : f->small == AN_OF_NEW ? "new"
                                               : "both");
   an_table_put_measures(json, NULL, scope->request, f->inclusive);
   put_values(json, scope, "old_self", AC_BEFORE, f->self);
   put_values(json, scope, "new_self", AC_AFTER, f->self);
}

void ac_calls_diff_put_path(an_json_out *json, const ac_scope *scope, uint32_t i)
{
   const ac_calls_pair *calls = scope->analysis->calls;
   const an_stack_node *node = &calls->paths.stacks.nodes[i];
   const an_pair_node *of = &calls->paths.nodes[i];
   const int64_t *self = calls->paths.stacks.values + i * 2 * calls->n_events;
   an_json_put_known(json, "parent", node->parent, node->parent != AN_NO_STACK);
   an_json_put_int(json, "function", node->function);
   if (of->sides != BOTH)
      an_json_put_text(json, "only", of->sides == AN_OF_OLD ? "old" : "new");
   if (of->inlined != 0)
      an_json_put_text(json, "inlined",
                       of->inlined == AN_OF_OLD   ? "old"
                       : of->inlined == AN_OF_NEW ? "new"
                                                  : "both");
   an_table_put_measures(json, NULL, scope->request, self);
}

static void put_left_out(an_json_out *json, const ac_scope *scope, unsigned side)
{
   const ac_calls_pair *calls = scope->analysis->calls;
   an_json_put_open(json, side == 0 ? "old" : "new", '{');
   an_json_put_int(json, "paths", calls->n_left_out[side]);
   put_values(json, scope, "values", side == 0 ? AC_BEFORE : AC_AFTER, calls->left_out);
   an_json_put_close(json, '}');
}

void ac_calls_diff_put_left_out(an_json_out *json, const ac_scope *scope)
{
   an_json_put_open(json, "left_out", '{');
   put_left_out(json, scope, 0);
   put_left_out(json, scope, 1);
   an_json_put_close(json, '}');
}
