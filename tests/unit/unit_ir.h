/* unit_ir.h -- runs statements of VEX as translated code would, on real memory: those
   that our glue makes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef UNIT_IR_H
#define UNIT_IR_H

#include "unit_core.h"

enum { IR_TEMPS = 100, IR_STATE_B = 4096 };

typedef struct ir_machine {
   ULong temps[IR_TEMPS];
   UChar state[IR_STATE_B]; /* the guest's registers, and their shadows */
} ir_machine;

static ir_machine ir;

static inline ULong ir_constant(const IRConst *c)
{
   switch (c->tag) {
   case Ico_U1: return c->Ico.U1;
   case Ico_U8: return c->Ico.U8;
   case Ico_U32: return c->Ico.U32;
   case Ico_U64: return c->Ico.U64;
   default: fail_msg("a constant of another kind"); return 0;
   }
}

static inline ULong ir_read(const void *from, IRType type)
{
   ULong value = 0;
   memcpy(&value, from, (size_t)sizeofIRType(type)); /* of a little-endian host */
   return value;
}

static inline ULong ir_binop(IROp op, ULong a, ULong b)
{
   switch (op) {
   case Iop_Add64: return a + b;
   case Iop_Sub64: return a - b;
   case Iop_And64: return a & b;
   case Iop_Or64: return a | b;
   case Iop_Shl64: assert_true(b < 64); return a << b;
   case Iop_Shr64: assert_true(b < 64); return a >> b;
   case Iop_CmpLE64U: return a <= b;
   default: fail_msg("another operation"); return 0;
   }
}

static inline ULong ir_value(const IRExpr *e)
{
   switch (e->tag) {
   case Iex_Const: return ir_constant(e->Iex.Const.con);
   case Iex_RdTmp: return ir.temps[e->Iex.RdTmp.tmp];
   case Iex_Get: return ir_read(ir.state + e->Iex.Get.offset, e->Iex.Get.ty);
   case Iex_Load:
      return ir_read((void *)(Addr)ir_value(e->Iex.Load.addr), e->Iex.Load.ty);
   case Iex_Binop:
      return ir_binop(e->Iex.Binop.op, ir_value(e->Iex.Binop.arg1),
                      ir_value(e->Iex.Binop.arg2));
   case Iex_Unop:
      if (e->Iex.Unop.op == Iop_Not1)
         return !ir_value(e->Iex.Unop.arg);
      assert_int_equal(e->Iex.Unop.op, Iop_64to8);
      return ir_value(e->Iex.Unop.arg) & 0xff;
   default: fail_msg("another expression"); return 0;
   }
}

/* Runs all statements of a superblock. */
static inline void ir_run(const IRSB *sb)
{
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      ULong value;
      assert_true(isFlatIRStmt(st));
      switch (st->tag) {
      case Ist_IMark: break;
      case Ist_WrTmp:
         assert_true(st->Ist.WrTmp.tmp < IR_TEMPS);
         ir.temps[st->Ist.WrTmp.tmp] = ir_value(st->Ist.WrTmp.data);
         break;
      case Ist_Put:
         value = ir_value(st->Ist.Put.data);
         memcpy(ir.state + st->Ist.Put.offset, &value, sizeof value);
         break;
      case Ist_Store:
         value = ir_value(st->Ist.Store.data);
         memcpy((void *)(Addr)ir_value(st->Ist.Store.addr), &value, sizeof value);
         break;
      default: fail_msg("another statement");
      }
   }
}

#endif
