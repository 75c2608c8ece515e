/* an_profile_private.h -- how a profile lies in memory; for an_profile.c,
   which fills it, and an_lines.c, which reads its rows.

   A block is a run of rows of one function that arrived together and lie in
   one chunk of memory.  Tools write each function once, so most functions
   are one block; a function that a file returns to, or that crosses a chunk
   boundary, has several.

   A row is a byte string of packed numbers (an_packed.h): its line, then
   each count, zigzag-coded.  Most counts are small, so a profile takes less
   memory than its text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PROFILE_PRIVATE_H
#define AN_PROFILE_PRIVATE_H

#include "base/tk_arena.h"
#include "counts/an_profile.h"
#include "base/tk_strings.h"

#include <stdbool.h>

typedef struct {
   const char **text;
   size_t n, capacity;
} an_text_list;

typedef struct {
   const char *file, *function; /* interned */
   const unsigned char *rows;
   size_t n_rows;
   int64_t *totals;
} an_block;

struct an_profile {
   const tk_alloc *alloc;
   tk_strings *strings;
   const char *command;
   an_text_list desc;
   an_text_list events;
   an_state *states; /* of the files */
   size_t n_states, states_capacity;
   an_text_list notes[AN_N_NOTES];

   bool sums_lines;     /* see an_profile_sum_lines */
   struct an_sums *sum; /* until _finish, if so, from the first row on */

   tk_arena rows;   /* packed rows */
   size_t packed_B; /* of them all */
   tk_arena sums; /* totals of blocks, files and the program */
   an_block *blocks; /* the last one is being filled */
   size_t n_blocks, blocks_capacity;

   an_function *functions;
   size_t n_functions;
   an_file *files;
   size_t n_files;
   int64_t *totals;

   struct an_region *regions; /* an_regions.h */
   size_t n_regions, regions_capacity;
};

#endif
