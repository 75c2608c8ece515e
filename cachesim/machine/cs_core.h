/* cs_core.h -- estimated cycles: how long a core takes for a piece of code that finds all
   its data and code in the first level; pure.

   The code is a list of operations on numbered values.  The core begins `width`
   instructions in a cycle, in order, and has `window` of them under way.  An operation
   starts as soon as what it needs is there, and its unit is free.  Instructions end in
   order.  The piece is taken to run again and again, so each value that it leaves in a
   register is what its next pass finds there: that is true of a loop, and of other code
   it bounds how far passes overlap.  A value that a load takes from a store before it
   comes through memory: by an operation of the store that its instruction does not wait
   for, and it comes beside what the load takes by itself.  One taken branch is followed
   in a cycle, and code comes from one line in a cycle.  A branch can be one instruction
   with the comparison before it.

   Not modelled: the number of units of a kind, apart from those for division and roots,
   which take one operation at a time, as the way to memory does with what is locked or
   fenced, and of stores; decoding.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"
#include "machine/cs_machine.h"

enum { CS_CORE_SOURCES = 3 };

#define CS_CORE_NO_VALUE UINT32_MAX

/* A class beside those of cs_op: a store that is written, of which the core does
   `n_stores` in a cycle. */
enum { CS_CORE_WRITE = CS_N_OPS, CS_CORE_UNITS };

typedef struct {
   uint32_t instr; /* its instruction: from 0 on, in order */
   uint32_t latency_cycles;
   uint32_t class; /* DIV, FP_DIV, FP_SQRT, LOCKED and CS_CORE_WRITE keep their unit
                      busy; a fence is of the class LOCKED */
   uint32_t sources[CS_CORE_SOURCES]; /* values, or CS_CORE_NO_VALUE */
   uint32_t result;                   /* likewise */
   uint32_t stored; /* likewise: what it does not end before, without its latency */
   bool is_beside;  /* its instruction can end before it; only `stored` names the result,
                       or another one beside */
} cs_core_op;

/* An operation that takes no time, of one source or of CS_CORE_NO_VALUE. */
static inline cs_core_op cs_core_copy(uint32_t instr, uint32_t source, uint32_t result)
{
   return (cs_core_op){ .instr = instr,
                        .sources = { source, CS_CORE_NO_VALUE, CS_CORE_NO_VALUE },
                        .result = result,
                        .stored = CS_CORE_NO_VALUE };
}

/* Of an instruction. */
typedef enum {
   CS_CORE_PLAIN,
   CS_CORE_FUSED,  /* it is one with the one before; not the first */
   CS_CORE_TARGET, /* a taken branch has led to it, or it begins a line of code */
} cs_core_place;

typedef struct {
   const cs_core_op *ops;
   uint32_t n_ops;
   uint32_t n_instrs;     /* one can have no operation */
   const uint8_t *places; /* of each instruction, a cs_core_place; NULL: all are plain */
   uint32_t n_values;
   /* The first values are registers: they are at the start what they were at the end.  Of
      others, one that is read before it is written is there at once. */
   uint32_t n_registers;
} cs_core_code;

/* An operation that takes time, or brings values together.  Sources and result are slots:
   a register has one at the start of a pass, an operation gives its result another. */
typedef struct {
   uint32_t instr;
   uint32_t parts; /* latency, in parts of a cycle */
   uint32_t unit;  /* CS_CORE_NO_VALUE, or the class whose unit it keeps busy */
   uint32_t busy;  /* for so long, in parts */
   uint32_t sources[CS_CORE_SOURCES], stored, result;
   bool is_beside, falls_behind;
   uint64_t waited; /* in the latest pass, in parts */
} cs_core_step;

/* Scratch memory, which grows. */
typedef struct {
   uint64_t *times;
   uint32_t *slots;
   cs_core_step *steps;
   uint32_t n_times, n_slots, n_steps; /* there is room for */
   const tk_alloc *alloc;
} cs_core;

/* `alloc` is borrowed. */
void cs_core_init(cs_core *core, const tk_alloc *alloc);
void cs_core_fini(cs_core *core);

/* Of code that runs again and again.  Each run of a loop begins another chain from pass
   to pass, and the core begins the next run while it waits for the last.  So the first
   passes of a run take no longer than without such a chain. */
typedef struct {
   uint32_t *later; /* [n_instrs]: what each pass behind the first takes more */
   uint32_t n_free; /* how many are the first; 0: all are alike, and the rest is unset */
   uint32_t chain;  /* the register that the chain goes through, the last if there are
                       several: what is true of a run only if that does not have what the
                       run before has left there */
} cs_core_loop;

/* Why an instruction ends no sooner than it does. */
typedef enum {
   CS_BOUND_WIDTH,   /* the core does no more instructions in a cycle */
   CS_BOUND_FETCH,   /* it is behind a taken branch, or begins a line of code */
   CS_BOUND_WINDOW,  /* it has to wait until older instructions have ended */
   CS_BOUND_LATENCY, /* it waits for nothing, but takes long itself */
   CS_BOUND_UNIT,    /* its unit is busy with another */
   CS_BOUND_CHAIN,   /* it needs the result of another */
   CS_N_BOUNDS
} cs_core_bound;

typedef struct {
   cs_core_bound bound;
   uint32_t by; /* UNIT, CHAIN: that instruction, of this pass if it comes before, else of
                   the one before */
   uint32_t parts; /* its longest time from the end of the one before to its own, in parts
                      of a cycle: that is what this is the cause of */
} cs_core_cause;

/* The whole cycles of one pass: cycles[i] is the share of instruction i, the time from
   the end of the one before to its own.  `loop`, if it is
   not NULL, gets what is said above, with cycles[i] as of the first passes.  causes[i],
   if they are not NULL, says why, where passes carry over all registers. */
void cs_core_run(cs_core *core, const cs_machine *machine, const cs_core_code *code,
                 uint32_t *cycles, cs_core_loop *loop, cs_core_cause *causes);
