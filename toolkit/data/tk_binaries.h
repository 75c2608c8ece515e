/* tk_binaries.h -- which executable or library is mapped where, and its variables; glue.

   A binary is read at the first look-up after its code was mapped: later, system calls
   may be forbidden.  It is kept after a dlclose.  The same path with the same build id is
   the same binary, wherever it is loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "data/tk_symbols.h"
#include "data/tk_variables.h"

/* The symbols of one kind of variables, and the variables that were found so far. */
typedef struct tk_known {
   tk_symbols symbols;
   const tk_variable **variables; /* by the symbols' indices; NULL: not yet */
} tk_known;

typedef struct tk_binary {
   UInt number; /* tk_object.h */
   tk_elf_data elf;
   tk_known statics, tls;
} tk_binary;

/* Where a binary is mapped now. */
typedef struct tk_binary_place {
   Addr start, end; /* whole pages */
   Addr bias;       /* an address in memory, less the one in the file */
   tk_binary *binary;
   Bool is_program; /* mapped before the program began */
} tk_binary_place;

void tk_binaries_init(const tk_variables_setup *setup);

/* The place that the address is in, or NULL.  Valid until the next call. */
const tk_binary_place *tk_binaries_at(Addr addr);

/* No binary is at the address: narrows the gap from `low` on, up to `high`, to what lies
   between its neighbours. */
void tk_binaries_gap(Addr addr, Addr *low, Addr *high);

/* All places, by address; valid until the next tk_binaries_at. */
const tk_binary_place *tk_binaries_places(SizeT *n);

/* Counts the changes of the places: what was found in them may be outdated. */
UInt tk_binaries_changes(void);

/* Were places lost, or may there be new ones, since the last tk_binaries_at? */
Bool tk_binaries_is_stale(void);

/* The variable at an address of the file, or, a thread-local one, of the TLS segment; and
   its extent there. */
const tk_variable *tk_binaries_variable(tk_binary *binary, Bool is_thread_local,
                                        Addr in_file, tk_extent *extent);

/* ---- The core's events ---- */

void tk_binaries_mapped(Addr start, SizeT size_B);
void tk_binaries_unmapped(Addr start, SizeT size_B);
