/* an_x86_bytes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_x86_bytes.h"

#include <string.h>

static bool is_prefix(uint8_t byte)
{
   static const uint8_t all[] = { 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65,
                                  0x66, 0x67, 0xf0, 0xf2, 0xf3 };
   return memchr(all, byte, sizeof all) != NULL;
}

void an_x86_bytes_read(an_x86_bytes *x, const uint8_t *at, size_t size_B, bool is_64)
{
   *x = (an_x86_bytes){ .at = at, .is_64 = is_64 };
   x->size_B = size_B < AN_X86_MAX_B ? size_B : AN_X86_MAX_B;
   while (x->n_prefixes < x->size_B && is_prefix(at[x->n_prefixes]))
      x->n_prefixes++;
   x->opcode_at = x->n_prefixes;
   if (is_64 && x->opcode_at < x->size_B && (at[x->opcode_at] & 0xf0) == 0x40)
      x->rex = at[x->opcode_at++];
}

uint8_t an_x86_opcode(const an_x86_bytes *x)
{
   return x->opcode_at < x->size_B ? x->at[x->opcode_at] : 0;
}

bool an_x86_has_prefix(const an_x86_bytes *x, uint8_t prefix)
{
   return memchr(x->at, prefix, x->n_prefixes) != NULL;
}

bool an_x86_is_ignored(const an_x86_bytes *x, uint8_t prefix)
{
   return x->is_64
          && (prefix == 0x26 || prefix == 0x2e || prefix == 0x36 || prefix == 0x3e);
}

/* The second byte of the opcode, or its operands' byte. */
static uint8_t next(const an_x86_bytes *x)
{
   return x->opcode_at + 1 < x->size_B ? x->at[x->opcode_at + 1] : 0;
}

/* Those that depend on the flags or the count. */
static bool is_conditional(const an_x86_bytes *x)
{
   uint8_t opcode = an_x86_opcode(x);
   return (opcode & 0xf0) == 0x70 || opcode == 0xe3
          || (opcode == 0x0f && (next(x) & 0xf0) == 0x80);
}

bool an_x86_is_relative(const an_x86_bytes *x)
{
   uint8_t opcode = an_x86_opcode(x);
   return is_conditional(x) || opcode == 0xe8 || opcode == 0xe9 || opcode == 0xeb;
}

bool an_x86_is_branch(const an_x86_bytes *x)
{
   uint8_t opcode = an_x86_opcode(x), operation = next(x) >> 3 & 7;
   return an_x86_is_relative(x) || opcode == 0xc2 || opcode == 0xc3
          || (opcode == 0xff && (operation == 2 || operation == 4));
}

bool an_x86_is_hint(const an_x86_bytes *x, uint8_t prefix)
{
   return (prefix == 0x2e || prefix == 0x3e) && is_conditional(x);
}

/* ---- Vectors ------------------------------------------------------------------- */

/* Where the opcode is, and the table of opcodes that has it; 0: no such prefix. */
static size_t vector_opcode(const an_x86_bytes *x, unsigned *map)
{
   uint8_t first = an_x86_opcode(x), second = next(x);
   bool is_vector = x->is_64 || second >= 0xc0; /* else it is les, lds or bound */
   if (!is_vector || x->rex != 0)
      return 0;
   *map = first == 0xc5 ? 1 : second & (first == 0x62 ? 7 : 31);
   return first == 0xc5   ? x->opcode_at + 2
          : first == 0xc4 ? x->opcode_at + 3
          : first == 0x62 ? x->opcode_at + 4
                          : 0;
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

size_t an_x86_vector_B(const an_x86_bytes *x)
{
   unsigned map;
   size_t at = vector_opcode(x, &map);
   if (at == 0 || at + 2 > x->size_B)
      return 0;
   uint8_t sib = at + 2 < x->size_B ? x->at[at + 2] : 0;
   size_t size_B = at + 1 + operand_B(x->at[at + 1], sib)
                   + (has_immediate(map, x->at[at]) ? 1 : 0);
   return size_B <= x->size_B ? size_B : 0;
}

size_t an_x86_without(const an_x86_bytes *x, uint8_t prefix, uint8_t *to)
{
   size_t n = 0;
   for (size_t i = 0; i < x->size_B; i++)
      if (i >= x->n_prefixes || x->at[i] != prefix)
         to[n++] = x->at[i];
   return n;
}
