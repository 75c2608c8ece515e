/* an_sweep.h -- a sweep: misses of the last level, had it another size; pure.

   cachesim --sweep counts them.  The name of such an event is "Lm@" and what the last
   level would have: a size, "256K" or "8M"; ways, "8w"; or a line's bytes, "128B".
   A curve has the misses of one row, such as a source line, from the smallest to the
   largest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SWEEP_H
#define AN_SWEEP_H

#include "counts/an_profile.h"

#include <stdbool.h>

typedef enum an_sweep_kind {
   AN_SWEEP_SIZE,
   AN_SWEEP_WAYS,
   AN_SWEEP_LINE,
   AN_N_SWEEP_KINDS,
} an_sweep_kind;

enum { AN_SWEEP_MOST = 16, AN_SWEEP_NAME_B = 24, AN_SWEEP_REFERENCES = 3 };

typedef struct an_sweep_point {
   const char *name; /* of the event, behind "Lm@"; the profile's */
   int64_t amount;   /* bytes or ways */
   size_t event;     /* index in the counts */
} an_sweep_point;

typedef struct an_sweep {
   an_sweep_kind kind;
   an_sweep_point points[AN_SWEEP_MOST]; /* smallest first */
   size_t n;         /* at least 2 */
   size_t references[AN_SWEEP_REFERENCES]; /* Dr, Dw, I1mr; SIZE_MAX: there is none */
} an_sweep;

/* Whether an event is a column of a sweep.  Returns in *kind and *amount what it has if
   they are not NULL. */
bool an_sweep_is_column(const char *event, an_sweep_kind *kind, int64_t *amount);

/* The columns of the kind among n events.  False if there are fewer than two, which are
   no curve.  Strings are borrowed. */
bool an_sweep_find_in(an_sweep *sweep, const char *const *events, size_t n,
                      an_sweep_kind kind);

/* The same of a profile's events: of the first kind that it has columns of. */
bool an_sweep_find(an_sweep *sweep, const an_profile *profile);

/* What a curve says. */
typedef enum an_curve_shape {
   AN_CURVE_NONE,  /* no misses */
   AN_CURVE_FLAT,  /* a larger cache does not help */
   AN_CURVE_FITS,  /* from one point on, more does not help */
   AN_CURVE_FALLS, /* up to the last point: more can help */
} an_curve_shape;

typedef struct an_curve {
   int64_t misses[AN_SWEEP_MOST];
   an_curve_shape shape;
   size_t fits;    /* FITS, FALLS: the index of that point.  Of a sweep of lines, the
                      point with fewest misses */
   uint32_t knees; /* a bit for each point at which many misses go; never the first */
} an_curve;

/* A curve is flat if its misses fall by less than FLAT percent.  It fits where no more
   than REST percent of the fall are left.  A knee takes KNEE percent of the fall. */
enum {
   AN_CURVE_FLAT_PERCENT = 10,
   AN_CURVE_REST_PERCENT = 5,
   AN_CURVE_KNEE_PERCENT = 20,
};

an_curve an_curve_of(const an_sweep *sweep, const int64_t *counts);

/* How much else was used since a line of memory was used before: references by the least
   size of a last level that still has their line.  Those are references to data, and
   fetches that missed I1. */
typedef struct an_reuse {
   int64_t all;
   int64_t within[AN_SWEEP_MOST + 1]; /* [i]: more than point i - 1 has, no more than
                                         point i; [n]: more than all, or the first use */
} an_reuse;

/* Of a sweep of sizes. */
an_reuse an_reuse_of(const an_sweep *sweep, const int64_t *counts);

/* "8 MiB", "8 ways", "128 bytes".  Returns `to`. */
const char *an_sweep_amount(char to[AN_SWEEP_NAME_B], const an_sweep *sweep,
                            size_t point);

/* "size", "ways", "line". */
const char *an_sweep_kind_name(an_sweep_kind kind);

#endif
