/* an_data_sums.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_data_sums.h"

#include "base/tk_array.h"
#include "counts/an_profile_private.h"

#include <string.h>

#define LABEL "an.data"

/* ---- Making and freeing ---- */

static an_data_sums *new_sums(const tk_alloc *alloc, size_t n_events)
{
   an_data_sums *sums = tk_get(alloc, LABEL, sizeof *sums);
   if (sums == NULL)
      return NULL;
   *sums = (an_data_sums){ .alloc = alloc, .data = { .n_events = n_events } };
   an_keyed_init(&sums->binaries, alloc, 2, 0);
   an_keyed_init(&sums->frames, alloc, 4, 0);
   an_keyed_init(&sums->data_rows, alloc, 5, AN_N_DATUM_NUMBERS);
   an_keyed_init(&sums->functions, alloc, 2, 0);
   an_keyed_init(&sums->places, alloc, 2, 0);
   an_keyed_init(&sums->entries, alloc, 2, n_events);
   tk_arena_init(&sums->arrays, alloc, LABEL);
   sums->paths = tk_strings_new(alloc);
   if (sums->paths != NULL)
      return sums;
   an_data_sums_free(sums);
   return NULL;
}

an_data_sums *an_data_sums_of(an_profile *profile, size_t n_events)
{
   if (profile->data == NULL)
      profile->data = new_sums(profile->alloc, n_events);
   return profile->data;
}

void an_data_sums_free(an_data_sums *sums)
{
   if (sums == NULL)
      return;
   an_keyed_free(&sums->binaries);
   an_keyed_free(&sums->frames);
   an_keyed_free(&sums->data_rows);
   an_keyed_free(&sums->functions);
   an_keyed_free(&sums->places);
   an_keyed_free(&sums->entries);
   tk_strings_free(sums->paths);
   for (size_t i = 0; i < sums->rests_capacity; i++)
      tk_put(sums->alloc, sums->rests[i].by_set);
   tk_put(sums->alloc, sums->rests);
   for (int side = 0; side < AN_SHARED_SIDES; side++) {
      tk_put(sums->alloc, sums->shared[side].lines);
      tk_put(sums->alloc, sums->shared[side].accesses);
   }
   tk_arena_free(&sums->arrays);
   tk_put(sums->alloc, sums);
}

an_status an_data_sums_begin(an_data_sums *sums, int64_t limit_B,
                             const char *const *events, size_t n_events)
{
   an_data *data = &sums->data;
   size_t size_B = n_events * sizeof *events;
   if (sums->has_begun) {
      sums->is_mixed |= n_events != data->n_events
                        || memcmp(events, data->events, size_B) != 0;
      if (limit_B < data->limit_B)
         data->limit_B = limit_B;
      return AN_OK;
   }
   const char **copy = tk_arena_get(&sums->arrays, size_B + 1);
   if (copy == NULL)
      return AN_NO_MEMORY;
   memcpy(copy, events, size_B);
   data->events = copy;
   data->limit_B = limit_B;
   sums->has_begun = true;
   return AN_OK;
}

/* ---- Finding ---- */

static uint64_t word(const void *interned)
{
   return (uintptr_t)interned;
}

static an_status find(an_keyed *in, const uint64_t *key, uint32_t *index)
{
   *index = an_keyed_find(in, key);
   return *index == UINT32_MAX ? AN_NO_MEMORY : AN_OK;
}

an_status an_data_sums_binary(an_data_sums *sums, const an_data_binary *binary,
                              uint32_t *index)
{
   const uint64_t key[] = { word(binary->path), word(binary->build_id) };
   return find(&sums->binaries, key, index);
}

an_status an_data_sums_frame(an_data_sums *sums, const an_data_frame *frame,
                             uint32_t *index)
{
   const uint64_t key[] = { word(frame->function), word(frame->file), frame->address,
                            an_keyed_pair(frame->binary, frame->line) };
   return find(&sums->frames, key, index);
}

an_status an_data_sums_function(an_data_sums *sums, const char *file, const char *name,
                                uint32_t *index)
{
   const uint64_t key[] = { word(file), word(name) };
   return find(&sums->functions, key, index);
}

/* ---- Data ---- */

/* Notes what is no sum.  A datum without blocks has no sizes. */
static an_status note_rest(an_data_sums *sums, uint32_t index, const an_datum *datum,
                           bool is_first)
{
   size_t old = sums->rests_capacity;
   if (!TK_ARRAY_ROOM(sums->alloc, LABEL, sums->rests, index, sums->rests_capacity))
      return AN_NO_MEMORY;
   if (sums->rests_capacity > old)
      memset(sums->rests + old, 0, (sums->rests_capacity - old) * sizeof *sums->rests);
   an_datum_rest *rest = &sums->rests[index];
   if (datum->n_blocks > 0 && (is_first || datum->min_B < rest->min_B))
      rest->min_B = datum->min_B;
   if (datum->n_blocks > 0 && datum->max_B > rest->max_B)
      rest->max_B = datum->max_B;
   return AN_OK;
}

