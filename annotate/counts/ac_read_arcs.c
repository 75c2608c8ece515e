/* ac_read_arcs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_arcs.h"

#include "base/an_number.h"
#include "counts/ac_call_sums.h"

#include <string.h>

/* ---- Functions ---- */

ac_read_arcs *ac_read_arcs_new(const ac_reader *r)
{
   return tk_get_zeroed(r->alloc, AN_LABEL, sizeof(ac_read_arcs));
}

void ac_read_arcs_events(ac_reader *r, ac_read_arcs *arcs)
{
   size_t n = ac_profile_n_events(r->profile);
   if (!arcs->has_rows) {
      ac_keyed_init(&arcs->functions, r->alloc, 3, n + 1);
      ac_keyed_init(&arcs->arcs, r->alloc, 3, 1 + n);
      arcs->row = tk_get(r->alloc, AN_LABEL, (1 + n) * sizeof *arcs->row);
   }
   arcs->has_rows = true;
   arcs->before = tk_get_zeroed(r->alloc, AN_LABEL, r->n_events * sizeof *arcs->before);
   arcs->counts = tk_get(r->alloc, AN_LABEL, r->n_events * sizeof *arcs->counts);
}

static uint32_t find_function(ac_reader *r, const ac_read_arcs_function *function)
{
   ac_read_arcs *arcs = r->arcs;
   const char *name = ac_reader_whole(r, function->file, function->name);
   const uint64_t key[] = { ac_keyed_word(function->file), ac_keyed_word(name),
                            function->object };
   return ac_keyed_find(&arcs->functions, key);
}

static bool is_entered(const ac_reader *r, const ac_read_arcs *arcs, size_t function)
{
   return ac_keyed_numbers(&arcs->functions, function)[ac_profile_n_events(r->profile)]
          != 0;
}

void ac_read_arcs_leave(ac_reader *r, ac_read_arcs *arcs)
{
   if (!arcs->is_in)
      return;
   for (size_t e = 0; e < r->n_events; e++)
      arcs->counts[e] = r->sums[e] - arcs->before[e];
   ac_keyed_add(&arcs->functions, arcs->current, 0, ac_reader_row(r, arcs->counts),
                ac_profile_n_events(r->profile));
   arcs->is_in = false;
}

void ac_read_arcs_enter(ac_reader *r, ac_read_arcs *arcs,
                        const ac_read_arcs_function *function)
{
   static const int64_t one = 1;
   ac_read_arcs_leave(r, arcs);
   arcs->current = find_function(r, function);
   memcpy(arcs->before, r->sums, r->n_events * sizeof *r->sums);
   if (!is_entered(r, arcs, arcs->current))
      ac_keyed_add(&arcs->functions, arcs->current, ac_profile_n_events(r->profile), &one,
                   1);
   arcs->is_in = true;
}

/* ---- Arcs ---- */

void ac_read_arcs_call(ac_reader *r, ac_read_arcs *arcs,
                       const ac_read_arcs_function *callee, int64_t n_calls,
                       uint32_t line)
{
   if (!arcs->is_in)
      return;
   const uint64_t key[] = {
      ac_keyed_pair(arcs->current, find_function(r, callee)),
      line,
      line == 0 ? 0 : ac_keyed_word(r->file),
   };
   uint32_t index = ac_keyed_find(&arcs->arcs, key);
   size_t n = 1 + ac_profile_n_events(r->profile);
   const int64_t *had = ac_keyed_numbers(&arcs->arcs, index);
   *arcs->row = n_calls;
   memcpy(arcs->row + 1, ac_reader_row(r, r->counts), (n - 1) * sizeof *arcs->row);
   /* Numbers that do not fit together have one sign. */
   for (size_t i = 0; i < n; i++) {
      int64_t sum;
      if (__builtin_add_overflow(arcs->row[i], had[i], &sum))
         arcs->row[i] = (had[i] > 0 ? INT64_MAX : INT64_MIN) - had[i];
   }
   ac_keyed_add(&arcs->arcs, index, 0, arcs->row, n);
}

/* ---- The whole ---- */

