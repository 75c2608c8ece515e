/* cs_tage.h -- branch predictors like those of today's cores; pure.

   Conditional branches are predicted by TAGE (Seznec and Michaud, "A case for (partially)
   tagged geometric history length branch prediction", 2006), indirect jumps and calls by
   ITTAGE (Seznec, "A 64-Kbytes ITTAGE indirect branch predictor", 2011), returns are
   always predicted.  Eight tables are indexed by the address and by ever longer histories
   of outcomes: the last 4, 7, 12, 21, 37, 65, 114 and 200 bits.  The longest history that
   was seen before predicts.

   A filter comes first (Chang, Evers, Patt, "Improving branch prediction accuracy by
   reducing pattern history table interference", 1996).  A branch whose last
   CS_TAGE_STEADY outcomes were the same is *steady*: predicted to do it again.  As long
   as it does, it changes nothing: neither tables nor history.  So translated code
   compares one byte (cs_tage_code.c), and rarely calls.  A jump that had one target for
   as long is steady, too.

   What trains: every outcome but those that a steady branch predicts.
   - The history is a string of bits, the latest first: an outcome is one bit; a jump adds
     the low CS_TAGE_TARGET_BITS bits of tk_hash_word of its target, the highest first.
   - The history is folded to w bits: its bit of age a is added, without carry, at place
     a mod w.  An index is made of the address and one folding; a tag of the address and
     two others, because a loop can hide from one whose w divides its length.
   - An entry of a tagged table has a tag, a prediction (a counter of 3 bits; or a target
     and a counter of 2 bits), and how useful it was (2 bits).
   - The base predictor has counters of 2 bits, or targets with theirs, by address alone.
   - The entry with the longest history predicts.  If it is fresh, neither confident nor
     useful, use_alternative decides whether the next longest, or the base, predicts.
   - Where the two differ, the entry becomes more useful if it is right, else less; and
     use_alternative learns which was right, if the entry was fresh.
   - A misprediction makes an entry with a longer history, in a table whose entry is not
     useful: the first of them with probability 1/2, the second with 1/4 and so on.  If
     there is none, all with longer histories become less useful.
   - After CS_TAGE_AGING times of training, the higher bit of all usefulness becomes zero;
     after as many more, the lower.

   Addresses that share their low bits share filters, as branches do in hardware.  Not
   modelled: targets of direct branches (BTB), the stack of returns, loop counters,
   delayed updates.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/tk_alloc.h"

enum {
   CS_TAGE_TABLES = 8,
   CS_TAGE_INDEX_BITS = 11,
   CS_TAGE_TAG_BITS = 13,
   CS_TAGE_MORE_BITS = 10, /* of the second folding in a tag */
   CS_TAGE_ENTRIES = CS_TAGE_TABLES << CS_TAGE_INDEX_BITS,
   CS_TAGE_BASE_BRANCHES = 1 << 14, /* entries of the base predictors */
   CS_TAGE_BASE_JUMPS = 1 << 10,
   CS_TAGE_BRANCHES = 1 << 16, /* of the filters */
   CS_TAGE_JUMPS = 1 << 10,
   CS_TAGE_STEADY = 127,
   CS_TAGE_TAG_FIELD_BITS = CS_TAGE_TAG_BITS + 1, /* of an entry's tag, plus 1 */
   CS_TAGE_PIECE = 16,                            /* bits of history that go together */
   CS_TAGE_PIECES = 16,                           /* that are kept; a power of two */
   CS_TAGE_TARGET_BITS = 4,
   CS_TAGE_AGING = 1 << 18,
};

/* No instruction begins there. */
#define CS_TAGE_NO_TARGET UINTPTR_MAX

/* One number of 16 bits for each table.  An allocator need not align it. */
typedef uint16_t cs_tage_lanes
   __attribute__((vector_size(2 * CS_TAGE_TABLES), aligned(4)));

