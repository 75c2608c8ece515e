/* an_disasm_x86.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm_private.h"

#include <string.h>

enum { INSTR_MOST_B = 15 };

/* Opcodes of vbroadcastf128 and vbroadcasti128. */
enum { BROADCAST_F128 = 0x1a, BROADCAST_I128 = 0x5a };

static bool is_one_of(const cs_insn *insn, const uint16_t *ids, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (insn->id == ids[i])
         return true;
   return false;
}

#define IS_ONE_OF(insn, ids) is_one_of(insn, ids, sizeof(ids) / sizeof(ids)[0])

/* ---- Decoding ------------------------------------------------------------------ */

static bool is_broadcast_i128(const uint8_t *bytes, size_t size_B)
{
   return size_B >= 5 && bytes[0] == 0xc4 && (bytes[1] & 0x1f) == 2
          && (bytes[2] & 0x87) == 5 && bytes[3] == BROADCAST_I128;
}

/* capstone 4 does not know vbroadcasti128, which is vbroadcastf128 but for its opcode. */
static bool decode(csh capstone, const uint8_t *bytes, size_t size_B, uint64_t address,
                   cs_insn *into)
{
   uint8_t other[INSTR_MOST_B];
   if (!is_broadcast_i128(bytes, size_B))
      return an_capstone_decode(capstone, bytes, size_B, address, into);
   size_B = size_B < sizeof other ? size_B : sizeof other;
   memcpy(other, bytes, size_B);
   other[3] = BROADCAST_F128;
   if (!an_capstone_decode(capstone, other, size_B, address, into))
      return false;
   into->mnemonic[strlen("vbroadcast")] = 'i';
   return true;
}

/* ---- Vectors that capstone does not know ---------------------------------------- */

/* Where the opcode behind a prefix VEX or EVEX is, and the table of opcodes that has it;
   0: no such prefix. */
static size_t vector_opcode(const uint8_t *bytes, unsigned *map)
{
   switch (bytes[0]) {
   case 0xc5: *map = 1; return 2;
   case 0xc4: *map = bytes[1] & 31; return 3;
   case 0x62: *map = bytes[1] & 7; return 4;
   default: return 0;
   }
}

