/* whole_region.c -- preloaded into a program, puts all of it from then on into a
   region of cachesim's.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"

__attribute__((constructor)) static void begin(void)
{
   CACHESIM_REGION_BEGIN("whole");
   CACHESIM_ZERO;
}