/* The tagged tables of one kind of branch, one after the other. */
typedef struct {
   uint16_t entries[CS_TAGE_ENTRIES]; /* see cs_tage_tag and cs_tage_useful */
   int32_t use_alternative; /* -8 to 7; from 0 on, it does better than a fresh entry */
   uint32_t n_trained;
   int32_t n_used; /* the first so many get entries, the others never */
} cs_tage_tables;

/* Of an entry: its tag plus 1, or 0 if there is none; and how useful it was. */
static inline uint32_t cs_tage_tag(uint16_t entry)
{
   return entry & ((1u << CS_TAGE_TAG_FIELD_BITS) - 1);
}

static inline uint32_t cs_tage_useful(uint16_t entry)
{
   return (uint32_t)entry >> CS_TAGE_TAG_FIELD_BITS;
}

typedef struct {
   cs_tage_lanes folded_index, folded_tag, folded_more;
   /* The bits that leave each of them next, the next one lowest. */
   cs_tage_lanes leaving;
   uint16_t piece; /* the latest n_pushed % CS_TAGE_PIECE bits, at its top; the latest
                      highest */
   uint16_t pieces[CS_TAGE_PIECES]; /* a ring of those before */
   uint32_t n_pushed;               /* bits so far; wraps */
   uint32_t random;
   /* The filters.  bias: 2 * n + outcome, if the last n outcomes were the same; n at most
      CS_TAGE_STEADY.  steady: the target of a steady jump, else CS_TAGE_NO_TARGET. */
   uint8_t bias[CS_TAGE_BRANCHES];
   uintptr_t steady[CS_TAGE_JUMPS];
   struct {
      uintptr_t target;
      uint32_t n_same;
   } last[CS_TAGE_JUMPS];
   cs_tage_tables branches, jumps;
   /* The counters of the entries, and then of the base.  One above 0 says taken: -3 to 4,
      or, in the base, -1 to 2. */
   int8_t counters[CS_TAGE_ENTRIES + CS_TAGE_BASE_BRANCHES];
   uintptr_t targets[CS_TAGE_ENTRIES + CS_TAGE_BASE_JUMPS];
   uint8_t confidence[CS_TAGE_ENTRIES + CS_TAGE_BASE_JUMPS]; /* 0 to 3 */
} cs_tage;

/* Untrained predictors.  `alloc` frees them.  Jumps are predicted
   by the tables whose histories have at most so many bits. */
cs_tage *cs_tage_new(const tk_alloc *alloc, uint32_t jump_history);

/* The filters of the branch, or jump, at `addr`. */
static inline uint32_t cs_tage_branch(uintptr_t addr)
{
   return (uint32_t)addr & (CS_TAGE_BRANCHES - 1);
}

static inline uint32_t cs_tage_jump(uintptr_t addr)
{
   return (uint32_t)addr & (CS_TAGE_JUMPS - 1);
}

/* The bias of a branch that is steady to be taken or not. */
static inline uint8_t cs_tage_steady_bias(bool taken)
{
   return (uint8_t)(CS_TAGE_STEADY << 1 | taken);
}

/* For outcomes and targets that a filter does not predict; true if mispredicted. */
bool cs_tage_train_branch(cs_tage *t, uintptr_t addr, bool taken);
bool cs_tage_train_jump(cs_tage *t, uintptr_t addr, uintptr_t target);

/* A conditional branch at `addr` was taken or not.  True if mispredicted. */
static inline bool cs_tage_cond(cs_tage *t, uintptr_t addr, bool taken)
{
   return t->bias[cs_tage_branch(addr)] != cs_tage_steady_bias(taken)
          && cs_tage_train_branch(t, addr, taken);
}

/* An indirect jump or call at `addr` went to `target`.  True if mispredicted. */
static inline bool cs_tage_indirect(cs_tage *t, uintptr_t addr, uintptr_t target)
{
   return t->steady[cs_tage_jump(addr)] != target && cs_tage_train_jump(t, addr, target);
}
