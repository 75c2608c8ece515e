/* test_cs_core.c -- cycles of a piece of code: known answers, and random code against a
   naive model, which unrolls all passes and moves operations back until every rule holds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machine/cs_core.h"
#include "unit_alloc.h"

enum { PASSES = 8, MEASURED = 4, MOST_OPS = 64, MOST_INSTRS = 24 };

#define NONE CS_CORE_NO_VALUE

/* ---- The naive model ------------------------------------------------- */

typedef struct {
   long start, done;
   int instr; /* of all passes */
   const cs_core_op *op;
} naive_op;

enum { CARRY_ALL = -1, CARRY_NONE = -2 };

/* The register in which passes find what the pass before has left. */
static int carried;

/* The op before `i` that made the value which op `i` reads; -1: none.  Only registers are
   kept from pass to pass. */
static int maker_of(const naive_op *all, int i, const cs_core_code *code, uint32_t value)
{
   bool is_kept = value < code->n_registers
                  && (carried == CARRY_ALL || carried == (int)value);
   int first = is_kept ? 0 : i - i % (int)code->n_ops;
   for (int k = i - 1; k >= first; k--)
      if (all[k].op->result == value)
         return k;
   return -1;
}

static int same_unit_before(const naive_op *all, int i)
{
   for (int k = i - 1; k >= 0; k--)
      if (all[k].op->class == all[i].op->class)
         return k;
   return -1;
}

/* For how many parts it keeps its unit busy; -1: it has none. */
static long busy_of(const cs_machine *m, const cs_core_op *op)
{
   switch (op->class) {
   case CS_CORE_WRITE: return m->width / m->n_stores;
   case CS_OP_LOCKED: return op->latency_cycles * m->width;
   case CS_OP_DIV:
   case CS_OP_FP_DIV:
   case CS_OP_FP_SQRT: return op->latency_cycles * m->width / 2;
   default: return -1;
   }
}

static bool raise(long *time, long at_least)
{
   bool moved = *time < at_least;
   if (moved)
      *time = at_least;
   return moved;
}

/* Moves operation i to the earliest time that the others allow. */
static bool move_op(naive_op *all, int i, const cs_core_code *code, const long *begins,
                    const cs_machine *m)
{
   naive_op *o = &all[i];
   bool moved = raise(&o->start, begins[o->instr]);
   for (int k = 0; k < CS_CORE_SOURCES; k++) {
      uint32_t value = o->op->sources[k];
      int maker = value == NONE ? -1 : maker_of(all, i, code, value);
      if (maker >= 0)
         moved |= raise(&o->start, all[maker].done);
   }
   int storer = o->op->stored == NONE ? -1 : maker_of(all, i, code, o->op->stored);
   if (storer >= 0)
      moved |= raise(&o->done, all[storer].done);
   int before = same_unit_before(all, i);
   if (before >= 0 && busy_of(m, all[before].op) >= 0)
      moved |= raise(&o->start, all[before].start + busy_of(m, all[before].op));
   return raise(&o->done, o->start + (long)(o->op->latency_cycles * m->width)) || moved;
}

static cs_core_place place_of(const cs_core_code *code, int instr)
{
   return code->places == NULL ? CS_CORE_PLAIN
                               : code->places[(uint32_t)instr % code->n_instrs];
}

static bool move_instr(const cs_core_code *code, int i, long *begins, long *ends,
                       const cs_machine *m)
{
   if (place_of(code, i) == CS_CORE_FUSED)
      return raise(&begins[i], begins[i - 1]) | raise(&ends[i], ends[i - 1]);
   bool moved =
      i > 0 && (raise(&begins[i], begins[i - 1] + 1) | raise(&ends[i], ends[i - 1] + 1));
   uint32_t n = 0;
   int before = i - 1;
   for (; before >= 0; before--)
      if ((n += place_of(code, before + 1) != CS_CORE_FUSED) == m->window)
         break;
   if (before >= 0)
      moved |= raise(&begins[i], ends[before]);
   for (before = i - 1; before >= 0 && place_of(code, before) != CS_CORE_TARGET;)
      before--;
   if (place_of(code, i) == CS_CORE_TARGET)
      moved |= raise(&begins[i], (before >= 0 ? begins[before] : 0) + (long)m->width);
   return moved;
}

