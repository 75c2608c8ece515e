/* ac_calls_diff.c -- the calls of a pair as tables: functions by the change of their
   inclusive cost, and the call paths that changed most.

   A path that both profiles have is listed with the change of its self cost.  Where only
   one profile has a path, that path is listed with its inclusive cost, and those below
   it are not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_diff.h"

#include "base/an_alloc.h"
#include "base/an_said.h"
#include "counts/ac_rank.h"
#include "sections/ac_sections.h"

#include <stdlib.h>
#include <string.h>

/* A path of the list. */
typedef struct {
   uint32_t node;         /* of the pair's paths */
   const int64_t *counts; /* self, or inclusive if one side lacks it */
   uint32_t n_below;      /* paths below it, if so */
} path_change;

enum { ASPECTS = 3 };

enum { REMARK_B = 64 };

typedef struct {
   const ac_scope *scope;
   const ac_calls_pair *calls;
   bool are_people; /* rows are ranked; else in the order of the pair */
   ac_measure own[ASPECTS];
   ac_measures measures; /* those of the metric that is sorted by, as names need room */
   ac_ranking functions, paths;
   path_change *changes; /* that the paths of people are of */
   uint32_t shared;      /* the innermost node that all those shown go through */
   uint32_t *steps;      /* for CSV: room for a path */
} section;

/* ---- Functions ---- */

/* "1,234", "inlined", or "-": the profile has no cost of it. */
static const char *calls_of(const ac_called_pair *f, unsigned side, an_row *row)
{
   unsigned bit = 1u << side;
   return f->called & bit  ? an_row_value(row, f->n_calls[side], true, false)
          : f->sides & bit ? "inlined"
                           : "-";
}

/* How often it was called: "3", or "3 -> 4". */
static const char *both_calls_of(const ac_called_pair *f, an_row *row)
{
   const char *old = calls_of(f, 0, row), *new = calls_of(f, 1, row);
   return strcmp(old, new) == 0 ? old : an_row_form(row, "%s -> %s", old, new);
}

static const ac_called_pair *function_at(const section *s, ptrdiff_t number)
{
   return &s->calls->functions[s->functions.entries[number].index];
}

/* "parse (json.cc)", and what is not known. */
static void print_function(const an_table *table, ptrdiff_t number, const an_page *page,
                           size_t room)
{
   const ac_called_pair *f = function_at(table->context, number);
   const an_stacks *paths = &page->scope.analysis->calls->paths.stacks;
   const an_stack_function *of = &paths->functions[f->function];
   const char *file = of->file == NULL ? of->object : of->file;
   bool is_whole = page->scope.request->full_names;
   char *name = an_said(of->name, AN_SAID_FUNCTION, is_whole ? SIZE_MAX : room / 2);
   size_t n = an_text_name_columns(name), n_file;
   n_file = file == NULL ? 0 : an_text_name_columns(file);
   size_t most = file == NULL || room == 0 ? room : an_page_share(room - 1, n_file);
   an_text_function_fit(page->out, name, most);
   if (file != NULL) {
      putc(':', page->out);
      an_text_path_fit(page->out, file, room - 1 - (n < most ? n : most));
   }
   free(name);
}

typedef struct {
   const an_stack_function *of;
   const ac_called_pair *pair;
   const char *file, *self, *both_calls;
   int64_t calls[2]; /* -1: it was not called */
} shown_function;

static void make_function(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const ac_called_pair *f = function_at(s, number);
   const an_stack_function *of = &s->calls->paths.stacks.functions[f->function];
   const ac_measure *sort = &s->scope->request->sort.of[0];
   AN_ROW(row, shown_function, of, f,
          .file = of->file != NULL     ? of->file
                  : of->object != NULL ? of->object
                                       : AN_UNKNOWN,
          .self = an_row_value(row, ac_measure_value(sort, f->self),
                               ac_metric_is_whole(sort->metric), true),
          .both_calls = both_calls_of(f, row),
          .calls = { f->called & AN_OF_OLD ? f->n_calls[0] : -1,
                     f->called & AN_OF_NEW ? f->n_calls[1] : -1 });
}

static void put_function(const an_table *table, const an_row *row, an_json_out *json)
{
   const section *s = table->context;
   const shown_function *of = row->of;
   ac_calls_diff_put_function(json, s->scope, of->pair);
}

