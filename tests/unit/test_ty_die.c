/* test_ty_die.c -- entries of debug info, one by one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_die.h"

static Dwarf *dwarf;

static void begin(void)
{
   made_begin();
   made_unit(DW_LANG_C99, "/made");
}

static void end_unit(void)
{
   made_unit_end();
   dwarf = made_dwarf();
}

static int64_t size_at(size_t offset)
{
   Dwarf_Die die = made_die(dwarf, offset);
   return ty_die_size(&die);
}

static void types_and_tags(void **state)
{
   (void)state;
   Dwarf_Die type;
   begin();
   size_t number = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t of_number = DIE(DW_TAG_pointer_type, TYPE(number));
   size_t of_void = DIE(DW_TAG_pointer_type, SIZE(8));
   size_t broken = DIE(DW_TAG_pointer_type, TYPE(MADE_LATER));
   size_t defined = DIE(DW_TAG_structure_type, NAME("node"), SIZE(8));
   size_t declared = DIE(DW_TAG_structure_type, NAME("node"), FLAG(DW_AT_declaration));
   size_t alias = DIE(DW_TAG_typedef, NAME("node_t"), TYPE(defined));
   end_unit();
   Dwarf_Die die = made_die(dwarf, of_number);
   assert_true(ty_die_type(&die, &type));
   assert_int_equal(dwarf_dieoffset(&type), number);
   die = made_die(dwarf, of_void);
   assert_false(ty_die_type(&die, &type));
   die = made_die(dwarf, broken); /* behind the end */
   assert_false(ty_die_type(&die, &type));
   const struct {
      size_t at;
      bool is_struct;
   } structs[] = {
      { defined, true },
      { declared, false },
      { alias, false },
      { number, false },
   };
   for (size_t i = 0; i < sizeof structs / sizeof *structs; i++) {
      die = made_die(dwarf, structs[i].at);
      assert_int_equal(ty_die_is_struct(&die), structs[i].is_struct);
   }
   die = made_die(dwarf, defined);
   assert_true(ty_die_is_named(&die, "nodes", 4));
   assert_false(ty_die_is_named(&die, "nod", 3));
   assert_false(ty_die_is_named(&die, "mode", 4));
   die = made_die(dwarf, of_number);
   assert_false(ty_die_is_named(&die, "", 0));
   made_end(dwarf);
   static const int structures[] = { DW_TAG_structure_type, DW_TAG_class_type,
                                     DW_TAG_union_type };
   static const int qualifiers[] = { DW_TAG_const_type, DW_TAG_volatile_type,
                                     DW_TAG_restrict_type, DW_TAG_atomic_type };
   for (size_t i = 0; i < 3; i++)
      assert_true(ty_die_is_struct_tag(structures[i])
                  && !ty_die_is_qualifier(structures[i]));
   for (size_t i = 0; i < 4; i++)
      assert_true(ty_die_is_qualifier(qualifiers[i])
                  && !ty_die_is_struct_tag(qualifiers[i]));
   assert_false(ty_die_is_struct_tag(DW_TAG_enumeration_type));
   assert_false(ty_die_is_qualifier(DW_TAG_typedef));
}

static void sizes(void **state)
{
   (void)state;
   begin();
   size_t small = DIE(DW_TAG_structure_type, SIZE(0));
   size_t large = DIE(DW_TAG_structure_type, SIZE(INT64_MAX / 2));
   size_t larger = DIE(DW_TAG_structure_type, SIZE(INT64_MAX / 2 + 1));
   size_t none = DIE(DW_TAG_structure_type, FLAG(DW_AT_declaration));
   size_t number = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t array = OPEN(DW_TAG_array_type, TYPE(number));
   DIE(DW_TAG_subrange_type, NUMBER(DW_AT_count, 3));
   CLOSE();
   end_unit();
   assert_int_equal(size_at(small), 0);
   assert_int_equal(size_at(large), INT64_MAX / 2);
   assert_int_equal(size_at(larger), -1);
   assert_int_equal(size_at(none), -1);
   assert_int_equal(size_at(array), 12);
   made_end(dwarf);
}

