/* an_own.h -- whose source file it is, as the user says; else as its path does.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum an_whose {
   AN_WHOSE_UNSAID,
   AN_WHOSE_PROGRAM,
   AN_WHOSE_LIBRARY,
} an_whose;

/* What the user says of the files in a folder: --own=FOLDER, --not-own=FOLDER. */
typedef struct an_own_rule {
   const char *folder; /* a pattern of the shell */
   an_whose whose;
} an_own_rule;

/* All that the user said, in this order. */
typedef struct an_own {
   const an_own_rule *rules;
   size_t n;
} an_own;

/* What the last rule says that the file is in the folder of.  A folder without a slash at
   its beginning can be at any place of the path: "src/json" has /home/ann/src/json/a.c.
   NULL as `own`: the user said nothing. */
an_whose an_own_says(const an_own *own, const char *file);

/* Whether the source file is a library's: as the user says, or else by its path
   (tk_library.h).  NULL as `own`: as its path says. */
bool an_own_is_library(const an_own *own, const char *file);
