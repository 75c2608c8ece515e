/* test_cs_guard.c -- the inline code of data references, which is run here: it must say
   what cs_filter.h and cs_line_use.h say.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_ir.h"

#include "simulate/cs_guard.h"

enum { SETS = 4, LINE_B = 64, LINE_BITS = 6 };

static uintptr_t latest[SETS], written[SETS];
static cs_sim sim;
static cs_line_use use;
static uint64_t mru[SETS];

static int begin(void **state)
{
   (void)state;
   memset(&sim, 0, sizeof sim);
   sim.data = (cs_filter){ .latest = latest,
                           .written = written,
                           .n_sets = SETS,
                           .set_mask = SETS - 1,
                           .line_bits = LINE_BITS };
   for (uintptr_t set = 0; set < SETS; set++)
      cs_filter_empty(&sim.data, set);
   use = (cs_line_use){ .mru = mru, .line_B = LINE_B };
   memset(mru, 0, sizeof mru);
   return 0;
}

/* The code of a reference, whose address is the first temporary. */
typedef struct {
   IRSB *sb;
   IRExpr *guard;
} code;

static code code_of(uint32_t size_B, bool writes)
{
   code c = { .sb = emptyIRSB() };
   IRTemp addr = newIRTemp(c.sb->tyenv, Ity_I64);
   c.guard = cs_guard(c.sb, &sim, IRExpr_RdTmp(addr), size_B, writes);
   assert_non_null(c.guard);
   assert_int_equal(typeOfIRExpr(c.sb->tyenv, c.guard), Ity_I1);
   return c;
}

static bool run(const code *c, uintptr_t addr)
{
   ir.temps[0] = addr;
   ir_run(c->sb);
   return ir_value(c->guard);
}

/* Is the simulation called? */
static bool calls(uintptr_t addr, uint32_t size_B, bool writes)
{
   code c = code_of(size_B, writes);
   return run(&c, addr);
}

static void is_as_the_filter(void **state)
{
   (void)state;
   latest[1] = 0x1040;
   written[1] = 0x2040;
   const uintptr_t places[] = { 0x1040, 0x2040, 0x1080, 0x40, 0, UINTPTR_MAX - 63 };
   static const uint32_t sizes[] = { 1, 2, 8, 32, 63, 64 };
   size_t n_calls = 0, n_runs = 0;
   for (size_t k = 0; k < 2 * sizeof sizes / sizeof *sizes; k++) {
      uint32_t size_B = sizes[k / 2];
      bool writes = k % 2 == 1;
      code c = code_of(size_B, writes);
      for (size_t i = 0; i < sizeof places / sizeof *places; i++)
         for (uintptr_t offset = 0; offset < 2 * LINE_B; offset++) {
            uintptr_t addr = places[i] + offset - LINE_B / 2;
            bool called = run(&c, addr);
            assert_int_equal(
               called,
               !cs_filter_passes(&sim.data, writes ? written : latest, addr, size_B));
            n_calls += called;
            n_runs++;
         }
   }
   assert_in_range(n_calls, 1, n_runs - 1);
   assert_false(calls(0x1040, 64, false)); /* the whole line */
   assert_true(calls(0x1041, 64, false));
   assert_true(calls(0x103f, 1, false));
   assert_false(calls(0x107f, 1, false));
   assert_true(calls(0x107f, 2, false));
   assert_true(calls(0x1040, 1, true));
   assert_false(calls(0x2040, 1, true));
   assert_true(calls(0x1140, 1, false)); /* of the same set */
}

static void has_few_sets(void **state)
{
   (void)state;
   sim.data.n_sets = 1;
   sim.data.set_mask = 0;
   latest[0] = 0x1040;
   assert_false(calls(0x1040, 64, false));
   assert_true(calls(0x1080, 1, false));
   assert_true(calls(0x1040, 1, true));
   begin(NULL);
   sim.data.n_sets = 2;
   sim.data.set_mask = 1;
   latest[1] = 0x1040;
   assert_false(calls(0x1040, 64, false));
}

/* No code: the simulation is always called. */
static void has_no_guard(void **state)
{
   (void)state;
   IRSB *sb = emptyIRSB();
   IRExpr *addr = IRExpr_Const(IRConst_U64(0x1040));
   sim.d1_reasons = (void *)&sim; /* they need each reference */
   assert_null(cs_guard(sb, &sim, addr, 1, False));
   begin(NULL);
   sim.data.n_sets = 3;
   sim.data.set_mask = 0;
   assert_null(cs_guard(sb, &sim, addr, 1, False));
   sim.data.n_sets = 1;
   sim.use = &use;
   assert_null(cs_guard(sb, &sim, addr, 1, False));
   cs_guard_use(sb, &sim, addr, 1);
   assert_int_equal(sb->stmts_used, 0);
   sim.use = NULL;
   assert_non_null(cs_guard(sb, &sim, addr, 1, False));
   begin(NULL);
   sim.use = &use;
   assert_non_null(cs_guard(sb, &sim, addr, 1, False));
}

static void use_bytes(uintptr_t addr, uint64_t bytes)
{
   IRSB *sb = emptyIRSB();
   cs_guard_use(sb, &sim, IRExpr_Const(IRConst_U64(addr)), bytes);
   ir_run(sb);
}

static void notes_bytes(void **state)
{
   (void)state;
   sim.use = &use;
   use_bytes(0x1040, 0xff);
   use_bytes(0x1041, 0x1); /* again */
   use_bytes(0x1050, 0x3);
   use_bytes(0x10bf, 0x3); /* the second byte is behind the line */
   const uint64_t expected[] = { 0, 0x300ff, UINT64_C(1) << 63, 0 };
   for (int set = 0; set < SETS; set++)
      assert_int_equal(mru[set], expected[set]);
   begin(NULL); /* lines of 32 bytes */
   sim.use = &use;
   sim.data.line_bits = 5;
   use.line_B = 32;
   use_bytes(0x1060 + 30, 0xf);
   assert_int_equal(mru[3], 0xc0000000);
   assert_int_equal(mru[0], 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(is_as_the_filter, begin),
      cmocka_unit_test_setup(has_few_sets, begin),
      cmocka_unit_test_setup(has_no_guard, begin),
      cmocka_unit_test_setup(notes_bytes, begin),
   };
   return cmocka_run_group_tests_name("cs_guard", tests, NULL, NULL);
}
