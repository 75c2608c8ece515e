/* cs_events.c -- which events parts of a run count; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_events.h"

cs_columns cs_columns_of(bool caches, bool branches)
{
   cs_columns columns = { .counted = UINT64_C(1) << CS_IR };
   if (caches)
      for (cs_event e = CS_I1MR; e < CS_BC; e++)
         cs_columns_add(&columns, e);
   if (branches)
      for (cs_event e = CS_BC; e < CS_CLASSIC_EVENTS; e++)
         cs_columns_add(&columns, e);
   return columns;
}
