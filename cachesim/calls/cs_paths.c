/* cs_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_paths.h"

#include "base/tk_count.h"
#include "base/tk_hash.h"

enum { NO_ARC = UINT32_MAX };

/* What is written, and the numbers by which it refers to itself.  Numbers count from
   1, in the order of the file. */
typedef struct {
   tk_text *out;
   const cs_paths *paths;
   cs_sums sums;
   /* The first line of each file, and of each function of a file; both with their
      numbers. */
   tk_table files, names;
   uint32_t *file_number, *name_number; /* by line */
   uint32_t *function_number; /* 0: it was not called */
   uint32_t *of_caller; /* the first arc of each caller; at the end, of none */
   uint32_t *next;      /* the next arc of the same caller */
   uint32_t *arc_number;
   uint32_t n_functions, n_arcs; /* written */
   uint32_t least;      /* the share of what is written */
} writer;

/* ---- Names of the body ------------------------------------------------ */

static uint64_t hash_of(const char *file, const char *fn)
{
   return tk_hash_word((uintptr_t)file ^ tk_hash_word((uintptr_t)fn));
}

/* The number of a file (fn NULL) or of a function of a file in the body; 0: it is not
   there. */
static uint32_t number_of(const writer *w, const char *file, const char *fn)
{
   const tk_table *table = fn == NULL ? &w->files : &w->names;
   size_t at = 0;
   uint32_t i;
   while ((i = tk_table_next(table, hash_of(file, fn), &at)) != TK_TABLE_NONE) {
      const tk_place *place = &w->paths->lines[i]->at;
      if (place->file == file && (fn == NULL || place->fn == fn))
         return fn == NULL ? w->file_number[i] : w->name_number[i];
   }
   return 0;
}

static bool read_names(writer *w)
{
   uint32_t n_files = 0, n_names = 0;
   const char *file = NULL, *fn = NULL;
   for (size_t i = 0; i < w->paths->n_lines; i++) {
      const tk_place *place = &w->paths->lines[i]->at;
      bool is_new_file = place->file != file;
      if (!tk_table_reserve(&w->files) || !tk_table_reserve(&w->names))
         return false;
      if (is_new_file)
         tk_table_add(&w->files, hash_of(place->file, NULL), (uint32_t)i);
      if (is_new_file || place->fn != fn) {
         tk_table_add(&w->names, hash_of(place->file, place->fn), (uint32_t)i);
         n_names++;
      }
      n_files += is_new_file;
      w->file_number[i] = n_files;
      w->name_number[i] = n_names;
      file = place->file;
      fn = place->fn;
   }
   return true;
}

/* ---- Parts of lines --------------------------------------------------- */

static void write_u64(writer *w, uint64_t value)
{
   tk_text_char(w->out, ' ');
   tk_text_u64(w->out, value);
}

/* Without the zeros at the end. */
static void write_counts(writer *w, const uint64_t counts[CS_N_EVENTS])
{
   uint32_t last = 0;
   for (uint32_t e = 0; e < CS_N_EVENTS; e++)
      if (counts[e] != 0)
         last = e + 1;
   for (uint32_t e = 0; e < last; e++)
      if (cs_event_counted((cs_event)e, w->paths->caches, w->paths->branches))
         write_u64(w, counts[e]);
   tk_text_char(w->out, '\n');
}

static void write_name(writer *w, const char *key, const char *name)
{
   tk_text_string(w->out, key);
   tk_text_escaped(w->out, name);
   tk_text_char(w->out, '\n');
}

/* ---- What is written --------------------------------------------------- */

static bool is_written_function(const writer *w, const cs_inclusive *function)
{
   return cs_sums_share(&w->sums, function->n_calls, function->counts) >= w->least;
}

static bool is_written(const writer *w, const cs_arc *arc)
{
   return arc->callee != NULL
          && cs_sums_share(&w->sums, arc->n_calls, arc->counts) >= w->least;
}

static size_t n_items(const writer *w)
{
   size_t n = 0;
   for (uint32_t i = 0; i < w->paths->n_functions; i++)
      n += is_written_function(w, &w->sums.functions[i]);
   for (size_t i = 0; i < w->sums.n_arcs; i++)
      n += is_written(w, &w->sums.arcs[i]);
   for (size_t i = 0; i < w->sums.tree->n_edges; i++)
      n += w->sums.share[i] >= w->least;
   return n;
}

/* Finds the least share that leaves few enough. */
static void choose_least(writer *w)
{
   uint32_t low = 1, high = CS_SHARE_ONE; /* what has no share is never written */
   while (low < high) {
      w->least = low + (high - low) / 2;
      if (n_items(w) > w->paths->most_items)
         low = w->least + 1;
      else
         high = w->least;
   }
   w->least = low;
}

