/* cs_core.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_core.h"

#include "base/tk_count.h"

#define LABEL "cs.core"

/* The first passes fill the window; the others are measured. */
enum { PASSES = 8, FIRST_MEASURED = 4 };

/* Of the window, this part can wait in schedulers: about a third of AMD's and Intel's
   cores, not all of which one chain can use.  Measured on a Zen 4: docs/MACHINES.md. */
enum { SCHEDULED = 5 };

/* Beside the number of one register. */
enum { NONE = -1, ALL = -2 };

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
   cs_core_cause *causes; /* of each instruction; NULL: nobody asks */
   cs_core_cause cause;   /* of the current one */
   cs_core_bound begun;   /* what the latest one's begin was bound by */
   /* If causes are asked for, the instruction that made each slot's value, and the one
      that had each unit last; of all passes, whose instructions follow each other. */
   uint64_t *makers, users[CS_CORE_UNITS];
   uint64_t first; /* that of the current pass */
   uint32_t n_instrs;
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
   *n_old = n;
   return room;
}

static void make_room(cs_core *core, uint32_t n_times, uint32_t n_values, uint32_t n_ops)
{
   core->times = room_for(core->alloc, core->times, &core->n_times, n_times,
                          sizeof *core->times);
   core->slots = room_for(core->alloc, core->slots, &core->n_slots, n_values,
                          sizeof *core->slots);
   core->steps = room_for(core->alloc, core->steps, &core->n_steps, n_ops,
                          sizeof *core->steps);
}

/* ---- The code, reduced ----------------------------------------------- */

/* Has the class units that are modelled? */
static bool has_unit(uint32_t class)
{
   return class == CS_OP_DIV || class == CS_OP_FP_DIV || class == CS_OP_FP_SQRT
          || class == CS_OP_LOCKED || class == CS_CORE_WRITE;
}

/* How long an operation keeps such a unit busy: until it is half done; a locked one, for
   all of its time; a write, for its share of a cycle. */
static uint32_t busy_parts(const cs_core_op *op, const cs_machine *machine)
{
   uint32_t all = op->latency_cycles * machine->width;
   return op->class == CS_CORE_WRITE  ? machine->width / machine->n_stores
          : op->class == CS_OP_LOCKED ? all
                                      : all / 2;
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
   r->begun = r->ends[r->at] > r->begin + 1 ? CS_BOUND_WINDOW : CS_BOUND_WIDTH;
   r->begin = tk_larger(r->begin + 1, r->ends[r->at]);
   if (place != CS_CORE_TARGET)
      return;
   if (r->target + width > r->begin)
      r->begun = CS_BOUND_FETCH;
   r->begin = r->target = tk_larger(r->begin, r->target + width);
}

static void end_instr(run *r, cs_core_place place, uint64_t done)
{
   r->end = tk_larger(r->end + (place != CS_CORE_FUSED), done);
   r->ends[r->at] = r->end;
}

/* It needs what this instruction, of all passes, made. */
static cs_core_cause waits_for(const run *r, cs_core_bound bound, uint64_t by)
{
   return (cs_core_cause){ bound, (uint32_t)(by % r->n_instrs), 0 };
}

/* Why a step that started then is done then.  *by: of CHAIN and UNIT, of all passes. */
static cs_core_bound bound_of(const run *r, const cs_core_step *step, uint64_t start,
                              uint64_t done, uint64_t *by)
{
   *by = r->makers[step->stored];
   if (done > start + step->parts)
      return CS_BOUND_CHAIN;
   for (uint32_t i = 0; i < CS_CORE_SOURCES && start > r->begin; i++) {
      *by = r->makers[step->sources[i]];
      if (r->ready[step->sources[i]] == start)
         return CS_BOUND_CHAIN;
   }
   *by = step->unit == CS_CORE_NO_VALUE ? 0 : r->users[step->unit];
   if (start > r->begin)
      return CS_BOUND_UNIT;
   return r->begun != CS_BOUND_WIDTH ? r->begun : CS_BOUND_LATENCY;
}

/* Notes why the instruction is not done sooner; it was done then, without this step.
   What the step needs of an earlier one of the instruction has that one's cause. */
static void note_cause(run *r, const cs_core_step *step, uint64_t start, uint64_t done,
                       uint64_t done_before)
{
   uint64_t by, own = r->first + step->instr;
   cs_core_bound bound = bound_of(r, step, start, done, &by);
   bool is_within = bound == CS_BOUND_CHAIN && by == own;
   if (!step->is_beside && done > done_before && !is_within)
      r->cause = waits_for(r, bound, by);
   r->makers[step->result] = own;
   if (step->unit != CS_CORE_NO_VALUE)
      r->users[step->unit] = own;
}

/* When a step is done.  It *falls behind* if it waits longer in each pass: for a chain
   that goes through all of them. */
