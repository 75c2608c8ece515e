/* ac_asm_messages.h -- the costly instructions of a listing as messages of a compiler.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ac_messages.h"

/* A message for each instruction of the analysis's listing, or of what is asked of it,
   that reaches the threshold, the costliest first: "a.c:39: note: 40.9% of CEst
   (7,790,119): 1250 cmp 0x38(%rax),%rdx: waits for ...".  Those without a source line
   have no place, and are left out. */
void ac_asm_messages(const ac_scope *scope, const ac_messages_to *to);
