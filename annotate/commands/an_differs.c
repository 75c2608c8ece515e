/* an_differs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_differs.h"

#include "commands/an_command.h"

void an_differs_warn(const ty_code_objects *objects)
{
   const char *path;
   for (size_t i = 0; (path = ty_code_differs(objects, i)) != NULL; i++)
      an_command_error(path, 0,
                       "warning: another build than the one profiled: "
                       "its code gets no names");
}
