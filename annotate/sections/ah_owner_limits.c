/* ah_owner_limits.c -- what limits on owners are held against.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_limits.h"
#include "sections/ah_diff_report.h"
#include "sections/ah_looks.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* In this order in a row's counts. */
const char *const ah_owner_names[AH_OWNER_VALUES] = { "retained", "retained_blocks" };

static bool matches(const char *text, const char *name, const char *pattern)
{
   return pattern == NULL || strcmp(pattern, text) == 0 || fnmatch(pattern, text, 0) == 0
          || (name != NULL && fnmatch(pattern, name, 0) == 0);
}

/* As many counts as the pair of call paths has, of which the first are these. */
static void add_row(ac_gate_calls *rows, const ah_diff *diff, const ah_owner_row *owner,
                    const char *text, const tk_alloc *alloc)
{
   size_t n = diff->paths.n_values, text_B = strlen(text) + 1;
   int64_t *counts = tk_get_zeroed(alloc, AN_LABEL, 2 * n * sizeof *counts + text_B);
   for (size_t side = 0; side < AH_SIDES; side++) {
      counts[side * n] = owner->retained[side].bytes;
      counts[side * n + 1] = owner->retained[side].blocks;
   }
   char *name = memcpy(counts + 2 * n, text, text_B); /* ends with the counts */
   rows->rows[rows->n_rows++] =
      (ac_gate_row){ .name = name, .counts = counts, .at_most = counts };
}

void ah_owner_limits_find(ac_gate_calls *rows, const ah_diff *diff, const tk_alloc *alloc,
                          const char *pattern)
{
   ah_owner_row *owners;
   size_t n;
   *rows = (ac_gate_calls){ .noun = "owner", .are_all = pattern == NULL };
   ah_diff_owner_rows(diff, alloc, &owners, &n);
   rows->rows = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *rows->rows);
   for (size_t i = 0; i < n; i++) {
      char *text = ah_looks_keeper_text(owners[i].keeper);
      if (matches(text, owners[i].keeper->name, pattern))
         add_row(rows, diff, &owners[i], text, alloc);
      free(text);
   }
}
