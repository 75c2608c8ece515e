/* ac_findings_print.c -- what to mend, and what that gains.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_threads.h"
#include "findings/ac_findings.h"

#include <math.h>
#include <string.h>

#define LABEL "an.findings"

enum {
   GAIN,
   KIND,
   PLACE,
   CURE,
   REASON,
   FILE_NAME,
   LINE,
   FUNCTION,
   LIBRARY,
   OBJECT,
   FIELD,
   LINES,
   CYCLES,
   PERCENT,
   IS_MOST,
   COLUMNS
};

enum { BELOW_B = 2 * AC_FINDING_REASON_B, OBJECT_B = 400 };

typedef struct {
   const ac_scope *scope;
   const ac_findings *findings;
   ac_labels labels;              /* of each: its function, and the library's */
   char gain[32], below[BELOW_B]; /* of the row */
} section;

static const an_column columns[COLUMNS] = {
   [GAIN] = { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, .label = "gains" },
   [KIND] = { AN_COLUMN_TEXT, AN_FOR_ALL, "kind", "what" },
   [PLACE] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "where, why, and the cure",
               .is_last = true },
   [CURE] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "cure" },
   [REASON] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "reason" },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file" },
   [LINE] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line" },
   [FUNCTION] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "function" },
   [LIBRARY] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "library" },
   [OBJECT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "object" },
   [FIELD] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "field" },
   [LINES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "lines" },
   [CYCLES] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "cycles" },
   [PERCENT] = { AN_COLUMN_NUMBER, AN_FOR_PROGRAMS, "percent" },
   [IS_MOST] = { AN_COLUMN_FLAG, AN_FOR_PROGRAMS, "at_most" },
};

/* ---- Rows ---- */

static double percent_of(const section *s, const ac_finding *f)
{
   return s->findings->all > 0 ? (double)(100 * f->cycles / s->findings->all) : 0;
}

static void write_gain(section *s, const ac_finding *f)
{
   double percent = percent_of(s, f);
   snprintf(s->gain, sizeof s->gain, percent > 999 ? ">999 %%" : "%s%.1f %%",
            f->is_most ? "<" : "", percent);
}

/* "8 of 52 bytes of a line used: keep apart what is used" */
static void write_below(section *s, const ac_finding *f)
{
   snprintf(s->below, BELOW_B, "%s: %s", f->reason, ac_finding_cure(f->kind));
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
   const ac_finding *f = &s->findings->of[number];
   an_cell *cells = row->cells;
   write_gain(s, f);
   write_below(s, f);
   row->below = s->below;
   cells[GAIN].text = s->gain;
   cells[KIND].text = ac_finding_name(f->kind);
   cells[CURE].text = ac_finding_cure(f->kind);
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
   cells[PERCENT].number = percent_of(s, f);
   cells[IS_MOST].number = f->is_most;
}

static void print_place(const an_table *table, ptrdiff_t number, const an_page *page,
                        size_t room)
{
   const section *s = table->context;
   const ac_finding *f = &s->findings->of[number];
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

/* "not judged: tlb, stride: cachesim --machine=host".  Threads are needed to share. */
static void print_lacks(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   const char *said[AC_N_FINDING_KINDS];
   size_t n_said = 0;
   for (int k = 0; k < AC_N_FINDING_KINDS; k++) {
      const char *option = ac_finding_lacks((ac_finding_kind)k, s->scope->profile);
      bool is_new = option != NULL
                    && (k != AC_FINDING_SHARING
                        || ac_threads_are_known(s->scope->profile));
      for (size_t i = 0; i < n_said && is_new; i++)
         is_new = strcmp(said[i], option) != 0;
      if (is_new)
         said[n_said++] = option;
   }
   if (n_said > 0)
      fputs("more is found with cachesim", page->out);
   for (size_t i = 0; i < n_said; i++)
      fprintf(page->out, " %s", said[i]);
   if (n_said > 0)
      putc('\n', page->out);
}

/* ---- The section ---- */

static const char *name_at(const void *context, size_t i)
{
   const ac_finding *f = &((const ac_findings *)context)->of[i / 2];
   const char *name = i % 2 == 0 ? f->function : f->library;
   return name == NULL ? AN_UNKNOWN : name;
}

an_status ac_findings_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 5 };
   const ac_findings *findings = scope->analysis->findings;
   if (findings == NULL)
      return AN_OK;
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   if (s == NULL)
      return AN_NO_MEMORY;
   *s = (section){ .scope = scope, .findings = findings };
   size_t longest = scope->terminal == NULL
                       ? SIZE_MAX
                       : ac_labels_longest(scope->request->full_names,
                                           scope->terminal->width);
   if (ac_labels_open_names(&s->labels, scope->alloc, 2 * findings->n, name_at, findings,
                            longest)
       != AN_OK)
      return AN_NO_MEMORY;
   an_tables_add(tables, &(an_table){
                            .columns = columns,
                            .n_columns = COLUMNS,
                            .n = findings->n,
                            .make_row = make_row,
                            .print_last = print_place,
                            .context = s,
                            .is_for = AN_FOR_ALL,
                            .noun = "finding",
                            .option = "--by=finding",
                            .none = "Nothing to mend is found.",
                            .print_notes = print_lacks,
                            .n_limited = LIMITED,
                         });
   return AN_OK;
}
