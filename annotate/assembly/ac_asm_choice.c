/* ac_asm_choice.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "assembly/ac_asm_choice.h"

#include "base/an_number.h"
#include "counts/ac_keyed.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.asm"

/* ---- All functions ---- */

static int compare_costs(const void *a, const void *b, void *context)
{
   const ac_asm_function *x = a, *y = b;
   long double i = ac_measure_value(context, x->counts);
   long double j = ac_measure_value(context, y->counts);
   if (i != j)
      return i < j ? 1 : -1;
   int by = strcmp(x->function, y->function);
   return by != 0 ? by : (x->object > y->object) - (x->object < y->object);
}

static an_status add_up(ac_keyed *sums, const ac_profile *profile)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   size_t n_events = ac_profile_n_events(profile);
   an_status status = AN_OK;
   for (size_t i = 0; i < instrs->n && status == AN_OK; i++) {
      const ac_instr *instr = &instrs->all[i];
      const uint64_t key[] = { instr->object, (uintptr_t)instr->function };
      uint32_t at = ac_keyed_find(sums, key);
      status = at == UINT32_MAX ? AN_NO_MEMORY
                                : ac_keyed_add(sums, at, 0, instr->counts, n_events);
   }
   return status;
}

static an_status list_all(ac_asm_choice *choice, const ac_keyed *sums, size_t n_events)
{
   size_t row_B = n_events * sizeof(int64_t);
   choice->of = tk_get(choice->alloc, LABEL, (sums->n + 1) * sizeof *choice->of);
   choice->counts = tk_get(choice->alloc, LABEL, (sums->n + 1) * row_B);
   if (choice->of == NULL || choice->counts == NULL)
      return AN_NO_MEMORY;
   for (; choice->n < sums->n; choice->n++) {
      const uint64_t *key = ac_keyed_key(sums, choice->n);
      int64_t *counts = choice->counts + choice->n * n_events;
      memcpy(counts, ac_keyed_numbers(sums, choice->n), row_B);
      choice->of[choice->n] = (ac_asm_function){ key[0], (const char *)(uintptr_t)key[1],
                                                 counts };
   }
   return AN_OK;
}

an_status ac_asm_choice_open(ac_asm_choice *choice, const tk_alloc *alloc,
                             const ac_profile *profile, const ac_measure *sort)
{
   size_t n_events = ac_profile_n_events(profile);
   ac_keyed sums;
   *choice = (ac_asm_choice){ .alloc = alloc };
   ac_keyed_init(&sums, alloc, 2, n_events);
   an_status status = add_up(&sums, profile);
   if (status == AN_OK)
      status = list_all(choice, &sums, n_events);
   ac_keyed_free(&sums);
   if (status == AN_OK)
      qsort_r(choice->of, choice->n, sizeof *choice->of, compare_costs, (void *)sort);
   else
      ac_asm_choice_close(choice);
   return status;
}

void ac_asm_choice_close(ac_asm_choice *choice)
{
   tk_put(choice->alloc, choice->of);
   tk_put(choice->alloc, choice->counts);
}

/* ---- One of them ---- */

bool ac_asm_is_line(const char *asked, an_span *file, uint32_t *line)
{
   const char *colon = strrchr(asked, ':');
   if (colon == NULL || colon == asked || colon[-1] == ':' || colon[1] == '\0'
       || strspn(colon + 1, "0123456789") != strlen(colon + 1) || strlen(colon + 1) > 9)
      return false;
   *file = (an_span){ asked, colon };
   *line = (uint32_t)strtoul(colon + 1, NULL, 10);
   return true;
}

bool ac_asm_has_line(const ac_instr *instr, an_span file, uint32_t line)
{
   size_t n = an_span_length(file), whole = strlen(instr->file);
   const char *end = instr->file + whole - n;
   return instr->line == line && whole >= n && memcmp(end, file.at, n) == 0
          && (whole == n || end[-1] == '/');
}

/* The function with most of the line. */
static const ac_asm_function *choose_line(const ac_asm_choice *choice,
                                          const ac_profile *profile, an_span file,
                                          uint32_t line, const ac_measure *sort)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   const ac_asm_function *best = NULL;
   long double most = -1;
   for (size_t k = 0; k < choice->n; k++) {
      const ac_asm_function *f = &choice->of[k];
      /* None has more than itself. */
      if (ac_measure_value(sort, f->counts) <= most)
         break;
      long double sum = 0;
      bool has_any = false;
      for (size_t i = 0; i < instrs->n; i++) {
         const ac_instr *instr = &instrs->all[i];
         if (instr->function != f->function || instr->object != f->object
             || !ac_asm_has_line(instr, file, line))
            continue;
         sum += ac_measure_value(sort, instr->counts);
         has_any = true;
      }
      if (has_any && sum > most) {
         most = sum;
         best = f;
      }
   }
   return best;
}

/* "A::find" is "A::find(int)", too. */
static bool is_named(const char *function, const char *asked)
{
   size_t n = strlen(asked);
   return strncmp(function, asked, n) == 0 && (function[n] == '\0' || function[n] == '(');
}

const ac_asm_function *ac_asm_choose(const ac_asm_choice *choice,
                                     const ac_profile *profile, const char *asked,
                                     const ac_measure *sort)
{
   an_span file;
   uint32_t line;
   for (size_t i = 0; i < choice->n; i++)
      if (strcmp(choice->of[i].function, asked) == 0)
         return &choice->of[i];
   for (size_t i = 0; i < choice->n; i++)
      if (is_named(choice->of[i].function, asked))
         return &choice->of[i];
   return ac_asm_is_line(asked, &file, &line)
             ? choose_line(choice, profile, file, line, sort)
             : NULL;
}
