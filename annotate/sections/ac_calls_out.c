/* ac_calls_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_out.h"

#include "counts/ac_costs.h"
#include "counts/ac_rank.h"
#include "counts/ac_steps.h"

#include <string.h>

#define LABEL "an.calls_out"

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

enum {
   NAME,
   FILE_NAME,
   INLINED,
   CALLS,
   CYCLE,
   CYCLE_OR_0,
   SELF,
   INCLUSIVE,
   FUNCTION_ROW
};

static const an_column function_columns[FUNCTION_ROW] = {
   [NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, .key = "name" },
   [FILE_NAME] = { AN_COLUMN_PATH, AN_FOR_PROGRAMS, .key = "file" },
   [INLINED] = { AN_COLUMN_FLAG, AN_FOR_PROGRAMS, .key = "inlined" },
   [CALLS] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "calls", .omits_empty = true },
   [CYCLE] = { AN_COLUMN_COUNT, AN_FOR_JSON, .key = "cycle", .omits_empty = true },
   [CYCLE_OR_0] = { AN_COLUMN_COUNT, AN_FOR_CSV, .key = "cycle" },
   [SELF] = { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, .key = "self", .suffix = " self" },
   [INCLUSIVE] = { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, .key = "inclusive",
                   .suffix = " incl." },
};

static void make_function(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_cost *cost = &s->costs.of[s->rows.entries[number].index];
   bool is_inlined = cost->function == AC_NO_CALL;
   row->cells[NAME].text = cost->name;
   row->cells[FILE_NAME].text = cost->file;
   row->cells[INLINED].number = is_inlined;
   if (!is_inlined)
      row->cells[CALLS].number = cost->n_calls;
   if (cost->cycle > 0)
      row->cells[CYCLE].number = cost->cycle;
   row->cells[CYCLE_OR_0].number = cost->cycle;
   row->cells[SELF].counts = cost->self;
   row->cells[INCLUSIVE].counts = cost->inclusive;
}

/* ---- Links of two functions ---- */

/* JSON has the numbers of both, CSV their names. */
enum {
   CALLER,
   CALLEE,
   CALLER_NAME,
   CALLER_FILE,
   CALLEE_NAME,
   CALLEE_FILE,
   AT_FILE,
   LINE,
   LINK_INLINED,
   LINK_CALLS,
   LINK_COST,
   LINK_ROW
};

static const an_column link_columns[LINK_ROW] = {
   [CALLER] = { AN_COLUMN_COUNT, AN_FOR_JSON, .key = "caller" },
   [CALLEE] = { AN_COLUMN_COUNT, AN_FOR_JSON, .key = "callee" },
   [CALLER_NAME] = { AN_COLUMN_TEXT, AN_FOR_CSV, .key = "caller" },
   [CALLER_FILE] = { AN_COLUMN_PATH, AN_FOR_CSV, .key = "caller_file" },
   [CALLEE_NAME] = { AN_COLUMN_TEXT, AN_FOR_CSV, .key = "callee" },
   [CALLEE_FILE] = { AN_COLUMN_PATH, AN_FOR_CSV, .key = "callee_file" },
   [AT_FILE] = { AN_COLUMN_PATH, AN_FOR_PROGRAMS, .key = "file" },
   [LINE] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "line" },
   [LINK_INLINED] = { AN_COLUMN_FLAG, AN_FOR_CSV, .key = "inlined" },
   [LINK_CALLS] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "calls",
                    .omits_empty = true },
   [LINK_COST] = { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, .key = "inclusive",
                   .suffix = " incl." },
};

static void make_link(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_link *link = &s->links.of[s->listed[number]];
   const ac_cost *callee = &s->costs.of[link->callee];
   bool is_inlined = callee->function == AC_NO_CALL;
   if (link->caller != AC_NO_CALL) {
      row->cells[CALLER].number = s->numbers[link->caller];
      row->cells[CALLER_NAME].text = s->costs.of[link->caller].name;
      row->cells[CALLER_FILE].text = s->costs.of[link->caller].file;
   }
   row->cells[CALLEE].number = s->numbers[link->callee];
   row->cells[CALLEE_NAME].text = callee->name;
   row->cells[CALLEE_FILE].text = callee->file;
   row->cells[AT_FILE].text = link->file;
   row->cells[LINE].number = link->line;
   row->cells[LINK_INLINED].number = is_inlined;
   if (!is_inlined)
      row->cells[LINK_CALLS].number = link->n_calls;
   row->cells[LINK_COST].counts = link->inclusive;
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
   s->listed = tk_get(scope->alloc, LABEL, (s->links.n + 1) * sizeof *s->listed);
   for (size_t i = 0; i < s->links.n; i++)
      if (is_listed(s, &s->links.of[i], is_csv))
         s->listed[(*n)++] = (uint32_t)i;
}

/* ---- Steps of call paths ---- */

enum {
   NUMBER,
   PARENT,
   STEP_NAME,
   STEP_FILE,
   CALL_FILE,
   CALL_LINE,
   STEP_INLINED,
   STEP_CALLS,
   STEP_CALLS_CSV,
   STEP_SELF,
   STEP_ROW
};

