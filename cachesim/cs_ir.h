/* cs_ir.h -- building flat IR: each step a statement, each value an atom; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_IR_H
#define CS_IR_H

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

typedef struct {
   IRSB *sb;         /* to be added to */
   IRType word;      /* Ity_I32 or Ity_I64 */
   uint64_t *totals; /* of the simulation; NULL: they are not kept */
} code;

#if defined(VG_BIGENDIAN)
#define HOST_ENDIAN Iend_BE
#else
#define HOST_ENDIAN Iend_LE
#endif

/* The operation for the host's word. */
#define WORD_OP(c, op) ((c)->word == Ity_I64 ? Iop_##op##64 : Iop_##op##32)
#define WORD_OP_U(c, op) \
   ((c)->word == Ity_I64 ? Iop_##op##64U : Iop_##op##32U)

static inline IRExpr *word_const(const code *c, UWord value)
{
   return c->word == Ity_I64 ? IRExpr_Const(IRConst_U64(value))
                             : IRExpr_Const(IRConst_U32((UInt)value));
}

static inline IRExpr *address(const code *c, const void *object)
{
   return word_const(c, (UWord)object);
}

static inline void emit(const code *c, IRStmt *stmt)
{
   addStmtToIRSB(c->sb, stmt);
}

static inline IRExpr *temp(const code *c, IRType type, IRExpr *value)
{
   IRTemp t = newIRTemp(c->sb->tyenv, type);
   emit(c, IRStmt_WrTmp(t, value));
   return IRExpr_RdTmp(t);
}

static inline IRExpr *word_binop(const code *c, IROp op, IRExpr *a, IRExpr *b)
{
   return temp(c, c->word, IRExpr_Binop(op, a, b));
}

static inline IRExpr *load_word(const code *c, IRExpr *addr)
{
   return temp(c, c->word, IRExpr_Load(HOST_ENDIAN, c->word, addr));
}

/* A byte in memory as a word, and back. */
static inline IRExpr *load_byte(const code *c, IRExpr *addr)
{
   IRExpr *byte = temp(c, Ity_I8, IRExpr_Load(HOST_ENDIAN, Ity_I8, addr));
   IROp widen = c->word == Ity_I64 ? Iop_8Uto64 : Iop_8Uto32;
   return temp(c, c->word, IRExpr_Unop(widen, byte));
}

static inline void store_byte(const code *c, IRExpr *addr, IRExpr *word)
{
   IROp narrow = c->word == Ity_I64 ? Iop_64to8 : Iop_32to8;
   emit(c, IRStmt_Store(HOST_ENDIAN, addr,
                        temp(c, Ity_I8, IRExpr_Unop(narrow, word))));
}

/* A call of `function`, whose first n_regs arguments (three at most) are in
   registers where that is not so anyway; `guard` may be NULL: always. */
static inline void emit_call(const code *c, const HChar *name,
                             void *function, IRExpr **args, Int n_regs,
                             IRExpr *guard)
{
   IRDirty *call =
      unsafeIRDirty_0_N(n_regs, name, VG_(fnptr_to_fnentry)(function), args);
   if (guard != NULL)
      call->guard = guard;
   emit(c, IRStmt_Dirty(call));
}

#define CALL(c, function, args, n_regs, guard) \
   emit_call(c, #function, function, args, n_regs, guard)

#endif