static uint64_t do_step(run *r, cs_core_step *step, uint64_t done_before)
{
   uint64_t start = r->begin;
   for (uint32_t i = 0; i < CS_CORE_SOURCES; i++)
      start = tk_larger(start, r->ready[step->sources[i]]);
   if (step->unit != CS_CORE_NO_VALUE) {
      start = tk_larger(start, r->unit_free[step->unit]);
      r->unit_free[step->unit] = start + step->busy;
   }
   step->falls_behind = start - r->begin > step->waited;
   step->waited = start - r->begin;
   uint64_t done = tk_larger(start + step->parts, r->ready[step->stored]);
   if (r->causes != NULL)
      note_cause(r, step, start, done, done_before);
   return r->ready[step->result] = done;
}

/* Carries registers over to the start of the next pass: ALL, NONE, or one.  Others it has
   at once.  `moved` has room for them. */
static void carry_registers(run *r, const reduced *code, uint32_t n_registers,
                            uint64_t *moved, int64_t carried)
{
   for (uint32_t i = 0; i < n_registers; i++)
      moved[i] = carried == ALL || carried == i ? r->ready[code->slots[i]] : 0;
   for (uint32_t i = 0; i < n_registers; i++)
      r->ready[1 + i] = moved[i];
   if (r->causes == NULL)
      return;
   for (uint32_t i = 0; i < n_registers; i++)
      moved[i] = r->makers[code->slots[i]];
   for (uint32_t i = 0; i < n_registers; i++)
      r->makers[1 + i] = moved[i];
}

/* Of all passes, the cause where the instruction took longest.  Where it ends with the
   one before or next to it, the core's width is the cause, unless it needs another, which
   others may need it for. */
static void keep_cause(run *r, uint32_t instr, uint64_t parts)
{
   cs_core_cause *cause = &r->causes[instr];
   if (parts < cause->parts)
      return;
   *cause = r->cause;
   cause->parts = (uint32_t)parts;
   if (parts <= 1 && cause->bound < CS_BOUND_UNIT)
      cause->bound = CS_BOUND_WIDTH;
}

static void run_pass(run *r, const reduced *code, const cs_core_code *whole,
                     uint32_t width, bool is_measured)
{
   cs_core_step *step = code->steps, *end = code->steps + code->n_steps;
   for (uint32_t i = 0; i < whole->n_instrs; i++) {
      cs_core_place place = whole->places != NULL ? whole->places[i] : CS_CORE_PLAIN;
      uint64_t before = r->end;
      begin_instr(r, place, width);
      uint64_t done = r->begin;
      r->cause = waits_for(r, r->begun, 0);
      for (; step < end && step->instr == i; step++) {
         uint64_t step_done = do_step(r, step, done);
         done = step->is_beside ? done : tk_larger(done, step_done);
      }
      end_instr(r, place, done);
      if (r->causes != NULL && is_measured)
         keep_cause(r, i, r->end - before);
      if (is_measured)
         r->shares[i] += r->end - before;
   }
}

/* Parts of a cycle, summed up over the passes that were measured. */
static uint64_t sum_of(const uint64_t *shares, uint32_t n_instrs)
{
   uint64_t all = 0;
   for (uint32_t i = 0; i < n_instrs; i++)
      all += shares[i];
   return all;
}

/* As whole cycles of a pass, at least one. */
static uint32_t in_cycles(uint64_t all, uint32_t width)
{
   uint64_t parts = (uint64_t)(PASSES - FIRST_MEASURED) * width;
   return (uint32_t)tk_larger(1, (all + parts / 2) / parts);
}

