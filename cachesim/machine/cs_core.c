/* cs_core.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_core.h"

#include "base/tk_count.h"

#define LABEL "cs.core"

/* The first passes fill the window; the others are measured. */
enum { PASSES = 8, FIRST_MEASURED = 4 };

/* The slot of what is always there: nothing writes it. */
enum { ALWAYS = 0 };

/* The code, with only what takes time or brings values together.  A value that another
   one is copied to needs no operation: who reads the copy begins no earlier than it, and
   an instruction that copies ends no earlier than the one that made the value. */
typedef struct {
   cs_core_step *steps;
   uint32_t n_steps;
   uint32_t *slots; /* of each value; at the start, register i is in slot 1 + i */
   uint32_t n_slots;
} reduced;

/* Time is in parts of a cycle: the core begins an instruction in each. */
typedef struct {
   uint64_t *ready;     /* of each slot: since when its value is there */
   uint64_t *shares;    /* of each instruction, in the passes that are measured */
   uint64_t *ends;      /* of the last instructions; a ring of `window` */
   uint32_t window, at; /* the place of the latest instruction in the ring */
   uint64_t begin, end; /* of the latest one: begun, ended */
   uint64_t target;     /* when the latest target of a taken branch began */
   uint64_t unit_free[CS_CORE_UNITS];
} run;

void cs_core_init(cs_core *core, const tk_alloc *alloc)
{
   *core = (cs_core){ .alloc = alloc };
}

void cs_core_fini(cs_core *core)
{
   tk_put(core->alloc, core->times);
   tk_put(core->alloc, core->slots);
   tk_put(core->alloc, core->steps);
}

/* Room for n things of element_B bytes: `old`, which has room for *n_old, or new. */
static void *room_for(const tk_alloc *alloc, void *old, uint32_t *n_old, uint32_t n,
                      size_t element_B)
{
   if (n <= *n_old)
      return old;
   tk_put(alloc, old);
   void *room = tk_get(alloc, LABEL, n * element_B);
   *n_old = room != NULL ? n : 0;
   return room;
}

static bool make_room(cs_core *core, uint32_t n_times, uint32_t n_values, uint32_t n_ops)
{
   core->times = room_for(core->alloc, core->times, &core->n_times, n_times,
                          sizeof *core->times);
   core->slots = room_for(core->alloc, core->slots, &core->n_slots, n_values,
                          sizeof *core->slots);
   core->steps = room_for(core->alloc, core->steps, &core->n_steps, n_ops,
                          sizeof *core->steps);
   return (core->times != NULL || n_times == 0) && (core->slots != NULL || n_values == 0)
          && (core->steps != NULL || n_ops == 0);
}

/* ---- The code, reduced ----------------------------------------------- */

/* Has the class units that are modelled? */
static bool has_unit(uint32_t class)
{
   return class == CS_OP_DIV || class == CS_OP_FP_DIV || class == CS_OP_FP_SQRT
          || class == CS_CORE_WRITE;
}

/* How long an operation keeps such a unit busy: until it is half done; a write, for its
   share of a cycle. */
static uint32_t busy_parts(const cs_core_op *op, const cs_machine *machine)
{
   return op->class == CS_CORE_WRITE ? machine->width / machine->n_stores
                                     : op->latency_cycles * machine->width / 2;
}

static uint32_t slot_of(const reduced *code, uint32_t value)
{
   return value != CS_CORE_NO_VALUE ? code->slots[value] : ALWAYS;
}

/* The slots of an operation's sources, each once; returns how many. */
static uint32_t find_sources(const reduced *code, const cs_core_op *op,
                             uint32_t sources[CS_CORE_SOURCES])
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < CS_CORE_SOURCES; i++) {
      uint32_t slot = slot_of(code, op->sources[i]);
      bool is_known = slot == ALWAYS;
      for (uint32_t k = 0; k < n; k++)
         is_known |= sources[k] == slot;
      if (!is_known)
         sources[n++] = slot;
   }
   return n;
}

static void reduce_op(reduced *code, const cs_core_op *op, const cs_machine *machine)
{
   cs_core_step *step = &code->steps[code->n_steps];
   *step = (cs_core_step){ .instr = op->instr,
                           .parts = op->latency_cycles * machine->width,
                           .unit = has_unit(op->class) ? op->class : CS_CORE_NO_VALUE,
                           .busy = busy_parts(op, machine),
                           .stored = slot_of(code, op->stored),
                           .is_beside = op->is_beside };
   uint32_t n = find_sources(code, op, step->sources), result = step->sources[0];
   if (step->parts > 0 || n > 1 || step->unit != CS_CORE_NO_VALUE
       || step->stored != ALWAYS) {
      code->n_steps++;
      result = step->result = code->n_slots++;
   }
   if (op->result != CS_CORE_NO_VALUE)
      code->slots[op->result] = result;
}

/* ---- Passes ---------------------------------------------------------- */