/* Sets the words of a key behind the kind. */
static an_status identify(an_data_sums *sums, const an_datum *datum, uint64_t *key)
{
   switch (datum->kind) {
   case AN_DATA_HEAP:
      key[0] = tk_strings_number(sums->paths, datum->frames,
                                 datum->n_frames * sizeof *datum->frames);
      key[1] = datum->is_cut;
      return key[0] == TK_STRINGS_NONE ? AN_NO_MEMORY : AN_OK;
   case AN_DATA_STATIC:
   case AN_DATA_TLS:
      key[0] = datum->binary;
      key[1] = datum->start;
      key[2] = word(datum->name);
      key[3] = (uint64_t)datum->size_B;
      return AN_OK;
   default:
      key[0] = word(datum->name);
      key[1] = word(datum->file);
      return AN_OK;
   }
}

an_status an_data_sums_datum(an_data_sums *sums, const an_datum *datum,
                             uint32_t *index)
{
   uint64_t key[5] = { datum->kind };
   an_status status = identify(sums, datum, key + 1);
   if (status == AN_OK)
      status = find(&sums->data_rows, key, index);
   if (status != AN_OK)
      return status;
   const int64_t *had = an_keyed_numbers(&sums->data_rows, *index);
   status = note_rest(sums, *index, datum, had[AN_DATUM_BLOCKS] == 0);
   const int64_t numbers[] = {
      [AN_DATUM_BLOCKS] = datum->n_blocks, [AN_DATUM_BYTES] = datum->bytes,
      [AN_DATUM_LINES] = datum->n_lines_fetched, [AN_DATUM_INSIDE] = datum->inside_B,
      [AN_DATUM_USED] = datum->used_B,
   };
   return status != AN_OK ? status
                          : an_keyed_add(&sums->data_rows, *index, 0, numbers,
                                         AN_N_DATUM_NUMBERS);
}

an_status an_data_sums_use(an_data_sums *sums, uint32_t datum, int64_t n_lines,
                           int64_t inside_B, int64_t used_B)
{
   const int64_t numbers[] = { n_lines, inside_B, used_B };
   return an_keyed_add(&sums->data_rows, datum, AN_DATUM_LINES, numbers, 3);
}

an_status an_data_sums_sets(an_data_sums *sums, uint32_t datum, const int64_t *counts,
                            size_t n)
{
   an_datum_rest *rest = &sums->rests[datum];
   if (rest->by_set == NULL) {
      rest->by_set = tk_get(sums->alloc, LABEL, n * sizeof *counts);
      if (rest->by_set == NULL)
         return AN_NO_MEMORY;
      memset(rest->by_set, 0, n * sizeof *counts);
      rest->n_sets = n;
   }
   rest->mixes_sets |= n != rest->n_sets;
   bool overflow = false;
   for (size_t i = 0; i < n && !rest->mixes_sets; i++)
      overflow |= __builtin_add_overflow(rest->by_set[i], counts[i], &rest->by_set[i]);
   return overflow ? AN_OVERFLOW : AN_OK;
}

/* ---- Entries ---- */

an_status an_data_sums_entry(an_data_sums *sums, const an_data_entry *entry)
{
   const uint64_t at[] = { (uint64_t)entry->place.offset,
                           (uint64_t)entry->place.stride };
   uint32_t place, index;
   an_status status = find(&sums->places, at, &place);
   const uint64_t key[] = { an_keyed_pair((uint32_t)entry->function, entry->line),
                            an_keyed_pair(entry->datum, place) };
   if (status == AN_OK)
      status = find(&sums->entries, key, &index);
   return status != AN_OK ? status
                          : an_keyed_add(&sums->entries, index, 0, entry->counts,
                                         sums->data.n_events);
}

/* ---- Sharing ---- */

void an_data_sums_begin_sharing(an_data_sums *sums, int side, int64_t line_B,
                                uint32_t n_threads)
{
   sums->to = &sums->shared[side];
   an_sharing *sharing = &sums->to->model;
   sums->mixes_sharing |= sharing->line_B != 0 && sharing->line_B != line_B;
   sharing->line_B = line_B;
   if (n_threads > sharing->n_threads)
      sharing->n_threads = n_threads;
}

an_status an_data_sums_line(an_data_sums *sums, int64_t transfers)
{
   an_sharing_sums *to = sums->to;
   if (!TK_ARRAY_ROOM(sums->alloc, LABEL, to->lines, to->model.n_lines,
                      to->lines_capacity))
      return AN_NO_MEMORY;
   to->lines[to->model.n_lines++] = (an_shared_line){
      .transfers = transfers, .first_access = to->model.n_accesses };
   return AN_OK;
}

an_status an_data_sums_access(an_data_sums *sums, const an_shared_access *access)
{
   an_sharing_sums *to = sums->to;
   if (!TK_ARRAY_ROOM(sums->alloc, LABEL, to->accesses, to->model.n_accesses,
                      to->accesses_capacity))
      return AN_NO_MEMORY;
   to->accesses[to->model.n_accesses++] = *access;
   to->lines[to->model.n_lines - 1].n_accesses++;
   return AN_OK;
}

an_status an_data_sums_left_out(an_data_sums *sums, int64_t lines, int64_t accesses)
{
   an_sharing *to = &sums->to->model;
   bool overflow = __builtin_add_overflow(to->left_out_lines, lines,
                                          &to->left_out_lines);
   overflow |= __builtin_add_overflow(to->left_out_accesses, accesses,
                                      &to->left_out_accesses);
   return overflow ? AN_OVERFLOW : AN_OK;
}
