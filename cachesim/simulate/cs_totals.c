/* cs_totals.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_totals.h"

#include <stddef.h>

#include "pub_tool_machine.h"

#include "code/tk_ir.h"
#include "watch/tk_guest.h"

enum { SHADOW = 1 };

/* The events that passes count (cs_plan.c). */
static const cs_event of_passes[] = { CS_IR, CS_DR, CS_DW, CS_BC, CS_BI, CS_CX };

enum { N_OF_PASSES = sizeof of_passes / sizeof of_passes[0] };

void cs_totals_emit(IRSB *out, cs_event e, IRExpr *amount)
{
   Int i = 0;
   while (of_passes[i] != e)
      i++;
   Int at = (Int)(sizeof(tk_guest) + offsetof(tk_guest, TK_RESULT)) + i * 8;
   IRExpr *before = tk_ir_temp(out, Ity_I64, IRExpr_Get(at, Ity_I64));
   IRExpr *sum = IRExpr_Binop(Iop_Add64, before, amount);
   addStmtToIRSB(out, IRStmt_Put(at, tk_ir_temp(out, Ity_I64, sum)));
}

void cs_totals_see(cs_sim *sim, ThreadId tid)
{
   static const ULong zeros[N_OF_PASSES];
   ULong amounts[N_OF_PASSES];
   VG_(get_shadow_regs_area)(tid, (UChar *)amounts, SHADOW, offsetof(tk_guest, TK_RESULT),
                             sizeof amounts);
   for (UInt i = 0; i < N_OF_PASSES; i++)
      if (cs_columns_have(&sim->columns, of_passes[i]))
         sim->totals[sim->columns.of[of_passes[i]]] += amounts[i] * sim->collects;
   VG_(set_shadow_regs_area)(tid, SHADOW, offsetof(tk_guest, TK_RESULT), sizeof zeros,
                             (const UChar *)zeros);
}
