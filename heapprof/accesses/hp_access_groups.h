/* hp_references.h -- what a superblock reads and writes, by what its addresses are
   counted from; glue.

   An address is as a rule a constant more than something else, its root; accesses
   of one root within a piece of code that is left at its end only make one group.
   Those that are counted from the stack pointer are left out: there are no blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_REFERENCES_H
#define HP_REFERENCES_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "accesses/hp_accesses.h"
#include "code/tk_roots.h"

typedef struct hp_group {
   IRExpr *root;    /* an atom of the superblock's IR */
   IRExpr *guard;   /* NULL, or it is one access, made only if this holds */
   Int stmt;        /* it is known, and not yet made, before that statement */
   UInt piece;      /* the number of the piece of code that it is in */
   UInt n_refs;
   Int last_ref;    /* index into refs, whose links lead to those before */
} hp_group;

typedef struct hp_grouped_ref {
   hp_ref ref;
   Int previous;    /* of its group, or -1 */
} hp_grouped_ref;

typedef struct hp_references {
   XArray *groups;  /* of hp_group */
   XArray *refs;    /* of hp_grouped_ref */
   UInt n_pieces;
   /* Private: */
   tk_roots roots;
   XArray *stack;   /* of IRTemp: those that are the stack pointer */
   UInt first_of_piece; /* group */
} hp_references;

void hp_references_init(hp_references *references);

/* Reads a superblock as VEX delivers it: flat IR.  The result holds until the
   next. */
void hp_references_read(hp_references *references, const IRSB *sb,
                        Int sp_offset);

#endif
