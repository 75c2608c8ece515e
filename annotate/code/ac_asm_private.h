/* ac_asm_private.h -- the parts of making a listing; for ac_asm.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/ac_asm.h"

/* Each fills in its part of a listing whose rows are there. */

/* Names of what is called (ac_asm_calls.c). */
void ac_asm_name_calls(ac_asm *listing, an_disasm *disasm, an_binary *binary);

/* `loops`, and the loop of each row (ac_asm_loops.c). */
void ac_asm_find_loops(ac_asm *listing);

/* Takes away `waits_for` of what is not carried from pass to pass; loops are known
   (ac_asm_waits.c). */
void ac_asm_check_waits(ac_asm *listing);

/* The lanes of `jumps` (ac_asm_lanes.c). */
void ac_asm_choose_lanes(ac_asm *listing);
