/* hp_quiet.h -- the code of allocators, whose own accesses are not looked at; glue.

   Known are the functions that are watched in libraries that are allocators, and
   from there on what they call and jump to, as far as it is near: within a library
   an allocator's functions are neighbours.  What that code accesses is no block
   that the program has.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_QUIET_H
#define HP_QUIET_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* An allocation function is entered there. */
void hp_quiet_enter(Addr address);

/* Does an allocator's code begin there? */
Bool hp_quiet_has(Addr address);

/* That is no longer mapped: what an allocator had there is forgotten. */
void hp_quiet_unmapped(Addr start, SizeT length_B);

/* A superblock that does: so does what follows it. */
void hp_quiet_follow(const IRSB *sb);

#endif
