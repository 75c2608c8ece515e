/* ac_own_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_own_lines.h"

#include "base/an_library_name.h"
#include "base/an_number.h"
#include "base/tk_array.h"
#include "counts/ac_inlined_lines.h"
#include "counts/ac_line_runs.h"
#include "counts/ac_lines.h"
#include "counts/ac_own_files.h"
#include "counts/ac_rank.h"
#include "counts/ac_wrappers.h"

#include <stdlib.h>
#include <string.h>

#define NO_ROW UINT32_MAX
#define NO_LINE UINT32_MAX /* of functions in no known file */

/* What a part of a row is: the line's own code, that of a library, or that the line is in
   this function, the innermost one of those that were inlined: by calls, or by counts
   (ac_inlined_lines.h), which OWN has, too. */
typedef enum { OWN, OF_LIBRARY, INSIDE, BY_COUNTS, BODY, PART_KINDS } part_kind;

/* A key of a row is a file and a line; of a part, a row, its kind and a function. */

typedef struct {
   ac_own_lines *own;
   const tk_alloc *alloc;
   const ac_profile *profile;
   const ac_calls *calls; /* NULL: none */
   const ac_own_wanted *wanted;
   size_t n_events;
   ac_own_files files;
   size_t asked; /* the file that has_own_file was last asked for */
   bool is_asked_own;
   tk_words wrappers; /* names of functions that only allocate for their callers: their
                         code is their callers', as that of libraries */
   ac_inlined_lines inlined;
   const int64_t *none;    /* counts of 0 */
   int64_t *rest, *others; /* counts of no line; of lines that are no rows */
   int64_t *of_event;      /* own->of_event.counts */
   bool *is_own_function;
   bool *is_function_own_file, *is_inlined_own_file;    /* whether their files are */
   uint32_t *row_of_arc, *row_of_inlined, *row_of_node; /* rows, or NO_ROW */
   const char **callee_of_node;  /* the function by which the row's line came to it */
   const char **library_of_node; /* the same, as the line's source names it: that of the
                                    code of a library that calls it there is inlined */
} gathering;

/* ---- Rows ---- */

/* The row of a line. */
static uint32_t find_row(gathering *g, const char *file, uint32_t line)
{
   return ac_keyed_find(&g->own->sums, (uint64_t[]){ (uintptr_t)file, line });
}

const char *ac_own_line_in(const ac_own_line *line)
{
   bool says_nothing = line->function != NULL
                       && (*line->function == '{'
                           || strcmp(line->function, "UnknownInlinedFun") == 0);
   return says_nothing && line->body != NULL ? line->body : line->function;
}

/* The row of a function that is in no known file. */
static uint32_t find_function_row(gathering *g, const char *function)
{
   return ac_keyed_find(&g->own->sums, (uint64_t[]){ (uintptr_t)function, NO_LINE });
}

/* Adds the counts of a function's code to a row, and to what the function has of it. */
static void add_part(gathering *g, uint32_t row, const char *function, part_kind kind,
                     const int64_t *counts)
{
   uint64_t key[] = { ac_keyed_pair(row, kind), (uintptr_t)function };
   uint32_t part = ac_keyed_find(&g->own->parts, key);
   ac_keyed_add(&g->own->parts, part, 0, counts, g->n_events);
   if (kind != BY_COUNTS)
      ac_keyed_add(&g->own->sums, row, 0, counts, g->n_events);
   if (kind == OWN)
      ac_keyed_add(&g->own->sums, row, g->n_events, counts, g->n_events);
}

/* ---- The program's own code ---- */

