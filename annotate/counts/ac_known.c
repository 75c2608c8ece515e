/* ac_known.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_known.h"

#include "base/tk_array.h"
#include "base/tk_search.h"

#include <endian.h>
#include <string.h>

/* A try takes about as long as reading one line or two: it must save that. */
enum { TRIES_MIN = 64, LINES_PER_TRY = 2 };

typedef struct {
   uint32_t line;
   size_t end_B; /* of its text, which begins where that of the line before ends */
   uint64_t n_taken;
} known_line;

struct ac_known {
   const tk_alloc *alloc;
   size_t n_events;
   known_line *lines; /* in ascending order */
   size_t n_lines, lines_capacity;
   char *text; /* of all lines */
   size_t text_B, text_capacity;
   int64_t *sums; /* before each line and after the last one, and of all that was taken */
   size_t sums_capacity; /* in rows of n_events */
   size_t next;          /* the line to be compared */
   bool has_begun, is_learned;
   uint64_t n_tries, n_taken;
};

ac_known *ac_known_new(const tk_alloc *alloc, size_t n_events)
{
   ac_known *known = tk_get(alloc, AN_LABEL, sizeof *known);
   *known = (ac_known){ .alloc = alloc, .n_events = n_events };
   return known;
}

void ac_known_forget(ac_known *known)
{
   tk_put(known->alloc, known->lines);
   tk_put(known->alloc, known->text);
   tk_put(known->alloc, known->sums);
   *known = (ac_known){ .alloc = known->alloc,
                        .n_events = known->n_events,
                        .has_begun = true,
                        .is_learned = true };
}

void ac_known_free(ac_known *known)
{
   if (known == NULL)
      return;
   ac_known_forget(known);
   tk_put(known->alloc, known);
}

void ac_known_begin(ac_known *known)
{
   known->is_learned = known->has_begun;
   known->has_begun = true;
   known->next = 0;
}

bool ac_known_is_useful(const ac_known *known)
{
   return !known->is_learned
          || (known->n_lines > 0
              && (known->n_tries < TRIES_MIN
                  || known->n_taken >= LINES_PER_TRY * known->n_tries));
}

/* ---- Learning ---- */

enum { TAKEN, BEFORE }; /* rows of sums: what was taken; before the first line */

static int64_t *sums_at(const ac_known *known, size_t row)
{
   return known->sums + row * known->n_events;
}

/* Makes room for one more line. */
static void reserve_line(ac_known *known, size_t length)
{
   size_t n = known->n_lines, sums_B = known->n_events * sizeof *known->sums;
   size_t n_rows = n == 0 ? 0 : BEFORE + n + 1, needed = BEFORE + n + 2;
   TK_ARRAY_ROOM(known->alloc, AN_LABEL, known->lines, n, known->lines_capacity);
   TK_ARRAY_ROOM_FOR(length, known->alloc, AN_LABEL, known->text, known->text_B,
                     known->text_capacity);
   tk_array_reserve(known->alloc, AN_LABEL, &known->sums, n_rows, needed - n_rows,
                    &known->sums_capacity, sums_B);
   if (n == 0)
      memset(known->sums, 0, (BEFORE + 1) * sums_B);
}

/* Adds counts.  False if a sum is too large, or a count negative. */
static bool add_counts(int64_t *to, const int64_t *sums, const int64_t *counts, size_t n)
{
   uint64_t signs = 0;
   for (size_t i = 0; i < n; i++) {
      uint64_t sum = (uint64_t)sums[i] + (uint64_t)counts[i];
      to[i] = (int64_t)sum;
      signs |= sum | (uint64_t)counts[i];
   }
   return signs >> 63 == 0;
}

static bool learn_line(ac_known *known, uint32_t line, an_span text,
                       const int64_t *counts)
{
   size_t n = known->n_lines, length = an_span_length(text);
   if (n > 0 && known->lines[n - 1].line >= line)
      return false;
   reserve_line(known, length + 1);
   if (!add_counts(sums_at(known, BEFORE + n + 1), sums_at(known, BEFORE + n), counts,
                   known->n_events))
      return false;
   memcpy(known->text + known->text_B, text.at, length);
   known->text[known->text_B + length] = '\n';
   known->text_B += length + 1;
   known->lines[known->n_lines++] = (known_line){ .line = line, .end_B = known->text_B };
   return true;
}

