/* ac_looks.c -- makes the model of looks from their sums.

   A datum keeps the AC_LOOKS_MOST different looks that were most frequent; of those that
   were equally so, the ones with the smallest hashes, so offsets have no say.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_model.h"

#include "base/an_number.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   ac_data_look look;
   uint32_t datum;
   uint64_t hash; /* of what is looked at */
} item;

static int compare_bytes(const ac_data_look *a, const ac_data_look *b)
{
   int by = tk_compare_signed(a->offset, b->offset);
   if (by == 0)
      by = tk_compare(a->n_lines, b->n_lines);
   for (uint32_t i = 0; by == 0 && i < a->n_lines; i++)
      by = tk_compare(a->used[i], b->used[i]);
   return by;
}

static int compare_looks(const void *a, const void *b)
{
   const ac_data_look *x = a, *y = b;
   return tk_compare_signed(y->count, x->count) ?: compare_bytes(x, y);
}

static int compare_items(const void *a, const void *b)
{
   const item *x = a, *y = b;
   return tk_compare(x->datum, y->datum)
      ?: tk_compare_signed(y->look.count, x->look.count)
      ?: tk_compare(x->hash, y->hash)
      ?: compare_bytes(&x->look, &y->look);
}

static item item_at(const ac_data_making *m, size_t i)
{
   const ac_data_sums *sums = m->sums;
   const uint64_t *key = ac_keyed_key(&sums->looks, i);
   size_t size_B;
   const uint64_t *used = tk_strings_bytes(sums->arrays_of_words, (uint32_t)key[2],
                                           &size_B);
   return (
      item){ .look = { .offset = (int64_t)key[1],
                       .n_lines = (uint32_t)(size_B / sizeof *used),
                       .used = used,
                       .count = ac_keyed_numbers(&sums->looks, i)[0] },
             .datum = m->data[key[0]],
             .hash = tk_hash_word(tk_hash_bytes((const char *)used, size_B) ^ key[1]) };
}

/* The datum has these n, the most frequent first.  The order of those that it keeps is by
   their bytes then. */
static void set_looks(const ac_data *data, const item *items, size_t n,
                      ac_data_look *looks)
{
   ac_datum *datum = (ac_datum *)&data->data[items->datum];
   datum->n_looks = n < AC_LOOKS_MOST ? n : AC_LOOKS_MOST;
   for (size_t i = 0; i < datum->n_looks; i++)
      looks[i] = items[i].look;
   qsort(looks, datum->n_looks, sizeof *looks, compare_looks);
   datum->looks = looks;
}

void ac_data_make_looks(ac_data_making *m)
{
   ac_data_sums *sums = m->sums;
   size_t n = sums->mixes_looks ? 0 : sums->looks.n;
   if (n == 0)
      return;
   ac_data_look *looks = tk_arena_get(&sums->arrays, n * sizeof *looks);
   item *items = tk_get(sums->alloc, AN_LABEL, n * sizeof *items);
   for (size_t i = 0; i < n; i++)
      items[i] = item_at(m, i);
   qsort(items, n, sizeof *items, compare_items);
   for (size_t i = 0, next; i < n; i = next) {
      for (next = i + 1; next < n && items[next].datum == items[i].datum;)
         next++;
      set_looks(&sums->data, items + i, next - i, looks + i);
   }
   tk_put(sums->alloc, items);
   sums->data.look_line_B = sums->look_line_B;
}
