/* cs_plan.h -- reads the references of a superblock, and decides where they are
   simulated; glue.

   The statements of a superblock are read once, into groups of references.  A group is
   a run of instructions that is left only at its end.  One counter counts its passes
   (tk_segment.h), and the references that can miss are simulated, in order, at its
   end.

   Groups end where cachegrind empties its queue: before every exit, before a
   predicated access, and when 16 events are waiting.  An instruction that faults leaves
   its superblock in the middle, and events that were not counted before are lost.  So
   the counts equal cachegrind's even then.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "calls/cs_calls.h"
#include "simulate/cs_flow.h"
#include "simulate/cs_sim.h"
#include "code/tk_roots.h"
#include "code/tk_segment.h"
#include "code/tk_where.h"

typedef enum {
   CS_REF_FETCH, /* an instruction, in a line that may not be the MRU */
   CS_REF_READ,
   CS_REF_WRITE,
   CS_REF_COND, /* a conditional branch */
   CS_REF_JUMP, /* an indirect jump or call */
} cs_ref_kind;

typedef struct {
   cs_ref_kind kind;
   UInt site; /* index into the plan's sites */
   /* FETCH: a line that is certainly the MRU of its set, or CS_NO_LINE. */
   Addr known_line;
   /* READ, WRITE: the bytes touched. */
   UInt size_B;
   ULong to;      /* READ: registers that need its value; if cycles are estimated */
   Bool modifies; /* READ: and then the instruction writes these bytes */
   /* READ, WRITE: the address; COND: the exit's condition; JUMP: the
      target.  An atom of the superblock's IR. */
   IRExpr *atom;
   /* Not FETCH: the atom is its root plus disp_B.  References of one root need
      only one value at run time. */
   IRExpr *root;
   Short disp_B;
   /* COND: the optimiser has inverted the condition: the fall-through of the
      branch exits. */
   Bool inverted;
} cs_ref;

/* One pass adds `amount` to a counter of the code in the call path that runs.  Small, as
   there are as many as contributions. */
typedef struct {
   UInt amount;
   UShort column;
   UShort contribution; /* of the group, whose code it is; CS_OWN_CODE: the function's */
} cs_cost;

enum { CS_OWN_CODE = 65535 }; /* of a UShort */

/* The code of a cost, whose group has these contributions; NULL: the function's own. */
static inline const cs_code *cs_cost_code(const cs_cost *cost,
                                          const tk_contribution *contributions)
{
   return cost->contribution == CS_OWN_CODE
             ? NULL
             : contributions[cost->contribution].line->at.part;
}

/* The values that a call from translated code can pass. */
enum { CS_MAX_VALUES = 5 };

/* The references of a group have at most CS_MAX_VALUES roots.  A group with more is
   split: the others follow at the same statement without contributions, as the first
   counts for all. */
typedef struct {
   Int stmt; /* the group ends before this statement */
   UInt first_ref, n_refs;
   UInt first_contribution, n_contributions;
   UInt first_cost, n_costs; /* the contributions, summed up; if call paths are kept */
   cs_ticks ticks;           /* of a pass; if cycles are estimated */
   Bool is_late;             /* counted only in late passes of a run; no references */
   /* Not NULL: the group is one reference, made only if this holds.  It is counted
      when it is made, so there are no contributions. */
   IRExpr *guard;
} cs_group;

/* The different roots of some references, in the order of first use. */
typedef struct {
   UInt n;
   IRExpr *root[CS_MAX_VALUES];
} cs_roots;

/* The index of a root, for which there must be room. */
UInt cs_roots_add(cs_roots *roots, IRExpr *root);

Bool cs_roots_has_room(const cs_roots *roots, const IRExpr *root);

/* The source lines of instructions that were read before: the i-th instruction has
   contributions[instrs[i]].line. */
typedef struct {
   const tk_contribution *contributions;
   const UShort *instrs; /* NULL: unknown */
} cs_known_lines;

enum { CS_DISP_MAX_B = 32767 }; /* of a Short */

typedef struct {
   cs_sim *sim;
   tk_where *where;
   cs_calls *calls;       /* NULL: paths are not kept */
   cs_flow *flow;         /* NULL: cycles are not estimated */
   Bool caches, branches; /* what is simulated */
   Bool by_instr;         /* count each instruction, not only its line */
   tk_lines *marks;       /* where lines have marks; NULL: they have none */
   /* The result, valid until the next superblock. */
   XArray *groups;        /* of cs_group */
   XArray *refs;          /* of cs_ref */
   XArray *contributions; /* of tk_contribution */
   XArray *costs;         /* of cs_cost */
   XArray *sites;         /* of cs_site */
   XArray *instrs; /* of UShort: for each instruction, its line's Ir contribution */
   Int first_stmt; /* the statements before are not the program's */
   /* While reading: */
   XArray *lines; /* of tk_line *: the instructions' */
   XArray *lasts; /* of Addr: for each contribution, the last instruction that made it */
   tk_roots roots;
   UInt queued;       /* events waiting */
   UInt first_ir;     /* instructions add to contributions from here on */
   Bool last_is_read; /* the last of them is a read; a write makes it a modify */
   cs_group open;     /* the group being filled */
   Addr addr;         /* the current instruction */
   UInt size_B;
   tk_line *line;
   Int site; /* its site, or -1: none yet */
   Addr known_line;
} cs_plan;

static inline const cs_ref *cs_plan_ref(const cs_plan *plan, const cs_group *group,
                                        UInt i)
{
   return VG_(indexXA)(plan->refs, group->first_ref + i);
}

/* Everything is borrowed; `calls` may be NULL. */
void cs_plan_init(cs_plan *plan, cs_sim *sim, tk_where *where, cs_calls *calls,
                  Bool caches, Bool branches);

/* Reads a superblock as VEX delivers it: flat IR.  Looks up the source lines unless
   they are known.  (When a block becomes hot, its debug information may have changed
   or be gone.) */
void cs_plan_read(cs_plan *plan, const IRSB *sb, cs_known_lines known);
