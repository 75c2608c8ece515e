/* ac_find.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_find.h"

#include "base/tk_search.h"
#include "counts/ac_profile_private.h"

#include <string.h>

size_t ac_find_file(const ac_profile *profile, const char *name)
{
   const ac_file *files = profile->files;
   size_t first = TK_SEARCH(i, profile->n_files, strcmp(files[i].name, name) < 0);
   bool is_there = first < profile->n_files && strcmp(files[first].name, name) == 0;
   return is_there ? first : SIZE_MAX;
}

size_t ac_find_function(const ac_profile *profile, const char *file, const char *name)
{
   size_t i = ac_find_file(profile, file);
   if (i == SIZE_MAX)
      return SIZE_MAX;
   const ac_function *functions = profile->functions;
   size_t first = profile->files[i].first_function;
   size_t end = first + profile->files[i].n_functions;
   tk_search s = { .low = first, .high = end };
   while (tk_search_next(&s))
      tk_search_step(&s, strcmp(functions[s.middle].name, name) < 0);
   bool is_there = s.low < end && strcmp(functions[s.low].name, name) == 0;
   return is_there ? s.low : SIZE_MAX;
}
