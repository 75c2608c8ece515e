/* ac_calls_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_out.h"

#include "counts/ac_steps.h"
#include "sections/ac_call_rows.h"

#include <string.h>

typedef struct {
   const ac_scope *scope;
   const ac_calls *calls;
   ac_costs costs;
   ac_ranking rows;   /* those listed */
   uint32_t *numbers; /* of each row: its index there; AC_NO_CALL: not listed */
   ac_links links;
   uint32_t *listed; /* links */
   ac_steps steps;
} section;

/* ---- Functions ---- */

enum { INLINED = 2, CALLS };

static const an_column function_columns[] = {
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "name", AN_AT(ac_cost, name) },
   { AN_COLUMN_PATH, AN_FOR_PROGRAMS, "file", AN_AT(ac_cost, file) },
   [INLINED] = { AN_COLUMN_FLAG, AN_FOR_PROGRAMS, "inlined" },
   [CALLS] = { AN_RARE_COUNT, AN_FOR_PROGRAMS, "calls" },
   { AN_RARE_COUNT, AN_FOR_JSON, "cycle", AN_AT(ac_cost, cycle, AN_BUT(0)) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "cycle", AN_AT(ac_cost, cycle) },
   { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "self", AN_AT(ac_cost, self),
     .suffix = " self" },
   { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "inclusive", AN_AT(ac_cost, inclusive),
     .suffix = " incl." },
};

static void make_function(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_cost *cost = &s->costs.of[s->rows.entries[number].index];
   bool is_inlined = cost->function == AC_NO_CALL;
   row->of = cost;
   row->cells[INLINED].number = is_inlined;
   if (!is_inlined)
      row->cells[CALLS].number = cost->n_calls;
}

/* ---- Links of two functions ---- */

typedef struct {
   const ac_link *link;
   const ac_cost *caller, *callee;
   uint32_t caller_number, callee_number;
   bool is_inlined;
   int64_t n_calls;
} shown_link;

/* JSON has the numbers of both, CSV their names. */
static const an_column link_columns[] = {
   { AN_COLUMN_COUNT, AN_FOR_JSON, "caller",
     AN_AT(shown_link, caller_number, AN_BUT(AC_NO_CALL)) },
   { AN_COLUMN_COUNT, AN_FOR_JSON, "callee", AN_AT(shown_link, callee_number) },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "caller", AN_BY(shown_link, caller, name) },
   { AN_COLUMN_PATH, AN_FOR_CSV, "caller_file", AN_BY(shown_link, caller, file) },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "callee", AN_BY(shown_link, callee, name) },
   { AN_COLUMN_PATH, AN_FOR_CSV, "callee_file", AN_BY(shown_link, callee, file) },
   { AN_COLUMN_PATH, AN_FOR_PROGRAMS, "file", AN_BY(shown_link, link, file) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "line", AN_BY(shown_link, link, line) },
   { AN_COLUMN_FLAG, AN_FOR_CSV, "inlined", AN_AT(shown_link, is_inlined) },
   { AN_RARE_COUNT, AN_FOR_PROGRAMS, "calls", AN_AT(shown_link, n_calls, AN_BUT(-1)) },
   { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "inclusive", AN_BY(shown_link, link, inclusive),
     .suffix = " incl." },
};

static void make_link(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_link *link = &s->links.of[s->listed[number]];
   const ac_cost *callee = &s->costs.of[link->callee];
   bool has_caller = link->caller != AC_NO_CALL,
        is_inlined = callee->function == AC_NO_CALL;
   AN_ROW(row, shown_link, link, has_caller ? &s->costs.of[link->caller] : NULL, callee,
          has_caller ? s->numbers[link->caller] : AC_NO_CALL, s->numbers[link->callee],
          is_inlined, is_inlined ? -1 : link->n_calls);
}

/* Between listed functions, and reaches the threshold; in CSV those in focus have their
   callers and callees. */
static bool is_listed(const section *s, const ac_link *link, bool is_csv)
{
   const ac_scope *scope = s->scope;
   bool has_callee = s->numbers[link->callee] != AC_NO_CALL;
   bool has_caller = link->caller != AC_NO_CALL && s->numbers[link->caller] != AC_NO_CALL;
   bool is_one = is_csv ? has_callee || has_caller
                        : has_callee && (has_caller || link->caller == AC_NO_CALL);
   return is_one
          && ac_rank_keeps(&scope->request->sort, link->inclusive,
                           ac_profile_totals(scope->profile), scope->request->threshold);
}

static void open_links(section *s, bool is_csv, size_t *n)
{
   const ac_scope *scope = s->scope;
   ac_links_open(&s->links, scope->alloc, s->calls, &s->costs,
                 ac_profile_n_events(scope->profile));
   s->listed = tk_get(scope->alloc, AN_LABEL, (s->links.n + 1) * sizeof *s->listed);
   for (size_t i = 0; i < s->links.n; i++)
      if (is_listed(s, &s->links.of[i], is_csv))
         s->listed[(*n)++] = (uint32_t)i;
}