static bool has_immediate(unsigned map, uint8_t opcode)
{
   return map == 3
          || (map == 1
              && ((opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2
                  || (opcode >= 0xc4 && opcode <= 0xc6)));
}

/* The bytes that say where an operand is: ModRM, SIB and a displacement. */
static size_t operand_B(uint8_t modrm, uint8_t sib)
{
   unsigned mode = modrm >> 6, base = modrm & 7;
   if (mode == 3)
      return 1;
   size_t size_B = base == 4 ? 2 : 1;
   bool has_base = mode != 0 || (base == 4 ? (sib & 7) != 5 : base != 5);
   return size_B + (!has_base || mode == 2 ? 4 : mode);
}

/* That of the vector instruction, whatever it does; of others 1. */
static size_t unknown_B(const uint8_t *bytes, size_t size_B)
{
   unsigned map;
   size_t at = size_B < 4 ? 0 : vector_opcode(bytes, &map);
   if (at == 0 || at + 2 > size_B)
      return 1;
   uint8_t sib = at + 2 < size_B ? bytes[at + 2] : 0;
   size_t whole_B = at + 1 + operand_B(bytes[at + 1], sib)
                    + (has_immediate(map, bytes[at]) ? 1 : 0);
   return whole_B <= size_B ? whole_B : 1;
}

/* ---- Where it goes ------------------------------------------------------------- */

static an_instr_kind kind_of(csh capstone, const cs_insn *insn)
{
   switch (insn->id) {
   case X86_INS_SYSCALL:
   case X86_INS_SYSENTER:
   case X86_INS_INT: return AN_INSTR_SYSTEM;
   case X86_INS_HLT:
   case X86_INS_UD2:
   case X86_INS_INT3: return AN_INSTR_STOP;
   case X86_INS_JMP:
   case X86_INS_LJMP: return AN_INSTR_JUMP;
   case X86_INS_LOOP:
   case X86_INS_LOOPE:
   case X86_INS_LOOPNE: return AN_INSTR_BRANCH;
   default:
      return cs_insn_group(capstone, insn, CS_GRP_CALL)   ? AN_INSTR_CALL
             : cs_insn_group(capstone, insn, CS_GRP_RET)  ? AN_INSTR_RETURN
             : cs_insn_group(capstone, insn, CS_GRP_IRET) ? AN_INSTR_RETURN
             : cs_insn_group(capstone, insn, CS_GRP_JUMP) ? AN_INSTR_BRANCH
                                                          : AN_INSTR_PLAIN;
   }
}

static void find_target(const cs_insn *insn, an_instr *instr)
{
   const cs_x86 *x = &insn->detail->x86;
   bool goes = instr->kind == AN_INSTR_BRANCH || instr->kind == AN_INSTR_JUMP
               || instr->kind == AN_INSTR_CALL;
   if (goes && x->op_count == 1 && x->operands[0].type == X86_OP_IMM) {
      instr->has_target = true;
      instr->target = (uint64_t)x->operands[0].imm;
   }
}

/* ---- Memory -------------------------------------------------------------------- */

/* Those that do not touch their operand in memory. */
static const uint16_t addressing[] = {
   X86_INS_LEA,        X86_INS_NOP,        X86_INS_PREFETCH,   X86_INS_PREFETCHNTA,
   X86_INS_PREFETCHT0, X86_INS_PREFETCHT1, X86_INS_PREFETCHT2, X86_INS_PREFETCHW,
};

static const uint16_t pushing[] = { X86_INS_PUSH, X86_INS_PUSHF, X86_INS_PUSHFQ,
                                    X86_INS_ENTER };
static const uint16_t popping[] = { X86_INS_POP, X86_INS_POPF, X86_INS_POPFQ,
                                    X86_INS_LEAVE };

static void find_operand(const cs_insn *insn, const cs_x86_op *op, an_instr *instr)
{
   bool is_relative = op->mem.base == X86_REG_RIP;
   if (is_relative
       || (op->mem.base == X86_REG_INVALID && op->mem.index == X86_REG_INVALID
           && op->mem.segment == X86_REG_INVALID)) {
      instr->has_data = true;
      instr->data = (uint64_t)op->mem.disp
                    + (is_relative ? insn->address + insn->size : 0);
   }
   if (!IS_ONE_OF(insn, addressing)) {
      instr->reads_memory |= (op->access & CS_AC_READ) != 0;
      instr->writes_memory |= (op->access & CS_AC_WRITE) != 0;
   }
}

static void find_memory(const cs_insn *insn, an_instr *instr)
{
   const cs_x86 *x = &insn->detail->x86;
   for (uint8_t i = 0; i < x->op_count; i++)
      if (x->operands[i].type == X86_OP_MEM)
         find_operand(insn, &x->operands[i], instr);
   instr->reads_memory |= instr->kind == AN_INSTR_RETURN || IS_ONE_OF(insn, popping);
   instr->writes_memory |= instr->kind == AN_INSTR_CALL || IS_ONE_OF(insn, pushing);
}

/* ---- Registers ----------------------------------------------------------------- */

/* Exclusive or, or a difference, of a register and itself. */
static bool is_zero(const cs_insn *insn)
{
   static const uint16_t ids[] = { X86_INS_XOR,    X86_INS_SUB,   X86_INS_PXOR,
                                   X86_INS_XORPS,  X86_INS_XORPD, X86_INS_VPXOR,
                                   X86_INS_VXORPS, X86_INS_VXORPD };
   const cs_x86 *x = &insn->detail->x86;
   if (x->op_count < 2 || !IS_ONE_OF(insn, ids))
      return false;
   const cs_x86_op *a = &x->operands[x->op_count - 2], *b = a + 1;
   return a->type == X86_OP_REG && b->type == X86_OP_REG && a->reg == b->reg;
}

/* What is written of a register in part keeps the rest. */
static void add_kept_parts(const cs_insn *insn, an_instr *instr)
{
   const cs_x86 *x = &insn->detail->x86;
   for (uint8_t i = 0; i < x->op_count; i++) {
      const cs_x86_op *op = &x->operands[i];
      if (op->type == X86_OP_REG && (op->access & CS_AC_WRITE) != 0 && op->size < 4)
         an_x86_add_register(&instr->reads, (uint16_t)op->reg);
   }
}

static void describe(csh capstone, const cs_insn *insn, an_instr *instr)
{
   instr->kind = kind_of(capstone, insn);
   find_target(insn, instr);
   find_memory(insn, instr);
   if (is_zero(insn))
      instr->reads = (an_registers){ .general = 0 };
   else
      add_kept_parts(insn, instr);
}

const an_architecture an_architecture_x86 = { decode, unknown_B, describe,
                                              an_x86_add_register };
