/* cs_tls.h -- thread-local variables, as data objects; glue.

   A variable is known by its binary and its offset in the TLS segment, so the same
   variable of all threads is one data object.

   Where a thread has a binary's variables is found as the program does.  Those of the
   executable lie below the thread pointer.  Those of a library lie at an offset from it,
   or where the thread's table of modules says (the dtv).  Offset and number of the module
   are in words that the dynamic linker has written into the library.  The table is read
   as glibc lays it out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_TLS_H
#define CS_TLS_H

#include "data/cs_find.h"
#include "data/cs_symbols.h"

void cs_tls_init(const cs_find_setup *setup);

/* To be called before the next two: looks again if binaries, threads or their segments
   may have changed.  True: what was found before is outdated. */
Bool cs_tls_update(Addr addr);

/* The variable at the address, its place in the TLS segment, and where that begins.
   NULL: there is none. */
cs_data *cs_tls_find(Addr addr, cs_variable_at *where, Addr *start);

/* If there is no variable at the address: narrows `low` and `high` to the gap between the
   segments of threads. */
void cs_tls_gap(Addr addr, Addr *low, Addr *high);

/* Finds the variable in a block that the dynamic linker has allocated: libraries that are
   loaded by dlopen have their variables there.  False: *at is unchanged. */
bool cs_tls_find_in_block(Addr addr, cs_data_at *at);

/* Fills in by_loader of a datum of kind HEAP. */
void cs_tls_ask_for_loader(cs_data *data);

/* ---- The core's events ---- */

/* A thread has ended, or all others have: this process is a forked child. */
void cs_tls_threads_end(void);

#endif
