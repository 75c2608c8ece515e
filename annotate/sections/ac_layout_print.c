/* ac_layout_print.c -- of a pair whose NEW has a layout that OLD has not: what each rule
   did, and what of it is not as it would be.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/an_base_name.h"
#include "base/an_said.h"
#include "counts/ac_layout.h"
#include "counts/ac_layout_words.h"
#include "advice/ac_layout_judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
   RULE,
   LINE,
   KIND,
   SUBJECT,
   BLOCKS,
   OLD_D1 = BLOCKS + AC_LAYOUT_COUNTS,
   D1,
   OLD_LAST,
   LAST,
   CYCLES,
   PERCENT,
   FUNCTIONS,
   TEXT,
   COLUMNS
};

/* A line for people: the sentence of a rule, what was laid out by it, or the program. */
typedef struct {
   const ac_layout_verdict *of; /* NULL: the program */
   bool is_truth;
} line;

typedef struct {
   const ac_layout *layout, *old;
   const ac_layout_judged *judged;
   line *lines;
   size_t n_lines;
   char *heading;
   char *text; /* of the row, */
   char *subject;
} section;

/* ---- Words ---- */

/* "-61.0%"; no sign of what is rounded to nothing. */
static const char *write_percent(char to[AN_TEXT_NUMBER_B], long double percent)
{
   bool is_zero = fabsl(percent) < 0.05L;
   snprintf(to, AN_TEXT_NUMBER_B, is_zero ? "0.0%%" : "%+.1Lf%%", percent);
   return to;
}

/* " D1 misses -61.0%", or behind others ", LL -48.0%"; nothing if there are none on
   either side.  Percents of few say nothing: " LL 7 -> 770". */
static void add_change(section *s, bool *is_first, const char *what, long double old,
                       long double new)
{
   enum { FEW = 100, TIMES = 10 };
   char number[AN_TEXT_NUMBER_B], before[AN_TEXT_NUMBER_B];
   bool is_share = old >= FEW && new <= TIMES *old;
   if (old == 0 && new == 0)
      return;
   if (is_share) {
      write_percent(number, 100 * (new - old) / old);
   } else {
      an_text_value(before, old, true, false);
      an_text_value(number, new, true, false);
   }
   an_text_form(&s->text, "%s%s%s %s%s%s", s->text, *is_first ? " " : ", ", what,
                is_share ? "" : before, is_share ? "" : " -> ", number);
   *is_first = false;
}

static bool knows_cycles(const section *s)
{
   return s->judged->cycles != NULL && s->judged->before > 0;
}

/* By how much the estimated cycles change, in percent of the program's. */
static long double percent_of(const section *s, long double change)
{
   return knows_cycles(s) ? 100 * change / s->judged->before : NAN;
}

/* "; by_city gains 31.0%, load loses 2.0%": each of its own cycles. */
static void add_functions(section *s, const ac_layout_verdict *of)
{
   char by[AN_TEXT_NUMBER_B];
   for (size_t i = 0; i < of->n_functions; i++) {
      const ac_layout_function *f = &of->functions[i];
      char *name = an_said(f->name, AN_SAID_FUNCTION, AN_SAID_MOST_B);
      bool has_percent = f->before > 0;
      if (has_percent)
         snprintf(by, sizeof by, "%.1Lf%%", 100 * fabsl(f->change) / f->before);
      else
         an_text_value(by, roundl(fabsl(f->change)), true, false);
      an_text_form(&s->text, "%s%s %s %s %s%s", s->text, i == 0 ? ";" : ",", name,
                   f->change < 0 ? "gains" : "loses", by, has_percent ? "" : " cycles");
      free(name);
   }
}

/* "split of struct Order (orders.layout:3):" */
static void begin_rule(section *s, const ac_layout_rule *rule)
{
   an_span subject = ac_layout_subject(rule->text);
   an_text_form(&s->text, "%s %.*s (%s:%" PRIu32 "):",
                ac_layout_kind_words(ac_layout_kind_of(rule->text)),
                (int)an_span_length(subject), subject.at, an_base_name(s->layout->file),
                rule->line);
}

/* A sentence. */
static const char *write_rule(section *s, const ac_layout_verdict *of)
{
   const ac_layout_rule *rule = &s->layout->rules[of->rule - 1];
   begin_rule(s, rule);
   if (rule->counts[AC_LAYOUT_BLOCKS] == 0)
      return an_text_form(&s->text, "%s matched nothing", s->text);
   if (!s->judged->has_data)
      return an_text_form(&s->text, "%s its misses are not known", s->text);
   if (of->d1[0] == 0 && of->d1[1] == 0 && of->last[0] == 0 && of->last[1] == 0)
      return an_text_form(&s->text, "%s no misses on its data", s->text);
   bool is_first = true;
   add_change(s, &is_first, "D1 misses", of->d1[0], of->d1[1]);
   add_change(s, &is_first, "LL", of->last[0], of->last[1]);
   if (!knows_cycles(s))
      return s->text;
   char percent[AN_TEXT_NUMBER_B];
   an_text_form(&s->text, "%s, cycles %s", s->text,
                write_percent(percent, percent_of(s, of->change)));
   if (s->judged->n == 1)
      an_text_form(
         &s->text, "%s (whole program %s)", s->text,
         write_percent(percent, percent_of(s, s->judged->after - s->judged->before)));
   add_functions(s, of);
   return s->text;
}

