/* ty_places.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_places.h"

#include "types/ty_dwarf.h"

#include <dwarf.h>
#include <stdlib.h>

enum {
   LOCATIONS = 4,   /* a variable can be at several places at once */
   REGISTERS = 128, /* whose rules are asked for */
};

/* ---- Addresses ---- */

/* An offset from the CFA, or from what a register holds. */
typedef struct {
   bool is_cfa;
   uint64_t reg;
   int64_t offset;
} address;

/* Adds the operand; false if the sum is no offset on a stack. */
static bool add_offset(address *a, Dwarf_Word operand)
{
   int64_t more = (int64_t)operand;
   if (more < INT32_MIN || more > INT32_MAX)
      return false;
   a->offset += more;
   return a->offset >= INT32_MIN && a->offset <= INT32_MAX;
}

/* DW_OP_regN or DW_OP_regx. */
static bool read_register(const Dwarf_Op *op, uint64_t *reg)
{
   if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
      *reg = op->atom - DW_OP_reg0;
   else if (op->atom == DW_OP_regx && op->number <= INT32_MAX)
      *reg = op->number;
   else
      return false;
   return true;
}

/* DW_OP_call_frame_cfa, DW_OP_bregN or DW_OP_bregx. */
static bool read_base(const Dwarf_Op *op, address *a)
{
   *a = (address){ .is_cfa = op->atom == DW_OP_call_frame_cfa };
   if (a->is_cfa)
      return true;
   if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
      a->reg = op->atom - DW_OP_breg0;
      return add_offset(a, op->number);
   }
   a->reg = op->number;
   return op->atom == DW_OP_bregx && add_offset(a, op->number2);
}

static bool read_frame_base(const ty_place_frame *frame, address *a)
{
   Dwarf_Attribute attribute;
   Dwarf_Op *ops;
   size_t n;
   if (dwarf_attr_integrate(frame->function, DW_AT_frame_base, &attribute) == NULL
       || dwarf_getlocation_addr(&attribute, frame->pc, &ops, &n, 1) != 1 || n != 1)
      return false;
   *a = (address){ .is_cfa = false };
   return read_register(ops, &a->reg) || read_base(ops, a);
}

/* Operations that compute an address: a base, and constants that are added.  Returns how
   many they are; 0: it is computed otherwise. */
static size_t read_address(const ty_place_frame *frame, const Dwarf_Op *ops, size_t n,
                           address *a)
{
   if (n == 0)
      return 0;
   if (ops[0].atom == DW_OP_fbreg) {
      if (!read_frame_base(frame, a) || !add_offset(a, ops[0].number))
         return 0;
   } else if (!read_base(&ops[0], a)) {
      return 0;
   }
   size_t i = 1;
   for (; i < n && ops[i].atom == DW_OP_plus_uconst; i++)
      if (!add_offset(a, ops[i].number))
         return 0;
   return i;
}

static bool read_cfa(Dwarf_Frame *rules, address *a)
{
   Dwarf_Op *ops;
   size_t n;
   return rules != NULL && dwarf_frame_cfa(rules, &ops, &n) == 0 && n == 1
          && read_base(ops, a) && !a->is_cfa;
}

/* Has the frame saved the register at an offset from the CFA? */
static bool find_saved(Dwarf_Frame *rules, uint64_t reg, int64_t *cfa_offset)
{
   static const ty_place_frame none;
   Dwarf_Op memory[3], *ops;
   size_t n;
   address a;
   if (dwarf_frame_register(rules, (int)reg, memory, &ops, &n) != 0 || n == 0
       || ops[0].atom != DW_OP_call_frame_cfa || read_address(&none, ops, n, &a) != n)
      return false;
   *cfa_offset = a.offset;
   return true;
}

/* Whether the register, from which the CFA is counted, is now where variables are counted
   from.  A frame pointer is, which the function must save; the stack pointer moves. */
static bool is_settled(const ty_place_frame *frame, const address *cfa)
{
   address base, settled;
   int64_t offset;
   bool counts_from_cfa = read_frame_base(frame, &base) && base.is_cfa;
   return counts_from_cfa || find_saved(frame->rules, cfa->reg, &offset)
          || (read_cfa(frame->settled, &settled) && settled.reg == cfa->reg
              && settled.offset == cfa->offset);
}

/* Makes it relative to the CFA; false if the rules do not say how. */
static bool rebase(const ty_place_frame *frame, address *a)
{
   address cfa;
   if (a->is_cfa)
      return true;
   if (!read_cfa(frame->rules, &cfa) || cfa.reg != a->reg || !is_settled(frame, &cfa))
      return false;
   *a = (address){ .is_cfa = true, .offset = a->offset - cfa.offset };
   return true;
}

