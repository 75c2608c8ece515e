/* an_own.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* FNM_LEADING_DIR */
#endif

#include "base/an_own.h"

#include "base/tk_library.h"

#include <fnmatch.h>

static bool is_below(const char *folder, const char *file)
{
   return fnmatch(folder, file, FNM_PATHNAME | FNM_LEADING_DIR) == 0;
}

static bool is_in(const char *folder, const char *file)
{
   if (is_below(folder, file))
      return true;
   for (const char *at = file; *folder != '/' && *at != '\0'; at++)
      if (*at == '/' && is_below(folder, at + 1))
         return true;
   return false;
}

an_whose an_own_says(const an_own *own, const char *file)
{
   for (size_t i = own == NULL ? 0 : own->n; i > 0; i--)
      if (is_in(own->rules[i - 1].folder, file))
         return own->rules[i - 1].whose;
   return AN_WHOSE_UNSAID;
}

bool an_own_is_library(const an_own *own, const char *file)
{
   an_whose whose = an_own_says(own, file);
   return whose == AN_WHOSE_UNSAID ? tk_library_has_source(file)
                                   : whose == AN_WHOSE_LIBRARY;
}