/* An array with dimensions: their counts or upper bounds, up to a count of `NONE`. */
#define NONE 0x7fffffffffff

/* All elements; *rows: those of the first dimension. */
static int64_t count_of(bool by_bounds, const uint64_t *dimensions, int64_t *rows)
{
   begin();
   size_t array = OPEN(DW_TAG_array_type, SIZE(4));
   DIE(DW_TAG_member, NAME("not a dimension"));
   for (; *dimensions != NONE; dimensions++)
      if (by_bounds)
         DIE(DW_TAG_subrange_type, NUMBER(DW_AT_upper_bound, *dimensions));
      else
         DIE(DW_TAG_subrange_type, NUMBER(DW_AT_count, *dimensions));
   CLOSE();
   end_unit();
   Dwarf_Die die = made_die(dwarf, array);
   int64_t count = ty_die_count(&die);
   *rows = ty_die_rows(&die);
   made_end(dwarf);
   return count;
}

#define COUNT(by_bounds, ...) \
   count_of(by_bounds, (const uint64_t[]){ __VA_ARGS__, NONE }, &rows)

static void counts(void **state)
{
   (void)state;
   int64_t rows;
   assert_int_equal(COUNT(false, 7), 7);
   assert_int_equal(rows, 7);
   assert_int_equal(COUNT(true, 6), 7);
   assert_int_equal(COUNT(true, UINT64_MAX), 0); /* [0] */
   assert_int_equal(COUNT(false, 2, 3, 4), 24);
   assert_int_equal(rows, 2);
   assert_int_equal(COUNT(false, INT32_MAX, 2), 2 * (int64_t)INT32_MAX);
   assert_int_equal(COUNT(false, (uint64_t)INT32_MAX + 1), -1);
   assert_int_equal(COUNT(false, INT32_MAX, 2, 2), -1); /* so far too many */
   assert_int_equal(COUNT(false, (uint64_t)INT32_MAX + 1, 2), -1);
   begin();
   size_t open = OPEN(DW_TAG_array_type, SIZE(4));
   DIE(DW_TAG_subrange_type, NAME("no bound"));
   CLOSE();
   end_unit();
   Dwarf_Die die = made_die(dwarf, open);
   assert_int_equal(ty_die_count(&die), -1);
   assert_int_equal(ty_die_rows(&die), -1);
   made_end(dwarf);
}

/* Each unit describes a type again. */
static void the_same(void **state)
{
   (void)state;
   begin();
   size_t nodes[] = {
      DIE(DW_TAG_structure_type, NAME("node"), SIZE(8)),
      DIE(DW_TAG_structure_type, NAME("node"), SIZE(8)),
      DIE(DW_TAG_structure_type, NAME("node"), SIZE(16)),
      DIE(DW_TAG_union_type, NAME("node"), SIZE(8)),
      DIE(DW_TAG_structure_type, NAME("mode"), SIZE(8)),
      DIE(DW_TAG_structure_type, SIZE(8)),
      DIE(DW_TAG_structure_type, SIZE(8)),
   };
   end_unit();
   Dwarf_Die dies[7];
   for (int i = 0; i < 7; i++)
      dies[i] = made_die(dwarf, nodes[i]);
   for (int i = 0; i < 7; i++)
      for (int k = 0; k < 7; k++)
         assert_int_equal(ty_die_same(&dies[i], &dies[k]), i == k || i + k == 1);
   made_end(dwarf);
}

/* ---- Children ---- */

static bool see(void *context, Dwarf_Die *die)
{
   int *left = context;
   assert_int_equal(dwarf_tag(die), DW_TAG_member);
   return --*left > 0;
}

