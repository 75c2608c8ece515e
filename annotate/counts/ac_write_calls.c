/* ac_write_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_write_calls.h"

#include "base/an_nest.h"
#include "counts/ac_data.h"
#include "counts/ac_instrs.h"
#include "counts/ac_line_runs.h"
#include "counts/ac_objects.h"
#include "counts/ac_write_text.h"

#include <string.h>

/* Is the row of code without symbols split? */
static bool has_codes(const ac_profile *profile)
{
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *f = ac_profile_function(profile, i);
      if (strcmp(ac_profile_file(profile, f->file)->name, AN_UNKNOWN) == 0
          && ac_objects_code(profile, f->name) != NULL)
         return true;
   }
   return false;
}

void ac_write_calls_open(ac_write_calls *w, const ac_profile *profile,
                         const tk_alloc *alloc, tk_text *out)
{
   *w = (ac_write_calls){ .profile = profile,
                          .out = out,
                          .calls = ac_profile_calls(profile) };
   w->has_numbers = w->calls != NULL || ac_profile_data(profile) != NULL
                    || ac_profile_instrs(profile) != NULL
                    || ac_line_runs_are_known(profile);
   w->has_codes = has_codes(profile);
   ac_keyed_init(&w->files, alloc, 1, 0);
   ac_keyed_init(&w->names, alloc, 2, 0);
}

/* ---- Names ---- */

/* All code without names is one function of the body. */
static bool is_unnamed(const ac_write_calls *w, const char *file, const char *function)
{
   return strcmp(file, AN_UNKNOWN) == 0
          && (strcmp(function, AN_UNKNOWN) == 0
              || ac_objects_code(w->profile, function) != NULL);
}

static uint32_t file_number(ac_write_calls *w, const char *file)
{
   const uint64_t key[] = { (uintptr_t)file };
   return ac_keyed_find(&w->files, key) + 1;
}

static uint32_t name_number(ac_write_calls *w, const char *file, const char *function)
{
   const uint64_t unnamed[] = { 0, 0 };
   const uint64_t named[] = { (uintptr_t)file, (uintptr_t)function };
   return ac_keyed_find(&w->names, is_unnamed(w, file, function) ? unnamed : named) + 1;
}

void ac_write_calls_file(ac_write_calls *w, const char *file)
{
   if (w->has_numbers)
      file_number(w, file);
}

void ac_write_calls_name(ac_write_calls *w, const char *file, const char *function)
{
   if (w->has_numbers)
      name_number(w, file, function);
}

uint32_t ac_write_calls_number(ac_write_calls *w, const char *file, const char *function)
{
   return name_number(w, file, function);
}

static size_t object_of_unknown(const ac_profile *profile)
{
   size_t i = 0;
   while (i < ac_objects_count(profile)
          && strcmp(ac_objects_at(profile, i)->path, AN_UNKNOWN) != 0)
      i++;
   return i;
}

void ac_write_who(ac_write_calls *w, size_t function, tk_text *out)
{
   const ac_function *f = ac_profile_function(w->profile, function);
   const char *file = ac_profile_file(w->profile, f->file)->name;
   bool is_unknown = strcmp(file, AN_UNKNOWN) == 0;
   const ac_code *code = is_unknown ? ac_objects_code(w->profile, f->name) : NULL;
   if (code != NULL)
      TK_TEXT_LINE(out, " %:&", code->object + 1, code->address);
   else if (w->has_codes && is_unknown && strcmp(f->name, AN_UNKNOWN) == 0)
      TK_TEXT_LINE(out, " %:0x0", object_of_unknown(w->profile) + 1);
   else
      TK_TEXT_LINE(out, " %", ac_write_calls_number(w, file, f->name));
}

/* Writes a file's name if the notes so far do not have it. */
static void need_file(ac_write_calls *w, const char *file)
{
   size_t n = w->files.n;
   file_number(w, file);
   if (w->files.n > n)
      tk_text_named(w->out, "#: fl ", file);
}

/* Lists the name of a function, whose file is known, unless it is listed. */
static void need_name(ac_write_calls *w, const char *file, const char *function)
{
   size_t n = w->names.n;
   name_number(w, file, function);
   if (w->names.n == n)
      return;
   TK_TEXT_LINE(w->out, "#: fn %", file_number(w, file));
   tk_text_named(w->out, " ", is_unnamed(w, file, function) ? AN_UNKNOWN : function);
}

