/* test_an_measured.c -- an_measured: times that are made up become the machine that they
   are of; what cannot be true is left and noted; the text is read back.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_machine_text.h"
#include "machine/cs_presets.h"
#include "measure/an_measured.h"

static const double ns = 0.4; /* a cycle */

/* L1 of 48K, L2 of 1M, an exclusive L3 of 32M. */
static cs_machine host(void)
{
   cs_machine m;
   assert_true(cs_preset_find("zen5-server", &m));
   strcpy(m.name, "host-zen5-server");
   return m;
}

/* A machine whose values differ from the host's. */
static an_times made_up(void)
{
   an_times t;
   for (int i = 0; i < AN_N_TIMES; i++)
      t.least_ns[i] = INFINITY;
#define SET(which, cycles) t.least_ns[which] = (cycles) * ns
   SET(AN_TIME_CYCLE, 1);
   SET(AN_TIME_NEAR, 5.1);
   SET(AN_TIME_NEAR + 1, 15.8);
   SET(AN_TIME_FAR + 1, 16.2);
   SET(AN_TIME_NEAR + 2, 55);
   SET(AN_TIME_FAR + 2, 60);
   SET(AN_TIME_FIT, 80);
   SET(AN_TIME_MEMORY, 400.4);
   for (int i = 0; i < AN_HUNTERS_LOG; i++) /* ten of them at most */
      SET(AN_TIME_CHASES + i, i < 3 ? 410 : 40.0 * (2 << i));
   SET(AN_TIME_RANDOM, 500);
   SET(AN_TIME_LINE, 7.6);
   SET(AN_TIME_TLB2, 13.1);
   SET(AN_TIME_TLB2_BASE, 5.1);
   SET(AN_TIME_TLB2S, 3.2);
   SET(AN_TIME_TLB2S_BASE, 2.1);
   SET(AN_TIME_WALK, 86);
   SET(AN_TIME_WALK_BASE, 16);
   SET(AN_TIME_WALKS, 25.5);
   SET(AN_TIME_WALKS_BASE, 2); /* a walk of 70 in 23.5 */
   SET(AN_TIME_GAP, 2.6);
   SET(AN_TIME_GAP + 1, 0.4);
   SET(AN_TIME_REFILL, 9.4);
   SET(AN_TIME_BRANCH, 12);
   SET(AN_TIME_BRANCH_0, 1);
   SET(AN_TIME_BRANCH_1, 2);
   SET(AN_TIME_WIDE, 1.6);
   SET(AN_TIME_WORD, 5.8);
   SET(AN_TIME_HALF, 6.1);
   SET(AN_TIME_STORE, 0.52);
   for (int op = CS_OP_MUL; op < CS_N_OPS; op++)
      SET(AN_TIME_OP + op, 10 + op);
   return t;
}

static an_measured measured(const an_times *times)
{
   cs_machine of = host();
   an_measured m;
   assert_true(an_measured_of(times, &of, &m));
   assert_null(cs_machine_error(&m.machine));
   assert_true(m.n_values <= AN_MEASURED_VALUES);
   return m;
}

/* NULL if the value was taken. */
static const char *reason_of(const an_measured *m, const char *name)
{
   for (size_t i = 0; i < m->n_values; i++)
      if (strcmp(m->values[i].name, name) == 0)
         return m->values[i].reason;
   fail_msg("no value %s", name);
   return NULL;
}

/* ---- Machines -------------------------------------------------------- */

