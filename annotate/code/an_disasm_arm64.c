/* an_disasm_arm64.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm_private.h"

#include <stdio.h>
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

void an_arm64_add_register(an_registers *set, uint16_t id)
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

/* ---- Names --------------------------------------------------------------------- */

/* Names of objdump that capstone 4 does not use.  NULL: any operands, which stay. */
static const struct {
   const char *name, *operands, *other, *other_operands;
} names[] = {
   { "b.hs", NULL, "b.cs", NULL },     { "b.lo", NULL, "b.cc", NULL },
   { "ins", NULL, "mov", NULL },       { "hint", "#0x7", "xpaclri", "" },
   { "hint", "#0x19", "paciasp", "" }, { "hint", "#0x1d", "autiasp", "" },
   { "hint", "#0x20", "bti", "" },     { "hint", "#0x22", "bti", "c" },
   { "hint", "#0x24", "bti", "j" },    { "hint", "#0x26", "bti", "jc" },
};

static void set_name(an_instr *instr)
{
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (strcmp(names[i].name, instr->mnemonic) == 0
          && (names[i].operands == NULL
              || strcmp(names[i].operands, instr->operands) == 0)) {
         snprintf(instr->mnemonic, sizeof instr->mnemonic, "%s", names[i].other);
         if (names[i].other_operands != NULL)
            snprintf(instr->operands, sizeof instr->operands, "%s",
                     names[i].other_operands);
         return;
      }
}

/* A register is set to the value, by movz, movn or orr. */
static void name_move(an_instr *instr, uint64_t value)
{
   bool is_narrow = instr->operands[0] == 'w';
   const char *comma = strchr(instr->operands, ',');
   int length = comma == NULL ? 0 : (int)(comma - instr->operands);
   char to[8];
   snprintf(to, sizeof to, "%.*s", length, instr->operands);
   snprintf(instr->mnemonic, sizeof instr->mnemonic, "mov");
   snprintf(instr->operands, sizeof instr->operands, "%s, #0x%llx", to,
            (unsigned long long)(is_narrow ? value & UINT32_MAX : value));
}

/* Whether the instruction sets a register to a value, whatever it was. */
static bool find_move(const cs_insn *insn, uint64_t *value)
{
   const cs_arm64 *a = &insn->detail->arm64;
   bool is_orr = insn->id == ARM64_INS_ORR, is_not = insn->id == ARM64_INS_MOVN;
   if (!is_orr && !is_not && insn->id != ARM64_INS_MOVZ)
      return false;
   if (a->op_count != (is_orr ? 3 : 2)
       || a->operands[a->op_count - 1].type != ARM64_OP_IMM)
      return false;
   const cs_arm64_op *last = &a->operands[a->op_count - 1];
   if (is_orr && a->operands[1].reg != ARM64_REG_XZR
       && a->operands[1].reg != ARM64_REG_WZR)
      return false;
   unsigned shift = last->shift.type == ARM64_SFT_LSL ? last->shift.value & 63 : 0;
   *value = (uint64_t)last->imm << shift;
   if (is_not)
      *value = ~*value;
   return is_orr || last->imm != 0 || shift == 0; /* else objdump has the plain name */
}

/* Lengthening by no shift has a name of its own. */
static void name_long(const cs_insn *insn, an_instr *instr)
{
   const cs_arm64 *a = &insn->detail->arm64;
   char *last = strrchr(instr->operands, ',');
   bool is_long = insn->id == ARM64_INS_USHLL || insn->id == ARM64_INS_USHLL2
                  || insn->id == ARM64_INS_SSHLL || insn->id == ARM64_INS_SSHLL2;
   if (!is_long || a->op_count != 3 || a->operands[2].imm != 0 || last == NULL)
      return;
   *last = '\0';
   snprintf(instr->mnemonic, sizeof instr->mnemonic, "%cxtl%s", insn->mnemonic[0],
            insn->mnemonic[5] == '2' ? "2" : "");
}

bool an_arm64_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                     uint64_t address, an_instr *instr)
{
   const cs_insn *insn = disasm->one;
   uint64_t value;
   if (!an_capstone_decode(disasm->capstone, bytes, size_B, address, disasm->one))
      return false;
   *instr = (an_instr){ .size_B = insn->size, .kind = kind_of(insn) };
   snprintf(instr->mnemonic, sizeof instr->mnemonic, "%s", insn->mnemonic);
   snprintf(instr->operands, sizeof instr->operands, "%s", insn->op_str);
   if (find_move(insn, &value))
      name_move(instr, value);
   name_long(insn, instr);
   set_name(instr);
   find_target(insn, instr);
   find_memory(insn, instr);
   an_capstone_registers(disasm->capstone, insn, an_arm64_add_register, instr);
   return true;
}
