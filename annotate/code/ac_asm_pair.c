/* ac_asm_pair.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/ac_asm_pair.h"

#include "base/an_align.h"
#include "base/tk_strings.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_B = AN_MNEMONIC_B + AN_OPERANDS_B };

/* Copies operands without what depends on where code and data are: displacements from
   the instruction's own address. */
static void copy_operands(char *to, const char *operands)
{
   static const char relative[] = "(%rip)";
   const char *at = strstr(operands, relative), *from = at;
   while (from != NULL && from > operands && from[-1] != ',' && from[-1] != ' ')
      from--;
   if (at == NULL)
      strcpy(to, operands);
   else
      sprintf(to, "%.*s%s", (int)(from - operands), operands, at);
}

/* What an instruction is known by: its name, and what it calls or works on; of a jump,
   its name. */
static size_t write_key(char text[TEXT_B], const ac_asm_row *row)
{
   char operands[AN_OPERANDS_B] = "";
   if (row->called == NULL && row->goes_to == UINT64_MAX)
      copy_operands(operands, row->operands);
   int n = snprintf(text, TEXT_B, "%s %s", row->mnemonic,
                    row->called != NULL ? row->called : operands);
   return n < TEXT_B ? (size_t)n : TEXT_B - 1;
}

/* The numbers of the texts of a listing's rows. */
static uint32_t *number_rows(const tk_alloc *alloc, tk_strings *texts,
                             const ac_asm *listing, size_t *n)
{
   *n = listing == NULL ? 0 : listing->n;
   uint32_t *numbers = tk_get(alloc, AN_LABEL, (*n + 1) * sizeof *numbers);
   for (size_t i = 0; i < *n; i++) {
      char text[TEXT_B];
      size_t length = write_key(text, &listing->rows[i]);
      numbers[i] = tk_strings_number(texts, text, length);
   }
   return numbers;
}

static void add_row(ac_asm_pair *pair, size_t n_events, size_t old, size_t new)
{
   int64_t *counts = pair->all + (pair->n + 1) * 2 * n_events;
   size_t row_B = n_events * sizeof *counts;
   if (old != AC_ASM_NONE && pair->old->rows[old].counts != NULL)
      memcpy(counts, pair->old->rows[old].counts, row_B);
   if (new != AC_ASM_NONE && pair->new->rows[new].counts != NULL)
      memcpy(counts + n_events, pair->new->rows[new].counts, row_B);
   pair->rows[pair->n++] = (ac_asm_pair_row){ old, new, counts };
}

/* Merges both: what has a partner is one row. */
static void add_rows(ac_asm_pair *pair, size_t n_events, const uint32_t *to, size_t n_old,
                     size_t n_new)
{
   size_t k = 0;
   for (size_t i = 0; i < n_old; i++) {
      for (; to[i] != AN_ALIGN_NONE && k < to[i]; k++)
         add_row(pair, n_events, AC_ASM_NONE, k);
      if (to[i] != AN_ALIGN_NONE)
         k = to[i] + (size_t)1;
      add_row(pair, n_events, i, to[i] == AN_ALIGN_NONE ? AC_ASM_NONE : to[i]);
   }
   for (; k < n_new; k++)
      add_row(pair, n_events, AC_ASM_NONE, k);
}

static void make_rows(ac_asm_pair *pair, size_t n_events, const uint32_t *old,
                      size_t n_old, const uint32_t *new, size_t n_new, size_t n_numbers)
{
   const tk_alloc *alloc = pair->alloc;
   size_t n = n_old + n_new;
   uint32_t *to = tk_get(alloc, AN_LABEL, (n_old + 1) * sizeof *to);
   pair->rows = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *pair->rows);
   pair->all = tk_get_zeroed(alloc, AN_LABEL, (n + 1) * 2 * n_events * sizeof *pair->all);
   an_align(alloc, (an_sequence){ old, n_old }, (an_sequence){ new, n_new }, n_numbers,
            to);
   pair->counts = pair->all;
   if (pair->old != NULL)
      memcpy(pair->counts, pair->old->counts, n_events * sizeof *pair->counts);
   if (pair->new != NULL)
      memcpy(pair->counts + n_events, pair->new->counts, n_events * sizeof *pair->counts);
   add_rows(pair, n_events, to, n_old, n_new);
}

void ac_asm_pair_open(ac_asm_pair *pair, const tk_alloc *alloc, const ac_asm *old,
                      const ac_asm *new)
{
   size_t n_events = ac_profile_n_events((old == NULL ? new : old)->profile);
   tk_strings *texts = tk_strings_new(alloc);
   size_t n_old = 0, n_new = 0;
   *pair = (ac_asm_pair){ .old = old, .new = new, .alloc = alloc };
   uint32_t *from = number_rows(alloc, texts, old, &n_old);
   uint32_t *to = number_rows(alloc, texts, new, &n_new);
   make_rows(pair, n_events, from, n_old, to, n_new, tk_strings_count(texts));
}
