/* ac_read.h -- the profile reader: text in, model out.

   Reads three formats:
   - cachesim's (docs/FORMAT-cachesim.md);
   - cachegrind's, as written by cachegrind and cg_merge (Valgrind manual,
     Cachegrind, "Output File Format");
   - callgrind's, as written by callgrind and other programs (Valgrind manual,
     "Callgrind Format Specification").
   The reader refuses what could give a wrong report: a truncated file, counts
   without a function, a total that is not the sum of the body.

   No function here prints or exits.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_input.h"
#include "counts/ac_profile.h"

/* The newest cachesim format that the reader knows and the writer writes. */
enum { AC_READ_FORMAT = 1 };

/* Zeroed: the file is read unchanged, and must match the profile. */
typedef struct ac_reading {
   /* If not NULL, called whenever rows of a file and function begin, which
      may happen more than once for the same two.  May replace *file and
      *function by other names from ac_profile_intern.  May set *skip, which
      is false: the rows are then checked, but not added to the profile. */
   void (*name)(void *context, ac_profile *profile, const char **file,
                const char **function, bool *skip);
   /* If not NULL, called for code on allocation paths that has no function, in an object
      with a build id.  May set all three by such names; `line` is that of the address. */
   void (*name_code)(void *context, ac_profile *profile, const char *path,
                     const char *build_id, uint64_t address, const char **file,
                     const char **function, uint32_t *line);
   void *context;
   /* Match events by name: events that the file lacks are 0, events that the
      profile lacks are left out.  Caches may differ, too. */
   bool by_name;
} ac_reading;

/* Adds the rows, state, processes and regions of a file to a profile that is
   not finished.  The first file gives an empty profile its desc: lines, command
   and events.  Later files must have the same events in the same order, and
   the same caches where their desc: lines name any.
   False, with *error set: the profile is of no use.  `alloc` and `reading` (NULL: the
   defaults) are borrowed for the call. */
bool ac_read_into(ac_profile *profile, const tk_alloc *alloc, an_source_of_bytes from,
                  const ac_reading *reading, an_error *error);

/* ac_profile_finish; false, with *error set, if a sum does not fit in 63 bits. */
bool ac_read_finish(ac_profile *profile, an_error *error);
