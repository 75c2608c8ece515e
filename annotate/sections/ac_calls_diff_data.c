/* ac_calls_diff_data.c -- the calls of a pair as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_diff.h"

#include "base/an_json_members.h"
#include "sections/an_table.h"

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

static const char *name_of(unsigned sides)
{
   return sides == BOTH ? "both" : sides == AN_OF_OLD ? "old" : "new";
}

void ac_calls_diff_put_function(an_json_out *json, const ac_scope *scope,
                                const ac_called_pair *f)
{
   const an_stacks *stacks = &scope->analysis->calls->paths.stacks;
   const an_stack_function *of = &stacks->functions[f->function];
   AN_JSON_PUT(json, AN_JSON("name", of->name), AN_JSON_IF_TEXT("file", of->file),
               AN_JSON_IF("object", of->object, of->file == NULL && of->object != NULL),
               AN_JSON_KNOWN("old_calls", f->n_calls[0], f->called & AN_OF_OLD),
               AN_JSON_KNOWN("new_calls", f->n_calls[1], f->called & AN_OF_NEW),
               AN_JSON_IF("too_small", name_of(f->small), f->small != 0));
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
   AN_JSON_PUT(json, AN_JSON_KNOWN("parent", node->parent, node->parent != AN_NO_STACK),
               AN_JSON("function", node->function),
               AN_JSON_IF("only", name_of(of->sides), of->sides != BOTH),
               AN_JSON_IF("inlined", name_of(of->inlined), of->inlined != 0));
   an_table_put_measures(json, NULL, scope->request, self);
}

static void put_left_out(an_json_out *json, const ac_scope *scope, unsigned side)
{
   const ac_calls_pair *calls = scope->analysis->calls;
   ac_aspect aspect = side == 0 ? AC_BEFORE : AC_AFTER;
   AN_JSON_PUT_OBJECT(json, NULL, side == 0 ? "old" : "new",
                      AN_JSON("paths", calls->n_left_out[side]),
                      put_values(json, scope, "values", aspect, calls->left_out));
}

void ac_calls_diff_put_left_out(an_json_out *json, const ac_scope *scope)
{
   AN_JSON_PUT_OBJECT(json, NULL, "left_out", put_left_out(json, scope, 0),
                      put_left_out(json, scope, 1));
}
