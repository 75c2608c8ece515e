/* cs_forward.h -- values that go through memory: lets the loads of a superblock wait for
   the stores whose bytes they find; glue.

   Follows what registers, temporaries and words of memory have (cs_words.h), and changes
   cs_core's operations.  A load that finds what a store left
   - *is renamed* if the machine does that, both are of integers, and the load has 4 or 8
     bytes from where the store begins: then it is a copy of the value;
   - else has its value `forward` cycles after the store's, at least.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#if defined(VGA_arm64)
#include "libvex_guest_arm64.h"
#endif

#include "machine/cs_core.h"
#include "simulate/cs_words.h"

/* What stores leave for the next run are values of cs_core that are carried over, as
   registers are. */
enum { CS_FORWARD_CARRIED = 32 };

/* Vector registers are behind the others in the guest's state. */
enum {
#if defined(VGA_arm64)
   CS_FORWARD_VECTORS_AT = offsetof(VexGuestARM64State, guest_Q0),
#else
   CS_FORWARD_VECTORS_AT = 224,
#endif
};

/* Where values begin in cs_core's numbers. */
typedef struct {
   UInt carried, temps, stored; /* stored: one for each access */
} cs_forward_values;

typedef struct {
   cs_words words;
   cs_form registers[CS_WORDS_REGISTERS]; /* general ones, by place: four bytes each */
   XArray *temps;                         /* of cs_form */
   XArray *accesses;                      /* of those in `words` */
   UInt next_variable;                    /* that nothing has */
   UInt n_carried;
} cs_forward;

void cs_forward_init(cs_forward *forward);

/* Begins a superblock. */
void cs_forward_begin(cs_forward *forward, const IRSB *sb);

/* The superblock assigns a temporary, not by a load; writes a register; loads, by the
   latest of cs_core's operations; stores. */
void cs_forward_assign(cs_forward *forward, const IRSB *sb, IRTemp t,
                       const IRExpr *value);
void cs_forward_put(cs_forward *forward, const IRSB *sb, Int offset, const IRExpr *data);
void cs_forward_load(cs_forward *forward, const IRSB *sb, const XArray *ops, IRTemp t,
                     const IRExpr *addr);
void cs_forward_store(cs_forward *forward, const IRSB *sb, XArray *ops, UInt instr,
                      const IRExpr *addr, const IRExpr *data,
                      const cs_forward_values *values);

/* The end: changes the operations of loads, and adds some.  is_loop: the superblock
   follows itself. */
void cs_forward_end(cs_forward *forward, const cs_machine *machine, Bool is_loop,
                    XArray *ops, const cs_forward_values *values);
