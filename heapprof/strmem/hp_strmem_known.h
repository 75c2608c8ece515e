/* hp_strmem_known.h -- where the functions of hp_strmem.h are in this process;
   glue.

   The C library and the dynamic loader, which are known by their sonames, tell
   by their symbols (a static program is left as it is).  Most symbols of the
   library are of resolvers (STT_GNU_IFUNC), which return what fits the processor:
   that is told by who sees them return.  Code that belongs to these functions is
   "quiet": what it reads and writes is known from the call.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_STRMEM_KNOWN_H
#define HP_STRMEM_KNOWN_H

#include "pub_tool_basics.h"

#include "strmem/hp_strmem.h"

/* Never moves and never goes, as translated code refers to it. */
typedef struct hp_strmem_entry {
   Addr address;
   const hp_strmem_function *function;
   Bool is_resolver;
   HChar *description; /* its frame; NULL: not asked for yet */
} hp_strmem_entry;

/* Takes notice of libraries that were loaded or unloaded.  To be called before
   anything else when code is translated. */
void hp_strmem_known_update(void);

/* What is entered at an address, or NULL. */
hp_strmem_entry *hp_strmem_known_at(Addr address);

/* A resolver has returned that; called from translated code. */
void hp_strmem_known_resolve(const hp_strmem_entry *resolver, Addr result);

/* Is that the code of such a function, or of what it calls only for itself? */
Bool hp_strmem_is_quiet(Addr address);

/* Code that is quiet jumps to or calls another function: that is then a part of
   it, and quiet too, to a certain depth. */
void hp_strmem_known_follow(Addr from, Addr to);

/* Is that a stub that jumps to where a table says (of a PLT)? */
Bool hp_strmem_known_is_stub(Addr address);

/* Code was found to be quiet that may have been translated before: throws such
   translations away.  Called from translated code; cheap if there are none. */
void hp_strmem_known_settle(void);

/* The frame of a function for call paths, if one is entered there; or NULL. */
const HChar *hp_strmem_known_describe(Addr address);

#endif
