/* test_ty_code_names.c -- what names mean in the code of a function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/an_alloc.h"
#include "test_ty_made.h"
#include "types/ty_code.h"

/* Types are found by their sizes. */
enum {
   BYTE = 1,
   SHORT = 2,
   INT = 4,
   LONG = 8,
   NODE = 16,
   LIST = 24,
   ITEM = 32,
   LOCAL = 40,
   PART = 48,
   LATE = 56,
   ARGUMENT = 64
};

static Dwarf *dwarf;
static ty_code code;
static ty_function function;
static size_t types[128]; /* by size */

static size_t variable(const char *name, size_t type)
{
   return DIE(DW_TAG_variable, NAME(name), TYPE(type));
}

static void number(const char *name, int size_B)
{
   types[size_B] = DIE(DW_TAG_base_type, NAME(name), SIZE(size_B));
}

/* a::list<T>::push, inlined into main at +0x20, in a block. */
static void begin(void)
{
   static const char *const files[] = { "/made/a.cc", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 10 }, { 0, 0, 0 } };
   made_begin();
   made_unit(DW_LANG_C_plus_plus_14, "/made");
   number("char", BYTE);
   number("short", SHORT);
   number("int", INT);
   number("long", LONG);
   types[NODE] = OPEN(DW_TAG_structure_type, NAME("node"), SIZE(NODE));
   size_t to_node = DIE(DW_TAG_pointer_type, TYPE(types[NODE]), SIZE(LONG));
   DIE(DW_TAG_member, NAME("next"), TYPE(to_node), OFFSET(0));
   DIE(DW_TAG_member, NAME("count"), TYPE(types[INT]), OFFSET(8));
   CLOSE();
   size_t alias = DIE(DW_TAG_typedef, NAME("node_t"), TYPE(types[NODE]));
   variable("global", types[BYTE]);
   variable("hidden", types[BYTE]);
   OPEN(DW_TAG_namespace, NAME("a"));
   variable("of_space", types[SHORT]);
   types[ITEM] = DIE(DW_TAG_structure_type, NAME("item"), SIZE(ITEM));
   types[LIST] = OPEN(DW_TAG_class_type, NAME("list"), SIZE(LIST));
   DIE(DW_TAG_member, NAME("head"), TYPE(to_node), OFFSET(0));
   DIE(DW_TAG_template_type_parameter, NAME("T"), TYPE(types[ITEM]));
   types[PART] = DIE(DW_TAG_structure_type, NAME("part"), SIZE(PART));
   size_t method = OPEN(DW_TAG_subprogram, NAME("push"), FLAG(DW_AT_declaration));
   DIE(DW_TAG_template_type_parameter, NAME("M"), TYPE(types[NODE]));
   CLOSE();
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_namespace, NAME("b")); /* farther than a's */
   DIE(DW_TAG_structure_type, NAME("item"), SIZE(BYTE));
   DIE(DW_TAG_structure_type, NAME("part"), SIZE(BYTE));
   DIE(DW_TAG_structure_type, NAME("either"), SIZE(BYTE));
   CLOSE();
   OPEN(DW_TAG_namespace, NAME("c"));
   DIE(DW_TAG_structure_type, NAME("either"), SIZE(SHORT));
   CLOSE();
   variable("global", types[INT]);
   size_t abstract = OPEN(DW_TAG_subprogram, REFERENCE(DW_AT_specification, method));
   DIE(DW_TAG_template_type_parameter, NAME("U"), TYPE(types[LONG]));
   variable("only_abstract", types[LONG]);
   types[LATE] = DIE(DW_TAG_structure_type, NAME("late"), SIZE(LATE));
   CLOSE();
   OPEN(DW_TAG_subprogram, NAME("main"), CODE(MADE_TEXT, 0x40));
   variable("of_main", types[INT]);
   OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, abstract),
        CODE(MADE_TEXT + 0x20, 0x10));
   DIE(DW_TAG_formal_parameter, NAME("n"), TYPE(alias));
   DIE(DW_TAG_template_type_parameter, NAME("V"), TYPE(types[SHORT]));
   variable("hidden", types[INT]);
   variable("nothing", MADE_LATER);
   OPEN(DW_TAG_inlined_subroutine, CODE(MADE_TEXT + 0x2c, 2));
   variable("of_inner", types[INT]);
   CLOSE();
   OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT + 0x30, 4)); /* not the code's */
   variable("elsewhere", types[LONG]);
   variable("two_types", types[INT]);
   OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT + 0x31, 1));
   variable("two_types", types[LONG]);
   variable("twice", types[INT]);
   CLOSE();
   variable("twice", types[INT]);
   CLOSE();
   OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT + 0x20, 8));
   variable("p", to_node);
   variable("hidden", types[LONG]);
   types[LOCAL] = DIE(DW_TAG_structure_type, NAME("local"), SIZE(LOCAL));
   CLOSE();
   CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   dwarf = made_dwarf();
   assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                          dwarf, MADE_TEXT + 0x22));
   assert_true(ty_function_open(&function, &code, 0));
}

