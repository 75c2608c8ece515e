/* an_step.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_step.h"

#include "base/an_error.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Whether a suffix by a compiler begins here: ".constprop.0", ".cold". */
static bool is_suffix(const char *at)
{
   static const char *const suffixes[] = {
      ".cold", ".constprop", ".isra", ".llvm", ".lto_priv", ".part",
   };
   for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
      size_t n = strlen(suffixes[i]);
      if (strncmp(at, suffixes[i], n) == 0
          && ((at[n] == '\0' && i == 0)
              || (at[n] == '.' && isdigit((unsigned char)at[n + 1]))))
         return true;
   }
   return false;
}

/* The length of a function's name without suffixes by compilers. */
static size_t name_length(const char *function)
{
   const char *clone = strstr(function, " [clone ");
   if (clone != NULL)
      return (size_t)(clone - function);
   for (const char *at = function; (at = strchr(at, '.')) != NULL; at++)
      if (at > function && is_suffix(at))
         return (size_t)(at - function);
   return strlen(function);
}

static const char *last_component(const char *path)
{
   if (path == NULL)
      return "";
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

char *an_step_key(const tk_alloc *alloc, const char *function, const char *file,
                  const char *object, size_t *key_B)
{
   bool is_known = strcmp(function, AN_UNKNOWN) != 0;
   file = last_component(file);
   object = is_known ? "" : last_component(object);
   size_t n_name = name_length(function);
   size_t n_file = strlen(file) + 1, n_object = strlen(object) + 1;
   *key_B = n_name + 1 + n_file + n_object;
   char *key = tk_get(alloc, "an.step", *key_B);
   memcpy(key, function, n_name);
   key[n_name] = '\0';
   memcpy(key + n_name + 1, file, n_file);
   memcpy(key + n_name + 1 + n_file, object, n_object);
   return key;
}
