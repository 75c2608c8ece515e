/* ac_inlined_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_inlined_lines.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "counts/ac_lines.h"
#include "counts/ac_owners.h"

#include <stdlib.h>
#include <string.h>

/* Inlined code of one function that it is in. */
typedef struct {
   const char *file, *name;
   const int64_t *self;
} piece;

typedef struct {
   ac_inlined_lines *lines;
   const tk_alloc *alloc;
   const ac_profile *profile;
   size_t n_events;
   piece *pieces;
   int64_t *wanted; /* counts of an inlined function */
   /* The lines of a function of the body: */
   uint32_t *numbers;
   int64_t *counts; /* n_events of each */
   size_t n, number_room, count_room;
} finder;

/* ---- The lines of a part ---- */

static void add_line(finder *f, const ac_lines *line)
{
   TK_ARRAY_ROOM(f->alloc, AN_LABEL, f->numbers, f->n, f->number_room);
   for (size_t e = 0; e < f->n_events; e++) {
      size_t at = f->n * f->n_events + e;
      TK_ARRAY_ROOM(f->alloc, AN_LABEL, f->counts, at, f->count_room);
      f->counts[at] = line->counts[e];
   }
   f->numbers[f->n++] = line->line;
}

static void read_lines(finder *f, size_t function)
{
   ac_lines lines;
   f->n = 0;
   ac_lines_open(&lines, f->profile, function, 1);
   while (ac_lines_next(&lines))
      if (lines.line != 0)
         add_line(f, &lines);
   ac_lines_close(&lines);
}

/* ---- Ranges ---- */

static int64_t count_of(const finder *f, size_t line, size_t event)
{
   return f->counts[line * f->n_events + event];
}

static bool has_wanted(const finder *f, size_t first, size_t end)
{
   for (size_t e = 0; e < f->n_events; e++) {
      int64_t sum = 0;
      for (size_t i = first; i < end; i++)
         sum += count_of(f, i, e);
      if (sum != f->wanted[e])
         return false;
   }
   return true;
}

/* How many ranges have the wanted counts; the last of them is *range.  It begins and ends
   with lines that count in the first event. */
static size_t find_ranges(const finder *f, ac_inlined_range *range)
{
   size_t n_found = 0, end = 0;
   int64_t sum = 0; /* of the first event, from `first` to before `end` */
   for (size_t first = 0; first < f->n; first++) {
      while (end < f->n && (end <= first || sum < f->wanted[0]))
         sum += count_of(f, end++, 0);
      if (count_of(f, first, 0) > 0 && sum == f->wanted[0] && has_wanted(f, first, end)) {
         range->first = f->numbers[first];
         range->last = f->numbers[end - 1];
         n_found++;
      }
      sum -= count_of(f, first, 0);
   }
   return n_found;
}

/* *is_known becomes false if it has counts, and not one range has them. */
static void find_function(finder *f, size_t function, const char *name, bool *is_known)
{
   ac_inlined_lines *lines = f->lines;
   ac_inlined_range range = { .function = function, .name = name };
   if (f->wanted[0] == 0)
      return;
   if (find_ranges(f, &range) != 1) {
      *is_known = false;
      return;
   }
   TK_ARRAY_ADD(f->alloc, AN_LABEL, lines->of, lines->n, lines->capacity, range);
}

/* ---- The functions ---- */

static int compare_pieces(const void *a, const void *b)
{
   const piece *x = a, *y = b;
   return strcmp(x->file, y->file) ?: strcmp(x->name, y->name);
}

static int compare_ranges(const void *a, const void *b)
{
   const ac_inlined_range *x = a, *y = b;
   return tk_compare(x->function, y->function)
      ?: tk_compare(x->first, y->first)
      ?: tk_compare(x->last, y->last);
}

static bool are_apart(ac_inlined_range *ranges, size_t n)
{
   if (n > 0)
      qsort(ranges, n, sizeof *ranges, compare_ranges);
   for (size_t i = 1; i < n; i++)
      if (ranges[i].first <= ranges[i - 1].last)
         return false;
   return true;
}

/* The inlined functions of a file, in the lines of that file that are the part's.  If one
   is not known, or two overlap, the others can be wrong: then none is. */
static void find_functions(finder *f, const piece *pieces, size_t n, size_t part)
{
   const char *file =
      ac_profile_file(f->profile, ac_profile_function(f->profile, part)->file)->name;
   ac_inlined_lines *lines = f->lines;
   size_t n_before = lines->n;
   bool has_lines = false, is_known = true;
   for (size_t i = 0, end; i < n; i = end) {
      memset(f->wanted, 0, f->n_events * sizeof *f->wanted);
      for (end = i; end < n && compare_pieces(&pieces[i], &pieces[end]) == 0; end++)
         for (size_t e = 0; e < f->n_events; e++)
            f->wanted[e] += pieces[end].self[e];
      if (strcmp(pieces[i].file, file) != 0)
         continue;
      if (!has_lines)
         read_lines(f, part);
      has_lines = true;
      find_function(f, part, pieces[i].name, &is_known);
   }
   if (!is_known || !are_apart(lines->of + n_before, lines->n - n_before))
      lines->n = n_before;
}

static void find_in(finder *f, const ac_calls *calls, uint32_t function,
                    const ac_owner *owner)
{
   const ac_called *of = &calls->functions[function];
   for (uint32_t i = 0; i < of->n_inlined; i++) {
      const ac_inlined *code = &calls->inlined[of->first_inlined + i];
      f->pieces[i] = (piece){ code->file, code->name, code->self };
   }
   if (of->n_inlined > 0)
      qsort(f->pieces, of->n_inlined, sizeof *f->pieces, compare_pieces);
   for (size_t i = 0; i < owner->n_parts && of->n_inlined > 0; i++)
      find_functions(f, f->pieces, of->n_inlined, owner->parts[i]);
}

static void find_all(finder *f, const ac_calls *calls)
{
   ac_owners owners;
   ac_owners_open(&owners, f->alloc, f->profile);
   f->pieces = tk_get(f->alloc, AN_LABEL, (calls->n_inlined + 1) * sizeof *f->pieces);
   f->wanted = tk_get(f->alloc, AN_LABEL, (f->n_events + 1) * sizeof *f->wanted);
   for (uint32_t i = 0; i < calls->n_functions; i++)
      find_in(f, calls, i, &owners.of[i]);
}

void ac_inlined_lines_open(ac_inlined_lines *lines, const tk_alloc *alloc,
                           const ac_profile *profile)
{
   const ac_calls *calls = ac_profile_calls(profile);
   *lines = (ac_inlined_lines){ .n = 0 };
   finder f = { .lines = lines,
                .alloc = alloc,
                .profile = profile,
                .n_events = ac_profile_n_events(profile) };
   if (calls != NULL)
      find_all(&f, calls);
   if (lines->n > 0)
      qsort(lines->of, lines->n, sizeof *lines->of, compare_ranges);
}

static int compare_place(const void *key, const void *entry)
{
   const ac_inlined_range *place = key, *range = entry;
   return tk_compare(place->function, range->function)
             ?: (place->first > range->last) - (place->first < range->first);
}

const char *ac_inlined_lines_find(const ac_inlined_lines *lines, size_t function,
                                  uint32_t line)
{
   const ac_inlined_range place = { .function = function, .first = line };
   if (lines->n == 0)
      return NULL;
   const ac_inlined_range *range = bsearch(&place, lines->of, lines->n, sizeof *lines->of,
                                           compare_place);
   return range == NULL ? NULL : range->name;
}
