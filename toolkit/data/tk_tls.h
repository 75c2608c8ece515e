/* tk_tls.h -- where threads have their thread-local variables; glue.

   Where a thread has a binary's variables is found as the program does.  Those of the
   executable lie below the thread pointer.  Those of a library lie at an offset from it,
   or where the thread's table of modules says (the dtv).  Offset and number of the module
   are in words that the dynamic linker has written into the library.  The table is read
   as glibc lays it out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "data/tk_symbols.h"
#include "data/tk_variables.h"

void tk_tls_init(const tk_variables_setup *setup);

/* To be called before the next two: looks again if binaries, threads or their segments
   may have changed.  True: what was found before is outdated. */
Bool tk_tls_update(Addr addr);

/* The variable at the address, its extent in the TLS segment, and where that begins.
   NULL: there is none. */
const tk_variable *tk_tls_find(Addr addr, tk_extent *extent, Addr *base);

/* If there is no variable at the address: narrows `low` and `high` to the gap between the
   segments of threads. */
void tk_tls_gap(Addr addr, Addr *low, Addr *high);

/* The variable at the address in a block that the dynamic linker has allocated, and where
   it begins.  NULL: there is none, and *start is unchanged. */
const tk_variable *tk_tls_find_in_block(Addr addr, Addr *start);

/* ---- The core's events ---- */

/* A thread has ended, or all others have: this process is a forked child. */
void tk_tls_threads_end(void);
