/* ac_data_sums.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_sums.h"

#include "base/an_number.h"
#include "base/an_overflow.h"
#include "base/tk_array.h"
#include "counts/ac_layout.h"
#include "counts/ac_profile_private.h"

#include <string.h>

/* ---- Making and freeing ---- */

static ac_data_sums *new_sums(const tk_alloc *alloc, size_t n_events)
{
   ac_data_sums *sums = tk_get(alloc, AN_LABEL, sizeof *sums);
   *sums = (ac_data_sums){ .alloc = alloc, .data = { .n_events = n_events } };
   ac_keyed_init(&sums->binaries, alloc, 2, 0);
   ac_keyed_init(&sums->frames, alloc, 4, 0);
   ac_keyed_init(&sums->data_rows, alloc, 5, AC_N_DATUM_NUMBERS);
   ac_keyed_init(&sums->functions, alloc, 2, 0);
   ac_keyed_init(&sums->places, alloc, 2, 0);
   ac_keyed_init(&sums->entries, alloc, 2, n_events);
   ac_keyed_init(&sums->looks, alloc, 3, 1);
   tk_arena_init(&sums->arrays, alloc, AN_LABEL);
   sums->arrays_of_words = tk_strings_new(alloc);
   return sums;
}

ac_data_sums *ac_data_sums_of(ac_profile *profile, size_t n_events)
{
   if (profile->data == NULL)
      profile->data = new_sums(profile->alloc, n_events);
   return profile->data;
}

void ac_data_sums_begin(ac_data_sums *sums, int64_t limit_B, const char *const *events,
                        size_t n_events)
{
   ac_data *data = &sums->data;
   size_t size_B = n_events * sizeof *events;
   if (sums->has_begun) {
      sums->is_mixed |= n_events != data->n_events
                        || memcmp(events, data->events, size_B) != 0;
      if (limit_B < data->limit_B)
         data->limit_B = limit_B;
      return;
   }
   const char **copy = tk_arena_get(&sums->arrays, size_B + 1);
   memcpy(copy, events, size_B);
   data->events = copy;
   data->limit_B = limit_B;
   sums->has_begun = true;
}

/* ---- Finding ---- */

void ac_data_sums_binary(ac_data_sums *sums, const ac_data_binary *binary,
                         uint32_t *index)
{
   const uint64_t key[] = { ac_keyed_word(binary->path),
                            ac_keyed_word(binary->build_id) };
   *index = ac_keyed_find(&sums->binaries, key);
}

void ac_data_sums_frame(ac_data_sums *sums, const ac_data_frame *frame, uint32_t *index)
{
   const uint64_t key[] = { ac_keyed_word(frame->function), ac_keyed_word(frame->file),
                            frame->address, ac_keyed_pair(frame->binary, frame->line) };
   *index = ac_keyed_find(&sums->frames, key);
}

void ac_data_sums_function(ac_data_sums *sums, const char *file, const char *name,
                           uint32_t *index)
{
   const uint64_t key[] = { ac_keyed_word(file), ac_keyed_word(name) };
   *index = ac_keyed_find(&sums->functions, key);
}

/* ---- Data ---- */

/* The first rule of several, so that the order of files does not show. */
void ac_data_sums_rule(ac_data_sums *sums, uint32_t datum, uint32_t rule)
{
   ac_datum_rest *rest = &sums->rests[datum];
   if (rule != AC_NO_RULE && (rest->rule == AC_NO_RULE || rule < rest->rule))
      rest->rule = rule;
}

/* Notes what is no sum.  A datum without blocks has no sizes. */
static void note_rest(ac_data_sums *sums, uint32_t index, const ac_datum *datum,
                      bool is_first)
{
   size_t old = sums->rests_capacity;
   TK_ARRAY_ROOM(sums->alloc, AN_LABEL, sums->rests, index, sums->rests_capacity);
   if (sums->rests_capacity > old)
      memset(sums->rests + old, 0, (sums->rests_capacity - old) * sizeof *sums->rests);
   ac_datum_rest *rest = &sums->rests[index];
   if (datum->n_blocks > 0 && (is_first || datum->min_B < rest->min_B))
      rest->min_B = datum->min_B;
   if (datum->n_blocks > 0 && datum->max_B > rest->max_B)
      rest->max_B = datum->max_B;
   ac_data_sums_rule(sums, index, datum->rule);
}

/* Sets the words of a key behind the kind. */
static void set_key(ac_data_sums *sums, const ac_datum *datum, uint64_t *key)
{
   switch (datum->kind) {
   case AC_DATA_HEAP:
      key[0] = tk_strings_number(sums->arrays_of_words, datum->frames,
                                 datum->n_frames * sizeof *datum->frames);
      key[1] = datum->is_cut;
      break;
   case AC_DATA_STATIC:
   case AC_DATA_TLS:
      key[0] = datum->binary;
      key[1] = datum->start;
      key[2] = ac_keyed_word(datum->name);
      key[3] = (uint64_t)datum->size_B;
      break;
   default:
      key[0] = ac_keyed_word(datum->name);
      key[1] = ac_keyed_word(datum->file);
      break;
   }
}

