/* hp_access_groups.h -- the accesses of a superblock, grouped by base; glue.

   An address is usually a constant distance from another value, its root.  Accesses
   of one root within a piece of code make one group.  (A piece is left only at its
   end.)  Accesses relative to the stack pointer are skipped: no blocks are there.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "accesses/hp_accesses.h"
#include "code/tk_roots.h"

typedef struct hp_access_group {
   IRExpr *root;  /* an atom of the superblock's IR; its value is the base */
   IRExpr *guard; /* NULL, or the group is one access, made only if this holds */
   Int stmt;      /* before it, the root is known and no access is made yet */
   UInt piece;    /* the number of its piece of code */
   UInt n_refs;
   Int last_ref; /* index into refs, which link to those before */
} hp_access_group;

typedef struct hp_grouped_ref {
   hp_ref ref;
   Int previous; /* of its group, or -1 */
} hp_grouped_ref;

typedef struct hp_access_groups {
   XArray *list; /* of hp_access_group */
   XArray *refs; /* of hp_grouped_ref */
   UInt n_pieces;
   /* Private: */
   tk_roots roots;
   XArray *stack;       /* of IRTemp: copies of the stack pointer */
   UInt first_of_piece; /* group */
} hp_access_groups;

void hp_access_groups_init(hp_access_groups *groups);

/* Reads a superblock as VEX delivers it: flat IR.  The result is valid until the
   next call. */
void hp_access_groups_read(hp_access_groups *groups, const IRSB *sb, Int sp_offset);
