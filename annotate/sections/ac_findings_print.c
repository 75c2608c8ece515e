/* ac_findings_print.c -- what to fix, and what that gains; of a pair, what is new.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/an_called.h"
#include "counts/ac_threads.h"
#include "advice/ac_findings_pair.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
   STATE,
   GAIN,
   KIND,
   PLACE,
   CURE,
   REASON,
   FILE_NAME,
   LINE,
   FUNCTION,
   INSTR,
   LIBRARY,
   OBJECT,
   FIELD,
   LINES,
   CYCLES,
   PERCENT,
   OLD_PERCENT,
   IS_MOST,
   COLUMNS
};

enum { BELOW_B = 2 * AC_FINDING_REASON_B, OBJECT_B = 400 };

typedef struct {
   const ac_scope *scope;
   const ac_findings_pair *pair;  /* NULL: of one profile */
   const ac_findings *findings;   /* of it */
   ac_labels labels;              /* of each: its function, and the library's */
   char gain[48], below[BELOW_B]; /* of the row */
} section;

static an_column_put put_instr;

static const an_column columns[COLUMNS] = {
   [STATE] = { AN_COLUMN_TEXT, 0, "state", "change" },
   [GAIN] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "gains" },
   [KIND] = { AN_COLUMN_TEXT, AN_FOR_ALL, "kind", "what" },
   [PLACE] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "where, why, and the cure",
               .is_last = true },
   [CURE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "cure" },
   [REASON] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "reason" },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file" },
   [LINE] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line" },
   [FUNCTION] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "function" },
   [INSTR] = { AN_COLUMN_OWN, AN_FOR_JSON, "instruction", .put = put_instr },
   [LIBRARY] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "library" },
   [OBJECT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "object" },
   [FIELD] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "field" },
   [LINES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "lines" },
   [CYCLES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "cycles" },
   [PERCENT] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "percent" },
   [OLD_PERCENT] = { AN_COLUMN_NUMBER, 0, "old_percent" },
   [IS_MOST] = { AN_COLUMN_FLAG, AN_FOR_PROGRAMS, "at_most" },
};

/* ---- Rows ---- */

static const ac_finding *finding_of(const section *s, size_t number)
{
   if (s->pair == NULL)
      return &s->findings->of[number];
   const ac_finding_pair *of = &s->pair->of[number];
   return of->new == NULL ? of->old : of->new;
}

static void write_percent(char to[16], const ac_finding *f, double percent)
{
   snprintf(to, 16, "%s%.1f%%", f->is_most ? "<" : "", percent);
}

/* "8.3%"; of a pair "8.3% -> 27.2%", from or to nothing as well. */
static void write_gain(section *s, size_t number)
{
   char old[16] = "-", new[16] = "-";
   if (s->pair == NULL) {
      const ac_finding *f = finding_of(s, number);
      write_percent(s->gain, f, ac_findings_percent(s->findings, f));
      return;
   }
   const ac_finding_pair *of = &s->pair->of[number];
   if (of->old != NULL)
      write_percent(old, of->old, ac_findings_percent(s->pair->old, of->old));
   if (of->new != NULL)
      write_percent(new, of->new, ac_findings_percent(s->pair->new, of->new));
   snprintf(s->gain, sizeof s->gain, "%s -> %s", old, new);
}

/* "8 of its 52 bytes in each line used: split used from unused fields (1133 mov)" */
static void write_below(section *s, const ac_finding *f)
{
   int n = snprintf(s->below, BELOW_B, "%s: %s", f->reason, ac_finding_cure_of(f));
   if (f->instr != AC_NO_INSTR && n > 0 && n < BELOW_B)
      snprintf(s->below + n, BELOW_B - (size_t)n, " (%" PRIx64 "%s%s)", f->instr_address,
               *f->mnemonic == '\0' ? "" : " ", f->mnemonic);
}

/* "customer.next", "order[] (join.cc:30)" */
static void write_object(char to[OBJECT_B], const ac_finding *f)
{
   to[0] = '\0';
   if (f->object != NULL)
      snprintf(to, OBJECT_B, "%s%s%s", f->object->label, f->field == NULL ? "" : ": ",
               f->field == NULL ? "" : f->field);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const ac_finding *f = finding_of(s, (size_t)number);
   an_cell *cells = row->cells;
   write_gain(s, (size_t)number);
   write_below(s, f);
   row->below = s->below;
   cells[GAIN].text = s->gain;
   cells[KIND].text = ac_finding_name_of(f);
   cells[CURE].text = ac_finding_cure_of(f);
   cells[REASON].text = f->reason;
   cells[FILE_NAME].text = f->file;
   if (f->line > 0)
      cells[LINE].number = f->line;
   cells[FUNCTION].text = f->function;
   cells[LIBRARY].text = f->library;
   cells[OBJECT].text = f->object == NULL ? NULL : f->object->label;
   cells[FIELD].text = f->field;
   cells[LINES].number = (long double)f->n_lines;
   cells[CYCLES].number = roundl(f->cycles);
   if (s->pair == NULL) {
      cells[PERCENT].number = ac_findings_percent(s->findings, f);
   } else {
      const ac_finding_pair *of = &s->pair->of[number];
      cells[STATE].text = ac_finding_pair_state(s->pair, of);
      cells[PERCENT].number = ac_findings_percent(s->pair->new, of->new);
      cells[OLD_PERCENT].number = ac_findings_percent(s->pair->old, of->old);
   }
   cells[IS_MOST].number = f->is_most;
}

