/* ah_diff_csv.c -- the comparison of two heap profiles as CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

#include "base/an_alloc.h"
#include "base/an_csv_out.h"
#include "counts/ac_regions.h"
#include "paths/an_stacks.h"

#include <stdlib.h>

/* Outermost first, as folded stacks have it: for free(). */
static char *stack_of(const ah_step *steps, size_t n)
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   if (n == 0)
      fputs(AN_UNKNOWN, out);
   for (size_t i = n; i > 0; i--) {
      an_stacks_put_step(steps[i - 1].function, steps[i - 1].object, out);
      if (i > 1)
         putc(';', out);
   }
   an_memstream_close(out);
   return text;
}

static void put_path(an_csv_out *csv, const ah_diff *diff, const tk_alloc *alloc,
                     uint32_t path)
{
   size_t n;
   ah_step *steps = ah_diff_steps(diff, alloc, path, &n);
   char *stack = stack_of(steps, n);
   an_csv_put_text(csv, n == 0 ? AN_UNKNOWN : steps[0].function);
   an_csv_put_text(csv, n == 0 || steps[0].file == NULL ? "" : steps[0].file);
   an_csv_put_shown(csv, stack);
   free(stack);
   tk_put(alloc, steps);
   const int64_t *old = ah_paths_values(diff->paths, path);
   for (size_t i = 0; i < diff->n_values; i++) {
      an_csv_put_int(csv, old[i]);
      an_csv_put_int(csv, old[diff->n_values + i]);
   }
}

/* ---- Regions: in columns of their own, behind those of call paths ---- */

static void put_region_titles(an_csv_out *csv, const ah_diff *diff)
{
   an_csv_put_shown(csv, "region");
   for (size_t i = 0; i < ah_region_n_values(diff); i++) {
      char title[64];
      snprintf(title, sizeof title, "region %s", ah_region_names[i]);
      an_csv_put_title(csv, title, " old");
      an_csv_put_title(csv, title, " new");
   }
}

static void put_empty(an_csv_out *csv, size_t n)
{
   for (size_t i = 0; i < n; i++)
      an_csv_put_empty(csv);
}

static void put_region(an_csv_out *csv, const ah_diff *diff, const tk_alloc *alloc,
                       size_t index)
{
   const ac_region *region = ac_profile_region(diff->regions, index);
   size_t n_values = ah_region_n_values(diff);
   char *path = ac_region_path(diff->regions, alloc, index);
   put_empty(csv, 3 + 2 * diff->n_values);
   an_csv_put_text(csv, path);
   tk_put(alloc, path);
   for (size_t i = 0; i < n_values; i++) {
      an_csv_put_int(csv, region->counts[i]);
      an_csv_put_int(csv, region->counts[n_values + i]);
   }
   an_csv_end_record(csv);
}

/* ---- The whole ---- */

void ah_diff_print_csv(const ah_diff *diff, const tk_alloc *alloc, FILE *out)
{
   an_csv_out csv = { .out = out };
   size_t n_regions = ac_profile_n_regions(diff->regions);
   an_csv_put_shown(&csv, "function");
   an_csv_put_shown(&csv, "file");
   an_csv_put_shown(&csv, "stack");
   for (size_t i = 0; i < diff->n_values; i++) {
      an_csv_put_title(&csv, diff->values[i]->name, " old");
      an_csv_put_title(&csv, diff->values[i]->name, " new");
   }
   if (n_regions > 0)
      put_region_titles(&csv, diff);
   an_csv_end_record(&csv);
   for (size_t i = 0; i < ah_paths_n(diff->paths); i++) {
      if (!ah_diff_has_values(diff, diff->order[i]))
         continue;
      put_path(&csv, diff, alloc, diff->order[i]);
      if (n_regions > 0)
         put_empty(&csv, 1 + 2 * ah_region_n_values(diff));
      an_csv_end_record(&csv);
   }
   for (size_t i = 0; i < n_regions; i++)
      put_region(&csv, diff, alloc, i);
}
