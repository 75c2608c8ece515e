/* ah_export_tree.h -- trees of massif.out files: from the functions that allocate to
   their callers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"
#include "heap/ah_path.h"

#include <stdio.h>

/* What a tree shows besides the weights of its sites. */
typedef struct ah_export_sums {
   int64_t heap;   /* all bytes: those of the sites, and the rest */
   int64_t total;  /* massif's threshold is 1 percent of it */
   int64_t n_rest; /* sites whose amounts are unknown */
   int64_t rest;   /* their bytes */
   bool has_pages; /* sites are calls that map pages */
} ah_export_sums;

/* Prints the lines of a bottom-up tree that has been weighed. */
void ah_export_tree(const an_tree *tree, const ah_export_sums *sums, FILE *out);

/* A name in a line of a massif.out file, with "#" as \x23: for ms_print a comment
   begins there. */
void ah_export_name(FILE *out, const char *name);
