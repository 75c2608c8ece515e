/* test_tk_entries.c -- where a tool's code is added before VEX optimizes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "watch/tk_entries.h"
#include "watch/tk_guest.h"

/* ---- VEX: its optimizer gets what we have added ---- */

#define OTHERS UWord b, UWord c, UWord d, UWord e, UWord f, UWord g, UWord h
IRSB *__real_do_iropt_BB(IRSB *sb, OTHERS);
IRSB *__wrap_do_iropt_BB(IRSB *sb, OTHERS);

static IRSB *optimized;

IRSB *__real_do_iropt_BB(IRSB *sb, OTHERS)
{
   assert_true(b == 1 && c == 2 && d == 3 && e == 4 && f == 5 && g == 6 && h == 7);
   optimized = sb;
   return emptyIRSB();
}

/* ---- The tool: marks each address that is a multiple of 0x100 ---- */

static Addr seen[10];
static int n_seen;

static void add(IRSB *sb, Addr address)
{
   seen[n_seen++] = address;
   for (Addr i = 0; address % 0x100 == 0 && i < 2; i++)
      addStmtToIRSB(sb, IRStmt_AbiHint(IRExpr_Const(IRConst_U64(address)), 0,
                                       IRExpr_Const(IRConst_U64(i))));
}

/* ---- Superblocks as text ---- */

/* "M1000 P T1000 T1000 N": marks, puts of the PC, the tool's, others. */
static void check(IRSB *sb, const char *expected)
{
   static char text[500];
   char *out = text;
   *out = '\0';
   n_seen = 0;
   IRSB *result = __wrap_do_iropt_BB(sb, 1, 2, 3, 4, 5, 6, 7);
   assert_ptr_equal(optimized, sb);
   assert_ptr_not_equal(result, sb); /* what VEX returns */
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_IMark) {
         out += sprintf(out, "M%lx ", (Addr)st->Ist.IMark.addr);
      } else if (st->tag == Ist_Put) {
         assert_int_equal(st->Ist.Put.offset, offsetof(tk_guest, TK_PC));
         out += sprintf(out, "P%lx ", (Addr)st->Ist.Put.data->Iex.Const.con->Ico.U64);
      } else if (st->tag == Ist_AbiHint) {
         out += sprintf(out, "T%lx ",
                        (Addr)st->Ist.AbiHint.base->Iex.Const.con->Ico.U64
                           + (Addr)st->Ist.AbiHint.nia->Iex.Const.con->Ico.U64);
      } else {
         out += sprintf(out, "N ");
      }
   }
   assert_string_equal(text, expected);
}

static void instr(IRSB *sb, Addr at, UInt size_B)
{
   addStmtToIRSB(sb, IRStmt_IMark(at, size_B, 0));
   addStmtToIRSB(sb, IRStmt_NoOp());
}

static IRSB *jump(void)
{
   IRSB *sb = emptyIRSB();
   instr(sb, 0x1000, 4);
   instr(sb, 0x1004, 4); /* follows: no entry, whatever it is */
   instr(sb, 0x2000, 2); /* VEX followed a call */
   instr(sb, 0x2010, 4); /* and a jump, which the tool does not want */
   instr(sb, 0x2014, 4);
   instr(sb, 0x1000, 4); /* and back */
   return sb;
}

static void leaves_superblocks(void **state)
{
   (void)state;
   check(jump(), "M1000 N M1004 N M2000 N M2010 N M2014 N M1000 N ");
   assert_int_equal(n_seen, 0);
}

static void adds_at_entries(void **state)
{
   (void)state;
   tk_entries_init(add);
   check(jump(), "M1000 P1000 T1000 T1001 N M1004 N M2000 P2000 T2000 T2001 N "
                 "M2010 N M2014 N M1000 P1000 T1000 T1001 N ");
   const Addr expected[] = { 0x1000, 0x2000, 0x2010, 0x1000 };
   assert_int_equal(n_seen, 4);
   for (int i = 0; i < 4; i++)
      assert_int_equal(seen[i], expected[i]);
   IRSB *sb = emptyIRSB();
   check(sb, "");
   instr(sb, 0x3000, 4);
   check(sb, "M3000 P3000 T3000 T3001 N ");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaves_superblocks),
      cmocka_unit_test(adds_at_entries), /* the first call of init */
   };
   return cmocka_run_group_tests_name("tk_entries", tests, NULL, NULL);
}
