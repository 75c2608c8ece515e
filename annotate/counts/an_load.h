/* an_load.h -- profiles from files: opened, unpacked, renamed, filtered and
   added up into one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_LOAD_H
#define AN_LOAD_H

#include "base/an_error.h"
#include "counts/an_filter.h"
#include "counts/an_profile.h"
#include "base/an_rewrite.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is done to the names that profiles have, all in this order.  NULL:
   nothing. */
typedef struct an_load_names {
   an_rewrite *files, *functions; /* only their buffers change */
   const an_filter *filter;       /* of the new names */
} an_load_names;

typedef struct an_load_options {
   const an_load_names *names;
   bool force; /* add up what differs in events, by name, or in caches */
   /* Called now and then, if not NULL, after a block of a file has been read;
      size_B is 0 if it is not known. */
   void (*progress)(const char *file, uint64_t read_B, uint64_t size_B);
} an_load_options;

/* All files, at least one, added up; finished.  "-" is standard input; what is
   compressed by gzip is unpacked.  Memory is bounded by the
   largest file and what they have all together, whatever their number.  NULL
   with *error set and *failed the index of the file to blame. */
an_profile *an_load_files(const tk_alloc *alloc, char *const *files, size_t n,
                          const an_load_options *options, size_t *failed,
                          an_error *error);

/* One file, read as if it were added to `like`: with the same events and
   caches, or by `force`.  Finished.  NULL with *error set. */
an_profile *an_load_like(const tk_alloc *alloc, const an_profile *like,
                         const char *file, const an_load_options *options,
                         an_error *error);

#endif
