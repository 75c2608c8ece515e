/* ac_sharing.c -- makes the model of shared lines of memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_sharing.h"

#include "base/an_overflow.h"
#include "base/tk_count.h"
#include "counts/ac_data_model.h"

#include <stdlib.h>

/* Equal accesses have the same thread, code, datum and bytes. */
static int compare_accesses(const void *a, const void *b)
{
   const ac_shared_access *x = a, *y = b;
   return tk_compare(x->thread, y->thread)
      ?: tk_compare(x->function, y->function)
      ?: tk_compare(x->line, y->line)
      ?: tk_compare(x->datum, y->datum)
      ?: (x->offset > y->offset) - (x->offset < y->offset)
      ?: tk_compare(x->mask, y->mask)
      ?: x->is_own - y->is_own;
}

static int compare_counted(const ac_shared_access *x, const ac_shared_access *y)
{
   return compare_accesses(x, y)
      ?: tk_compare((uint64_t)y->reads, (uint64_t)x->reads)
      ?: tk_compare((uint64_t)y->writes, (uint64_t)x->writes);
}

static int compare_lines(const void *a, const void *b, void *context)
{
   const ac_shared_line *x = a, *y = b;
   const ac_shared_access *accesses = context;
   int order = tk_compare((uint64_t)y->transfers, (uint64_t)x->transfers);
   for (size_t i = 0; order == 0 && i < x->n_accesses && i < y->n_accesses; i++)
      order = compare_counted(&accesses[x->first_access + i],
                              &accesses[y->first_access + i]);
   return order ?: tk_compare(x->n_accesses, y->n_accesses);
}

/* Sorts the accesses of a line, and adds up equal ones: renaming makes some. */
static void sort_accesses(ac_shared_line *line, ac_shared_access *accesses)
{
   ac_shared_access *all = &accesses[line->first_access];
   size_t n = 0;
   bool overflow = false;
   qsort(all, line->n_accesses, sizeof *all, compare_accesses);
   for (size_t i = 0; i < line->n_accesses; i++) {
      if (n == 0 || compare_accesses(&all[n - 1], &all[i]) != 0) {
         all[n++] = all[i];
         continue;
      }
      overflow |= __builtin_add_overflow(all[n - 1].reads, all[i].reads,
                                         &all[n - 1].reads);
      overflow |= __builtin_add_overflow(all[n - 1].writes, all[i].writes,
                                         &all[n - 1].writes);
   }
   line->n_accesses = n;
   an_overflow_note(overflow);
}

static void make_model(const ac_data_making *m, ac_sharing_sums *of)
{
   ac_sharing *sharing = &of->model;
   for (size_t i = 0; i < sharing->n_accesses; i++) {
      ac_shared_access *access = &of->accesses[i];
      access->function = m->functions[access->function];
      access->datum = m->data[access->datum];
   }
   for (size_t i = 0; i < sharing->n_lines; i++)
      sort_accesses(&of->lines[i], of->accesses);
   if (sharing->n_lines > 0)
      qsort_r(of->lines, sharing->n_lines, sizeof *of->lines, compare_lines,
              of->accesses);
   sharing->lines = of->lines;
   sharing->accesses = of->accesses;
}

void ac_data_make_sharing(ac_data_making *m)
{
   ac_sharing_sums *shared = m->sums->shared;
   make_model(m, &shared[AC_SHARED]);
   if (m->sums->is_pair) {
      make_model(m, &shared[AC_SHARED_OF_OLD]);
      shared[AC_SHARED].model.old = &shared[AC_SHARED_OF_OLD].model;
   }
}
