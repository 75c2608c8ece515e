/* tk_variables.h -- which static or thread-local variable is at an address; glue.

   A static variable is known by its binary and its address in the file.  So a library
   that is loaded again has the same variables, wherever it lies.  All memory of a binary
   is in one: tk_symbols.h says what is done where no symbol is.  A thread-local variable
   is known by its binary and its offset in the TLS segment, so it is the same one in all
   threads.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "base/tk_strings.h"
#include "code/tk_code_objects.h"
#include "data/tk_variable_table.h"
#include "watch/tk_threads.h"

/* All is borrowed. */
typedef struct tk_variables_setup {
   const tk_alloc *alloc;
   tk_strings *names;
   tk_code_objects *objects;  /* whose numbers variables have */
   const tk_threads *threads; /* which must know of each thread that runs or ends */
} tk_variables_setup;

/* To be called before the program runs. */
void tk_variables_init(const tk_variables_setup *setup);

/* Where a variable is in memory. */
typedef struct tk_variable_at {
   Addr start;
   Addr low, high; /* addresses in between have the same answer; until an update */
} tk_variable_at;

/* To be called before tk_variables_find, also where the tool remembers its answer: looks
   again if binaries or threads have changed.  True: all answers so far are outdated. */
Bool tk_variables_update(Addr addr);

/* The variable at the address, and where it is.  NULL: none is there; then at->start has
   no meaning. */
const tk_variable *tk_variables_find(Addr addr, tk_variable_at *at);

/* The variable at an address in a block that the dynamic linker has allocated, and where
   it begins in memory: libraries that are loaded by dlopen have their thread-local ones
   there.  NULL: none is there.  Needs no update.  Slow: looks at all binaries of all
   threads. */
const tk_variable *tk_variables_find_in_block(Addr addr, Addr *start);

/* Is the object, by its number, the dynamic linker?  It allocated a block if it has the
   innermost function of the block's call path. */
Bool tk_variables_is_loader(UInt object);

/* ---- The core's events ---- */

void tk_variables_mapped(Addr start, SizeT size_B);
void tk_variables_unmapped(Addr start, SizeT size_B);

/* A thread has ended, or all others have: this process is a forked child. */
void tk_variables_threads_end(void);
