/* an_disasm_none.c -- no disassembler: Quern was built without capstone.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm.h"

an_disasm *an_disasm_open(const tk_alloc *alloc, const char *arch, an_syntax syntax,
                          const char **problem)
{
   (void)alloc, (void)arch, (void)syntax;
   *problem = "built without capstone";
   return NULL;
}

void an_disasm_close(an_disasm *disasm)
{
   (void)disasm;
}

void an_disasm_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                      uint64_t address, an_instr *instr)
{
   (void)disasm, (void)bytes, (void)size_B, (void)address;
   *instr = (an_instr){ .mnemonic = "(bad)", .size_B = 1 };
}
