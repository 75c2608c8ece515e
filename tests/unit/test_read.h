/* test_read.h -- reads one profile of counts; for unit tests and fuzzers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_READ_H
#define TEST_READ_H

#include "counts/ac_read.h"

/* The finished profile; NULL with *error set. */
static inline ac_profile *test_read_profile(const tk_alloc *alloc,
                                            an_source_of_bytes from, an_error *error)
{
   ac_profile *profile = ac_profile_new(alloc);
   if (ac_read_into(profile, alloc, from, NULL, error) && ac_read_finish(profile, error))
      return profile;
   return NULL;
}

#endif
