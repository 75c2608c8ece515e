/* ah_retained.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_retained.h"

#include "base/tk_hash.h"
#include "base/tk_table.h"

#include <stdlib.h>

/* A type such as char says nothing of what blocks are for. */
static const ty_type *type_of(const ah_keeper *keeper)
{
   return keeper->type != NULL && keeper->type->n_fields > 0 ? keeper->type : NULL;
}

static bool are_alike(const ah_keeper *a, const ah_keeper *b)
{
   return type_of(a) == type_of(b) && (type_of(a) != NULL || a->site == b->site);
}

/* Whether blocks of the same kind keep these. */
static bool is_within(const ah_keepers *keepers, const ah_keeper *keeper)
{
   for (int64_t i = keeper->above; i >= 0; i = keepers->of[i].above)
      if (keepers->of[i].site != AH_NO_SITE && are_alike(&keepers->of[i], keeper))
         return true;
   return false;
}

/* The row of the keeper's blocks, which has room if it is new. */
static ah_retained *row_of(ah_retained *rows, size_t *n, tk_table *table,
                           const ah_keeper *keeper)
{
   const ty_type *type = type_of(keeper);
   uint64_t hash = tk_hash_word(type == NULL ? keeper->site : (uintptr_t)type);
   TK_TABLE_EACH(i, table, hash)
      if (rows[i].type == type && (type != NULL || rows[i].site == keeper->site))
         return &rows[i];
   tk_table_add(table, hash, (uint32_t)*n);
   rows[*n] = (ah_retained){ .type = type, .site = keeper->site };
   return &rows[(*n)++];
}

static void add(ah_amount *to, ah_amount more)
{
   to->bytes += more.bytes; /* the sum of all fits (ah_read_looks.c) */
   to->blocks += more.blocks;
}

static void add_keeper(ah_retained *row, const ah_keepers *keepers,
                       const ah_keeper *keeper)
{
   add(&row->own, keeper->own);
   if (keeper->own.bytes > row->most_B) {
      row->most_B = keeper->own.bytes;
      row->site = keeper->site;
   }
   if (is_within(keepers, keeper))
      return;
   add(&row->retained, keeper->retained);
   row->idle_B += keeper->idle.bytes;
}

static int compare_rows(const void *a, const void *b)
{
   const ah_retained *x = a, *y = b;
   return tk_compare_signed(y->retained.bytes, x->retained.bytes)
             ?: tk_compare(x->site, y->site);
}

void ah_retained_make(const ah_keepers *keepers, const tk_alloc *alloc, ah_retained **of,
                      size_t *n)
{
   tk_table table = { .alloc = alloc, .label = AN_LABEL };
   *n = 0;
   *of = tk_get(alloc, AN_LABEL, (keepers->n + 1) * sizeof **of);
   for (size_t i = 0; i < keepers->n; i++) {
      const ah_keeper *keeper = &keepers->of[i];
      if (keeper->site == AH_NO_SITE)
         continue;
      add_keeper(row_of(*of, n, &table, keeper), keepers, keeper);
   }
   qsort(*of, *n, sizeof **of, compare_rows);
}
