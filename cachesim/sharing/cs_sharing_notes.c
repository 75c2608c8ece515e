/* cs_sharing_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_sharing_notes.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_library.h"
#include "base/tk_sort.h"
#include "calls/cs_tree.h"
#include "sharing/cs_bounds.h"

#define LABEL "cs.sharing_notes"

/* ---- Lines ------------------------------------------------------------- */

typedef struct {
   const cs_memory_line *line;
   uint64_t bound, accesses;
} shared_line;

static uint64_t all_accesses(const cs_memory_line *line)
{
   uint64_t n = 0;
   cs_rows rows;
   for (const cs_shared_row *r = cs_rows_first(&rows, line); r != NULL;
        r = cs_rows_next(&rows))
      n = tk_count_add(n, r->count);
   return n;
}

static int compare_lines(void *context, const void *a, const void *b)
{
   (void)context;
   const shared_line *x = a, *y = b;
   return tk_compare(y->bound, x->bound)
      ?: tk_compare(y->accesses, x->accesses)
      ?: tk_compare(x->line->address, y->line->address);
}

/* Items and pointers to them, which are sorted. */
typedef struct {
   void *items;
   const void **sorted;
   size_t n, capacity;
} list;

/* Sorts n items of item_B bytes. */
static void sort_items(list *l, const tk_alloc *alloc, size_t item_B,
                       tk_sort_compare *compare)
{
   tk_put(alloc, l->sorted);
   l->sorted = tk_get(alloc, LABEL, (l->n + 1) * sizeof *l->sorted);
   for (size_t i = 0; i < l->n; i++)
      l->sorted[i] = (const char *)l->items + i * item_B;
   tk_sort(l->sorted, l->n, compare, NULL);
}

static void find_lines(list *lines, const cs_sharing_notes *notes)
{
   cs_bounds bounds;
   cs_bounds_init(&bounds, notes->alloc);
   for (size_t i = 0; i < notes->sharing->n_lines; i++) {
      const cs_memory_line *line = &notes->sharing->lines[i];
      shared_line *items = lines->items;
      uint64_t bound = cs_bounds_of(&bounds, line);
      if (bound == 0)
         continue;
      TK_ARRAY_ROOM(notes->alloc, LABEL, items, lines->n, lines->capacity);
      items[lines->n++] =
         (shared_line){ .line = line, .bound = bound, .accesses = all_accesses(line) };
      lines->items = items;
   }
   cs_bounds_fini(&bounds);
   sort_items(lines, notes->alloc, sizeof(shared_line), compare_lines);
}

void cs_sharing_notes_name_data(const cs_sharing_notes *notes)
{
   for (size_t i = 0; i < notes->sharing->n_lines; i++) {
      const cs_memory_line *line = &notes->sharing->lines[i];
      if (line->contended == NULL)
         continue;
      cs_rows rows;
      for (const cs_shared_row *r = cs_rows_first(&rows, line); r != NULL;
           r = cs_rows_next(&rows))
         if (r->place != NULL)
            r->place->datum->is_named = true;
   }
}

/* ---- Source lines ------------------------------------------------------- */

/* Where the source line is that a reader knows: std::atomic and the like are inlined, so
   it is the one that calls them.  The function is the one that all is inlined into. */
static tk_place known_place(const tk_line *line)
{
   tk_place at = line->at;
   for (const cs_code *code = at.part;
        code != NULL && code->outer != NULL && code->call_file != NULL
        && tk_library_has_source(at.file);
        code = code->outer) {
      at.file = code->call_file;
      at.number = code->call_line;
   }
   return at;
}

/* ---- Rows -------------------------------------------------------------- */

/* A row of the outfile. */
typedef struct {
   const cs_shared_row *row;
   uint32_t object, name; /* object 0: a name */
   uint32_t number;       /* of the source line */
   uint64_t reads, writes;
} note;

/* What writing needs. */
typedef struct {
   tk_text *out;
   const cs_sharing_notes *notes;
   cs_note_names names;
   list lines;                    /* of shared_line */
   list rows;                     /* of note, of one line of memory */
   uint64_t n_left_out, left_out; /* lines of memory, accesses */
} writer;

static int compare_places(const note *x, const note *y)
{
   int by = tk_compare(x->object, y->object) ?: tk_compare(x->name, y->name);
   if (by == 0 && x->object != 0)
      by = tk_compare(x->row->at->at.start, y->row->at->at.start);
   return by ?: tk_compare(x->number, y->number);
}

