/* test_ty_places.c -- where variables are, by locations and rules of unwinding that are
   made by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_places.h"

enum { CODE_B = 0x100, STRUCT_B = 24 };

typedef struct {
   const char *bytes;
   size_t n;
} expression;

#define E(bytes) { bytes, sizeof(bytes) - 1 }
#define CFA "\x9c"              /* DW_OP_call_frame_cfa */
#define FBREG "\x91"            /* a number follows */
#define RBP_8 "\x76\x78"        /* DW_OP_breg6 -8 */
#define RSP_16 "\x77\x10"       /* DW_OP_breg7 16 */
#define RSP_IN_X "\x92\x07\x10" /* DW_OP_bregx 7 16 */
#define RBX "\x53"              /* DW_OP_reg3 */
#define RBX_0 "\x73\x00"        /* DW_OP_breg3 0 */
#define RBX_8 "\x73\x08"
#define PIECE "\x93" /* a size follows */
#define VALUE "\x9f" /* DW_OP_stack_value */
#define DEREF "\x06"
#define PLUS "\x23" /* DW_OP_plus_uconst; a number follows */

/* ---- A function with a variable ---- */

static Dwarf *dwarf;
static Dwarf_CFI *rules;
static Dwarf_Die function, variable;
static ty_place_frame frame;

/* The CFA is rsp + 8; from 0x10 on rsp + 32, with rbx saved; from 0x20 on, rsp + 48; from
   0x30 on rbp + 16, which is saved, too; from 0x40 on it is computed. */
static void make_rules(void)
{
   static const char instructions[] = "\x50\x0e\x20\x83\x02" /* rbx: -16 */
                                      "\x50\x0e\x30"
                                      "\x50\x0c\x06\x10\x86\x03" /* rbp: -24 */
                                      "\x50\x0f\x03\x76\x78\x06";
   made_frame(MADE_TEXT, CODE_B, instructions, sizeof instructions - 1);
}

static void make(expression base, expression location)
{
   static const char *const files[] = { "/made/a.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 1 },
                                     { MADE_TEXT + 0x10, 1, 2 },
                                     { 0, 0, 0 } };
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   size_t type = DIE(DW_TAG_structure_type, NAME("triple"), SIZE(STRUCT_B));
   size_t f = OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, CODE_B),
                   { DW_AT_frame_base, DW_FORM_exprloc, base.bytes, base.n });
   size_t v = DIE(DW_TAG_variable, NAME("v"), TYPE(type),
                  { DW_AT_location, DW_FORM_exprloc, location.bytes, location.n });
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   make_rules();
   dwarf = made_dwarf();
   rules = dwarf_getcfi(dwarf);
   assert_non_null(rules);
   function = made_die(dwarf, f);
   variable = made_die(dwarf, v);
   frame = (ty_place_frame){ .pc = MADE_TEXT, .function = &function };
}

static Dwarf_Frame *rules_at(uint64_t offset)
{
   Dwarf_Frame *of;
   assert_int_equal(dwarf_cfi_addrframe(rules, MADE_TEXT + offset, &of), 0);
   return of;
}

static void end(void)
{
   free(frame.rules);
   free(frame.settled);
   made_end(dwarf);
}

/* ---- Offsets ---- */

enum { NO = 0x7fff };

/* The whole variable's offset from the CFA at an offset in the code; NO: it is not on the
   frame. */
static void check(expression base, expression location, uint64_t at, int64_t expected)
{
   ty_place places[TY_PLACES_MOST];
   Dwarf_Addr settled;
   make(base, location);
   frame.rules = rules_at(at);
   if (ty_places_settle_at(&frame, &settled))
      frame.settled = rules_at(settled - MADE_TEXT);
   size_t n = ty_places_of(&frame, &variable, places);
   assert_int_equal(n, expected != NO);
   if (n > 0) {
      assert_false(places[0].is_register);
      assert_int_equal(places[0].cfa_offset, expected);
      assert_int_equal(places[0].start, 0);
      assert_int_equal(places[0].size_B, STRUCT_B);
   }
   end();
}