static void children(void **state)
{
   (void)state;
   begin();
   size_t all = OPEN(DW_TAG_structure_type, NAME("a"));
   DIE(DW_TAG_member, NAME("x"));
   DIE(DW_TAG_member, NAME("y"));
   CLOSE();
   size_t none = DIE(DW_TAG_structure_type, NAME("b"));
   end_unit();
   Dwarf_Die die = made_die(dwarf, all);
   int left = 3;
   assert_true(ty_die_children(&die, see, &left));
   assert_int_equal(left, 1); /* both were visited */
   left = 1;
   assert_false(ty_die_children(&die, see, &left));
   assert_int_equal(left, 0); /* the first one only */
   die = made_die(dwarf, none);
   left = 1;
   assert_true(ty_die_children(&die, see, &left));
   assert_int_equal(left, 1);
   made_end(dwarf);
}

/* A child whose next sibling is itself, or one before. */
static void siblings_in_a_circle(void **state)
{
   (void)state;
   for (int is_own = 0; is_own < 2; is_own++) {
      begin();
      size_t all = OPEN(DW_TAG_structure_type, NAME("a"));
      size_t first = DIE(DW_TAG_member, NAME("x"));
      size_t last = OPEN(DW_TAG_member, NAME("y"), REFERENCE(DW_AT_sibling, MADE_LATER));
      CLOSE();
      made_link(is_own ? last : first);
      CLOSE();
      end_unit();
      Dwarf_Die die = made_die(dwarf, all);
      int left = 100;
      assert_true(ty_die_children(&die, see, &left));
      assert_int_equal(left, 98);
      made_end(dwarf);
   }
}

static void offsets(void **state)
{
   (void)state;
   begin();
   const struct {
      size_t at;
      int64_t offset;
   } members[] = {
      { DIE(DW_TAG_member, NAME("of a union")), 0 },
      { DIE(DW_TAG_member, OFFSET(24)), 24 },
      { DIE(DW_TAG_member, OFFSET(INT32_MAX)), INT32_MAX },
      { DIE(DW_TAG_member, OFFSET(INT32_MAX + (int64_t)1)), -1 },
      { DIE(DW_TAG_member, NUMBER(DW_AT_data_bit_offset, 3)), -1 },
      { DIE(DW_TAG_member, EXPRESSION(DW_AT_data_member_location, "\x23\x10")), 16 },
      /* of a virtual base */
      { DIE(DW_TAG_member, EXPRESSION(DW_AT_data_member_location, "\x12\x06")), -1 },
      { DIE(DW_TAG_member, EXPRESSION(DW_AT_data_member_location, "\x06")), -1 },
      { DIE(DW_TAG_member, EXPRESSION(DW_AT_data_member_location, "\x23\x10\x06")), -1 },
   };
   end_unit();
   for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
      Dwarf_Die die = made_die(dwarf, members[i].at);
      assert_int_equal(ty_die_offset(&die), members[i].offset);
   }
   made_end(dwarf);
}

static void parameters(void **state)
{
   (void)state;
   Dwarf_Die type;
   begin();
   size_t number = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(8));
   size_t list = OPEN(DW_TAG_class_type, NAME("list<int, node>"));
   DIE(DW_TAG_member, NAME("K"), TYPE(number));
   DIE(DW_TAG_template_type_parameter, NAME("V")); /* void */
   DIE(DW_TAG_template_type_parameter, NAME("T"), TYPE(node));
   DIE(DW_TAG_template_type_parameter, NAME("K"), TYPE(number));
   CLOSE();
   end_unit();
   Dwarf_Die die = made_die(dwarf, list);
   assert_true(ty_die_parameter(&die, "K", 1, &type));
   assert_int_equal(dwarf_dieoffset(&type), number);
   assert_true(ty_die_parameter(&die, NULL, 0, &type));
   assert_int_equal(dwarf_dieoffset(&type), node);
   assert_false(ty_die_parameter(&die, "V", 1, &type));
   assert_false(ty_die_parameter(&die, "Key", 3, &type));
   made_end(dwarf);
}

/* ---- Functions ---- */

