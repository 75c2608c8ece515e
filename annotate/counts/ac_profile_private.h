/* ac_profile_private.h -- the memory layout of a profile; for ac_profile.c and
   ac_objects.c, which fill it, and ac_lines.c, ac_find.c and ac_write.c, which read it.

   A block holds successive rows of one function, within one chunk of memory.
   Tools write each function once, so most functions are one block.  A function
   has several if the file returns to it, or if it crosses a chunk's end.

   A row is a string of packed numbers (an_packed.h): its line, then each
   count, zigzag-coded.  Most counts are small, so a profile takes less memory
   than its text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "base/tk_strings.h"
#include "base/tk_table.h"
#include "counts/ac_layout.h"
#include "counts/ac_machine.h"
#include "counts/ac_objects.h"
#include "counts/ac_profile.h"
#include "counts/ac_threads.h"

#include <stdbool.h>

typedef struct {
   const char *file, *function; /* interned */
   const unsigned char *rows;
   size_t n_rows;
   int64_t *totals;
} ac_block;

typedef struct {
   const char *file; /* interned */
   uint32_t line, old_line;
} ac_move;

struct ac_profile {
   const tk_alloc *alloc;
   tk_strings *strings;
   const char *command;
   ac_texts texts[AC_N_TEXT_KINDS];
   ac_machine machine;   /* as the texts say */
   ac_layout layouts[2]; /* [1]: of the second of a pair */
   an_state *states;     /* of each file */
   size_t n_states, states_capacity;
   tk_counting counting[2]; /* [1]: the second of a pair */
   an_processes processes;
   const an_own *own; /* or NULL */

   bool sums_lines;     /* ac_profile_sum_lines */
   struct ac_sums *sum; /* then, from the first _begin to _finish */

   tk_arena rows;    /* packed rows */
   int64_t signs;    /* of all counts, or-ed: negative if one is */
   size_t packed_B;  /* of all packed rows */
   tk_arena sums;    /* totals of blocks, files, regions and the program */
   ac_block *blocks; /* the last one is being filled */
   size_t n_blocks, blocks_capacity;

   ac_function *functions;
   size_t n_functions;
   ac_file *files;
   size_t n_files;
   int64_t *totals;

   ac_move *moves; /* of a pair: sorted after _finish */
   size_t n_moves, moves_capacity;

   ac_region *regions;
   size_t n_regions, regions_capacity;
   tk_table regions_by_name; /* and parent */

   ac_thread *threads; /* ac_threads.h */
   size_t n_threads, threads_capacity;
   tk_table threads_by_name; /* and number */

   an_object *objects; /* ac_objects.h */
   size_t n_objects, objects_capacity;
   tk_table objects_by_path; /* and build id */
   tk_table objects_by_label;
   ac_code *codes;
   size_t n_codes, codes_capacity;
   tk_table codes_by_name;

   struct ac_instr_sums *instrs;   /* ac_instrs.h; NULL: none */
   struct ac_line_runs *line_runs; /* ac_line_runs.h; NULL: none */
   struct ac_call_sums *calls;     /* ac_call_sums.h; NULL: none */
   struct ac_data_sums *data;      /* ac_data_sums.h; NULL: none */
};

/* Counts of 0, one per event, which live as long as the profile. */
int64_t *ac_profile_new_counts(ac_profile *profile);