static void counts_from_the_cfa(void **state)
{
   (void)state;
   static const struct {
      expression base, location;
      uint64_t at;
      int64_t expected;
   } all[] = {
      { E(CFA), E(FBREG "\x50"), 0, -48 },
      { E(CFA), E(FBREG "\x50"), 0x40, -48 }, /* rules do not matter */
      { E(CFA), E(FBREG "\x50" PLUS "\x08"), 0, -40 },
      { E(CFA), E(CFA), 0, 0 },
      { E(CFA), E(RSP_16), 0, 8 },
      { E(CFA), E(RSP_16), 0x10, -16 },
      { E(CFA), E(RSP_16), 0x20, -32 }, /* gcc knows where the stack pointer is */
      { E(CFA), E(RSP_IN_X), 0x20, -32 },
      { E(CFA), E(RSP_16), 0x30, NO }, /* as the CFA is by rbp then */
      { E(CFA), E(RBP_8), 0x20, NO },
      { E(CFA), E(RBP_8), 0x30, -24 },
      { E(CFA), E(RBP_8), 0x40, NO },
      { E("\x56"), E(FBREG "\x78"), 0x30, -24 }, /* clang with a frame pointer: rbp */
      { E("\x90\x06"), E(FBREG "\x78"), 0x30, -24 },
      { E("\x76\x08"), E(FBREG "\x78"), 0x30, -16 },
      { E("\x56"), E(FBREG "\x78"), 0x20, NO },
      { E("\x57"), E(FBREG "\x08"), 0x10, -24 }, /* without: rsp, at the prologue's end */
      { E("\x57"), E(FBREG "\x08"), 0x20, NO },  /* it has moved */
      { E("\x57"), E(RSP_16), 0x20, NO },
      { E("\x57"), E(RBP_8), 0x30, -24 },
      { E(CFA VALUE), E(FBREG "\x50"), 0, NO },
      { E(FBREG "\x08"), E(FBREG "\x50"), 0, NO }, /* by itself */
      { E(""), E(FBREG "\x50"), 0, NO },
      { E(CFA), E(""), 0, NO },
      { E(CFA), E(FBREG "\x50" DEREF), 0, NO }, /* where the word points to */
      { E(CFA), E(FBREG "\x50" VALUE), 0, NO },
      { E(CFA), E(FBREG "\x50" DEREF VALUE), 0, -48 }, /* its value is the word's */
      { E(CFA), E(FBREG "\x50" DEREF PLUS "\x08" VALUE), 0, NO },
      { E(CFA), E("\x03\0\0\0\0\0\0\0\0"), 0, NO }, /* DW_OP_addr */
      { E(CFA), E("\x30" PLUS "\x08"), 0, NO },
      /* 2^31, which is too far, and twice 2^30 */
      { E(CFA), E(FBREG "\x80\x80\x80\x80\x08"), 0, NO },
      { E(CFA), E(FBREG "\x80\x80\x80\x80\x04" PLUS "\x80\x80\x80\x80\x04"), 0, NO },
      { E(CFA), E(FBREG "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f"), 0, NO },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      check(all[i].base, all[i].location, all[i].at, all[i].expected);
}

static void doubts_without_rules(void **state)
{
   (void)state;
   ty_place places[TY_PLACES_MOST];
   make((expression)E(CFA), (expression)E(RSP_16));
   assert_int_equal(ty_places_of(&frame, &variable, places), 0);
   end();
   make((expression)E("\x57"), (expression)E(FBREG "\x08"));
   frame.rules = rules_at(0x10);
   assert_int_equal(ty_places_of(&frame, &variable, places), 0); /* none are settled */
   end();
}

static void finds_where_it_settles(void **state)
{
   (void)state;
   Dwarf_Addr pc;
   make((expression)E("\x57"), (expression)E(""));
   assert_true(ty_places_settle_at(&frame, &pc));
   assert_int_equal(pc, MADE_TEXT + 0x10); /* its second line */
   end();
   make((expression)E(CFA), (expression)E(""));
   assert_false(ty_places_settle_at(&frame, &pc));
   end();
}

/* ---- Registers and pieces ---- */

static void check_parts(expression location, size_t n, const ty_place *expected)
{
   ty_place places[TY_PLACES_MOST];
   make((expression)E(CFA), location);
   assert_int_equal(ty_places_of(&frame, &variable, places), n);
   for (size_t i = 0; i < n; i++) {
      assert_int_equal(places[i].start, expected[i].start);
      assert_int_equal(places[i].size_B, expected[i].size_B);
      assert_int_equal(places[i].is_register, expected[i].is_register);
      if (places[i].is_register)
         assert_int_equal(places[i].dwarf_register, expected[i].dwarf_register);
      else
         assert_int_equal(places[i].cfa_offset, expected[i].cfa_offset);
   }
   end();
}

static void finds_registers(void **state)
{
   (void)state;
   static const ty_place all = { 0, STRUCT_B, true, 3, 0 };
   check_parts((expression)E(RBX), 1, &all);
   check_parts((expression)E("\x90\x03"), 1, &all); /* DW_OP_regx */
   check_parts((expression)E(RBX_0 VALUE), 1, &all);
   check_parts((expression)E(RBX_8 VALUE), 0, NULL);
   check_parts((expression)E(RBX_0), 0, NULL); /* where it points to */
   check_parts((expression)E(CFA VALUE), 0, NULL);
   check_parts((expression)E("\xa3\x01" RBX VALUE), 0,
               NULL); /* at the function's entry */
}

static void finds_pieces(void **state)
{
   (void)state;
   static const ty_place parts[] = { { 8, 8, false, 0, -16 }, { 16, 8, true, 3, 0 } };
   static const ty_place at_start = { 0, 8, false, 0, -16 };
   check_parts((expression)E(PIECE "\x08" FBREG "\x70" PIECE "\x08" RBX PIECE "\x08"), 2,
               parts);
   check_parts(
      (expression)E("\x30" VALUE PIECE "\x08" FBREG "\x70" PIECE "\x08" RBX PIECE "\x08"),
      2, parts);
   check_parts((expression)E(FBREG "\x70" PIECE "\x08" RBX PIECE "\x00"), 1, &at_start);
   check_parts((expression)E(FBREG "\x70" PIECE "\x08"
                                   "\x9d\x40\x00"),
               1, &at_start);
   check_parts((expression)E(FBREG "\x70" PIECE "\x80\x80\x80\x80\x08"), 0, NULL);
}

static void has_a_limit(void **state)
{
   (void)state;
   enum { N = TY_PLACES_MOST + 10 };
   static char bytes[3 * N];
   ty_place places[TY_PLACES_MOST];
   for (size_t i = 0; i < N; i++)
      memcpy(bytes + 3 * i, RBX PIECE "\x08", 3);
   make((expression)E(CFA), (expression){ bytes, sizeof bytes });
   assert_int_equal(ty_places_of(&frame, &variable, places), TY_PLACES_MOST);
   assert_int_equal(places[TY_PLACES_MOST - 1].start, 8 * (TY_PLACES_MOST - 1));
   end();
}

/* A list of locations is looked up at the code. */
static void reads_lists(void **state)
{
   (void)state;
   ty_place places[TY_PLACES_MOST];
   made_begin();
   size_t list = made_location(0x10, 0x10, RBX, 1);
   made_unit(DW_LANG_C99, "/made");
   size_t type = DIE(DW_TAG_base_type, NAME("long"), SIZE(8));
   size_t f = DIE(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, CODE_B));
   size_t v = DIE(DW_TAG_variable, NAME("v"), TYPE(type),
                  { DW_AT_location, DW_FORM_sec_offset, NULL, list });
   size_t typeless = DIE(DW_TAG_variable, NAME("w"), EXPRESSION(DW_AT_location, RBX));
   size_t nowhere = DIE(DW_TAG_variable, NAME("x"), TYPE(type));
   made_unit_end();
   dwarf = made_dwarf();
   function = made_die(dwarf, f);
   for (uint64_t at = 0x0f; at <= 0x20; at++) {
      variable = made_die(dwarf, v);
      frame = (ty_place_frame){ .pc = MADE_TEXT + at, .function = &function };
      assert_int_equal(ty_places_of(&frame, &variable, places), at >= 0x10 && at < 0x20);
   }
   variable = made_die(dwarf, typeless);
   assert_int_equal(ty_places_of(&frame, &variable, places), 0);
   variable = made_die(dwarf, nowhere);
   assert_int_equal(ty_places_of(&frame, &variable, places), 0);
   end();
}