static void declarations(void **state)
{
   (void)state;
   begin();
   size_t declared = DIE(DW_TAG_subprogram, NAME("f"), FLAG(DW_AT_declaration));
   size_t defined = DIE(DW_TAG_subprogram, REFERENCE(DW_AT_specification, declared));
   size_t inlined = DIE(DW_TAG_inlined_subroutine,
                        REFERENCE(DW_AT_abstract_origin, defined));
   size_t plain = DIE(DW_TAG_subprogram, NAME("g"));
   end_unit();
   const size_t from[] = { declared, defined, inlined, plain };
   for (size_t i = 0; i < 4; i++) {
      Dwarf_Die die = ty_die_declaration(made_die(dwarf, from[i]));
      assert_int_equal(dwarf_dieoffset(&die), i < 3 ? declared : plain);
   }
   made_end(dwarf);
}

static void calls(void **state)
{
   (void)state;
   static const char *const files[] = { "/made/a.c", "/made/b.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 1 }, { 0, 0, 0 } };
   const char *file = NULL;
   uint32_t line = 0;
   begin();
#define CALL(file, line) \
   DIE(DW_TAG_inlined_subroutine, NUMBER(DW_AT_call_file, file), \
       NUMBER(DW_AT_call_line, line))
   size_t good = CALL(2, UINT32_MAX);
   size_t bad[] = {
      CALL(3, 1),
      CALL(1, (uint64_t)UINT32_MAX + 1),
      DIE(DW_TAG_inlined_subroutine, NUMBER(DW_AT_call_line, 1)),
      DIE(DW_TAG_inlined_subroutine, NUMBER(DW_AT_call_file, 1)),
   };
   made_lines(files, rows);
   end_unit();
   Dwarf_Die die = made_die(dwarf, good);
   assert_true(ty_die_call(&die, &file, &line));
   assert_string_equal(file, "/made/b.c");
   assert_int_equal(line, UINT32_MAX);
   for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
      die = made_die(dwarf, bad[i]);
      assert_false(ty_die_call(&die, &file, &line));
   }
   made_end(dwarf);
}

/* Where something is declared; an inlined variable's origin says it. */
static void places(void **state)
{
   (void)state;
   static const char *const files[] = { "/made/a.c", "/made/b.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 1 }, { 0, 0, 0 } };
   begin();
#define DECLARED(file, line) \
   DIE(DW_TAG_variable, NUMBER(DW_AT_decl_file, file), NUMBER(DW_AT_decl_line, line))
   size_t good = DECLARED(2, 7);
   size_t copy = DIE(DW_TAG_variable, REFERENCE(DW_AT_abstract_origin, good));
   size_t bad[] = {
      DECLARED(0, 0), /* from DWARF 5 on, 0 is a file */
      DECLARED(3, (uint64_t)UINT32_MAX + 1),
      DIE(DW_TAG_variable, NAME("v")),
   };
   made_lines(files, rows);
   end_unit();
   for (int i = 0; i < 2; i++) {
      Dwarf_Die die = made_die(dwarf, i == 0 ? good : copy);
      assert_string_equal(ty_die_file(&die), "/made/b.c");
      assert_int_equal(ty_die_line(&die), 7);
   }
   for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
      Dwarf_Die die = made_die(dwarf, bad[i]);
      assert_null(ty_die_file(&die));
      assert_int_equal(ty_die_line(&die), 0);
   }
   made_end(dwarf);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_and_tags), cmocka_unit_test(sizes),
      cmocka_unit_test(counts),         cmocka_unit_test(the_same),
      cmocka_unit_test(children),       cmocka_unit_test(siblings_in_a_circle),
      cmocka_unit_test(offsets),        cmocka_unit_test(parameters),
      cmocka_unit_test(declarations),   cmocka_unit_test(calls),
      cmocka_unit_test(places),
   };
   return cmocka_run_group_tests_name("ty_die", tests, NULL, NULL);
}
