/* hp_export_tree.h -- heap trees as massif has them: from the functions that
   allocate outward to their callers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_EXPORT_TREE_H
#define HP_EXPORT_TREE_H

#include "an_profile.h"
#include "hp_tree.h"

#include <stdio.h>

/* What a tree shows beside the weights of its sites. */
typedef struct hp_export_sums {
   int64_t heap;   /* all bytes: what the sites have, and the rest */
   int64_t total;  /* that 1 percent is of: massif's threshold */
   int64_t n_rest; /* sites that are known by number alone */
   int64_t rest;   /* their bytes */
} hp_export_sums;

/* Prints the lines of a tree that has been weighed, from the bottom up.
   AN_NO_MEMORY: it is incomplete. */
an_status hp_export_tree(const hp_tree *tree, const hp_export_sums *sums,
                         FILE *out);

/* A name in a line of a massif.out file: ms_print takes "#" for the start of
   a comment, so that it is written as \x23. */
void hp_export_name(FILE *out, const char *name);

#endif
