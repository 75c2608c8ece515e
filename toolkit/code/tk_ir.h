/* tk_ir.h -- building flat IR: each step is a statement, each value an atom; glue.

   All functions append to `sb`.  A word is the host's, which the guest shares.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"
#if defined(VGA_arm64)
#include "libvex_guest_arm64.h"
#endif

#include "code/tk_vex.h"

#if defined(VG_BIGENDIAN)
#define TK_IR_ENDIAN Iend_BE
#else
#define TK_IR_ENDIAN Iend_LE
#endif

#define TK_IR_WORD (sizeof(UWord) == 8 ? Ity_I64 : Ity_I32)

/* The operation for words: TK_IR_OP(Add), TK_IR_OP_U(CmpLE). */
#define TK_IR_OP(op) (sizeof(UWord) == 8 ? Iop_##op##64 : Iop_##op##32)
#define TK_IR_OP_U(op) (sizeof(UWord) == 8 ? Iop_##op##64U : Iop_##op##32U)

/* ---- Constants ------------------------------------------------------- */

static inline IRExpr *tk_ir_const(UWord value)
{
   return mkIRExpr_HWord(value);
}

static inline IRExpr *tk_ir_address(const void *object)
{
   return tk_ir_const((UWord)object);
}

static inline IRExpr *tk_ir_byte(UChar value)
{
   return IRExpr_Const(IRConst_U8(value));
}

/* The value of a constant that is an address of the guest. */
static inline Addr tk_ir_guest_address(const IRConst *constant)
{
   return constant->tag == Ico_U32 ? constant->Ico.U32 : (Addr)constant->Ico.U64;
}

/* ---- Values ---------------------------------------------------------- */

static inline IRExpr *tk_ir_temp(IRSB *sb, IRType type, IRExpr *value)
{
   IRTemp t = newIRTemp(sb->tyenv, type);
   addStmtToIRSB(sb, IRStmt_WrTmp(t, value));
   return IRExpr_RdTmp(t);
}

static inline IRExpr *tk_ir_binop(IRSB *sb, IROp op, IRExpr *a, IRExpr *b)
{
   return tk_ir_temp(sb, TK_IR_WORD, IRExpr_Binop(op, a, b));
}

/* A condition: `op` compares two words. */
static inline IRExpr *tk_ir_compare(IRSB *sb, IROp op, IRExpr *a, IRExpr *b)
{
   return tk_ir_temp(sb, Ity_I1, IRExpr_Binop(op, a, b));
}

static inline IRExpr *tk_ir_not(IRSB *sb, IRExpr *condition)
{
   return tk_ir_temp(sb, Ity_I1, IRExpr_Unop(Iop_Not1, condition));
}

/* A condition as a word, 0 or 1. */
static inline IRExpr *tk_ir_condition_word(IRSB *sb, IRExpr *condition)
{
   IROp widen = sizeof(UWord) == 8 ? Iop_1Uto64 : Iop_1Uto32;
   return tk_ir_temp(sb, TK_IR_WORD, IRExpr_Unop(widen, condition));
}

/* A word, by a condition. */
static inline IRExpr *tk_ir_choose(IRSB *sb, IRExpr *condition, IRExpr *yes, IRExpr *no)
{
   return tk_ir_temp(sb, TK_IR_WORD, IRExpr_ITE(condition, yes, no));
}

/* A register of the guest, by its offset in the guest state. */
static inline IRExpr *tk_ir_register(IRSB *sb, Int offset)
{
   return tk_ir_temp(sb, TK_IR_WORD, IRExpr_Get(offset, TK_IR_WORD));
}

/* ---- The end --------------------------------------------------------- */

/* Does the superblock end with a call?  VEX says so of each jump of arm64; but only a
   call sets the link register. */
