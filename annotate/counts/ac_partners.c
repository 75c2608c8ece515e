/* ac_partners.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_partners.h"

#include "counts/ac_find.h"
#include "paths/an_match.h"

#include <string.h>

enum { OLD, NEW, SIDES };

typedef struct {
   const tk_alloc *alloc;
   const ac_profile *sides[SIDES];
   const char *const *files; /* of OLD: NEW's names */
   size_t *new_of;           /* by function of OLD */
   bool *is_taken;           /* by function of NEW */
   an_match *match;
   uint32_t *numbers[SIDES]; /* in the match, by function */
} pairing;

static const char *file_of(const pairing *p, int side, size_t function)
{
   size_t file = ac_profile_function(p->sides[side], function)->file;
   return side == OLD ? p->files[file] : ac_profile_file(p->sides[side], file)->name;
}

static size_t count(const pairing *p, int side)
{
   return ac_profile_n_functions(p->sides[side]);
}

/* Returns how many functions of OLD have none of their name in their file. */
static size_t pair_equal(pairing *p)
{
   size_t n_left = 0;
   for (size_t i = 0; i < count(p, OLD); i++) {
      size_t new = ac_find_function(p->sides[NEW], file_of(p, OLD, i),
                                    ac_profile_function(p->sides[OLD], i)->name);
      p->new_of[i] = new;
      n_left += new == SIZE_MAX;
      if (new != SIZE_MAX)
         p->is_taken[new] = true;
   }
   return n_left;
}

static size_t count_free(const pairing *p)
{
   size_t n = 0;
   for (size_t i = 0; i < count(p, NEW); i++)
      n += !p->is_taken[i];
   return n;
}

static void match_all(pairing *p)
{
   p->match = an_match_new(p->alloc);
   for (int side = OLD; side < SIDES; side++) {
      size_t n = count(p, side);
      p->numbers[side] = tk_get(p->alloc, AN_LABEL, (n + 1) * sizeof **p->numbers);
      for (size_t i = 0; i < n; i++)
         p->numbers[side][i] = an_match_add(p->match, 1u << side,
                                            ac_profile_function(p->sides[side], i)->name,
                                            file_of(p, side, i), NULL);
   }
   an_match_join(p->match);
}

/* The functions that are left of one match. */
typedef struct {
   size_t old, new; /* one of each side; SIZE_MAX: none */
   bool is_vague;   /* several are: which one is meant is unknown */
} left;

/* Files of one name in several folders are several: only a side that does not know its
   files adds them up. */
static void note_old(const pairing *p, left *of, size_t function)
{
   if (of->old != SIZE_MAX
       && of->new != SIZE_MAX &&strcmp(file_of(p, NEW, of->new), AN_UNKNOWN) != 0)
      of->is_vague |= strcmp(file_of(p, OLD, of->old), file_of(p, OLD, function)) != 0;
   of->old = function;
}

/* Pairs what is left with the only function of NEW that it matches. */
static void pair_matched(pairing *p)
{
   size_t n = an_match_n(p->match);
   left *all = tk_get(p->alloc, AN_LABEL, (n + 1) * sizeof *all);
   for (size_t i = 0; i < n; i++)
      all[i] = (left){ SIZE_MAX, SIZE_MAX, false };
   for (size_t i = 0; i < count(p, NEW); i++) {
      left *of = &all[an_match_of(p->match, p->numbers[NEW][i])];
      if (p->is_taken[i])
         continue;
      of->is_vague |= of->new != SIZE_MAX;
      of->new = i;
   }
   for (size_t i = 0; i < count(p, OLD); i++)
      if (p->new_of[i] == SIZE_MAX)
         note_old(p, &all[an_match_of(p->match, p->numbers[OLD][i])], i);
   for (size_t i = 0; i < count(p, OLD); i++) {
      const left *of = &all[an_match_of(p->match, p->numbers[OLD][i])];
      if (p->new_of[i] == SIZE_MAX && !of->is_vague)
         p->new_of[i] = of->new;
   }
}

size_t *ac_partners_find(const tk_alloc *alloc, const ac_profile *old,
                         const ac_profile *new, const char *const *files)
{
   pairing p = { .alloc = alloc, .sides = { old, new }, .files = files };
   p.new_of = tk_get(alloc, AN_LABEL, (count(&p, OLD) + 1) * sizeof *p.new_of);
   p.is_taken = tk_get_zeroed(alloc, AN_LABEL, count(&p, NEW) + 1);
   if (pair_equal(&p) > 0 && count_free(&p) > 0) {
      match_all(&p);
      pair_matched(&p);
   }
   return p.new_of;
}
