/* tk_returns.h -- the addresses that calls of watched functions return to; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_RETURNS_H
#define TK_RETURNS_H

#include "pub_tool_basics.h"

/* From now on, what is translated there watches for the return; called from
   translated code.  What was translated before is discarded. */
void tk_returns_add(Addr address);

/* What was translated there is, from now on, translated anew; called from
   translated code. */
void tk_returns_discard(Addr address, SizeT size_B);

Bool tk_returns_has(Addr address);

#endif
