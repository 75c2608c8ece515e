/* an_base_name.h -- paths and commands without directories; pure, freestanding.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* The last component of a path; all of it, if nothing is behind its last slash. */
static inline const char *an_base_name(const char *path)
{
   const char *base = path;
   for (const char *at = path; *at != '\0'; at++)
      if (*at == '/' && at[1] != '\0')
         base = at + 1;
   return base;
}

/* A command, "/usr/bin/app a/b", without the directories of its program: "app a/b". */
static inline const char *an_base_command(const char *command)
{
   const char *base = command;
   for (const char *at = command; *at != '\0' && *at != ' '; at++)
      if (*at == '/' && at[1] != '\0' && at[1] != ' ')
         base = at + 1;
   return base;
}
