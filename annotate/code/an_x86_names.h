/* an_x86_names.h -- mnemonics of x86 as objdump writes them, from those of capstone in
   Intel's syntax; pure.

   In AT&T's syntax an instruction has a letter for the size of its operand where no
   register says it ("movl $0x1,(%rax)"), and some have other names ("cltq").
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/an_x86_bytes.h"

/* What the operands are, for the name. */
typedef struct an_x86_shape {
   unsigned memory_B;   /* the operand in memory; 0: none, or it has no size */
   unsigned register_B; /* the first operand, if it is a register; else 0 */
   bool has_memory;
   bool has_register; /* that says the size: not the count of a shift */
} an_x86_shape;

enum { AN_X86_NAME_B = 32 };

/* The name, without prefixes; `intel` is capstone's, without prefixes. */
void an_x86_name(char name[static AN_X86_NAME_B], const char *intel,
                 const an_x86_bytes *x, const an_x86_shape *shape, bool is_att);

/* Whether the instruction copies or compares strings, and so can be repeated. */
bool an_x86_is_string(const an_x86_bytes *x);

/* The word that objdump writes for a prefix which the instruction does not use. */
const char *an_x86_prefix_word(const an_x86_bytes *x, uint8_t prefix);
const char *an_x86_rex_word(uint8_t rex);
