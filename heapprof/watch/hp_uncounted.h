/* hp_uncounted.h -- at exit, warns if the profile misses much of the program's memory,
   and suggests an option; glue.

   Memory that the program maps outside of watched functions is not counted.  There
   is little of it, unless the program has an allocator that is unknown or not
   watched.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "watch/tk_functions.h"

void hp_uncounted_init(void);

/* Memory is mapped, unmapped, or moved by mremap. */
void hp_uncounted_mapped(Addr start, SizeT length_B, Bool is_writable);
void hp_uncounted_unmapped(Addr start, SizeT length_B);
void hp_uncounted_moved(Addr from, Addr to, SizeT length_B);

/* The data segment grows, or shrinks. */
void hp_uncounted_brk(Addr start, SizeT length_B, ThreadId id);
void hp_uncounted_brk_down(Addr start, SizeT length_B);

/* The program's code enters an allocation function of an object that is not
   watched. */
void hp_uncounted_excluded(Addr address, const tk_function *function);

/* The program reports blocks of its own allocator. */
void hp_uncounted_reported(void);

/* Prints the warning, if there is one. */
void hp_uncounted_warn(void);
