/* ac_data.c -- makes the model of data objects from their sums.

   Binaries, frames, data and entries are sorted by what they are, so the order in which
   files came does not show.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_data.h"

#include "base/an_number.h"
#include "base/an_string.h"
#include "base/tk_count.h"
#include "counts/ac_data_model.h"
#include "counts/ac_find.h"
#include "counts/ac_instrs.h"
#include "counts/ac_layout.h"
#include "counts/ac_order.h"
#include "counts/ac_profile_private.h"

#include <stdlib.h>
#include <string.h>

static bool is_whole(const ac_profile *profile)
{
   const ac_data_sums *sums = profile->data;
   return sums != NULL && !sums->is_mixed && sums->n_files == profile->n_states;
}

const ac_data *ac_profile_data(const ac_profile *profile)
{
   return is_whole(profile) ? &profile->data->data : NULL;
}

const ac_sharing *ac_profile_sharing(const ac_profile *profile)
{
   const ac_data_sums *sums = profile->data;
   bool is_known = is_whole(profile) && !sums->mixes_sharing
                   && sums->n_shared == sums->n_files;
   return is_known ? &sums->shared[AC_SHARED].model : NULL;
}

/* ---- Sorting ---- */

/* AC_NO_DATA comes first. */
static int compare_references(uint32_t a, uint32_t b)
{
   return tk_compare((uint32_t)(a + 1), (uint32_t)(b + 1));
}

static int compare_binaries(const void *a, const void *b)
{
   const ac_data_binary *x = a, *y = b;
   return strcmp(x->path, y->path) ?: an_string_compare(x->build_id, y->build_id);
}

static int compare_frames(const void *a, const void *b)
{
   const ac_data_frame *x = a, *y = b;
   return an_string_compare(x->function, y->function)
      ?: an_string_compare(x->file, y->file)
      ?: tk_compare(x->line, y->line)
      ?: compare_references(x->binary, y->binary)
      ?: tk_compare(x->address, y->address);
}

static int compare_paths(const ac_datum *x, const ac_datum *y)
{
   for (size_t i = 0; i < x->n_frames && i < y->n_frames; i++)
      if (x->frames[i] != y->frames[i])
         return x->frames[i] < y->frames[i] ? -1 : 1;
   return tk_compare(x->n_frames, y->n_frames) ?: x->is_cut - y->is_cut;
}

static int compare_data(const void *a, const void *b)
{
   const ac_datum *x = a, *y = b;
   return tk_compare(x->kind, y->kind)
      ?: compare_paths(x, y)
      ?: compare_references(x->binary, y->binary)
      ?: tk_compare(x->start, y->start)
      ?: an_string_compare(x->name, y->name)
      ?: an_string_compare(x->file, y->file)
      ?: tk_compare((uint64_t)x->size_B, (uint64_t)y->size_B);
}

static int compare_entries(const void *a, const void *b)
{
   const ac_data_entry *x = a, *y = b;
   return tk_compare(x->function, y->function)
      ?: tk_compare(x->line, y->line)
      ?: tk_compare(x->datum, y->datum)
      /* an unknown offset comes last */
      ?: tk_compare((uint64_t)x->place.offset, (uint64_t)y->place.offset)
      ?: tk_compare((uint64_t)x->place.stride, (uint64_t)y->place.stride);
}

/* ---- Binaries and frames ---- */

/* An array of the model, with room for one more: there may be none. */
static void *new_array(ac_data_sums *sums, size_t n, size_t item_B)
{
   return tk_arena_get(&sums->arrays, (n + 1) * item_B);
}

static uint32_t *new_indices(const ac_data_sums *sums, size_t n)
{
   return tk_get(sums->alloc, AN_LABEL, (n + 1) * sizeof(uint32_t));
}

static void make_binaries(ac_data_making *m)
{
   ac_data_sums *sums = m->sums;
   size_t n = sums->binaries.n;
   ac_data_binary *all = new_array(sums, n, sizeof *all);
   m->binaries = new_indices(sums, n);
   for (size_t i = 0; i < n; i++) {
      const uint64_t *key = ac_keyed_key(&sums->binaries, i);
      all[i] = (ac_data_binary){ ac_keyed_text(key[0]), ac_keyed_text(key[1]) };
   }
   sums->data.binaries = all;
   sums->data.n_binaries = n;
   ac_order_items(sums->alloc, all, n, sizeof *all, compare_binaries, m->binaries);
}

