/* ah_ignored.h -- leaks that are known and do not count: which patterns name them, and
   how they are taken out of a profile.

   A rule is what a path must have, from its innermost frame outward: steps, each a
   pattern (an_pattern.h) or any number of frames.  What is behind the last step does not
   matter.  A pattern anywhere on the path is one step after any number of frames.

   A file has a pattern a line, "fn:PATTERN", "file:PATTERN" or "lib:PATTERN";
   LeakSanitizer's "leak:TEXT"; and suppressions of memcheck, "{" to "}", of which those
   of leaks count.  "#" begins a comment.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_input.h"
#include "base/an_pattern.h"
#include "heap/ah_look.h"

typedef struct ah_ignored_step {
   bool is_any;        /* any number of frames */
   bool is_mangled;    /* the pattern is of a mangled name; then: */
   an_pattern bare;    /* of the name without parameters and arguments */
   an_pattern pattern; /* of one frame */
   uint32_t line;      /* of the source; 0: any */
} ah_ignored_step;

/* The profiles that one set of rules is taken out of: one, or OLD and NEW. */
enum { AH_IGNORED_SIDES = 2 };

typedef struct ah_ignored_rule {
   const char *text; /* as in the file; the name of a suppression */
   const char *file;
   size_t line;
   unsigned leaks;     /* a bit for each ah_leak that it is of */
   bool has_allocator; /* the first frame is the allocation function's */
   ah_ignored_step *steps;
   size_t n_steps, max_steps;
   size_t number; /* from 0, over all files */
   /* What it took out of the end of each profile, and how many call paths; each leak
      counts for the first rule that matches. */
   ah_amount amount[AH_IGNORED_SIDES];
   size_t n_sites[AH_IGNORED_SIDES];
} ah_ignored_rule;

typedef struct ah_ignored {
   const tk_alloc *alloc; /* borrowed */
   ah_ignored_rule *rules;
   size_t n, max;
} ah_ignored;

/* Adds the rules of a file, whose name is borrowed.  False, with *error set: it cannot be
   read, or a line is wrong. */
bool ah_ignored_read(ah_ignored *ignored, const char *file, an_error *error);
bool ah_ignored_read_from(ah_ignored *ignored, const char *file, an_source_of_bytes from,
                          an_error *error);

/* Takes what the rules name out of the profile: of what is live at the end, which is all
   that is known of a leak without a look there; of what looks say is lost, with what only
   that keeps.  A rule of some kinds of leaks is of all where no look says the kind.  The
   profile has its last names (ah_qualify.h); sums made of it before are as they were.
   profile->ignored is the sum.  `side` is below AH_IGNORED_SIDES. */
void ah_ignored_take_out(ah_ignored *ignored, ah_profile *profile, size_t side);