static void end(void)
{
   made_end(dwarf);
}

/* The size of what was found, or -1. */
static int64_t size_of(bool is_found, Dwarf_Die type)
{
   return is_found && ty_dwarf_peel(code.trees, &type) ? ty_die_size(&type) : -1;
}

static void variables(void **state)
{
   (void)state;
   static const struct {
      const char *name;
      int64_t size_B;
   } all[] = {
      { "p", LONG },
      { "n", NODE },
      { "hidden", LONG }, /* the innermost */
      { "elsewhere", LONG },
      { "two_types", -1 },
      { "twice", INT },
      { "only_abstract", LONG },
      { "head", LONG }, /* of the class */
      { "of_space", SHORT },
      { "global", BYTE },
      { "nothing", -1 },
      { "of_main", -1 },
      { "count", -1 },
      { "of_inner", -1 },
      { "push", -1 },
      { "pp", -1 },
      { "", -1 },
   };
   begin();
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      Dwarf_Die type;
      size_t length = strlen(all[i].name);
      bool is_found = ty_function_variable(&function, all[i].name, length, &type);
      if (size_of(is_found, type) != all[i].size_B)
         fail_msg("%s", all[i].name);
   }
   end();
}

static void expressions(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      int64_t size_B;
   } all[] = {
      { "p", LONG },
      { "p*", NODE },
      { "p*.next", LONG },
      { "p*.next*", NODE },
      { "p*.next*.count", INT },
      { "n.count", INT },
      { "head*.count", INT },
      { "n*", -1 },
      { "p.next", -1 },
      { "p*.nexts", -1 },
      { "p*.nex", -1 },
      { "n&", -1 },
      { "none*", -1 },
      { "hidden.x", -1 },
   };
   begin();
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      Dwarf_Die type;
      bool is_found = ty_function_expression(&function, all[i].text, &type);
      if (size_of(is_found, type) != all[i].size_B)
         fail_msg("%s", all[i].text);
   }
   end();
}

static void types_of_scopes(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      int64_t size_B;
   } all[] = {
      { "local", LOCAL }, { "struct local", LOCAL },
      { "late", LATE },   { "part", PART },
      { "item", ITEM },   { "a::item", ITEM },
      { "node", NODE },   { "node_t", NODE },
      { "T", ITEM },      { "U", LONG },
      { "V", SHORT },     { "short", SHORT },
      { "a::node", -1 },  { "none", -1 },
      { "head", -1 },     { "c::either", SHORT },
      { "either", -1 },
   };
   begin();
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      Dwarf_Die type;
      bool is_found = ty_function_type(&function, all[i].text, strlen(all[i].text),
                                       &type);
      if (size_of(is_found, type) != all[i].size_B)
         fail_msg("%s", all[i].text);
   }
   end();
}

static void parameters(void **state)
{
   (void)state;
   Dwarf_Die type;
   begin();
   assert_true(ty_function_parameter(&function, "V", &type)); /* its own */
   assert_int_equal(ty_die_size(&type), SHORT);
   assert_true(ty_function_parameter(&function, "U", &type)); /* of the definition */
   assert_int_equal(ty_die_size(&type), LONG);
   assert_true(ty_function_parameter(&function, "T", &type)); /* of the class */
   assert_int_equal(ty_die_size(&type), ITEM);
   assert_true(ty_function_parameter(&function, "M", &type)); /* of the declaration */
   assert_int_equal(ty_die_size(&type), NODE);
   assert_false(ty_function_parameter(&function, "W", &type));
   end();
}

/* ---- The register of results ---- */

/* Variables of the code after a call: where they are, and to what they point. */
typedef struct in_register {
   uint8_t place[3]; /* an operation with its operand */
   int n;            /* bytes of it; 0: none */
   int to;           /* a type; 0: void; -1: no pointer */
} in_register;

