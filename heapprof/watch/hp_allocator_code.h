/* hp_allocator_code.h -- the code of allocators, whose accesses are not counted; glue.

   It begins at the watched functions of libraries that are allocators, and includes
   what these call and jump to nearby: in a library, the functions of an allocator
   are neighbours.  The program's own blocks are not accessed there.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* An allocation function is entered at this address. */
void hp_allocator_code_enter(Addr address);

/* Does an allocator's code begin at this address? */
Bool hp_allocator_code_has(Addr address);

/* The range is unmapped; allocator code in it is forgotten. */
void hp_allocator_code_unmapped(Addr start, SizeT length_B);

/* `sb` is allocator code; so is the code that follows it, if it is near. */
void hp_allocator_code_follow(const IRSB *sb);
