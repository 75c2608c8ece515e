/* cs_bounds.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_bounds.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_search.h"

#define LABEL "cs.bounds"

void cs_bounds_init(cs_bounds *bounds, const tk_alloc *alloc)
{
   *bounds = (cs_bounds){ .alloc = alloc };
}

void cs_bounds_fini(cs_bounds *bounds)
{
   tk_put(bounds->alloc, bounds->kinds);
}

/* ---- Which rows conflict ------------------------------------------------- */

/* Some threads, as far as a row of another thread needs to know them. */
typedef struct {
   uint32_t first; /* 0: none */
   bool are_several;
} threads;

typedef struct {
   threads all, writers;
} party;

struct cs_row_kind {
   uint64_t bytes;
   bool is_own;
   party of;   /* these rows */
   party with; /* those that they conflict with if they are of another thread */
};

static void add_threads(threads *to, const threads *more)
{
   to->are_several |= more->are_several
                      || (to->first != 0 && more->first != 0 && to->first != more->first);
   to->first = to->first == 0 ? more->first : to->first;
}

static void add_party(party *to, const party *more)
{
   add_threads(&to->all, &more->all);
   add_threads(&to->writers, &more->writers);
}

static bool has_other(const threads *of, uint32_t thread)
{
   return of->first != 0 && (of->first != thread || of->are_several);
}

/* The place of the row's kind, or where it belongs. */
static size_t place_of(const cs_bounds *bounds, const cs_shared_row *row)
{
   tk_search s = { .high = bounds->n_kinds };
   while (tk_search_next(&s)) {
      const cs_row_kind *kind = &bounds->kinds[s.middle];
      tk_search_step(&s, kind->bytes < row->bytes
                            || (kind->bytes == row->bytes && kind->is_own < row->is_own));
   }
   return s.low;
}

/* The kind of a row, added if it is new. */
static cs_row_kind *kind_of(cs_bounds *bounds, const cs_shared_row *row)
{
   size_t at = place_of(bounds, row);
   cs_row_kind *kind = &bounds->kinds[at];
   if (at < bounds->n_kinds && kind->bytes == row->bytes && kind->is_own == row->is_own)
      return kind;
   TK_ARRAY_ROOM(bounds->alloc, LABEL, bounds->kinds, bounds->n_kinds, bounds->capacity);
   kind = &bounds->kinds[at];
   for (size_t i = bounds->n_kinds++; i > at; i--)
      bounds->kinds[i] = bounds->kinds[i - 1];
   *kind = (cs_row_kind){ .bytes = row->bytes, .is_own = row->is_own };
   return kind;
}

/* Fills the kinds. */
static void find_kinds(cs_bounds *bounds, const cs_memory_line *line)
{
   cs_rows rows;
   bounds->n_kinds = 0;
   for (const cs_shared_row *row = cs_rows_first(&rows, line); row != NULL;
        row = cs_rows_next(&rows)) {
      const threads thread = { .first = row->thread }, none = { .first = 0 };
      const party of = { .all = thread, .writers = row->is_write ? thread : none };
      add_party(&kind_of(bounds, row)->of, &of);
   }
   for (size_t i = 0; i < bounds->n_kinds; i++)
      for (size_t k = 0; k < bounds->n_kinds; k++) {
         cs_row_kind *a = &bounds->kinds[i];
         const cs_row_kind *b = &bounds->kinds[k];
         if ((a->bytes & b->bytes) == 0 || (!a->is_own && !b->is_own))
            add_party(&a->with, &b->of);
      }
}

static bool has_conflict(const cs_bounds *bounds, const cs_shared_row *row)
{
   const party *with = &bounds->kinds[place_of(bounds, row)].with;
   return has_other(row->is_write ? &with->all : &with->writers, row->thread);
}

/* ---- Bounds -------------------------------------------------------------- */

typedef struct {
   uint64_t reads, writes, all;
} accesses;

static void add_accesses(accesses *sum, const accesses *more)
{
   sum->reads = tk_count_add(sum->reads, more->reads);
   sum->writes = tk_count_add(sum->writes, more->writes);
   sum->all = tk_count_add(sum->all, more->all);
}

/* The accesses of a thread that conflict. */
static accesses accesses_of(const cs_bounds *bounds, const cs_holder *holder)
{
   accesses sum = { .all = 0 };
   for (const cs_shared_row *r = holder->rows; r != NULL; r = r->next) {
      const accesses more = { r->is_write ? 0 : r->count, r->is_write ? r->count : 0,
                              r->count };
      if (has_conflict(bounds, r))
         add_accesses(&sum, &more);
   }
   return sum;
}

uint64_t cs_bounds_of(cs_bounds *bounds, const cs_memory_line *line)
{
   accesses all = { .all = 0 };
   uint64_t most = 0, moves = 0;
   if (line->contended == NULL)
      return 0;
   find_kinds(bounds, line);
   const cs_holder *last = line->contended->threads.last;
   for (const cs_holder *holder = last; holder != NULL; holder = holder->next) {
      const accesses of = accesses_of(bounds, holder);
      add_accesses(&all, &of);
      most = of.all > most ? of.all : most;
   }
   for (const cs_holder *holder = last; holder != NULL; holder = holder->next) {
      const accesses of = accesses_of(bounds, holder);
      moves = tk_count_add(moves, tk_smaller(of.reads, all.writes - of.writes));
      moves = tk_count_add(moves, tk_smaller(of.writes, all.all - of.all));
   }
   uint64_t others = all.all - most;
   return tk_smaller(moves, others < all.all / 2 ? 2 * others + 1 : all.all);
}
