/* an_disasm_x86.c -- SPDX-License-Identifier: GPL-2.0-or-later

   capstone decodes in Intel's syntax: its names there are those of objdump, but for
   an_x86_names.h.  It does not say which prefixes an instruction does not use, which
   objdump writes as words: those without which the instruction is the same. */

#include "code/an_disasm_private.h"
#include "code/an_x86_names.h"

#include <stdio.h>
#include <string.h>

/* Opcodes of xchg with the first register, and of movsxd. */
enum { EXCHANGE = 0x90, EXTEND = 0x63 };

/* An instruction, without the prefixes that a processor ignores. */
typedef struct {
   an_disasm *disasm;
   an_x86_bytes bytes; /* as they are */
   uint8_t kept[AN_X86_MAX_B];
   size_t kept_B, n_ignored;
   const char *stands_for; /* what `kept` is in place of; NULL: of nothing */
   uint64_t address;       /* of `kept`, so that it ends where the instruction does */
   const cs_insn *insn;
} decoded;

/* ---- Decoding ------------------------------------------------------------------ */

static bool decode(csh capstone, const decoded *d, const uint8_t *bytes, size_t size_B,
                   cs_insn *into)
{
   uint64_t address = d->address + d->kept_B - size_B;
   return an_capstone_decode(capstone, bytes, size_B, address, into);
}

static void drop_ignored(decoded *d)
{
   for (size_t i = 0; i < d->bytes.size_B; i++)
      if (i >= d->bytes.n_prefixes || !an_x86_is_ignored(&d->bytes, d->bytes.at[i]))
         d->kept[d->kept_B++] = d->bytes.at[i];
   d->n_ignored = d->bytes.size_B - d->kept_B;
   d->address += d->n_ignored;
}

/* capstone's mnemonic without its words for prefixes. */
static const char *last_word(const char *words)
{
   const char *space = strrchr(words, ' ');
   return space == NULL ? words : space + 1;
}

/* ---- What capstone 4 does not know, but something like it ------------------------ */

/* vbroadcasti128 is vbroadcastf128 but for its opcode. */
static void stand_in_vector(decoded *d)
{
   static const uint8_t f128 = 0x1a, i128 = 0x5a;
   if (d->kept_B >= 5 && d->kept[0] == 0xc4 && (d->kept[1] & 0x1f) == 2
       && (d->kept[2] & 0x87) == 5 && d->kept[3] == i128) {
      d->kept[3] = f128;
      d->stands_for = "vbroadcasti128";
   }
}

/* rdssp and incssp have one operand, a register, as bswap has. */
static void stand_in_shadow(decoded *d)
{
   static const char *const names[2][2] = { { "rdsspd", "rdsspq" },
                                            { "incsspd", "incsspq" } };
   const uint8_t *at = d->kept;
   bool has_rex = d->bytes.rex != 0;
   if (d->kept_B < (has_rex ? 5 : 4) || at[0] != 0xf3)
      return;
   at += has_rex ? 2 : 1;
   bool is_rdssp = at[1] == 0x1e && (at[2] & 0xf8) == 0xc8;
   if (at[0] != 0x0f || (!is_rdssp && (at[1] != 0xae || (at[2] & 0xf8) != 0xe8)))
      return;
   uint8_t number = at[2] & 7;
   d->stands_for = names[is_rdssp ? 0 : 1][(d->bytes.rex & 8) != 0];
   d->kept_B = 0;
   if (has_rex)
      d->kept[d->kept_B++] = d->bytes.rex;
   d->kept[d->kept_B++] = 0x0f;
   d->kept[d->kept_B++] = 0xc8 | number;
   d->n_ignored += 2;
}

/* ---- Prefixes ------------------------------------------------------------------ */

/* Whether these bytes mean the same as the instruction. */
static bool is_same(const decoded *d, const uint8_t *bytes, size_t size_B)
{
   const cs_insn *other = d->disasm->two, *insn = d->insn;
   size_t whole_B = insn->size - (d->kept_B - size_B);
   return decode(d->disasm->capstone, d, bytes, size_B, d->disasm->two)
          && other->size == whole_B && other->id == insn->id
          && strcmp(last_word(other->mnemonic), last_word(insn->mnemonic)) == 0
          && strcmp(other->op_str, insn->op_str) == 0;
}