static void test_all_measured(void **state)
{
   (void)state;
   an_times times = made_up();
   an_measured of = measured(&times);
   const cs_machine *m = &of.machine;
   for (size_t i = 0; i < of.n_values; i++)
      assert_null(of.values[i].reason);
   assert_string_equal(m->name, "measured-zen5-server");
   assert_int_equal(m->d1.latency_cycles, 5);
   assert_int_equal(m->levels[0].latency_cycles, 16);
   assert_int_equal(m->levels[1].latency_cycles, 60);
   assert_int_equal(m->levels[1].geometry.size_B, 32 << 20);
   assert_int_equal(m->memory_cycles, 400);
   assert_int_equal(m->levels[0].gap_cycles, 3);
   assert_int_equal(m->levels[1].gap_cycles, 1); /* at least */
   assert_int_equal(m->d1.refill_cycles, 9);
   assert_int_equal(m->n_walkers, 3);
   assert_int_equal(m->line_cycles, 8);
   assert_int_equal(m->n_misses, 10);
   assert_int_equal(m->dtlb[1].latency_cycles, 8);
   assert_int_equal(m->walk_cycles, 70);
   assert_int_equal(m->far_walk_cycles, 100);  /* 500 - 400.4 */
   assert_int_equal(m->mispredict_cycles, 21); /* 2 * (12 - 1.5) */
   assert_int_equal(m->width, 8);              /* units can be too few for it */
   assert_int_equal(m->forward_cycles, 5);     /* 5.8 - 1 */
   assert_false(m->renames_memory);
   assert_int_equal(m->n_stores, 2);
   static const uint32_t ops[CS_N_OPS] = { 1, 11, 11, 13, 14, 15, 3, 17, 18, 19 };
   for (int op = 0; op < CS_N_OPS; op++) /* div by 1 less, fsqrt by fadd */
      assert_int_equal(m->op_cycles[op], ops[op]);
   /* The rest is the host's. */
   cs_machine before = host();
   assert_memory_equal(m->prefetchers, before.prefetchers, sizeof before.prefetchers);
   assert_int_equal(m->i1.latency_cycles, before.i1.latency_cycles);
   assert_int_equal(m->window, before.window);
}

static void test_nothing_timed(void **state)
{
   (void)state;
   an_times times = made_up();
   cs_machine before = host();
   an_measured m;
   for (int i = 0; i < AN_N_TIMES; i++)
      times.least_ns[i] = INFINITY;
   assert_false(an_measured_of(&times, &before, &m));
   times.least_ns[AN_TIME_CYCLE] = 0; /* a clock that stands */
   assert_false(an_measured_of(&times, &before, &m));
   times.least_ns[AN_TIME_CYCLE] = ns;
   m = measured(&times);
   for (size_t i = 0; i < m.n_values; i++)
      if (strcmp(m.values[i].name, "last level, KiB") != 0)
         assert_string_equal(m.values[i].reason, "it was not timed");
   cs_machine after = m.machine;
   memcpy(after.name, before.name, sizeof after.name);
   assert_memory_equal(&after, &before, sizeof after);
}

/* Lines of one set that come nearly as fast as others are not held up. */
static void test_sets(void **state)
{
   (void)state;
   an_times times = made_up();
   times.least_ns[AN_TIME_REFILL] = 4.1 * ns; /* below 1.4 times the gap, 3 */
   assert_int_equal(measured(&times).machine.d1.refill_cycles, 0);
   times.least_ns[AN_TIME_REFILL] = 4.3 * ns;
   assert_int_equal(measured(&times).machine.d1.refill_cycles, 4);
}

/* Loads that do not wait overlap more than 32 chases can; a core can be wider. */
static void test_more(void **state)
{
   (void)state;
   an_times times = made_up();
   times.least_ns[AN_TIME_APART] = 8 * ns;
   times.least_ns[AN_TIME_WIDE] = 0.82 * ns;
   an_measured m = measured(&times);
   assert_int_equal(m.machine.n_misses, 50);
   times.least_ns[AN_TIME_RANDOM_CHASES + 4] = 250 * ns;
   m = measured(&times);
   assert_int_equal(m.machine.n_misses, 64); /* 32 of 500 cycles in 250 */
   assert_int_equal(m.machine.width, 10);
}

/* The larger set counts, unless it no longer fits. */
static void test_near_and_far(void **state)
{
   (void)state;
   an_times times = made_up();
   times.least_ns[AN_TIME_FAR + 2] = 300 * ns;
   assert_int_equal(measured(&times).machine.levels[1].latency_cycles, 55);
   times.least_ns[AN_TIME_FAR + 2] = INFINITY;
   assert_int_equal(measured(&times).machine.levels[1].latency_cycles, 55);
   times.least_ns[AN_TIME_FAR + 2] = 40 * ns;
   assert_int_equal(measured(&times).machine.levels[1].latency_cycles, 55);
}

