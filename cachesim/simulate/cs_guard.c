/* cs_guard.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_guard.h"

#include "code/tk_ir.h"

/* The address of array[set of addr]; an element's size is a power of two, and so is the
   number of sets. */
static IRExpr *set_slot(IRSB *out, const cs_filter *filter, IRExpr *addr,
                        const void *array, UInt scale_bits)
{
   IRExpr *shift = tk_ir_byte((UChar)(filter->line_bits - scale_bits));
   IRExpr *block = tk_ir_binop(out, TK_IR_OP(Shr), addr, shift);
   IRExpr *offset = tk_ir_binop(out, TK_IR_OP(And), block,
                                tk_ir_const(filter->set_mask << scale_bits));
   return tk_ir_binop(out, TK_IR_OP(Add), offset, tk_ir_address(array));
}

/* The address of lines[set of addr].  NULL if the number of sets is not a power of
   two. */
static IRExpr *line_slot(IRSB *out, const cs_filter *filter, IRExpr *addr,
                         const uintptr_t *lines)
{
   if (filter->n_sets == 1)
      return tk_ir_address(lines);
   if (filter->set_mask == 0)
      return NULL;
   return set_slot(out, filter, addr, lines, sizeof(UWord) == 8 ? 3 : 2);
}

/* True if size_B bytes at `addr` are not all inside the line at address `line`.
   One unsigned comparison decides.  Inside, addr - line is at most the line size
   less size_B.  It is larger for a reference before the line (by wrapping round),
   behind it, or into the next line.  (VEX wants the constant on the right, and
   has no "greater than".) */
static IRExpr *is_outside(IRSB *out, const cs_filter *filter, IRExpr *addr, UInt size_B,
                          IRExpr *line)
{
   IRExpr *offset = tk_ir_binop(out, TK_IR_OP(Sub), addr, line);
   UWord limit = ((UWord)1 << filter->line_bits) - size_B;
   return tk_ir_not(out,
                    tk_ir_compare(out, TK_IR_OP_U(CmpLE), offset, tk_ir_const(limit)));
}

IRExpr *cs_guard(IRSB *out, const cs_sim *sim, IRExpr *addr, UInt size_B, Bool writes)
{
   const cs_filter *filter = &sim->data;
   /* In the only set, a reference to two lines leaves the second as the MRU.  Bytes of
      another layout are used in another set than translated code would note. */
   if (sim->use != NULL && (filter->set_mask == 0 || sim->layout != NULL))
      return NULL;
   /* The reasons need each reference. */
   IRExpr *slot = sim->d1_reasons != NULL
                     ? NULL
                     : line_slot(out, filter, addr,
                                 writes ? filter->written : filter->latest);
   if (slot == NULL)
      return NULL;
   return is_outside(out, filter, addr, size_B, tk_ir_load_word(out, slot));
}

void cs_guard_use(IRSB *out, const cs_sim *sim, IRExpr *addr, ULong bytes)
{
   const cs_filter *filter = &sim->data;
   const cs_line_use *use = sim->use;
   if (filter->set_mask == 0 || sim->layout != NULL)
      return; /* the call is always made */
   IRExpr *offset = tk_ir_binop(out, TK_IR_OP(And), addr, tk_ir_const(use->line_B - 1));
   IROp narrow = sizeof(UWord) == 8 ? Iop_64to8 : Iop_32to8;
   IRExpr *shift = tk_ir_temp(out, Ity_I8, IRExpr_Unop(narrow, offset));
   IRExpr *used = tk_ir_temp(
      out, Ity_I64, IRExpr_Binop(Iop_Shl64, IRExpr_Const(IRConst_U64(bytes)), shift));
   if (use->line_B < CS_LINE_USE_MOST_B)
      used = tk_ir_temp(out, Ity_I64,
                        IRExpr_Binop(Iop_And64, used,
                                     IRExpr_Const(IRConst_U64(cs_line_use_bytes(
                                        use->line_B, 0, use->line_B)))));
   IRExpr *slot = set_slot(out, filter, addr, use->mru, 3);
   IRExpr *before = tk_ir_load(out, Ity_I64, slot);
   tk_ir_store(out, slot, tk_ir_temp(out, Ity_I64, IRExpr_Binop(Iop_Or64, before, used)));
}
