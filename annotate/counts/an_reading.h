/* an_reading.h -- the rules by which a file is read into a profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_READING_H
#define AN_READING_H

#include "counts/an_profile.h"

#include <stdbool.h>

/* The newest cachesim format that the reader knows and the writer writes. */
enum { AN_READ_FORMAT = 1 };

/* Zeroed: the file is read unchanged, and must match the profile. */
typedef struct an_reading {
   /* If not NULL, called whenever rows of a file and function begin, which
      may happen more than once for the same two.  May replace *file and
      *function by other names from an_profile_intern.  May set *skip, which
      is false: the rows are then checked, but not added to the profile. */
   an_status (*name)(void *context, an_profile *profile, const char **file,
                     const char **function, bool *skip);
   void *context;
   /* Match events by name: events that the file lacks are 0, events that the
      profile lacks are left out.  Caches may differ, too. */
   bool by_name;
} an_reading;

#endif
