/* ac_sharing.h -- lines of memory that several threads accessed, at least one of them
   writing.

   The counts are exact and do not depend on how threads were scheduled; `transfers` do.
   Lines of memory of different processes are different lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_data.h"

/* The accesses of one thread by one source line to the same bytes. */
typedef struct ac_shared_access {
   size_t function; /* index in the profile */
   uint32_t line;   /* source line; 0: unknown */
   uint32_t thread; /* from 1: in the order in which threads of the process began */
   uint32_t datum;  /* index in the profile's data: what the first byte belongs to */
   int64_t offset;  /* of the line of memory from the start of the datum; negative if the
                       datum begins within */
   uint64_t mask;   /* bit i: byte i of the line of memory */
   int64_t reads, writes; /* one that does both is a write */
   bool is_own; /* the bytes were given up before another thread touched them: what
                       others do with them are no conflicts */
} ac_shared_access;

typedef struct ac_shared_line {
   int64_t transfers;   /* between threads, in this run's schedule */
   size_t first_access; /* index in `accesses` */
   size_t n_accesses;   /* by thread, function, line, datum, offset, mask, own */
} ac_shared_line;

typedef struct ac_sharing {
   int64_t line_B;              /* bytes of a line of memory, at most 64 */
   uint32_t n_threads;          /* of the process with the most */
   const ac_shared_line *lines; /* most transfers first */
   size_t n_lines;
   const ac_shared_access *accesses; /* of all lines; some are of none */
   size_t n_accesses;
   int64_t left_out_lines, left_out_accesses; /* too few accesses to be listed */
   const struct ac_sharing *old; /* of a pair: OLD's, and this is NEW's; else NULL */
} ac_sharing;

/* NULL: as ac_profile_data, which is not NULL if this is not; or only one side of a pair
   has it.  Both sides refer to functions and data of the pair. */
const ac_sharing *ac_profile_sharing(const ac_profile *profile);
