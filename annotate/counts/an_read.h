/* an_read.h -- the profile reader: text in, model out.

   Reads what cachesim writes (docs/FORMAT-cachesim.md), what stock
   cachegrind, cg_merge and their like write (Valgrind manual, Cachegrind,
   "Output File Format"), and what callgrind and others write in callgrind's
   format (Valgrind manual, "Callgrind Format Specification").  It is strict
   where leniency could give a wrong report: a truncated file, counts without
   a function and a total that is not the sum of the body are errors.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_READ_H
#define AN_READ_H

#include "base/an_error.h"
#include "base/an_input.h"
#include "counts/an_profile.h"

/* The newest cachesim format this reader knows. */
enum { AN_READ_FORMAT = 1 };

/* How a file is read; zeroed: as it is. */
typedef struct an_reading {
   /* Called when rows of a file and function begin, not for each row; more
      than once for a pair that is returned to.  May replace *file and
      *function, by names from an_profile_intern; may set *skip, which is
      false, to leave the rows out of the profile: they still count for the
      checks of the file.  Returns AN_OK.  NULL: names as they are. */
   an_status (*name)(void *context, an_profile *profile, const char **file,
                     const char **function, bool *skip);
   void *context;
   /* The file's events need not be the profile's: those with a name of the
      profile's are taken, those that it lacks are 0, others are left out.
      Nor need its caches be the same. */
   bool by_name;
} an_reading;

/* Adds what `from` holds to a profile that is not finished.  The first file,
   when the profile has no events yet, gives it desc: lines, command and
   events; the events of later ones must be the same, in the same order, and
   so must their caches, as far as their desc: lines name any.
   False with *error set, and then the profile is of no use but to be freed.
   Adds its state, too (an_profile_add_state).
   Never prints, never exits.  `alloc` and `reading` (NULL: as it is) are
   borrowed for the call. */
bool an_read_into(an_profile *profile, const tk_alloc *alloc,
                  an_source_of_bytes from, const an_reading *reading,
                  an_error *error);

/* The finished profile of one file, which the caller frees; or NULL, with
   *error set.  Never prints, never exits.  `alloc` is borrowed and must
   outlive the profile. */
an_profile *an_read(const tk_alloc *alloc, an_source_of_bytes from,
                    an_error *error);

/* As an_profile_finish, with an error instead of a status. */
bool an_read_finish(an_profile *profile, an_error *error);

#endif
