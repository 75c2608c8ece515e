/* ac_steps.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_steps.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

typedef struct {
   ac_steps *steps;
   uint32_t *step_of; /* of each node of the model that is a path */
   tk_table inlined;  /* steps of inlined code, by the path and the code */
} making;

static uint32_t add_step(ac_steps *s, ac_call_step step)
{
   TK_ARRAY_ROOM(s->alloc, AN_LABEL, s->of, s->n, s->capacity);
   s->of[s->n] = step;
   return (uint32_t)s->n++;
}

/* The step of the function whose code the step is. */
static uint32_t path_of(const ac_steps *s, uint32_t step)
{
   while (ac_steps_is_inlined(s->calls, s->of[step].frame))
      step = s->of[step].caller;
   return step;
}

/* The step of inlined code on the path: its parents are steps, too. */
static uint32_t inlined_step(making *m, uint32_t path, uint32_t code)
{
   const ac_calls *calls = m->steps->calls;
   uint32_t frame = calls->n_functions + code;
   uint64_t hash = tk_hash_word((uint64_t)path << 32 | code);
   TK_TABLE_EACH(i, &m->inlined, hash)
      if (m->steps->of[i].frame == frame && path_of(m->steps, (uint32_t)i) == path)
         return (uint32_t)i;
   uint32_t parent = calls->inlined[code].parent, caller = path;
   if (parent != AC_NO_CALL)
      caller = inlined_step(m, path, parent);
   uint32_t added = add_step(m->steps, (ac_call_step){ caller, frame, AC_NO_CALL, 0 });
   tk_table_add(&m->inlined, hash, added);
   return added;
}

/* A recursive call without a node counts for the nearest caller of that function. */
static void add_folded(making *m, uint32_t at, const ac_call_node *node)
{
   ac_call_step *of = m->steps->of;
   uint32_t callee = m->steps->calls->arcs[node->what].callee;
   while (at != AC_NO_CALL && of[at].frame != callee)
      at = of[at].caller;
   if (at != AC_NO_CALL)
      of[at].n_calls += node->n_calls;
}

static void add_path(making *m, uint32_t index, uint32_t parent)
{
   const ac_calls *calls = m->steps->calls;
   const ac_call_node *node = &calls->nodes[index];
   const ac_arc *arc = &calls->arcs[node->what];
   if (parent != AC_NO_CALL && arc->inlined != AC_NO_CALL)
      parent = inlined_step(m, parent, arc->inlined);
   m->step_of[index] = add_step(
      m->steps, (ac_call_step){ parent, arc->callee, index, node->n_calls });
}

static void add_inlined(making *m, uint32_t index, uint32_t parent)
{
   uint32_t step = inlined_step(m, parent, m->steps->calls->nodes[index].what);
   m->steps->of[step].node = index;
}

static void add_node(making *m, uint32_t index)
{
   const ac_calls *calls = m->steps->calls;
   const ac_call_node *node = &calls->nodes[index];
   if (node->parent == AC_NO_CALL)
      return; /* the root is no function */
   uint32_t parent = m->step_of[node->parent];
   switch (node->kind) {
   case AC_CALL_PATH: add_path(m, index, parent); break;
   case AC_CALL_INLINED: add_inlined(m, index, parent); break;
   case AC_CALL_FOLDED: add_folded(m, parent, node); break;
   case AC_CALL_PRUNED:
      add_step(m->steps, (ac_call_step){ parent, ac_steps_pruned(calls), index, 0 });
   }
}

void ac_steps_open(ac_steps *steps, const tk_alloc *alloc, const ac_calls *calls,
                   size_t n_events)
{
   making m = { .steps = steps, .inlined = { .alloc = alloc, .label = AN_LABEL } };
   size_t nothing_B = (n_events + 1) * sizeof *steps->nothing;
   *steps = (ac_steps){ .alloc = alloc,
                        .calls = calls,
                        .nothing = tk_get_zeroed(alloc, AN_LABEL, nothing_B) };
   m.step_of = tk_get(alloc, AN_LABEL, (calls->n_nodes + 1) * sizeof *m.step_of);
   for (uint32_t i = 0; i < calls->n_nodes; i++) {
      m.step_of[i] = AC_NO_CALL;
      add_node(&m, i);
   }
}