static const an_column step_columns[STEP_ROW] = {
   [NUMBER] = { AN_COLUMN_COUNT, AN_FOR_CSV, .key = "number" },
   [PARENT] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "parent" },
   [STEP_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, .key = "name" },
   [STEP_FILE] = { AN_COLUMN_PATH, AN_FOR_PROGRAMS, .key = "file" },
   [STEP_INLINED] = { AN_COLUMN_FLAG, AN_FOR_PROGRAMS, .key = "inlined" },
   [CALL_FILE] = { AN_COLUMN_PATH, AN_FOR_PROGRAMS, .key = "call_file" },
   [CALL_LINE] = { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, .key = "call_line" },
   [STEP_CALLS] = { AN_COLUMN_COUNT, AN_FOR_JSON, .key = "calls" },
   [STEP_CALLS_CSV] = { AN_COLUMN_COUNT, AN_FOR_CSV, .key = "calls" },
   [STEP_SELF] = { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, .key = "self",
                   .suffix = " self" },
};

/* What was called, or inlined, and where. */
static void set_place(const section *s, size_t number, an_cell *cells)
{
   const ac_calls *calls = s->calls;
   uint32_t of_arc = ac_steps_arc(&s->steps, number), frame = s->steps.of[number].frame;
   const char *name = NULL, *file = NULL, *call_file = NULL;
   uint32_t line = 0;
   bool is_inlined = false;
   if (of_arc != AC_NO_CALL) {
      const ac_arc *arc = &calls->arcs[of_arc];
      const ac_called *callee = &calls->functions[arc->callee];
      name = callee->name, file = callee->file;
      call_file = arc->file, line = arc->line;
   } else if (ac_steps_is_inlined(calls, frame)) {
      const ac_inlined *code = &calls->inlined[frame - calls->n_functions];
      name = code->name, file = code->file;
      call_file = code->call_file, line = code->call_line;
      is_inlined = true;
   }
   cells[STEP_NAME].text = name;
   cells[STEP_FILE].text = file;
   cells[CALL_FILE].text = call_file;
   cells[CALL_LINE].number = line;
   cells[STEP_INLINED].number = is_inlined;
}

static void make_step(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_call_step *step = &s->steps.of[number];
   set_place(s, (size_t)number, row->cells);
   row->cells[NUMBER].number = number;
   if (step->caller != AC_NO_CALL)
      row->cells[PARENT].number = step->caller;
   row->cells[STEP_CALLS].number = step->n_calls;
   if (row->cells[STEP_INLINED].number == 0)
      row->cells[STEP_CALLS_CSV].number = step->n_calls;
   row->cells[STEP_SELF].counts = ac_steps_self(&s->steps, (size_t)number);
}

/* ---- The tables ---- */

static void open_rows(section *s)
{
   const ac_scope *scope = s->scope;
   const ac_filter *focus = scope->request->focus;
   ac_costs_open(&s->costs, scope->alloc, s->calls, ac_profile_n_events(scope->profile));
   size_t n = s->costs.n;
   s->rows.entries = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->rows.entries);
   s->numbers = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->numbers);
   for (size_t i = 0; i < n; i++) {
      const ac_cost *cost = &s->costs.of[i];
      s->numbers[i] = AC_NO_CALL;
      if (focus == NULL || ac_filter_passes(focus, cost->file, cost->name))
         s->rows.entries[s->rows.n++] = AC_RANKED(i, cost->inclusive);
   }
   ac_rank(&s->rows, ac_profile_totals(scope->profile), &scope->request->sort,
           scope->request->threshold);
   for (size_t i = 0; i < s->rows.n; i++)
      s->numbers[s->rows.entries[i].index] = (uint32_t)i;
}

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   an_table_put_measures(json, "left_out", s->scope->request, s->costs.pruned);
}

static void add_table(an_tables *tables, const char *key, const an_column *columns,
                      size_t n_columns, size_t n,
                      void (*make)(const an_table *, ptrdiff_t, an_row *))
{
   an_tables_add(tables, &(an_table){
                            .columns = columns,
                            .n_columns = n_columns,
                            .n = n,
                            .make_row = make,
                            .context = tables->state,
                            .is_for = AN_FOR_PROGRAMS,
                            .key = key,
                         });
}

void ac_calls_out_tables(an_tables *tables, const ac_scope *scope, ac_calls_part parts)
{
   size_t n_links = 0;
   bool is_csv = tables->is_for == AN_FOR_CSV;
   if (scope->request->is_pair || ac_profile_calls(scope->profile) == NULL)
      return;
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   *s = (section){ .scope = scope, .calls = ac_profile_calls(scope->profile) };
   tables->state = s;
   open_rows(s);
   if (parts & AC_CALLS_LINKS)
      open_links(s, is_csv, &n_links);
   if (parts & AC_CALLS_PATHS)
      ac_steps_open(&s->steps, scope->alloc, s->calls,
                    ac_profile_n_events(scope->profile));
   if (parts & AC_CALLS_FUNCTIONS)
      add_table(tables, "functions", function_columns, FUNCTION_ROW, s->rows.n,
                make_function);
   if (parts & AC_CALLS_LINKS)
      add_table(tables, "arcs", link_columns, LINK_ROW, n_links, make_link);
   if (parts & AC_CALLS_PATHS)
      add_table(tables, "paths", step_columns, STEP_ROW, s->steps.n, make_step);
   tables->of[0].put_head = put_head;
}