bool ty_places_settle_at(const ty_place_frame *frame, Dwarf_Addr *pc)
{
   address base;
   Dwarf_Addr *all;
   if (!read_frame_base(frame, &base) || base.is_cfa)
      return false;
   int n = dwarf_entry_breakpoints(frame->function, &all);
   if (n <= 0)
      return false;
   *pc = all[0];
   free(all);
   return true;
}

/* ---- Places ---- */

static void set_register(ty_place *place, uint64_t reg)
{
   place->is_register = true;
   place->dwarf_register = (int)reg;
}

static bool set_offset(ty_place *place, const ty_place_frame *frame, address *a)
{
   if (!rebase(frame, a))
      return false;
   place->cfa_offset = a->offset;
   return true;
}

/* One location; false if it is neither on the frame nor in a register. */
static bool read_place(const ty_place_frame *frame, const Dwarf_Op *ops, size_t n,
                       ty_place *place)
{
   uint64_t reg;
   address a;
   place->is_register = false;
   if (n == 1 && read_register(ops, &reg)) {
      set_register(place, reg);
      return true;
   }
   size_t i = read_address(frame, ops, n, &a);
   if (i == 0)
      return false;
   if (i == n)
      return set_offset(place, frame, &a);
   /* Its value is what is at the address, or the address itself. */
   if (n - i == 2 && ops[i].atom == DW_OP_deref && ops[i + 1].atom == DW_OP_stack_value)
      return set_offset(place, frame, &a);
   if (n - i == 1 && ops[i].atom == DW_OP_stack_value && !a.is_cfa && a.offset == 0
       && a.reg <= INT32_MAX) {
      set_register(place, a.reg);
      return true;
   }
   return false;
}

static int64_t size_of(ty_trees *trees, Dwarf_Die *variable)
{
   Dwarf_Die type;
   return ty_die_type(variable, &type) && ty_dwarf_peel(trees, &type) ? ty_die_size(&type)
                                                                      : -1;
}

typedef struct {
   const ty_place_frame *frame;
   ty_place *places;
   size_t n;
} place_list;

static void add_place(place_list *list, const Dwarf_Op *ops, size_t n, int64_t start,
                      int64_t size_B)
{
   ty_place place = { .start = start, .size_B = size_B };
   if (list->n < TY_PLACES_MOST && size_B > 0 && read_place(list->frame, ops, n, &place))
      list->places[list->n++] = place;
}

/* A location for the whole, or one for each piece, followed by the piece's size. */
static void add_places(place_list *list, const Dwarf_Op *ops, size_t n, int64_t size_B)
{
   size_t first = 0;
   int64_t start = 0;
   for (size_t i = 0; i < n; i++) {
      if (ops[i].atom == DW_OP_bit_piece)
         return;
      if (ops[i].atom != DW_OP_piece)
         continue;
      if (ops[i].number > INT32_MAX)
         return;
      int64_t piece_B = (int64_t)ops[i].number;
      add_place(list, ops + first, i - first, start, piece_B);
      start += piece_B;
      first = i + 1;
   }
   if (first == 0)
      add_place(list, ops, n, 0, size_B);
}

size_t ty_places_of(const ty_place_frame *frame, Dwarf_Die *variable,
                    ty_place places[TY_PLACES_MOST])
{
   Dwarf_Attribute attribute;
   Dwarf_Op *ops[LOCATIONS];
   size_t n_ops[LOCATIONS];
   place_list list = { .frame = frame, .places = places };
   if (dwarf_attr_integrate(variable, DW_AT_location, &attribute) == NULL)
      return 0;
   int n = dwarf_getlocation_addr(&attribute, frame->pc, ops, n_ops, LOCATIONS);
   int64_t size_B = n > 0 ? size_of(frame->trees, variable) : -1;
   for (int i = 0; i < n; i++)
      add_places(&list, ops[i], n_ops[i], size_B);
   return list.n;
}

/* ---- Saved registers ---- */

bool ty_places_saved(Dwarf_Frame *rules, int64_t cfa_offset, int *dwarf_register)
{
   int return_address = dwarf_frame_info(rules, NULL, NULL, NULL);
   int64_t offset;
   for (int i = 0; i < REGISTERS; i++)
      if (i != return_address && find_saved(rules, (uint64_t)i, &offset)
          && offset == cfa_offset) {
         *dwarf_register = i;
         return true;
      }
   return false;
}

/* libdw 0.188 has wrong defaults for registers without a rule: rax is kept, rbx lost. */
bool ty_places_keeps(Dwarf_Frame *rules, int dwarf_register)
{
   Dwarf_Op memory[3], *ops;
   size_t n;
   return dwarf_register >= 0 && dwarf_register < REGISTERS
          && dwarf_frame_register(rules, dwarf_register, memory, &ops, &n) == 0 && n == 0;
}
