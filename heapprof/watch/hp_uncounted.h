/* hp_uncounted.h -- at the end, says so if the profile has not what the program holds,
   and what would count it; glue.

   Memory that the program gets from the system while it is in no function that is
   watched is nobody's block.  Of such there is little, unless the program has an
   allocator that we do not know, or may not watch.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_UNCOUNTED_H
#define HP_UNCOUNTED_H

#include "pub_tool_basics.h"

#include "watch/tk_functions.h"

/* Has Valgrind's core tell of mappings; not with --pages-as-heap. */
void hp_uncounted_init(void);

/* That is mapped now. */
void hp_uncounted_mapped(Addr start, SizeT length_B, Bool is_writable);

/* That is no longer mapped. */
void hp_uncounted_unmapped(Addr start, SizeT length_B);

/* The program has entered a function that is not to be watched where it is. */
void hp_uncounted_excluded(Addr address, const tk_function *function);

/* The program tells of its blocks itself. */
void hp_uncounted_told(void);

/* Says it, if there is anything to say. */
void hp_uncounted_warn(void);

#endif
