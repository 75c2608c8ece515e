/* ac_asm_diff_print.c -- a function's machine code in two profiles, side by side where it
   is the same.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_asm_notes.h"
#include "sections/ac_sections.h"

#include "code/ac_asm_pair.h"
#include "base/tk_array.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What people read in a line: a row, or a gap of rows before `end`. */
typedef struct {
   size_t at, end; /* equal: a row */
} line;

typedef struct {
   const ac_asm_pair *pair;
   ac_measures first; /* before, after and the change of what is sorted by */
   ac_measure change; /* of it */
   long double all;   /* the larger of both sides */
   line *lines;
   size_t n, capacity;
   char *title;            /* the function's name */
   char *text, *old, *new; /* of the current row */
} section;

enum {
   FIRST,
   OTHERS,
   OLD_ADDRESS,
   NEW_ADDRESS,
   STATE,
   MNEMONIC,
   OPERANDS,
   FILE_NAME,
   LINE_NUMBER,
   TEXT,
   COLUMNS
};

static const an_column columns[COLUMNS] = {
   [FIRST] = { AN_COLUMN_MEASURES, AN_FOR_ALL },
   [OTHERS] = { AN_COLUMN_MEASURES, 0, .rank = 3 },
   [OLD_ADDRESS] = { AN_COLUMN_RIGHT, AN_FOR_ALL, "old_address", "old", .rank = 2,
                     .omits_empty = true },
   [NEW_ADDRESS] = { AN_COLUMN_RIGHT, AN_FOR_ALL, "new_address", "new", .rank = 2,
                     .omits_empty = true },
   [STATE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "state" },
   [MNEMONIC] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "mnemonic" },
   [OPERANDS] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "operands" },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file", .omits_empty = true },
   [LINE_NUMBER] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "line", .omits_empty = true },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "instruction", .is_last = true },
};

/* The instruction: NEW's, or what only OLD has. */
static const ac_asm_row *row_of(const section *s, const ac_asm_pair_row *of)
{
   return of->new != AC_ASM_NONE ? &s->pair->new->rows[of->new]
                                 : &s->pair->old->rows[of->old];
}

/* ---- Which lines ---- */

/* A change that matters, in counts or in code that runs. */
static bool is_wanted(const section *s, const ac_asm_pair_row *of)
{
   enum { LEAST_PERCENT = 1 };
   long double change = fabsl(ac_measure_value(&s->change, of->counts));
   bool is_one_sided = (of->old == AC_ASM_NONE) != (of->new == AC_ASM_NONE);
   return 100 * change >= LEAST_PERCENT * s->all
          || (is_one_sided && row_of(s, of)->counts != NULL);
}

static void add_line(section *s, const tk_alloc *alloc, line of)
{
   TK_ARRAY_ADD(alloc, AN_LABEL, s->lines, s->n, s->capacity, of);
}

static void choose_lines(section *s, const ac_scope *scope)
{
   enum { CONTEXT = 2 };
   size_t n = s->pair->n;
   bool *is_shown = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *is_shown);
   memset(is_shown, !scope->request->is_limited, n * sizeof *is_shown);
   for (size_t i = 0; i < n; i++)
      for (size_t k = i < CONTEXT ? 0 : i - CONTEXT;
           is_wanted(s, &s->pair->rows[i]) && k <= i + CONTEXT && k < n; k++)
         is_shown[k] = true;
   for (size_t i = 0, end; i < n; i = end) {
      for (end = i; end < n && !is_shown[end];)
         end++;
      line of = { i, end > i + 1 ? end : i };
      add_line(s, scope->alloc, of);
      end = of.end > i ? of.end : i + 1;
   }
}

/* ---- Rows ---- */

static const char *state_of(const ac_asm_pair_row *of)
{
   return of->old == AC_ASM_NONE ? "new" : of->new == AC_ASM_NONE ? "gone" : "same";
}

static void make_cells(section *s, const ac_asm_pair_row *of, an_row *row,
                       const char *prefix)
{
   const ac_asm_row *instr = row_of(s, of);
   an_cell *cells = row->cells;
   cells[FIRST].counts = cells[OTHERS].counts = of->counts;
   if (of->old != AC_ASM_NONE)
      cells[OLD_ADDRESS].text = an_text_form(&s->old, "%s%" PRIx64, prefix,
                                             s->pair->old->rows[of->old].address);
   if (of->new != AC_ASM_NONE)
      cells[NEW_ADDRESS].text = an_text_form(&s->new, "%s%" PRIx64, prefix,
                                             s->pair->new->rows[of->new].address);
   cells[STATE].text = state_of(of);
   cells[MNEMONIC].text = instr->mnemonic;
   cells[OPERANDS].text = instr->operands;
   if (instr->instr != NULL && instr->instr->line != 0) {
      cells[FILE_NAME].text = instr->instr->file;
      cells[LINE_NUMBER].number = instr->instr->line;
   }
}

