/* tk_counting.h -- which part of a run was counted, the same in both kinds of profile;
   pure.

   Counting can begin late (--instr-at-start=no), stop and start, and be set to zero.
   What happened before the last zero, or while counting was off, is not in the
   profile.  Times are in the profile's unit; cachesim's is ms.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tk_counting {
   /* How many processes began late, were set to zero, were stopped.  Of a profile of
      one process each is 0 or 1. */
   uint64_t late, restarted, stopped;
   uint64_t toggled; /* the same: how many processes counted only some of the code that
                           ran meanwhile */
   uint64_t counted; /* time counted; of a sum: the longest of a process */
   /* Values of a single process; a sum of several has 0 here: */
   uint64_t began; /* late, or after a fork: the first start */
   uint64_t zeros, last_zero;
   /* Since the last zero: */
   uint64_t stops, first_stop, last_start;
   uint64_t off_time;  /* between stops and starts */
   uint64_t off;       /* 1: it is off now */
   uint64_t processes; /* of a profile: how many it is of */
   uint64_t last_stop; /* private */
} tk_counting;

/* ---- During a run ---- */

void tk_counting_begin(tk_counting *counting, bool is_on);
/* A forked child counts from now on; it is on or off as in its parent. */
void tk_counting_fork(tk_counting *counting, uint64_t now);
/* Starts or stops; false: nothing changes. */
bool tk_counting_set(tk_counting *counting, bool on, uint64_t now);
void tk_counting_zero(tk_counting *counting, uint64_t now);

/* The state that a profile written now must have. */
tk_counting tk_counting_now(const tk_counting *counting, uint64_t now);

/* ---- Of a profile ---- */

/* Was all of the run counted? */
static inline bool tk_counting_is_whole(const tk_counting *counting)
{
   return counting->late == 0 && counting->restarted == 0 && counting->stopped == 0
          && counting->toggled == 0;
}

/* Adds the counting of another profile, even if all was counted.  `processes` is set in
   `from`, and 0 in `to` at first. */
void tk_counting_add(tk_counting *to, const tk_counting *from);

/* The members, by their names in profiles. */
enum { TK_COUNTING_KEYS = 13 };
typedef struct tk_counting_key {
   const char *name;
   size_t offset; /* of a uint64_t in tk_counting */
} tk_counting_key;
extern const tk_counting_key tk_counting_keys[TK_COUNTING_KEYS];

static inline uint64_t *tk_counting_of(tk_counting *counting, size_t key)
{
   return (uint64_t *)(void *)((char *)counting + tk_counting_keys[key].offset);
}

/* Writes a comment of an outfile, "#: counting late 1 began 12": the members that are not
   0.  Nothing, if all was counted. */
void tk_counting_write(tk_text *out, const tk_counting *counting);
