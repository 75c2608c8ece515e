/* ah_load_named.c -- apart from ah_load.c, for commands that need no debug info.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ah_load.h"

#include "base/an_alloc.h"
#include "commands/an_command.h"
#include "commands/an_differs.h"
#include "heap/ah_qualify.h"
#include "heap/ah_symbols.h"

ah_profile *ah_load_named(const char *file, const an_source_places *places)
{
   ah_profile *profile = ah_load(an_alloc_malloc(), file);
   if (profile == NULL)
      return NULL;
   ty_types *types = ty_types_new(an_alloc_malloc(), places);
   ah_symbols_find(profile, an_alloc_malloc(), types);
   ah_qualify(profile, an_alloc_malloc(), types);
   an_differs_warn(ty_types_objects(types));
   ty_types_free(types);
   return profile;
}
