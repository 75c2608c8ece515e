/* hp_returns.h -- the addresses that calls of watched functions return to; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_RETURNS_H
#define HP_RETURNS_H

#include "pub_tool_basics.h"

/* From now on, what is translated there watches for the return; called from
   translated code.  What was translated before is discarded. */
void hp_returns_add(Addr address);

Bool hp_returns_has(Addr address);

#endif
