/* test_ty_code.c -- the code of an address: its line, blocks and functions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_code.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static Dwarf *dwarf;
static ty_code code;
/* Entries: a function of a class with a block that has an inlined function. */
static size_t unit, space, class, method, whole, block, inlined, part;

static void make(void)
{
   static const char *const files[] = { "/made/a.cc", "/made/b.h", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 10 },
                                     { MADE_TEXT + 0x20, 1, 12 },
                                     { MADE_TEXT + 0x28, 2, 5 },
                                     { MADE_TEXT + 0x30, 1, 14 },
                                     { 0, 0, 0 } };
   made_begin();
   made_unit_of(DW_LANG_C_plus_plus_14, "/made", MADE_TEXT + 0x800, 0x800);
   made_unit_end();
   unit = made_unit_of(DW_LANG_C_plus_plus_14, "/made", MADE_TEXT, 0x800);
   DIE(DW_TAG_variable, NAME("no code"));
   space = OPEN(DW_TAG_namespace, NAME("a"));
   class = OPEN(DW_TAG_class_type, NAME("list<int>"), SIZE(8));
   method = DIE(DW_TAG_subprogram, NAME("push"), FLAG(DW_AT_declaration));
   CLOSE();
   size_t small = DIE(DW_TAG_subprogram, NAME("grow<int>"), NUMBER(DW_AT_inline, 1));
   OPEN(DW_TAG_subprogram, NAME("other"), CODE(MADE_TEXT, 0x10));
   CLOSE();
   whole = OPEN(DW_TAG_subprogram, REFERENCE(DW_AT_specification, method),
                CODE(MADE_TEXT + 0x10, 0x40));
   block = OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT + 0x20, 0x18));
   inlined = OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, small),
                  NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 12),
                  CODE(MADE_TEXT + 0x28, 8));
   part = OPEN(DW_TAG_try_block, CODE(MADE_TEXT + 0x2c, 4));
   CLOSE();
   CLOSE();
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_subprogram, FLAG(DW_AT_artificial), CODE(MADE_TEXT + 0x60, 0x10));
   CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
}

static void begin(void)
{
   make();
   dwarf = made_dwarf();
}

/* The blocks around an offset of the code; -1: unknown. */
static void check_code(uint64_t offset, int line, size_t n, const size_t *scopes)
{
   assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                          dwarf, MADE_TEXT + offset));
   assert_int_equal(code.line, line);
   assert_int_equal(code.n_scopes, n);
   for (size_t i = 0; i < n; i++)
      assert_int_equal(dwarf_dieoffset(&code.scopes[i]), scopes[i]);
}

static void finds_scopes(void **state)
{
   (void)state;
   begin();
   const size_t all[] = { part, inlined, block, whole };
   check_code(0x2c, 5, 4, all);
   check_code(0x28, 5, 3, all + 1);
   check_code(0x27, 12, 2, all + 2);
   check_code(0x30, 14, 2, all + 2);
   check_code(0x37, 14, 2, all + 2);
   check_code(0x38, 14, 1, all + 3);
   check_code(0x10, 10, 1, all + 3);
   assert_false(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                           dwarf, MADE_TEXT + 0x50)); /* of no function */
   assert_int_equal(code.n_scopes, 0);
   assert_false(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                           dwarf, MADE_TEXT - 1)); /* of no unit */
   assert_false(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                           dwarf, MADE_TEXT + 0x800));
   assert_false(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                           NULL, MADE_TEXT + 0x2c));
   made_end(dwarf);
}

static void has_a_depth(void **state)
{
   (void)state;
   static const char *const files[] = { "/made/a.cc", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 10 }, { 0, 0, 0 } };
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   size_t first = OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 16));
   for (int i = 0; i < TY_CODE_DEPTH; i++)
      OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT, 16));
   for (int i = 0; i <= TY_CODE_DEPTH; i++)
      CLOSE();
   made_lines(files, rows);
   made_unit_end();
   dwarf = made_dwarf();
   assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                          dwarf, MADE_TEXT));
   assert_int_equal(code.n_scopes, TY_CODE_DEPTH);
   assert_int_equal(dwarf_dieoffset(&code.scopes[TY_CODE_DEPTH - 1]), first);
   made_end(dwarf);
}

