/* an_x86_registers.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm_private.h"

/* Names of the first eight registers: capstone has them in the order of the alphabet. */
#define OLD(letter, number) \
   [X86_REG_##letter##L] = (number) + 1, [X86_REG_##letter##H] = (number) + 1, \
   [X86_REG_##letter##X] = (number) + 1, [X86_REG_E##letter##X] = (number) + 1, \
   [X86_REG_R##letter##X] = (number) + 1
#define INDEX(name, number) \
   [X86_REG_##name##L] = (number) + 1, [X86_REG_##name] = (number) + 1, \
   [X86_REG_E##name] = (number) + 1, [X86_REG_R##name] = (number) + 1
#define NEW(number) \
   [X86_REG_R##number##B] = (number) + 1, [X86_REG_R##number##W] = (number) + 1, \
   [X86_REG_R##number##D] = (number) + 1, [X86_REG_R##number] = (number) + 1

/* The bit of `general`, and 1; 0: none. */
static const uint8_t general[X86_REG_ENDING] = {
   OLD(A, 0),
   OLD(C, 1),
   OLD(D, 2),
   OLD(B, 3),
   INDEX(SP, 4),
   INDEX(BP, 5),
   INDEX(SI, 6),
   INDEX(DI, 7),
   NEW(8),
   NEW(9),
   NEW(10),
   NEW(11),
   NEW(12),
   NEW(13),
   NEW(14),
   NEW(15),
   [X86_REG_EFLAGS] = AN_REGISTER_FLAGS + 1,
   [X86_REG_FPSW] = AN_REGISTER_X87 + 1,
};

static bool is_between(uint16_t id, unsigned first, unsigned last)
{
   return id >= first && id <= last;
}

void an_x86_add_register(an_registers *set, uint16_t id)
{
   if (is_between(id, X86_REG_XMM0, X86_REG_XMM31))
      set->vector |= UINT32_C(1) << (id - X86_REG_XMM0);
   else if (is_between(id, X86_REG_YMM0, X86_REG_YMM31))
      set->vector |= UINT32_C(1) << (id - X86_REG_YMM0);
   else if (is_between(id, X86_REG_ZMM0, X86_REG_ZMM31))
      set->vector |= UINT32_C(1) << (id - X86_REG_ZMM0);
   else if (is_between(id, X86_REG_ST0, X86_REG_ST7)
            || is_between(id, X86_REG_MM0, X86_REG_MM7)
            || is_between(id, X86_REG_FP0, X86_REG_FP7))
      set->general |= UINT64_C(1) << AN_REGISTER_X87;
   else if (is_between(id, X86_REG_K0, X86_REG_K7))
      set->general |= UINT64_C(1) << (AN_REGISTER_MASK_0 + id - X86_REG_K0);
   else if (id < X86_REG_ENDING && general[id] != 0)
      set->general |= UINT64_C(1) << (general[id] - 1);
}