/* Which function each is: itself, or the only one of its name that was entered. */
static uint32_t *find_entered(ac_reader *r, const ac_read_arcs *arcs)
{
   enum { HOW_MANY, WHICH, NUMBERS };
   const ac_keyed *from = &arcs->functions;
   uint32_t *real = tk_get(r->alloc, AN_LABEL, from->n * sizeof *real);
   ac_keyed names;
   ac_keyed_init(&names, r->alloc, 1, NUMBERS);
   for (size_t i = 0; i < from->n; i++) {
      const int64_t entered[] = { 1, (int64_t)i };
      real[i] = (uint32_t)i;
      if (is_entered(r, arcs, i))
         ac_keyed_add(&names, ac_keyed_find(&names, &ac_keyed_key(from, i)[1]), HOW_MANY,
                      entered, NUMBERS);
   }
   for (size_t i = 0; i < from->n; i++) {
      if (is_entered(r, arcs, i))
         continue;
      uint32_t name = ac_keyed_find(&names, &ac_keyed_key(from, i)[1]);
      const int64_t *entered = ac_keyed_numbers(&names, name);
      if (entered[HOW_MANY] == 1)
         real[i] = (uint32_t)entered[WHICH];
   }
   return real;
}

/* How often each function was called. */
static int64_t *count_calls(ac_reader *r, const ac_read_arcs *arcs, const uint32_t *real)
{
   size_t n = arcs->functions.n;
   int64_t *calls = tk_get_zeroed(r->alloc, AN_LABEL, n * sizeof *calls);
   for (size_t i = 0; i < arcs->arcs.n; i++) {
      int64_t *sum = &calls[real[ac_keyed_low(*ac_keyed_key(&arcs->arcs, i))]];
      if (__builtin_add_overflow(*sum, *ac_keyed_numbers(&arcs->arcs, i), sum))
         *sum = INT64_MAX;
   }
   return calls;
}

/* Returns the index in the sums of each. */
static uint32_t *add_functions(ac_reader *r, ac_read_arcs *arcs, ac_call_sums *sums)
{
   const ac_keyed *from = &arcs->functions;
   const uint32_t *real = find_entered(r, arcs);
   const int64_t *calls = count_calls(r, arcs, real);
   uint32_t *indices = tk_get(r->alloc, AN_LABEL, from->n * sizeof *indices);
   for (size_t i = 0; i < from->n; i++) {
      if (real[i] != i)
         continue;
      const uint64_t *key = ac_keyed_key(from, i);
      ac_called function = { .file = ac_keyed_text(key[0]),
                             .name = ac_keyed_text(key[1]),
                             .object = key[2],
                             .n_calls = calls[i],
                             .self = ac_keyed_numbers(from, i) };
      ac_reader_rename(r, &function.file, &function.name);
      ac_call_sums_function(sums, &function, &indices[i]);
   }
   for (size_t i = 0; i < from->n; i++)
      indices[i] = indices[real[i]];
   return indices;
}

static void add_arcs(ac_reader *r, ac_read_arcs *arcs, ac_call_sums *sums,
                     const uint32_t *functions)
{
   for (size_t i = 0; i < arcs->arcs.n; i++) {
      const uint64_t *key = ac_keyed_key(&arcs->arcs, i);
      const int64_t *numbers = ac_keyed_numbers(&arcs->arcs, i);
      const char *unknown = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
      uint32_t index;
      ac_arc arc = { .caller = functions[ac_keyed_high(key[0])],
                     .inlined = AC_NO_CALL,
                     .callee = functions[ac_keyed_low(key[0])],
                     .line = (uint32_t)key[1],
                     .file = ac_keyed_text(key[2]),
                     .n_calls = *numbers,
                     .inclusive = numbers + 1 };
      if (arc.file != NULL)
         ac_reader_rename(r, &arc.file, &unknown);
      ac_call_sums_arc(sums, &arc, &index);
   }
}

void ac_read_arcs_end(ac_reader *r, ac_read_arcs *arcs)
{
   ac_read_arcs_leave(r, arcs);
   if (!arcs->has_rows || arcs->arcs.n == 0)
      return;
   ac_call_sums *sums = ac_call_sums_of(r->profile);
   ac_call_sums_begin(sums);
   const uint32_t *functions = add_functions(r, arcs, sums);
   add_arcs(r, arcs, sums, functions);
   sums->n_files += !r->has_skipped;
   sums->n_without_paths++;
}
