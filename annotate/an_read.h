/* an_read.h -- the profile reader: text in, model out.

   Reads what cachesim writes (docs/FORMAT-cachesim.md) and what stock
   cachegrind, cg_merge and their like write (Valgrind manual, Cachegrind,
   "Output File Format").  It is strict where leniency could give a wrong
   report: a truncated file, counts without a function and a summary that
   is not the sum of the body are errors.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_READ_H
#define AN_READ_H

#include "an_error.h"
#include "an_input.h"
#include "an_profile.h"

/* The newest cachesim format this reader knows. */
enum { AN_READ_FORMAT = 1 };

/* The finished profile, which the caller frees; or NULL, with *error set.
   Never prints, never exits.  `alloc` is borrowed and must outlive the
   profile. */
an_profile *an_read(const tk_alloc *alloc, an_source_of_bytes from,
                    an_error *error);

#endif
