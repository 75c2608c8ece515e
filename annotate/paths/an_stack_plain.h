/* an_stack_plain.h -- call paths for viewers that know functions only by their names:
   without the lines of calls.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_strings.h"
#include "paths/an_stacks.h"

typedef struct an_stack_plain {
   an_stacks stacks;
   uint32_t *order; /* its samples, in the order of the text "main;parse" (strcmp) */
   /* private: */
   tk_strings *names;
} an_stack_plain;

/* The same paths with their values.  Functions with one name, as an_stacks_put_step
   shows it, are one; if `with_files`, those with one name and file.  A path has at most
   one sample.  Borrows texts of `stacks`. */
void an_stack_plain_open(an_stack_plain *plain, const an_stacks *stacks, bool with_files);