static inline Bool tk_ir_ends_with_call(const IRSB *sb)
{
   Bool is_call = sb->jumpkind == Ijk_Call;
#if defined(VGA_arm64)
   Bool links = False;
   for (Int i = sb->stmts_used - 1; i >= 0 && sb->stmts[i]->tag != Ist_IMark; i--)
      links = links
              || (sb->stmts[i]->tag == Ist_Put
                  && sb->stmts[i]->Ist.Put.offset
                        == offsetof(VexGuestARM64State, guest_X30));
   is_call = is_call && links;
#endif
   return is_call;
}

/* ---- Memory ---------------------------------------------------------- */

static inline IRExpr *tk_ir_load(IRSB *sb, IRType type, IRExpr *addr)
{
   return tk_ir_temp(sb, type, IRExpr_Load(TK_IR_ENDIAN, type, addr));
}

static inline IRExpr *tk_ir_load_word(IRSB *sb, IRExpr *addr)
{
   return tk_ir_load(sb, TK_IR_WORD, addr);
}

static inline void tk_ir_store(IRSB *sb, IRExpr *addr, IRExpr *value)
{
   addStmtToIRSB(sb, IRStmt_Store(TK_IR_ENDIAN, addr, value));
}

/* A byte in memory as a word, and back. */
static inline IRExpr *tk_ir_load_byte(IRSB *sb, IRExpr *addr)
{
   IROp widen = sizeof(UWord) == 8 ? Iop_8Uto64 : Iop_8Uto32;
   return tk_ir_temp(sb, TK_IR_WORD, IRExpr_Unop(widen, tk_ir_load(sb, Ity_I8, addr)));
}

static inline void tk_ir_store_byte(IRSB *sb, IRExpr *addr, IRExpr *word)
{
   IROp narrow = sizeof(UWord) == 8 ? Iop_64to8 : Iop_32to8;
   tk_ir_store(sb, addr, tk_ir_temp(sb, Ity_I8, IRExpr_Unop(narrow, word)));
}

/* Adds to the 64-bit counter at `addr`, and returns its new value. */
static inline IRExpr *tk_ir_add(IRSB *sb, IRExpr *addr, IRExpr *addend)
{
   IRExpr *sum = tk_ir_temp(
      sb, Ity_I64, IRExpr_Binop(Iop_Add64, tk_ir_load(sb, Ity_I64, addr), addend));
   tk_ir_store(sb, addr, sum);
   return sum;
}

static inline IRExpr *tk_ir_increment(IRSB *sb, IRExpr *addr)
{
   return tk_ir_add(sb, addr, IRExpr_Const(IRConst_U64(1)));
}

/* ---- Calls ----------------------------------------------------------- */

/* A call of `function`, whose first n_regs arguments (at most three) are passed
   in registers even on x86.  `guard` is the condition, or NULL: always. */
static inline IRDirty *tk_ir_call(IRSB *sb, const HChar *name, void *function,
                                  IRExpr **args, Int n_regs, IRExpr *guard)
{
#if defined(VGA_arm64)
   /* VEX has no way there to pass the guest's state. */
   if (args[0] != NULL && args[0]->tag == Iex_GSPTR) {
      args[0] = IRExpr_Const(IRConst_U64((HWord)function));
      function = tk_vex_call_with_state;
   }
#endif
   IRDirty *call = unsafeIRDirty_0_N(n_regs, name, VG_(fnptr_to_fnentry)(function), args);
   if (guard != NULL)
      call->guard = guard;
   addStmtToIRSB(sb, IRStmt_Dirty(call));
   return call;
}

#define TK_IR_CALL(sb, function, args, n_regs, guard) \
   tk_ir_call(sb, #function, function, args, n_regs, guard)

/* The call reads or changes the guest's register at `offset`. */
static inline void tk_ir_effect(IRDirty *call, IREffect effect, Int offset)
{
   Int i = call->nFxState++;
   VG_(memset)(&call->fxState[i], 0, sizeof call->fxState[i]);
   call->fxState[i].fx = effect;
   call->fxState[i].offset = (UShort)offset;
   call->fxState[i].size = sizeof(Addr);
}
