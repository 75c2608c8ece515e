/* an_stack_builder.h -- builds an_stacks: each function, path and sample once.

      an_stack_builder builder;
      an_stack_open(&builder, alloc, command, kinds, n_kinds);
      uint32_t main = an_stack_function_add(&builder, &(an_stack_function){ "main" });
      uint32_t node = an_stack_node_add(&builder, &(an_stack_node){ AN_NO_STACK, main });
      int64_t *values = an_stack_values(&builder, &(an_stack_sample){ node, 7 });
      values[0] += 12;
      an_stack_close(&builder, &stacks);

   Equal texts may have different addresses.  Texts are borrowed by the result.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_table.h"
#include "paths/an_stacks.h"

typedef struct an_stack_builder {
   an_stacks stacks; /* so far; stacks.n_left_out is the caller's to set */
   /* private: */
   tk_table functions, nodes, samples;
   size_t function_room, node_room, sample_room, value_room;
} an_stack_builder;

/* Begins with no function.  The kinds are copied, their texts borrowed. */
void an_stack_open(an_stack_builder *builder, const tk_alloc *alloc, const char *command,
                   const an_stack_value *kinds, size_t n_kinds);

/* Makes room for n samples at once: room that grows is copied, and is there twice
   then. */
void an_stack_reserve(an_stack_builder *builder, size_t n);

/* Each finds an equal one, or adds it.  A node's parent and function have been added
   before. */
uint32_t an_stack_function_add(an_stack_builder *builder,
                               const an_stack_function *function);
uint32_t an_stack_node_add(an_stack_builder *builder, const an_stack_node *node);

/* The values of the sample, to add to: n_kinds, 0 at first.  Valid until the next
   call. */
int64_t *an_stack_values(an_stack_builder *builder, const an_stack_sample *sample);

/* Adds to them, one of each kind. */
void an_stack_add(an_stack_builder *builder, const an_stack_sample *sample,
                  const int64_t *values);

/* Gives *stacks what was built, unless that is NULL; the builder is done. */
void an_stack_close(an_stack_builder *builder, an_stacks *stacks);
