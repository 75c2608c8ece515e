/* an_disasm_arm64.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm_private.h"

#include <string.h>

/* ---- Registers ----------------------------------------------------------------- */

static bool is_between(uint16_t id, unsigned first, unsigned last)
{
   return id >= first && id <= last;
}

static void add_general(an_registers *set, unsigned number)
{
   set->general |= UINT64_C(1) << number;
}

static void add_register(an_registers *set, uint16_t id)
{
   static const uint16_t vectors[] = { ARM64_REG_B0, ARM64_REG_H0, ARM64_REG_S0,
                                       ARM64_REG_D0, ARM64_REG_Q0, ARM64_REG_V0 };
   if (is_between(id, ARM64_REG_X0, ARM64_REG_X28))
      add_general(set, id - ARM64_REG_X0);
   else if (is_between(id, ARM64_REG_W0, ARM64_REG_W30))
      add_general(set, id - ARM64_REG_W0);
   else if (id == ARM64_REG_X29)
      add_general(set, 29);
   else if (id == ARM64_REG_X30)
      add_general(set, 30);
   else if (id == ARM64_REG_SP || id == ARM64_REG_WSP)
      add_general(set, 31);
   else if (id == ARM64_REG_NZCV)
      add_general(set, AN_REGISTER_FLAGS);
   else
      for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
         if (is_between(id, vectors[i], vectors[i] + 31U))
            set->vector |= UINT32_C(1) << (id - vectors[i]);
}

/* ---- What it does -------------------------------------------------------------- */

static an_instr_kind kind_of(const cs_insn *insn)
{
   switch (insn->id) {
   case ARM64_INS_B:
      return insn->detail->arm64.cc == ARM64_CC_INVALID
                   || insn->detail->arm64.cc >= ARM64_CC_AL
                ? AN_INSTR_JUMP
                : AN_INSTR_BRANCH;
   case ARM64_INS_CBZ:
   case ARM64_INS_CBNZ:
   case ARM64_INS_TBZ:
   case ARM64_INS_TBNZ: return AN_INSTR_BRANCH;
   case ARM64_INS_BR: return AN_INSTR_JUMP;
   case ARM64_INS_BL:
   case ARM64_INS_BLR: return AN_INSTR_CALL;
   case ARM64_INS_RET: return AN_INSTR_RETURN;
   case ARM64_INS_SVC: return AN_INSTR_SYSTEM;
   case ARM64_INS_BRK:
   case ARM64_INS_HLT: return AN_INSTR_STOP;
   default: return AN_INSTR_PLAIN;
   }
}

static bool has_target(an_instr_kind kind)
{
   return kind == AN_INSTR_BRANCH || kind == AN_INSTR_JUMP || kind == AN_INSTR_CALL;
}

/* Loads and stores have an operand in memory; prefetches, too. */
static void find_memory(const cs_insn *insn, an_instr *instr)
{
   const cs_arm64 *a = &insn->detail->arm64;
   bool is_store = strncmp(insn->mnemonic, "st", 2) == 0;
   bool is_both = strncmp(insn->mnemonic, "cas", 3) == 0
                  || strncmp(insn->mnemonic, "swp", 3) == 0;
   if (strncmp(insn->mnemonic, "prf", 3) == 0)
      return;
   for (uint8_t i = 0; i < a->op_count; i++)
      if (a->operands[i].type == ARM64_OP_MEM) {
         instr->writes_memory |= is_store || is_both;
         instr->reads_memory |= !is_store || is_both;
      }
}

static void find_target(const cs_insn *insn, an_instr *instr)
{
   const cs_arm64 *a = &insn->detail->arm64;
   if (a->op_count == 0 || a->operands[a->op_count - 1].type != ARM64_OP_IMM)
      return;
   uint64_t value = (uint64_t)a->operands[a->op_count - 1].imm;
   if (has_target(instr->kind)) {
      instr->has_target = true;
      instr->target = value;
   } else if (insn->id == ARM64_INS_ADR || insn->id == ARM64_INS_ADRP) {
      instr->has_data = true;
      instr->data = value;
   }
}

static void describe(csh capstone, const cs_insn *insn, an_instr *instr)
{
   (void)capstone;
   instr->kind = kind_of(insn);
   find_target(insn, instr);
   find_memory(insn, instr);
}

/* Instructions have one size. */
static size_t unknown_B(const uint8_t *bytes, size_t size_B)
{
   (void)bytes;
   return size_B < 4 ? size_B : 4;
}

const an_architecture an_architecture_arm64 = { an_capstone_decode, unknown_B, describe,
                                                add_register };