/* Adds those of n lines that the function has, which ascend; all if `of` is NULL. */
static void add_own_lines(gathering *g, size_t function, const uint32_t *of, size_t n)
{
   const ac_function *from = ac_profile_function(g->profile, function);
   const char *file = ac_profile_file(g->profile, from->file)->name;
   ac_lines lines;
   ac_lines_open(&lines, g->profile, function, 1);
   for (size_t i = 0; (of == NULL || i < n) && ac_lines_next(&lines);) {
      while (of != NULL && i < n && of[i] < lines.line)
         i++;
      if (of != NULL && (i == n || of[i] != lines.line))
         continue;
      uint32_t row = find_row(g, file, lines.line);
      const char *inlined = ac_inlined_lines_find(&g->inlined, function, lines.line);
      int64_t n_runs = ac_line_runs_of(g->profile, file, from->name, lines.line);
      add_part(g, row, from->name, OWN, lines.counts);
      ac_keyed_add(&g->own->sums, row, 2 * g->n_events, &n_runs, 1);
      if (inlined != NULL)
         add_part(g, row, inlined, BY_COUNTS, lines.counts);
   }
   ac_lines_close(&lines);
}

/* ---- Only lines that are kept ---- */

/* Where rows are asked for only by lines, most lines of a large profile need none: each
   is looked at once, and added up. */
static bool may_leave_out(const gathering *g)
{
   return !g->wanted->all_rows && g->calls == NULL && g->wanted->threshold > 0
          && !ac_profile_has_negative(g->profile);
}

/* Adds the line to those of the event; whether it has most of it. */
static bool count_event(gathering *g, const int64_t *counts, int64_t most)
{
   if (g->wanted->event == SIZE_MAX || counts[g->wanted->event] <= 0)
      return false;
   g->own->of_event.n++;
   an_number_add(g->of_event, counts, g->n_events);
   return counts[g->wanted->event] > most;
}

/* Adds n lines of a file. */
static void add_lines_of(gathering *g, const ac_file *file, const uint32_t *of, size_t n)
{
   for (size_t i = 0; i < file->n_functions && n > 0; i++)
      add_own_lines(g, file->first_function + i, of, n);
}

typedef struct {
   uint32_t *of; /* of the current file, ascending */
   size_t n, capacity;
   /* The line with most of the event. */
   const ac_file *file;
   uint32_t line;
   int64_t most;
   bool is_kept;
} kept_lines;

static void add_kept_lines(gathering *g, const ac_file *file, kept_lines *kept)
{
   const int64_t *totals = ac_profile_totals(g->profile);
   const ac_own_wanted *w = g->wanted;
   bool has_event = w->event != SIZE_MAX && file->totals[w->event] > 0;
   if (!has_event && !ac_rank_keeps_part(w->keep, file->totals, totals, w->threshold))
      return;
   ac_lines lines;
   ac_lines_open(&lines, g->profile, file->first_function, file->n_functions);
   kept->n = 0;
   while (ac_lines_next(&lines)) {
      bool is_kept = ac_rank_keeps(w->keep, lines.counts, totals, w->threshold);
      if (count_event(g, lines.counts, kept->most)) {
         kept->file = file;
         kept->line = lines.line;
         kept->most = lines.counts[w->event];
         kept->is_kept = is_kept;
      }
      if (!is_kept)
         continue;
      TK_ARRAY_ADD(g->alloc, AN_LABEL, kept->of, kept->n, kept->capacity, lines.line);
   }
   ac_lines_close(&lines);
   add_lines_of(g, file, kept->of, kept->n);
}

static void add_kept_body(gathering *g)
{
   kept_lines kept = { .n = 0 };
   for (size_t i = 0; i < ac_profile_n_files(g->profile); i++) {
      const ac_file *file = ac_profile_file(g->profile, i);
      if (!ac_own_files_has(&g->files, file->name))
         continue;
      an_number_add(g->others, file->totals, g->n_events);
      add_kept_lines(g, file, &kept);
   }
   if (kept.file != NULL && !kept.is_kept)
      add_lines_of(g, kept.file, &kept.line, 1);
   for (size_t i = 0; i < g->own->sums.n; i++)
      for (size_t e = 0; e < g->n_events; e++)
         g->others[e] -= ac_keyed_numbers(&g->own->sums, i)[g->n_events + e];
   tk_put(g->alloc, kept.of);
}

/* Whether a part of the body is in a file of the program.  Those of a file stand
   together. */