/* ---- Call paths ---- */

/* All paths of the list, in the tree's order. */
static path_change *list_changes(const ac_calls_pair *calls, const tk_alloc *alloc,
                                 size_t *n)
{
   const an_stacks *paths = &calls->paths.stacks;
   size_t n_counts = 2 * calls->n_events;
   uint32_t *head = tk_get(alloc, AN_LABEL, (paths->n_nodes + 1) * sizeof *head);
   path_change *list = tk_get(alloc, AN_LABEL, (paths->n_nodes + 1) * sizeof *list);
   *n = 0;
   for (uint32_t i = 0; i < paths->n_nodes; i++) {
      uint32_t parent = paths->nodes[i].parent;
      unsigned sides = calls->paths.nodes[i].sides;
      bool is_alone = sides != (AN_OF_OLD | AN_OF_NEW);
      if (is_alone && parent != AN_NO_STACK
          && calls->paths.nodes[parent].sides == sides) {
         head[i] = head[parent];
         list[head[i]].n_below++;
         continue;
      }
      head[i] = (uint32_t)*n;
      list[(*n)++] = (path_change){
         .node = i, .counts = (is_alone ? calls->inclusive : paths->values) + i * n_counts
      };
   }
   return list;
}

/* How many nodes a path has. */
static size_t depth_of(const an_stacks *paths, uint32_t node)
{
   size_t n = 0;
   for (; node != AN_NO_STACK; node = paths->nodes[node].parent)
      n++;
   return n;
}

/* The node that both paths go through, at the most depth. */
static uint32_t find_common(const an_stacks *paths, uint32_t a, uint32_t b)
{
   size_t n_a = depth_of(paths, a), n_b = depth_of(paths, b);
   for (; n_a > n_b; n_a--)
      a = paths->nodes[a].parent;
   for (; n_b > n_a; n_b--)
      b = paths->nodes[b].parent;
   while (a != b) {
      a = paths->nodes[a].parent;
      b = paths->nodes[b].parent;
   }
   return a;
}

/* The name in at most about n_most bytes, for free(). */
static char *name_of(const an_stacks *paths, uint32_t node, size_t n_most)
{
   const an_stack_function *of = &paths->functions[paths->nodes[node].function];
   char *text = NULL;
   if (of->object == NULL || strcmp(of->name, AN_UNKNOWN) != 0)
      return an_said(of->name, AN_SAID_FUNCTION, n_most);
   const char *slash = strrchr(of->object, '/');
   const char *object = slash == NULL ? of->object : slash + 1;
   an_asprintf(&text, "%s in %s", of->name, object);
   return text;
}

/* Writes "main > parse > lex", of the nodes behind `shared`, in about `room` columns:
   without the outermost if need be. */
static void print_path(const an_page *page, uint32_t node, uint32_t shared, size_t room)
{
   static const char gap[] = " > ", cut[] = "... > ";
   const an_stacks *paths = &page->scope.analysis->calls->paths.stacks;
   size_t depth = depth_of(paths, node), n_own, taken = 0;
   n_own = depth - (shared == AN_NO_STACK ? 0 : depth_of(paths, shared)) + 1;
   if (n_own > depth)
      n_own = depth;
   char **names = an_calloc(n_own, sizeof *names);
   size_t first = n_own;
   for (size_t i = n_own; i-- > 0; node = paths->nodes[node].parent) {
      size_t most = page->scope.request->full_names ? SIZE_MAX
                    : room == SIZE_MAX              ? AN_SAID_MOST_B
                                                    : room / 3;
      names[i] = name_of(paths, node, most);
      size_t n = an_text_name_columns(names[i]) + strlen(gap);
      if (first < n_own && taken + n + (i > 0 ? strlen(cut) : 0) > room)
         break;
      first = i;
      taken += n;
   }
   fputs(first > 0 && first < n_own ? cut : "", page->out);
   for (size_t i = first; i < n_own; i++) {
      fputs(i > first ? gap : "", page->out);
      an_text_function_fit(page->out, names[i], room);
   }
   for (size_t i = 0; i < n_own; i++)
      free(names[i]);
   free(names);
}

