/* cs_data_order.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_data_order.h"

#include "base/tk_chars.h"
#include "base/tk_count.h"
#include "base/tk_sort.h"

/* NULL comes first. */
static int compare_texts(const char *a, const char *b)
{
   if (a == b || a == NULL || b == NULL)
      return (a != NULL) - (b != NULL);
   return tk_chars_compare(a, b);
}

static int compare_binaries(const tk_object *binaries, uint32_t a, uint32_t b)
{
   if (a == b || a == TK_NO_OBJECT || b == TK_NO_OBJECT)
      return tk_compare(a, b);
   return compare_texts(binaries[a - 1].path, binaries[b - 1].path)
             ?: compare_texts(binaries[a - 1].build_id, binaries[b - 1].build_id);
}

static int compare_frames(const tk_object *binaries, const cs_data_frame *a,
                          const cs_data_frame *b)
{
   return compare_texts(a->function, b->function)
      ?: compare_texts(a->file, b->file)
      ?: tk_compare(a->line, b->line)
      ?: compare_binaries(binaries, a->binary, b->binary)
      ?: tk_compare(a->address, b->address);
}

static int compare_paths(const tk_object *binaries, const cs_data *a, const cs_data *b)
{
   for (uint32_t i = 0; i < a->n_frames && i < b->n_frames; i++) {
      int by = compare_frames(binaries, &a->frames[i], &b->frames[i]);
      if (by != 0)
         return by;
   }
   return tk_compare(a->n_frames, b->n_frames) ?: tk_compare(a->is_cut, b->is_cut);
}

static int compare_keys(const tk_object *binaries, const cs_data_key *a,
                        const cs_data_key *b)
{
   return compare_texts(a->name, b->name)
      ?: compare_texts(a->file, b->file)
      ?: compare_binaries(binaries, a->binary, b->binary)
      ?: tk_compare(a->start, b->start)
      ?: tk_compare(a->size_B, b->size_B);
}

static int compare_data(void *context, const void *a, const void *b)
{
   const tk_object *binaries = context;
   const cs_data *x = a, *y = b;
   return tk_compare(x->key.kind, y->key.kind)
      ?: compare_paths(binaries, x, y)
      ?: compare_keys(binaries, &x->key, &y->key)
      ?: tk_compare(x->index, y->index);
}

void cs_data_order(const cs_data **data, size_t n, const tk_object *binaries)
{
   tk_sort((const void **)data, n, compare_data, (void *)binaries);
}
