/* tk_vex.h -- leaves out work of VEX that the code it translates does not need; glue.

   VEX checks its own code up to three times for each superblock, and cleans it after a
   tool has added to it.  A program that runs for a tenth of a second spends most of that
   time in VEX, and a fifth of that in these steps.  None of them changes what the code
   does.  So the checks are only made where the user asks for more of them, by
   --sanity-level=2 or higher; and code that rarely runs is not cleaned.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* Whether VEX cleans the superblock that it translates now: copies of values and
   statements without effect are removed.  To be called while a tool adds to it; True
   until the first call. */
void tk_vex_cleans(Bool cleans);

#if defined(VGA_arm64)
/* Translated code calls this with a function as the first argument: that function gets
   the guest's state in its place.  VEX keeps the state's address in x21. */
void tk_vex_call_with_state(void);
#endif
