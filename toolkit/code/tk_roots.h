/* tk_roots.h -- splits the addresses of a superblock into root and displacement;
   glue.

   An address is usually a constant distance from another atom, its root.  Accesses
   of one root need only one value at run time.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

/* root + displacement_B */
typedef struct tk_address {
   IRExpr *root;
   Int displacement_B;
} tk_address;

typedef struct tk_roots {
   Int most_B;    /* the largest displacement, either way */
   XArray *temps; /* a tk_address for each temporary; root NULL: it is a root */
} tk_roots;

void tk_roots_init(tk_roots *roots, Int most_B);

/* Begins a superblock of flat IR.  At first all its temporaries are roots. */
void tk_roots_begin(tk_roots *roots, const IRSB *sb);

/* The superblock assigns `value` to a temporary. */
void tk_roots_assign(tk_roots *roots, IRTemp temp, IRExpr *value);

/* The root and displacement of an atom. */
tk_address tk_roots_of(const tk_roots *roots, IRExpr *atom);