static bool is_last(const an_x86_bytes *x, size_t i)
{
   return i + 1 == x->n_prefixes
          || memchr(x->at + i + 1, x->at[i], x->n_prefixes - i - 1) == NULL;
}

/* A prefix that the instruction does not use, or that always has a word. */
static bool has_word(const decoded *d, size_t i)
{
   an_x86_bytes kept;
   uint8_t prefix = d->bytes.at[i], without[AN_X86_MAX_B];
   if (d->disasm->is_att && an_x86_is_hint(&d->bytes, prefix))
      return !is_last(&d->bytes, i);
   if (an_x86_is_ignored(&d->bytes, prefix) || prefix == 0xf0 || !is_last(&d->bytes, i))
      return true;
   if (prefix >= 0xf2 && an_x86_is_string(&d->bytes))
      return true;
   if (an_x86_opcode(&d->bytes) == EXCHANGE) /* xchg %ax,%ax and pause */
      return prefix != 0x66 && prefix != 0xf3;
   an_x86_bytes_read(&kept, d->kept, d->kept_B, d->bytes.is_64);
   size_t size_B = an_x86_without(&kept, prefix, without);
   return is_same(d, without, size_B);
}

/* Whether a bit of REX has no effect. */
static bool has_rex_word(const decoded *d)
{
   uint8_t bytes[AN_X86_MAX_B];
   size_t at = d->bytes.opcode_at - 1 - d->n_ignored;
   if (an_x86_opcode(&d->bytes) == EXTEND) /* is the same to capstone without REX.W */
      return false;
   if (an_x86_is_relative(&d->bytes))
      return true;
   if (d->bytes.rex == 0x40) {
      memcpy(bytes, d->kept, at);
      memcpy(bytes + at, d->kept + at + 1, d->kept_B - at - 1);
      return is_same(d, bytes, d->kept_B - 1);
   }
   for (uint8_t bit = 1; bit <= 8; bit = (uint8_t)(bit << 1)) {
      memcpy(bytes, d->kept, d->kept_B);
      bytes[at] = d->bytes.rex & (uint8_t)~bit;
      if ((d->bytes.rex & bit) != 0 && is_same(d, bytes, d->kept_B))
         return true;
   }
   return false;
}

static void add_word(an_instr *instr, const char *word)
{
   size_t length = strlen(instr->mnemonic);
   snprintf(instr->mnemonic + length, sizeof instr->mnemonic - length, "%s ", word);
}

static void add_prefixes(const decoded *d, an_instr *instr)
{
   for (size_t i = 0; i < d->bytes.n_prefixes; i++)
      if (has_word(d, i))
         add_word(instr, an_x86_prefix_word(&d->bytes, d->bytes.at[i]));
   if (d->bytes.rex != 0 && has_rex_word(d))
      add_word(instr, an_x86_rex_word(d->bytes.rex));
}

/* ---- Names and operands -------------------------------------------------------- */

static an_x86_shape shape_of(const decoded *d)
{
   const cs_x86 *x = &d->insn->detail->x86;
   bool is_shift = (an_x86_opcode(&d->bytes) & 0xfe) == 0xd2; /* by cl */
   an_x86_shape shape = { .memory_B = 0 };
   for (uint8_t i = 0; i < x->op_count; i++) {
      const cs_x86_op *op = &x->operands[i];
      if (op->type == X86_OP_MEM) {
         shape.has_memory = true;
         shape.memory_B = op->size;
      } else if (op->type == X86_OP_REG && !(i > 0 && is_shift)) {
         shape.has_register = true;
         shape.register_B = i == 0 ? op->size : shape.register_B;
      }
   }
   return shape;
}

static void add_name(const decoded *d, an_instr *instr)
{
   char name[AN_X86_NAME_B];
   an_x86_shape shape = shape_of(d);
   size_t length = strlen(instr->mnemonic);
   const char *intel = d->insn->mnemonic;
   intel = d->stands_for != NULL ? d->stands_for : last_word(intel);
   an_x86_name(name, intel, &d->bytes, &shape, d->disasm->is_att);
   snprintf(instr->mnemonic + length, sizeof instr->mnemonic - length, "%s", name);
}

/* Whether a number of one digit begins here: capstone writes these without "0x".  Numbers
   of registers and scales are within parentheses, or behind other letters. */