static bool has_own_file(gathering *g, const ac_function *of)
{
   if (of->file != g->asked) {
      g->asked = of->file;
      g->is_asked_own = ac_own_files_has(&g->files,
                                         ac_profile_file(g->profile, of->file)->name);
   }
   return g->is_asked_own;
}

/* ---- Library code without calls ---- */

/* A function of the body that is in a file of the program. */
typedef struct {
   const char *name, *file;
   int64_t size; /* of the first event */
} home;

static int compare_homes(const void *a, const void *b)
{
   const home *x = a, *y = b;
   return strcmp(x->name, y->name) ?: (x->size < y->size) - (x->size > y->size);
}

static int compare_home_name(const void *name, const void *b)
{
   return strcmp(name, ((const home *)b)->name);
}

/* Adds what is in files of libraries to the functions that have code in files of the
   program, too: it was inlined into them. */
static void add_inlined_code(gathering *g, home *homes, size_t n_homes)
{
   qsort(homes, n_homes, sizeof *homes, compare_homes);
   for (size_t i = 0; i < ac_profile_n_functions(g->profile); i++) {
      const ac_function *of = ac_profile_function(g->profile, i);
      if (has_own_file(g, of))
         continue;
      const home *at = bsearch(of->name, homes, n_homes, sizeof *homes,
                               compare_home_name);
      while (at != NULL && at > homes && strcmp(at[-1].name, of->name) == 0)
         at--;
      if (at != NULL)
         add_part(g, find_row(g, at->file, 0), of->name, INSIDE, of->totals);
   }
}

static void add_body(gathering *g)
{
   size_t n = ac_profile_n_functions(g->profile), n_homes = 0;
   home *homes = tk_get(g->alloc, AN_LABEL, (n + 1) * sizeof *homes);
   for (size_t i = 0; i < n; i++) {
      const ac_function *of = ac_profile_function(g->profile, i);
      if (!has_own_file(g, of))
         continue;
      homes[n_homes++] = (home){ of->name, ac_profile_file(g->profile, of->file)->name,
                                 of->totals[0] };
      if (!may_leave_out(g) && !tk_words_has(&g->wrappers, (uintptr_t)of->name))
         add_own_lines(g, i, NULL, 0);
   }
   if (may_leave_out(g))
      add_kept_body(g);
   if (g->calls == NULL)
      add_inlined_code(g, homes, n_homes);
   tk_put(g->alloc, homes);
}

/* ---- Library code with calls: the nearest line of the program above it ---- */

/* Code that the language calls where the program's source does not: a destructor, or what
   a library constructs, assigns or clones; or an operator by which its algorithms
   compare. */
static bool is_special(const ac_inlined *code)
{
   static const char *const files[] = { "/predefined_ops.h",    "/stl_function.h",
                                        "/new_allocator.h",     "/stl_construct.h",
                                        "/stl_uninitialized.h", "/alloc_traits.h",
                                        "/std_function.h" };
   enum { COMPARING = 2 };
   bool is_operator = strncmp(code->name, "operator", 8) == 0 && code->name[8] != '(';
   if (code->name[0] == '~' || strcmp(code->name, "operator=") == 0
       || strcmp(code->name, "clone") == 0)
      return true;
   if (strcmp(code->name, "operator()") == 0)
      return false;
   const char *slash = code->call_file == NULL ? NULL : strrchr(code->call_file, '/');
   for (size_t i = is_operator ? 0 : COMPARING;
        slash != NULL && i < sizeof files / sizeof files[0]; i++)
      if (strcmp(slash, files[i]) == 0)
         return true;
   return false;
}

/* Whether what a place runs belongs further out. */
static bool goes_out(const gathering *g, const char *file, uint32_t inlined)
{
   if (inlined == AC_NO_CALL)
      return false;
   const ac_inlined *code = &g->calls->inlined[inlined];
   return !ac_own_files_has(&g->files, file)
          || (is_special(code) && !ac_own_files_has(&g->files, code->call_file));
}

