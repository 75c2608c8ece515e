/* an_disasm_private.h -- a disassembler over capstone: a part for each architecture.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/an_disasm.h"

#include <capstone.h>

struct an_disasm {
   const tk_alloc *alloc;
   bool is_arm64, is_64, is_att;
   csh capstone;       /* Intel's syntax on x86, with details */
   csh att;            /* for the operands' text; 0: not wanted */
   cs_insn *one, *two; /* room for an instruction each */
};

/* Decodes with either handle. */
bool an_capstone_decode(csh capstone, const uint8_t *bytes, size_t size_B,
                        uint64_t address, cs_insn *into);

/* False: these bytes are no instruction, and *instr is undefined. */
bool an_x86_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                   uint64_t address, an_instr *instr);
bool an_arm64_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                     uint64_t address, an_instr *instr);

/* Adds the register of capstone, if it is one of an_registers. */
void an_x86_add_register(an_registers *set, uint16_t id);
void an_arm64_add_register(an_registers *set, uint16_t id);

/* Sets instr->reads and ->writes as capstone knows them. */
void an_capstone_registers(csh capstone, const cs_insn *insn,
                           void (*add)(an_registers *set, uint16_t id), an_instr *instr);
