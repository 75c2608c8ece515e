/* an_html_paths.h -- the call paths of a page: an_stacks in columns, without paths of
   small share.

   A node that is pruned gives its values to its nearest ancestor in the page, so all
   sums stay exact.  Roots that are pruned become one, of the function "(left out)".
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "paths/an_stacks.h"

/* Paths to show, borrowed.  No value is negative. */
typedef struct an_html_paths_of {
   const an_stacks *stacks; /* of a pair: each kind twice (paths/an_stacks_pair.h) */
   bool is_pair;
   size_t shown;         /* the kind that the page shows first */
   const int64_t *calls; /* of each node; NULL: not known */
   const double *share;  /* more of each node's own, in percent of something that is
                               not a kind; NULL: nothing */
   /* Adds the values of a kind to those of the nodes; NULL: the stacks have samples. */
   void (*add_self)(const void *context, size_t kind, int64_t *values);
   const void *context;
   double threshold; /* nodes with less percent of every kind are pruned */
   size_t n_most;    /* nodes in the page, but for "(left out)" */
} an_html_paths_of;

typedef struct an_html_paths {
   uint32_t *number; /* of each node of the stacks: the page's node with its values */
   size_t n;         /* nodes in the page */
   size_t n_pruned;
   double threshold; /* what was pruned has at most this percent of every kind; at
                          least that asked for */
   /* private: */
   const tk_alloc *alloc;
   an_html_paths_of of;
   uint32_t *node_of; /* of each node in the page: its node of the stacks, or
                          AN_NO_STACK: "(left out)" */
   int64_t *self;     /* of each node in the page: n_kinds */
} an_html_paths;

void an_html_paths_open(an_html_paths *paths, const tk_alloc *alloc,
                        const an_html_paths_of *of);

/* The member "paths" (docs/quern.schema.json). */
void an_html_paths_json(const an_html_paths *paths, an_json_out *json);
