/* cs_sharing_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_sharing_notes.h"

#include "base/tk_array.h"
#include "base/tk_count.h"

#define LABEL "cs.sharing_notes"

/* ---- Bounds ------------------------------------------------------------ */

static bool is_contending(const cs_memory_line *line, const cs_shared_row *row)
{
   for (const cs_shared_row *r = line->rows; r != NULL; r = r->next)
      if (cs_rows_conflict(row, r))
         return true;
   return false;
}

/* The accesses of a thread that contend; the first row of a thread stands for all. */
static uint64_t accesses_of(const cs_memory_line *line, const cs_shared_row *first)
{
   uint64_t n = 0;
   for (const cs_shared_row *r = line->rows; r != first; r = r->next)
      if (r->thread == first->thread)
         return 0;
   for (const cs_shared_row *r = first; r != NULL; r = r->next)
      if (r->thread == first->thread && is_contending(line, r))
         n = tk_count_add(n, r->count);
   return n;
}

uint64_t cs_sharing_bound(const cs_memory_line *line)
{
   uint64_t all = 0, most = 0;
   if (line->contended == NULL)
      return 0;
   for (const cs_shared_row *r = line->rows; r != NULL; r = r->next) {
      uint64_t n = accesses_of(line, r);
      all = tk_count_add(all, n);
      most = n > most ? n : most;
   }
   uint64_t others = all - most;
   return others < all / 2 ? 2 * others + 1 : all;
}

/* ---- Lines ------------------------------------------------------------- */

typedef struct {
   const cs_memory_line *line;
   uint64_t bound, accesses;
} shared_line;

static uint64_t all_accesses(const cs_memory_line *line)
{
   uint64_t n = 0;
   for (const cs_shared_row *r = line->rows; r != NULL; r = r->next)
      n = tk_count_add(n, r->count);
   return n;
}

static int order(uint64_t a, uint64_t b)
{
   return (a > b) - (a < b);
}

static int compare_lines(const void *a, const void *b)
{
   const shared_line *x = a, *y = b;
   int by = order(y->bound, x->bound);
   by = by != 0 ? by : order(y->accesses, x->accesses);
   return by != 0 ? by : order(x->line->address, y->line->address);
}

typedef struct {
   shared_line *of;
   size_t n, capacity;
} shared_lines;

/* False: memory ran out. */
static bool find_lines(shared_lines *lines, const cs_sharing_written *w)
{
   for (size_t i = 0; i < w->sharing->n_lines; i++) {
      const cs_memory_line *line = &w->sharing->lines[i];
      uint64_t bound = cs_sharing_bound(line);
      if (bound == 0)
         continue;
      if (!TK_ARRAY_ROOM(w->alloc, LABEL, lines->of, lines->n, lines->capacity))
         return false;
      lines->of[lines->n++] = (shared_line){ .line = line, .bound = bound,
                                             .accesses = all_accesses(line) };
   }
   w->sort(lines->of, lines->n, sizeof *lines->of, compare_lines);
   return true;
}

/* ---- Rows -------------------------------------------------------------- */

/* A row of the outfile. */
typedef struct {
   const cs_shared_row *row;
   uint32_t object, name;  /* object 0: a name */
   uint32_t datum;
   uint64_t reads, writes;
} note;

typedef struct {
   note *of;
   size_t n, capacity;
   uint64_t left_out;  /* accesses by code that the body lacks */
} notes;

static int compare_places(const note *x, const note *y)
{
   int by = order(x->object, y->object);
   by = by != 0 ? by : order(x->name, y->name);
   by = by != 0 ? by : order(x->row->at->at.start, y->row->at->at.start);
   return by != 0 ? by : order(x->row->at->at.number, y->row->at->at.number);
}

static int compare_notes(const void *a, const void *b)
{
   const note *x = a, *y = b;
   uint64_t sign = (uint64_t)1 << 63;
   int by = compare_places(x, y);
   by = by != 0 ? by : order(x->row->thread, y->row->thread);
   by = by != 0 ? by : order(x->datum, y->datum);
   by = by != 0 ? by : order((uint64_t)x->row->place->offset ^ sign,
                             (uint64_t)y->row->place->offset ^ sign);
   by = by != 0 ? by : order(x->row->bytes, y->row->bytes);
   return by != 0 ? by : order(x->row->is_own, y->row->is_own);
}

/* Code without names is known by its object and start. */
static bool is_unnamed(const tk_place *at)
{
   return at->number == 0 && at->file == at->fn;
}