/* Of all passes, in parts of a cycle. */
static naive_op all_ops[PASSES * MOST_OPS];
static long begins[PASSES * MOST_INSTRS], ends[PASSES * MOST_INSTRS];

static void find_ends(const cs_machine *m, const cs_core_code *code)
{
   int n_instrs = PASSES * (int)code->n_instrs, n = 0;
   for (int pass = 0; pass < PASSES; pass++)
      for (uint32_t i = 0; i < code->n_ops; i++)
         all_ops[n++] = (naive_op){ .op = &code->ops[i],
                                    .instr = pass * (int)code->n_instrs
                                             + (int)code->ops[i].instr };
   for (int i = 0; i < n_instrs; i++)
      begins[i] = ends[i] = 1;
   for (bool moved = true; moved;) {
      moved = false;
      for (int i = 0; i < n_instrs; i++) {
         moved |= move_instr(code, i, begins, ends, m);
         moved |= raise(&ends[i], begins[i]);
      }
      for (int i = 0; i < n; i++) {
         moved |= move_op(all_ops, i, code, begins, m);
         if (!all_ops[i].op->is_beside)
            moved |= raise(&ends[all_ops[i].instr], all_ops[i].done);
      }
   }
}

/* The whole cycles of a pass, of the parts of the measured passes. */
static uint32_t whole_of(const cs_machine *m, const double *parts, uint32_t n)
{
   double all = 0;
   for (uint32_t i = 0; i < n; i++)
      all += parts[i];
   uint32_t whole = (uint32_t)(all / (MEASURED * m->width) + 0.5);
   return whole < 1 ? 1 : whole;
}

static void divide(uint32_t whole, const double *parts, uint32_t n, uint32_t *cycles)
{
   double all = 0, so_far = 0;
   for (uint32_t i = 0; i < n; i++)
      all += parts[i];
   for (uint32_t i = 0; i < n; i++) {
      uint32_t before = (uint32_t)(so_far * whole / all);
      so_far += parts[i];
      cycles[i] = (uint32_t)(so_far * whole / all) - before;
   }
}

/* The parts that each instruction takes in the measured passes. */
static void naive_parts(const cs_machine *m, const cs_core_code *code, int what,
                        double *parts)
{
   carried = what;
   find_ends(m, code);
   int n = (int)code->n_instrs;
   for (int i = 0; i < n; i++) {
      parts[i] = 0;
      for (int pass = PASSES - MEASURED; pass < PASSES; pass++)
         parts[i] += (double)(ends[pass * n + i] - ends[pass * n + i - 1]);
   }
}

/* How long an operation waits after its instruction has begun, in this pass. */
static long wait_of(const cs_core_code *code, int pass, uint32_t i)
{
   const naive_op *o = &all_ops[(uint32_t)pass * code->n_ops + i];
   return o->start - begins[o->instr];
}

/* Of the passes that were found last. */
static uint32_t naive_free(const cs_machine *m, const cs_core_code *code)
{
   uint32_t n_instrs = 0, n_behind = 0;
   for (int i = 0; i < (int)code->n_instrs; i++)
      n_instrs += place_of(code, i) != CS_CORE_FUSED;
   for (uint32_t i = 0; i < code->n_ops; i++)
      n_behind += code->ops[i].latency_cycles > 0
                  && wait_of(code, PASSES - 1, i) > wait_of(code, PASSES - 2, i);
   uint32_t in_window = m->window / n_instrs;
   uint32_t scheduled = n_behind > 0 ? m->window / 5 / n_behind : m->window / 5;
   return in_window < scheduled ? in_window : scheduled;
}