static bool is_digit_alone(const char *text, const char *at, bool is_att, int depth)
{
   const char *before = is_att ? " ,$-*:" : " ,-:";
   return *at >= '0' && *at <= '9' && depth == 0
          && (at == text || strchr(before, at[-1]) != NULL)
          && !(at[1] >= '0' && at[1] <= '9') && at[1] != 'x';
}

/* Operands without spaces behind commas, and with "0x", as objdump has them. */
static void set_operands(const decoded *d, an_instr *instr)
{
   const char *text = d->insn->op_str;
   size_t n = 0;
   int depth = 0;
   bool is_att = d->disasm->is_att;
   if (is_att && decode(d->disasm->att, d, d->kept, d->kept_B, d->disasm->two))
      text = d->disasm->two->op_str;
   for (const char *at = text; *at != '\0' && n + 3 < sizeof instr->operands; at++) {
      depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
      if (is_digit_alone(text, at, is_att, depth)) {
         instr->operands[n++] = '0';
         instr->operands[n++] = 'x';
      }
      if (*at != ' ' || n == 0 || instr->operands[n - 1] != ',')
         instr->operands[n++] = *at;
   }
   instr->operands[n] = '\0';
}

/* ---- What it does -------------------------------------------------------------- */

static bool is_in_group(const decoded *d, unsigned group)
{
   return cs_insn_group(d->disasm->capstone, d->insn, group);
}

static an_instr_kind kind_of(const decoded *d)
{
   switch (d->insn->id) {
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
      return is_in_group(d, CS_GRP_CALL)   ? AN_INSTR_CALL
             : is_in_group(d, CS_GRP_RET)  ? AN_INSTR_RETURN
             : is_in_group(d, CS_GRP_IRET) ? AN_INSTR_RETURN
             : is_in_group(d, CS_GRP_JUMP) ? AN_INSTR_BRANCH
                                           : AN_INSTR_PLAIN;
   }
}

/* An operand in memory that the instruction does not touch. */
static bool has_address_only(const decoded *d)
{
   static const unsigned ids[] = { X86_INS_LEA,        X86_INS_NOP,
                                   X86_INS_PREFETCH,   X86_INS_PREFETCHNTA,
                                   X86_INS_PREFETCHT0, X86_INS_PREFETCHT1,
                                   X86_INS_PREFETCHT2, X86_INS_PREFETCHW };
   for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
      if (d->insn->id == ids[i])
         return true;
   return false;
}

static bool writes_stack(const decoded *d, an_instr_kind kind)
{
   return kind == AN_INSTR_CALL || d->insn->id == X86_INS_PUSH
          || d->insn->id == X86_INS_PUSHF || d->insn->id == X86_INS_PUSHFQ
          || d->insn->id == X86_INS_ENTER;
}

static bool reads_stack(const decoded *d, an_instr_kind kind)
{
   return kind == AN_INSTR_RETURN || d->insn->id == X86_INS_POP
          || d->insn->id == X86_INS_POPF || d->insn->id == X86_INS_POPFQ
          || d->insn->id == X86_INS_LEAVE;
}

static void find_memory(const decoded *d, an_instr *instr)
{
   const cs_x86 *x = &d->insn->detail->x86;
   for (uint8_t i = 0; i < x->op_count; i++) {
      const cs_x86_op *op = &x->operands[i];
      if (op->type != X86_OP_MEM)
         continue;
      if (op->mem.base == X86_REG_RIP
          || (op->mem.base == X86_REG_INVALID && op->mem.index == X86_REG_INVALID
              && op->mem.segment == X86_REG_INVALID)) {
         instr->has_data = true;
         instr->data = (uint64_t)op->mem.disp
                       + (op->mem.base == X86_REG_RIP ? d->address + d->insn->size : 0);
      }
      if (!has_address_only(d)) {
         instr->reads_memory |= (op->access & CS_AC_READ) != 0;
         instr->writes_memory |= (op->access & CS_AC_WRITE) != 0;
      }
   }
   instr->reads_memory |= reads_stack(d, instr->kind);
   instr->writes_memory |= writes_stack(d, instr->kind);
}