/* What they say: the size of a type, 0 for void, -1 for nothing. */
static int64_t result_of(const in_register *variables)
{
   static const char *const files[] = { "/made/a.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 10 }, { 0, 0, 0 } };
   Dwarf_Die type;
   bool is_void, is_in_block = false;
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   number("int", INT);
   number("long", LONG);
   size_t any = DIE(DW_TAG_pointer_type, SIZE(8));
   size_t to_int = DIE(DW_TAG_pointer_type, SIZE(8), TYPE(types[INT]));
   size_t to_long = DIE(DW_TAG_pointer_type, SIZE(8), TYPE(types[LONG]));
   OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 0x10));
   for (; variables->n > 0; variables++) {
      size_t of = variables->to == INT    ? to_int
                  : variables->to == LONG ? to_long
                  : variables->to == 0    ? any
                                          : types[INT];
      DIE(DW_TAG_variable, TYPE(of),
          { DW_AT_location, DW_FORM_exprloc, (const char *)variables->place,
            (uint64_t)variables->n });
      if (!is_in_block)
         OPEN(DW_TAG_lexical_block, NAME("all but the first are in it"));
      is_in_block = true;
   }
   if (is_in_block)
      CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   dwarf = made_dwarf();
   assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                          dwarf, MADE_TEXT + 4));
   assert_true(ty_function_open(&function, &code, 0));
   bool is_found = ty_function_result(&function, &type, &is_void);
   int64_t size_B = is_found ? ty_die_size(&type) : is_void ? 0 : -1;
   end();
   return size_B;
}

#define RESULT(...) result_of((const in_register[]){ __VA_ARGS__{ { 0 }, 0, 0 } })
#define IN_0(to) { { DW_OP_reg0 }, 1, to },
#define IN_1(to) { { DW_OP_reg1 }, 1, to },
#define IN_X(n, to) { { DW_OP_regx, n }, 2, to },
#define ON_STACK(to) { { DW_OP_fbreg, 0 }, 2, to },
#define TWO_STEPS(to) { { DW_OP_reg0, DW_OP_stack_value }, 2, to },

static void results(void **state)
{
   (void)state;
   assert_int_equal(RESULT(), -1);
   assert_int_equal(RESULT(IN_0(INT)), INT);
   assert_int_equal(RESULT(IN_X(0, LONG)), LONG);
   assert_int_equal(RESULT(IN_X(1, LONG)), -1);
   assert_int_equal(RESULT(IN_1(INT)), -1);
   assert_int_equal(RESULT(ON_STACK(INT)), -1);
   assert_int_equal(RESULT(TWO_STEPS(INT)), -1);
   assert_int_equal(RESULT(IN_0(-1)), -1);
   assert_int_equal(RESULT(IN_0(0)), 0);
   assert_int_equal(RESULT(IN_1(INT) IN_0(LONG)), LONG);
   assert_int_equal(RESULT(IN_0(INT) IN_0(INT)), INT);
   assert_int_equal(RESULT(IN_0(INT) IN_0(0)), INT);
   assert_int_equal(RESULT(IN_0(INT) IN_0(LONG)), -1);
   assert_int_equal(RESULT(IN_0(0) IN_0(-1)), 0);
}

/* The code's address is before that of the return, where the register has it. */
static void results_after_the_call(void **state)
{
   (void)state;
   static const char *const files[] = { "/made/a.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 10 }, { 0, 0, 0 } };
   Dwarf_Die type;
   bool is_void;
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   number("int", INT);
   size_t to_int = DIE(DW_TAG_pointer_type, SIZE(8), TYPE(types[INT]));
   OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 0x10));
   size_t place = made_location(5, 3, (const uint8_t[]){ DW_OP_reg0 }, 1);
   DIE(DW_TAG_variable, NAME("p"), TYPE(to_int),
       { DW_AT_location, DW_FORM_sec_offset, NULL, place });
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   dwarf = made_dwarf();
   for (uint64_t at = 3; at <= 8; at++) {
      assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                             dwarf, MADE_TEXT + at));
      assert_true(ty_function_at(&function, &code, 0));
      assert_int_equal(ty_function_result(&function, &type, &is_void),
                       at + 1 >= 5 && at + 1 < 8);
   }
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(variables),       cmocka_unit_test(expressions),
      cmocka_unit_test(types_of_scopes), cmocka_unit_test(parameters),
      cmocka_unit_test(results),         cmocka_unit_test(results_after_the_call),
   };
   return cmocka_run_group_tests_name("ty_code_names", tests, NULL, NULL);
}