/* For how many parts a pass keeps the busiest unit busy. */
static double naive_busiest(const cs_machine *m, const cs_core_code *code)
{
   double most = 0;
   for (uint32_t class = 0; class < CS_CORE_UNITS; class ++) {
      double busy = 0;
      for (uint32_t i = 0; i < code->n_ops; i++)
         if (code->ops[i].class == class)
            busy += fmax(0, (double)busy_of(m, &code->ops[i]));
      most = busy > most ? busy : most;
   }
   return most;
}

/* The cycles of a pass that carries no more than one register. */
static uint32_t naive_first(const cs_machine *m, const cs_core_code *code, int what,
                            double *parts)
{
   naive_parts(m, code, what, parts);
   double busiest = MEASURED * naive_busiest(m, code);
   uint32_t first = whole_of(m, parts, code->n_instrs), busy = whole_of(m, &busiest, 1);
   return busy > first ? busy : first;
}

/* What cs_core_run says. */
static void naive_run(const cs_machine *m, const cs_core_code *code, uint32_t *cycles,
                      cs_core_loop *loop)
{
   static double with[MOST_INSTRS], without[MOST_INSTRS], one[MOST_INSTRS];
   uint32_t n = code->n_instrs;
   naive_parts(m, code, CARRY_ALL, with);
   uint32_t n_free = naive_free(m, code), sum = whole_of(m, with, n);
   uint32_t first = naive_first(m, code, CARRY_NONE, without);
   loop->chain = CS_CORE_NO_VALUE;
   for (uint32_t i = 0; i < code->n_registers; i++)
      if (naive_first(m, code, (int)i, one) > first)
         loop->chain = i;
   loop->n_free = sum > first && loop->chain != CS_CORE_NO_VALUE ? n_free : 0;
   if (loop->n_free == 0) {
      divide(sum, with, n, cycles);
      return;
   }
   divide(first, without, n, cycles);
   for (uint32_t i = 0; i < n; i++)
      with[i] = with[i] > without[i] ? with[i] - without[i] : 0;
   divide(sum - first, with, n, loop->later);
}

/* ---- Random code ----------------------------------------------------- */

/* One of first to end - 1; once in n times none. */
static uint32_t random_value(unit_random *random, uint64_t n, uint32_t first,
                             uint32_t end)
{
   return unit_random_below(random, n) == 0
             ? NONE
             : first + (uint32_t)unit_random_below(random, end - first);
}

static int n_loops; /* with later cycles */