static bool is_wrapper(const gathering *g, uint32_t function)
{
   return tk_words_has(&g->wrappers, (uintptr_t)g->calls->functions[function].name);
}

/* The row of a place in inlined code, or in that which it is inlined into; else in the
   function, if it is the program's.  *row becomes NO_ROW if none is. */
static void find_place(gathering *g, const char *file, uint32_t line, uint32_t inlined,
                       uint32_t function, uint32_t *row)
{
   *row = NO_ROW;
   if (function != AC_NO_CALL && is_wrapper(g, function))
      return;
   while (goes_out(g, file, inlined)) {
      const ac_inlined *code = &g->calls->inlined[inlined];
      file = code->call_file;
      line = code->call_line;
      inlined = code->parent;
   }
   if (!ac_own_files_has(&g->files, file)) {
      if (function == AC_NO_CALL || !g->is_own_function[function])
         return;
      const ac_called *of = &g->calls->functions[function];
      file = ac_own_files_has(&g->files, of->file) ? of->file : NULL;
      line = 0;
      if (file == NULL)
         *row = find_function_row(g, of->name);
   }
   if (file != NULL)
      *row = find_row(g, file, line);
   const char *name = inlined != AC_NO_CALL    ? g->calls->inlined[inlined].name
                      : function != AC_NO_CALL ? g->calls->functions[function].name
                                               : NULL;
   if (name != NULL)
      add_part(g, *row, name, INSIDE, g->none);
   if (function != AC_NO_CALL)
      add_part(g, *row, g->calls->functions[function].name, BODY, g->none);
}

static void find_places(gathering *g)
{
   const ac_calls *calls = g->calls;
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      g->is_own_function[i] = ac_own_files_has_function(&g->files, i)
                              && !is_wrapper(g, i);
      g->is_function_own_file[i] = ac_own_files_has(&g->files, calls->functions[i].file);
   }
   for (uint32_t i = 0; i < calls->n_inlined; i++)
      g->is_inlined_own_file[i] = ac_own_files_has(&g->files, calls->inlined[i].file)
                                  && !is_wrapper(g, calls->inlined[i].function);
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *arc = &calls->arcs[i];
      find_place(g, arc->file, arc->line, arc->inlined, arc->caller, &g->row_of_arc[i]);
   }
   for (uint32_t i = 0; i < calls->n_inlined; i++) {
      const ac_inlined *code = &calls->inlined[i];
      /* Where the program's own is called is not needed, but gets its name. */
      find_place(g, code->call_file, code->call_line, code->parent, code->function,
                 &g->row_of_inlined[i]);
   }
}

/* The function of a node's code, and in *kind whose it is; NULL: the body has it. */
static const char *name_node(const gathering *g, const ac_call_node *node,
                             part_kind *kind)
{
   const ac_calls *calls = g->calls;
   *kind = OF_LIBRARY;
   if (node->kind == AC_CALL_INLINED) {
      const ac_inlined *code = &calls->inlined[node->what];
      return g->is_inlined_own_file[node->what] ? NULL : code->name;
   }
   uint32_t function = calls->arcs[node->what].callee;
   if (!g->is_own_function[function])
      return calls->functions[function].name;
   *kind = OWN;
   return g->is_function_own_file[function] ? NULL : calls->functions[function].name;
}

/* Whether a line of the program itself has the node's code. */
static bool is_direct(const gathering *g, const ac_call_node *node)
{
   return (node->kind == AC_CALL_PATH ? g->row_of_arc : g->row_of_inlined)[node->what]
          != NO_ROW;
}

/* The outermost code of libraries that was inlined into the program's there and leads to
   a node, whose function is `name`. */
static const char *name_outermost(const gathering *g, const ac_call_node *node,
                                  const char *name)
{
   const ac_calls *calls = g->calls;
   uint32_t inlined = node->kind == AC_CALL_INLINED ? node->what
                                                    : calls->arcs[node->what].inlined;
   for (; inlined != AC_NO_CALL && !g->is_inlined_own_file[inlined];
        inlined = calls->inlined[inlined].parent)
      if (strcmp(calls->inlined[inlined].name, "UnknownInlinedFun") != 0)
         name = calls->inlined[inlined].name;
   return name;
}

