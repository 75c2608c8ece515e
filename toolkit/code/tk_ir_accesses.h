/* tk_ir_accesses.h -- what a statement of a superblock reads and writes; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

typedef struct tk_ir_access {
   IRExpr *addr; /* an atom */
   UInt size_B;
   Bool is_write;
   IRExpr *guard; /* the access is made only if this holds; NULL: always */
} tk_ir_access;

enum { TK_IR_MAX_ACCESSES = 2 }; /* a read, then a write */

/* Fills found[] with the accesses of a statement of flat IR, in order, and returns
   their number. */
UInt tk_ir_accesses(const IRSB *sb, const IRStmt *stmt,
                    tk_ir_access found[TK_IR_MAX_ACCESSES]);