/* ---- Functions and calls ---------------------------------------------- */

static void write_function(writer *w, const cs_function *function)
{
   const cs_inclusive *sums = &w->sums.functions[function->number];
   w->function_number[function->number] = 0;
   if (!is_written_function(w, sums))
      return;
   w->function_number[function->number] = ++w->n_functions;
   const tk_place *at = &function->at;
   uint32_t number = number_of(w, at->file, at->fn);
   if (number == 0) {
      write_name(w, "#: fl ", at->file);
      write_name(w, "#: fn ", at->fn);
   }
   tk_text_string(w->out, "#: f");
   write_u64(w, number);
   write_u64(w, w->paths->objects[at->object]);
   tk_text_char(w->out, ' ');
   tk_text_hex(w->out, at->start);
   write_u64(w, sums->n_calls);
   write_counts(w, sums->counts);
}

/* The line of a call; with its file if that is not the caller's. */
static void write_line(writer *w, const cs_arc *arc)
{
   tk_text_char(w->out, ' ');
   if (arc->line == NULL) {
      tk_text_char(w->out, '0');
      return;
   }
   tk_text_u64(w->out, arc->line->at.number);
   if (arc->caller == NULL || arc->line->at.file != arc->caller->at.file) {
      tk_text_char(w->out, '@');
      tk_text_u64(w->out, number_of(w, arc->line->at.file, NULL));
   }
}

/* Lists the arcs by their callers, in order. */
static void sort_arcs(writer *w)
{
   uint32_t n = w->paths->n_functions;
   for (uint32_t i = 0; i <= n; i++)
      w->of_caller[i] = NO_ARC;
   for (size_t i = w->sums.n_arcs; i-- > 0;) {
      const cs_arc *arc = &w->sums.arcs[i];
      uint32_t caller = arc->caller == NULL ? n : arc->caller->number;
      w->next[i] = w->of_caller[caller];
      w->of_caller[caller] = (uint32_t)i;
   }
}

static void write_arc(writer *w, uint32_t i)
{
   const cs_arc *arc = &w->sums.arcs[i];
   w->arc_number[i] = ++w->n_arcs;
   tk_text_string(w->out, "#: a");
   write_line(w, arc);
   write_u64(w, w->function_number[arc->callee->number]);
   write_u64(w, arc->n_calls);
   write_counts(w, arc->counts);
}

/* Calls of a caller that are left out. */
typedef struct {
   uint64_t n_arcs, n_calls, counts[CS_N_EVENTS];
} rest;

static void leave_out_arc(writer *w, rest *r, const cs_arc *arc)
{
   if (arc->callee == NULL || cs_sums_share(&w->sums, arc->n_calls, arc->counts) == 0)
      return;
   r->n_arcs++;
   r->n_calls = tk_count_add(r->n_calls, arc->n_calls);
   for (uint32_t e = 0; e < w->paths->tree->n_counts; e++)
      r->counts[e] = tk_count_add(r->counts[e], arc->counts[e]);
}

/* Writes the calls of a caller, whose number is 0 for none. */
static void write_calls_by(writer *w, uint32_t number, uint32_t first)
{
   rest r = { .n_arcs = 0 };
   tk_text_string(w->out, "#: by");
   write_u64(w, number);
   tk_text_char(w->out, '\n');
   for (uint32_t i = first; i != NO_ARC; i = w->next[i])
      if (is_written(w, &w->sums.arcs[i]))
         write_arc(w, i);
      else
         leave_out_arc(w, &r, &w->sums.arcs[i]);
   if (r.n_arcs == 0)
      return;
   tk_text_string(w->out, "#: ar");
   write_u64(w, r.n_arcs);
   write_u64(w, r.n_calls);
   write_counts(w, r.counts);
}

static void write_arcs(writer *w)
{
   uint32_t n = w->paths->n_functions;
   for (uint32_t i = 0; i < n; i++)
      if (w->function_number[i] != 0 && w->of_caller[i] != NO_ARC)
         write_calls_by(w, w->function_number[i], w->of_caller[i]);
   write_calls_by(w, 0, w->of_caller[n]);
}

/* ---- Paths ------------------------------------------------------------ */

static void write_path(writer *w, size_t depth, uint32_t arc, const cs_edge *edge)
{
   uint64_t counts[CS_N_EVENTS] = { 0 };
   bool is_folded = cs_edge_is_folded(edge);
   tk_text_string(w->out, is_folded ? "#: r" : "#: t");
   write_u64(w, depth);
   write_u64(w, arc);
   write_u64(w, edge->n_calls);
   for (uint32_t e = 0; !is_folded && e < w->paths->tree->n_counts; e++)
      counts[e] = edge->callee->counts[e];
   write_counts(w, counts);
}