static void fuzz(uint64_t seed)
{
   unit_alloc memory;
   unit_alloc_init(&memory);
   unit_random random = unit_random_from(seed);
   cs_machine m = cs_machine_default;
   m.width = 1 + (uint32_t)unit_random_below(&random, 8);
   m.window = 1 + (uint32_t)unit_random_below(&random, seed % 2 ? 400 : 20);
   m.n_stores = 1 + (uint32_t)unit_random_below(&random, 3);
   cs_core core;
   cs_core_init(&core, &memory.alloc);
   for (int round = 0; round < 20; round++) {
      cs_core_op ops[MOST_OPS];
      cs_core_code code = { .ops = ops, .n_values = 12 };
      code.n_registers = (uint32_t)unit_random_below(&random, 13);
      code.n_instrs = 1 + (uint32_t)unit_random_below(&random, MOST_INSTRS);
      uint8_t places[MOST_INSTRS];
      for (uint32_t i = 0; i < code.n_instrs; i++)
         places[i] = (uint8_t)(unit_random_below(&random, 4) == 0
                                  ? 1 + unit_random_below(&random, 2)
                                  : CS_CORE_PLAIN);
      places[0] = places[0] == CS_CORE_FUSED ? CS_CORE_PLAIN : places[0];
      code.places = round % 2 == 0 ? places : NULL;
      for (uint32_t i = 0; i < code.n_instrs; i++)
         for (uint64_t k = unit_random_below(&random, 3); k > 0; k--) {
            cs_core_op *op = &ops[code.n_ops++];
            *op =
               (cs_core_op){ .instr = i,
                             .class = (uint32_t)unit_random_below(&random, CS_CORE_UNITS),
                             .latency_cycles = (uint32_t)unit_random_below(&random, 9) };
            /* Values from 8 on are in memory: others than stores have them only as
               what is stored. */
            op->is_beside = unit_random_below(&random, 4) == 0;
            for (int s = 0; s < CS_CORE_SOURCES; s++)
               op->sources[s] = random_value(&random, 2, 0, op->is_beside ? 12 : 8);
            op->stored = random_value(&random, 2, 8, 12);
            op->result = op->is_beside ? random_value(&random, 5, 8, 12)
                                       : random_value(&random, 5, 0, 8);
         }
      uint32_t found[MOST_INSTRS], expected[MOST_INSTRS], sum = 0;
      uint32_t later[MOST_INSTRS], expected_later[MOST_INSTRS];
      cs_core_loop loop = { .later = later }, expected_loop = { .later = expected_later };
      naive_run(&m, &code, expected, &expected_loop);
      cs_core_run(&core, &m, &code, found, &loop, NULL);
      assert_int_equal(loop.n_free, expected_loop.n_free);
      n_loops += loop.n_free > 0;
      if (loop.n_free > 0)
         assert_int_equal(loop.chain, expected_loop.chain);
      for (uint32_t i = 0; i < code.n_instrs; i++) {
         assert_int_equal(found[i], expected[i]);
         if (loop.n_free > 0)
            assert_int_equal(later[i], expected_later[i]);
         sum += found[i];
      }
      assert_true(sum >= 1);
   }
   cs_core_fini(&core);
   assert_int_equal(memory.n_live, 0);
}

static void test_random_code(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 150; seed++)
      fuzz(seed);
   assert_true(n_loops > 100);
}

/* ---- Known answers --------------------------------------------------- */

/* The cycles of a pass. */
static uint32_t run_sum(cs_core *core, const cs_machine *m, const cs_core_code *code)
{
   uint32_t cycles[64], sum = 0;
   cs_core_run(core, m, code, cycles, NULL, NULL);
   for (uint32_t i = 0; i < code->n_instrs; i++)
      sum += cycles[i];
   return sum;
}

/* The cycles of a pass of n instructions of one operation each, on a core of width 4. */
static uint32_t cycles_of(const cs_core_op *ops, uint32_t n, uint32_t window)
{
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_machine m = cs_machine_default;
   m.window = window;
   cs_core core;
   cs_core_init(&core, &memory.alloc);
   const cs_core_code code = {
      .ops = ops, .n_ops = n, .n_instrs = n, .n_values = 64, .n_registers = 64
   };
   uint32_t sum = run_sum(&core, &m, &code);
   cs_core_fini(&core);
   assert_int_equal(memory.n_live, 0);
   return sum;
}

#define OP(i, cycles, from, to) \
   { .instr = (i), \
     .latency_cycles = (cycles), \
     .sources = { from, NONE, NONE }, \
     .result = (to), \
     .stored = NONE }

static void test_width(void **state)
{
   (void)state;
   cs_core_op ops[40];
   for (uint32_t i = 0; i < 40; i++)
      ops[i] = (cs_core_op)OP(i, 1, i, i); /* each has a chain of its own */
   assert_int_equal(cycles_of(ops, 40, 224), 10);
   assert_int_equal(cycles_of(ops, 2, 224), 1); /* at least */
}

static void test_chains(void **state)
{
   (void)state;
   cs_core_op ops[8];
   for (uint32_t i = 0; i < 8; i++)
      ops[i] = (cs_core_op)OP(i, 4, 0, 0);
   assert_int_equal(cycles_of(ops, 8, 224), 32); /* one chain */
   for (uint32_t i = 0; i < 8; i++)
      ops[i].sources[0] = ops[i].result = i % 2;
   assert_int_equal(cycles_of(ops, 8, 224), 16); /* two */
   const cs_core_op swap[] = { OP(0, 3, 1, 2), OP(1, 3, 2, 0), OP(2, 1, 0, 1) };
   assert_int_equal(cycles_of(swap, 3, 224), 7); /* through three registers */
}