/* What a reader must know of a path besides its cost; at most REMARK_B. */
static void put_remark(char *to, const ac_calls_pair *calls, const path_change *of)
{
   const an_pair_node *node = &calls->paths.nodes[of->node];
   uint32_t parent = calls->paths.stacks.nodes[of->node].parent;
   unsigned lacks = node->sides ^ (AN_OF_OLD | AN_OF_NEW);
   bool may_be_small = parent != AN_NO_STACK
                       && (calls->paths.nodes[parent].left_out & lacks);
   *to = '\0';
   if (lacks != 0) {
      to += sprintf(to, " (%s%s", lacks == AN_OF_OLD ? "new" : "gone",
                    may_be_small ? "?" : "");
      if (of->n_below > 0)
         to += sprintf(to, ", and %u below", of->n_below);
      strcpy(to, ")");
   } else if (node->inlined == AN_OF_NEW || node->inlined == AN_OF_OLD) {
      strcpy(to, node->inlined == AN_OF_NEW ? " (now inlined)" : " (was inlined)");
   }
}

/* What the files do not have. */
static void print_left_out(const an_table *table, const an_page *page)
{
   (void)table;
   const ac_calls_pair *calls = page->scope.analysis->calls;
   const char *lead = "Too small for the files (?): ";
   if (calls->paths.stacks.are_estimated)
      fputs("Call paths are estimated from calls.\n", page->out);
   for (unsigned side = 0; side < 2; side++) {
      ac_measure m = page->scope.request->sort.of[0];
      char number[AN_TEXT_NUMBER_B], share[AN_TEXT_NUMBER_B];
      m.aspect = side == 0 ? AC_BEFORE : AC_AFTER;
      if (calls->n_left_out[side] == 0)
         continue;
      an_text_count(number, calls->n_left_out[side]);
      an_text_share(share, ac_measure_value(&m, calls->left_out),
                    ac_measure_value(&m, ac_profile_totals(page->scope.profile)));
      fprintf(page->out, "%s%s path%s of %s %s", lead, number,
              calls->n_left_out[side] == 1 ? "" : "s", side == 0 ? "OLD" : "NEW",
              *share == '\0' ? "(0%)" : share);
      lead = ", ";
   }
   if (*lead == ',')
      putc('\n', page->out);
}

static void print_path_at(const an_table *table, ptrdiff_t number, const an_page *page,
                          size_t room)
{
   const section *s = table->context;
   const path_change *of = &s->changes[s->paths.entries[number].index];
   char remark[REMARK_B];
   put_remark(remark, s->calls, of);
   size_t n = strlen(remark);
   print_path(page, of->node, s->shared,
              room == SIZE_MAX ? room
              : room > n       ? room - n
                               : 0);
   fputs(remark, page->out);
}

static void print_shared(const an_table *table, const an_page *page)
{
   static const char lead[] = "All begin with ";
   const section *s = table->context;
   size_t width = page->scope.terminal->width;
   if (s->shared == AN_NO_STACK || depth_of(&s->calls->paths.stacks, s->shared) < 2)
      return;
   fputs(lead, page->out);
   print_path(page, s->shared, AN_NO_STACK, width == 0 ? SIZE_MAX : width - strlen(lead));
   fputs("\n\n", page->out);
}

typedef struct {
   const char *only; /* the one profile that has it, or "" */
   const int64_t *inclusive, *self, *change;
} shown_path;

static void make_path(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   size_t at = 2 * s->calls->n_events * (size_t)number;
   if (s->are_people) {
      AN_ROW(row, shown_path, .change = s->paths.entries[number].totals);
      return;
   }
   unsigned sides = s->calls->paths.nodes[number].sides;
   AN_ROW(row, shown_path,
          sides == AN_OF_OLD   ? "old"
          : sides == AN_OF_NEW ? "new"
                               : "",
          .inclusive = s->calls->inclusive + at,
          .self = s->calls->paths.stacks.values + at);
}

