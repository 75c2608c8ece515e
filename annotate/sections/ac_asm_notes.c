/* ac_asm_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_asm_notes.h"

#include "base/an_alloc.h"
#include "base/an_said.h"
#include "base/an_text.h"
#include "base/tk_count.h"
#include "base/tk_search.h"
#include "sections/ac_data_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Data ---- */

static int compare_data(const void *a, const void *b)
{
   const ac_asm_datum *x = a, *y = b;
   return tk_compare_signed(y->misses, x->misses)
      ?: tk_compare(x->object, y->object)
      ?: ac_data_spot_compare(&x->spot, &y->spot);
}

/* Adds a place; what has no room is only part of all. */
static void add_datum(ac_asm_datum *found, size_t *n, const ac_asm_datum *datum)
{
   for (size_t i = 0; i < *n; i++)
      if (found[i].object == datum->object
          && ac_data_spot_compare(&found[i].spot, &datum->spot) == 0) {
         found[i].misses += datum->misses;
         return;
      }
   if (*n < AC_ASM_DATA_MOST)
      found[(*n)++] = *datum;
   else if (found[*n - 1].misses < datum->misses)
      found[*n - 1] = *datum;
   qsort(found, *n, sizeof *found, compare_data);
}

/* The first of the data of an instruction or of those behind it. */
static size_t first_of(const ac_instrs *instrs, size_t instr)
{
   return TK_SEARCH(i, instrs->n_data, instrs->data[i].instr < instr);
}

size_t ac_asm_data_of(const ac_scope *scope, const ac_asm *listing, size_t row,
                      ac_asm_datum found[AC_ASM_DATA_MOST], int64_t *all)
{
   const ac_instrs *instrs = ac_profile_instrs(listing->profile);
   const ac_data_report *report = scope->analysis->data;
   const ac_asm_row *of = &listing->rows[row];
   size_t n = 0;
   *all = 0;
   if (report == NULL || of->instr == NULL)
      return 0;
   size_t first = (size_t)(of->instr - instrs->all);
   for (size_t i = first_of(instrs, first);
        i < instrs->n_data && instrs->data[i].instr < first + of->n_instrs; i++) {
      const ac_instr_data *data = &instrs->data[i];
      uint32_t object = report->view.object_of[data->datum];
      ac_asm_datum datum = {
         .object = object,
         .spot = ac_data_spot_of(data->place, report->view.objects[object].type),
         .misses = ac_data_misses(&report->view, data->counts),
      };
      *all += datum.misses;
      if (datum.misses > 0)
         add_datum(found, &n, &datum);
   }
   return n;
}

/* ---- Chains ---- */

size_t ac_asm_chain(const ac_asm *listing, size_t row, size_t *chain, size_t most,
                    size_t *closes)
{
   size_t n = 0, at = row;
   *closes = AC_ASM_NONE;
   while (n < most && listing->rows[at].instr != NULL
          && listing->rows[at].instr->wait == AC_WAIT_CHAIN
          && listing->rows[at].waits_for != AC_ASM_NONE) {
      at = listing->rows[at].waits_for;
      bool is_known = at == row;
      for (size_t i = 0; i < n; i++)
         is_known |= chain[i] == at;
      if (is_known) {
         *closes = at;
         return n;
      }
      chain[n++] = at;
   }
   return n;
}

/* ---- Words ---- */

typedef struct {
   FILE *out;
   size_t n; /* lines so far */
} words;

static void begin_line(words *w)
{
   if (w->n++ > 0)
      putc('\n', w->out);
}

static void say_why(words *w, const ac_asm_row *row, const ac_prices *prices)
{
   char text[AC_WHY_B];
   if (prices == NULL)
      return;
   const ac_why why = ac_why_of(prices, row->counts);
   if (why.rule == NULL || strncmp(why.rule, "execute", strlen("execute")) == 0)
      return;
   ac_why_text(text, &why, SIZE_MAX);
   begin_line(w);
   fputs(text, w->out);
}

/* The first-level data misses of the function. */
static int64_t misses_of(const ac_asm *listing)
{
   int64_t sum = 0;
   for (size_t e = 0; e < ac_profile_n_events(listing->profile); e++) {
      const char *event = ac_profile_event(listing->profile, e);
      if (strcmp(event, "D1mr") == 0 || strcmp(event, "D1mw") == 0)
         sum += listing->counts[e];
   }
   return sum;
}

