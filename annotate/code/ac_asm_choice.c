/* ac_asm_choice.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "code/ac_asm_choice.h"

#include "base/an_demangle.h"
#include "base/an_number.h"
#include "base/tk_fn_name.h"
#include "counts/ac_inlined_lines.h"
#include "counts/ac_keyed.h"

#include <stdlib.h>
#include <string.h>

/* ---- All functions ---- */

static int compare_costs(const void *a, const void *b, void *context)
{
   const ac_asm_function *x = a, *y = b;
   long double i = ac_measure_value(context, x->counts);
   long double j = ac_measure_value(context, y->counts);
   if (i != j)
      return i < j ? 1 : -1;
   return strcmp(x->function, y->function) ?: tk_compare(x->object, y->object);
}

static void add_up(ac_keyed *sums, const ac_profile *profile)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   size_t n_events = ac_profile_n_events(profile);
   for (size_t i = 0; i < instrs->n; i++) {
      const ac_instr *instr = &instrs->all[i];
      const uint64_t key[] = { instr->object, (uintptr_t)instr->function };
      uint32_t at = ac_keyed_find(sums, key);
      ac_keyed_add(sums, at, 0, instr->counts, n_events);
   }
}

static void list_all(ac_asm_choice *choice, const ac_keyed *sums, size_t n_events)
{
   size_t row_B = n_events * sizeof(int64_t);
   choice->of = tk_get(choice->alloc, AN_LABEL, (sums->n + 1) * sizeof *choice->of);
   choice->counts = tk_get(choice->alloc, AN_LABEL, (sums->n + 1) * row_B);
   for (; choice->n < sums->n; choice->n++) {
      const uint64_t *key = ac_keyed_key(sums, choice->n);
      int64_t *counts = choice->counts + choice->n * n_events;
      memcpy(counts, ac_keyed_numbers(sums, choice->n), row_B);
      choice->of[choice->n] = (ac_asm_function){ key[0], (const char *)(uintptr_t)key[1],
                                                 counts };
   }
}

void ac_asm_choice_open(ac_asm_choice *choice, const tk_alloc *alloc,
                        const ac_profile *profile, const ac_measure *sort)
{
   size_t n_events = ac_profile_n_events(profile);
   ac_keyed sums;
   *choice = (ac_asm_choice){ .alloc = alloc };
   ac_keyed_init(&sums, alloc, 2, n_events);
   add_up(&sums, profile);
   list_all(choice, &sums, n_events);
   qsort_r(choice->of, choice->n, sizeof *choice->of, compare_costs, (void *)sort);
}

/* ---- One of them ---- */

bool ac_asm_is_line(const char *asked, ac_asm_lines *lines)
{
   const char *colon = strrchr(asked, ':');
   if (colon == NULL || colon == asked || colon[-1] == ':' || colon[1] == '\0'
       || strspn(colon + 1, "0123456789") != strlen(colon + 1) || strlen(colon + 1) > 9)
      return false;
   uint32_t line = (uint32_t)strtoul(colon + 1, NULL, 10);
   *lines = (ac_asm_lines){ { asked, colon }, line, line };
   return true;
}

bool ac_asm_is_of_lines(const ac_instr *instr, const ac_asm_lines *lines)
{
   size_t n = an_span_length(lines->file), whole = strlen(instr->file);
   const char *end = instr->file + whole - n;
   return instr->line >= lines->first && instr->line <= lines->last && whole >= n
          && memcmp(end, lines->file.at, n) == 0 && (whole == n || end[-1] == '/');
}

/* What is best of all that was looked at. */
typedef struct {
   const ac_asm_choice *choice;
   const ac_profile *profile;
   const ac_measure *sort;
   const ac_asm_function *best; /* NULL: none so far */
   long double most;
   ac_asm_lines lines;
} search;

/* The function with most of the lines. */
static void try_lines(search *s, const ac_asm_lines *lines)
{
   const ac_instrs *instrs = ac_profile_instrs(s->profile);
   for (size_t k = 0; k < s->choice->n; k++) {
      const ac_asm_function *f = &s->choice->of[k];
      /* None has more than itself. */
      if (s->best != NULL && ac_measure_value(s->sort, f->counts) <= s->most)
         break;
      long double sum = 0;
      bool has_any = false;
      for (size_t i = 0; i < instrs->n; i++) {
         const ac_instr *instr = &instrs->all[i];
         if (instr->function != f->function || instr->object != f->object
             || !ac_asm_is_of_lines(instr, lines))
            continue;
         sum += ac_measure_value(s->sort, instr->counts);
         has_any = true;
      }
      if (has_any && (s->best == NULL || sum > s->most)) {
         s->most = sum;
         s->best = f;
         s->lines = *lines;
      }
   }
}

/* "A::find" is "A::find(int)", too.  What compilers add to a symbol is not asked for. */
static bool is_named(const char *function, const char *asked)
{
   size_t n = tk_fn_name_B(asked, NULL);
   return (strncmp(function, asked, n) == 0
           && (function[n] == '\0' || function[n] == '('))
          || an_demangle_is(asked, function);
}

static void try_name(search *s, const char *asked)
{
   const ac_asm_choice *choice = s->choice;
   for (size_t i = 0; i < choice->n && s->best == NULL; i++)
      if (strcmp(choice->of[i].function, asked) == 0)
         s->best = &choice->of[i];
   for (size_t i = 0; i < choice->n && s->best == NULL; i++)
      if (is_named(choice->of[i].function, asked))
         s->best = &choice->of[i];
}

static void try_inlined(search *s, const tk_alloc *alloc, const char *asked)
{
   ac_inlined_lines inlined;
   ac_inlined_lines_open(&inlined, alloc, s->profile);
   for (size_t i = 0; i < inlined.n; i++) {
      const ac_inlined_range *range = &inlined.of[i];
      const ac_function *in = ac_profile_function(s->profile, range->function);
      const char *file = ac_profile_file(s->profile, in->file)->name;
      if (is_named(range->name, asked))
         try_lines(s, &(ac_asm_lines){ an_span_of(file), range->first, range->last });
   }
}

void ac_asm_choose(const ac_asm_choice *choice, const ac_profile *profile,
                   const char *asked, const ac_measure *sort,
                   const ac_asm_function **found, ac_asm_lines *lines)
{
   search s = { .choice = choice, .profile = profile, .sort = sort };
   ac_asm_lines line;
   try_name(&s, asked);
   if (s.best == NULL && ac_asm_is_line(asked, &line))
      try_lines(&s, &line);
   else if (s.best == NULL)
      try_inlined(&s, choice->alloc, asked);
   *found = s.best;
   *lines = s.lines;
}
