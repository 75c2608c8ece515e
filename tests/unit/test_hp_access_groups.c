/* test_hp_access_groups.c -- the accesses of superblocks, grouped by base.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"

#include "watch/hp_access_groups.h"

/* ---- What is asked of the core: imitated ---- */

enum { IN_FILE = 0x10000, IN_DATA = 0x20000, IN_BSS = 0x30000, SP = 48 };

NSegment const *VG_(am_find_nsegment)(Addr at)
{
   static NSegment file = { .kind = SkFileC }, other = { .kind = SkAnonC };
   return at == IN_FILE ? &file : at == IN_DATA ? &other : NULL;
}

VgSectKind VG_(DebugInfo_sect_kind)(const HChar **name, Addr at)
{
   assert_null(name);
   return at == IN_DATA ? Vg_SectData : at == IN_BSS ? Vg_SectBSS : Vg_SectUnknown;
}

/* ---- A superblock ---- */

static hp_access_groups groups;
static IRSB *sb;

static int begin(void **state)
{
   (void)state;
   sb = emptyIRSB();
   hp_access_groups_init(&groups);
   addStmtToIRSB(sb, IRStmt_IMark(0x1000, 4, 0));
   return 0;
}

static int end(void **state)
{
   (void)state;
   VG_(deleteXA)(groups.list);
   VG_(deleteXA)(groups.refs);
   VG_(deleteXA)(groups.stack);
   VG_(deleteXA)(groups.roots.temps);
   return 0;
}

static IRExpr *let(IRType type, IRExpr *value)
{
   IRTemp t = newIRTemp(sb->tyenv, type);
   addStmtToIRSB(sb, IRStmt_WrTmp(t, value));
   return IRExpr_RdTmp(t);
}

static IRExpr *number(ULong n)
{
   return IRExpr_Const(IRConst_U64(n));
}
static IRExpr *get(Int at)
{
   return let(Ity_I64, IRExpr_Get(at, Ity_I64));
}

static IRExpr *plus(IRExpr *a, ULong n)
{
   return let(Ity_I64, IRExpr_Binop(Iop_Add64, a, number(n)));
}

static IRExpr *load(IRType type, IRExpr *at)
{
   return let(type, IRExpr_Load(Iend_LE, type, at));
}

static void store(IRExpr *at, IRExpr *value)
{
   addStmtToIRSB(sb, IRStmt_Store(Iend_LE, at, value));
}

static IRExpr *condition(void)
{
   return let(Ity_I1, IRExpr_Unop(Iop_64to1, number(1)));
}

static void leave(void)
{
   addStmtToIRSB(sb, IRStmt_Exit(condition(), Ijk_Boring, IRConst_U64(0x9000), 0));
}

/* ---- Its groups as text ---- */

/* "t0: r8+0 w4+16; ..." for each group: its root, a read of 8 bytes at it and a write of
   4 bytes 16 behind it; "if" if it is guarded, and "|" where a piece ends. */
static void check(const char *expected)
{
   char text[1024], *out = text;
   UInt piece = 0;
   hp_access_groups_read(&groups, sb, SP);
   *out = '\0';
   for (Word i = 0; i < VG_(sizeXA)(groups.list); i++) {
      const hp_access_group *group = VG_(indexXA)(groups.list, i);
      hp_ref refs[HP_SLOT_MAX_REFS];
      UInt n = 0;
      for (; piece < group->piece; piece++)
         out += sprintf(out, "| ");
      if (group->root->tag == Iex_RdTmp)
         out += sprintf(out, "t%u%s:", group->root->Iex.RdTmp.tmp,
                        group->guard != NULL ? " if" : "");
      else
         out += sprintf(out, "0x%llx:", group->root->Iex.Const.con->Ico.U64);
      for (Int at = group->last_ref; at >= 0;) {
         const hp_grouped_ref *ref = VG_(indexXA)(groups.refs, at);
         refs[n++] = ref->ref;
         at = ref->previous;
      }
      assert_int_equal(n, group->n_refs);
      while (n-- > 0)
         out += sprintf(out, " %c%u%+d", refs[n].is_write ? 'w' : 'r', refs[n].size_B,
                        refs[n].offset);
      out += sprintf(out, "; ");
   }
   assert_string_equal(text, expected);
}

