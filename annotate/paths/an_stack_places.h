/* an_stack_places.h -- call paths line by line: main at line 7 calls f, f at line 3 ...

   In an_stacks a node says which line of its parent calls it, and a sample which line of
   its node costs.  Viewers want the line of each function on the path.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_stacks.h"

/* A line of a function on a path.  Callers come before what they call. */
typedef struct an_stack_place {
   uint32_t caller; /* place, or AN_NO_STACK: none */
   uint32_t function;
   uint32_t line;    /* 0: unknown */
   const char *file; /* of the line; NULL: unknown */
   bool is_inlined;  /* into the caller's function */
   uint64_t address; /* of the instruction; 0: unknown */
} an_stack_place;

typedef struct an_stack_places {
   const tk_alloc *alloc;
   an_stack_place *places; /* each once */
   size_t n_places;
   uint32_t *of_samples; /* the place of each sample */
} an_stack_places;

void an_stack_places_open(an_stack_places *places, const an_stacks *stacks);
