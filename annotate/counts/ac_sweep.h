/* ac_sweep.h -- a sweep: misses of the last level, had it another size; pure.

   cachesim --sweep counts them.  The name of such an event is "Lm@" and what the last
   level would have: a size, "256K" or "8M"; ways, "8w"; or a line's bytes, "128B".
   A curve has the misses of one row, such as a source line, from the smallest to the
   largest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

#include <stdbool.h>

typedef enum ac_sweep_kind {
   AC_SWEEP_SIZE,
   AC_SWEEP_WAYS,
   AC_SWEEP_LINE,
   AC_N_SWEEP_KINDS,
} ac_sweep_kind;

enum { AC_SWEEP_MOST = 16, AC_SWEEP_NAME_B = 24, AC_SWEEP_REFERENCES = 3 };

typedef struct ac_sweep_point {
   const char *name; /* of the event, behind "Lm@"; the profile's */
   int64_t amount;   /* bytes or ways */
   size_t event;     /* index in the counts */
} ac_sweep_point;

typedef struct ac_sweep {
   ac_sweep_kind kind;
   ac_sweep_point points[AC_SWEEP_MOST];   /* smallest first */
   size_t n;                               /* at least 2 */
   size_t references[AC_SWEEP_REFERENCES]; /* Dr, Dw, I1mr; SIZE_MAX: there is none */
} ac_sweep;

/* Whether an event is a column of a sweep.  Returns in *kind and *amount what it has if
   they are not NULL. */
bool ac_sweep_is_column(const char *event, ac_sweep_kind *kind, int64_t *amount);

/* The columns of the kind among n events.  False if there are fewer than two, which are
   no curve.  Strings are borrowed. */
bool ac_sweep_find_in(ac_sweep *sweep, const char *const *events, size_t n,
                      ac_sweep_kind kind);

/* Finds the sweep of a profile's events: of the first kind that it has columns of. */
bool ac_sweep_find(ac_sweep *sweep, const ac_profile *profile);

/* What a curve says. */
typedef enum ac_curve_shape {
   AC_CURVE_NONE,  /* no misses */
   AC_CURVE_FLAT,  /* a larger cache does not help */
   AC_CURVE_FITS,  /* from one point on, more does not help */
   AC_CURVE_FALLS, /* up to the last point: more can help */
} ac_curve_shape;

typedef struct ac_curve {
   int64_t misses[AC_SWEEP_MOST];
   ac_curve_shape shape;
   size_t fits;    /* FITS, FALLS: the index of that point.  Of a sweep of lines, the
                      point with fewest misses */
   uint32_t knees; /* a bit for each point at which many misses go; never the first */
} ac_curve;

/* A curve is flat if its misses fall by less than FLAT percent.  It fits where no more
   than REST percent of the fall are left.  A knee takes KNEE percent of the fall. */
enum {
   AC_CURVE_FLAT_PERCENT = 10,
   AC_CURVE_REST_PERCENT = 5,
   AC_CURVE_KNEE_PERCENT = 20,
};

ac_curve ac_curve_of(const ac_sweep *sweep, const int64_t *counts);

/* How much else was used since a line of memory was used before: references by the least
   size of a last level that still has their line.  Those are references to data, and
   fetches that missed I1. */
typedef struct ac_reuse {
   int64_t all;
   int64_t within[AC_SWEEP_MOST + 1]; /* [i]: more than point i - 1 has, no more than
                                         point i; [n]: more than all, or the first use */
} ac_reuse;

/* The reuse that a sweep of sizes shows. */
ac_reuse ac_reuse_of(const ac_sweep *sweep, const int64_t *counts);

/* "8 MiB", "8 ways", "128 bytes".  Returns `to`. */
const char *ac_sweep_amount(char to[AC_SWEEP_NAME_B], const ac_sweep *sweep,
                            size_t point);

/* "size", "ways", "line". */
const char *ac_sweep_kind_name(ac_sweep_kind kind);
