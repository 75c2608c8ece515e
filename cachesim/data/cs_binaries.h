/* cs_binaries.h -- which executable or library is mapped where, and its variables; glue.

   A binary is read at the first data miss after its code was mapped: later, system calls
   may be forbidden.  It is kept after a dlclose.  The same path with the same build id is
   the same binary, wherever it is loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_BINARIES_H
#define CS_BINARIES_H

#include "data/cs_find.h"
#include "data/cs_symbols.h"

/* Variables of one kind, with the data objects of those that were found so far. */
typedef struct cs_known {
   cs_symbols symbols;
   cs_data **data; /* by the variables' indices */
} cs_known;

typedef struct cs_binary {
   UInt number; /* tk_object.h */
   tk_elf_data elf;
   cs_known statics, tls;
} cs_binary;

/* Where a binary is mapped now. */
typedef struct cs_place {
   Addr start, end; /* whole pages */
   Addr bias;       /* an address in memory, less the one in the file */
   cs_binary *binary;
   Bool is_program; /* mapped before the program began */
} cs_place;

void cs_binaries_init(const cs_find_setup *setup);

/* The place that the address is in, or NULL.  Valid until the next call. */
const cs_place *cs_binaries_at(Addr addr);

/* No binary is at the address: narrows the gap from `low` on, up to `high`, to what lies
   between its neighbours. */
void cs_binaries_gap(Addr addr, Addr *low, Addr *high);

/* All places, by address; valid until the next cs_binaries_at. */
const cs_place *cs_binaries_places(SizeT *n);

/* Counts the changes of the places: what was found in them may be outdated. */
UInt cs_binaries_changes(void);

/* Were places lost, or may there be new ones, since the last cs_binaries_at? */
Bool cs_binaries_is_stale(void);

/* The variable at an address of the file, or of the TLS segment, as a data object of this
   kind, and where it is. */
cs_data *cs_binaries_variable(cs_binary *binary, cs_data_kind kind, Addr in_file,
                              cs_variable_at *where);

/* ---- The core's events ---- */

void cs_binaries_mapped(Addr start, SizeT size_B);
void cs_binaries_unmapped(Addr start, SizeT size_B);

#endif
