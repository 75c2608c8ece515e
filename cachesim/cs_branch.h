/* cs_branch.h -- the branch predictors; pure.

   The model is the one that cachegrind documents (Valgrind manual,
   "Branch prediction simulation"), so that counts are comparable:
   - conditional branches: 16,384 two-bit saturating counters, chosen by
     the low 7 bits of the branch's address and, above them, the outcome
     of the last 7 conditional branches, the latest in the lowest bit;
   - indirect jumps and calls: a table of 512 targets, chosen by the low
     9 bits of the address; the prediction is the target taken last.
   Returns are taken to be always predicted.

   A state of all zeros is the initial one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_BRANCH_H
#define CS_BRANCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
   CS_HISTORY_BITS = 7,
   CS_COND_ADDR_BITS = 7,
   CS_JUMP_ADDR_BITS = 9,
};

typedef struct {
   uint8_t taken_strength[1 << (CS_HISTORY_BITS + CS_COND_ADDR_BITS)];
   uintptr_t last_target[1 << CS_JUMP_ADDR_BITS];
   uint32_t history; /* CS_HISTORY_BITS bits */
} cs_branch;

/* A conditional branch at `addr` was taken or not; true if mispredicted. */
static inline bool cs_branch_cond(cs_branch *b, uintptr_t addr, bool taken)
{
   uint32_t low = (uint32_t)addr & ((1u << CS_COND_ADDR_BITS) - 1);
   uint8_t *strength =
      &b->taken_strength[b->history << CS_COND_ADDR_BITS | low];
   bool mispredicted = (*strength >= 2) != taken;

   if (taken && *strength < 3)
      ++*strength;
   else if (!taken && *strength > 0)
      --*strength;
   b->history = (b->history << 1 | taken) & ((1u << CS_HISTORY_BITS) - 1);
   return mispredicted;
}

/* An indirect jump or call at `addr` went to `target`; true if
   mispredicted. */
static inline bool cs_branch_jump(cs_branch *b, uintptr_t addr,
                                  uintptr_t target)
{
   uintptr_t *last =
      &b->last_target[addr & ((1u << CS_JUMP_ADDR_BITS) - 1)];
   bool mispredicted = *last != target;
   *last = target;
   return mispredicted;
}

#endif
