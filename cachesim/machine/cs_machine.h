/* cs_machine.h -- what a machine is made of: caches, prefetchers, TLBs, and the costs
   that estimated cycles take; pure.

   docs/MACHINES.md explains each part, and the text that describes it, which
   cs_machine_text.h reads and writes.
   All threads run on one core of the machine.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_events.h"
#include "machine/cs_geometry.h"

/* Which line leaves a set.  RANDOM: by a generator that starts with `seed`. */
typedef enum { CS_LRU, CS_TREE_PLRU, CS_SRRIP, CS_RANDOM } cs_policy;

/* What a level has of the lines in the levels before it: nothing in particular, all of
   them, or none. */
typedef enum { CS_NEITHER, CS_INCLUSIVE, CS_EXCLUSIVE } cs_inclusion;

typedef struct {
   cs_geometry geometry;
   cs_policy policy;
   uint64_t seed;
   cs_inclusion inclusion;  /* NEITHER for a first-level cache */
   bool writes_through;     /* else written back when the line leaves */
   bool no_write_allocate;  /* a write that misses goes on to the next level */
   bool is_shared;          /* by all cores; said in reports */
   uint32_t latency_cycles; /* of a load that finds its line here, from its issue on */
   uint32_t gap_cycles;     /* least time between two lines that it hands out */
   uint32_t refill_cycles;  /* least time between two lines that come to one set */
} cs_level_shape;

typedef enum {
   CS_NEXT_LINE, /* after a miss, or the first use of a prefetched line */
   CS_STREAM,    /* some misses in a row in one direction within a page */
   CS_STRIDE,    /* an instruction whose addresses differ by a constant */
   CS_ADJACENT,  /* the other line of the pair */
} cs_prefetcher_kind;

typedef struct {
   cs_prefetcher_kind kind;
   /* The cache whose references it sees, and into which it fetches: 1 is the first level,
      2 the next. */
   uint32_t level;
   bool of_code;        /* of I1, if the level is 1 */
   uint32_t n_entries;  /* streams or instructions that it knows */
   uint32_t n_to_begin; /* steps in a row that confirm a stream or a stride */
   uint32_t degree;     /* lines fetched at a time */
   uint32_t distance;   /* STREAM, STRIDE: lines or steps ahead, at most */
   bool crosses_pages;
} cs_prefetcher_shape;

typedef struct {
   uint32_t n_entries;      /* 0: there is none */
   uint32_t assoc;          /* n_entries: fully associative */
   uint32_t latency_cycles; /* added to a reference that finds its page only here */
   uint32_t gap_cycles;     /* least time between two of them */
} cs_tlb_shape;

enum {
   CS_LEVELS_MAX = 4, /* with the first */
   CS_PREFETCHERS_MAX = 8,
   CS_TLB_LEVELS = 2,
   CS_MACHINE_NAME_B = 64,
};

/* Latencies of operations, in cycles. */
typedef enum {
   CS_OP_SIMPLE, /* add, and, shift, compare, move */
   CS_OP_MUL,
   CS_OP_DIV,
   CS_OP_FP_ADD,
   CS_OP_FP_MUL,
   CS_OP_FP_DIV,
   CS_OP_FP_SQRT,
   CS_OP_CONVERT, /* between integers and floating point */
   CS_OP_LOCKED,  /* that no other core comes between: an atomic addition, an uncontended
                     lock */
   CS_OP_FENCE,   /* after which other cores see all that was written before */
   CS_N_OPS
} cs_op;

typedef enum { CS_PREDICTOR_CLASSIC, CS_PREDICTOR_TAGE } cs_predictor_kind;

typedef struct {
   char name[CS_MACHINE_NAME_B];
   cs_level_shape i1, d1;
   cs_level_shape levels[CS_LEVELS_MAX - 1]; /* the levels behind them, nearest first */
   uint32_t n_levels;                        /* of levels[]: 1 or more */
   cs_prefetcher_shape prefetchers[CS_PREFETCHERS_MAX];
   uint32_t n_prefetchers;
   cs_tlb_shape itlb[CS_TLB_LEVELS], dtlb[CS_TLB_LEVELS];
   bool has_unified_tlb; /* itlb[1] and dtlb[1] are one, of dtlb[1]'s shape */
   uint64_t page_B;      /* a power of two */
   /* The core. */
   cs_predictor_kind predictor;
   uint32_t jump_history; /* bits of history that TAGE predicts indirect jumps by */
   uint32_t width;        /* instructions that it begins in a cycle, at most */
   uint32_t window;       /* instructions under way, at most (reorder buffer) */
   uint32_t n_misses;     /* data lines on their way to D1 at a time, at most */
   uint32_t n_walkers;    /* page walks under way, at most */
   uint32_t mispredict_cycles;
   uint32_t forward_cycles;  /* from a store's value to that of a load which takes it */
   bool renames_memory;      /* integers of 4 and 8 bytes go so at once */
   uint32_t n_stores;        /* that it writes in a cycle, at most */
   uint32_t walk_cycles;     /* of a page that is in no TLB */
   uint32_t far_walk_cycles; /* if its page table is far away; at least walk_cycles */
   uint32_t memory_cycles;   /* latency of a load from memory */
   uint32_t line_cycles;     /* least time between two lines from memory */
   uint32_t op_cycles[CS_N_OPS];
} cs_machine;

/* The parts of a machine that can break a rule, each a line of its text; in the order of
   the canonical text.  Prefetcher N is CS_PART_PREFETCH + N. */
typedef enum {
   CS_PART_NAME,
   CS_PART_I1,
   CS_PART_D1,
   CS_PART_L2,
   CS_PART_L3,
   CS_PART_L4,
   CS_PART_PREFETCH,
   CS_PART_PAGE = CS_PART_PREFETCH + CS_PREFETCHERS_MAX,
   CS_PART_ITLB,
   CS_PART_DTLB,
   CS_PART_ITLB2,
   CS_PART_DTLB2,
   CS_PART_CORE,
   CS_PART_MEMORY,
   CS_PART_OPS,
   CS_N_PARTS
} cs_machine_part;

/* NULL if the machine can be simulated, else a sentence with the rule that it breaks. */
const char *cs_machine_error(const cs_machine *machine);
/* cs_machine_error, with the part that breaks the rule; *part is unchanged if no part
   does. */
const char *cs_machine_faulty_part(const cs_machine *machine, cs_machine_part *part);

/* What a machine has if nothing else is said: no caches, an ordinary core. */
extern const cs_machine cs_machine_default;

/* Is it all that cachegrind's model has: three caches, each LRU with write-allocate,
   and no prefetcher and no TLB? */
bool cs_machine_is_plain(const cs_machine *machine);

/* Which fetches change nothing because the fetch before them was in the same line.  I1
   can lose that line at once: to a prefetcher, or to an inclusive level that takes it
   away. */
typedef enum {
   CS_FETCH_LINES,      /* all of them */
   CS_FETCH_AFTER_DATA, /* those without a reference to data in between */
   CS_FETCH_EACH,       /* it is not sure of any */
} cs_fetch_rule;
cs_fetch_rule cs_machine_fetches(const cs_machine *machine);

/* Adds the events that only this machine has. */
void cs_machine_add_columns(const cs_machine *machine, cs_columns *columns);

/* The level that is looked up last. */
static inline cs_level_shape *cs_machine_last(cs_machine *machine)
{
   return &machine->levels[machine->n_levels - 1];
}
