/* an_processes_print.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json_members.h"
#include "sections/ac_sections.h"
#include "sections/an_processes_print.h"

#include <inttypes.h>
#include <math.h>

/* ---- One process ---- */

void an_process_print_fields(const an_page *page, const an_process *process,
                             const char *moment)
{
   if (process->title != NULL)
      an_page_field(page, "Title:", process->title);
   if (!process->is_forked)
      return;
   fprintf(page->out, "%-18sby process %" PRId64 ", at %s", "Forked:", process->parent,
           moment);
   if (process->inherits)
      fputs("; includes the counts before", page->out);
   putc('\n', page->out);
}

void an_process_put_json(an_json_out *json, const an_process *process)
{
   AN_JSON_PUT(json, AN_JSON_IF_TEXT("title", process->title),
               AN_JSON_WHEN(process->is_forked, AN_JSON("forked", process->forked),
                            AN_JSON("children", process->inherits ? "inherit" : "zero")));
}

/* ---- Rows ---- */

enum { SHARE, ENDED = 3, FORKED = 9, CHILDREN, NAME = 12, COLUMNS };

typedef struct {
   const an_processes *processes;
   an_process_row *rows; /* of people; NULL: all processes in their order */
   size_t n;
   char ended[AN_STATE_WORD_B]; /* of the row */
} section;

static const an_process *process_at(const section *s, ptrdiff_t number)
{
   return &s->processes->of[s->rows == NULL ? (size_t)number : s->rows[number].process];
}

static const char *write_pid(const an_page *page, long double number, char *to)
{
   (void)page;
   snprintf(to, AN_TEXT_NUMBER_B, isnan(number) ? "-" : "%.0Lf", number);
   return to;
}

static void put_state(const an_table *table, const an_row *row, an_json_out *json)
{
   (void)table;
   an_state_put(json, "state", &((const an_process *)row->of)->state);
}

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const an_process *process = process_at(s, number);
   an_cell *cells = row->cells;
   row->of = process;
   cells[NAME].text = an_process_name(process);
   if (s->rows != NULL || process->state.how != AN_STATE_UNKNOWN)
      cells[ENDED].text = an_state_word(&process->state, s->ended);
   if (s->rows != NULL)
      row->depth = s->rows[number].depth;
   if (!process->is_forked)
      return;
   cells[FORKED].number = process->forked;
   cells[CHILDREN].text = process->inherits ? "inherit" : "zero";
}

/* ---- What is left out ---- */

static bool has_failed(const an_process *process)
{
   an_state_how how = process->state.how;
   return how == AN_STATE_KILLED
          || (how == AN_STATE_EXITED && process->state.number != 0);
}

/* How many processes have no row, and how many of them failed. */
static void print_rest(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   size_t n_more = s->processes->n - s->n, failed = 0;
   if (n_more == 0)
      return;
   for (size_t i = 0; i < s->processes->n; i++)
      failed += has_failed(&s->processes->of[i]);
   for (size_t i = 0; i < s->n; i++)
      failed -= has_failed(process_at(s, (ptrdiff_t)i));
   fprintf(page->out, "... %zu more process%s", n_more, n_more == 1 ? "" : "es");
   if (failed > 0)
      fprintf(page->out, ", %zu of which failed", failed);
   fputs(": --processes\n", page->out);
}

/* ---- The table ---- */

/* The value has a column for each reader. */
static const an_column *make_columns(an_tables *tables, const an_processes_of *of)
{
   const an_column columns[COLUMNS] = {
      [SHARE] = { AN_COLUMN_VALUE, AN_FOR_PEOPLE, .label = of->value, .unit = of->unit,
                  AN_AT(an_process, value) },
      { AN_COLUMN_COUNT, AN_FOR_ALL, "pid", AN_AT(an_process, pid, AN_BUT(0)),
        .write = write_pid },
      { AN_COLUMN_COUNT, AN_FOR_ALL, "parent", AN_AT(an_process, parent, AN_BUT(0)),
        .write = write_pid },
      [ENDED] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE | AN_FOR_CSV, "ended" },
      { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "command", AN_AT(an_process, command) },
      { AN_COLUMN_OWN, AN_FOR_JSON, "state", .put_json = put_state },
      { AN_RARE_TEXT, AN_FOR_PROGRAMS, "predecessor",
        AN_AT(an_process, state.predecessor) },
      { AN_COLUMN_COUNT, AN_FOR_CSV, of->value, AN_AT(an_process, value) },
      { AN_RARE_TEXT, AN_FOR_PROGRAMS, "title", AN_AT(an_process, title) },
      [FORKED] = { AN_RARE_COUNT, AN_FOR_PROGRAMS, "forked" },
      [CHILDREN] = { AN_RARE_TEXT, AN_FOR_JSON, "children" },
      { AN_COLUMN_COUNT, AN_FOR_JSON, of->key, AN_AT(an_process, value) },
      [NAME] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "command" },
   };
   an_column *own = an_tables_columns(tables, columns, COLUMNS);
   for (size_t i = 0; i < of->processes->n; i++)
      own[SHARE].whole += of->processes->of[i].value;
   return own;
}

void an_processes_tables(an_tables *tables, const ac_scope *scope,
                         const an_processes_of *of)
{
   size_t n = of->processes->n;
   bool are_people = tables->is_for == AN_FOR_PEOPLE;
   bool is_wanted = tables->is_for == AN_FOR_CSV || (are_people && of->is_asked);
   if (n < 2 && !is_wanted)
      return;
   section *s = AN_SECTION(tables, section, .processes = of->processes, .n = n);
   an_table *table = AN_TABLE(tables, .columns = make_columns(tables, of),
                              .n_columns = COLUMNS, .n = n, .make_row = make_row,
                              .heading = "Processes", .none = "(none)",
                              .print_notes = print_rest, .n_limited = of->n_limited);
   if (!are_people)
      return;
   s->rows = an_processes_tree(of->processes, scope->alloc,
                               an_table_n_shown(table, scope->request), &s->n);
   table->n = s->n;
   table->is_whole = true;
}

void ac_processes_tables(an_tables *tables, const ac_scope *scope)
{
   const an_processes_of of = {
      .processes = ac_profile_processes(scope->profile),
      .value = ac_profile_event(scope->profile, 0),
      .key = "total",
      .is_asked = scope->request->by != NULL,
      .n_limited = AN_PROCESSES_LIMITED,
   };
   an_processes_tables(tables, scope, &of);
}