/* ---- Saved registers ---- */

static void finds_saved_registers(void **state)
{
   (void)state;
   int reg = -1;
   make((expression)E(CFA), (expression)E(RBX));
   frame.rules = rules_at(0);
   assert_false(ty_places_saved(frame.rules, -16, &reg));
   assert_false(ty_places_saved(frame.rules, -8, &reg)); /* the return address */
   assert_true(ty_places_keeps(frame.rules, 3));
   assert_true(ty_places_keeps(frame.rules, 12));
   assert_false(ty_places_keeps(frame.rules, -1));
   assert_false(ty_places_keeps(frame.rules, INT32_MAX));
   free(frame.rules);
   frame.rules = rules_at(0x40);
   assert_true(ty_places_saved(frame.rules, -16, &reg));
   assert_int_equal(reg, 3);
   assert_true(ty_places_saved(frame.rules, -24, &reg));
   assert_int_equal(reg, 6);
   assert_false(ty_places_saved(frame.rules, -8, &reg));
   assert_false(ty_places_saved(frame.rules, -20, &reg));
   assert_false(ty_places_saved(frame.rules, INT64_MIN, &reg));
   assert_false(ty_places_keeps(frame.rules, 3));
   assert_true(ty_places_keeps(frame.rules, 12));
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_from_the_cfa),
      cmocka_unit_test(doubts_without_rules),
      cmocka_unit_test(finds_where_it_settles),
      cmocka_unit_test(finds_registers),
      cmocka_unit_test(finds_pieces),
      cmocka_unit_test(has_a_limit),
      cmocka_unit_test(reads_lists),
      cmocka_unit_test(finds_saved_registers),
   };
   return cmocka_run_group_tests_name("ty_places", tests, NULL, NULL);
}