/* In CSV its functions, outermost first, as the parts of one field. */
static void put_path(const an_table *table, ptrdiff_t number, an_json_out *json,
                     an_csv_out *csv)
{
   const section *s = table->context;
   const an_stacks *paths = &s->calls->paths.stacks;
   size_t n = 0;
   if (json != NULL) {
      ac_calls_diff_put_path(json, s->scope, (uint32_t)number);
      return;
   }
   for (uint32_t i = (uint32_t)number; i != AN_NO_STACK; i = paths->nodes[i].parent)
      s->steps[n++] = paths->nodes[i].function;
   an_csv_open_parts(csv);
   for (size_t i = n; i-- > 0;)
      an_csv_put_part(csv, paths->functions[s->steps[i]].name, i + 1 == n);
   an_csv_close_parts(csv);
}

/* ---- What is listed ---- */

static void open_ranking(const section *s, ac_ranking *ranking, size_t n)
{
   ranking->entries = tk_get(s->scope->alloc, AN_LABEL,
                             (n + 1) * sizeof *ranking->entries);
}

/* For people: those that changed, the largest change first. */
static void rank_changes(const section *s, ac_ranking *ranking)
{
   const ac_request *request = s->scope->request;
   size_t n = 0;
   ac_rank(ranking, ac_profile_totals(s->scope->profile), &request->sort,
           ac_request_row_threshold(request));
   while (n < ranking->n
          && ac_rank_size(&request->sort.of[0], ranking->entries[n].totals) != 0)
      n++;
   ranking->n = n;
}

/* Whether the function calls what all paths go through: its change is that of all. */
static bool is_shared(const section *s, size_t function)
{
   const an_stack_node *nodes = s->calls->paths.stacks.nodes;
   uint32_t i = s->shared;
   if (i != AN_NO_STACK)
      i = nodes[i].parent;
   while (i != AN_NO_STACK && nodes[i].function != function)
      i = nodes[i].parent;
   return i != AN_NO_STACK;
}

static void list_functions(section *s)
{
   const ac_request *request = s->scope->request;
   const int64_t *totals = ac_profile_totals(s->scope->profile);
   size_t n = s->calls->paths.stacks.n_functions;
   open_ranking(s, &s->functions, n);
   for (size_t i = 0; i < n; i++) {
      const int64_t *counts = s->calls->functions[i].inclusive;
      if (!is_shared(s, i)
          && (!request->is_page
              || ac_rank_keeps(&request->sort, counts, totals, request->threshold)))
         s->functions.entries[s->functions.n++] = AC_RANKED(i, counts);
   }
   if (s->are_people)
      rank_changes(s, &s->functions);
}

/* A page has them elsewhere. */
static void list_paths(section *s)
{
   const an_stacks *paths = &s->calls->paths.stacks;
   size_t n = paths->n_nodes;
   if (!s->are_people) {
      s->paths.n = s->scope->request->is_page ? 0 : n;
      s->steps = tk_get(s->scope->alloc, AN_LABEL, (n + 1) * sizeof *s->steps);
      return;
   }
   s->changes = list_changes(s->calls, s->scope->alloc, &n);
   open_ranking(s, &s->paths, n);
   for (; s->paths.n < n; s->paths.n++)
      s->paths.entries[s->paths.n] = AC_RANKED(s->paths.n, s->changes[s->paths.n].counts);
   rank_changes(s, &s->paths);
}

static void find_shared(section *s, size_t n)
{
   const an_stacks *paths = &s->calls->paths.stacks;
   for (size_t i = 0; i < n && n > 1 && (i == 0 || s->shared != AN_NO_STACK); i++) {
      uint32_t node = s->changes[s->paths.entries[i].index].node;
      s->shared = i == 0 ? node : find_common(paths, s->shared, node);
   }
}

/* ---- Tables ---- */

enum { SHOWN = 6, FUNCTION_COLUMNS = 11, CHANGE = 4, PATH_COLUMNS = 6 };

static const an_column function_columns[FUNCTION_COLUMNS] = {
   { AN_COLUMN_TEXT, AN_FOR_CSV, "file", AN_AT(shown_function, file) },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "function", AN_BY(shown_function, of, name) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "calls old",
     AN_AT(shown_function, calls[0], AN_BUT(-1)) },
   { AN_COLUMN_COUNT, AN_FOR_CSV, "calls new",
     AN_AT(shown_function, calls[1], AN_BUT(-1)) },
   { AN_COLUMN_MEASURES, AN_FOR_CSV, "inclusive", AN_BY(shown_function, pair, inclusive),
     .suffix = " inclusive" },
   { AN_COLUMN_MEASURES, AN_FOR_CSV, "self", AN_BY(shown_function, pair, self),
     .suffix = " self" },
   [SHOWN] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE,
               AN_BY(shown_function, pair, inclusive) },
   { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, "self change", AN_AT(shown_function, self) },
   { AN_COLUMN_RIGHT, AN_FOR_PEOPLE, "calls", AN_AT(shown_function, both_calls) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "function:file" },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_function },
};

