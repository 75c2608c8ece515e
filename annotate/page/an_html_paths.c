/* an_html_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_paths.h"

#include <stdlib.h>
#include <string.h>

/* Gets room for one item more, as there can be no node. */
static void *get_zeroed(const tk_alloc *alloc, size_t n, size_t item_B)
{
   return tk_get_zeroed(alloc, AN_LABEL, (n + 1) * item_B);
}

/* ---- Shares ---- */

/* The values of one kind: of each node by itself.  Sums fit, as the totals do. */
static void sum_self(const an_html_paths *paths, size_t kind, int64_t *values)
{
   const an_stacks *s = paths->of.stacks;
   memset(values, 0, s->n_nodes * sizeof *values);
   if (paths->of.add_self != NULL)
      paths->of.add_self(paths->of.context, kind, values);
   else
      for (size_t i = 0; i < s->n_samples; i++)
         values[s->samples[i].node] += s->values[i * s->n_kinds + kind];
}

/* Sums each node with all below it.  Returns the total. */
static int64_t sum_kind(const an_html_paths *paths, size_t kind, int64_t *values)
{
   const an_stacks *s = paths->of.stacks;
   int64_t total = 0;
   sum_self(paths, kind, values);
   for (size_t i = s->n_nodes; i-- > 0;) {
      uint32_t parent = s->nodes[i].parent;
      *(parent == AN_NO_STACK ? &total : &values[parent]) += values[i];
   }
   return total;
}

/* The share of each node with all below it: the largest of any kind, or of what the
   caller added.  One kind after the other: the values of all would be most of the
   memory of a page. */
static void find_shares(const an_html_paths *paths, double *shares)
{
   const an_stacks *s = paths->of.stacks;
   int64_t *values = get_zeroed(paths->alloc, s->n_nodes, sizeof *values);
   if (paths->of.share != NULL)
      memcpy(shares, paths->of.share, s->n_nodes * sizeof *shares);
   for (size_t i = s->n_nodes; i-- > 0;)
      if (s->nodes[i].parent != AN_NO_STACK)
         shares[s->nodes[i].parent] += shares[i];
   for (size_t k = 0; k < s->n_kinds; k++) {
      int64_t total = sum_kind(paths, k, values);
      for (size_t i = 0; i < s->n_nodes && total > 0; i++) {
         double share = 100 * ((double)values[i] / (double)total);
         shares[i] = share > shares[i] ? share : shares[i];
      }
   }
}

/* ---- Leaving out ---- */

static int compare_descending(const void *a, const void *b)
{
   const double *x = a, *y = b;
   return (*x < *y) - (*x > *y);
}

/* Raises the threshold to the share of the last node that has room. */
static void find_threshold(an_html_paths *paths, const double *shares)
{
   size_t n = paths->of.stacks->n_nodes, n_most = paths->of.n_most;
   paths->threshold = paths->of.threshold;
   if (n <= n_most || n_most == 0)
      return;
   double *sorted = get_zeroed(paths->alloc, n, sizeof *sorted);
   memcpy(sorted, shares, n * sizeof *sorted);
   qsort(sorted, n, sizeof *sorted, compare_descending);
   if (sorted[n_most - 1] > paths->threshold)
      paths->threshold = sorted[n_most - 1];
}

/* Numbers the nodes that stay; a pruned one gets the number of its ancestor. */
static void number_nodes(an_html_paths *paths, const double *shares)
{
   const an_stacks *s = paths->of.stacks;
   bool has_pruned = false;
   for (uint32_t i = 0; i < s->n_nodes; i++) {
      uint32_t parent = s->nodes[i].parent;
      uint32_t above = parent == AN_NO_STACK ? AN_NO_STACK : paths->number[parent];
      bool has_place = parent == AN_NO_STACK
                       || (above != AN_NO_STACK && paths->node_of[above] == parent);
      if (has_place && shares[i] >= paths->threshold && paths->n < paths->of.n_most) {
         paths->node_of[paths->n] = i;
         paths->number[i] = (uint32_t)paths->n++;
      } else {
         paths->number[i] = above;
         paths->n_pruned++;
         has_pruned |= above == AN_NO_STACK;
      }
   }
   if (!has_pruned)
      return;
   paths->node_of[paths->n] = AN_NO_STACK;
   for (size_t i = 0; i < s->n_nodes; i++)
      if (paths->number[i] == AN_NO_STACK)
         paths->number[i] = (uint32_t)paths->n;
   paths->n++;
}

/* The values of the page's nodes. */
static void sum_page(an_html_paths *paths)
{
   const an_stacks *s = paths->of.stacks;
   int64_t *values = get_zeroed(paths->alloc, s->n_nodes, sizeof *values);
   paths->self = get_zeroed(paths->alloc, paths->n * s->n_kinds, sizeof *paths->self);
   for (size_t k = 0; k < s->n_kinds; k++) {
      sum_self(paths, k, values);
      for (size_t i = 0; i < s->n_nodes; i++)
         paths->self[paths->number[i] * s->n_kinds + k] += values[i];
   }
}

static void leave_out(an_html_paths *paths)
{
   size_t n = paths->of.stacks->n_nodes;
   double *shares = get_zeroed(paths->alloc, n, sizeof *shares);
   find_shares(paths, shares);
   find_threshold(paths, shares);
   number_nodes(paths, shares);
   sum_page(paths);
}

void an_html_paths_open(an_html_paths *paths, const tk_alloc *alloc,
                        const an_html_paths_of *of)
{
   size_t n = of->stacks->n_nodes;
   *paths = (an_html_paths){
      .of = *of,
      .alloc = alloc,
      .number = get_zeroed(alloc, n, sizeof *paths->number),
      .node_of = get_zeroed(alloc, n, sizeof *paths->node_of),
   };
   leave_out(paths);
}