/* ---- Steps of call paths ---- */

/* What was called, or inlined, and where. */
typedef struct {
   const ac_call_step *step;
   const int64_t *self;
   size_t number;
   const char *name, *file, *call_file;
   uint32_t line;
   bool is_inlined;
   int64_t n_calls;
} shown_step;

static const an_column step_columns[] = {
   { AN_COLUMN_COUNT, AN_FOR_CSV, "number", AN_AT(shown_step, number) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "parent",
     AN_BY(shown_step, step, caller, AN_BUT(AC_NO_CALL)) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "name", AN_AT(shown_step, name) },
   { AN_COLUMN_PATH, AN_FOR_PROGRAMS, "file", AN_AT(shown_step, file) },
   { AN_COLUMN_PATH, AN_FOR_PROGRAMS, "call_file", AN_AT(shown_step, call_file) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "call_line", AN_AT(shown_step, line) },
   { AN_COLUMN_FLAG, AN_FOR_PROGRAMS, "inlined", AN_AT(shown_step, is_inlined) },
   { AN_COLUMN_COUNT, AN_FOR_JSON, "calls", AN_BY(shown_step, step, n_calls) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "calls", AN_AT(shown_step, n_calls, AN_BUT(-1)) },
   { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "self", AN_AT(shown_step, self),
     .suffix = " self" },
};

static void make_step(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_calls *calls = s->calls;
   const ac_call_step *step = &s->steps.of[number];
   uint32_t of_arc = ac_steps_arc(&s->steps, (size_t)number);
   shown_step shown = { .step = step,
                        .self = ac_steps_self(&s->steps, (size_t)number),
                        .number = (size_t)number,
                        .n_calls = step->n_calls };
   if (of_arc != AC_NO_CALL) {
      const ac_arc *arc = &calls->arcs[of_arc];
      const ac_called *callee = &calls->functions[arc->callee];
      shown.name = callee->name, shown.file = callee->file;
      shown.call_file = arc->file, shown.line = arc->line;
   } else if (ac_steps_is_inlined(calls, step->frame)) {
      const ac_inlined *code = &calls->inlined[step->frame - calls->n_functions];
      shown.name = code->name, shown.file = code->file;
      shown.call_file = code->call_file, shown.line = code->call_line;
      shown.is_inlined = true, shown.n_calls = -1;
   }
   an_row_struct(row, &shown, sizeof shown);
}

/* ---- The tables ---- */

static void open_rows(section *s)
{
   const ac_scope *scope = s->scope;
   ac_costs_open(&s->costs, scope->alloc, s->calls, ac_profile_n_events(scope->profile));
   ac_call_rows_rank(&s->costs, scope, false, &s->rows);
   s->numbers = tk_get(scope->alloc, AN_LABEL, (s->costs.n + 1) * sizeof *s->numbers);
   for (size_t i = 0; i < s->costs.n; i++)
      s->numbers[i] = AC_NO_CALL;
   for (size_t i = 0; i < s->rows.n; i++)
      s->numbers[s->rows.entries[i].index] = (uint32_t)i;
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   an_table_put_measures(json, "left_out", s->scope->request, s->costs.pruned);
   if (s->calls->is_estimated)
      an_json_put_bool(json, "estimated", true);
}

void ac_calls_out_tables(an_tables *tables, const ac_scope *scope, ac_calls_part parts)
{
   size_t n_links = 0;
   bool is_csv = tables->is_for == AN_FOR_CSV;
   if (scope->request->is_pair || ac_profile_calls(scope->profile) == NULL)
      return;
   section *s = AN_SECTION(tables, section, .scope = scope,
                           .calls = ac_profile_calls(scope->profile));
   open_rows(s);
   if (parts & AC_CALLS_LINKS)
      open_links(s, is_csv, &n_links);
   if (parts & AC_CALLS_PATHS)
      ac_steps_open(&s->steps, scope->alloc, s->calls,
                    ac_profile_n_events(scope->profile));
   if (parts & AC_CALLS_FUNCTIONS)
      AN_TABLE(tables, AN_COLUMNS(function_columns), .n = s->rows.n,
               .make_row = make_function, .is_for = AN_FOR_PROGRAMS, .key = "functions");
   if (parts & AC_CALLS_LINKS)
      AN_TABLE(tables, AN_COLUMNS(link_columns), .n = n_links, .make_row = make_link,
               .is_for = AN_FOR_PROGRAMS, .key = "arcs");
   if (parts & AC_CALLS_PATHS)
      AN_TABLE(tables, AN_COLUMNS(step_columns), .n = s->steps.n, .make_row = make_step,
               .is_for = AN_FOR_PROGRAMS, .key = "paths");
   tables->of[0].put_head = put_head;
}