/* What a rule calls what follows it: blocks, or variables. */
static bool is_of_variable(const ac_layout_rule *rule)
{
   return strncmp(rule->text, "type ", strlen("type ")) != 0
          && strncmp(rule->text, "site ", strlen("site ")) != 0;
}

static void add_count(section *s, int64_t count, const char *one, const char *more)
{
   char number[AN_TEXT_NUMBER_B];
   an_text_count(number, count);
   if (count != 0)
      an_text_form(&s->text, "%s, %s %s", s->text, number, count == 1 ? one : more);
}

/* "  1,000 blocks (80,000 bytes) laid out, 3 did not fit": how far the run was as it
   would be with that layout. */
static const char *write_truth(section *s, const ac_layout_rule *rule)
{
   const int64_t *counts = rule->counts;
   const char *noun = is_of_variable(rule) ? "variable" : "block";
   char blocks[AN_TEXT_NUMBER_B], bytes[AN_TEXT_NUMBER_B];
   an_text_count(blocks, counts[AC_LAYOUT_BLOCKS]);
   an_text_count(bytes, counts[AC_LAYOUT_BYTES]);
   an_text_form(&s->text, "  %s %s%s (%s byte%s) laid out", blocks, noun,
                counts[AC_LAYOUT_BLOCKS] == 1 ? "" : "s", bytes,
                counts[AC_LAYOUT_BYTES] == 1 ? "" : "s");
   add_count(s, counts[AC_LAYOUT_MISFITS], "did not fit", "did not fit");
   add_count(s, counts[AC_LAYOUT_MORE], "more access", "more accesses");
   add_count(s, counts[AC_LAYOUT_CALLS], "system call with an address in them",
             "system calls with an address in them");
   return s->text;
}

/* "whole program: D1 misses -41.2%, LL -30.3%, cycles -23.4% (74.6M before, 57.2M
   after); outside all rules +0.3%" */
static const char *write_program(section *s)
{
   const ac_layout_judged *j = s->judged;
   char before[AN_TEXT_NUMBER_B], after[AN_TEXT_NUMBER_B];
   bool is_first = true;
   an_text_form(&s->text, "whole program:");
   add_change(s, &is_first, "D1 misses", j->d1[0], j->d1[1]);
   add_change(s, &is_first, "LL", j->last[0], j->last[1]);
   if (!knows_cycles(s))
      return s->text;
   add_change(s, &is_first, "cycles", j->before, j->after);
   an_text_value(before, j->before, true, false);
   an_text_value(after, j->after, true, false);
   an_text_form(&s->text, "%s (%s before, %s after)", s->text, before, after);
   char percent[AN_TEXT_NUMBER_B];
   if (j->has_data && j->n > 0)
      an_text_form(&s->text, "%s; outside all rules %s", s->text,
                   write_percent(percent, percent_of(s, j->rest)));
   return s->text;
}

/* ---- For people ---- */

static void make_line(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const line *of = &s->lines[number];
   row->is_apart = of->of == NULL && number > 0;
   row->line = of->of == NULL ? write_program(s)
               : of->is_truth ? write_truth(s, &s->layout->rules[of->of->rule - 1])
                              : write_rule(s, of->of);
}

/* What a rule laid out, or did not, is a line of its own. */
static void list_lines(section *s, const tk_alloc *alloc)
{
   const ac_layout_judged *j = s->judged;
   s->lines = tk_get(alloc, AN_LABEL, (2 * j->n + 1) * sizeof *s->lines);
   for (size_t i = 0; i < j->n; i++) {
      const int64_t *counts = s->layout->rules[j->of[i].rule - 1].counts;
      s->lines[s->n_lines++] = (line){ .of = &j->of[i] };
      if (counts[AC_LAYOUT_BLOCKS] > 0 || counts[AC_LAYOUT_MISFITS] > 0)
         s->lines[s->n_lines++] = (line){ .of = &j->of[i], .is_truth = true };
   }
   s->lines[s->n_lines++] = (line){ .of = NULL };
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   if (s->layout->n == 0)
      fputs("the rules are not known\n", page->out);
   else if (!s->judged->has_data)
      fputs("rules are judged by data objects, which not both profiles have:\n"
            "cachesim --objects=yes records them\n",
            page->out);
   if (s->old->file == NULL)
      return;
   fputs("OLD has the layout ", page->out);
   ac_layout_print(s->old, page->out);
   putc('\n', page->out);
}

/* ---- For programs ---- */

