/* an_stack_fold.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_stack_fold.h"

#include "paths/an_stack_builder.h"

typedef struct {
   const an_stacks *from;
   an_stack_builder builder;
   uint32_t *nodes;  /* by number in `from`: the number in the result */
   uint32_t *depths; /* of nodes in the result; there are no more than in `from` */
} work;

/* The nearest node above that is the function's, from `node` on; AN_NO_STACK: none. */
static uint32_t find_above(const work *w, uint32_t node, uint32_t function)
{
   const an_stack_node *nodes = w->builder.stacks.nodes;
   while (node != AN_NO_STACK && nodes[node].function != function)
      node = nodes[node].parent;
   return node;
}

static void add_node(work *w, size_t i)
{
   an_stack_node node = w->from->nodes[i];
   uint32_t depth = 1;
   if (node.parent != AN_NO_STACK) {
      node.parent = w->nodes[node.parent];
      depth += w->depths[node.parent];
   }
   int64_t n_calls = node.n_calls;
   node.n_calls = 0; /* of all that become this node, below */
   uint32_t to = AN_NO_STACK;
   if (depth > AN_STACK_MOST)
      to = find_above(w, node.parent, node.function);
   if (to == AN_NO_STACK) {
      to = an_stack_node_add(&w->builder, &node);
      w->depths[to] = depth;
   }
   w->builder.stacks.nodes[to].n_calls += n_calls;
   w->nodes[i] = to;
}

static void add_sample(work *w, size_t i)
{
   const an_stacks *from = w->from;
   an_stack_sample sample = from->samples[i];
   sample.node = w->nodes[sample.node];
   an_stack_add(&w->builder, &sample, &from->values[i * from->n_kinds]);
}

static void add_all(work *w)
{
   const an_stacks *from = w->from;
   for (size_t i = 0; i < from->n_functions; i++)
      an_stack_function_add(&w->builder, &from->functions[i]);
   for (size_t i = 0; i < from->n_nodes; i++)
      add_node(w, i);
   for (size_t i = 0; i < from->n_samples; i++)
      add_sample(w, i);
}

static bool is_deep(const an_stacks *stacks, uint32_t *depths)
{
   bool is_deep = false;
   for (size_t i = 0; i < stacks->n_nodes; i++) {
      uint32_t parent = stacks->nodes[i].parent;
      depths[i] = parent == AN_NO_STACK ? 1 : depths[parent] + 1;
      is_deep |= depths[i] > AN_STACK_MOST;
   }
   return is_deep;
}

static void fold(work *w, an_stacks *folded)
{
   const an_stacks *from = w->from;
   an_stack_open(&w->builder, from->alloc, from->command, from->kinds, from->n_kinds);
   add_all(w);
   an_stack_close(&w->builder, folded);
   folded->places = from->places;
   folded->n_left_out = from->n_left_out;
   folded->are_estimated = from->are_estimated;
}

const an_stacks *an_stack_fold(const an_stacks *stacks, an_stacks *folded)
{
   const tk_alloc *alloc = stacks->alloc;
   work w = { .from = stacks };
   *folded = (an_stacks){ .alloc = alloc };
   w.nodes = tk_get(alloc, AN_LABEL, (stacks->n_nodes + 1) * sizeof *w.nodes);
   w.depths = tk_get(alloc, AN_LABEL, (stacks->n_nodes + 1) * sizeof *w.depths);
   bool must_fold = is_deep(stacks, w.depths);
   if (must_fold)
      fold(&w, folded);
   tk_put(alloc, w.nodes);
   tk_put(alloc, w.depths);
   return must_fold ? folded : stacks;
}
