/* an_tree_print.h -- draws a tree of call paths (paths/an_tree.h).

   A chain of nodes with one child each is one entry, so that depth costs no columns:
   "main (a.c:3) -> run (a.c:9) -> parse (b.c:20)".  The figures before it, and which
   entries are large enough to be shown, are the caller's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_text.h"
#include "paths/an_tree.h"

#include <stdio.h>

typedef struct an_drawing {
   const an_tree *tree;
   FILE *out;
   size_t width;     /* the columns of a line */
   bool full_names;  /* a name can be wider */
   size_t n_figures; /* columns of figures before each entry */
   size_t depth;     /* levels of entries; 0: all */
   size_t n_frames;  /* SIZE_MAX: all of a chain; else as many as fit into few lines */
   bool utf8, colour;
   bool hides_ends;     /* the figures tell the paths that end at a node */
   const void *context; /* of what follows */
   /* Exactly n_figures columns: of the entry whose chain goes from `first` to `last`. */
   void (*print_figures)(const void *context, FILE *out, const an_node *first,
                         const an_node *last);
   an_colour (*heat)(const void *context, const an_node *node);
   bool (*is_large)(const void *context, const an_node *node, size_t depth);
   /* Whether the node and its only child are one entry; NULL: always. */
   bool (*is_chain)(const void *context, const an_node *node, const an_node *child);
   /* On the heap. */
   char *(*text)(const void *context, const an_frame *frame, size_t n_most);
   /* The text for paths that end where others go on; or at the root. */
   const char *(*end_text)(const void *context, bool is_root);
} an_drawing;

/* Draws the children of a node, which is the root or `top`. */
void an_tree_draw(const an_drawing *drawing, const an_node *top);

/* The entries that a drawing of few entries has: those whose first value, divided by
   their depth, is above `least`, so that neither a deep recursion nor a broad call takes
   all. */
typedef struct an_tree_few {
   long double least;
   size_t n_more; /* large entries that it does not have */
} an_tree_few;

/* Finds the n_most entries of the drawing that are largest in that sense, or fewer. */
void an_tree_fit(const an_drawing *drawing, const an_node *top, size_t n_most,
                 an_tree_few *few);

/* The percentages of the whole that an entry needs, times its depth, one for each level
   of detail: so that neither a deep recursion nor a broad call takes all lines. */
enum { AN_TREE_LEVELS = 21 };
extern const double an_tree_steps_of_level[AN_TREE_LEVELS];
