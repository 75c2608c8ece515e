/* cs_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_notes.h"

#include "base/tk_count.h"

#define LABEL "cs.notes"

/* ---- Parts of notes --------------------------------------------------- */

void cs_notes_counts(cs_notes *notes, const uint64_t *counts)
{
   tk_text_nonzero(notes->out, counts, notes->sums.tree->n_counts);
}

/* A line; with its file if that is not the one expected. */
static void write_line(cs_notes *notes, const char *file, uint32_t line,
                       const char *expected)
{
   if (line == 0 || file == expected)
      TK_TEXT_LINE(notes->out, " %", line);
   else
      TK_TEXT_LINE(notes->out, " %@%", line,
                   cs_note_names_number(&notes->names, file, NULL));
}

/* ---- Lists ------------------------------------------------------------ */

static uint32_t *new_list(cs_notes *notes, size_t n)
{
   uint32_t *list = tk_get(notes->paths->of.alloc, LABEL, (n + 1) * sizeof *list);
   for (size_t i = 0; i <= n; i++)
      list[i] = CS_NO_NOTE;
   return list;
}

static bool is_written_code(const cs_notes *notes, const cs_code *code)
{
   return notes->sums.code_share[code->number] >= notes->least;
}

/* The list of an arc.  Code that is pruned counts as the code around it. */
static size_t list_of(const cs_notes *notes, const cs_arc *arc)
{
   const cs_summed *of = &notes->paths->of;
   if (arc->caller == NULL)
      return of->n_codes + of->n_functions;
   const cs_code *code = arc->line == NULL ? NULL : arc->line->at.part;
   if (code != NULL && code->function != arc->caller)
      code = NULL;
   while (code != NULL && code->outer != NULL && !is_written_code(notes, code))
      code = code->outer;
   return code == NULL || code->outer == NULL ? of->n_codes + arc->caller->number
                                              : code->number;
}

static uint32_t line_of(const cs_notes *notes, uint32_t i)
{
   const tk_line *line = notes->sums.arcs[i].line;
   return line == NULL ? 0 : line->at.number;
}

/* A list is sorted by lines; lists are short. */
static void list_arcs(cs_notes *notes)
{
   for (uint32_t i = 0; i < notes->sums.n_arcs; i++) {
      uint32_t *at = &notes->first_arc[list_of(notes, &notes->sums.arcs[i])];
      while (*at != CS_NO_NOTE && line_of(notes, *at) <= line_of(notes, i))
         at = &notes->next_arc[*at];
      notes->next_arc[i] = *at;
      *at = i;
   }
}

static void list_codes(cs_notes *notes)
{
   for (uint32_t i = notes->sums.n_codes; i-- > 0;) {
      const cs_code *outer = notes->sums.codes[i]->outer;
      if (outer == NULL)
         continue;
      notes->next_inner[i] = notes->first_inner[outer->number];
      notes->first_inner[outer->number] = i;
   }
}

/* Lists the spots that are written; their files get numbers. */
static void list_spots(cs_notes *notes)
{
   const cs_source *source = &notes->sums.source;
   for (size_t i = 0; i < source->n_spots; i++)
      cs_note_names_number(&notes->names, source->spots[i].file, NULL);
   notes->n_spot_files = notes->names.n_files; /* others may follow */
   notes->first_spot = new_list(notes, notes->n_spot_files);
   notes->next_spot = new_list(notes, source->n_spots);
   for (size_t i = source->n_spots; i-- > 0;) {
      const cs_spot *spot = &source->spots[i];
      uint32_t file = cs_note_names_number(&notes->names, spot->file, NULL);
      if (spot->fn != NULL || cs_sums_share(&notes->sums, 0, spot->counts) < notes->least)
         continue;
      notes->next_spot[i] = notes->first_spot[file];
      notes->first_spot[file] = (uint32_t)i;
   }
}