static int compare_notes(void *context, const void *a, const void *b)
{
   (void)context;
   const note *x = a, *y = b;
   const cs_shared_place *p = x->row->place, *q = y->row->place;
   return compare_places(x, y)
      ?: tk_compare(x->row->thread, y->row->thread)
      ?: tk_compare(p->datum->number, q->datum->number)
      ?: tk_compare_signed(p->offset, q->offset)
      ?: tk_compare(x->row->bytes, y->row->bytes)
      ?: tk_compare(x->row->is_own, y->row->is_own);
}

/* Finds out how the body calls the row's source line.  False: it does not. */
static bool find_name(const writer *w, const cs_shared_row *row, note *new)
{
   const tk_place *at = &row->at->at;
   if (tk_place_is_unnamed(at)) {
      new->object = w->notes->objects[at->object];
      return new->object != 0;
   }
   const tk_place known = known_place(row->at);
   new->number = known.number;
   new->name = cs_note_names_known(&w->names, known.file, known.fn);
   if (new->name != 0)
      return true;
   new->number = at->number;
   new->name = cs_note_names_known(&w->names, at->file, at->fn);
   return new->name != 0;
}

static void add_row(writer *w, const cs_shared_row *row)
{
   note *items = w->rows.items;
   note new = { .row = row };
   if (row->place == NULL || row->place->datum->number == 0 || !find_name(w, row, &new)) {
      w->left_out = tk_count_add(w->left_out, row->count);
      return;
   }
   *(row->is_write ? &new.writes : &new.reads) = row->count;
   TK_ARRAY_ROOM(w->notes->alloc, LABEL, items, w->rows.n, w->rows.capacity);
   items[w->rows.n++] = new;
   w->rows.items = items;
}

static void write_note(tk_text *out, const note *n)
{
   const cs_shared_row *row = n->row;
   if (n->object != 0)
      TK_TEXT_LINE(out, "#: sa %:&", n->object, row->at->at.start);
   else
      TK_TEXT_LINE(out, "#: sa %", n->name);
   TK_TEXT_LINE(out, " % % % ~ & % %", n->number, row->thread, row->place->datum->number,
                row->place->offset, row->bytes, n->reads, n->writes);
   tk_text_string(out, row->is_own ? " own\n" : "\n");
}

/* Writes the rows; equal ones become one. */
static void write_rows(writer *w)
{
   for (size_t i = 0; i < w->rows.n;) {
      note sum = *(const note *)w->rows.sorted[i++];
      for (; i < w->rows.n && compare_notes(NULL, &sum, w->rows.sorted[i]) == 0; i++) {
         const note *more = w->rows.sorted[i];
         sum.reads = tk_count_add(sum.reads, more->reads);
         sum.writes = tk_count_add(sum.writes, more->writes);
      }
      write_note(w->out, &sum);
   }
}

/* ---- The whole ---------------------------------------------------------- */

static void write_line(writer *w, const cs_memory_line *line)
{
   w->rows.n = 0;
   cs_rows rows;
   for (const cs_shared_row *row = cs_rows_first(&rows, line); row != NULL;
        row = cs_rows_next(&rows))
      add_row(w, row);
   sort_items(&w->rows, w->notes->alloc, sizeof(note), compare_notes);
   if (w->rows.n == 0) {
      w->n_left_out++;
      return;
   }
   TK_TEXT_LINE(w->out, "#: sl %\n", line->contended->transfers);
   write_rows(w);
}

static void write_lines(writer *w)
{
   w->left_out = w->notes->sharing->left_out;
   for (size_t i = 0; i < w->lines.n; i++) {
      const shared_line *shared = w->lines.sorted[i];
      if (i >= CS_SHARING_MOST_LINES) {
         w->n_left_out++;
         w->left_out = tk_count_add(w->left_out, shared->accesses);
      } else {
         write_line(w, shared->line);
      }
   }
   if (w->n_left_out > 0 || w->left_out > 0)
      TK_TEXT_LINE(w->out, "#: sr % %\n", w->n_left_out, w->left_out);
}

void cs_sharing_notes_write(tk_text *out, const cs_sharing_notes *notes)
{
   const tk_alloc *alloc = notes->alloc;
   writer w = { .out = out, .notes = notes };
   TK_TEXT_LINE(out, "#: sharing % %\n", CS_MEMORY_LINE_B, notes->n_threads);
   cs_note_names_init(&w.names, alloc, notes->lines, notes->n_lines);
   find_lines(&w.lines, notes);
   write_lines(&w);
   cs_note_names_fini(&w.names);
   tk_put(alloc, w.lines.items);
   tk_put(alloc, w.lines.sorted);
   tk_put(alloc, w.rows.items);
   tk_put(alloc, w.rows.sorted);
}
