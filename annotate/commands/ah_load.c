/* ah_load.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ah_load.h"

#include "base/an_alloc.h"
#include "commands/an_command.h"
#include "heap/ah_read.h"

ah_profile *ah_load(const char *file)
{
   an_error error;
   ah_profile *profile = ah_read_file(an_alloc_malloc(), file, &error);
   if (profile == NULL)
      an_command_cannot_read(file, file, &error, true);
   else
      an_command_warn_partial(&profile->state, file);
   return profile;
}

bool ah_load_check(const ah_profile *first, const char *first_file,
                   const ah_profile *other, const char *other_file)
{
   an_error error;
   if (ah_profile_is_compatible(first, other, &error))
      return true;
   an_command_error_after(first_file, other_file, 0, error.message);
   return false;
}
