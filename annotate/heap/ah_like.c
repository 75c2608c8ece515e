/* ah_like.c -- whether heap profiles are of one kind.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_like.h"

#include "commands/an_command.h"
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

bool ah_is_like(const ah_profile *first, const ah_profile *other,
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

void ah_tell_difference(const char *first_file, const char *other_file,
                        const char *reason)
{
   char message[512];
   snprintf(message, sizeof message, "%s (after %s)", reason,
            an_command_file_name(first_file));
   an_command_error(other_file, 0, message);
}

bool ah_check_like(const ah_profile *first, const char *first_file,
                   const ah_profile *other, const char *other_file)
{
   an_error error;
   if (ah_is_like(first, other, &error))
      return true;
   ah_tell_difference(first_file, other_file, error.message);
   return false;
}
