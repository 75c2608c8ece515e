/* an_live_snapshot.h -- the profile of a running program at one moment.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_pool.h"
#include "counts/ac_profile.h"
#include "heap/ah_profile.h"

/* A snapshot has one of both profiles, or none. */
typedef struct an_live_snapshot {
   int64_t ms; /* the moment, since the process began */
   ac_profile *counts;
   ah_profile *heap;
   an_pool *pool; /* that it is in */
} an_live_snapshot;

/* Reads what a tool dumped; the file's time is the moment.  `began_ms` is when the
   process began, by the clock of files.  False, with *error set.  The snapshot ends with
   its pool. */
bool an_live_snapshot_read(an_live_snapshot *snapshot, const char *file, int64_t began_ms,
                           an_error *error);
/* Which part of the run the snapshot counted. */
const tk_counting *an_live_snapshot_counting(const an_live_snapshot *snapshot);

/* Whether `later` is a later moment of the same counting: the same kind of profile and
   the same events, and counts were not set to 0 in between. */
bool an_live_snapshot_goes_on(const an_live_snapshot *snapshot,
                              const an_live_snapshot *later);