/* The next instruction begins, when the one that is a window ahead of it has ended; one
   that is fused, with the one before. */
static void begin_instr(run *r, cs_core_place place, uint32_t width)
{
   if (place == CS_CORE_FUSED)
      return;
   r->at = r->at + 1 < r->window ? r->at + 1 : 0;
   r->begin = tk_larger(r->begin + 1, r->ends[r->at]);
   if (place == CS_CORE_TARGET)
      r->begin = r->target = tk_larger(r->begin, r->target + width);
}

static void end_instr(run *r, cs_core_place place, uint64_t done)
{
   r->end = tk_larger(r->end + (place != CS_CORE_FUSED), done);
   r->ends[r->at] = r->end;
}

/* When a step is done. */
static uint64_t do_step(run *r, const cs_core_step *step)
{
   uint64_t start = r->begin;
   for (uint32_t i = 0; i < CS_CORE_SOURCES; i++)
      start = tk_larger(start, r->ready[step->sources[i]]);
   if (step->unit != CS_CORE_NO_VALUE) {
      start = tk_larger(start, r->unit_free[step->unit]);
      r->unit_free[step->unit] = start + step->busy;
   }
   return r->ready[step->result] = tk_larger(start + step->parts, r->ready[step->stored]);
}

/* Carries the registers over to the start of the next pass.  `moved` has room for
   them. */
static void carry_registers(run *r, const reduced *code, uint32_t n_registers,
                            uint64_t *moved)
{
   for (uint32_t i = 0; i < n_registers; i++)
      moved[i] = r->ready[code->slots[i]];
   for (uint32_t i = 0; i < n_registers; i++)
      r->ready[1 + i] = moved[i];
}

static void run_pass(run *r, const reduced *code, const cs_core_code *whole,
                     uint32_t width, bool is_measured)
{
   const cs_core_step *step = code->steps, *end = code->steps + code->n_steps;
   for (uint32_t i = 0; i < whole->n_instrs; i++) {
      cs_core_place place = whole->places != NULL ? whole->places[i] : CS_CORE_PLAIN;
      uint64_t before = r->end;
      begin_instr(r, place, width);
      uint64_t done = r->begin;
      for (; step < end && step->instr == i; step++) {
         uint64_t step_done = do_step(r, step);
         done = step->is_beside ? done : tk_larger(done, step_done);
      }
      end_instr(r, place, done);
      if (is_measured)
         r->shares[i] += r->end - before;
   }
}

/* Parts of a cycle, summed up over the passes that were measured, become whole cycles. */
static uint32_t in_cycles(const run *r, uint32_t width, uint32_t n_instrs,
                          uint32_t *cycles)
{
   uint64_t all = 0, so_far = 0;
   uint32_t given = 0;
   uint64_t parts = (uint64_t)(PASSES - FIRST_MEASURED) * width;
   for (uint32_t i = 0; i < n_instrs; i++)
      all += r->shares[i];
   uint64_t sum = tk_larger(1, (all + parts / 2) / parts);
   for (uint32_t i = 0; i < n_instrs; i++) {
      so_far += r->shares[i];
      cycles[i] = (uint32_t)(so_far * sum / all) - given;
      given += cycles[i];
   }
   return given;
}

static reduced reduce_code(cs_core *core, const cs_core_code *code,
                           const cs_machine *machine)
{
   reduced small = { .steps = core->steps,
                     .slots = core->slots,
                     .n_slots = 1 + code->n_registers };
   for (uint32_t i = 0; i < code->n_values; i++)
      small.slots[i] = i < code->n_registers ? 1 + i : ALWAYS;
   for (uint32_t i = 0; i < code->n_ops; i++)
      reduce_op(&small, &code->ops[i], machine);
   return small;
}

uint32_t cs_core_run(cs_core *core, const cs_machine *machine, const cs_core_code *code,
                     uint32_t *cycles)
{
   uint32_t n_instrs = code->n_instrs, n_registers = code->n_registers;
   uint32_t all = PASSES * n_instrs; /* a window of more makes no difference */
   uint32_t window = machine->window < all ? machine->window : all;
   uint32_t n_slots = 1 + n_registers + code->n_ops;
   uint32_t n_times = n_slots + n_registers + n_instrs + window;
   if (all == 0 || !make_room(core, n_times, code->n_values, code->n_ops))
      return 0;
   for (uint32_t i = 0; i < n_times; i++)
      core->times[i] = 0;
   reduced small = reduce_code(core, code, machine);
   run r = { .ready = core->times, .window = window };
   uint64_t *moved = r.ready + n_slots;
   r.shares = moved + n_registers;
   r.ends = r.shares + n_instrs;
   for (uint32_t i = 0; i < PASSES; i++) {
      run_pass(&r, &small, code, machine->width, i >= FIRST_MEASURED);
      carry_registers(&r, &small, n_registers, moved);
   }
   return in_cycles(&r, machine->width, n_instrs, cycles);
}
