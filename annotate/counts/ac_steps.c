/* ac_steps.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_steps.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#include <string.h>

#define LABEL "an.steps"

typedef struct {
   ac_steps *steps;
   const ac_calls *calls;
   uint32_t *step_of; /* of each node of the model that is a path */
   tk_table inlined;  /* steps of inlined code, by the path and the code */
   uint32_t *path_of; /* of each step: the one of the function whose code it is */
   size_t path_capacity;
} making;

/* A step without values; AC_NO_CALL if memory ran out. */
static uint32_t add_step(making *m, ac_call_step step, uint32_t path)
{
   ac_steps *s = m->steps;
   uint32_t index = (uint32_t)s->n;
   if (!TK_ARRAY_ROOM(s->alloc, LABEL, s->of, s->n, s->capacity)
       || !TK_ARRAY_ROOM(s->alloc, LABEL, m->path_of, s->n, m->path_capacity)
       || !tk_array_reserve(s->alloc, LABEL, &s->values, s->n, 1,
                            &s->values_capacity, s->n_values * sizeof *s->values))
      return AC_NO_CALL;
   memset(s->values + s->n * s->n_values, 0, s->n_values * sizeof *s->values);
   m->path_of[s->n] = path == AC_NO_CALL ? index : path;
   s->of[s->n++] = step;
   return index;
}

static void add_values(ac_steps *s, uint32_t step, const int64_t *self,
                       int64_t n_calls)
{
   int64_t *values = s->values + step * s->n_values;
   for (size_t i = 0; self != NULL && i + 1 < s->n_values; i++)
      values[i] += self[i];
   values[s->n_values - 1] += n_calls;
}

/* The step of inlined code on the path: its parents are steps, too. */
static uint32_t inlined_step(making *m, uint32_t path, uint32_t code)
{
   uint32_t frame = m->calls->n_functions + code, i;
   uint64_t hash = tk_hash_word((uint64_t)path << 32 | code);
   size_t probe = 0;
   while ((i = tk_table_next(&m->inlined, hash, &probe)) != TK_TABLE_NONE)
      if (m->path_of[i] == path && m->steps->of[i].frame == frame)
         return i;
   uint32_t parent = m->calls->inlined[code].parent, caller = path;
   if (parent != AC_NO_CALL)
      caller = inlined_step(m, path, parent);
   if (caller == AC_NO_CALL || !tk_table_reserve(&m->inlined))
      return AC_NO_CALL;
   i = add_step(m, (ac_call_step){ caller, frame, AC_NO_CALL }, path);
   if (i != AC_NO_CALL)
      tk_table_add(&m->inlined, hash, i);
   return i;
}

/* A recursive call without a node counts for the nearest caller of that function. */
static void add_folded(making *m, uint32_t at, const ac_call_node *node)
{
   ac_steps *s = m->steps;
   uint32_t callee = m->calls->arcs[node->what].callee;
   while (at != AC_NO_CALL && s->of[at].frame != callee)
      at = s->of[at].caller;
   if (at != AC_NO_CALL)
      add_values(s, at, NULL, node->n_calls);
}

static bool add_path(making *m, uint32_t index, uint32_t parent)
{
   const ac_call_node *node = &m->calls->nodes[index];
   const ac_arc *arc = &m->calls->arcs[node->what];
   if (parent != AC_NO_CALL && arc->inlined != AC_NO_CALL) {
      parent = inlined_step(m, parent, arc->inlined);
      if (parent == AC_NO_CALL)
         return false;
   }
   uint32_t step = add_step(m, (ac_call_step){ parent, arc->callee, node->what },
                            AC_NO_CALL);
   if (step != AC_NO_CALL)
      add_values(m->steps, step, node->self, node->n_calls);
   m->step_of[index] = step;
   return step != AC_NO_CALL;
}

/* Adds the step of a node that is no path. */
static bool add_other(making *m, const ac_call_node *node, uint32_t parent)
{
   uint32_t step = AC_NO_CALL;
   if (node->kind == AC_CALL_FOLDED) {
      add_folded(m, parent, node);
      return true;
   }
   if (node->kind == AC_CALL_INLINED)
      step = inlined_step(m, parent, node->what);
   else
      step = add_step(m,
                      (ac_call_step){ parent, ac_steps_pruned(m->calls), AC_NO_CALL },
                      AC_NO_CALL);
   if (step != AC_NO_CALL)
      add_values(m->steps, step, node->self, 0);
   return step != AC_NO_CALL;
}

static bool add_nodes(making *m)
{
   const ac_calls *calls = m->calls;
   for (uint32_t i = 0; i < calls->n_nodes; i++) {
      const ac_call_node *node = &calls->nodes[i];
      uint32_t parent = node->parent == AC_NO_CALL ? AC_NO_CALL
                                                   : m->step_of[node->parent];
      m->step_of[i] = AC_NO_CALL;
      if (node->parent == AC_NO_CALL)
         continue; /* the root is no function */
      if (!(node->kind == AC_CALL_PATH ? add_path(m, i, parent)
                                       : add_other(m, node, parent)))
         return false;
   }
   return true;
}

an_status ac_steps_open(ac_steps *steps, const tk_alloc *alloc,
                        const ac_calls *calls, size_t n_events)
{
   making m = { .steps = steps, .calls = calls,
                .inlined = { .alloc = alloc, .label = LABEL } };
   *steps = (ac_steps){ .alloc = alloc, .n_values = n_events + 1 };
   m.step_of = tk_get(alloc, LABEL, (calls->n_nodes + 1) * sizeof *m.step_of);
   bool ok = m.step_of != NULL && add_nodes(&m);
   tk_put(alloc, m.step_of);
   tk_put(alloc, m.path_of);
   tk_table_fini(&m.inlined);
   if (!ok)
      ac_steps_close(steps);
   return ok ? AN_OK : AN_NO_MEMORY;
}

void ac_steps_close(ac_steps *steps)
{
   tk_put(steps->alloc, steps->of);
   tk_put(steps->alloc, steps->values);
   *steps = (ac_steps){ .alloc = steps->alloc };
}
