/* test_cs_totals.c -- totals in the shadow registers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_ir.h"

#include "pub_tool_machine.h"

#include "simulate/cs_totals.h"
#include "watch/tk_guest.h"

/* ---- The core ---- */

enum { THREAD = 5, AT = sizeof(tk_guest) }; /* of the first shadow registers */

void VG_(get_shadow_regs_area)(ThreadId tid, UChar *to, Int shadow, PtrdiffT offset,
                               SizeT size_B)
{
   assert_int_equal(tid, THREAD);
   assert_int_equal(shadow, 1);
   memcpy(to, ir.state + AT + offset, size_B);
}

void VG_(set_shadow_regs_area)(ThreadId tid, Int shadow, PtrdiffT offset, SizeT size_B,
                               const UChar *from)
{
   assert_int_equal(tid, THREAD);
   assert_int_equal(shadow, 1);
   memcpy(ir.state + AT + offset, from, size_B);
}

static const cs_event events[] = { CS_IR, CS_DR, CS_DW, CS_BC, CS_BI, CS_CX };
enum { N = sizeof events / sizeof *events };

/* A machine that counts all events. */
static cs_sim new_sim(uint64_t collects)
{
   cs_sim sim = { .collects = collects, .columns = cs_columns_none() };
   cs_columns_add(&sim.columns, 0, CS_N_EVENTS);
   return sim;
}

static IRExpr *number(ULong n)
{
   return IRExpr_Const(IRConst_U64(n));
}

static void adds_each(void **state)
{
   (void)state;
   cs_sim sim = new_sim(1);
   IRSB *sb = emptyIRSB();
   for (UWord i = 0; i < N; i++)
      cs_totals_emit(sb, events[i], number(10 * i + 1));
   cs_totals_emit(sb, CS_IR, number(1000)); /* and again */
   for (int pass = 0; pass < 3; pass++)
      ir_run(sb);
   cs_totals_see(&sim, THREAD);
   for (UInt e = 0; e < CS_N_EVENTS; e++) {
      uint64_t expected = e == CS_IR ? 3 * 1000 : 0;
      for (UInt i = 0; i < N; i++)
         expected += e == events[i] ? 3 * (10 * i + 1) : 0;
      assert_int_equal(sim.totals[e], expected);
   }
   cs_totals_see(&sim, THREAD); /* they are 0 by now */
   assert_int_equal(sim.totals[CS_DR], 3 * 11);
}

/* The registers of the program are not touched, nor those of the second shadow. */
static void keeps_registers(void **state)
{
   (void)state;
   cs_sim sim = new_sim(1);
   memset(ir.state, 0x11, sizeof ir.state);
   memset(ir.state + AT, 0, sizeof(tk_guest));
   IRSB *sb = emptyIRSB();
   for (UInt i = 0; i < N; i++)
      cs_totals_emit(sb, events[i], number(1));
   ir_run(sb);
   cs_totals_see(&sim, THREAD);
   for (size_t i = 0; i < sizeof ir.state; i++)
      assert_int_equal(ir.state[i], i >= AT && i < 2 * (size_t)AT ? 0 : 0x11);
}

/* What runs while nothing is collected is dropped. */
static void collects_or_not(void **state)
{
   (void)state;
   cs_sim sim = new_sim(0);
   memset(ir.state, 0, sizeof ir.state);
   IRSB *sb = emptyIRSB();
   cs_totals_emit(sb, CS_DW, number(7));
   ir_run(sb);
   cs_totals_see(&sim, THREAD);
   sim.collects = 1;
   cs_totals_see(&sim, THREAD);
   assert_int_equal(sim.totals[CS_DW], 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_each),
      cmocka_unit_test(keeps_registers),
      cmocka_unit_test(collects_or_not),
   };
   return cmocka_run_group_tests_name("cs_totals", tests, NULL, NULL);
}