static void write_files(ac_write_calls *w)
{
   const ac_calls *c = w->calls;
   for (uint32_t i = 0; i < c->n_functions; i++)
      need_file(w, c->functions[i].file);
   for (uint32_t i = 0; i < c->n_inlined; i++) {
      need_file(w, c->inlined[i].file);
      need_file(w, c->inlined[i].call_file);
   }
   for (uint32_t i = 0; i < c->n_inlined_functions; i++)
      need_file(w, c->inlined_functions[i].file);
   for (uint32_t i = 0; i < c->n_lines; i++)
      need_file(w, c->lines[i].file);
   for (uint32_t i = 0; i < c->n_arcs; i++)
      if (c->arcs[i].file != NULL)
         need_file(w, c->arcs[i].file);
}

static void write_names(ac_write_calls *w)
{
   const ac_calls *c = w->calls;
   write_files(w);
   for (uint32_t i = 0; i < c->n_functions; i++)
      need_name(w, c->functions[i].file, c->functions[i].name);
   for (uint32_t i = 0; i < c->n_inlined; i++)
      need_name(w, c->inlined[i].file, c->inlined[i].name);
   for (uint32_t i = 0; i < c->n_inlined_functions; i++)
      need_name(w, c->inlined_functions[i].file, c->inlined_functions[i].name);
}

/* ---- Parts of notes ---- */

static void write_counts(const ac_write_calls *w, const int64_t *counts)
{
   ac_write_nonzero(w->out, counts, ac_profile_n_events(w->profile));
}

/* A line, and its file unless that is `usual`. */
static void write_line(ac_write_calls *w, const char *file, uint32_t line,
                       const char *usual)
{
   if (file == NULL || file == usual)
      TK_TEXT_LINE(w->out, " %", line);
   else
      TK_TEXT_LINE(w->out, " %@%", line, file_number(w, file));
}

/* ---- Functions and inlined code ---- */

static void write_function(ac_write_calls *w, const ac_called *f)
{
   TK_TEXT_LINE(w->out, "#: f % % & %", name_number(w, f->file, f->name),
                f->object == SIZE_MAX ? 0 : f->object + 1, f->start, f->n_calls);
   write_counts(w, f->inclusive);
   if (!w->calls->is_estimated)
      return;
   tk_text_string(w->out, "#: fs");
   write_counts(w, f->self);
}

static void write_inlined(ac_write_calls *w, const ac_inlined *code, size_t depth)
{
   const char *in = code->parent == AC_NO_CALL ? w->calls->functions[code->function].file
                                               : w->calls->inlined[code->parent].file;
   TK_TEXT_LINE(w->out, "#: i % %", depth, name_number(w, code->file, code->name));
   write_line(w, code->call_file, code->call_line, in);
   write_counts(w, code->self);
}

static void write_inlined_rest(const ac_write_calls *w, const ac_call_rest *rest,
                               size_t depth)
{
   TK_TEXT_LINE(w->out, "#: ir % %", depth, rest->n);
   write_counts(w, rest->counts);
}

/* Things are functions, then inlined code, then what was pruned of it. */
static size_t parent_of(const void *context, size_t i)
{
   const ac_calls *c = context;
   const size_t n = c->n_functions, n_inlined = c->n_inlined;
   uint32_t function, parent;
   if (i < n)
      return AN_NO_PARENT;
   if (i < n + n_inlined) {
      function = c->inlined[i - n].function;
      parent = c->inlined[i - n].parent;
   } else {
      function = c->inlined_pruned[i - n - n_inlined].function;
      parent = c->inlined_pruned[i - n - n_inlined].inlined;
   }
   return parent == AC_NO_CALL ? function : n + parent;
}

static void write_thing(ac_write_calls *w, const an_nested *thing)
{
   const ac_calls *c = w->calls;
   size_t i = thing->index;
   if (i < c->n_functions) {
      write_function(w, &c->functions[i]);
      return;
   }
   i -= c->n_functions;
   if (i < c->n_inlined)
      write_inlined(w, &c->inlined[i], thing->depth);
   else
      write_inlined_rest(w, &c->inlined_pruned[i - c->n_inlined], thing->depth);
}

static void write_functions(ac_write_calls *w)
{
   const ac_calls *c = w->calls;
   const tk_alloc *alloc = w->files.arena.alloc;
   size_t n = (size_t)c->n_functions + c->n_inlined + c->n_inlined_pruned;
   an_nested *order = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *order);
   an_nest(alloc, n, parent_of, c, order);
   for (size_t k = 0; k < n; k++)
      write_thing(w, &order[k]);
}

/* ---- Inclusive counts ---- */

static void write_inclusive(ac_write_calls *w)
{
   const ac_calls *c = w->calls;
   const char *file = NULL;
   for (uint32_t i = 0; i < c->n_inlined_functions; i++) {
      const ac_inclusive *f = &c->inlined_functions[i];
      TK_TEXT_LINE(w->out, "#: g %", name_number(w, f->file, f->name));
      write_counts(w, f->counts);
   }
   for (uint32_t i = 0; i < c->n_lines; i++) {
      const ac_inclusive *line = &c->lines[i];
      if (line->file != file)
         TK_TEXT_LINE(w->out, "#: lf %\n", file_number(w, line->file));
      file = line->file;
      TK_TEXT_LINE(w->out, "#: l %", line->line);
      write_counts(w, line->counts);
   }
}

