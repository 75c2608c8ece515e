/* an_times.h -- what is timed to measure a machine, and the shortest time of each.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_machine.h"

enum {
   AN_HUNTERS_LOG = 5, /* up to 32 chases at a time */
   AN_FITS = 8,        /* sizes of the last level that are tried */
};

/* All are of one step: an operation, a load, a line. */
typedef enum {
   AN_TIME_CYCLE, /* an addition */
   /* A load from D1, L2, L3, L4: from a few lines, and from twice as many. */
   AN_TIME_NEAR,
   AN_TIME_FAR = AN_TIME_NEAR + CS_LEVELS_MAX,
   /* From three quarters of the sizes of an_measured_fit_B. */
   AN_TIME_FIT = AN_TIME_FAR + CS_LEVELS_MAX,
   AN_TIME_MEMORY = AN_TIME_FIT + AN_FITS,
   AN_TIME_CHASES, /* two loads at a time from memory, 4, 8 ... */
   /* One load at a time from memory, and several, from any page. */
   AN_TIME_RANDOM = AN_TIME_CHASES + AN_HUNTERS_LOG,
   AN_TIME_RANDOM_CHASES,
   AN_TIME_LINE = AN_TIME_RANDOM_CHASES + AN_HUNTERS_LOG, /* the next line from memory */
   AN_TIME_APART, /* loads from memory that do not wait for each other */
   /* Loads that do not wait for each other, from L2, L3, L4: of lines all over its sets;
      and such loads whose lines all come to one set of D1. */
   AN_TIME_GAP,
   AN_TIME_REFILL = AN_TIME_GAP + CS_LEVELS_MAX - 1,
   /* Lines in as many pages as the TLB2 has, and in few; then by loads that do not wait
      for each other. */
   AN_TIME_TLB2,
   AN_TIME_TLB2_BASE,
   AN_TIME_TLB2S,
   AN_TIME_TLB2S_BASE,
   AN_TIME_WALK, /* likewise, in more pages than that */
   AN_TIME_WALK_BASE,
   AN_TIME_WALKS,
   AN_TIME_WALKS_BASE,
   AN_TIME_BRANCH,
   AN_TIME_BRANCH_0,
   AN_TIME_BRANCH_1, /* random; never, always taken */
   AN_TIME_WIDE,     /* AN_WIDE_STEP instructions */
   AN_TIME_WORD,     /* a store, the load of its word, an addition */
   AN_TIME_HALF,     /* a store, the load of its upper half */
   AN_TIME_STORE,    /* a store to another line than the one before */
   AN_TIME_OP,       /* of each cs_op; SIMPLE is CYCLE */
   AN_N_TIMES = AN_TIME_OP + CS_N_OPS
} an_time;

/* Nanoseconds.  What else runs makes times longer, never shorter: the shortest is kept.
   INFINITY: not timed. */
typedef struct an_times {
   double least_ns[AN_N_TIMES];
} an_times;