/* What a pass does not read from the one before does not wait. */
static void test_fresh_values(void **state)
{
   (void)state;
   cs_core_op ops[8];
   for (uint32_t i = 0; i < 8; i++)
      ops[i] = (cs_core_op)OP(i, 10, i == 0 ? NONE : 0, 0);
   assert_int_equal(cycles_of(ops, 8, 1000), 2);
   assert_int_equal(cycles_of(ops, 8, 8), 40); /* the window has parts of two passes */
}

static void test_division(void **state)
{
   (void)state;
   cs_core_op ops[4];
   for (uint32_t i = 0; i < 4; i++) {
      ops[i] = (cs_core_op)OP(i, 26, NONE, i);
      ops[i].class = CS_OP_DIV;
   }
   assert_int_equal(cycles_of(ops, 4, 224), 4 * 13);
}

/* A load, an addition and a store of what the next pass loads: the store's operation
   takes 5 cycles, beside its instruction; the load 4 by itself, beside that. */
static void test_memory(void **state)
{
   (void)state;
   cs_core_op ops[] = { OP(0, 4, 0, 1), OP(1, 1, 1, 2), OP(2, 5, 2, 3), OP(3, 3, 4, 4) };
   ops[0].stored = 3;
   ops[2].is_beside = true;
   assert_int_equal(cycles_of(ops, 4, 224), 5 + 1);
   ops[0].latency_cycles = 9; /* not a chain: its address is there */
   assert_int_equal(cycles_of(ops, 4, 224), 5 + 1);
   ops[3].latency_cycles = 10; /* another chain is longer */
   assert_int_equal(cycles_of(ops, 4, 224), 10);
   ops[0].stored = NONE;
   ops[3].latency_cycles = 1;
   assert_int_equal(cycles_of(ops, 4, 224), 1);
   /* A window of two instructions: the store's ends long before its value is loaded. */
   const cs_core_op store[] = { OP(0, 0, NONE, NONE), OP(1, 40, 2, 3) };
   cs_core_op beside[] = { store[0], store[1] };
   beside[1].is_beside = true;
   assert_int_equal(cycles_of(store, 2, 2), 40);
   assert_int_equal(cycles_of(beside, 2, 2), 1);
}

/* Six additions of their own chains and a branch after each, on a core of width 4. */
static void test_branches(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_core core;
   cs_core_init(&core, &memory.alloc);
   cs_core_op ops[6];
   uint8_t places[12] = { 0 };
   uint32_t cycles[12];
   for (uint32_t i = 0; i < 6; i++)
      ops[i] = (cs_core_op)OP(2 * i, 1, i, i);
   const cs_core_code code = { .ops = ops,
                               .n_ops = 6,
                               .n_instrs = 12,
                               .places = places,
                               .n_values = 6,
                               .n_registers = 6 };
   assert_int_equal(run_sum(&core, &cs_machine_default, &code), 3);
   for (uint32_t i = 1; i < 12; i += 2)
      places[i] = CS_CORE_FUSED; /* 6 / 4, that is 2 */
   assert_int_equal(run_sum(&core, &cs_machine_default, &code), 2);
   cs_core_run(&core, &cs_machine_default, &code, cycles, NULL, NULL);
   for (uint32_t i = 1; i < 12; i += 2)
      assert_int_equal(cycles[i], 0);
   for (uint32_t i = 0; i < 12; i += 2)
      places[i] = CS_CORE_TARGET; /* one in a cycle */
   assert_int_equal(run_sum(&core, &cs_machine_default, &code), 6);
   cs_core_fini(&core);
   assert_int_equal(memory.n_live, 0);
}

