/* ac_calls_pair.h -- the calls of two profiles: their call paths as one tree, and their
   functions, matched by names; with inclusive costs.

   A function's inclusive cost is that of all paths that it is on, called or inlined,
   each counted once.  Paths that a file leaves out for their small share are in it, too:
   as far as the file's inclusive costs of functions tell.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"
#include "paths/an_stacks_pair.h"

/* Counts are OLD's events, then NEW's.  Sides are bits: AN_OF_OLD, AN_OF_NEW. */
typedef struct ac_called_pair {
   uint32_t function; /* of the paths' functions */
   const int64_t *inclusive;
   const int64_t *on_paths; /* of that, what is on the paths that the files have */
   const int64_t *self;     /* of its own code, without what is inlined into it */
   int64_t n_calls[2];      /* as an inlined function it is not called */
   uint8_t sides;           /* whose profile has its inclusive cost */
   uint8_t called;          /* where it is called, not only inlined */
   uint8_t inlined;         /* where it is inlined */
   uint8_t small;           /* whose inclusive cost lacks a form of it, called or inlined,
                              whose share was too small for the file */
} ac_called_pair;

typedef struct ac_calls_pair {
   const tk_alloc *alloc;
   size_t n_events; /* of one side */
   an_match *match;
   an_stacks_pair paths;
   int64_t *inclusive;        /* of each node of the paths */
   ac_called_pair *functions; /* one for each function of the paths */
   int64_t *left_out;         /* what the paths cost that the files do not have */
   int64_t n_left_out[2];     /* how many they are */
   bool leaves_out[2];        /* whether a file leaves out anything of its calls */
   /* private: */
   int64_t *inclusive_of, *on_paths_of, *self_of; /* rows of functions */
} ac_calls_pair;

/* A profile and its call paths, whose kinds are its events (export/ac_call_stacks.h). */
typedef struct ac_calls_side {
   const ac_profile *profile; /* with calls */
   const an_stacks *stacks;
} ac_calls_side;

/* Pairs the calls; texts are borrowed. */
void ac_calls_pair_open(ac_calls_pair *pair, const tk_alloc *alloc,
                        const ac_calls_side sides[2]);
