/* tk_near.h -- memory at low addresses, for data that translated code reads; glue.

   VEX compiles `value at constant + index` to one operand if the constant fits in 31
   bits.  The static data of a tool is below 2 GiB; memory of VG_(malloc) is not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

/* Takes small blocks from a static area until it is full, and others from VG_(malloc),
   but large ones of zeros from the kernel.  Freed blocks of the area are not used
   again. */
extern const tk_alloc tk_near_alloc;
