/* tk_bpf.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_bpf.h"

/* Parts of `code`, with the kernel's values. */
enum {
   /* clang-format off */
   CLASS = 0x07, LD = 0, LDX = 1, ST = 2, STX = 3, ALU = 4, JMP = 5, RET = 6, MISC = 7,
   MODE = 0xe0, IMM = 0x00, ABS = 0x20, MEM = 0x60, LEN = 0x80,
   OPERATION = 0xf0, OPERAND_X = 0x08, RET_A = 0x10, TXA = 0x80,
   ADD = 0x00, SUB = 0x10, MUL = 0x20, DIV = 0x30, OR = 0x40, AND = 0x50,
   LSH = 0x60, RSH = 0x70, NEG = 0x80, XOR = 0xa0,
   JA = 0x00, JEQ = 0x10, JGT = 0x20, JGE = 0x30, JSET = 0x40,
   /* clang-format on */
   N_CELLS = 16,
};

/* What the kernel does with the call, without the 16 bits of data. */
static const uint32_t ACTION = 0xffff0000, LOG = 0x7ffc0000, ALLOW = 0x7fff0000;

typedef struct machine {
   uint32_t a, x, cells[N_CELLS];
   const tk_bpf_call *call;
   bool is_wrong;
} machine;

static uint32_t fail_program(machine *m)
{
   m->is_wrong = true;
   return 0;
}

/* A word of the call, as in struct seccomp_data. */
static uint32_t word_at(machine *m, uint32_t offset)
{
   if (offset == 0)
      return m->call->number;
   if (offset == 4)
      return m->call->architecture;
   if (offset < 16 || offset >= 64 || offset % 4 != 0)
      return fail_program(m);
   uint64_t argument = m->call->arguments[(offset - 16) / 8];
   return (uint32_t)(offset % 8 == 0 ? argument : argument >> 32);
}

static uint32_t load_value(machine *m, const tk_bpf_step *step)
{
   switch (step->code & MODE) {
   case IMM: return step->k;
   case ABS: return word_at(m, step->k);
   case MEM: return step->k < N_CELLS ? m->cells[step->k] : fail_program(m);
   case LEN: return sizeof *m->call;
   default: return fail_program(m);
   }
}

static void store_cell(machine *m, uint32_t cell, uint32_t value)
{
   if (cell < N_CELLS)
      m->cells[cell] = value;
   else
      fail_program(m);
}

static uint32_t compute_value(machine *m, const tk_bpf_step *step)
{
   uint32_t b = step->code & OPERAND_X ? m->x : step->k;
   switch (step->code & OPERATION) {
   case ADD: return m->a + b;
   case SUB: return m->a - b;
   case MUL: return m->a * b;
   case DIV: return b != 0 ? m->a / b : fail_program(m);
   case OR: return m->a | b;
   case AND: return m->a & b;
   case LSH: return b < 32 ? m->a << b : fail_program(m);
   case RSH: return b < 32 ? m->a >> b : fail_program(m);
   case NEG: return 0 - m->a;
   case XOR: return m->a ^ b;
   default: return fail_program(m);
   }
}

/* How many steps to skip. */
static size_t jump_distance(machine *m, const tk_bpf_step *step)
{
   uint32_t b = step->code & OPERAND_X ? m->x : step->k;
   bool is_true = false;
   switch (step->code & OPERATION) {
   case JA: return step->k;
   case JEQ: is_true = m->a == b; break;
   case JGT: is_true = m->a > b; break;
   case JGE: is_true = m->a >= b; break;
   case JSET: is_true = (m->a & b) != 0; break;
   default: fail_program(m);
   }
   return is_true ? step->if_true : step->if_false;
}

bool tk_bpf_allows(const tk_bpf_step *steps, size_t n, const tk_bpf_call *call)
{
   machine m = { .call = call };
   for (uint64_t i = 0; i < n && !m.is_wrong; i++) { /* jumps have 32 bits */
      const tk_bpf_step *step = &steps[i];
      switch (step->code & CLASS) {
      case LD: m.a = load_value(&m, step); break;
      case LDX: m.x = load_value(&m, step); break;
      case ST: store_cell(&m, step->k, m.a); break;
      case STX: store_cell(&m, step->k, m.x); break;
      case ALU: m.a = compute_value(&m, step); break;
      case JMP: i += jump_distance(&m, step); break;
      case MISC: *(step->code & TXA ? &m.a : &m.x) = step->code & TXA ? m.x : m.a; break;
      default: { /* RET */
         uint32_t verdict = (step->code & RET_A ? m.a : step->k) & ACTION;
         return verdict == ALLOW || verdict == LOG;
      }
      }
   }
   return false;
}
