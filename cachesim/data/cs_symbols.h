/* cs_symbols.h -- which variable of a binary is at an address; pure.

   Of several symbols of one place, one names it: the global one before others, then the
   shortest, then the first by name.  A variable within another owns its bytes.  A symbol
   without size reaches to the next one, or to the end of its section.

   What has no symbol is known by its place.  If the file has all symbols, that is a run:
   from one symbol, or the beginning of a section, to the next.  If not, it is what is in
   the run of a page of 4 KiB.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_SYMBOLS_H
#define CS_SYMBOLS_H

#include "code/tk_elf_data.h"

/* Addresses are those in the file, or in the segment of thread-local variables. */
typedef struct cs_variable_at {
   uintptr_t start, end; /* of the variable, or of the run */
   const char *name;     /* the symbol; NULL: a run */
   uint32_t index;       /* of the variable in the list; any for a run */
   uintptr_t low, high;  /* addresses in between have the same answer */
} cs_variable_at;

typedef struct cs_variable cs_variable;

typedef struct cs_symbols {
   cs_variable *list; /* by address; those within others follow them */
   size_t n;
   const tk_elf_section *sections;
   size_t n_sections;
   bool is_complete;
   uintptr_t start, end; /* of the binary; set them to limit the runs */
   const tk_alloc *alloc;
} cs_symbols;

typedef void cs_sort(void *items, size_t n, size_t item_B,
                     int (*compare)(const void *, const void *));

/* Takes the symbols out of `data`, which is borrowed for the names.  False if memory ran
   out; then no variable has a name. */
bool cs_symbols_statics(cs_symbols *symbols, tk_elf_data *data, cs_sort *sort);
bool cs_symbols_tls(cs_symbols *symbols, tk_elf_data *data, cs_sort *sort);
void cs_symbols_free(cs_symbols *symbols);

cs_variable_at cs_symbols_at(const cs_symbols *symbols, uintptr_t addr);

#endif
