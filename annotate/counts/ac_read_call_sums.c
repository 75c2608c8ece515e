/* ac_read_call_sums.c -- whether the notes on calls agree: what a path costs is part of
   what its functions cost, and calls are counted once.

   Of each function and each inlined code there is a row of counts: what the file says it
   costs, less what the paths so far had of that.  It never gets negative.  With recursion
   only the outermost path of a function counts, as in its inclusive costs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_call_note.h"

#include "base/an_number.h"

#include <inttypes.h>
#include <string.h>

/* ---- Rows ---- */

/* Sets row i of an array to r->counts. */
static void set_row(ac_reader *r, int64_t **rows, size_t *max, size_t i)
{
   for (size_t e = 0; e < r->n_events; e++) {
      size_t at = i * r->n_events + e;
      AC_NOTE_ROOM(r, *rows, at, *max);
      (*rows)[at] = r->counts[e];
   }
}

static int64_t *row_of(const ac_reader *r, int64_t *rows, size_t i)
{
   return rows + i * r->n_events;
}

/* Sums that stopped at the largest count are lower bounds, each by itself. */
static bool is_exact(const ac_reader *r, size_t e)
{
   return r->sums[e] < INT64_MAX;
}

/* Takes counts from the row of a `what`; fails if it has less. */
static bool take_counts(ac_reader *r, int64_t *row, const int64_t *counts,
                        const char *what, size_t number)
{
   for (size_t e = 0; e < r->n_events; e++) {
      row[e] -= counts[e];
      if (row[e] < 0 && is_exact(r, e))
         return ac_reader_fail(r,
                               "the paths of %s %zu have %" PRId64 " %s more than it "
                               "has",
                               what, number, -row[e], r->events[e]);
      if (row[e] < 0)
         row[e] = 0;
   }
   return true;
}

/* ---- Functions and inlined code ---- */

void ac_read_calls_function(ac_reader *r, ac_read_calls *c)
{
   set_row(r, &c->function_left, &c->max_function_left, c->n_functions);
}

void ac_read_calls_inlined(ac_reader *r, ac_read_calls *c)
{
   set_row(r, &c->inlined_left, &c->max_inlined_left, c->n_inlined);
}

/* ---- Arcs ---- */

/* Fails if the calls cost more than a function; 0: there is none. */
static bool check_arc(ac_reader *r, const ac_read_calls *c, uint32_t function)
{
   if (function == 0)
      return true;
   const int64_t *row = row_of(r, c->function_left, function - 1);
   for (size_t e = 0; e < r->n_events; e++)
      if (r->counts[e] > row[e] && is_exact(r, e))
         return ac_reader_fail(
            r, "%" PRId64 " %s are more than function %" PRIu32 " has, %" PRId64,
            r->counts[e], r->events[e], function, row[e]);
   return true;
}

bool ac_read_calls_arc(ac_reader *r, ac_read_calls *c, uint32_t caller, uint32_t callee,
                       int64_t n_calls)
{
   ac_read_called *function = &c->functions[callee - 1];
   if (n_calls > function->calls_left)
      return ac_reader_fail(r, "function %" PRIu32 " was not called as often", callee);
   function->calls_left -= n_calls;
   /* Without paths, calls within a recursion have what those below them have. */
   return c->has_self || (check_arc(r, c, caller) && check_arc(r, c, callee));
}

bool ac_read_calls_take(ac_reader *r, ac_read_arc *arc, uint32_t number, int64_t n_calls)
{
   if (n_calls > arc->calls_left)
      return ac_reader_fail(r, "arc %" PRIu32 " has fewer calls than its paths", number);
   arc->calls_left -= n_calls;
   return true;
}

/* ---- Paths ---- */

void ac_read_calls_path(ac_reader *r, ac_read_calls *c)
{
   set_row(r, &c->path_sums, &c->max_path_sums, c->n_path - 1);
}

bool ac_read_calls_self(ac_reader *r, ac_read_calls *c, uint32_t inlined)
{
   an_number_add(row_of(r, c->path_sums, c->n_path - 1), r->counts, r->n_events);
   return inlined == 0
          || take_counts(r, row_of(r, c->inlined_left, inlined - 1), r->counts,
                         "inlined code", inlined);
}

bool ac_read_calls_pop(ac_reader *r, ac_read_calls *c)
{
   uint32_t function = c->path[--c->n_path].function;
   const int64_t *sums = row_of(r, c->path_sums, c->n_path);
   an_number_add(row_of(r, c->path_sums, c->n_path - 1), sums, r->n_events);
   return --c->functions[function - 1].n_open > 0
          || take_counts(r, row_of(r, c->function_left, function - 1), sums, "function",
                         function);
}