static void make_frames(ac_data_making *m)
{
   ac_data_sums *sums = m->sums;
   size_t n = sums->frames.n;
   ac_data_frame *all = new_array(sums, n, sizeof *all);
   m->frames = new_indices(sums, n);
   for (size_t i = 0; i < n; i++) {
      const uint64_t *key = ac_keyed_key(&sums->frames, i);
      all[i] = (ac_data_frame){
         .function = ac_keyed_text(key[0]),
         .file = ac_keyed_text(key[1]),
         .address = key[2],
         .binary = ac_keyed_map(m->binaries, ac_keyed_high(key[3])),
         .line = ac_keyed_low(key[3]),
      };
   }
   sums->data.frames = all;
   sums->data.n_frames = n;
   ac_order_items(sums->alloc, all, n, sizeof *all, compare_frames, m->frames);
}

/* ---- Data ---- */

/* Sets what identifies a heap object. */
static void set_path(const ac_data_making *m, ac_datum *datum, const uint64_t *words)
{
   size_t size_B;
   const uint32_t *from = tk_strings_bytes(m->sums->arrays_of_words, (uint32_t)words[0],
                                           &size_B);
   size_t n = size_B / sizeof *from;
   uint32_t *frames = new_array(m->sums, n, sizeof *frames);
   for (size_t i = 0; i < n; i++)
      frames[i] = m->frames[from[i]];
   datum->frames = frames;
   datum->n_frames = n;
   datum->is_cut = words[1] != 0;
}

static void set_identity(const ac_data_making *m, ac_datum *datum, const uint64_t *words)
{
   datum->binary = AC_NO_DATA;
   switch (datum->kind) {
   case AC_DATA_HEAP: set_path(m, datum, words); break;
   case AC_DATA_STATIC:
   case AC_DATA_TLS:
      datum->binary = ac_keyed_map(m->binaries, (uint32_t)words[0]);
      datum->start = words[1];
      datum->name = ac_keyed_text(words[2]);
      datum->size_B = (int64_t)words[3];
      break;
   default:
      datum->name = ac_keyed_text(words[0]);
      datum->file = ac_keyed_text(words[1]);
      break;
   }
}

static void set_numbers(const ac_data_making *m, ac_datum *datum, size_t i)
{
   const ac_data_sums *sums = m->sums;
   const int64_t *numbers = ac_keyed_numbers(&sums->data_rows, i);
   const ac_datum_rest *rest = &sums->rests[i];
   datum->n_blocks = numbers[AC_DATUM_BLOCKS];
   datum->bytes = numbers[AC_DATUM_BYTES];
   datum->min_B = rest->min_B;
   datum->max_B = rest->max_B;
   datum->rule = rest->rule <= m->n_rules ? rest->rule : AC_NO_RULE;
   if (sums->n_uses == sums->n_files) {
      datum->n_lines_fetched = numbers[AC_DATUM_LINES];
      datum->inside_B = numbers[AC_DATUM_INSIDE];
      datum->used_B = numbers[AC_DATUM_USED];
   }
   if (rest->by_set != NULL && !rest->mixes_sets) {
      datum->by_set = rest->by_set;
      datum->n_sets = rest->n_sets;
   }
}

static void make_data(ac_data_making *m)
{
   ac_data_sums *sums = m->sums;
   size_t n = sums->data_rows.n;
   size_t row_B = sums->data.n_events * sizeof(int64_t);
   ac_datum *all = new_array(sums, n, sizeof *all);
   m->data = new_indices(sums, n);
   for (size_t i = 0; i < n; i++) {
      const uint64_t *key = ac_keyed_key(&sums->data_rows, i);
      all[i] = (ac_datum){ .kind = (ac_data_kind)key[0],
                           .counts = tk_arena_get_zeroed(&sums->arrays, row_B) };
      set_identity(m, &all[i], key + 1);
      set_numbers(m, &all[i], i);
   }
   sums->data.data = all;
   sums->data.n_data = n;
   ac_order_items(sums->alloc, all, n, sizeof *all, compare_data, m->data);
}

/* ---- Entries ---- */

/* The body has each function, unless rows are unlike the format's. */
static void find_functions(ac_data_making *m, const ac_profile *profile)
{
   const ac_keyed *functions = &m->sums->functions;
   m->functions = tk_get(m->sums->alloc, AN_LABEL,
                         (functions->n + 1) * sizeof *m->functions);
   for (size_t i = 0; i < functions->n; i++) {
      const uint64_t *key = ac_keyed_key(functions, i);
      m->functions[i] = ac_find_function(profile, ac_keyed_text(key[0]),
                                         ac_keyed_text(key[1]));
      m->sums->is_mixed |= m->functions[i] == SIZE_MAX;
   }
}

