/* ac_crates.h -- whose code a profile counts, by name: the program's own, in Rust by
   crate; other crates; Rust's library, "std"; and other libraries.

   Own is what ac_own_files.h says.  Other code is named by its file's path, then by the
   object that has it, then by its function's name (base/an_crate.h), and last by the
   folder of its file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_keyed.h"
#include "counts/ac_own_files.h"

typedef struct ac_crate {
   const char *name;
   bool is_own;
   int64_t *counts; /* one per event: of its code itself */
} ac_crate;

typedef struct ac_crates {
   ac_crate *of; /* in the order in which their code is in the profile */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   const ac_profile *profile;
   const ac_calls *calls; /* NULL: none */
   ac_own_files own;
   ac_keyed files; /* those whose path decides: 1 + a crate; 0: it does not */
   size_t room;
} ac_crates;

/* Of the whole profile. */
void ac_crates_open(ac_crates *crates, const tk_alloc *alloc, const ac_profile *profile);

struct ac_own_lines;

/* Of the code that is of no line of the program, and is not own.  What the profile
   pruned is not known. */
void ac_crates_open_rest(ac_crates *crates, const tk_alloc *alloc,
                         const ac_profile *profile, const struct ac_own_lines *own);
