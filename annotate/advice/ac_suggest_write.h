/* ac_suggest_write.h -- writes suggested layouts as a layout file
   (docs/FORMAT-layout.md).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_suggest.h"

#include <stdio.h>

typedef struct ac_suggest_about {
   const ac_profile *profile;
   const char *profile_file; /* its name, as given; borrowed, as the next */
   const char *layout_file;  /* that is written */
} ac_suggest_about;

/* The best rule for each object; others for it are comments.  Write errors are left to
   ferror(out). */
void ac_suggest_write(const ac_suggestions *suggestions, const ac_suggest_about *about,
                      FILE *out);

/* "valgrind --tool=cachesim --layout=FILE ... PROGRAM": the run that tries it, with the
   caches of the profile; on one line, safe for a terminal. */
void ac_suggest_write_run(const ac_suggest_about *about, FILE *out);
