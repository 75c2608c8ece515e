/* an_html_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/html/an_html_paths.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.html_paths"

/* Room for one more: there can be no node. */
static void *get_zeroed(const tk_alloc *alloc, size_t n, size_t item_B)
{
   size_t size_B = (n + 1) * item_B;
   void *block = tk_get(alloc, LABEL, size_B);
   if (block != NULL)
      memset(block, 0, size_B);
   return block;
}

/* ---- Shares ---- */

static void add_row(int64_t *to, const int64_t *from, size_t n)
{
   for (size_t k = 0; k < n; k++)
      to[k] += from[k]; /* fits, as the totals do */
}

/* Each node's own values, of all its samples. */
static void sum_samples(const an_stacks *s, int64_t *self)
{
   for (size_t i = 0; i < s->n_samples; i++)
      add_row(self + s->samples[i].node * s->n_kinds, s->values + i * s->n_kinds,
              s->n_kinds);
}

/* Turns values of nodes into those of nodes and all below; adds them up in *totals. */
static void add_children(const an_stacks *s, int64_t *values, int64_t *totals)
{
   for (size_t i = s->n_nodes; i-- > 0;) {
      uint32_t parent = s->nodes[i].parent;
      add_row(parent == AN_NO_STACK ? totals : values + parent * s->n_kinds,
              values + i * s->n_kinds, s->n_kinds);
   }
}

/* The largest percentage that the node has of any kind. */
static double share_of(const int64_t *values, const int64_t *totals, size_t n_kinds)
{
   double most = 0;
   for (size_t k = 0; k < n_kinds; k++) {
      double share
         = totals[k] > 0 ? 100 * ((double)values[k] / (double)totals[k]) : 0;
      most = share > most ? share : most;
   }
   return most;
}

/* The share of each node with all below it: the largest of any kind, or of what the
   caller added. */
static bool find_shares(const an_html_paths *paths, const int64_t *self,
                        double *shares)
{
   const an_stacks *s = paths->of.stacks;
   size_t n_values = s->n_nodes * s->n_kinds;
   int64_t *totals = get_zeroed(paths->alloc, s->n_kinds, sizeof *totals);
   int64_t *all = get_zeroed(paths->alloc, n_values, sizeof *all);
   bool ok = totals != NULL && all != NULL;
   if (ok) {
      memcpy(all, self, n_values * sizeof *all);
      add_children(s, all, totals);
      if (paths->of.share != NULL)
         memcpy(shares, paths->of.share, s->n_nodes * sizeof *shares);
      for (size_t i = s->n_nodes; i-- > 0;) {
         double share = share_of(all + i * s->n_kinds, totals, s->n_kinds);
         if (s->nodes[i].parent != AN_NO_STACK)
            shares[s->nodes[i].parent] += shares[i];
         shares[i] = shares[i] > share ? shares[i] : share;
      }
   }
   tk_put(paths->alloc, totals);
   tk_put(paths->alloc, all);
   return ok;
}

/* ---- Leaving out ---- */

static int descending(const void *a, const void *b)
{
   const double *x = a, *y = b;
   return (*x < *y) - (*x > *y);
}

/* Raises the threshold to the share of the last node that has room. */
static bool find_threshold(an_html_paths *paths, const double *shares)
{
   size_t n = paths->of.stacks->n_nodes, n_most = paths->of.n_most;
   paths->threshold = paths->of.threshold;
   if (n <= n_most || n_most == 0)
      return true;
   double *sorted = get_zeroed(paths->alloc, n, sizeof *sorted);
   if (sorted == NULL)
      return false;
   memcpy(sorted, shares, n * sizeof *sorted);
   qsort(sorted, n, sizeof *sorted, descending);
   if (sorted[n_most - 1] > paths->threshold)
      paths->threshold = sorted[n_most - 1];
   tk_put(paths->alloc, sorted);
   return true;
}

/* Numbers the nodes that stay; those left out are their ancestor. */
static void number_nodes(an_html_paths *paths, const double *shares)
{
   const an_stacks *s = paths->of.stacks;
   bool is_left_out = false;
   for (uint32_t i = 0; i < s->n_nodes; i++) {
      uint32_t parent = s->nodes[i].parent;
      uint32_t above = parent == AN_NO_STACK ? AN_NO_STACK : paths->number[parent];
      bool has_place = parent == AN_NO_STACK
                       || (above != AN_NO_STACK && paths->node_of[above] == parent);
      if (has_place && shares[i] >= paths->threshold
          && paths->n < paths->of.n_most) {
         paths->node_of[paths->n] = i;
         paths->number[i] = (uint32_t)paths->n++;
      } else {
         paths->number[i] = above;
         paths->n_left_out++;
         is_left_out |= above == AN_NO_STACK;
      }
   }
   if (!is_left_out)
      return;
   paths->node_of[paths->n] = AN_NO_STACK;
   for (size_t i = 0; i < s->n_nodes; i++)
      if (paths->number[i] == AN_NO_STACK)
         paths->number[i] = (uint32_t)paths->n;
   paths->n++;
}

static bool leave_out(an_html_paths *paths, const int64_t *self)
{
   const an_stacks *s = paths->of.stacks;
   double *shares = get_zeroed(paths->alloc, s->n_nodes, sizeof *shares);
   bool ok = shares != NULL && find_shares(paths, self, shares)
             && find_threshold(paths, shares);
   if (ok) {
      number_nodes(paths, shares);
      for (size_t i = 0; i < s->n_nodes; i++)
         add_row(paths->self + paths->number[i] * s->n_kinds,
                 self + i * s->n_kinds, s->n_kinds);
   }
   tk_put(paths->alloc, shares);
   return ok;
}

bool an_html_paths_open(an_html_paths *paths, const tk_alloc *alloc,
                        const an_html_paths_of *of)
{
   const an_stacks *s = of->stacks;
   size_t n_values = (s->n_nodes + 1) * s->n_kinds;
   *paths = (an_html_paths){
      .of = *of,
      .alloc = alloc,
      .number = get_zeroed(alloc, s->n_nodes, sizeof *paths->number),
      .node_of = get_zeroed(alloc, s->n_nodes, sizeof *paths->node_of),
      .self = get_zeroed(alloc, n_values, sizeof *paths->self),
   };
   int64_t *self = get_zeroed(alloc, n_values, sizeof *self);
   bool ok = self != NULL && paths->number != NULL && paths->node_of != NULL
             && paths->self != NULL;
   if (ok) {
      sum_samples(s, self);
      ok = leave_out(paths, self);
   }
   tk_put(alloc, self);
   if (!ok)
      an_html_paths_close(paths);
   return ok;
}

void an_html_paths_close(an_html_paths *paths)
{
   tk_put(paths->alloc, paths->number);
   tk_put(paths->alloc, paths->node_of);
   tk_put(paths->alloc, paths->self);
   *paths = (an_html_paths){ .alloc = paths->alloc };
}