/* How often the row's own code calls the node's function: not what was inlined there. */
static int64_t calls_itself(const gathering *g, const ac_call_node *node)
{
   if (node->kind != AC_CALL_PATH || !is_direct(g, node))
      return 0;
   const ac_arc *arc = &g->calls->arcs[node->what];
   return goes_out(g, arc->file, arc->inlined) ? 0 : node->n_calls;
}

/* Says by which library's function the row comes to the part, if nothing does, and adds
   calls of the part's function. */
static void name_part(gathering *g, uint32_t row, const char *function,
                      const char *library, int64_t n_calls)
{
   uint64_t key[] = { ac_keyed_pair(row, OF_LIBRARY), (uintptr_t)function };
   uint32_t part = ac_keyed_find(&g->own->parts, key);
   int64_t name = (int64_t)(intptr_t)library;
   if (ac_keyed_numbers(&g->own->parts, part)[g->n_events] == 0)
      ac_keyed_add(&g->own->parts, part, g->n_events, &name, 1);
   ac_keyed_add(&g->own->parts, part, g->n_events + 1, &n_calls, 1);
}

/* Adds the code of a node to its row, if it is a library's and has one.  The program's
   own is in the body, unless no file of it is known. */
static void add_node(gathering *g, uint32_t i)
{
   const ac_call_node *node = &g->calls->nodes[i];
   part_kind kind;
   const char *name = name_node(g, node, &kind);
   uint32_t row = g->row_of_node[i];
   if (name == NULL)
      return;
   if (kind == OWN)
      row = find_function_row(g, name);
   if (row == NO_ROW)
      return;
   if (kind == OF_LIBRARY) {
      bool goes_on = !is_direct(g, node) && g->callee_of_node[node->parent] != NULL;
      g->callee_of_node[i] = goes_on ? g->callee_of_node[node->parent] : name;
      g->library_of_node[i] = goes_on ? g->library_of_node[node->parent]
                                      : name_outermost(g, node, name);
      name = g->callee_of_node[i];
   }
   add_part(g, row, name, kind, node->self);
   if (kind == OF_LIBRARY)
      name_part(g, row, name, g->library_of_node[i], calls_itself(g, node));
}

static void add_nodes(gathering *g)
{
   for (uint32_t i = 0; i < g->calls->n_nodes; i++) {
      const ac_call_node *node = &g->calls->nodes[i];
      bool is_path = node->kind == AC_CALL_PATH;
      uint32_t *row = &g->row_of_node[i];
      *row = NO_ROW;
      g->callee_of_node[i] = g->library_of_node[i] = NULL;
      if (node->what == AC_NO_CALL || (!is_path && node->kind != AC_CALL_INLINED))
         continue;
      *row = is_path ? g->row_of_arc[node->what] : g->row_of_inlined[node->what];
      if (*row == NO_ROW && node->parent != AC_NO_CALL)
         *row = g->row_of_node[node->parent];
      add_node(g, i);
   }
}

static void add_calls(gathering *g)
{
   const ac_calls *calls = g->calls;
   g->is_own_function = tk_get(g->alloc, AN_LABEL, calls->n_functions + 1);
   g->is_function_own_file = tk_get(g->alloc, AN_LABEL, calls->n_functions + 1);
   g->is_inlined_own_file = tk_get(g->alloc, AN_LABEL, calls->n_inlined + 1);
   g->row_of_arc = tk_get(g->alloc, AN_LABEL, (calls->n_arcs + 1) * sizeof(uint32_t));
   g->row_of_inlined = tk_get(g->alloc, AN_LABEL,
                              (calls->n_inlined + 1) * sizeof(uint32_t));
   g->row_of_node = tk_get(g->alloc, AN_LABEL, (calls->n_nodes + 1) * sizeof(uint32_t));
   g->callee_of_node = tk_get(g->alloc, AN_LABEL, (calls->n_nodes + 1) * sizeof(char *));
   g->library_of_node = tk_get(g->alloc, AN_LABEL, (calls->n_nodes + 1) * sizeof(char *));
   find_places(g);
   add_nodes(g);
   g->own->nodes = (ac_own_nodes){ .row_of_node = g->row_of_node,
                                   .row_of_arc = g->row_of_arc,
                                   .row_of_inlined = g->row_of_inlined,
                                   .is_own_function = g->is_own_function,
                                   .is_inlined_own_file = g->is_inlined_own_file };
}

