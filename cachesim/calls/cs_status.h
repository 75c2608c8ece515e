/* cs_status.h -- the calls that are open now in each thread, with what they have cost so
   far, for the monitor's `status`; glue.

      Thread 1:                     Ir  Function
                               412,345  work (app.c)
                             4,812,345  main (app.c:12)

   A line is that of the call of the function above.  Costs are inclusive, of the call
   path up to this function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "calls/cs_calls.h"
#include "machine/cs_events.h"

/* Prints by VG_(gdb_printf).  All counts must be flushed; they are of these columns. */
void cs_status_print(cs_calls *calls, const cs_columns *columns);
