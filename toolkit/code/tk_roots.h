/* tk_roots.h -- what the addresses of a superblock are counted from; glue.

   An address is as a rule a constant more than another atom, its root: accesses of
   one root need but one value at run time.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_ROOTS_H
#define TK_ROOTS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

/* root + displacement_B */
typedef struct tk_address {
   IRExpr *root;
   Int displacement_B;
} tk_address;

typedef struct tk_roots {
   Int most_B;     /* of a displacement, either way */
   XArray *temps;  /* a tk_address for each temporary; root NULL: it is one itself */
} tk_roots;

void tk_roots_init(tk_roots *roots, Int most_B);

/* A superblock begins, whose temporaries are all roots; it is flat IR. */
void tk_roots_begin(tk_roots *roots, const IRSB *sb);

/* A temporary is assigned that. */
void tk_roots_assign(tk_roots *roots, IRTemp temp, IRExpr *value);

/* Of an atom. */
tk_address tk_roots_of(const tk_roots *roots, IRExpr *atom);

#endif
