/* an_wrapper.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strcasestr */
#endif

#include "paths/an_wrapper.h"

#include "paths/an_bare.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_CALLERS = 3 };

static bool ends_with(const char *name, const char *end)
{
   size_t n = strlen(name), n_end = strlen(end);
   return n >= n_end && strcasecmp(name + n - n_end, end) == 0;
}

bool an_wrapper_is_named(const char *function, char *room)
{
   static const char *const words[] = { "alloc", "strdup", "strndup", "memdup" };
   an_bare bare = an_bare_name(function, false, room);
   const char *name = room + bare.last;
   if (strstr(function, "operator new") != NULL
       || strstr(function, "operator delete") != NULL)
      return true;
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (strcasestr(name, words[i]) != NULL)
         return true;
   return ends_with(name, "free");
}

bool an_wrapper_is_shim(const char *function)
{
   static const char *const names[] = { "__rust_", "__rdl_", "__rg_" };
   static const char *const parts[] = {
      "std::rt::lang_start",
      "__rust_begin_short_backtrace",
      "__rust_end_short_backtrace",
      "core::ops::function::Fn",
      "{shim:",
      "{{vtable.shim}}",
   };
   if (strncmp(function, "__rustc", 7) == 0 && strstr(function, "::") != NULL)
      function = strstr(function, "::") + 2;
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (strncmp(function, names[i], strlen(names[i])) == 0)
         return true;
   for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
      if (strstr(function, parts[i]) != NULL)
         return true;
   return false;
}

static int compare_uses(const void *a, const void *b)
{
   const an_wrapper_use *x = a, *y = b;
   return strcmp(x->wrapper, y->wrapper) ?: strcmp(x->caller, y->caller);
}

size_t an_wrappers_keep(an_wrapper_use *uses, size_t n)
{
   size_t n_kept = 0;
   if (n > 0)
      qsort(uses, n, sizeof *uses, compare_uses);
   for (size_t i = 0, end; i < n; i = end) {
      size_t n_callers = 1;
      for (end = i + 1; end < n && strcmp(uses[end].wrapper, uses[i].wrapper) == 0; end++)
         n_callers += strcmp(uses[end].caller, uses[end - 1].caller) != 0;
      for (size_t k = i; k < end && n_callers >= LEAST_CALLERS; k++)
         uses[n_kept++] = uses[k];
   }
   return n_kept;
}
