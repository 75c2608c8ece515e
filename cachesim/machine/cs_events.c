/* cs_events.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_events.h"

cs_columns cs_columns_none(void)
{
   cs_columns columns = { .n = 0 };
   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      columns.of[e] = CS_NO_COLUMN;
   return columns;
}

void cs_columns_add(cs_columns *columns, cs_event first, unsigned n)
{
   columns->n = 0;
   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      if (cs_columns_have(columns, e) || (e >= first && e < first + n)) {
         columns->of[e] = columns->n;
         columns->events[columns->n++] = (uint16_t)e;
      }
}

cs_columns cs_columns_of(bool caches, bool branches)
{
   cs_columns columns = cs_columns_none();
   cs_columns_add(&columns, CS_IR, 1);
   if (caches)
      cs_columns_add(&columns, CS_I1MR, CS_BC - CS_I1MR);
   if (branches)
      cs_columns_add(&columns, CS_BC, CS_CLASSIC_EVENTS - CS_BC);
   return columns;
}