/* Levels grow, whatever was timed. */
static void test_levels_grow(void **state)
{
   (void)state;
   an_times times = made_up();
   times.least_ns[AN_TIME_NEAR + 1] = times.least_ns[AN_TIME_FAR + 1] = 5.2 * ns;
   an_measured m = measured(&times);
   assert_string_equal(reason_of(&m, "L2 latency"), "as fast as the level before it");
   assert_int_equal(m.machine.levels[0].latency_cycles, 14); /* the host's */

   times = made_up();
   times.least_ns[AN_TIME_NEAR + 2] = 350 * ns; /* others fill it */
   m = measured(&times);
   assert_string_equal(reason_of(&m, "L3 latency"), "its lines do not stay there");
   assert_int_equal(m.machine.levels[1].latency_cycles, 50);

   times = made_up();
   times.least_ns[AN_TIME_NEAR] = 19 * ns; /* later than the host's L2 */
   times.least_ns[AN_TIME_NEAR + 1] = times.least_ns[AN_TIME_FAR + 1] = INFINITY;
   m = measured(&times);
   assert_string_equal(reason_of(&m, "L2 latency"), "it was not timed");
   assert_int_equal(m.machine.levels[0].latency_cycles, 38);

   times = made_up();
   times.least_ns[AN_TIME_MEMORY] = 30 * ns;
   m = measured(&times);
   assert_string_equal(reason_of(&m, "memory latency"), "not plausible");
   assert_true(m.machine.memory_cycles > m.machine.levels[1].latency_cycles);
}

/* The last level has the size that others leave. */
static void test_size(void **state)
{
   (void)state;
   an_times times = made_up();
   times.least_ns[AN_TIME_FIT] = 390 * ns;
   times.least_ns[AN_TIME_FIT + 1] = 380 * ns;
   times.least_ns[AN_TIME_FIT + 2] = 150 * ns;
   times.least_ns[AN_TIME_FIT + 3] = 70 * ns;
   an_measured m = measured(&times);
   assert_int_equal(m.machine.levels[1].geometry.size_B, 8 << 20);
   assert_int_equal(m.last_B, 32 << 20);
   times = made_up();
   times.least_ns[AN_TIME_FIT] = 390 * ns;
   m = measured(&times);
   assert_string_equal(reason_of(&m, "last level, KiB"), "no size of it holds its lines");
   assert_int_equal(m.machine.levels[1].geometry.size_B, 32 << 20);

   cs_machine of = host();
   static const uint64_t sizes_M[AN_FITS] = { 32, 16, 8, 4, 2, 0, 0, 0 };
   for (uint32_t i = 0; i < AN_FITS; i++)
      assert_int_equal(an_measured_fit_B(&of, i), sizes_M[i] << 20);
}

static void test_not_plausible(void **state)
{
   static const struct {
      int which;
      double cycles;
      const char *name;
   } cases[] = {
      { AN_TIME_NEAR, 40, "D1 latency" },     { AN_TIME_LINE, 0.2, "memory gap" },
      { AN_TIME_TLB2, 5, "DTLB2 latency" },   { AN_TIME_WALK, 20, "walk" },
      { AN_TIME_BRANCH, 1.6, "mispredict" },  { AN_TIME_WIDE, 20, "width, at least" },
      { AN_TIME_STORE, 3, "stores" },         { AN_TIME_OP + CS_OP_DIV, 1000, "div" },
      { AN_TIME_OP + CS_OP_MUL, 0.1, "mul" },
   };
   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      an_times times = made_up();
      times.least_ns[cases[i].which] = cases[i].cycles * ns;
      an_measured m = measured(&times);
      assert_string_equal(reason_of(&m, cases[i].name), "not plausible");
   }
}

/* Words that are renamed: then `forward` is what others take. */
static void test_forward(void **state)
{
   (void)state;
   an_times times = made_up();
   times.least_ns[AN_TIME_WORD] = 1.2 * ns;
   an_measured m = measured(&times);
   assert_int_equal(m.machine.forward_cycles, 6);
   assert_true(m.machine.renames_memory);
   times.least_ns[AN_TIME_HALF] = 1000 * ns;
   m = measured(&times);
   assert_string_equal(reason_of(&m, "forward"), "not plausible");
   assert_int_equal(m.machine.forward_cycles, host().forward_cycles);
   times.least_ns[AN_TIME_WORD] = times.least_ns[AN_TIME_HALF] = INFINITY;
   m = measured(&times);
   assert_string_equal(reason_of(&m, "forward"), "it was not timed");
   assert_true(m.machine.renames_memory == host().renames_memory);
}

