/* ac_crates.h -- whose code a profile counts, by name: the program's own, in Rust by
   crate; other crates; Rust's library, "std"; and other libraries.

   Own is what ac_own_files.h says.  Other code is named by its file's path, then by the
   object that has it, then by its function's name (base/an_crate.h), and last by the
   folder of its file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_keyed.h"
#include "counts/ac_own_files.h"
#include "counts/ac_rank.h"

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
   ac_own_files own;
   ac_keyed code; /* what is counted of each file, function and object */
   size_t room;
} ac_crates;

/* Of the whole profile. */
void ac_crates_open(ac_crates *crates, const tk_alloc *alloc, const ac_profile *profile);

struct ac_own_lines;

/* Of the code that is of no line of the program, and is not own.  What the profile
   pruned is not known. */
void ac_crates_open_rest(ac_crates *crates, const tk_alloc *alloc,
                         const ac_profile *profile, const struct ac_own_lines *own);

/* Ranks them as ac_rank does; the indices are those of `of`. */
void ac_crates_rank(const ac_crates *crates, const ac_measures *sort, double threshold,
                    ac_ranking *ranking);