static ac_data_entry entry_at(const ac_data_making *m, size_t i)
{
   const ac_data_sums *sums = m->sums;
   const uint64_t *key = ac_keyed_key(&sums->entries, i);
   const uint64_t *place = ac_keyed_key(&sums->places, ac_keyed_low(key[1]));
   return (ac_data_entry){
      .function = m->functions[ac_keyed_high(key[0])],
      .line = ac_keyed_low(key[0]),
      .datum = m->data[ac_keyed_high(key[1])],
      .place = { (int64_t)place[0], (int64_t)place[1] },
      .counts = ac_keyed_numbers(&sums->entries, i),
   };
}

static void make_entries(ac_data_making *m)
{
   ac_data_sums *sums = m->sums;
   ac_data *data = &sums->data;
   size_t n = sums->entries.n;
   ac_data_entry *all = new_array(sums, n, sizeof *all);
   bool is_sorted = true;
   for (size_t i = 0; i < n; i++) {
      all[i] = entry_at(m, i);
      is_sorted &= i == 0 || compare_entries(&all[i - 1], &all[i]) < 0;
      int64_t *counts = (int64_t *)data->data[all[i].datum].counts;
      an_number_add(counts, all[i].counts, data->n_events);
   }
   if (!is_sorted)
      qsort(all, n, sizeof *all, compare_entries);
   data->entries = all;
   data->n_entries = n;
}

/* ---- Sets ---- */

uint64_t ac_data_d1_misses(const ac_data *data, const int64_t *counts)
{
   uint64_t sum = 0;
   for (size_t e = 0; e < data->n_events; e++)
      if (strcmp(data->events[e], "D1mr") == 0 || strcmp(data->events[e], "D1mw") == 0)
         sum += (uint64_t)counts[e];
   return sum;
}

/* A sum knows the sets only if all its files did: else they have less than the datum.
   Caches with different numbers of sets have no sum. */
static void drop_partial_sets(const ac_data *data)
{
   size_t n_sets = 0;
   bool is_mixed = false;
   for (size_t i = 0; i < data->n_data; i++) {
      is_mixed |= n_sets != 0 && data->data[i].by_set != NULL
                  && data->data[i].n_sets != n_sets;
      if (data->data[i].by_set != NULL)
         n_sets = data->data[i].n_sets;
   }
   for (size_t i = 0; i < data->n_data; i++) {
      ac_datum *datum = (ac_datum *)&data->data[i];
      uint64_t sum = 0;
      for (size_t k = 0; k < datum->n_sets; k++)
         sum += (uint64_t)datum->by_set[k];
      if (datum->by_set != NULL && !is_mixed
          && sum == ac_data_d1_misses(data, datum->counts))
         continue;
      datum->by_set = NULL;
      datum->n_sets = 0;
   }
}

/* ---- The whole ---- */

/* Keeps the counts, to which the model points. */
static void close_sums(ac_data_sums *sums)
{
   ac_keyed_close(&sums->binaries);
   ac_keyed_close(&sums->frames);
   ac_keyed_close(&sums->data_rows);
   ac_keyed_close(&sums->functions);
   ac_keyed_close(&sums->places);
   ac_keyed_close(&sums->entries);
   ac_keyed_close(&sums->looks);
}

void ac_data_sums_finish(ac_data_sums *sums, const ac_profile *profile)
{
   ac_data_making m = { .sums = sums,
                        .n_rules = ac_profile_layout(profile, sums->is_pair)->n };
   if (!is_whole(profile)) {
      if (profile->instrs != NULL)
         ac_instr_sums_finish(profile->instrs, NULL);
      return;
   }
   make_binaries(&m);
   make_frames(&m);
   make_data(&m);
   find_functions(&m, profile);
   make_entries(&m);
   if (!sums->is_pair)
      drop_partial_sets(&sums->data);
   ac_data_make_looks(&m);
   ac_data_make_sharing(&m);
   if (profile->instrs != NULL)
      ac_instr_sums_finish(profile->instrs, m.data);
   tk_put(sums->alloc, m.binaries);
   tk_put(sums->alloc, m.frames);
   tk_put(sums->alloc, m.data);
   tk_put(sums->alloc, m.functions);
   close_sums(sums);
}