static void say_data(words *w, const ac_scope *scope, const ac_asm *listing, size_t row)
{
   enum { MOST = 2, LEAST_PERCENT = 10, LEAST_OF_FUNCTION = 1 };
   ac_asm_datum found[AC_ASM_DATA_MOST];
   int64_t all;
   char *text = NULL;
   size_t n = ac_asm_data_of(scope, listing, row, found, &all), n_said = 0;
   if (100 * all < LEAST_OF_FUNCTION * misses_of(listing))
      return;
   for (size_t i = 0; i < n && i < MOST; i++) {
      double share = 100 * (double)found[i].misses / (double)all;
      if (share < LEAST_PERCENT)
         break;
      if (n_said++ == 0) {
         begin_line(w);
         fputs("misses on ", w->out);
      } else {
         fputs("; ", w->out);
      }
      const char *place = ac_data_write_place(&text, &scope->analysis->data->view,
                                              found[i].object, &found[i].spot);
      fprintf(w->out, "%s, %.0f%%", place, share);
   }
   free(text);
}

static void say_row(words *w, const ac_asm *listing, size_t row)
{
   const ac_asm_row *of = &listing->rows[row];
   fprintf(w->out, "%" PRIx64 " %s", of->address, of->mnemonic);
}

static void say_chain(words *w, const ac_asm *listing, size_t row)
{
   enum { MOST = 4 };
   size_t chain[MOST + 1], closes;
   size_t n = ac_asm_chain(listing, row, chain, MOST + 1, &closes);
   begin_line(w);
   if (n == 0) {
      fputs("chain: waits for its own result of the previous iteration", w->out);
      return;
   }
   fputs(closes == row ? "chain: needs " : "needs ", w->out);
   for (size_t i = 0; i < n && i < MOST; i++) {
      fputs(i == 0 ? "" : ", which needs ", w->out);
      say_row(w, listing, chain[i]);
   }
   if (n > MOST)
      fputs(", ...", w->out);
   else if (closes == row)
      fputs(", which needs this", w->out);
   else if (closes == chain[n - 1])
      fputs(", which waits for its own result of the previous iteration", w->out);
}

/* What the core waits for, if the row takes much of its time to execute. */
static void say_wait(words *w, const ac_asm *listing, size_t row)
{
   const ac_asm_row *of = &listing->rows[row];
   switch (of->instr->wait) {
   case AC_WAIT_CHAIN:
      if (of->waits_for != AC_ASM_NONE)
         say_chain(w, listing, row);
      break;
   case AC_WAIT_UNIT:
      begin_line(w);
      fputs("its unit is busy", w->out);
      if (of->waits_for != AC_ASM_NONE && of->waits_for != row) {
         fputs(" with ", w->out);
         say_row(w, listing, of->waits_for);
      }
      break;
   case AC_WAIT_WINDOW:
      begin_line(w);
      fputs("the window is full: older instructions must finish first", w->out);
      break;
   case AC_WAIT_LATENCY:
      begin_line(w);
      fputs("is slow itself, and nothing hides it", w->out);
      break;
   default: break;
   }
}

/* An instruction that takes a cycle is no news, even in a chain. */
static bool executes_long(const ac_asm *listing, const ac_asm_row *row,
                          const ac_prices *prices)
{
   enum { LEAST_PERCENT = 2, LEAST_CYCLES = 2 };
   if (prices == NULL)
      return false;
   double cycles = (double)row->counts[prices->columns[TK_CX]];
   double all = ac_why_of(prices, listing->counts).sum;
   return 100 * cycles >= LEAST_PERCENT * all
          && cycles >= LEAST_CYCLES * (double)ac_asm_runs(row);
}

char *ac_asm_title(const ac_request *request, const ac_asm *listing)
{
   return request->full_names
             ? an_strdup(listing->function)
             : an_said(listing->function, AN_SAID_FUNCTION, AN_SAID_MOST_B);
}

const char *ac_asm_operands(char **text, const ac_asm_row *row)
{
   if (row->called != NULL)
      return an_text_form(text, "<%s>", row->called);
   return row->goes_to == UINT64_MAX ? row->operands
                                     : an_text_form(text, "%" PRIx64, row->goes_to);
}

const char *ac_asm_note(const ac_scope *scope, const ac_asm *listing, size_t row,
                        const ac_prices *prices, char **text)
{
   const ac_asm_row *of = &listing->rows[row];
   size_t length;
   free(*text);
   *text = NULL;
   words w = { .out = an_memstream(text, &length) };
   say_why(&w, of, prices);
   say_data(&w, scope, listing, row);
   if (executes_long(listing, of, prices))
      say_wait(&w, listing, row);
   an_memstream_close(w.out);
   return w.n == 0 ? NULL : *text;
}
