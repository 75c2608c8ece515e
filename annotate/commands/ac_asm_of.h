/* ac_asm_of.h -- the listing of a function's machine code, for cs_annotate --asm and
   cs_diff --asm.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/ac_asm.h"
#include "code/ac_asm_choice.h"
#include "code/ac_asm_pair.h"
#include "commands/an_options.h"

typedef struct ac_asm_of {
   ac_asm *listings;
   size_t n;
   /* private: */
   an_disasm *disasm;
   struct ac_asm_binary *binaries; /* by object; NULL: none was asked for */
   size_t n_binaries;
   ac_asm_choice choice;
} ac_asm_of;

/* Makes the listing of what is asked for.  The profile has instructions.  AN_PARSED, or
   an exit status after a message.  Everything is borrowed. */
int ac_asm_of_open(ac_asm_of *of, const ac_profile *profile, const an_options *options,
                   const ac_measure *sort);

/* Makes listings of the costliest functions, as many as a page has use for; none if there
   is no disassembler. */
void ac_asm_of_open_most(ac_asm_of *of, const ac_profile *profile,
                         const an_options *options, const ac_measure *sort);

/* The listings of one function in two profiles. */
typedef struct ac_asm_pair_of {
   ac_asm_of old, new;
   ac_asm_pair pair;
} ac_asm_pair_of;

/* The same of a pair, both of which have instructions; NULL asks for the function that
   changes most. */
int ac_asm_pair_of_open(ac_asm_pair_of *of, const ac_profile *old, const ac_profile *new,
                        const an_options *options, const ac_measure *sort);
