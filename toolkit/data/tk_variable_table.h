/* tk_variable_table.h -- static and thread-local variables, each once; pure.

   A variable never moves and lives as long as the table, so it outlives a dlclose.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "base/tk_table.h"

#include <stdbool.h>

typedef struct tk_variable {
   uint32_t number; /* from 0, in the order in which they were met; never changes */
   uint32_t binary; /* tk_object.h */
   bool is_thread_local;
   const char *name; /* demangled, interned; NULL: memory that has no symbol */
   uint64_t start;   /* its address in the binary's file; thread-local: in the segment */
   uint64_t size_B;
} tk_variable;

typedef struct tk_variable_table {
   tk_arena arena;
   tk_table table;
   const tk_variable **list; /* by number */
   size_t n, capacity;
} tk_variable_table;

/* An empty table; `alloc` is borrowed. */
void tk_variable_table_init(tk_variable_table *table, const tk_alloc *alloc);
void tk_variable_table_fini(tk_variable_table *table);

/* The variable that equals `like` in all but the number, which need not be set.  Names
   must be interned in one table, which must outlive this one. */
const tk_variable *tk_variable_table_of(tk_variable_table *table,
                                        const tk_variable *like);
