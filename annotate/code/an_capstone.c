/* an_capstone.c -- what all architectures ask of capstone.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm_private.h"

bool an_capstone_decode(csh capstone, const uint8_t *bytes, size_t size_B,
                        uint64_t address, cs_insn *into)
{
   return cs_disasm_iter(capstone, &bytes, &size_B, &address, into);
}

void an_capstone_registers(csh capstone, const cs_insn *insn,
                           void (*add)(an_registers *set, uint16_t id), an_instr *instr)
{
   cs_regs read, written;
   uint8_t n_read, n_written;
   if (cs_regs_access(capstone, insn, read, &n_read, written, &n_written) != CS_ERR_OK)
      return;
   for (uint8_t i = 0; i < n_read; i++)
      add(&instr->reads, read[i]);
   for (uint8_t i = 0; i < n_written; i++)
      add(&instr->writes, written[i]);
}