/* False: memory ran out. */
static bool add_row(notes *list, const cs_sharing_written *w, cs_note_names *names,
                    const cs_shared_row *row)
{
   const tk_place *at = &row->at->at;
   note new = { .row = row };
   if (w->objects != NULL && is_unnamed(at))
      new.object = w->objects[at->object];
   else
      new.name = cs_note_names_known(names, at->file, at->fn);
   if (row->place == NULL || (new.name == 0 && new.object == 0)) {
      list->left_out = tk_count_add(list->left_out, row->count);
      return true;
   }
   new.datum = row->place->datum->number;
   *(row->is_write ? &new.writes : &new.reads) = row->count;
   if (!TK_ARRAY_ROOM(w->alloc, LABEL, list->of, list->n, list->capacity))
      return false;
   list->of[list->n++] = new;
   return true;
}

/* Sorts the rows, and makes equal ones one.  False: memory ran out. */
static bool list_rows(notes *list, const cs_sharing_written *w, cs_note_names *names,
                      const cs_memory_line *line)
{
   size_t n = 0;
   list->n = 0;
   for (const cs_shared_row *row = line->rows; row != NULL; row = row->next)
      if (!add_row(list, w, names, row))
         return false;
   w->sort(list->of, list->n, sizeof *list->of, compare_notes);
   for (size_t i = 0; i < list->n; i++) {
      note *last = n == 0 ? NULL : &list->of[n - 1], *more = &list->of[i];
      if (last == NULL || compare_notes(last, more) != 0) {
         list->of[n++] = *more;
         continue;
      }
      last->reads = tk_count_add(last->reads, more->reads);
      last->writes = tk_count_add(last->writes, more->writes);
   }
   list->n = n;
   return true;
}

/* ---- The whole ---------------------------------------------------------- */

static void write_u64(tk_text *out, uint64_t value)
{
   tk_text_char(out, ' ');
   tk_text_u64(out, value);
}

static void write_offset(tk_text *out, int64_t offset)
{
   tk_text_string(out, offset < 0 ? " -" : " ");
   tk_text_u64(out, offset < 0 ? -(uint64_t)offset : (uint64_t)offset);
}

static void write_note(tk_text *out, const note *n)
{
   const cs_shared_row *row = n->row;
   tk_text_string(out, "#: sa");
   if (n->object == 0) {
      write_u64(out, n->name);
   } else {
      write_u64(out, n->object);
      tk_text_char(out, ':');
      tk_text_hex(out, row->at->at.start);
   }
   write_u64(out, row->at->at.number);
   write_u64(out, row->thread);
   write_u64(out, n->datum);
   write_offset(out, row->place->offset);
   tk_text_char(out, ' ');
   tk_text_hex(out, row->bytes);
   write_u64(out, n->reads);
   write_u64(out, n->writes);
   tk_text_string(out, row->is_own ? " own\n" : "\n");
}

static void write_left_out(tk_text *out, uint64_t n_lines, uint64_t n_accesses)
{
   if (n_lines == 0 && n_accesses == 0)
      return;
   tk_text_string(out, "#: sr");
   write_u64(out, n_lines);
   write_u64(out, n_accesses);
   tk_text_char(out, '\n');
}

static bool write_lines(tk_text *out, const cs_sharing_written *w, shared_lines *lines,
                        notes *list, cs_note_names *names)
{
   uint64_t left_out = w->sharing->left_out, n_left_out = 0;
   for (size_t i = 0; i < lines->n; i++) {
      if (i >= CS_SHARING_MOST_LINES) {
         n_left_out++;
         left_out = tk_count_add(left_out, lines->of[i].accesses);
         continue;
      }
      if (!list_rows(list, w, names, lines->of[i].line))
         return false;
      if (list->n == 0) {
         n_left_out++;
         continue;
      }
      tk_text_string(out, "#: sl");
      write_u64(out, lines->of[i].line->contended->transfers);
      tk_text_char(out, '\n');
      for (size_t k = 0; k < list->n; k++)
         write_note(out, &list->of[k]);
   }
   write_left_out(out, n_left_out, tk_count_add(left_out, list->left_out));
   return true;
}

bool cs_sharing_notes_write(tk_text *out, const cs_sharing_written *w)
{
   shared_lines lines = { .n = 0 };
   notes list = { .n = 0 };
   cs_note_names names;
   cs_note_names_init(&names, w->alloc, w->lines, w->n_lines);
   tk_text_string(out, "#: sharing");
   write_u64(out, CS_MEMORY_LINE_B);
   write_u64(out, w->n_threads);
   tk_text_char(out, '\n');
   bool ok = find_lines(&lines, w) && write_lines(out, w, &lines, &list, &names)
             && !names.has_failed;
   cs_note_names_fini(&names);
   tk_put(w->alloc, lines.of);
   tk_put(w->alloc, list.of);
   return ok;
}
