/* an_read.h -- the profile reader: text in, model out.

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

#ifndef AN_READ_H
#define AN_READ_H

#include "base/an_error.h"
#include "base/an_input.h"
#include "counts/an_reading.h"

/* Adds the rows, state and regions of a file to a profile that is not
   finished.  The first file gives an empty profile its desc: lines, command
   and events.  Later files must have the same events in the same order, and
   the same caches where their desc: lines name any.
   False, with *error set: the profile can only be freed.  `alloc` and
   `reading` (NULL: the defaults) are borrowed for the call. */
bool an_read_into(an_profile *profile, const tk_alloc *alloc,
                  an_source_of_bytes from, const an_reading *reading,
                  an_error *error);

/* The finished profile of one file, which the caller frees; NULL, with *error
   set.  `alloc` is borrowed and must outlive the profile. */
an_profile *an_read(const tk_alloc *alloc, an_source_of_bytes from,
                    an_error *error);

/* an_profile_finish, with an error instead of a status. */
bool an_read_finish(an_profile *profile, an_error *error);

#endif
