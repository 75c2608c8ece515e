/* ac_asm_messages.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "sections/ac_asm_messages.h"

#include "code/ac_asm_choice.h"
#include "counts/ac_rank.h"
#include "sections/an_page.h"
#include "sections/ac_asm_notes.h"
#include "sections/ac_messages.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct {
   const ac_scope *scope;
   const ac_asm *listing;
   ac_prices prices;
   bool has_prices;
} context;

static int compare_costs(const void *a, const void *b, void *sort)
{
   const ac_message *x = a, *y = b;
   long double i = ac_measure_value(sort, x->counts);
   long double j = ac_measure_value(sort, y->counts);
   if (i != j)
      return i < j ? 1 : -1;
   return (x->row > y->row) - (x->row < y->row);
}

/* Those that have a place, are wanted, and reach the threshold. */
static size_t choose_rows(const ac_scope *scope, const ac_asm *listing,
                          ac_message *messages)
{
   double threshold = ac_request_row_threshold(scope->request);
   bool has_lines = listing->asked.first != 0;
   static const an_sarif_rule costly = { "hot-instruction", "A hot instruction", NULL };
   size_t n = 0;
   for (size_t i = 0; i < listing->n; i++) {
      const ac_asm_row *row = &listing->rows[i];
      if (row->instr != NULL && row->instr->line != 0
          && (!has_lines || ac_asm_is_of_lines(row->instr, &listing->asked))
          && ac_rank_keeps(&scope->request->sort, row->counts,
                           ac_profile_totals(scope->profile), threshold))
         messages[n++] = (ac_message){ .file = row->instr->file,
                                       .line = row->instr->line,
                                       .counts = row->counts,
                                       .row = i,
                                       .rule = &costly };
   }
   return n;
}

/* Lines of a note, behind each other. */
static void print_note(const context *c, size_t row, FILE *out)
{
   char *text = NULL;
   const char *at = ac_asm_note(c->scope, c->listing, row,
                                c->has_prices ? &c->prices : NULL, &text);
   fputs(at == NULL ? "" : ": ", out);
   for (; at != NULL && *at != '\0'; at++)
      if (*at == '\n')
         fputs("; ", out);
      else
         fputc(*at, out);
   free(text);
}

static void print_row(const void *of, const ac_message *message, FILE *out)
{
   const context *c = of;
   const ac_asm_row *row = &c->listing->rows[message->row];
   char *operands = NULL;
   const char *at;
   ac_messages_measure(c->scope, &c->scope->request->sort.of[0], message->counts, out);
   fprintf(out, ": %" PRIx64 " %s", row->address, row->mnemonic);
   if (*(at = ac_asm_operands(&operands, row)) != '\0') {
      fputc(' ', out);
      an_text_name(out, at);
   }
   free(operands);
   print_note(c, message->row, out);
}

void ac_asm_messages(const ac_scope *scope, const ac_messages_to *to)
{
   context c = { .scope = scope, .listing = scope->analysis->listing };
   size_t most_B = (c.listing->n + 1) * sizeof(ac_message);
   ac_message *messages = tk_get(scope->alloc, AN_LABEL, most_B);
   c.has_prices = ac_prices_open(&c.prices, scope->profile, NULL);
   size_t n = choose_rows(scope, c.listing, messages);
   qsort_r(messages, n, sizeof *messages, compare_costs,
           (void *)&scope->request->sort.of[0]);
   ac_messages_print(scope, messages, n, print_row, &c, to);
}
