/* cs_plan.h -- what a superblock refers to, and when it is noted.

   The statements of a superblock are read once, into groups of
   references.  A group is a run of instructions that is left only at its
   end: one counter counts its passes (tk_segment.h), and the references
   that may miss are simulated, in order, where the group ends.

   Where groups end is not free.  An instruction that faults leaves its
   superblock in the middle, and what was not noted by then is lost; so
   that counts equal cachegrind's even there, groups end where it empties
   its queue: before every exit, before a predicated access, and when 16
   events are waiting.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_PLAN_H
#define CS_PLAN_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "cs_sim.h"
#include "code/tk_roots.h"
#include "code/tk_segment.h"
#include "code/tk_where.h"

typedef enum {
   CS_REF_FETCH, /* an instruction, from a line not known to be the latest */
   CS_REF_READ,
   CS_REF_WRITE,
   CS_REF_COND,  /* a conditional branch */
   CS_REF_JUMP,  /* an indirect jump or call */
} cs_ref_kind;

typedef struct {
   cs_ref_kind kind;
   UInt site;    /* index into the plan's sites */
   /* FETCH: the line that is the latest in its set for certain, or
      CS_NO_LINE. */
   Addr known_line;
   /* READ, WRITE: the bytes touched. */
   UInt size_B;
   /* READ, WRITE: the address; COND: the exit's condition; JUMP: the
      target.  An atom of the superblock's IR. */
   IRExpr *atom;
   /* Not of FETCH: the atom is this one, its root, and so many bytes.
      References of one root need but one value at run time. */
   IRExpr *root;
   Short disp_B;
   /* COND: the optimiser has turned the condition round, so that it is
      the branch's fall-through that exits. */
   Bool inverted;
} cs_ref;

/* What a call from translated code can hand over beside its subject. */
enum { CS_MAX_VALUES = 5 };

/* The references of a group have at most CS_MAX_VALUES roots.  One that would
   have more is followed by others at the same place, which have no shares: the
   first counts for all. */
typedef struct {
   Int stmt; /* the group ends before this statement */
   UInt first_ref, n_refs;
   UInt first_share, n_shares;
   /* Not NULL: the group is one reference, made only if this holds;
      it is counted when made, and there are no shares. */
   IRExpr *guard;
} cs_group;

/* The roots of some references, each once, in the order of their first. */
typedef struct {
   UInt n;
   IRExpr *root[CS_MAX_VALUES];
} cs_roots;

/* The number of a root, which must have room. */
UInt cs_roots_add(cs_roots *roots, IRExpr *root);

Bool cs_roots_has_room(const cs_roots *roots, const IRExpr *root);

/* The source lines of instructions that were read before: that of the i-th is
   shares[instrs[i]].line. */
typedef struct {
   const tk_share *shares;
   const UShort *instrs; /* NULL: they were not */
} cs_known_lines;

enum { CS_DISP_MAX_B = 32767 }; /* of a Short */

typedef struct {
   cs_sim *sim;
   tk_where *where;
   Bool caches, branches; /* which references are asked for */
   /* The result, valid until the next superblock. */
   XArray *groups; /* of cs_group */
   XArray *refs;   /* of cs_ref */
   XArray *shares; /* of tk_share */
   XArray *sites;  /* of cs_site */
   XArray *instrs; /* of UShort: for each instruction, its line's Ir share */
   Int first_stmt; /* what stands before is not the program's */
   /* While reading: */
   cs_known_lines known_lines;
   tk_roots roots;
   UInt queued;    /* events waiting */
   Bool last_is_read; /* the last of them is a read, so may be a modify */
   cs_group open;  /* the group being filled */
   Addr addr;      /* the current instruction */
   UInt size_B;
   tk_line *line;
   Int site;       /* its site, or -1 if it has needed none yet */
   Addr known_line;
} cs_plan;

/* `sim` and `where` are borrowed. */
void cs_plan_init(cs_plan *plan, cs_sim *sim, tk_where *where,
                  Bool caches, Bool branches);

/* Reads a superblock as VEX delivers it: flat IR.  Lines that are not known are
   looked up; by the time a block becomes hot the debug info may have changed,
   or be gone. */
void cs_plan_read(cs_plan *plan, const IRSB *sb, cs_known_lines known);

#endif
