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
      an_command_error(file, error.line, error.message);
   else
      an_state_warn(&profile->state, file);
   return profile;
}

void ah_load_differs(const char *first_file, const char *other_file,
                     const char *reason)
{
   char message[512];
   snprintf(message, sizeof message, "%s (after %s)", reason,
            an_command_file_name(first_file));
   an_command_error(other_file, 0, message);
}

bool ah_load_check(const ah_profile *first, const char *first_file,
                   const ah_profile *other, const char *other_file)
{
   an_error error;
   if (ah_profile_is_compatible(first, other, &error))
      return true;
   ah_load_differs(first_file, other_file, error.message);
   return false;
}
