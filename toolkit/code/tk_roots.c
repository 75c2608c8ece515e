/* tk_roots.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_roots.h"

#include "pub_tool_mallocfree.h"

void tk_roots_init(tk_roots *roots, Int most_B)
{
   roots->most_B = most_B;
   roots->temps = VG_(newXA)(VG_(malloc), "tk.roots", VG_(free), sizeof(tk_address));
}

void tk_roots_begin(tk_roots *roots, const IRSB *sb)
{
   tk_address itself = { .root = NULL, .displacement_B = 0 };
   VG_(dropTailXA)(roots->temps, VG_(sizeXA)(roots->temps));
   for (Int t = 0; t < sb->tyenv->types_used; t++)
      VG_(addToXA)(roots->temps, &itself);
}

static tk_address *address_of(const tk_roots *roots, IRTemp temp)
{
   return VG_(indexXA)(roots->temps, temp);
}

tk_address tk_roots_of(const tk_roots *roots, IRExpr *atom)
{
   tk_address address = { .root = NULL, .displacement_B = 0 };
   if (atom->tag == Iex_RdTmp)
      address = *address_of(roots, atom->Iex.RdTmp.tmp);
   if (address.root == NULL)
      address.root = atom;
   return address;
}

/* Finds the constant that a binary operation adds to its first argument.  False if
   it adds none. */
static Bool added_constant(const IRExpr *e, Long *constant)
{
   const IRExpr *second = e->Iex.Binop.arg2;
   if (second->tag != Iex_Const)
      return False;
   const IRConst *c = second->Iex.Const.con;
   switch (e->Iex.Binop.op) {
   case Iop_Add64: *constant = (Long)c->Ico.U64; break;
   case Iop_Sub64: *constant = (Long)(0 - c->Ico.U64); break;
   case Iop_Add32: *constant = (Int)c->Ico.U32; break;
   case Iop_Sub32: *constant = -(Long)(Int)c->Ico.U32; break;
   default: return False;
   }
   return True;
}

void tk_roots_assign(tk_roots *roots, IRTemp temp, IRExpr *value)
{
   Long constant;
   if (value->tag != Iex_Binop || !added_constant(value, &constant))
      return;
   tk_address address = tk_roots_of(roots, value->Iex.Binop.arg1);
   Long sum_B = address.displacement_B + constant;
   if (constant < -roots->most_B || constant > roots->most_B || sum_B < -roots->most_B
       || sum_B > roots->most_B)
      return;
   address.displacement_B = (Int)sum_B;
   *address_of(roots, temp) = address;
}
