/* cs_core.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_core.h"

#define LABEL "cs.core"

/* The first passes fill the window; the others are measured. */
enum { PASSES = 8, FIRST_MEASURED = 4 };

/* Time is in parts of a cycle: the core begins an instruction in each. */
typedef struct {
   const cs_machine *machine;
   uint64_t *ready;     /* of each value: since when it is there */
   uint64_t *shares;    /* of each instruction, in the passes that are measured */
   uint64_t *ends;      /* of the last instructions, by number; a ring of `window` */
   uint64_t window;
   uint64_t n_begun;    /* instructions */
   uint64_t begin, end; /* of the latest one: begun, ended */
   uint64_t unit_free[CS_N_OPS];
} run;

void cs_core_init(cs_core *core, const tk_alloc *alloc)
{
   *core = (cs_core){ .alloc = alloc };
}

void cs_core_fini(cs_core *core)
{
   tk_put(core->alloc, core->room);
}

static bool make_room(cs_core *core, uint32_t n)
{
   if (core->n_room < n) {
      tk_put(core->alloc, core->room);
      core->room = tk_get(core->alloc, LABEL, n * sizeof *core->room);
      core->n_room = core->room != NULL ? n : 0;
   }
   for (uint32_t i = 0; i < n && core->room != NULL; i++)
      core->room[i] = 0;
   return core->room != NULL;
}

static uint64_t later(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

/* The next instruction begins, when the one that is a window ahead of it has ended. */
static void begin_instr(run *r)
{
   uint64_t oldest = r->ends[r->n_begun % r->window];
   r->begin = later(r->begin + 1, oldest);
}

static void end_instr(run *r, uint64_t done)
{
   r->end = later(r->end + 1, done);
   r->ends[r->n_begun++ % r->window] = r->end;
}

/* These units take an operation only when they have half done the one before. */
static bool is_slow(cs_op class)
{
   return class == CS_OP_DIV || class == CS_OP_FP_DIV || class == CS_OP_FP_SQRT;
}

/* When an operation is done. */
static uint64_t do_op(run *r, const cs_core_op *op)
{
   uint64_t start = r->begin, latency = (uint64_t)op->latency_cycles * r->machine->width;
   for (uint32_t i = 0; i < CS_CORE_SOURCES; i++)
      if (op->sources[i] != CS_CORE_NO_VALUE)
         start = later(start, r->ready[op->sources[i]]);
   if (is_slow(op->class)) {
      start = later(start, r->unit_free[op->class]);
      r->unit_free[op->class] = start + latency / 2;
   }
   if (op->result != CS_CORE_NO_VALUE)
      r->ready[op->result] = start + latency;
   return start + latency;
}

static void pass(run *r, const cs_core_code *code, bool is_measured)
{
   const cs_core_op *op = code->ops, *end = code->ops + code->n_ops;
   for (uint32_t i = 0; i < code->n_instrs; i++) {
      uint64_t before = r->end, done = 0;
      begin_instr(r);
      for (; op < end && op->instr == i; op++)
         done = later(done, do_op(r, op));
      end_instr(r, done);
      if (is_measured)
         r->shares[i] += r->end - before;
   }
}

/* Parts of a cycle, summed up over the passes that were measured, become whole cycles. */
static uint32_t in_cycles(const run *r, uint32_t n_instrs, uint32_t *cycles)
{
   uint64_t all = 0, so_far = 0;
   uint32_t given = 0;
   uint64_t parts = (uint64_t)(PASSES - FIRST_MEASURED) * r->machine->width;
   for (uint32_t i = 0; i < n_instrs; i++)
      all += r->shares[i];
   uint64_t sum = later(1, (all + parts / 2) / parts);
   for (uint32_t i = 0; i < n_instrs; i++) {
      so_far += r->shares[i];
      cycles[i] = (uint32_t)(so_far * sum / all) - given;
      given += cycles[i];
   }
   return given;
}

uint32_t cs_core_run(cs_core *core, const cs_machine *machine, const cs_core_code *code,
                     uint32_t *cycles)
{
   uint32_t all = PASSES * code->n_instrs; /* a window of more makes no difference */
   uint32_t window = machine->window < all ? machine->window : all;
   if (all == 0 || !make_room(core, code->n_values + code->n_instrs + window))
      return 0;
   run r = { .machine = machine, .ready = core->room, .window = window };
   r.shares = r.ready + code->n_values;
   r.ends = r.shares + code->n_instrs;
   for (uint32_t i = 0; i < PASSES; i++)
      pass(&r, code, i >= FIRST_MEASURED);
   return in_cycles(&r, code->n_instrs, cycles);
}
