/* an_criteria.h -- the numbers that decide what is a finding, as the option --criteria
   has them; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"

#include <stdbool.h>
#include <stddef.h>

/* The name of a long double in a struct of criteria, and where it is. */
typedef struct an_criterion {
   const char *name;
   size_t offset;
} an_criterion;

/* Changes what "NAME=NUMBER,..." names in the struct; false, with *error set, line 0, if
   it is malformed.  `all` is the list of names for the message: ", bytes, share". */
bool an_criteria_parse(void *criteria, const an_criterion *of, size_t n, const char *all,
                       const char *text, an_error *error);
