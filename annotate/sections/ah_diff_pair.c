/* ah_diff_pair.c -- two heap profiles as a pair of counts, which limits can be held
   against.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

#include "base/an_alloc.h"

#include <stdlib.h>
#include <string.h>

bool ah_diff_has_values(const ah_diff *diff, uint32_t path)
{
   const int64_t *values = ah_paths_values(diff->paths, path);
   for (size_t i = 0; i < 2 * diff->n_values; i++)
      if (values[i] != 0)
         return true;
   return false;
}

ah_step *ah_diff_steps(const ah_diff *diff, const tk_alloc *alloc, uint32_t path,
                       size_t *n)
{
   *n = 0;
   for (ah_step step = { .next = 0 }; ah_paths_step(diff->paths, path, &step);)
      ++*n;
   ah_step *of = tk_get(alloc, "hp.diff", (*n + 1) * sizeof *of);
   ah_step step = { .next = 0 };
   for (size_t i = 0; i < *n; i++) {
      ah_paths_step(diff->paths, path, &step);
      of[i] = step;
   }
   return of;
}

/* "xmalloc < parse < main", for free(). */
static char *name_of(const ah_diff *diff, uint32_t path)
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   const char *before = "";
   for (ah_step step = { .next = 0 }; ah_paths_step(diff->paths, path, &step);
        before = " < ")
      fprintf(out, "%s%s", before, step.function);
   if (*before == '\0')
      fputs(AN_UNKNOWN, out);
   an_memstream_close(out);
   return text;
}

static void begin_function(ac_profile *pair, const char *file, const char *name)
{
   file = ac_profile_intern(pair, file, strlen(file));
   name = ac_profile_intern(pair, name, strlen(name));
   ac_profile_begin(pair, file, name);
}

static void add_path(ac_profile *pair, const ah_diff *diff, uint32_t path)
{
   ah_step step = { .next = 0 };
   char *name = name_of(diff, path);
   ah_paths_step(diff->paths, path, &step);
   begin_function(pair, step.file == NULL ? AN_UNKNOWN : step.file, name);
   ac_profile_add(pair, step.line, ah_paths_values(diff->paths, path));
   free(name);
}

static void add_all(ac_profile *pair, const ah_diff *diff, bool with_paths)
{
   size_t n = with_paths ? ah_paths_n(diff->paths) : 0;
   for (size_t i = 0; i < 2 * diff->n_values; i++) {
      const char *name = diff->values[i % diff->n_values]->name;
      ac_profile_add_text(pair, AC_EVENT, name, strlen(name));
   }
   for (size_t i = 0; i < n; i++)
      add_path(pair, diff, (uint32_t)i);
   if (n > 0)
      return;
   begin_function(pair, AN_UNKNOWN, AN_UNKNOWN);
   ac_profile_add(pair, 0, diff->totals);
}

ac_profile *ah_diff_pair(const ah_diff *diff, const tk_alloc *alloc, bool with_paths)
{
   ac_profile *pair = ac_profile_new(alloc);
   ac_profile_set_command(pair, "", 0);
   add_all(pair, diff, with_paths);
   ac_profile_finish(pair);
   return pair;
}
