/* ac_call_sites.h -- which instruction makes the calls of an arc.

   Arcs know the line.  Of its instructions, a call or jump to the callee is chosen; if
   none goes there directly, one of the others: a call before a jump; one that was
   executed as often as the arc was called; the one executed most; the first.  Without
   capstone, calls and jumps are not known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/an_disasm.h"
#include "counts/ac_instrs.h"
#include "counts/ac_owners.h"

typedef struct ac_call_sites {
   /* private: */
   const ac_instrs *instrs;
   const ac_calls *calls;
   an_disasm *disasm; /* NULL: none */
} ac_call_sites;

/* All are borrowed. */
void ac_call_sites_open(ac_call_sites *sites, const tk_alloc *alloc,
                        const ac_instrs *instrs, const ac_calls *calls);

/* The owner is the arc's caller.  NULL: no instruction of it is on that line. */
const ac_instr *ac_call_sites_find(const ac_call_sites *sites, const ac_owner *owner,
                                   const ac_arc *arc);

/* The addresses of the instructions that make the calls of all arcs of a profile with
   instructions; 0: unknown.  For tk_put. */
uint64_t *ac_call_sites_addresses(const ac_profile *profile, const tk_alloc *alloc);
