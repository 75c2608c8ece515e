/* hp_strmem_known.h -- where the functions of hp_strmem.h are in this process; glue.

   They are found by the symbols of the C library and the dynamic loader, which are
   found by their sonames; static programs are left alone.  Most of the library's
   symbols are resolvers (STT_GNU_IFUNC), which return the function that fits the
   processor; hp_strmem_hook sees them return.  The code of these functions is
   "quiet": what it reads and writes is known from the call.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "strmem/hp_strmem.h"

/* An entry never moves and is never freed: translated code refers to it. */
typedef struct hp_strmem_entry {
   Addr address;
   const hp_strmem_function *function;
   Bool is_resolver;
   HChar *description; /* as a frame; NULL: not made yet */
} hp_strmem_entry;

/* Notices libraries that were loaded or unloaded.  To be called first when code is
   translated. */
void hp_strmem_known_update(void);

/* The function that begins at an address, or NULL. */
hp_strmem_entry *hp_strmem_known_at(Addr address);

/* A resolver has returned a result; called from translated code. */
void hp_strmem_known_resolve(const hp_strmem_entry *resolver, Addr result);

/* Is the address in the code of such a function, or of one that it calls? */
Bool hp_strmem_is_quiet(Addr address);

/* Quiet code jumps to or calls another function, which becomes quiet too, up to a
   certain depth. */
void hp_strmem_known_follow(Addr from, Addr to);

/* Does a stub of a PLT, which jumps to an address from a table, begin there? */
Bool hp_strmem_known_is_stub(Addr address);

/* Discards translations of code that turned out to be quiet.  Called from translated
   code; cheap if there are none. */
void hp_strmem_known_discard(void);

/* The description of a function that begins at the address, as a frame of call
   paths; or NULL. */
const HChar *hp_strmem_known_describe(Addr address);
