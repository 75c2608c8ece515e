/* an_disasm.h -- machine code as text: one instruction at a time, as capstone writes it.

   an_disasm_capstone.c is over capstone; an_disasm_none.c is for builds without it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct an_disasm an_disasm;

typedef enum an_syntax { AN_SYNTAX_ATT, AN_SYNTAX_INTEL } an_syntax;

/* What follows an instruction.  A branch, jump or call has a direct target or none. */
typedef enum an_instr_kind {
   AN_INSTR_PLAIN,
   AN_INSTR_BRANCH, /* jumps or goes on */
   AN_INSTR_JUMP,
   AN_INSTR_CALL,
   AN_INSTR_RETURN,
   AN_INSTR_SYSTEM, /* calls the kernel */
   AN_INSTR_STOP,   /* does not go on: ud2, hlt */
} an_instr_kind;

/* Registers as bits; any part of a register stands for all of it.

   `general`: bits 0 to 31 are registers for integers, by the numbers of their encoding:
   rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 ...; x0 ... x30, sp.
   `vector`: bits 0 to 31: xmm0, ymm0 or zmm0 ...; v0 .... */
typedef struct an_registers {
   uint64_t general;
   uint32_t vector;
} an_registers;

enum { AN_REGISTER_FLAGS = 32, AN_REGISTER_X87 = 33, AN_REGISTER_MASK_0 = 40 /* k0 */ };

enum { AN_MNEMONIC_B = 64, AN_OPERANDS_B = 192 };

typedef struct an_instr {
   /* With words for prefixes: "lock cmpxchgl".  "(bad)": no instruction, or one that
      capstone does not know.  capstone 4 lacks parts of AVX-512, which Valgrind does not
      run: their size is right.  Else it is 1, and of arm64 4. */
   char mnemonic[AN_MNEMONIC_B];
   char operands[AN_OPERANDS_B]; /* "": none */
   unsigned size_B;              /* at least 1, at most the bytes that were given */
   an_instr_kind kind;
   /* Of a direct jump or call: where it goes; of an operand in memory whose address is
      part of the instruction, that address.  These are addresses as the caller's are. */
   bool has_target, has_data;
   uint64_t target, data;
   bool reads_memory, writes_memory; /* the stack, too; lea, nop and prefetches do not */
   /* Of registers that are set to 0, whatever they were (xor %eax,%eax), none is read. */
   an_registers reads, writes;
} an_instr;

/* `arch` is a name of Valgrind's: "amd64", "x86" or "arm64"; arm64 has one syntax.
   NULL: *problem says why, static text.  The allocator is borrowed. */
an_disasm *an_disasm_open(const tk_alloc *alloc, const char *arch, an_syntax syntax,
                          const char **problem);
void an_disasm_close(an_disasm *disasm);

/* Decodes the instruction at the start of the bytes, of which there is at least one.
   `address` is where they are.  Any bytes can be given. */
void an_disasm_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                      uint64_t address, an_instr *instr);