void cs_notes_init(cs_notes *notes)
{
   const cs_summed *of = &notes->paths->of;
   size_t n_lists = (size_t)of->n_codes + of->n_functions + 1;
   notes->function_number = new_list(notes, of->n_functions);
   notes->code_number = new_list(notes, of->n_codes);
   notes->arc_number = new_list(notes, notes->sums.n_arcs);
   notes->first_arc = new_list(notes, n_lists);
   notes->next_arc = new_list(notes, notes->sums.n_arcs);
   notes->first_inner = new_list(notes, of->n_codes);
   notes->next_inner = new_list(notes, of->n_codes);
   list_spots(notes);
   list_arcs(notes);
   list_codes(notes);
}

void cs_notes_fini(cs_notes *notes)
{
   const tk_alloc *alloc = notes->paths->of.alloc;
   tk_put(alloc, notes->function_number);
   tk_put(alloc, notes->code_number);
   tk_put(alloc, notes->arc_number);
   tk_put(alloc, notes->first_arc);
   tk_put(alloc, notes->next_arc);
   tk_put(alloc, notes->first_inner);
   tk_put(alloc, notes->next_inner);
   tk_put(alloc, notes->first_spot);
   tk_put(alloc, notes->next_spot);
}

/* ---- Functions -------------------------------------------------------- */

/* Writes what is pruned from a list. */
typedef struct {
   uint64_t n, n_calls, counts[CS_N_EVENTS];
} rest;

static void leave_out(rest *r, uint64_t n_calls, const uint64_t *counts,
                      uint32_t n_counts)
{
   r->n++;
   r->n_calls = tk_count_add(r->n_calls, n_calls);
   tk_count_add_all(r->counts, counts, n_counts);
}

/* What code, and the code inlined into it, cost itself. */
static void leave_out_code(const cs_notes *notes, rest *r, uint32_t code)
{
   leave_out(r, 0, notes->sums.source.self[code], notes->sums.tree->n_counts);
   for (uint32_t i = notes->first_inner[code]; i != CS_NO_NOTE; i = notes->next_inner[i])
      leave_out_code(notes, r, i);
}

/* Writes the code that is inlined into `outer`.  Debug information nests it at most 128
   deep (cs_inlining.c). */
static void write_inlined(cs_notes *notes, uint32_t outer, uint32_t depth)
{
   rest r = { .n = 0 };
   for (uint32_t i = notes->first_inner[outer]; i != CS_NO_NOTE;
        i = notes->next_inner[i]) {
      const cs_code *code = notes->sums.codes[i];
      if (!is_written_code(notes, code)) {
         leave_out_code(notes, &r, i);
         continue;
      }
      notes->code_number[i] = ++notes->n_codes;
      TK_TEXT_LINE(notes->out, "#: i % %", depth,
                   cs_note_names_number(&notes->names, code->file, code->fn));
      write_line(notes, code->call_file, code->call_line, code->outer->file);
      cs_notes_counts(notes, notes->sums.source.self[i]);
      write_inlined(notes, i, depth + 1);
   }
   if (r.n == 0)
      return;
   TK_TEXT_LINE(notes->out, "#: ir % %", depth, r.n);
   cs_notes_counts(notes, r.counts);
}

static bool is_written_function(const cs_notes *notes, const cs_inclusive *function)
{
   return cs_sums_share(&notes->sums, function->n_calls, function->counts)
          >= notes->least;
}

static void write_function(cs_notes *notes, const cs_function *function)
{
   const cs_inclusive *sums = &notes->sums.functions[function->number];
   const tk_place *at = &function->at;
   notes->function_number[function->number] = 0;
   if (!is_written_function(notes, sums))
      return;
   notes->function_number[function->number] = ++notes->n_functions;
   TK_TEXT_LINE(notes->out, "#: f % % & %",
                cs_note_names_number(&notes->names, at->file, at->fn),
                notes->paths->objects[at->object], at->start, sums->n_calls);
   cs_notes_counts(notes, sums->counts);
   if (function->codes != NULL)
      write_inlined(notes, function->codes->number, 1);
}

/* ---- Inlined functions and lines -------------------------------------- */