/* ---- The model ---- */

/* The largest part of each kind of a row: 1 + its number, or 0.  A large profile has
   millions. */
typedef struct ac_own_largest {
   uint32_t part[PART_KINDS];
   bool is_by_counts; /* whether BY_COUNTS is as large as OWN, */
   bool is_library;   /* and OF_LIBRARY larger */
} largest;

static long double part_size(const gathering *g, const ac_measure *measure, uint32_t part)
{
   return part == 0 ? 0
                    : ac_rank_size(measure, ac_keyed_numbers(&g->own->parts, part - 1));
}

static void find_largest(const gathering *g, largest *of, const ac_measure *measure)
{
   const ac_keyed *parts = &g->own->parts;
   for (uint32_t i = 1; i <= parts->n; i++) {
      const uint64_t *key = ac_keyed_key(parts, i - 1);
      uint32_t *most = &of[ac_keyed_high(key[0])].part[ac_keyed_low(key[0])];
      if (*most == 0 || part_size(g, measure, i) > part_size(g, measure, *most))
         *most = i;
   }
   for (size_t row = 0; row < g->own->n_rows; row++) {
      const uint32_t *part = of[row].part;
      if (part[BY_COUNTS] == 0 && part[OF_LIBRARY] == 0)
         continue;
      long double own = part_size(g, measure, part[OWN]);
      of[row].is_by_counts = part[BY_COUNTS] > 0
                             && part_size(g, measure, part[BY_COUNTS]) >= own;
      of[row].is_library = part[OF_LIBRARY] > 0
                           && part_size(g, measure, part[OF_LIBRARY]) > own;
   }
}

/* NULL: the row has no part of the kind. */
static const char *name_of(const ac_own_lines *own, size_t row, part_kind kind)
{
   uint32_t part = own->largest[row].part[kind];
   return part == 0 ? NULL : ac_keyed_text(ac_keyed_key(&own->parts, part - 1)[1]);
}

ac_own_line ac_own_lines_row(const ac_own_lines *own, size_t row)
{
   const largest *of = &own->largest[row];
   const uint64_t *key = ac_keyed_key(&own->sums, row);
   const int64_t *counts = ac_keyed_numbers(&own->sums, row);
   bool has_line = key[1] != NO_LINE;
   part_kind function = of->part[INSIDE] > 0 ? INSIDE
                        : of->is_by_counts   ? BY_COUNTS
                                             : OWN;
   part_kind body = of->part[OWN] > 0 ? OWN : of->part[BODY] > 0 ? BODY : INSIDE;
   ac_own_line line = {
      .file = has_line ? ac_keyed_text(key[0]) : NULL,
      .line = has_line ? (uint32_t)key[1] : 0,
      .function = name_of(own, row, function) ?: AN_UNKNOWN,
      .body = name_of(own, row, body),
      .counts = counts,
      .self = counts + own->n_events,
      .n_runs = counts[2 * own->n_events],
      .row = (uint32_t)row,
   };
   if (of->is_library) {
      const int64_t *of_library = ac_keyed_numbers(&own->parts, of->part[OF_LIBRARY] - 1)
                                  + own->n_events;
      line.library = an_library_name((const char *)(intptr_t)of_library[0]);
      line.callee = name_of(own, row, OF_LIBRARY);
      line.n_calls = of_library[1];
   }
   return line;
}

