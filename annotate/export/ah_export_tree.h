/* ah_export_tree.h -- heap trees as massif has them: from the functions that
   allocate outward to their callers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_EXPORT_TREE_H
#define AH_EXPORT_TREE_H

#include "counts/an_profile.h"
#include "heap/ah_path.h"

#include <stdio.h>

/* What a tree shows beside the weights of its sites. */
typedef struct ah_export_sums {
   int64_t heap;   /* all bytes: what the sites have, and the rest */
   int64_t total;  /* that 1 percent is of: massif's threshold */
   int64_t n_rest; /* sites that are known by number alone */
   int64_t rest;   /* their bytes */
   bool has_pages; /* sites are calls that map pages */
} ah_export_sums;

/* Prints the lines of a tree that has been weighed, from the bottom up.
   AN_NO_MEMORY: it is incomplete. */
an_status ah_export_tree(const an_tree *tree, const ah_export_sums *sums,
                         FILE *out);

/* A name in a line of a massif.out file: ms_print takes "#" for the start of
   a comment, so that it is written as \x23. */
void ah_export_name(FILE *out, const char *name);

#endif
