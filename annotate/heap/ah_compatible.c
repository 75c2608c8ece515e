/* ah_compatible.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_compatible.h"

#include "base/an_fail.h"

#include <string.h>

static bool is_same(const char *what, const char *first, const char *other,
                    an_error *error)
{
   return strcmp(first, other) == 0
          || an_fail(error, "the %s \"%.*s\", not \"%.*s\"", what,
                     an_fail_quoted_text(other), other,
                     an_fail_quoted_text(first), first);
}

bool ah_is_compatible(const ah_profile *first, const ah_profile *other,
                      an_error *error)
{
   if (!is_same("mode is", first->mode, other->mode, error)
       || !is_same("unit of time is", first->time_unit, other->time_unit,
                   error)
       || !is_same("unit of sizes is", first->bytes_unit, other->bytes_unit,
                   error)
       || !is_same("unit of blocks is", first->blocks_unit,
                   other->blocks_unit, error))
      return false;
   if (first->has_lifetimes == other->has_lifetimes)
      return true;
   return an_fail(error, other->has_lifetimes
                            ? "it has lifetimes and a peak"
                            : "it has no lifetimes and no peak");
}