static void make_record(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   make_cells(s, &s->pair->rows[number], row, "0x");
}

static void make_line(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const line *of = &s->lines[number];
   if (of->end > of->at) {
      row->line = an_text_form(&s->text, "... %zu instructions alike", of->end - of->at);
      return;
   }
   const ac_asm_pair_row *pair_row = &s->pair->rows[of->at];
   make_cells(s, pair_row, row, "");
   row->colour = pair_row->old == AC_ASM_NONE   ? AN_COLOUR_HEADING
                 : pair_row->new == AC_ASM_NONE ? AN_COLOUR_WARNING
                                                : AN_COLOUR_NONE;
}

static void print_text(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   const ac_asm_pair_row *of = &s->pair->rows[s->lines[number].at];
   const ac_asm_row *instr = row_of(s, of);
   const char *mark = of->old == AC_ASM_NONE ? "+" : of->new == AC_ASM_NONE ? "-" : " ";
   char *text = NULL;
   if (instr->called != NULL)
      an_text_form(&text, "%s %-6s <%s>", mark, instr->mnemonic, instr->called);
   else if (instr->goes_to != UINT64_MAX)
      an_text_form(&text, "%s %-6s %" PRIx64, mark, instr->mnemonic, instr->goes_to);
   else
      an_text_form(&text, *instr->operands == '\0' ? "%s %s" : "%s %-6s %s", mark,
                   instr->mnemonic, instr->operands);
   an_text_name_fit(page->out, text, room);
   free(text);
}

/* ---- The tables ---- */

static void close_section(an_tables *tables)
{
   section *s = tables->state;
   free(s->title);
   free(s->text);
   free(s->old);
   free(s->new);
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   const ac_asm_pair *pair = s->pair;
   an_json_put_text(json, "function",
                    (pair->new != NULL ? pair->new : pair->old)->function);
   an_json_put_bool(json, "is_in_old", pair->old != NULL);
   an_json_put_bool(json, "is_in_new", pair->new != NULL);
}

/* The measures of what is sorted by, which come first, or are among the others. */
static void choose_measures(section *s, const ac_request *request)
{
   const ac_metric *metric = request->sort.of[0].metric;
   size_t i = 0;
   while (i < request->show.n && request->show.of[i].metric != metric)
      i++;
   s->first.of = request->show.of + i;
   while (i + s->first.n < request->show.n
          && request->show.of[i + s->first.n].metric == metric)
      s->first.n++;
   s->change = request->sort.of[0];
}

void ac_asm_diff_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_asm_pair *pair = scope->analysis->listings;
   if (pair == NULL)
      return;
   section *s = tk_get(scope->alloc, AN_LABEL, sizeof *s);
   an_column *own = tk_get(scope->alloc, AN_LABEL, sizeof columns);
   const ac_asm *either = pair->new != NULL ? pair->new : pair->old;
   *s = (section){ .pair = pair, .title = ac_asm_title(scope->request, either) };
   tables->state = s;
   tables->close = close_section;
   choose_measures(s, scope->request);
   ac_measure before = s->change, after = s->change;
   before.aspect = AC_BEFORE;
   after.aspect = AC_AFTER;
   s->all = fmaxl(ac_measure_value(&before, pair->counts),
                  ac_measure_value(&after, pair->counts));
   bool is_for_people = tables->is_for == AN_FOR_PEOPLE;
   if (is_for_people)
      choose_lines(s, scope);
   memcpy(own, columns, sizeof columns);
   own[FIRST].measures = &s->first;
   own[FIRST].key = "values";
   an_tables_add(tables, &(an_table){
                            .columns = own,
                            .n_columns = COLUMNS,
                            .n = is_for_people ? s->n : pair->n,
                            .make_row = is_for_people ? make_line : make_record,
                            .print_last = print_text,
                            .context = s,
                            .is_for = AN_FOR_ALL,
                            .heading = "Instructions",
                            .heading_name = s->title,
                            .put_head = put_head,
                            .key = "instructions",
                            .noun = "instruction",
                            .is_whole = true,
                         });
}
