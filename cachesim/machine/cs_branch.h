/* cs_branch.h -- the branch predictors; pure.

   The model is cachegrind's (Valgrind manual, "Branch prediction simulation"), so
   counts can be compared:
   - Conditional branches: 16,384 two-bit saturating counters.  The index has the low
     7 bits of the branch's address and, above them, the outcomes of the last 7
     conditional branches, the latest in the lowest bit.
   - Indirect jumps and calls: a table of 512 targets.  The index is the low 9 bits of
     the address; the prediction is the last target.
   - Returns are always predicted.
   Where all instructions are words, the two bits of an address that are always 0 are
   left out.

   Translated code does the same inline (cs_instrument.c), with the same table, and
   without a branch, which the host would mispredict.

   The initial state is all zeros.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
   CS_HISTORY_BITS = 7,
   CS_COND_ADDR_BITS = 7,
   CS_JUMP_ADDR_BITS = 9,
#if defined(VGA_arm64)
   CS_CODE_ZERO_BITS = 2,
#else
   CS_CODE_ZERO_BITS = 0,
#endif
};

typedef struct {
   /* Each counter is stored doubled: 0, 2, 4, 6.  One row for each history. */
   uint8_t counters[1 << (CS_HISTORY_BITS + CS_COND_ADDR_BITS)];
   uintptr_t last_target[1 << CS_JUMP_ADDR_BITS];
   uintptr_t row; /* the index of the current history's row in counters[] */
} cs_branch;

/* The bits of the history in an index. */
#define CS_BRANCH_ROW_MASK (((UINT32_C(1) << CS_HISTORY_BITS) - 1) << CS_COND_ADDR_BITS)

/* Indexed by a doubled counter, plus 1 if the branch was taken.  Each entry has the next
   value of the counter, doubled, and the bit CS_BRANCH_MISSED_BIT if the branch was
   mispredicted. */
enum { CS_BRANCH_COUNTER = 6, CS_BRANCH_MISSED_BIT = 3 };
#define CS_BRANCH_STEP(next, missed) ((next) << 1 | (missed) << CS_BRANCH_MISSED_BIT)
static const uint8_t cs_branch_steps[8] = {
   CS_BRANCH_STEP(0, 0), CS_BRANCH_STEP(1, 1), CS_BRANCH_STEP(0, 0), CS_BRANCH_STEP(2, 1),
   CS_BRANCH_STEP(1, 1), CS_BRANCH_STEP(3, 0), CS_BRANCH_STEP(2, 1), CS_BRANCH_STEP(3, 0),
};

/* The column of a branch's counter in its row; and the index of a jump in
   last_target[]. */
static inline uint32_t cs_branch_column(uintptr_t addr)
{
   return (uint32_t)(addr >> CS_CODE_ZERO_BITS) & ((1u << CS_COND_ADDR_BITS) - 1);
}

static inline uint32_t cs_branch_entry(uintptr_t addr)
{
   return (uint32_t)(addr >> CS_CODE_ZERO_BITS) & ((1u << CS_JUMP_ADDR_BITS) - 1);
}

/* A conditional branch at `addr` was taken or not.  True if mispredicted. */
static inline bool cs_branch_cond(cs_branch *b, uintptr_t addr, bool taken)
{
   uint8_t *counter = &b->counters[b->row + cs_branch_column(addr)];
   uint8_t step = cs_branch_steps[*counter | taken];

   *counter = step & CS_BRANCH_COUNTER;
   b->row = (b->row << 1 | (uintptr_t)taken << CS_COND_ADDR_BITS) & CS_BRANCH_ROW_MASK;
   return step >> CS_BRANCH_MISSED_BIT;
}

/* An indirect jump or call at `addr` went to `target`.  True if mispredicted. */
static inline bool cs_branch_jump(cs_branch *b, uintptr_t addr, uintptr_t target)
{
   uintptr_t *last = &b->last_target[cs_branch_entry(addr)];
   bool mispredicted = *last != target;
   *last = target;
   return mispredicted;
}