static const an_column path_columns[PATH_COLUMNS] = {
   { AN_COLUMN_OWN, AN_FOR_PROGRAMS, "path", .put = put_path },
   { AN_COLUMN_TEXT, AN_FOR_CSV, "only", AN_AT(shown_path, only) },
   { AN_COLUMN_MEASURES, AN_FOR_CSV, "inclusive", AN_AT(shown_path, inclusive),
     .suffix = " inclusive" },
   { AN_COLUMN_MEASURES, AN_FOR_CSV, "self", AN_AT(shown_path, self), .suffix = " self" },
   [CHANGE] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE, AN_AT(shown_path, change) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "call path" },
};

static void put_head(const an_table *table, an_json_out *json)
{
   const section *s = table->context;
   ac_calls_diff_put_left_out(json, s->scope);
}

/* Unless the user chose columns, people get those of the metric that is sorted by. */
static void set_measures(section *s, an_column *of_functions, an_column *of_paths)
{
   static const ac_aspect aspects[ASPECTS] = { AC_BEFORE, AC_AFTER, AC_CHANGE };
   const ac_request *request = s->scope->request;
   for (size_t i = 0; i < ASPECTS; i++) {
      s->own[i] = request->sort.of[0];
      s->own[i].aspect = aspects[i];
   }
   s->measures = (ac_measures){ .of = s->own, .n = ASPECTS };
   if (!request->has_show)
      of_functions[SHOWN].measures = of_paths[CHANGE].measures = &s->measures;
}

enum { FUNCTIONS = 1, PATHS = 2, LIMITED = 10 };

static void open_tables(an_tables *tables, const ac_scope *scope, unsigned parts)
{
   if (scope->analysis->calls == NULL)
      return;
   section *s = AN_SECTION(
      tables, section, .scope = scope, .calls = scope->analysis->calls,
      .are_people = tables->is_for == AN_FOR_PEOPLE, .shared = AN_NO_STACK);
   an_column *of_functions = an_tables_columns(tables, function_columns,
                                               FUNCTION_COLUMNS);
   an_column *of_paths = an_tables_columns(tables, path_columns, PATH_COLUMNS);
   set_measures(s, of_functions, of_paths);
   if (parts & PATHS)
      list_paths(s);
   if (s->are_people)
      find_shared(s,
                  an_table_n_shown(&(an_table){ .n = s->paths.n, .n_limited = LIMITED },
                                   scope->request));
   if (parts & FUNCTIONS)
      list_functions(s);
   if (parts & FUNCTIONS)
      AN_TABLE(tables, .columns = of_functions, .n_columns = FUNCTION_COLUMNS,
               .n = s->functions.n, .make_row = make_function, .key = "functions",
               .noun = "function", .heading = "Functions by inclusive cost",
               .put_head = put_head, .print_last = print_function, .n_limited = LIMITED);
   if (parts & PATHS)
      AN_TABLE(tables, .columns = of_paths, .n_columns = PATH_COLUMNS, .n = s->paths.n,
               .make_row = make_path, .key = "paths", .noun = "path",
               .heading = "Call paths that changed most", .print_intro = print_shared,
               .print_last = print_path_at, .print_notes = print_left_out,
               .n_limited = LIMITED);
}

void ac_calls_diff_tables(an_tables *tables, const ac_scope *scope)
{
   open_tables(tables, scope, FUNCTIONS | PATHS);
}

void ac_calls_diff_function_tables(an_tables *tables, const ac_scope *scope)
{
   open_tables(tables, scope, FUNCTIONS);
}

void ac_calls_diff_path_tables(an_tables *tables, const ac_scope *scope)
{
   open_tables(tables, scope, PATHS);
}