/* One in a cycle, whatever else there is. */
static void test_stores(void **state)
{
   (void)state;
   cs_core_op ops[8];
   for (uint32_t i = 0; i < 8; i++) {
      ops[i] = (cs_core_op)OP(i, 0, NONE, NONE);
      ops[i].class = i < 5 ? CS_CORE_WRITE : CS_OP_SIMPLE;
   }
   assert_int_equal(cycles_of(ops, 8, 224), 5);
   for (uint32_t i = 1; i < 5; i++)
      ops[i].class = CS_OP_SIMPLE;
   assert_int_equal(cycles_of(ops, 8, 224), 2);
}

/* A sum of reals in a short run costs what its instructions do, as the next run begins
   beside it; in a long one, its latency. */
static void test_runs(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_machine m = cs_machine_default;
   m.width = 4;
   m.window = 320;
   cs_core core;
   cs_core_init(&core, &memory.alloc);
   const cs_core_op ops[] = { OP(0, 4, 1, 0), OP(1, 3, 2, 2), OP(2, 1, 1, 1),
                              OP(3, 1, 1, 3) };
   const cs_core_code code = {
      .ops = ops, .n_ops = 4, .n_instrs = 4, .n_values = 4, .n_registers = 4
   };
   uint32_t cycles[4], later[4];
   cs_core_loop loop = { .later = later };
   cs_core_run(&core, &m, &code, cycles, &loop, NULL);
   assert_int_equal(loop.n_free, 64); /* 320 / 5 */
   assert_int_equal(loop.chain, 2);
   assert_int_equal(cycles[0] + cycles[1] + cycles[2] + cycles[3], 1);
   assert_int_equal(later[1], 2); /* it pays for all */
   m.window = 200;                /* for 50 passes, and 40 sums that wait */
   cs_core_run(&core, &m, &code, cycles, &loop, NULL);
   assert_int_equal(loop.n_free, 40);
   m.window = 4;
   cs_core_run(&core, &m, &code, cycles, &loop, NULL);
   assert_int_equal(loop.n_free, 0);
   assert_int_equal(cycles[0] + cycles[1] + cycles[2] + cycles[3], 4);
   cs_core_fini(&core);
   assert_int_equal(memory.n_live, 0);
}

/* The instruction that others wait for pays. */
static void test_who_pays(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_core core;
   cs_core_init(&core, &memory.alloc);
   const cs_core_op ops[] = { OP(0, 1, 1, 1), OP(1, 20, 0, 0), OP(2, 1, 2, 2) };
   const cs_core_code code = {
      .ops = ops, .n_ops = 3, .n_instrs = 3, .n_values = 3, .n_registers = 3
   };
   uint32_t cycles[3];
   assert_int_equal(run_sum(&core, &cs_machine_default, &code), 20);
   cs_core_run(&core, &cs_machine_default, &code, cycles, NULL, NULL);
   assert_true(cycles[1] >= 19);
   const cs_core_code more = {
      .ops = ops, .n_ops = 3, .n_instrs = 3, .n_values = 3000, .n_registers = 3
   };
   assert_int_equal(run_sum(&core, &cs_machine_default, &more), 20);
   assert_int_equal(run_sum(&core, &cs_machine_default, &code), 20);
   const cs_core_code empty = { .n_values = 3 };
   assert_int_equal(run_sum(&core, &cs_machine_default, &empty), 0);
   cs_core_fini(&core);
   assert_int_equal(memory.n_live, 0);
}

/* ---- Causes ----------------------------------------------------------- */

