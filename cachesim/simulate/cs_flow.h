/* cs_flow.h -- how the values of a superblock depend on each other: which loads a load
   has to wait for, and how many cycles its instructions take; glue.

   Registers have a bit each.  Further bits name the loads of the superblock itself, so
   one mask says what a value needs.  It is an estimate: two registers, or two loads, can
   have one bit, and the masks do not follow values through memory; the cycles do.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "machine/cs_core.h"
#include "machine/cs_patterns.h"
#include "simulate/cs_forward.h"

/* The flow of data into a load or a branch, and out of a load. */
typedef struct {
   ULong from; /* what a load's address, or a branch's condition, needs */
   ULong to;   /* a load: registers that need its value, at the end of the superblock */
   ULong address;      /* what the address of a load or a write needs */
   cs_advance advance; /* how that becomes what the next time needs */
} cs_flow_of;

typedef struct {
   const cs_machine *machine;
   cs_core core;
   cs_forward forward;
   XArray *of;     /* of cs_flow_of: for each statement */
   XArray *temps;  /* what is known of each temporary */
   XArray *ops;    /* of cs_core_op */
   XArray *cycles; /* of UInt: for each instruction */
   XArray *later;  /* likewise */
   UInt n_free;    /* 0: `later` is unknown */
   Bool is_loop;
   Bool asks_causes; /* set it to have `causes` */
   XArray *causes;   /* of cs_core_cause: for each instruction */
   XArray *places;   /* of UChar, a cs_core_place: for each instruction */
   /* Registers, a bit each. */
   ULong chain;          /* the one that the chain goes through */
   ULong begin;          /* and those that its next value needs */
   ULong chains, begins; /* those of all loops that were read */
   ULong fresh;          /* what the superblock writes without their old values */
   ULong mixed, found;   /* what it makes of what it found in others, of `chains` */
   ULong all_mixed;      /* by all superblocks that were read */
} cs_flow;

/* `machine` is borrowed. */
void cs_flow_init(cs_flow *flow, const cs_machine *machine);

/* Reads a superblock.  Valid until the next. */
void cs_flow_read(cs_flow *flow, const IRSB *sb);

cs_flow_of cs_flow_at(const cs_flow *flow, Int stmt);

/* The cycles that an instruction adds, if nothing misses. */
UInt cs_flow_cycles(const cs_flow *flow, Word instr);

/* If the superblock is a loop with a chain from pass to pass: how many passes of a run
   take no more than that, and what later ones add; see cs_core_run.  0: there is none. */
UInt cs_flow_n_free(const cs_flow *flow);
UInt cs_flow_later_cycles(const cs_flow *flow, Word instr);

/* Does the superblock lead to itself? */
Bool cs_flow_is_loop(const cs_flow *flow);

/* Why each instruction ends no sooner; NULL: not asked for. */
const cs_core_cause *cs_flow_causes(const cs_flow *flow);

/* A register is *fresh* unless it has what a loop's chain left there, or what was made
   of that.  This is the bit of the register that this loop's chain goes through, and
   those of all that have to be fresh if a run is to begin another chain. */
ULong cs_flow_chain(const cs_flow *flow);
ULong cs_flow_begin(const cs_flow *flow);

/* The registers that the superblock makes fresh, as it gives them values that do not
   depend on their old ones.  If not `all`, only those that matter to loops which were
   read until now. */
ULong cs_flow_fresh(const cs_flow *flow, Bool all);

/* The registers that matter and are not fresh after the superblock if one of `found` was
   not, before it. */
ULong cs_flow_mixed(const cs_flow *flow, ULong *found);
