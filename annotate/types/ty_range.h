/* ty_range.h -- the source lines of a function's code, and the functions that are inlined
   there: for many addresses of one function at once; over elfutils' libdw.

   ty_code_at walks the unit for each address: a millisecond in a large one of C++.  Here
   the unit is walked once.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A function that is inlined into code: once for each range that it has. */
typedef struct ty_inlined {
   Dwarf_Addr start, end; /* in the debug info, as all addresses here */
   Dwarf_Die die;         /* its name by dwarf_diename */
   const char
      *call_file;      /* who calls it; NULL: unknown; lives as long as the debug info */
   uint32_t call_line; /* 0: unknown */
} ty_inlined;

typedef struct ty_range {
   Dwarf_Die function;
   ty_inlined *inlined; /* outer ones before those within them */
   size_t n_inlined;
   /* private: */
   const tk_alloc *alloc;
   size_t room;
   Dwarf_Lines *lines;
   size_t n_lines;
   Dwarf_Files *files;
} ty_range;

/* Opens the function that has code at `pc`.  False, with nothing to close: it is unknown.
   The debug info outlives the range. */
bool ty_range_open(ty_range *range, const tk_alloc *alloc, Dwarf *dwarf, Dwarf_Addr pc);
void ty_range_close(ty_range *range);

/* The source line of an address; false: unknown.  The name lives as long as the debug
   info. */
bool ty_range_line(const ty_range *range, Dwarf_Addr pc, const char **file, int *line);

/* The i-th inlined function that has the address, the innermost first; NULL: fewer. */
const ty_inlined *ty_range_inlined(const ty_range *range, Dwarf_Addr pc, size_t i);
