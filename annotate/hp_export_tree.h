/* hp_export_tree.h -- heap trees as massif has them: from the functions that
   allocate outward to their callers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_EXPORT_TREE_H
#define HP_EXPORT_TREE_H

#include "an_profile.h"
#include "hp_profile.h"

#include <stdio.h>

/* The sites of a profile in the order of their paths. */
typedef struct hp_tree hp_tree;

/* What stands in a tree. */
typedef struct hp_tree_amounts {
   const int64_t *bytes; /* of each site of the profile */
   int64_t heap;         /* sum of it all */
   int64_t total;        /* that 1 percent is of: massif's threshold */
   int64_t n_rest, rest; /* sites that are known by number alone; bytes */
} hp_tree_amounts;

/* NULL if memory ran out.  Both are borrowed. */
hp_tree *hp_tree_new(const tk_alloc *alloc, const hp_profile *profile);
void hp_tree_free(hp_tree *tree);

/* Prints the lines of a tree.  AN_NO_MEMORY: it is incomplete. */
an_status hp_tree_print(const hp_tree *tree, const hp_tree_amounts *amounts,
                        FILE *out);

/* A name in a line of a massif.out file: ms_print takes "#" for the start of
   a comment, so that it is written as \x23. */
void hp_tree_name(FILE *out, const char *name);

#endif
