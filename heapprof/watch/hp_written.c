/* hp_written.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_written.h"

#include "code/tk_ir.h"
#include "code/tk_ir_accesses.h"
#include "looks/hp_looks.h"
#include "owners/hp_stale.h"
#include "state/hp_run.h"

enum { WORD_B = sizeof(UWord) };

/* What an allocation function writes is not the program's. */
static VG_REGPARM(2) void on_write(HWord address, HWord size_B)
{
   if (run.watch.return_sp == 0)
      hp_looks_written(address, size_B);
}

/* The filter's bytes of as many words, at least, as a write can touch: not 0 if one of
   them is marked. */
static IRExpr *load_filter(IRSB *out, IRExpr *at, UInt n_words)
{
   Bool is_64 = WORD_B == 8;
   IROp widen;
   IRType type;
   if (n_words == 1) {
      type = Ity_I8;
      widen = is_64 ? Iop_8Uto64 : Iop_8Uto32;
   } else if (n_words == 2) {
      type = Ity_I16;
      widen = is_64 ? Iop_16Uto64 : Iop_16Uto32;
   } else if (n_words <= 4 && is_64) {
      type = Ity_I32;
      widen = Iop_32Uto64;
   } else {
      return tk_ir_load_word(out, at);
   }
   return tk_ir_temp(out, TK_IR_WORD, IRExpr_Unop(widen, tk_ir_load(out, type, at)));
}

/* A condition: the write is made, and one of its words is marked; NULL: always. */
static IRExpr *add_guard(IRSB *out, const tk_ir_access *write)
{
   UInt n_words = (write->size_B + WORD_B - 2) / WORD_B + 1;
   if (n_words > WORD_B)
      return write->guard;
   IRExpr *word = tk_ir_binop(out, TK_IR_OP(Shr), write->addr,
                              tk_ir_byte(WORD_B == 8 ? 3 : 2));
   IRExpr *index = tk_ir_binop(out, TK_IR_OP(And), word,
                               tk_ir_const(HP_STALE_FILTER - 1));
   IRExpr *at = tk_ir_binop(out, TK_IR_OP(Add), index,
                            tk_ir_address(hp_looks_next.filter));
   IRExpr *marked = load_filter(out, at, n_words);
   if (write->guard != NULL) {
      IRExpr *none = tk_ir_const(0);
      marked = tk_ir_choose(out, write->guard, marked, none);
   }
   return tk_ir_compare(out, TK_IR_OP(CmpNE), marked, tk_ir_const(0));
}

void hp_written_add(IRSB *out, const IRSB *sb, const IRStmt *stmt)
{
   tk_ir_access found[TK_IR_MAX_ACCESSES];
   UInt n = tk_ir_accesses(sb, stmt, found);
   for (UInt i = 0; i < n; i++)
      if (found[i].is_write)
         TK_IR_CALL(out, on_write,
                    mkIRExprVec_2(found[i].addr, tk_ir_const(found[i].size_B)), 2,
                    add_guard(out, &found[i]));
}
