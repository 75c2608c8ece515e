/* an_profile_private.h -- the memory layout of a profile; for an_profile.c and
   an_objects.c, which fill it, and an_lines.c and an_write.c, which read it.

   A block holds successive rows of one function, within one chunk of memory.
   Tools write each function once, so most functions are one block.  A function
   has several if the file returns to it, or if it crosses a chunk's end.

   A row is a string of packed numbers (an_packed.h): its line, then each
   count, zigzag-coded.  Most counts are small, so a profile takes less memory
   than its text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PROFILE_PRIVATE_H
#define AN_PROFILE_PRIVATE_H

#include "base/tk_arena.h"
#include "base/tk_strings.h"
#include "base/tk_table.h"
#include "counts/an_objects.h"
#include "counts/an_profile.h"
#include "counts/an_threads.h"

#include <stdbool.h>

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
   an_texts texts[AN_N_TEXT_KINDS];
   an_state *states; /* of each file */
   size_t n_states, states_capacity;
   tk_counting counting[2]; /* [1]: the second of a pair */
   an_processes processes;

   bool sums_lines;     /* an_profile_sum_lines */
   struct an_sums *sum; /* then, from the first _begin to _finish */

   tk_arena rows;   /* packed rows */
   int64_t signs;   /* of all counts, or-ed: negative if one is */
   size_t packed_B; /* of all packed rows */
   tk_arena sums; /* totals of blocks, files, regions and the program */
   an_block *blocks; /* the last one is being filled */
   size_t n_blocks, blocks_capacity;

   an_function *functions;
   size_t n_functions;
   an_file *files;
   size_t n_files;
   int64_t *totals;

   an_region *regions;
   size_t n_regions, regions_capacity;
   tk_table regions_by_name; /* and parent */

   an_thread *threads; /* an_threads.h */
   size_t n_threads, threads_capacity;
   tk_table threads_by_name; /* and number */

   an_object *objects; /* an_objects.h */
   size_t n_objects, objects_capacity;
   tk_table objects_by_path; /* and build id */
   tk_table objects_by_label;
   an_code *codes;
   size_t n_codes, codes_capacity;
   tk_table codes_by_name;

   struct an_call_sums *calls; /* an_call_sums.h; NULL: none */
   struct an_data_sums *data;  /* an_data_sums.h; NULL: none */
};

/* Counts of 0, one per event, which live as long as the profile; NULL: no memory. */
int64_t *an_profile_new_counts(an_profile *profile);

#endif
