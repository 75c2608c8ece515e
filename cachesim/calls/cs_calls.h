/* cs_calls.h -- reads the calls, jumps and returns of superblocks, and makes translated
   code report them; glue.

   Most superblocks report nothing.  One that ends with a call or a return reports it.
   One that begins a function asks whether that is the current one: it is, unless a jump
   led there.  A jump into another function is reported where it is made if its target
   is known then.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "calls/cs_frames.h"
#include "calls/cs_functions.h"
#include "calls/cs_inlining.h"

/* Before a statement, code of another function begins or is jumped to. */
typedef struct {
   Int stmt;
   Addr sp_set_by; /* a call, after the stack pointer was set to what is not reckoned from
                      it: the call's instruction; else 0 */
   const tk_line *line;
   const cs_function *function;
   Bool is_entry;       /* at its first instruction */
   IRExpr *return_addr; /* a call, which the superblock goes on with: where it has put the
                           address to return to; NULL: a jump */
} cs_crossing;

typedef enum {
   CS_END_NOTHING,
   CS_END_CALL,     /* of `function` */
   CS_END_CALL_ANY, /* of what is at sb->next */
   CS_END_RETURN,
   CS_END_JUMP, /* to `function` */
   CS_END_JUMP_ANY,
} cs_end;

typedef struct {
   cs_functions *functions;
   cs_inlining *inlining;
   cs_tree tree;
   cs_frames frames;
   uint64_t *new_counts; /* that were just given to inlined code */
   /* What was read of a superblock: */
   const cs_function *first;
   Bool begins;       /* at its first instruction */
   Bool asks;         /* whether that is the current function */
   XArray *crossings; /* of cs_crossing */
   cs_end end;
   Addr last;                   /* instruction */
   const tk_line *line;         /* its line */
   const cs_function *function; /* that the end leads to */
   Bool is_entry;               /* to its first instruction */
   Bool sets_sp;                /* at the end, to what is not reckoned from it */
   Bool may_leave; /* and may lead to another function's stack, even nearby */
   IRExpr *old_sp; /* before it was set */
   UInt n_emitted; /* crossings */
} cs_calls;

/* `calls` must be static: translated code refers to it.  Everything is borrowed. */
void cs_calls_init(cs_calls *calls, const tk_alloc *alloc, tk_strings *names,
                   tk_where *where, UInt n_counts);

/* Reads a superblock as VEX delivers it.  `lines` are those of its instructions, of
   tk_line *. */
void cs_calls_read(cs_calls *calls, const IRSB *sb, const XArray *lines);

/* Does another function begin at this statement? */
Bool cs_calls_cuts(const cs_calls *calls, Int stmt);

/* In translated code: the counts of code in the node with the counts `path`. */
IRExpr *cs_calls_emit_counts(IRSB *out, IRExpr *path, const cs_code *code);

/* Writes the reports: at the start, before a statement, at the end. */
void cs_calls_emit_start(cs_calls *calls, IRSB *out);
Bool cs_calls_emit(cs_calls *calls, IRSB *out, const IRSB *sb, Int stmt);
void cs_calls_emit_end(cs_calls *calls, IRSB *out);
