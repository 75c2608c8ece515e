/* test_ty_range.c -- lines of a function's code, and what is inlined there.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_range.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static Dwarf *dwarf;
static ty_range range;
static size_t whole;

/* f has a block with g inlined, and h inlined in that; and behind the block g again. */
static void make(void)
{
   static const char *const files[] = { "/made/a.c", "/made/b.h", NULL };
   static const made_line rows[] = { { MADE_TEXT + 0x10, 1, 10 },
                                     { MADE_TEXT + 0x20, 1, 12 },
                                     { MADE_TEXT + 0x28, 2, 5 },
                                     { MADE_TEXT + 0x38, 1, 14 },
                                     { 0, 0, 0 } };
   made_begin();
   made_unit_of(DW_LANG_C99, "/made", MADE_TEXT, 0x800);
   size_t g = DIE(DW_TAG_subprogram, NAME("g"), NUMBER(DW_AT_inline, 1));
   size_t h = DIE(DW_TAG_subprogram, NAME("h"), NUMBER(DW_AT_inline, 1));
   OPEN(DW_TAG_subprogram, NAME("other"), CODE(MADE_TEXT, 0x10));
   CLOSE();
   whole = OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT + 0x10, 0x40));
   OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT + 0x20, 0x18));
   OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, g),
        NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 12),
        CODE(MADE_TEXT + 0x28, 0x10));
   OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, h),
        NUMBER(DW_AT_call_file, 2), NUMBER(DW_AT_call_line, 5),
        CODE(MADE_TEXT + 0x2c, 4));
   CLOSE();
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, g),
        CODE(MADE_TEXT + 0x40, 4));
   CLOSE();
   CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   dwarf = made_dwarf();
}

/* What is inlined at an offset of the code, innermost first: a name, "@" and the line of
   the call each. */
static void check_inlined(uint64_t offset, const char *expected)
{
   char text[64] = "";
   const ty_inlined *inlined;
   for (size_t i = 0; (inlined = ty_range_inlined(&range, MADE_TEXT + offset, i)); i++) {
      Dwarf_Die die = inlined->die;
      size_t length = strlen(text);
      snprintf(text + length, sizeof text - length, "%s@%u ", dwarf_diename(&die),
               inlined->call_line);
   }
   assert_string_equal(text, expected);
}

static void check_line(uint64_t offset, const char *expected_file, int expected)
{
   const char *file;
   int line;
   assert_true(ty_range_line(&range, MADE_TEXT + offset, &file, &line));
   assert_string_equal(file, expected_file);
   assert_int_equal(line, expected);
}

static void knows_a_function(void **state)
{
   (void)state;
   const char *file;
   int line;
   make();
   assert_true(ty_range_open(&range, an_alloc_malloc(), dwarf, MADE_TEXT + 0x30));
   assert_int_equal(dwarf_dieoffset(&range.function), whole);
   assert_int_equal(range.n_inlined, 3);
   check_inlined(0x10, "");
   check_inlined(0x28, "g@12 ");
   check_inlined(0x2c, "h@5 g@12 ");
   check_inlined(0x2f, "h@5 g@12 ");
   check_inlined(0x30, "g@12 ");
   check_inlined(0x38, "");
   check_inlined(0x40, "g@0 ");
   assert_string_equal(range.inlined[0].call_file, "/made/a.c");
   assert_string_equal(range.inlined[1].call_file, "/made/b.h");
   check_line(0x10, "/made/a.c", 10);
   check_line(0x1f, "/made/a.c", 10);
   check_line(0x2c, "/made/b.h", 5);
   check_line(0x38, "/made/a.c", 14);
   assert_false(ty_range_line(&range, MADE_TEXT + 0xf, &file, &line));
   ty_range_close(&range);
   made_end(dwarf);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_a_function),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