/* The rest is what the lines do not add up to. */
static void find_rest(gathering *g)
{
   const int64_t *totals = ac_profile_totals(g->profile);
   for (size_t e = 0; e < g->n_events; e++)
      g->rest[e] = totals[e] - g->others[e];
   for (size_t i = 0; i < g->own->sums.n; i++)
      for (size_t e = 0; e < g->n_events; e++)
         g->rest[e] -= ac_keyed_numbers(&g->own->sums, i)[e];
}

/* Adds up the lines that have some of the event, if that is not done yet, and finds the
   one that has most. */
static void find_of_event(gathering *g)
{
   ac_own_lines *own = g->own;
   int64_t most = 0;
   bool is_done = may_leave_out(g);
   for (size_t i = 0; g->wanted->event != SIZE_MAX && i < own->n_rows; i++) {
      const int64_t *self = ac_keyed_numbers(&own->sums, i) + g->n_events;
      if (!is_done)
         count_event(g, self, most);
      if (self[g->wanted->event] > most) {
         own->of_event.most = ac_own_lines_row(own, i);
         most = self[g->wanted->event];
      }
   }
}

/* Lists the rows that are kept. */
static void make_lines(gathering *g)
{
   const ac_measures *sort = g->wanted->sort;
   ac_own_lines *own = g->own;
   const int64_t *totals = ac_profile_totals(g->profile);
   ac_ranking ranking = { .n = 0 };
   size_t n = own->n_rows = own->sums.n;
   own->largest = tk_get_zeroed(g->alloc, AN_LABEL, (n + 1) * sizeof *own->largest);
   ranking.entries = tk_get(g->alloc, AN_LABEL, (n + 1) * sizeof *ranking.entries);
   find_largest(g, own->largest, &sort->of[0]);
   for (size_t i = 0; i < n; i++) {
      const int64_t *counts = ac_keyed_numbers(&own->sums, i);
      if (ac_rank_keeps(g->wanted->keep, counts, totals, g->wanted->threshold))
         ranking.entries[ranking.n++] = AC_RANKED(i, counts);
   }
   ac_rank(&ranking, totals, sort, 0);
   own->lines = tk_get(g->alloc, AN_LABEL, (ranking.n + 1) * sizeof *own->lines);
   for (; own->n < ranking.n; own->n++)
      own->lines[own->n] = ac_own_lines_row(own, ranking.entries[own->n].index);
}

void ac_own_lines_open(ac_own_lines *own, const tk_alloc *alloc,
                       const ac_profile *profile, const ac_own_wanted *wanted)
{
   enum { N_COUNTS = 4 };
   size_t n = ac_profile_n_events(profile);
   gathering g = { .own = own,
                   .alloc = alloc,
                   .profile = profile,
                   .calls = ac_profile_calls(profile),
                   .wanted = wanted,
                   .asked = SIZE_MAX,
                   .n_events = n };
   *own = (ac_own_lines){ .n_events = n };
   ac_keyed_init(&own->sums, alloc, 2, 2 * n + 1);
   ac_keyed_init(&own->parts, alloc, 2, n + 2);
   int64_t *counts = tk_get_zeroed(alloc, AN_LABEL, N_COUNTS * n * sizeof *counts);
   ac_own_files_open(&g.files, alloc, profile);
   own->memory = counts;
   own->rest = g.rest = counts;
   own->of_event.counts = g.of_event = counts + n;
   g.others = counts + 2 * n;
   g.none = counts + 3 * n;
   g.wrappers = (tk_words){ .alloc = alloc, .label = AN_LABEL };
   ac_wrappers_find(&g.wrappers, &g.files, wanted->like);
   ac_inlined_lines_open(&g.inlined, alloc, profile);
   add_body(&g);
   if (g.calls != NULL)
      add_calls(&g);
   make_lines(&g);
   find_rest(&g);
   find_of_event(&g);
}

bool ac_own_lines_are_beside(const ac_own_line *a, const ac_own_line *b)
{
   return a->file == b->file && a->line > 0 && b->line > 0
          && strcmp(a->function, b->function) == 0;
}
