/* an_step.h -- what makes two functions of call paths of two builds the same step.

   Between two builds addresses and lines move, directories differ, and the compiler
   splits and clones functions differently.  So a step is a function (tk_fn_name.h) and
   the last component of its file, or for an unknown function, of its object.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stddef.h>

/* The key of the step, "function\0file\0object\0", for tk_put.  Equal steps have
   equal keys.  `file` and `object` may be NULL: unknown. */
char *an_step_key(const tk_alloc *alloc, const char *function, const char *file,
                  const char *object, size_t *key_B);