static void put_functions(const an_table *table, ptrdiff_t number, an_json_out *json,
                          an_csv_out *csv)
{
   (void)csv;
   const section *s = table->context;
   const ac_layout_verdict *of = &s->judged->of[number];
   an_json_put_open(json, "functions", '[');
   for (size_t i = 0; i < of->n_functions; i++) {
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "name", of->functions[i].name);
      an_json_put_number(json, "old_cycles", of->functions[i].before, true);
      an_json_put_number(json, "cycles", roundl(of->functions[i].change), true);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

static const an_column columns[COLUMNS] = {
   [RULE] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "rule" },
   [LINE] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line" },
   [KIND] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "kind" },
   [SUBJECT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "of" },
   [BLOCKS + AC_LAYOUT_BLOCKS] = { AN_COLUMN_COUNT, AN_FOR_CSV, "blocks" },
   [BLOCKS + AC_LAYOUT_BYTES] = { AN_COLUMN_COUNT, AN_FOR_CSV, "bytes" },
   [BLOCKS + AC_LAYOUT_MISFITS] = { AN_COLUMN_COUNT, AN_FOR_CSV, "misfits" },
   [BLOCKS + AC_LAYOUT_MORE] = { AN_COLUMN_COUNT, AN_FOR_CSV, "more_accesses" },
   [BLOCKS + AC_LAYOUT_CALLS] = { AN_COLUMN_COUNT, AN_FOR_CSV, "kernel_calls" },
   [OLD_D1] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "old_d1_misses" },
   [D1] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "d1_misses" },
   [OLD_LAST] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "old_ll_misses" },
   [LAST] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "ll_misses" },
   [CYCLES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "cycles" },
   [PERCENT] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "percent" },
   [FUNCTIONS] = { AN_COLUMN_OWN, AN_FOR_JSON, .put = put_functions },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "text", .is_last = true },
};

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ac_layout_verdict *of = &s->judged->of[number];
   const ac_layout_rule *rule = &s->layout->rules[of->rule - 1];
   an_span subject = ac_layout_subject(rule->text);
   an_cell *cells = row->cells;
   cells[RULE].number = of->rule;
   cells[LINE].number = rule->line;
   cells[KIND].text = ac_layout_kind_name(ac_layout_kind_of(rule->text));
   cells[SUBJECT].text = an_text_form(&s->subject, "%.*s", (int)an_span_length(subject),
                                      subject.at);
   for (int i = 0; i < AC_LAYOUT_COUNTS; i++)
      cells[BLOCKS + i].number = rule->counts[i];
   cells[TEXT].text = write_rule(s, of);
   if (!s->judged->has_data)
      return;
   cells[OLD_D1].number = of->d1[0];
   cells[D1].number = of->d1[1];
   cells[OLD_LAST].number = of->last[0];
   cells[LAST].number = of->last[1];
   if (knows_cycles(s)) {
      cells[CYCLES].number = roundl(of->change);
      cells[PERCENT].number = percent_of(s, of->change);
   }
}

static void put_head(const an_table *table, an_json_out *json)
{
   section *s = (section *)table->context;
   const ac_layout_judged *j = s->judged;
   an_json_put_bool(json, "is_known", j->has_data);
   an_json_put_text(json, "program", write_program(s));
   an_json_put_number(json, "old_cycles", knows_cycles(s) ? j->before : NAN, true);
   an_json_put_number(json, "cycles", knows_cycles(s) ? j->after : NAN, true);
   an_json_put_number(json, "rest", j->has_data ? percent_of(s, j->rest) : NAN, false);
}

/* ---- The section ---- */

static void close_section(an_tables *tables)
{
   section *s = tables->state;
   free(s->heading);
   free(s->text);
   free(s->subject);
}

static an_table table_for_people(section *s)
{
   enum { LIMITED = 12 };
   return (an_table){ .columns = columns,
                      .n_columns = COLUMNS,
                      .n = s->n_lines,
                      .make_row = make_line,
                      .context = s,
                      .is_for = AN_FOR_PEOPLE,
                      .heading = "Layout",
                      .heading_name = s->heading,
                      .print_notes = print_notes,
                      .noun = "line",
                      .option = "--by=layout",
                      .n_limited = LIMITED };
}

void ac_layout_tables(an_tables *tables, const ac_scope *scope)
{
   if (scope->analysis->layout == NULL)
      return;
   section *s = tk_get(scope->alloc, AN_LABEL, sizeof *s);
   *s = (section){ .layout = ac_profile_layout(scope->profile, 1),
                   .old = ac_profile_layout(scope->profile, 0),
                   .judged = scope->analysis->layout };
   an_text_form(&s->heading, "%s, %zu rule%s", an_base_name(s->layout->file),
                s->layout->n, s->layout->n == 1 ? "" : "s");
   tables->state = s;
   tables->close = close_section;
   list_lines(s, scope->alloc);
   const an_table people = table_for_people(s);
   const an_table programs = { .columns = columns,
                               .n_columns = COLUMNS,
                               .n = s->judged->n,
                               .make_row = make_row,
                               .context = s,
                               .is_for = AN_FOR_PROGRAMS,
                               .put_head = put_head,
                               .key = "rules",
                               .noun = "rule" };
   an_tables_add(tables, tables->is_for == AN_FOR_PEOPLE ? &people : &programs);
}