static void find_target(const decoded *d, an_instr *instr)
{
   const cs_x86 *x = &d->insn->detail->x86;
   bool goes = instr->kind == AN_INSTR_BRANCH || instr->kind == AN_INSTR_JUMP
               || instr->kind == AN_INSTR_CALL;
   if (goes && x->op_count == 1 && x->operands[0].type == X86_OP_IMM) {
      instr->has_target = true;
      instr->target = (uint64_t)x->operands[0].imm;
      if (!d->disasm->is_64)
         instr->target &= UINT32_MAX;
   }
}

/* ---- Registers ----------------------------------------------------------------- */

/* Exclusive or, or a difference, of a register and itself. */
static bool is_zero(const decoded *d)
{
   static const unsigned ids[] = { X86_INS_XOR,    X86_INS_SUB,   X86_INS_PXOR,
                                   X86_INS_XORPS,  X86_INS_XORPD, X86_INS_VPXOR,
                                   X86_INS_VXORPS, X86_INS_VXORPD };
   const cs_x86 *x = &d->insn->detail->x86;
   if (x->op_count < 2)
      return false;
   const cs_x86_op *a = &x->operands[x->op_count - 2], *b = a + 1;
   if (a->type != X86_OP_REG || b->type != X86_OP_REG || a->reg != b->reg)
      return false;
   for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
      if (d->insn->id == ids[i])
         return true;
   return false;
}

/* What is written of a register in part keeps the rest. */
static void add_kept_parts(const decoded *d, an_instr *instr)
{
   const cs_x86 *x = &d->insn->detail->x86;
   for (uint8_t i = 0; i < x->op_count; i++) {
      const cs_x86_op *op = &x->operands[i];
      if (op->type == X86_OP_REG && (op->access & CS_AC_WRITE) != 0 && op->size < 4)
         an_x86_add_register(&instr->reads, (uint16_t)op->reg);
   }
}

static void find_registers(const decoded *d, an_instr *instr)
{
   an_capstone_registers(d->disasm->capstone, d->insn, an_x86_add_register, instr);
   if (is_zero(d))
      instr->reads = (an_registers){ .general = 0 };
   else
      add_kept_parts(d, instr);
}

/* ---- fwait --------------------------------------------------------------------- */

/* Is an instruction of the x87 that waits; objdump shows fwait only where it is alone. */
static bool decode_waiting(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                           uint64_t address, an_instr *instr)
{
   static const char *const names[] = { "fnstcw", "fnstsw", "fnstenv",
                                        "fnsave", "fnclex", "fninit" };
   if (size_B < 2 || bytes[0] != 0x9b || (bytes[1] & 0xf8) != 0xd8
       || !an_x86_decode(disasm, bytes + 1, size_B - 1, address + 1, instr))
      return false;
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (strcmp(instr->mnemonic, names[i]) == 0)
         memmove(instr->mnemonic + 1, instr->mnemonic + 2, strlen(names[i]) - 1);
   instr->size_B++;
   return true;
}

/* Of vectors that capstone does not know, the size is known. */
static bool decode_unknown(const decoded *d, an_instr *instr)
{
   size_t size_B = an_x86_vector_B(&d->bytes);
   *instr = (an_instr){ .mnemonic = "(bad)", .size_B = (unsigned)size_B };
   return size_B != 0;
}

bool an_x86_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                   uint64_t address, an_instr *instr)
{
   decoded d = { .disasm = disasm, .address = address, .insn = disasm->one };
   if (decode_waiting(disasm, bytes, size_B, address, instr))
      return true;
   an_x86_bytes_read(&d.bytes, bytes, size_B, disasm->is_64);
   drop_ignored(&d);
   stand_in_vector(&d);
   stand_in_shadow(&d);
   if (!decode(disasm->capstone, &d, d.kept, d.kept_B, disasm->one))
      return decode_unknown(&d, instr);
   d.kept_B = d.insn->size;
   d.bytes.size_B = d.kept_B + d.n_ignored;
   *instr = (an_instr){ .size_B = (unsigned)d.bytes.size_B };
   instr->kind = kind_of(&d);
   if (d.stands_for == NULL)
      add_prefixes(&d, instr);
   add_name(&d, instr);
   set_operands(&d, instr);
   find_target(&d, instr);
   find_memory(&d, instr);
   find_registers(&d, instr);
   return true;
}
