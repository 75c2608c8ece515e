/* ah_read.h -- the reader of heap profiles: JSON in, model out.

   Reads what heapprof writes (docs/FORMAT-heapprof.md), what stock DHAT does
   (Valgrind manual, DHAT) and others that write its format, version 2.  It is
   strict where leniency could give a wrong report.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_READ_H
#define AH_READ_H

#include "base/an_error.h"
#include "base/an_input.h"
#include "heap/ah_profile.h"

enum {
   AH_READ_DHAT_FORMAT = 2, /* the only one there is */
   AH_READ_FORMAT = 1,      /* the newest of heapprof's this reader knows */
};

/* The profile, which the caller frees by ah_profile_free; or NULL, with
   *error set.  Never prints, never exits.  `alloc` is borrowed and must
   outlive the profile; the JSON itself is in jansson's memory. */
ah_profile *ah_read(const tk_alloc *alloc, an_source_of_bytes from,
                    an_error *error);

/* The same from a file (gzip is unpacked; "-" is standard input). */
ah_profile *ah_read_file(const tk_alloc *alloc, const char *path,
                         an_error *error);

#endif
