/* cs_origin.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_origin.h"

#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "watch/tk_guest.h"

static XArray *of_temps; /* of cs_origin, by temporary */

void cs_origin_begin(const IRSB *sb)
{
   const cs_origin unknown = CS_FROM_ELSEWHERE;
   if (of_temps == NULL)
      of_temps = VG_(newXA)(VG_(malloc), "cs.origin", VG_(free), sizeof(cs_origin));
   VG_(dropTailXA)(of_temps, VG_(sizeXA)(of_temps));
   for (Int i = 0; i < sb->tyenv->types_used; i++)
      VG_(addToXA)(of_temps, &unknown);
}

static cs_origin of_register(Int offset)
{
   return offset == offsetof(tk_guest, TK_SP)   ? CS_FROM_SP
          : offset == offsetof(tk_guest, TK_BP) ? CS_FROM_FRAME_POINTER
                                                : CS_FROM_ELSEWHERE;
}

static cs_origin of_atom(const IRExpr *atom)
{
   return atom->tag == Iex_RdTmp
             ? *(cs_origin *)VG_(indexXA)(of_temps, atom->Iex.RdTmp.tmp)
             : CS_FROM_ELSEWHERE;
}

static cs_origin of_value(const IRExpr *value)
{
   switch (value->tag) {
   case Iex_Get: return of_register(value->Iex.Get.offset);
   case Iex_Unop: return of_atom(value->Iex.Unop.arg);
   case Iex_Binop: {
      cs_origin a = of_atom(value->Iex.Binop.arg1);
      cs_origin b = of_atom(value->Iex.Binop.arg2);
      return a > b ? a : b;
   }
   default: return of_atom(value);
   }
}

cs_origin cs_origin_read(const IRStmt *st)
{
   if (st->tag == Ist_Put && st->Ist.Put.offset == offsetof(tk_guest, TK_SP))
      return of_atom(st->Ist.Put.data);
   if (st->tag == Ist_WrTmp)
      *(cs_origin *)VG_(indexXA)(of_temps,
                                 st->Ist.WrTmp.tmp) = of_value(st->Ist.WrTmp.data);
   return CS_FROM_SP;
}
