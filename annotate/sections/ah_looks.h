/* ah_looks.h -- what the sections about looks at owners share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_LOOKS_H
#define AH_LOOKS_H

#include "heap/ah_look.h"
#include "sections/ah_page.h"

/* The looks that people see: of what was lost, the last one; of what was kept, that with
   most bytes, of equal ones the last.  As indices. */
size_t ah_looks_last(const ah_profile *profile);
size_t ah_looks_largest(const ah_profile *profile);

/* "at the end (376,615 instrs)": when it was taken, in `to`, which has 2 * AH_TEXT_B. */
const char *ah_looks_when(char *to, const ah_profile *profile, const ah_look *look);

#endif
