/* an_stack_plain.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_stack_plain.h"

#include "paths/an_stack_builder.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   const an_stacks *from;
   bool with_files;
   an_stack_builder builder;
   tk_strings *names;
   uint32_t *functions, *nodes; /* by number in `from`: the number in the result */
} work;

static uint32_t add_function(work *w, const an_stack_function *function)
{
   char *step = an_stacks_step(function->name, function->object);
   const char *name = tk_strings_intern(w->names, step, strlen(step));
   free(step);
   return an_stack_function_add(
      &w->builder, &(an_stack_function){ .name = name,
                                         .file = w->with_files ? function->file : NULL });
}

static uint32_t add_node(work *w, const an_stack_node *node)
{
   return an_stack_node_add(&w->builder,
                            &(an_stack_node){ .parent = node->parent == AN_NO_STACK
                                                           ? AN_NO_STACK
                                                           : w->nodes[node->parent],
                                              .function = w->functions[node->function] });
}

static void add_sample(work *w, size_t i)
{
   const an_stacks *from = w->from;
   const an_stack_sample sample = { .node = w->nodes[from->samples[i].node] };
   an_stack_add(&w->builder, &sample, &from->values[i * from->n_kinds]);
}

static void add_all(work *w)
{
   const an_stacks *from = w->from;
   for (size_t i = 0; i < from->n_functions; i++)
      w->functions[i] = add_function(w, &from->functions[i]);
   for (size_t i = 0; i < from->n_nodes; i++)
      w->nodes[i] = add_node(w, &from->nodes[i]);
   for (size_t i = 0; i < from->n_samples; i++)
      add_sample(w, i);
}

/* ---- Order ---- */

static uint32_t ancestor_of(const an_stacks *stacks, uint32_t node, size_t up)
{
   for (; up > 0; up--)
      node = stacks->nodes[node].parent;
   return node;
}

static const char *name_of(const an_stacks *stacks, uint32_t node)
{
   return stacks->functions[stacks->nodes[node].function].name;
}

/* Compares the two steps, with the semicolon behind a step that is not the last. */
static int compare_steps(const char *a, bool a_is_last, const char *b, bool b_is_last)
{
   size_t i = 0;
   while (a[i] != '\0' && a[i] == b[i])
      i++;
   int of_a = a[i] != '\0' ? (unsigned char)a[i] : a_is_last ? 0 : ';';
   int of_b = b[i] != '\0' ? (unsigned char)b[i] : b_is_last ? 0 : ';';
   return of_a - of_b;
}

static int compare_paths(const void *left, const void *right, void *context)
{
   const an_stacks *stacks = context;
   uint32_t a = stacks->samples[*(const uint32_t *)left].node;
   uint32_t b = stacks->samples[*(const uint32_t *)right].node;
   size_t of_a = an_stacks_depth(stacks, a), of_b = an_stacks_depth(stacks, b);
   uint32_t at_a = ancestor_of(stacks, a, of_a > of_b ? of_a - of_b : 0);
   uint32_t at_b = ancestor_of(stacks, b, of_b > of_a ? of_b - of_a : 0);
   if (at_a == at_b)
      return of_a < of_b ? -1 : of_a > of_b;
   while (stacks->nodes[at_a].parent != stacks->nodes[at_b].parent) {
      at_a = stacks->nodes[at_a].parent;
      at_b = stacks->nodes[at_b].parent;
   }
   int by_name = compare_steps(name_of(stacks, at_a), at_a == a, name_of(stacks, at_b),
                               at_b == b);
   /* Functions of one name in two files. */
   return by_name != 0                                                  ? by_name
          : stacks->nodes[at_a].function < stacks->nodes[at_b].function ? -1
                                                                        : 1;
}

static uint32_t *sort_nodes(const an_stacks *stacks)
{
   uint32_t *order = tk_get(stacks->alloc, AN_LABEL,
                            (stacks->n_samples + 1) * sizeof *order);
   for (uint32_t i = 0; i < stacks->n_samples; i++)
      order[i] = i;
   qsort_r(order, stacks->n_samples, sizeof *order, compare_paths, (void *)stacks);
   return order;
}

/* ---- The whole ---- */

void an_stack_plain_open(an_stack_plain *plain, const an_stacks *stacks, bool with_files)
{
   const tk_alloc *alloc = stacks->alloc;
   work w = { .from = stacks, .with_files = with_files };
   an_stack_open(&w.builder, alloc, stacks->command, stacks->kinds, stacks->n_kinds);
   w.names = tk_strings_new(alloc);
   w.functions = tk_get(alloc, AN_LABEL, (stacks->n_functions + 1) * sizeof *w.functions);
   w.nodes = tk_get(alloc, AN_LABEL, (stacks->n_nodes + 1) * sizeof *w.nodes);
   add_all(&w);
   an_stack_close(&w.builder, &plain->stacks);
   plain->names = w.names;
   plain->order = sort_nodes(&plain->stacks);
}
