/* hp_roots.h -- adds the roots of the program's heap to a graph: static and
   thread-local variables, stacks, registers, and mapped memory that is no heap; glue.

   What is not read: the allocator's own memory; stacks below the stack pointer; memory
   that the program cannot both read and write.  (So does memcheck.)

   Ranks: variables own what they reach; then memory without names comes, in which
   numbers look like pointers; then frames of stacks, the outer ones first; then
   registers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "owners/hp_graph.h"

void hp_roots_init(void);

/* The memory that the graph reads, with all threads' registers as they are now; valid
   until the next call. */
const hp_memory *hp_roots_memory(void);

/* To be called with a graph that reads this memory. */
void hp_roots_add(hp_graph *graph);
