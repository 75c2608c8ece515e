/* tk_ir_accesses.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_ir_accesses.h"

static UInt size_of(const IRSB *sb, const IRExpr *expr)
{
   return sizeofIRType(typeOfIRExpr(sb->tyenv, expr));
}

static UInt add_access(tk_ir_access found[], IRExpr *addr, UInt size_B, Bool is_write,
                       IRExpr *guard)
{
   found[0] = (tk_ir_access){
      .addr = addr, .size_B = size_B, .is_write = is_write, .guard = guard
   };
   return 1;
}

static UInt of_helper(const IRDirty *call, tk_ir_access found[])
{
   UInt n = 0;
   if (call->mFx == Ifx_Read || call->mFx == Ifx_Modify)
      n += add_access(found, call->mAddr, call->mSize, False, NULL);
   if (call->mFx == Ifx_Write || call->mFx == Ifx_Modify)
      n += add_access(found + n, call->mAddr, call->mSize, True, NULL);
   return n;
}

/* A compare-and-swap reads and writes, whether it succeeds or not. */
static UInt of_cas(const IRSB *sb, const IRCAS *cas, tk_ir_access found[])
{
   UInt size_B = size_of(sb, cas->dataLo) * (cas->dataHi != NULL ? 2 : 1);
   add_access(found, cas->addr, size_B, False, NULL);
   add_access(found + 1, cas->addr, size_B, True, NULL);
   return 2;
}

static UInt of_llsc(const IRSB *sb, const IRStmt *stmt, tk_ir_access found[])
{
   IRExpr *stored = stmt->Ist.LLSC.storedata;
   IRType type = stored != NULL ? typeOfIRExpr(sb->tyenv, stored)
                                : typeOfIRTemp(sb->tyenv, stmt->Ist.LLSC.result);
   return add_access(found, stmt->Ist.LLSC.addr, sizeofIRType(type), stored != NULL,
                     NULL);
}

static UInt of_guarded_load(const IRLoadG *load, tk_ir_access found[])
{
   IRType widened = Ity_INVALID, loaded = Ity_INVALID;
   typeOfIRLoadGOp(load->cvt, &widened, &loaded);
   return add_access(found, load->addr, sizeofIRType(loaded), False, load->guard);
}

UInt tk_ir_accesses(const IRSB *sb, const IRStmt *stmt,
                    tk_ir_access found[TK_IR_MAX_ACCESSES])
{
   const IRExpr *data;
   const IRStoreG *store;
   switch (stmt->tag) {
   case Ist_WrTmp:
      data = stmt->Ist.WrTmp.data;
      return data->tag == Iex_Load
                ? add_access(found, data->Iex.Load.addr, sizeofIRType(data->Iex.Load.ty),
                             False, NULL)
                : 0;
   case Ist_Store:
      return add_access(found, stmt->Ist.Store.addr, size_of(sb, stmt->Ist.Store.data),
                        True, NULL);
   case Ist_StoreG:
      store = stmt->Ist.StoreG.details;
      return add_access(found, store->addr, size_of(sb, store->data), True, store->guard);
   case Ist_LoadG: return of_guarded_load(stmt->Ist.LoadG.details, found);
   case Ist_Dirty: return of_helper(stmt->Ist.Dirty.details, found);
   case Ist_CAS: return of_cas(sb, stmt->Ist.CAS.details, found);
   case Ist_LLSC: return of_llsc(sb, stmt, found);
   default: return 0;
   }
}
