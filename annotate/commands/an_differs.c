/* an_differs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_differs.h"

#include "commands/an_command.h"

#include <stdio.h>

void an_differs_warn(const ty_code_objects *objects)
{
   const char *path;
   for (size_t i = 0; (path = ty_code_differs(objects, i)) != NULL; i++)
      an_command_error(
         path, 0, "warning: not the build that was profiled: its code gets no names");
}

void an_differs_warn_split(const ty_types *types)
{
   const ty_code_objects *objects = types == NULL ? NULL : ty_types_objects(types);
   const char *path;
   if (objects == NULL)
      return;
   fflush(stdout); /* a report can be there, without its last bytes */
   for (size_t i = 0; (path = ty_code_lacks_split(objects, i)) != NULL; i++)
      an_command_error(path, 0,
                       "warning: its .dwo files are missing (-gsplit-dwarf): types, "
                       "variables and inlined functions get no names");
}
