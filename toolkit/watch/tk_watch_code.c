/* tk_watch_code.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_watch_code.h"

#include "code/tk_ir.h"

/* What every call may look at: unwinding begins there. */
static void reads_registers(IRDirty *call)
{
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_SP));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_BP));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_PC));
#if defined(TK_LINK)
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_LINK));
#endif
}

#if defined(VGA_amd64) || defined(VGA_arm64)
static void uses_argument(const tk_watch *watch, IRDirty *call, Int number)
{
   static const UShort registers[TK_MAX_ARGUMENTS] = {
#if defined(VGA_amd64)
      offsetof(tk_guest, guest_RDI),
      offsetof(tk_guest, guest_RSI),
      offsetof(tk_guest, guest_RDX),
      offsetof(tk_guest, guest_RCX),
#else
      offsetof(tk_guest, guest_X0),
      offsetof(tk_guest, guest_X1),
      offsetof(tk_guest, guest_X2),
      offsetof(tk_guest, guest_X3),
#endif
   };
   if (number != TK_NO_ARGUMENT)
      tk_ir_effect(call, watch->only_watches ? Ifx_Read : Ifx_Modify, registers[number]);
}
#else
static void uses_argument(const tk_watch *watch, IRDirty *call, Int number)
{
   /* Arguments are in memory. */
}
#endif

void tk_watch_code_enter(const tk_watch_code *code, IRSB *out,
                         const tk_function *function, Bool is_libc)
{
   IRDirty *call = tk_ir_call(
      out, "on_entry", code->on_entry,
      mkIRExprVec_3(IRExpr_GSPTR(), tk_ir_address(function), tk_ir_const(is_libc)), 0,
      NULL);
   reads_registers(call);
   uses_argument(code->watch, call, function->pointer);
   uses_argument(code->watch, call, function->size);
   uses_argument(code->watch, call, function->count);
}

/* Calls only if the stack pointer is the one that is expected then. */
void tk_watch_code_return(const tk_watch_code *code, IRSB *out)
{
   IRExpr *expected = tk_ir_load_word(out, tk_ir_address(&code->watch->return_sp));
   IRExpr *sp = tk_ir_register(out, offsetof(tk_guest, TK_SP));
   IRExpr *has_returned = tk_ir_compare(out, TK_IR_OP(CmpEQ), sp, expected);
   IRDirty *call = tk_ir_call(out, "on_return", code->on_return,
                              mkIRExprVec_1(IRExpr_GSPTR()), 0, has_returned);
   reads_registers(call);
   tk_ir_effect(call, code->watch->only_watches ? Ifx_Read : Ifx_Modify,
                offsetof(tk_guest, TK_RESULT));
}