void ac_data_sums_datum(ac_data_sums *sums, const ac_datum *datum, uint32_t *index)
{
   uint64_t key[5] = { datum->kind };
   set_key(sums, datum, key + 1);
   *index = ac_keyed_find(&sums->data_rows, key);
   const int64_t *had = ac_keyed_numbers(&sums->data_rows, *index);
   note_rest(sums, *index, datum, had[AC_DATUM_BLOCKS] == 0);
   const int64_t numbers[] = {
      [AC_DATUM_BLOCKS] = datum->n_blocks,       [AC_DATUM_BYTES] = datum->bytes,
      [AC_DATUM_LINES] = datum->n_lines_fetched, [AC_DATUM_INSIDE] = datum->inside_B,
      [AC_DATUM_USED] = datum->used_B,
   };
   ac_keyed_add(&sums->data_rows, *index, 0, numbers, AC_N_DATUM_NUMBERS);
}

void ac_data_sums_use(ac_data_sums *sums, uint32_t datum, int64_t n_lines,
                      int64_t inside_B, int64_t used_B)
{
   const int64_t numbers[] = { n_lines, inside_B, used_B };
   ac_keyed_add(&sums->data_rows, datum, AC_DATUM_LINES, numbers, 3);
}

void ac_data_sums_sets(ac_data_sums *sums, uint32_t datum, const int64_t *counts,
                       size_t n)
{
   ac_datum_rest *rest = &sums->rests[datum];
   if (rest->by_set == NULL) {
      rest->by_set = tk_get_zeroed(sums->alloc, AN_LABEL, n * sizeof *counts);
      rest->n_sets = n;
   }
   rest->mixes_sets |= n != rest->n_sets;
   if (!rest->mixes_sets)
      an_number_add(rest->by_set, counts, n);
}

/* ---- Looks ---- */

void ac_data_sums_begin_looks(ac_data_sums *sums, int64_t line_B)
{
   sums->mixes_looks |= sums->look_line_B != 0 && sums->look_line_B != line_B;
   sums->look_line_B = line_B;
}

void ac_data_sums_look(ac_data_sums *sums, uint32_t datum, const ac_data_look *look)
{
   uint32_t used = tk_strings_number(sums->arrays_of_words, look->used,
                                     look->n_lines * sizeof *look->used);
   const uint64_t key[] = { datum, (uint64_t)look->offset, used };
   ac_keyed_add(&sums->looks, ac_keyed_find(&sums->looks, key), 0, &look->count, 1);
}

/* ---- Entries ---- */

void ac_data_sums_entry(ac_data_sums *sums, const ac_data_entry *entry)
{
   const uint64_t at[] = { (uint64_t)entry->place.offset, (uint64_t)entry->place.stride };
   uint32_t place = ac_keyed_find(&sums->places, at);
   const uint64_t key[] = { ac_keyed_pair((uint32_t)entry->function, entry->line),
                            ac_keyed_pair(entry->datum, place) };
   ac_keyed_add(&sums->entries, ac_keyed_find(&sums->entries, key), 0, entry->counts,
                sums->data.n_events);
}

/* ---- Sharing ---- */

void ac_data_sums_begin_sharing(ac_data_sums *sums, int side, int64_t line_B,
                                uint32_t n_threads)
{
   sums->to = &sums->shared[side];
   ac_sharing *sharing = &sums->to->model;
   sums->mixes_sharing |= sharing->line_B != 0 && sharing->line_B != line_B;
   sharing->line_B = line_B;
   if (n_threads > sharing->n_threads)
      sharing->n_threads = n_threads;
}

void ac_data_sums_line(ac_data_sums *sums, int64_t transfers)
{
   ac_sharing_sums *to = sums->to;
   TK_ARRAY_ROOM(sums->alloc, AN_LABEL, to->lines, to->model.n_lines, to->lines_capacity);
   to->lines[to->model.n_lines++] =
      (ac_shared_line){ .transfers = transfers, .first_access = to->model.n_accesses };
}

void ac_data_sums_access(ac_data_sums *sums, const ac_shared_access *access)
{
   ac_sharing_sums *to = sums->to;
   TK_ARRAY_ADD(sums->alloc, AN_LABEL, to->accesses, to->model.n_accesses,
                to->accesses_capacity, *access);
   to->lines[to->model.n_lines - 1].n_accesses++;
}

void ac_data_sums_left_out(ac_data_sums *sums, int64_t lines, int64_t accesses)
{
   ac_sharing *to = &sums->to->model;
   bool overflow = __builtin_add_overflow(to->left_out_lines, lines, &to->left_out_lines);
   overflow |= __builtin_add_overflow(to->left_out_accesses, accesses,
                                      &to->left_out_accesses);
   an_overflow_note(overflow);
}
