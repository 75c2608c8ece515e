/* ah_looks.h -- what the sections about looks at owners share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_LOOKS_H
#define AH_LOOKS_H

#include "heap/ah_look.h"
#include "sections/ah_page.h"

/* "registry (a.c:5)", "cache in main (a.c:9)": a keeper that is no blocks, as people read
   it.  For free(); NULL if memory ran out. */
char *ah_looks_keeper_text(const ah_keeper *keeper);

/* "at the end (376,615 instrs)": when it was taken, in `to`, which has 2 * AH_TEXT_B. */
const char *ah_looks_when(char *to, const ah_profile *profile, const ah_look *look);

#endif
