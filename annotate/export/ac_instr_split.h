/* ac_instr_split.h -- splits costs among instructions, in whole numbers; pure.

   Each cost takes of each instruction in proportion to what is left of it.  So parts of a
   cost add up to it, and those of an instruction, with what is left, to its counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct ac_instr_split {
   int64_t *parts; /* of the last cost: n_events of each instruction */
   int64_t *left;  /* likewise */
   /* private: */
   size_t n, n_events;
} ac_instr_split;

/* Of n instructions, which have nothing at first. */
void ac_instr_split_open(ac_instr_split *split, const tk_alloc *alloc, size_t n,
                         size_t n_events);

/* Counts are at least 0, and their sums over all instructions fit. */
void ac_instr_split_set(ac_instr_split *split, size_t i, const int64_t *counts);

/* Splits a cost; of one that is more than what is left, only that. */
void ac_instr_split_take(ac_instr_split *split, const int64_t *cost);

/* Whether nothing is left. */
bool ac_instr_split_is_empty(const ac_instr_split *split);
