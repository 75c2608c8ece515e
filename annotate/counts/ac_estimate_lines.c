/* ac_estimate_lines.c -- what source lines cost with all that they called.

   A line costs what it costs itself and what its calls cost: of each function at most
   what that costs, as calls within a recursion have what others within it have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_estimate.h"

#include "base/an_pool.h"
#include "base/tk_count.h"
#include "counts/ac_find.h"
#include "counts/ac_lines.h"

#include <stdlib.h>

/* A line of a function that calls. */
typedef struct {
   size_t part; /* of the body that has the line; SIZE_MAX: none */
   uint32_t line, function;
   uint32_t index; /* among the sites */
} site;

typedef struct {
   ac_call_sums *sums;
   const ac_profile *profile;
   ac_keyed sites; /* by function, file and line: inclusive counts */
   site *list;     /* by part and line */
} lines;

static const int64_t *inclusive_of(const lines *l, uint32_t function)
{
   return ac_keyed_numbers(&l->sums->functions, function) + 1;
}

/* Adds to the site, which has at most what its function has. */
static void add_counts(lines *l, uint32_t index, uint32_t function, const int64_t *counts,
                       const int64_t *most)
{
   const int64_t *had = ac_keyed_numbers(&l->sites, index);
   const int64_t *all = inclusive_of(l, function);
   for (size_t e = 0; e < l->sums->n_events; e++) {
      int64_t more = counts[e], room = all[e] - had[e];
      if (most != NULL && more > most[e])
         more = most[e];
      if (more > room)
         more = room;
      if (more > 0)
         ac_keyed_add(&l->sites, index, e, &more, 1);
   }
}

static void add_arcs(lines *l)
{
   const ac_keyed *arcs = &l->sums->arcs;
   for (size_t i = 0; i < arcs->n; i++) {
      const uint64_t *arc = ac_keyed_key(arcs, i);
      uint32_t caller = ac_keyed_high(arc[0]), line = ac_keyed_low(arc[1]);
      const uint64_t key[] = { caller, arc[2], line };
      if (caller != AC_NO_CALL && line != 0)
         add_counts(l, ac_keyed_find(&l->sites, key), caller,
                    ac_keyed_numbers(arcs, i) + 1,
                    inclusive_of(l, ac_keyed_high(arc[1])));
   }
}

static int compare_sites(const void *a, const void *b)
{
   const site *x = a, *y = b;
   return tk_compare(x->part, y->part)
      ?: tk_compare(x->line, y->line)
      ?: tk_compare(x->index, y->index);
}

static void list_sites(lines *l)
{
   for (size_t i = 0; i < l->sites.n; i++) {
      const uint64_t *key = ac_keyed_key(&l->sites, i);
      const char *file = ac_keyed_text(key[1]);
      const char *name = ac_keyed_text(*ac_keyed_key(&l->sums->functions, key[0]));
      l->list[i] = (site){ ac_find_function(l->profile, file, name), (uint32_t)key[2],
                           (uint32_t)key[0], (uint32_t)i };
   }
   qsort(l->list, l->sites.n, sizeof *l->list, compare_sites);
}

/* What the lines of one part cost themselves.  Functions of several objects can be one
   part: the first has it. */
static void add_own(lines *l, size_t first, size_t end)
{
   ac_lines own;
   ac_lines_open(&own, l->profile, l->list[first].part, 1);
   while (ac_lines_next(&own)) {
      while (first < end && l->list[first].line < own.line)
         first++;
      if (first < end && l->list[first].line == own.line)
         add_counts(l, l->list[first].index, l->list[first].function, own.counts, NULL);
   }
   ac_lines_close(&own);
}

static void give_lines(const lines *l)
{
   for (size_t i = 0; i < l->sites.n; i++) {
      const uint64_t *key = ac_keyed_key(&l->sites, i);
      ac_call_sums_inclusive(l->sums,
                             &(ac_inclusive){ .file = ac_keyed_text(key[1]),
                                              .line = (uint32_t)key[2],
                                              .counts = ac_keyed_numbers(&l->sites, i) });
   }
}

void ac_estimate_lines(ac_call_sums *sums, const ac_profile *profile)
{
   an_pool *pool = an_pool_new(sums->alloc);
   const tk_alloc *alloc = an_pool_alloc(pool);
   lines l = { .sums = sums, .profile = profile };
   ac_keyed_init(&l.sites, alloc, 3, sums->n_events);
   add_arcs(&l);
   l.list = tk_get(alloc, AN_LABEL, (l.sites.n + 1) * sizeof *l.list);
   list_sites(&l);
   for (size_t first = 0, end; first < l.sites.n; first = end) {
      for (end = first; end < l.sites.n && l.list[end].part == l.list[first].part; end++)
         ;
      if (l.list[first].part != SIZE_MAX)
         add_own(&l, first, end);
   }
   give_lines(&l);
   an_pool_free(pool);
}
