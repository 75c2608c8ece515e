/* an_disasm_private.h -- a disassembler over capstone: a part for each architecture.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/an_disasm.h"

#include <capstone.h>

typedef struct an_architecture {
   /* False: these bytes are no instruction.  `into` has room for details. */
   bool (*decode)(csh capstone, const uint8_t *bytes, size_t size_B, uint64_t address,
                  cs_insn *into);
   /* The size of what could not be decoded. */
   size_t (*unknown_B)(const uint8_t *bytes, size_t size_B);
   /* Adds the kind, the target and the use of memory, and changes the registers that
      capstone has where it is wrong. */
   void (*describe)(csh capstone, const cs_insn *insn, an_instr *instr);
   /* Adds the register of capstone, if it is one of an_registers. */
   void (*add_register)(an_registers *set, uint16_t id);
} an_architecture;

extern const an_architecture an_architecture_x86, an_architecture_arm64;

/* As capstone does it. */
bool an_capstone_decode(csh capstone, const uint8_t *bytes, size_t size_B,
                        uint64_t address, cs_insn *into);

void an_x86_add_register(an_registers *set, uint16_t id);
