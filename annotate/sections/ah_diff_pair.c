/* ah_diff_pair.c -- two heap profiles as a pair of counts, which limits can be held
   against.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

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
   for (size_t i = 0; of != NULL && i < *n; i++) {
      ah_paths_step(diff->paths, path, &step);
      of[i] = step;
   }
   return of;
}

/* "xmalloc < parse < main", for free(); NULL if memory ran out. */
static char *name_of(const ah_diff *diff, uint32_t path)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = open_memstream(&text, &size_B);
   const char *before = "";
   if (out == NULL)
      return NULL;
   for (ah_step step = { .next = 0 }; ah_paths_step(diff->paths, path, &step);
        before = " < ")
      fprintf(out, "%s%s", before, step.function);
   if (*before == '\0')
      fputs(AN_UNKNOWN, out);
   if (fclose(out) == 0)
      return text;
   free(text);
   return NULL;
}

static an_status begin_function(ac_profile *pair, const char *file, const char *name)
{
   file = ac_profile_intern(pair, file, strlen(file));
   name = ac_profile_intern(pair, name, strlen(name));
   return file == NULL || name == NULL ? AN_NO_MEMORY
                                       : ac_profile_begin(pair, file, name);
}

static an_status add_path(ac_profile *pair, const ah_diff *diff, uint32_t path)
{
   ah_step step = { .next = 0 };
   char *name = name_of(diff, path);
   ah_paths_step(diff->paths, path, &step);
   an_status status = AN_NO_MEMORY;
   if (name != NULL)
      status = begin_function(pair, step.file == NULL ? AN_UNKNOWN : step.file, name);
   if (status == AN_OK)
      status = ac_profile_add(pair, step.line, ah_paths_values(diff->paths, path));
   free(name);
   return status;
}

static an_status add_all(ac_profile *pair, const ah_diff *diff, bool with_paths)
{
   an_status status = AN_OK;
   size_t n = with_paths ? ah_paths_n(diff->paths) : 0;
   for (size_t i = 0; i < 2 * diff->n_values && status == AN_OK; i++) {
      const char *name = diff->values[i % diff->n_values]->name;
      status = ac_profile_add_text(pair, AC_EVENT, name, strlen(name));
   }
   for (size_t i = 0; i < n && status == AN_OK; i++)
      status = add_path(pair, diff, (uint32_t)i);
   if (n > 0 || status != AN_OK)
      return status;
   status = begin_function(pair, AN_UNKNOWN, AN_UNKNOWN);
   return status == AN_OK ? ac_profile_add(pair, 0, diff->totals) : status;
}

ac_profile *ah_diff_pair(const ah_diff *diff, const tk_alloc *alloc, bool with_paths)
{
   ac_profile *pair = ac_profile_new(alloc);
   if (pair == NULL)
      return NULL;
   an_status status = ac_profile_set_command(pair, "", 0);
   if (status == AN_OK)
      status = add_all(pair, diff, with_paths);
   if (status == AN_OK)
      status = ac_profile_finish(pair);
   if (status == AN_OK)
      return pair;
   ac_profile_free(pair);
   return NULL;
}