static void groups_by_root(void **state)
{
   (void)state;
   IRExpr *a = get(8), *b = get(16);
   IRExpr *behind = plus(a, 16);
   IRExpr *value = load(Ity_I32, a);
   store(behind, value);
   load(Ity_I64, b);
   load(Ity_I8, plus(behind, (ULong)-20));
   check("t0: r4+0 w4+16 r1-4; t1: r8+0; ");
   assert_int_equal(groups.n_pieces, 1);
   assert_int_equal(((hp_access_group *)VG_(indexXA)(groups.list, 0))->stmt, 4);
   check("t0: r4+0 w4+16 r1-4; t1: r8+0; "); /* again, without the first's */
}

/* A piece is left only at its end, so a group does not reach over it. */
static void ends_groups_at_exits(void **state)
{
   (void)state;
   IRExpr *a = get(8);
   load(Ity_I64, a);
   leave();
   leave();
   load(Ity_I64, a);
   check("t0: r8+0; | | t0: r8+0; ");
   assert_int_equal(groups.n_pieces, 3);
}

/* No blocks are on the stack, or in the data of the program and its libraries. */
static void skips_stack_and_data(void **state)
{
   (void)state;
   IRExpr *sp = get(SP);
   load(Ity_I64, sp);
   store(plus(sp, 8), number(0));
   load(Ity_I64, number(IN_FILE));
   load(Ity_I64, number(IN_DATA));
   load(Ity_I64, number(IN_BSS));
   load(Ity_I64, number(0x40000));
   check("0x40000: r8+0; ");
}

/* An access of its own group, as nobody knows whether it is made. */
static void keeps_guarded_accesses_apart(void **state)
{
   (void)state;
   IRExpr *a = get(8);
   IRExpr *guard = condition();
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64);
   addStmtToIRSB(sb, IRStmt_LoadG(Iend_LE, ILGop_Ident64, t, a, number(0), guard));
   addStmtToIRSB(sb, IRStmt_StoreG(Iend_LE, a, IRExpr_RdTmp(t), guard));
   store(a, number(1));
   load(Ity_I16, a);
   check("t0 if: r8+0; t0 if: w8+0; t0: w8+0 r2+0; ");
}

/* What fits neither the bits of an access nor those of a slot is in several. */
static void cuts_what_is_large(void **state)
{
   (void)state;
   IRExpr *a = get(8);
   IRDirty *helper = unsafeIRDirty_0_N(0, "helper", &groups, mkIRExprVec_0());
   helper->mFx = Ifx_Modify;
   helper->mAddr = a;
   helper->mSize = HP_REF_MAX_B + 100;
   addStmtToIRSB(sb, IRStmt_Dirty(helper));
   char expected[128];
   sprintf(expected, "t0: r%d+0 r100+%d w%d+0 w100+%d; ", HP_REF_MAX_B, HP_REF_MAX_B,
           HP_REF_MAX_B, HP_REF_MAX_B);
   check(expected);
   for (int i = 0; i < HP_SLOT_MAX_REFS; i++)
      load(Ity_I8, a);
   hp_access_groups_read(&groups, sb, SP);
   assert_int_equal(VG_(sizeXA)(groups.list), 2);
   assert_int_equal(((hp_access_group *)VG_(indexXA)(groups.list, 0))->n_refs,
                    HP_SLOT_MAX_REFS);
}

/* What comes before the first instruction is the tool's own. */
static void begins_at_the_first_instruction(void **state)
{
   (void)state;
   sb = emptyIRSB();
   IRExpr *a = get(8);
   load(Ity_I64, a);
   addStmtToIRSB(sb, IRStmt_IMark(0x1000, 4, 0));
   load(Ity_I32, a);
   check("t0: r4+0; ");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(groups_by_root),       TEST(ends_groups_at_exits),
      TEST(skips_stack_and_data), TEST(keeps_guarded_accesses_apart),
      TEST(cuts_what_is_large),   TEST(begins_at_the_first_instruction),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
