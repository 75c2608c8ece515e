/* ah_export_folded.c -- folded stacks, for flame graphs: "main;parse;xmalloc 1234".

   One line for each distinct stack with a value other than 0, sorted.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "heap/ah_folded.h"
#include "heap/ah_value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "hp.folded"

typedef struct {
   char *stack;
   int64_t value;
} line;

static int compare_lines(const void *a, const void *b)
{
   return strcmp(((const line *)a)->stack, ((const line *)b)->stack);
}

/* Sites whose paths differ only in source lines have the same stack. */
static void print_lines(const line *lines, size_t n, FILE *out)
{
   for (size_t i = 0; i < n;) {
      const line *first = &lines[i];
      int64_t sum = 0; /* fits: the reader has added up all sites */
      for (; i < n && strcmp(lines[i].stack, first->stack) == 0; i++)
         sum += lines[i].value;
      fprintf(out, "%s %" PRId64 "\n", first->stack, sum);
   }
}

/* The stacks that have a value; false if memory ran out. */
static bool find_lines(const ah_folded *folded, const ah_profile *profile,
                       const ah_value *metric, line *lines, size_t *n)
{
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      line one = { NULL, ah_value_of(metric, site) };
      if (one.value == 0)
         continue;
      one.stack = ah_folded_path(folded, site);
      if (one.stack == NULL)
         return false;
      lines[(*n)++] = one;
   }
   return true;
}

an_status ah_export_folded(const ah_profile *profile, const tk_alloc *alloc,
                           const ah_value *metric, FILE *out)
{
   ah_folded folded;
   size_t n = 0;
   if (!ah_folded_open(&folded, alloc, profile))
      return AN_NO_MEMORY;
   line *lines = tk_get(alloc, LABEL, (profile->n_sites + 1) * sizeof *lines);
   bool ok = lines != NULL && find_lines(&folded, profile, metric, lines, &n);
   if (ok) {
      qsort(lines, n, sizeof *lines, compare_lines);
      print_lines(lines, n, out);
   }
   for (size_t i = 0; i < n; i++)
      free(lines[i].stack);
   tk_put(alloc, lines);
   ah_folded_close(&folded);
   return ok ? AN_OK : AN_NO_MEMORY;
}
