/* cs_inlining.h -- the code of each instruction: which function's it is, and which calls
   were inlined there, by the debug information; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "calls/cs_functions.h"
#include "calls/cs_tree.h"

typedef struct cs_inlining cs_inlining;

/* Does the core read what was inlined?  To be called before options are processed, which
   can turn it off. */
void cs_inlining_ask(Bool yes);

/* All are borrowed. */
cs_inlining *cs_inlining_new(const tk_alloc *alloc, tk_strings *names,
                             cs_functions *functions, cs_tree *tree);

/* The code that an instruction belongs to; NULL: a stub's.  `place` is the
   instruction's.  More code than a node has room for is taken for the code around it. */
const cs_code *cs_inlining_at(cs_inlining *inlining, Addr addr, const tk_place *place);

/* The number of all code so far, functions' own included. */
UInt cs_inlining_n_codes(const cs_inlining *inlining);
