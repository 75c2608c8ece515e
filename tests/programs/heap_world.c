/* heap_world.c -- preloaded into programs, beside same_world.so, to hide
   Valgrind's additions to the environment: they differ from tool to tool, and
   programs copy their environment to the heap.  (The launcher of Valgrind gets
   this library too, and must pass it on.)
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <valgrind/valgrind.h>

#include <string.h>

extern char **environ;

static int is_of_tools(const char *entry)
{
   return strncmp(entry, "LD_PRELOAD=", 11) == 0
          || strncmp(entry, "GLIBCPP_FORCE_NEW=", 18) == 0
          || strncmp(entry, "GLIBCXX_FORCE_NEW=", 18) == 0;
}

__attribute__((constructor)) static void hide(void)
{
   char **to = environ;
   if (!RUNNING_ON_VALGRIND)
      return;
   for (char **from = environ; *from != NULL; from++)
      if (!is_of_tools(*from))
         *to++ = *from;
   *to = NULL;
}