/* No second level, a unified one, none at all: what is not there has no value. */
static void test_tlbs(void **state)
{
   (void)state;
   an_times times = made_up();
   cs_machine of = host();
   an_measured m;
   of.has_unified_tlb = true;
   of.itlb[1] = of.dtlb[1];
   assert_true(an_measured_of(&times, &of, &m));
   assert_null(reason_of(&m, "TLB2 latency"));
   assert_int_equal(m.machine.itlb[1].latency_cycles, 8);
   assert_int_equal(m.machine.dtlb[1].gap_cycles, 3);
   assert_null(cs_machine_error(&m.machine));
   times.least_ns[AN_TIME_TLB2S_BASE] = 2.3 * ns; /* hardly less */
   assert_true(an_measured_of(&times, &of, &m));
   assert_int_equal(m.machine.dtlb[1].gap_cycles, 0);
   of = host();
   of.itlb[0] = of.itlb[1] = of.dtlb[0] = of.dtlb[1] = (cs_tlb_shape){ 0 };
   assert_true(an_measured_of(&times, &of, &m));
   assert_int_equal(m.machine.walk_cycles, of.walk_cycles);
   assert_int_equal(m.machine.far_walk_cycles, of.far_walk_cycles);
   for (size_t i = 0; i < m.n_values; i++)
      assert_null(strstr(m.values[i].name, "TLB"));
}

/* ---- Text ------------------------------------------------------------ */

static char *text_of(const an_measured *m, const char *processor)
{
   char *text = NULL;
   size_t length_B;
   FILE *out = open_memstream(&text, &length_B);
   an_measured_head head = { processor, "2026-11-22", "cs_machine measure (quern 1)" };
   an_measured_write(m, &head, out);
   assert_int_equal(fclose(out), 0);
   return text;
}

static void assert_reads_back(const an_measured *m, const char *text)
{
   cs_machine read;
   tk_problem problem = { 0 };
   if (!cs_machine_parse(text, strlen(text), &read, &problem))
      fail_msg("%u: %s", problem.line, problem.reason);
   assert_string_equal(read.name, m->machine.name);
   assert_int_equal(read.memory_cycles, m->machine.memory_cycles);
   assert_int_equal(read.levels[1].geometry.size_B, m->machine.levels[1].geometry.size_B);
   assert_int_equal(read.op_cycles[CS_OP_CONVERT], m->machine.op_cycles[CS_OP_CONVERT]);
}

static void test_text(void **state)
{
   (void)state;
   an_times times = made_up();
   times.least_ns[AN_TIME_FIT] = 390 * ns;
   times.least_ns[AN_TIME_FIT + 1] = 80 * ns;
   times.least_ns[AN_TIME_WIDE] = INFINITY;
   an_measured m = measured(&times);
   char *text = text_of(&m, "EPYC\nname evil");
   static const char *const has[] = {
      "# EPYC?name evil\n# Measured by cs_machine measure (quern 1), 2026-11-22\n",
      "\n# In cycles of 0.4000 ns (2.50 GHz), the least of many rounds:\n",
      "\n#   L3 latency               60.0     24.0 ns\n",
      "\n#   misses                   10.0\n",
      "\n#   last level, KiB       16384.0\n",
      "\n# not measured: width, at least: it was not timed; 8 is estimated\n",
      "\n# The last level has 32768 KiB.  Only so much of it was found: ",
      "  All else is zen5-server's.\n\nname measured-zen5-server\nI1 size=32K ",
   };
   for (size_t i = 0; i < sizeof has / sizeof has[0]; i++)
      if (strstr(text, has[i]) == NULL)
         fail_msg("missing: %s\nin: %s", has[i], text);
   assert_reads_back(&m, text);
   free(text);

   m.last_B = m.machine.levels[1].geometry.size_B;
   text = text_of(&m, "EPYC");
   assert_null(strstr(text, "The last level has"));
   free(text);
}

/* The longest name that a machine has. */
static void test_long_name(void **state)
{
   (void)state;
   an_times times = made_up();
   cs_machine of = host();
   an_measured m;
   memset(of.name, 'x', sizeof of.name - 1);
   of.name[sizeof of.name - 1] = '\0';
   assert_true(an_measured_of(&times, &of, &m));
   char *text = text_of(&m, "");
   assert_reads_back(&m, text);
   free(text);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_measured), cmocka_unit_test(test_nothing_timed),
      cmocka_unit_test(test_more),         cmocka_unit_test(test_sets),
      cmocka_unit_test(test_near_and_far), cmocka_unit_test(test_levels_grow),
      cmocka_unit_test(test_size),         cmocka_unit_test(test_not_plausible),
      cmocka_unit_test(test_tlbs),         cmocka_unit_test(test_text),
      cmocka_unit_test(test_long_name),    cmocka_unit_test(test_forward),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