static void write_cut(writer *w, size_t depth, const cs_walk_step *step)
{
   tk_text_string(w->out, "#: tr");
   write_u64(w, depth);
   write_u64(w, step->n_cut);
   write_counts(w, step->cut);
}

/* Adds a path that is left out to what its caller has left out. */
static void leave_out(cs_walk *walk)
{
   const cs_walk_step *step = cs_walk_last(walk);
   cs_walk_step *caller = &walk->steps[walk->depth - 2];
   if (cs_edge_is_folded(walk->sums->tree->edges[step->edge])
       || walk->sums->share[step->edge] == 0)
      return;
   caller->n_cut += 1 + step->n_cut;
   for (uint32_t e = 0; e < walk->sums->tree->n_counts; e++)
      caller->cut[e] = tk_count_add(caller->cut[e], step->counts[e]);
}

/* The walk, and the path in the file. */
typedef struct {
   cs_walk walk;
   size_t depth;    /* in the file: nodes without function are at the root */
   size_t cut_from; /* steps of the walk from this depth on are left out */
} path;

static bool is_call(const cs_edge *edge)
{
   return edge->callee->function != NULL;
}

static void enter_path(writer *w, path *p, uint32_t i)
{
   const cs_edge *edge = w->paths->tree->edges[i];
   if (!is_call(edge)) {
      if (edge->caller == NULL)
         write_path(w, 0, 0, edge);
   } else if (w->sums.share[i] < w->least) {
      p->cut_from = p->walk.depth;
   } else {
      p->depth++;
      write_path(w, p->depth, w->arc_number[w->sums.arc_of[i]], edge);
   }
}

static void leave_path(writer *w, path *p, const cs_walk_step *step)
{
   if (p->walk.depth >= p->cut_from) {
      leave_out(&p->walk);
      if (p->walk.depth == p->cut_from)
         p->cut_from = SIZE_MAX;
      return;
   }
   if (step->n_cut > 0)
      write_cut(w, p->depth + 1, step);
   p->depth -= is_call(w->paths->tree->edges[step->edge]);
}

static bool write_paths(writer *w)
{
   path p = { .walk = cs_walk_from_root(&w->sums), .cut_from = SIZE_MAX };
   while (cs_walk_go(&p.walk)) {
      const cs_walk_step *step = cs_walk_last(&p.walk);
      if (p.walk.is_leaving)
         leave_path(w, &p, step);
      else if (p.walk.depth < p.cut_from)
         enter_path(w, &p, step->edge);
   }
   return !p.walk.has_failed;
}

/* ---- The whole -------------------------------------------------------- */

static uint32_t *new_array(const writer *w, size_t n)
{
   return tk_get(w->paths->alloc, "cs.paths", (n + 1) * sizeof(uint32_t));
}

static bool prepare(writer *w)
{
   const cs_paths *paths = w->paths;
   w->file_number = new_array(w, paths->n_lines);
   w->name_number = new_array(w, paths->n_lines);
   w->function_number = new_array(w, paths->n_functions);
   w->of_caller = new_array(w, paths->n_functions);
   w->next = new_array(w, w->sums.n_arcs);
   w->arc_number = new_array(w, w->sums.n_arcs);
   return w->file_number != NULL && w->name_number != NULL
          && w->function_number != NULL && w->of_caller != NULL && w->next != NULL && w->arc_number != NULL && read_names(w);
}

static void finish(writer *w)
{
   const tk_alloc *alloc = w->paths->alloc;
   tk_put(alloc, w->file_number);
   tk_put(alloc, w->name_number);
   tk_put(alloc, w->function_number);
   tk_put(alloc, w->of_caller);
   tk_put(alloc, w->next);
   tk_put(alloc, w->arc_number);
   tk_table_fini(&w->files);
   tk_table_fini(&w->names);
   cs_sums_fini(&w->sums);
}

bool cs_paths_write(tk_text *out, const cs_paths *paths)
{
   tk_table table = { .alloc = paths->alloc, .label = "cs.paths" };
   writer w = { .out = out, .paths = paths, .files = table, .names = table };
   if (!cs_sums_init(&w.sums, paths->tree, paths->n_functions, paths->alloc))
      return false;
   bool ok = prepare(&w);
   if (ok) {
      choose_least(&w);
      sort_arcs(&w);
      for (uint32_t i = 0; i < paths->n_functions; i++)
         write_function(&w, paths->functions[i]);
      write_arcs(&w);
      ok = write_paths(&w);
   }
   finish(&w);
   return ok;
}