/* ---- Arcs ---- */

typedef struct {
   uint32_t function, inlined;
} caller;

/* The caller's own code comes before what is inlined into it. */
static bool is_before(caller a, caller b)
{
   return a.function != b.function ? a.function < b.function
                                   : a.inlined + 1 < b.inlined + 1;
}

static void write_by(const ac_write_calls *w, caller by)
{
   TK_TEXT_LINE(w->out, "#: by %", by.function == AC_NO_CALL ? 0 : by.function + 1);
   if (by.inlined != AC_NO_CALL)
      TK_TEXT_LINE(w->out, ".%", by.inlined + 1);
   tk_text_char(w->out, '\n');
}

static void write_arc(ac_write_calls *w, const ac_arc *arc)
{
   const char *in = arc->inlined != AC_NO_CALL  ? w->calls->inlined[arc->inlined].file
                    : arc->caller != AC_NO_CALL ? w->calls->functions[arc->caller].file
                                                : NULL;
   tk_text_string(w->out, "#: a");
   write_line(w, arc->file, arc->line, arc->line == 0 ? NULL : in);
   TK_TEXT_LINE(w->out, " % %", arc->callee + 1, arc->n_calls);
   write_counts(w, w->calls->is_estimated ? arc->raw : arc->inclusive);
}

static void write_rest(const ac_write_calls *w, const ac_call_rest *rest)
{
   TK_TEXT_LINE(w->out, "#: ar % %", rest->n, rest->n_calls);
   write_counts(w, rest->counts);
}

static void write_arcs(ac_write_calls *w)
{
   const ac_calls *c = w->calls;
   const ac_arc *arc = c->arcs, *arcs_end = arc + c->n_arcs;
   while (c->is_estimated && arc < arcs_end && arcs_end[-1].caller == AC_NO_CALL)
      arcs_end--;
   const ac_call_rest *rest = c->arcs_pruned, *rests_end = rest + c->n_arcs_pruned;
   caller last = { 0, 0 };
   for (bool is_first = true; arc < arcs_end || rest < rests_end; is_first = false) {
      caller of_arc = { AC_NO_CALL, AC_NO_CALL - 1 }, of_rest = of_arc;
      if (arc < arcs_end)
         of_arc = (caller){ arc->caller, arc->inlined };
      if (rest < rests_end)
         of_rest = (caller){ rest->function, rest->inlined };
      bool is_rest = is_before(of_rest, of_arc);
      caller by = is_rest ? of_rest : of_arc;
      if (is_first || is_before(last, by))
         write_by(w, by);
      if (is_rest)
         write_rest(w, rest++);
      else
         write_arc(w, arc++);
      last = by;
   }
}

/* ---- Paths ---- */

static size_t caller_of(const void *context, size_t i)
{
   const ac_calls *c = context;
   uint32_t parent = c->nodes[i].parent;
   return parent == AC_NO_CALL ? AN_NO_PARENT : parent;
}

static void write_node(const ac_write_calls *w, const an_nested *nested)
{
   static const char *const forms[] = { [AC_CALL_PATH] = "#: t % % %",
                                        [AC_CALL_INLINED] = "#: ti % %",
                                        [AC_CALL_FOLDED] = "#: r % % %",
                                        [AC_CALL_PRUNED] = "#: tr % %" };
   const ac_call_node *node = &w->calls->nodes[nested->index];
   int64_t what = node->what == AC_NO_CALL ? 0 : (int64_t)node->what + 1;
   TK_TEXT_LINE(w->out, forms[node->kind], nested->depth,
                node->kind == AC_CALL_PRUNED ? node->n_calls : what, node->n_calls);
   write_counts(w, node->self);
}

static void write_paths(const ac_write_calls *w)
{
   const tk_alloc *alloc = w->files.arena.alloc;
   size_t n = w->calls->n_nodes;
   an_nested *order = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *order);
   an_nest(alloc, n, caller_of, w->calls, order);
   for (size_t k = 0; k < n; k++)
      write_node(w, &order[k]);
}

/* ---- The whole ---- */

void ac_write_calls_notes(ac_write_calls *w)
{
   if (w->calls == NULL)
      return;
   write_names(w);
   write_functions(w);
   if (!w->calls->is_estimated)
      write_inclusive(w);
   write_arcs(w);
   if (!w->calls->is_estimated)
      write_paths(w);
}