static void opens_functions(void **state)
{
   (void)state;
   ty_function f;
   const char *file;
   uint32_t line;
   begin();
   assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                          dwarf, MADE_TEXT + 0x2c));
   assert_true(ty_function_open(&f, &code, 0));
   assert_int_equal(dwarf_dieoffset(ty_function_die(&f)), inlined);
   assert_int_equal(f.n_blocks, 2);
   assert_int_equal(dwarf_dieoffset(&f.blocks[0]), part);
   assert_string_equal(f.directory, "/made");
   assert_int_equal(dwarf_dieoffset(&f.unit), unit);
   assert_int_equal(f.n_parents, 3); /* its declaration, a, the unit */
   assert_true(ty_function_call(&f, &file, &line));
   assert_string_equal(file, "/made/a.cc");
   assert_int_equal(line, 12);
   assert_true(ty_function_open(&f, &code, 1));
   assert_int_equal(dwarf_dieoffset(ty_function_die(&f)), whole);
   assert_int_equal(f.n_blocks, 2);
   const size_t parents[] = { method, class, space, unit };
   assert_int_equal(f.n_parents, 4);
   for (size_t i = 0; i < 4; i++)
      assert_int_equal(dwarf_dieoffset(&f.parents[i]), parents[i]);
   assert_false(ty_function_call(&f, &file, &line));
   assert_false(ty_function_open(&f, &code, 2));
   assert_true(ty_function_at(&f, &code, 1));
   assert_int_equal(f.n_parents, 0);
   assert_false(ty_function_at(&f, &code, 2));
   made_end(dwarf);
}

/* A function that has the name, or names in profiles. */
static void compares_names(void **state)
{
   (void)state;
   static const struct {
      const char *own, *name;
      bool expected;
   } all[] = {
      { "push", "push", true },
      { "push", "list<int>::push(int)", true },
      { "push", "push.part.0", true },
      { "push", "push_back", false },
      { "push", "xpush", false },
      { "push", "$push", false },
      { "push", "repush, then push", true }, /* the second is whole */
      { "push", "pus", false },
      { "push", "", false },
      { "push", "UnknownInlinedFun", true },
      { "new<a::b>", "alloc::boxed::Box<T>::new", true },
      { "new<a::b>", "renew", false },
      { "operator<", "a::operator<(b)", true },
      { "operator<", "a::operator(b)", false },
      { "", "a::push", false },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      ty_function f;
      made_begin();
      made_unit(DW_LANG_C_plus_plus_14, "/made");
      size_t function = DIE(DW_TAG_subprogram, NAME(all[i].own));
      made_unit_end();
      dwarf = made_dwarf();
      code = (ty_code){ .n_scopes = 1, .scopes = { made_die(dwarf, function) } };
      assert_true(ty_function_at(&f, &code, 0));
      if (ty_function_is(&f, all[i].name) != all[i].expected)
         fail_msg("%s, %s", all[i].own, all[i].name);
      made_end(dwarf);
   }
   ty_function nameless;
   begin();
   assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                          dwarf, MADE_TEXT + 0x60));
   assert_true(ty_function_at(&nameless, &code, 0));
   assert_false(ty_function_is(&nameless, "UnknownInlinedFun"));
   made_end(dwarf);
}

/* Addresses in memory, where the object was mapped elsewhere. */
static void finds_code_of_objects(void **state)
{
   (void)state;
   static const an_source_places places;
   const an_object object = { .start = 0x7f0000001000,
                              .end = 0x7f0000001000 + MADE_TEXT_B,
                              .path = "made" };
   make();
   made_file("made");
   ty_code_objects *objects = ty_code_objects_new(an_alloc_malloc(), &places);
   assert_true(ty_code_find(&code, objects, &object, object.start + 0x2c));
   assert_int_equal(code.pc, MADE_TEXT + 0x2c);
   assert_int_equal(code.line, 5);
   assert_int_equal(code.n_scopes, 4);
   assert_false(ty_code_find(&code, objects, &object, object.start + 0x50));
   const an_object none = { .start = object.start, .end = object.end, .path = "none" };
   assert_false(ty_code_find(&code, objects, &none, object.start + 0x2c));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_scopes),          cmocka_unit_test(has_a_depth),
      cmocka_unit_test(opens_functions),       cmocka_unit_test(compares_names),
      cmocka_unit_test(finds_code_of_objects),
   };
   return cmocka_run_group_tests_name("ty_code", tests, made_enter, made_leave);
}