static void write_inlined_functions(cs_notes *notes)
{
   const cs_source *source = &notes->sums.source;
   for (size_t i = 0; i < source->n_spots; i++) {
      const cs_spot *spot = &source->spots[i];
      if (spot->fn == NULL || cs_sums_share(&notes->sums, 0, spot->counts) < notes->least)
         continue;
      TK_TEXT_LINE(notes->out, "#: g %",
                   cs_note_names_number(&notes->names, spot->file, spot->fn));
      cs_notes_counts(notes, spot->counts);
   }
}

static void write_lines(cs_notes *notes)
{
   const cs_spot *spots = notes->sums.source.spots;
   for (uint32_t file = 1; file <= notes->n_spot_files; file++) {
      uint32_t first = notes->first_spot[file];
      if (first == CS_NO_NOTE)
         continue;
      TK_TEXT_LINE(notes->out, "#: lf %\n", file);
      for (uint32_t i = first; i != CS_NO_NOTE; i = notes->next_spot[i]) {
         TK_TEXT_LINE(notes->out, "#: l %", spots[i].line);
         cs_notes_counts(notes, spots[i].counts);
      }
   }
}

/* ---- Calls ------------------------------------------------------------ */

static bool is_written_arc(const cs_notes *notes, const cs_arc *arc)
{
   return arc->callee != NULL
          && cs_sums_share(&notes->sums, arc->n_calls, arc->counts) >= notes->least;
}

static void write_arc(cs_notes *notes, uint32_t i, const char *file)
{
   const cs_arc *arc = &notes->sums.arcs[i];
   notes->arc_number[i] = ++notes->n_arcs;
   tk_text_string(notes->out, "#: a");
   if (arc->line == NULL)
      tk_text_string(notes->out, " 0");
   else
      write_line(notes, arc->line->at.file, arc->line->at.number, file);
   TK_TEXT_LINE(notes->out, " % %", notes->function_number[arc->callee->number],
                arc->n_calls);
   cs_notes_counts(notes, arc->counts);
}

/* Writes a list of calls by a function (0: none), from inlined code (0: its own).
   `file` is the code's. */
static void write_calls(cs_notes *notes, size_t list, uint32_t function, uint32_t code,
                        const char *file)
{
   rest r = { .n = 0 };
   if (notes->first_arc[list] == CS_NO_NOTE)
      return;
   TK_TEXT_LINE(notes->out, "#: by %", function);
   if (code != 0)
      TK_TEXT_LINE(notes->out, ".%", code);
   tk_text_char(notes->out, '\n');
   for (uint32_t i = notes->first_arc[list]; i != CS_NO_NOTE; i = notes->next_arc[i]) {
      const cs_arc *arc = &notes->sums.arcs[i];
      if (is_written_arc(notes, arc))
         write_arc(notes, i, file);
      else if (arc->callee != NULL
               && cs_sums_share(&notes->sums, arc->n_calls, arc->counts) > 0)
         leave_out(&r, arc->n_calls, arc->counts, notes->sums.tree->n_counts);
   }
   if (r.n == 0)
      return;
   TK_TEXT_LINE(notes->out, "#: ar % %", r.n, r.n_calls);
   cs_notes_counts(notes, r.counts);
}

static void write_all_calls(cs_notes *notes)
{
   const cs_summed *of = &notes->paths->of;
   for (uint32_t i = 0; i < of->n_functions; i++) {
      const cs_function *function = of->functions[i];
      uint32_t number = notes->function_number[i];
      if (number == 0)
         continue;
      write_calls(notes, of->n_codes + i, number, 0, function->at.file);
      for (const cs_code *c = function->codes; c != NULL; c = c->next)
         if (c->outer != NULL && is_written_code(notes, c))
            write_calls(notes, c->number, number, notes->code_number[c->number], c->file);
   }
   write_calls(notes, of->n_codes + of->n_functions, 0, 0, NULL);
}

void cs_notes_write(cs_notes *notes)
{
   const cs_summed *of = &notes->paths->of;
   notes->n_functions = notes->n_codes = notes->n_arcs = 0;
   for (uint32_t i = 0; i < of->n_functions; i++)
      write_function(notes, of->functions[i]);
   write_inlined_functions(notes);
   write_lines(notes);
   write_all_calls(notes);
}
