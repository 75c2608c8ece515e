/* tk_near.h -- memory at low addresses, for what translated code reads.

   VEX compiles `value at constant + index` to one operand if the constant
   fits in 31 bits.  A tool's own static data is below 2 GiB; what
   VG_(malloc) gives is not.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_NEAR_H
#define TK_NEAR_H

#include "base/tk_alloc.h"

/* Gives small blocks from a static area while that lasts, others from
   VG_(malloc).  What is given back to the area is not used again. */
extern const tk_alloc tk_near_alloc;

#endif
