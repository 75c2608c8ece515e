/* ac_asm_of.h -- the listing of a function's machine code, for cs_annotate --asm.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AC_ASM_OF_H
#define AC_ASM_OF_H

#include "assembly/ac_asm.h"
#include "assembly/ac_asm_choice.h"
#include "commands/an_options.h"

typedef struct ac_asm_of {
   bool is_open; /* else all below is empty */
   an_disasm *disasm;
   an_binary *binary;   /* NULL: see below */
   const char *problem; /* why the binary is not used; NULL */
   ac_asm_choice choice;
   ac_asm listing;
} ac_asm_of;

/* Makes the listing of what is asked for, as ac_asm_choose says; NULL: the costliest
   function.  The profile has instructions.  AN_PARSED, or an exit status after a message;
   exits if memory runs out.  Everything is borrowed. */
int ac_asm_of_open(ac_asm_of *of, const ac_profile *profile, const an_options *options,
                   const char *asked, an_syntax syntax, const ac_measure *sort);
void ac_asm_of_close(ac_asm_of *of);

#endif
