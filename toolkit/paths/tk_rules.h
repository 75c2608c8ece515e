/* tk_rules.h -- learns from Valgrind's core how to unwind a frame; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "paths/tk_unwind.h"

/* Fills in the step's rule: its base and offsets.  The registers are those of a
   frame at the step's pc, on a stack that is readable up to stack_end; 0: unknown.
   The base is TK_CFA_NO_RULE if the core's rule has another form. */
void tk_rules_learn(tk_step *step, const tk_registers *registers, Addr stack_end);
