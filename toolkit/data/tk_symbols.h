/* tk_symbols.h -- which variable of a binary is at an address; pure.

   Of several symbols of one place, one names it: the global one before others, then the
   shortest, then the first by name.  A variable within another owns its bytes.  A symbol
   without size reaches to the next one, or to the end of its section.

   What has no symbol is known by its place.  If the file has all symbols, that is a run:
   from one symbol, or the beginning of a section, to the next.  If not, it is what is in
   the run of a page of 4 KiB.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/tk_elf_data.h"

/* Of a variable.  Addresses are those in the file, or in the segment of thread-local
   variables. */
typedef struct tk_extent {
   uintptr_t start, end; /* of the variable, or of the run */
   const char *name;     /* the symbol; NULL: a run */
   uint32_t index;       /* of the variable in the list; any for a run */
   uintptr_t low, high;  /* addresses in between have the same answer */
} tk_extent;

typedef struct tk_symbol tk_symbol;

typedef struct tk_symbols {
   tk_symbol *list; /* by address; those within others follow them */
   size_t n;
   const tk_elf_section *sections;
   size_t n_sections;
   bool is_complete;
   uintptr_t start, end; /* of the binary; set them to limit the runs */
   const tk_alloc *alloc;
} tk_symbols;

typedef void tk_symbols_sort(void *items, size_t n, size_t item_B,
                             int (*compare)(const void *, const void *));

/* Takes the symbols out of `data`, which is borrowed for the names. */
void tk_symbols_statics(tk_symbols *symbols, tk_elf_data *data, tk_symbols_sort *sort);
void tk_symbols_tls(tk_symbols *symbols, tk_elf_data *data, tk_symbols_sort *sort);
void tk_symbols_free(tk_symbols *symbols);

tk_extent tk_symbols_at(const tk_symbols *symbols, uintptr_t addr);