/* Checks the causes of n instructions, on a core of this window. */
static void check_causes(const cs_core_op *ops, uint32_t n_ops, uint32_t n,
                         uint32_t window, const cs_core_cause *expected)
{
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_machine m = cs_machine_default;
   m.window = window;
   cs_core core;
   cs_core_init(&core, &memory.alloc);
   const cs_core_code code = {
      .ops = ops, .n_ops = n_ops, .n_instrs = n, .n_values = 64, .n_registers = 32
   };
   uint32_t cycles[64], again[64];
   cs_core_cause causes[64];
   cs_core_run(&core, &m, &code, again, NULL, NULL);
   cs_core_run(&core, &m, &code, cycles, NULL, causes);
   for (uint32_t i = 0; i < n; i++) {
      assert_int_equal(cycles[i], again[i]);
      assert_int_equal(causes[i].bound, expected[i].bound);
      if (expected[i].bound >= CS_BOUND_UNIT)
         assert_int_equal(causes[i].by, expected[i].by);
   }
   cs_core_fini(&core);
   assert_int_equal(memory.n_live, 0);
}

/* A chain through one instruction, beside a short one that ends with it; through three
   registers, round the loop. */
static void test_causes_of_chains(void **state)
{
   (void)state;
   const cs_core_op self[] = { OP(0, 4, 0, 0), OP(1, 1, 1, 1) };
   check_causes(self, 2, 2, 224,
                (cs_core_cause[]){ { CS_BOUND_CHAIN, 0, 0 }, { CS_BOUND_CHAIN, 1, 0 } });
   const cs_core_op swap[] = { OP(0, 3, 1, 2), OP(1, 3, 2, 0), OP(2, 1, 0, 1) };
   check_causes(swap, 3, 3, 224,
                (cs_core_cause[]){ { CS_BOUND_CHAIN, 2, 0 },
                                   { CS_BOUND_CHAIN, 0, 0 },
                                   { CS_BOUND_CHAIN, 1, 0 } });
}

/* A load and an addition in one instruction: it waits for its own last pass by the
   addition, or for the address by the load. */
static void test_causes_within(void **state)
{
   (void)state;
   cs_core_op sum[] = { OP(0, 4, 1, 40), OP(0, 5, 2, 2), OP(1, 1, 1, 1) };
   sum[1].sources[1] = 40;
   check_causes(sum, 3, 2, 224,
                (cs_core_cause[]){ { CS_BOUND_CHAIN, 0, 0 }, { CS_BOUND_CHAIN, 1, 0 } });
   cs_core_op address[] = { OP(0, 4, 1, 40), OP(0, 1, NONE, 2), OP(1, 9, 1, 1) };
   address[1].sources[1] = 40;
   check_causes(address, 3, 2, 224,
                (cs_core_cause[]){ { CS_BOUND_CHAIN, 1, 0 }, { CS_BOUND_CHAIN, 1, 0 } });
}

static void test_causes_of_units(void **state)
{
   (void)state;
   cs_core_op ops[2];
   for (uint32_t i = 0; i < 2; i++) {
      ops[i] = (cs_core_op)OP(i, 26, NONE, i);
      ops[i].class = CS_OP_DIV;
   }
   check_causes(ops, 2, 2, 224,
                (cs_core_cause[]){ { CS_BOUND_UNIT, 1, 0 }, { CS_BOUND_UNIT, 0, 0 } });
}

/* Slow instructions without a chain: the window is too small to hide them. */
static void test_causes_of_windows(void **state)
{
   (void)state;
   cs_core_op ops[2] = { OP(0, 40, NONE, 0), OP(1, 1, NONE, 1) };
   check_causes(ops, 2, 2, 4,
                (cs_core_cause[]){ { CS_BOUND_WINDOW, 0, 0 }, { CS_BOUND_WIDTH, 0, 0 } });
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_causes_of_chains),
      cmocka_unit_test(test_causes_within),
      cmocka_unit_test(test_causes_of_units),
      cmocka_unit_test(test_causes_of_windows),
      cmocka_unit_test(test_width),
      cmocka_unit_test(test_chains),
      cmocka_unit_test(test_fresh_values),
      cmocka_unit_test(test_division),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_who_pays),
      cmocka_unit_test(test_stores),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_random_code),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