/* The first line after this one. */
static size_t upper_bound(const ac_known *known, uint32_t line)
{
   return TK_SEARCH(i, known->n_lines, known->lines[i].line <= line);
}

void ac_known_was_read(ac_known *known, uint32_t line, an_span text,
                       const int64_t *counts)
{
   size_t i = known->next;
   if (!known->is_learned && learn_line(known, line, text, counts))
      return;
   known->is_learned = true; /* up to a line out of order, say */
   if (i < known->n_lines && known->lines[i].line == line)
      known->next++;
   else
      known->next = upper_bound(known, line);
}

/* ---- Taking ---- */

/* How many bytes at both are the same: by words, as most are. */
static size_t common_B(const char *a, const char *b, size_t most)
{
   size_t n = 0;
   for (uint64_t of_a, of_b; most - n >= sizeof of_a; n += sizeof of_a) {
      memcpy(&of_a, a + n, sizeof of_a);
      memcpy(&of_b, b + n, sizeof of_b);
      if (of_a != of_b)
         return n + (size_t)__builtin_ctzll(le64toh(of_a ^ of_b)) / 8;
   }
   while (n < most && a[n] == b[n])
      n++;
   return n;
}

/* Adds to `sums` and to what was taken what the lines from `first` to before `end` have;
   false, with nothing done, if a sum would be too large. */
static bool add_run(ac_known *known, size_t first, size_t end, int64_t *sums)
{
   const int64_t *before = sums_at(known, BEFORE + first);
   const int64_t *after = sums_at(known, BEFORE + end);
   int64_t *taken = sums_at(known, TAKEN);
   uint64_t large = 0;
   for (size_t i = 0; i < known->n_events; i++) {
      uint64_t counts = (uint64_t)(after[i] - before[i]);
      large |= ((uint64_t)sums[i] + counts) >> 1; /* has the sign in bit 62, too */
      large |= (uint64_t)taken[i] + counts;
   }
   if (large >= (uint64_t)AC_KNOWN_LIMIT)
      return false;
   for (size_t i = 0; i < known->n_events; i++) {
      int64_t counts = after[i] - before[i];
      sums[i] += counts;
      taken[i] += counts;
   }
   return true;
}

ac_known_run ac_known_take(ac_known *known, an_span ahead, int64_t *sums)
{
   const ac_known_run none = { .n_lines = 0 };
   size_t first = known->next, end = first;
   if (!known->is_learned || first == known->n_lines)
      return none;
   size_t begin_B = first == 0 ? 0 : known->lines[first - 1].end_B;
   size_t left_B = known->text_B - begin_B, ahead_B = an_span_length(ahead);
   size_t same_B = begin_B
                   + common_B(known->text + begin_B, ahead.at,
                              left_B < ahead_B ? left_B : ahead_B);
   known->n_tries++;
   while (end < known->n_lines && known->lines[end].end_B <= same_B)
      end++;
   if (end == first || !add_run(known, first, end, sums))
      return none;
   for (size_t i = first; i < end; i++)
      known->lines[i].n_taken++;
   known->n_taken += end - first;
   known->next = end;
   const known_line *last = &known->lines[end - 1];
   return (ac_known_run){ .n_lines = end - first,
                          .length = last->end_B - begin_B,
                          .first = first,
                          .last_line = last->line };
}

size_t ac_known_n_lines(const ac_known *known)
{
   return known->n_lines;
}

ac_known_line ac_known_at(const ac_known *known, size_t index)
{
   return (ac_known_line){
      .line = known->lines[index].line,
      .n_taken = known->lines[index].n_taken,
      .before = sums_at(known, BEFORE + index),
      .after = sums_at(known, BEFORE + index + 1),
   };
}
