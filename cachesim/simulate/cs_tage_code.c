/* cs_tage_code.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_tage_code.h"

#include "code/tk_ir.h"
#include "simulate/cs_helpers.h"

void cs_tage_code_cond(IRSB *out, const cs_tage *tage, const cs_site *site, IRExpr *taken)
{
   IRExpr *bias = tk_ir_load_byte(out,
                                  tk_ir_address(&tage->bias[cs_tage_branch(site->addr)]));
   IRExpr *steady = tk_ir_binop(out, TK_IR_OP(Or), taken,
                                tk_ir_const(cs_tage_steady_bias(false)));
   TK_IR_CALL(out, cs_on_branch, mkIRExprVec_2(tk_ir_address(site), taken), 2,
              tk_ir_compare(out, TK_IR_OP(CmpNE), bias, steady));
}

void cs_tage_code_jump(IRSB *out, const cs_tage *tage, const cs_site *site,
                       IRExpr *target)
{
   IRExpr *steady = tk_ir_load_word(
      out, tk_ir_address(&tage->steady[cs_tage_jump(site->addr)]));
   TK_IR_CALL(out, cs_on_jump, mkIRExprVec_2(tk_ir_address(site), target), 2,
              tk_ir_compare(out, TK_IR_OP(CmpNE), steady, target));
}