/* Divides `sum` among the instructions. */
static void divide(uint64_t sum, const uint64_t *shares, uint32_t n_instrs,
                   uint32_t *cycles)
{
   uint64_t all = tk_larger(1, sum_of(shares, n_instrs)), so_far = 0;
   uint32_t given = 0;
   for (uint32_t i = 0; i < n_instrs; i++) {
      so_far += shares[i];
      cycles[i] = (uint32_t)(so_far * sum / all) - given;
      given += cycles[i];
   }
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

static uint32_t count_slots(const cs_core_code *code)
{
   return 1 + code->n_registers + code->n_ops;
}

/* The times of a measurement with makers, and three arrays of shares. */
static uint32_t count_times(const cs_core_code *code, uint32_t window)
{
   return 2 * count_slots(code) + code->n_registers + 3 * code->n_instrs + window;
}

/* Measures passes that carry over registers (carry_registers), from the start of `core`'s
   times; `shares` is of them, too. */
static void measure(cs_core *core, const reduced *small, const cs_machine *machine,
                    const cs_core_code *code, uint32_t window, int64_t carried,
                    uint64_t *shares, cs_core_cause *causes)
{
   run r = { .ready = core->times,
             .window = window,
             .shares = shares,
             .causes = causes,
             .n_instrs = code->n_instrs };
   uint64_t *moved = r.ready + count_slots(code);
   r.ends = moved + code->n_registers;
   r.makers = r.ends + window;
   uint64_t *end = causes == NULL ? r.makers : r.makers + count_slots(code);
   for (uint64_t *time = r.ready; time < end; time++)
      *time = 0;
   for (uint32_t i = 0; causes != NULL && i < code->n_instrs; i++)
      causes[i] = (cs_core_cause){ CS_BOUND_WIDTH, 0, 0 };
   for (uint32_t i = 0; i < code->n_instrs; i++)
      shares[i] = 0;
   for (uint32_t i = 0; i < PASSES; i++) {
      run_pass(&r, small, code, machine->width, i >= FIRST_MEASURED);
      carry_registers(&r, small, code->n_registers, moved, carried);
      r.first += code->n_instrs;
   }
}

/* The passes of a run that begin while the run before is under way: the window has room
   for so many, and the schedulers for what falls behind of them. */
static uint32_t count_free(const reduced *small, const cs_machine *machine,
                           const cs_core_code *code)
{
   uint32_t n_instrs = 0, n_behind = 0;
   for (uint32_t i = 0; i < code->n_instrs; i++)
      n_instrs += code->places == NULL || code->places[i] != CS_CORE_FUSED;
   for (uint32_t i = 0; i < small->n_steps; i++)
      n_behind += small->steps[i].falls_behind && small->steps[i].parts > 0;
   uint32_t in_window = machine->window / n_instrs;
   uint32_t scheduled = machine->window / SCHEDULED / (n_behind > 0 ? n_behind : 1);
   return in_window < scheduled ? in_window : scheduled;
}

/* For how long a pass keeps the busiest unit busy.  The passes that are measured need not
   show it: a unit that falls behind them a little each time is late only after more. */
static uint64_t find_busiest(const reduced *small)
{
   uint64_t busy[CS_CORE_UNITS] = { 0 }, busiest = 0;
   for (uint32_t i = 0; i < small->n_steps; i++)
      if (small->steps[i].unit != CS_CORE_NO_VALUE)
         busiest = tk_larger(busiest, busy[small->steps[i].unit] += small->steps[i].busy);
   return busiest;
}

/* The cycles of a pass that waits for no chain, or only for that of one register. */
static uint32_t measure_first(cs_core *core, const reduced *small,
                              const cs_machine *machine, const cs_core_code *code,
                              uint32_t window, int64_t carried, uint64_t *shares)
{
   measure(core, small, machine, code, window, carried, shares, NULL);
   uint64_t busy = (PASSES - FIRST_MEASURED) * find_busiest(small);
   return in_cycles(tk_larger(sum_of(shares, code->n_instrs), busy), machine->width);
}

/* The cycles of a loop: as cs_core_run says.  `with` has the shares of passes that carry
   over all; `more` has room for two such arrays. */
static void run_loop(cs_core *core, const reduced *small, const cs_machine *machine,
                     const cs_core_code *code, uint32_t window, const uint64_t *with,
                     uint64_t *more, uint32_t *cycles, cs_core_loop *loop)
{
   uint32_t n = code->n_instrs, n_free = count_free(small, machine, code);
   uint64_t *without = more + n;
   uint32_t sum = in_cycles(sum_of(with, n), machine->width), chain = CS_CORE_NO_VALUE;
   uint32_t first = measure_first(core, small, machine, code, window, NONE, without);
   for (uint32_t i = 0; sum > first && i < code->n_registers; i++)
      if (small->slots[i] != 1 + i
          && measure_first(core, small, machine, code, window, i, more) > first)
         chain = i;
   if (chain == CS_CORE_NO_VALUE || n_free == 0)
      return;
   for (uint32_t i = 0; i < n; i++)
      more[i] = with[i] > without[i] ? with[i] - without[i] : 0;
   divide(first, without, n, cycles);
   divide(sum - first, more, n, loop->later);
   loop->n_free = n_free;
   loop->chain = chain;
}

void cs_core_run(cs_core *core, const cs_machine *machine, const cs_core_code *code,
                 uint32_t *cycles, cs_core_loop *loop, cs_core_cause *causes)
{
   uint32_t n = code->n_instrs, all = PASSES * n;
   uint32_t window = machine->window < all ? machine->window : all; /* more is the same */
   uint32_t n_times = count_times(code, window);
   for (uint32_t i = 0; i < n; i++)
      cycles[i] = 0;
   if (loop != NULL)
      loop->n_free = 0;
   if (n == 0)
      return;
   make_room(core, n_times, code->n_values, code->n_ops);
   reduced small = reduce_code(core, code, machine);
   uint64_t *with = core->times + n_times - n;
   measure(core, &small, machine, code, window, ALL, with, causes);
   divide(in_cycles(sum_of(with, n), machine->width), with, n, cycles);
   if (loop != NULL)
      run_loop(core, &small, machine, code, window, with, with - 2 * n, cycles, loop);
}