static void put_instr(const an_table *table, ptrdiff_t number, an_json_out *json,
                      an_csv_out *csv)
{
   (void)csv;
   const ac_finding *f = finding_of(table->context, (size_t)number);
   if (f->instr == AC_NO_INSTR)
      return;
   an_json_put_open(json, "instruction", '{');
   an_json_put_address(json, "address", f->instr_address);
   an_json_put_text(json, "mnemonic", *f->mnemonic == '\0' ? NULL : f->mnemonic);
   an_json_put_close(json, '}');
}

static void print_place(const an_table *table, ptrdiff_t number, const an_page *page,
                        size_t room)
{
   const section *s = table->context;
   const ac_finding *f = finding_of(s, (size_t)number);
   char object[OBJECT_B];
   write_object(object, f);
   an_page_own_place(
      page->out,
      &(an_own_place){
         .function = &s->labels.labels[2 * number],
         .library = f->library == NULL ? NULL : &s->labels.labels[2 * number + 1],
         .object = object,
         .file = f->file,
         .line = f->line,
      },
      room);
}

/* ---- What the profile cannot show ---- */

/* "find more with cachesim --machine=host --objects=yes", in lines that fit: a cut
   option would be none. */
static void print_options(const an_page *page, const char *const *options, size_t n)
{
   size_t width = page->scope.terminal->width;
   size_t taken = (size_t)fprintf(page->out, "find more with");
   char *all = NULL;
   for (size_t i = 0; i < n; i++)
      an_text_form(&all, "%s%s%s", i == 0 ? "" : all, i == 0 ? "" : " ", options[i]);
   char *run = an_called_run("", "cachesim", all), *rest = run;
   for (const char *word; (word = strsep(&rest, " ")) != NULL;) {
      size_t more = strlen(word) + 1;
      if (width > 0 && taken + more > width) {
         fputs("\n ", page->out);
         taken = 1;
      }
      fprintf(page->out, " %s", word);
      taken += more;
   }
   putc('\n', page->out);
   free(run);
   free(all);
}

/* Threads are needed to share. */
void ac_lacks_print(const an_page *page)
{
   const ac_profile *profile = page->scope.profile;
   const char *said[AC_N_FINDING_KINDS] = { NULL };
   size_t n_said = 0;
   for (int k = 0; k < AC_N_FINDING_KINDS; k++) {
      const char *option = ac_finding_lacks((ac_finding_kind)k, profile);
      bool is_new = option != NULL
                    && (k != AC_FINDING_SHARING || ac_threads_are_known(profile));
      for (size_t i = 0; i < n_said && is_new; i++)
         is_new = strcmp(said[i], option) != 0;
      if (is_new)
         said[n_said++] = option;
   }
   if (n_said > 0 && !ac_profile_is_foreign(profile))
      print_options(page, said, n_said);
}

static void print_lacks(const an_table *table, const an_page *page)
{
   (void)table;
   ac_lacks_print(page);
}

/* ---- The section ---- */

static const char *name_at(const void *context, size_t i)
{
   const section *s = context;
   const ac_finding *f = finding_of(s, i / 2);
   return i % 2 == 0 ? f->function : f->library;
}

/* Of a pair or of one profile. */
static section *open_section(const ac_scope *scope, size_t n)
{
   section *s = tk_get(scope->alloc, AN_LABEL, sizeof *s);
   *s = (section){ .scope = scope,
                   .pair = scope->analysis->findings_pair,
                   .findings = scope->analysis->findings };
   size_t longest = scope->terminal == NULL
                       ? AN_SAID_FULL
                       : ac_labels_longest(scope->request->full_names,
                                           scope->terminal->width);
   ac_labels_open_names(&s->labels, scope->alloc, 2 * n, name_at, s, AN_SAID_BARE,
                        longest);
   return s;
}

static an_table table_of(const section *s, size_t n)
{
   enum { LIMITED = 5 };
   return (an_table){ .columns = columns,
                      .n_columns = COLUMNS,
                      .n = n,
                      .make_row = make_row,
                      .print_last = print_place,
                      .context = s,
                      .is_for = AN_FOR_ALL,
                      .noun = "finding",
                      .option = "--by=finding",
                      .n_limited = LIMITED };
}

void ac_findings_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_findings *findings = scope->analysis->findings;
   if (findings == NULL)
      return;
   section *s = open_section(scope, findings->n);
   an_table table = table_of(s, findings->n);
   table.none = "No findings; --by=place lists where the cycles go.";
   table.print_notes = print_lacks;
   an_tables_add(tables, &table);
}

void ac_findings_diff_tables(an_tables *tables, const ac_scope *scope)
{
   const ac_findings_pair *pair = scope->analysis->findings_pair;
   if (pair == NULL
       || (pair->n == 0 && scope->request->by == NULL && tables->is_for == AN_FOR_PEOPLE))
      return;
   section *s = open_section(scope, pair->n);
   an_column *all = tk_get(scope->alloc, AN_LABEL, sizeof columns);
   memcpy(all, columns, sizeof columns);
   all[STATE].is_for = AN_FOR_ALL;
   all[OLD_PERCENT].is_for = AN_FOR_PROGRAMS;
   an_table table = table_of(s, pair->n);
   table.columns = all;
   table.heading = "New and gone findings";
   table.none = "No finding is new, gone, or changed its gain.";
   an_tables_add(tables, &table);
}
