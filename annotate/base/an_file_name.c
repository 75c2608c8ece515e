/* an_file_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_file_name.h"

#include <string.h>

bool an_file_name_is_untidy(const char *name, size_t n)
{
   bool is_untidy = false;
   for (const char *at = name, *end = name + n;
        (at = memchr(at, '/', (size_t)(end - at))) != NULL; at++) {
      if (end - at > 1 && (at[1] == '/' || at[1] == '.'))
         is_untidy = true;
      if (end - at > 1 && at[1] == '/' && at > name && at[-1] == ':')
         return false;
   }
   return is_untidy;
}

static bool is_parent(const char *part, size_t n)
{
   return n == 2 && memcmp(part, "..", 2) == 0;
}

/* Where the last of the n bytes' components begins, not before `first`. */
static size_t last_component(const char *name, size_t first, size_t n)
{
   while (n > first && name[n - 1] != '/')
      n--;
   return n;
}

size_t an_file_name_tidy(char *name, size_t n)
{
   if (!an_file_name_is_untidy(name, n))
      return n;
   bool is_absolute = name[0] == '/';
   bool is_here = name[0] == '.' && name[1] == '/';
   /* The components from `first` on are tidy; "./" is before it. */
   size_t first = is_absolute ? 1 : is_here ? 2 : 0;
   size_t used = first, length;
   for (size_t at = first; at < n; at += length + 1) {
      const char *slash = memchr(name + at, '/', n - at);
      length = slash == NULL ? n - at : (size_t)(slash - name) - at;
      if (length == 0 || (length == 1 && name[at] == '.'))
         continue;
      if (is_parent(name + at, length)) {
         size_t last = last_component(name, first, used);
         if (used > first && !is_parent(name + last, used - last)) {
            used = last > first ? last - 1 : first;
            continue;
         }
         if (is_absolute)
            continue; /* the root is its own parent */
         if (is_here && used == first)
            used = first = 0;
         is_here = false;
      }
      if (used > first)
         name[used++] = '/';
      memmove(name + used, name + at, length);
      used += length;
   }
   if (used == 0)
      name[used++] = '.';
   return is_here && used == first ? 1 : used;
}
