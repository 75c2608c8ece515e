/* test_ty_names.c -- the names of inlined functions, with their scopes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_names.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static tk_arena arena;
static Dwarf *dwarf;

static void begin_arena(void)
{
   tk_arena_init(&arena, an_alloc_malloc(), "test");
}

static void end_arena(void)
{
   tk_arena_free(&arena);
}

/* ---- One name ---- */

static void check_whole(size_t function, const char *expected)
{
   Dwarf_Die die = made_die(dwarf, function);
   const char *name = ty_names_whole(
      &arena, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE), &die);
   if (expected == NULL)
      assert_null(name);
   else
      assert_string_equal(name, expected);
}

static size_t function(const char *name)
{
   return DIE(DW_TAG_subprogram, NAME(name));
}

static void writes_scopes(void **state)
{
   (void)state;
   static char longest[9000];
   memset(longest, 'n', sizeof longest - 1);
   made_begin();
   made_unit(DW_LANG_C_plus_plus_14, "/made");
   size_t plain = function("f");
   size_t nameless = DIE(DW_TAG_subprogram, FLAG(DW_AT_artificial));
   size_t damaged = function("f\x01"), foreign = function("f\x80");
   size_t longest_kept = function(longest + 808), too_long = function(longest + 807);
   OPEN(DW_TAG_namespace, NAME("a"));
   OPEN(DW_TAG_namespace, FLAG(DW_AT_export_symbols));
   OPEN(DW_TAG_class_type, NAME("list<int>"));
   size_t method = function("push");
   OPEN(DW_TAG_enumeration_type, NAME("kind"));
   size_t of_kind = function("parse");
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_structure_type, NAME("<lambda(int)>"));
   size_t of_lambda = function("operator()");
   CLOSE();
   OPEN(DW_TAG_structure_type, SIZE(1));
   size_t of_nameless_lambda = function("operator()");
   CLOSE();
   OPEN(DW_TAG_structure_type, SIZE(1));
   size_t of_nameless = function("get");
   CLOSE();
   CLOSE();
   size_t outer = OPEN(DW_TAG_subprogram, NAME("outer"));
   OPEN(DW_TAG_lexical_block, NAME("a block is no scope of names"));
   OPEN(DW_TAG_structure_type, NAME("local"));
   size_t of_local = function("get");
   CLOSE();
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_subprogram, REFERENCE(DW_AT_specification, outer));
   OPEN(DW_TAG_structure_type, NAME("later"));
   size_t of_later = function("get");
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_subprogram, FLAG(DW_AT_artificial));
   OPEN(DW_TAG_structure_type, NAME("local"));
   size_t of_unknown = function("get");
   CLOSE();
   CLOSE();
   CLOSE();
   size_t copy = DIE(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, method));
   made_unit_end();
   dwarf = made_dwarf();
   begin_arena();
   check_whole(plain, "f");
   check_whole(nameless, NULL);
   check_whole(damaged, NULL);
   check_whole(foreign, NULL);
   check_whole(longest_kept, longest + 808);
   check_whole(too_long, NULL);
   check_whole(method, "a::(anonymous namespace)::list<int>::push");
   check_whole(copy, "a::(anonymous namespace)::list<int>::push");
   check_whole(of_kind, "a::(anonymous namespace)::list<int>::kind::parse");
   check_whole(of_lambda, "a::(anonymous namespace)::{lambda}::operator()");
   check_whole(of_nameless_lambda, "a::(anonymous namespace)::{lambda}::operator()");
   check_whole(of_nameless, "a::(anonymous namespace)::{unnamed}::get");
   check_whole(of_local, "a::outer::local::get");
   check_whole(of_later, "a::outer::later::get");
   check_whole(of_unknown, NULL);
   end_arena();
   made_end(dwarf);
}

/* Functions in functions, as lambdas are: each is a search of its own. */
static void nests_so_deep(void **state)
{
   (void)state;
   static const char *const expected[7] = { "f", "f::f", "f::f::f", "f::f::f::f",
                                            "f::f::f::f::f" };
   size_t functions[7];
   made_begin();
   made_unit(DW_LANG_C_plus_plus_14, "/made");
   for (int i = 0; i < 7; i++)
      functions[i] = OPEN(DW_TAG_subprogram, NAME("f"));
   for (int i = 0; i < 7; i++)
      CLOSE();
   for (int i = 0; i < TY_DWARF_DEPTH + 2; i++)
      OPEN(DW_TAG_namespace, NAME("a"));
   size_t too_deep = function("f");
   for (int i = 0; i < TY_DWARF_DEPTH + 2; i++)
      CLOSE();
   made_unit_end();
   dwarf = made_dwarf();
   begin_arena();
   for (int i = 0; i < 7; i++)
      check_whole(functions[i], expected[i]); /* NULL: too deep */
   check_whole(too_deep, NULL);
   end_arena();
   made_end(dwarf);
}

static void knows_languages(void **state)
{
   (void)state;
   static const struct {
      int language;
      bool expected;
   } all[] = {
      { DW_LANG_C_plus_plus, true },
      { DW_LANG_C_plus_plus_03, true },
      { DW_LANG_C_plus_plus_11, true },
      { DW_LANG_C_plus_plus_14, true },
      { 0x2b, true },
      { 0x2c, true },
      { DW_LANG_Rust, true },
      { DW_LANG_C99, false },
      { DW_LANG_C11, false },
      { DW_LANG_Fortran90, false },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      made_begin();
      size_t unit = made_unit(all[i].language, "/made");
      made_unit_end();
      dwarf = made_dwarf();
      Dwarf_Die die = made_die(dwarf, unit);
      assert_int_equal(ty_names_are_qualified(&die), all[i].expected);
      made_end(dwarf);
   }
}

/* ---- The frames of a profile ---- */

enum { MOST_NAMES = 12 };

/* Where the object was mapped. */
#define MAPPED ((uint64_t)0x7f0000001000)
static const an_object mapped_objects[] = {
   /* twice, one behind the other */
   { MAPPED, MAPPED + MADE_TEXT_B, "object", NULL },
   { MAPPED + MADE_TEXT_B, MAPPED + 2 * MADE_TEXT_B, "object", NULL },
};
static const an_source_places places;

static an_frame frames[MOST_NAMES];
static ty_name names[MOST_NAMES];
static size_t n_names;

/* At +0x10 of a::f: a::list::push is inlined, and b::push into that.  At +0x18, and
   where functions begin: put. */
static void write_object(int language)
{
   static const char *const files[] = { "/made/a.cc", "/made/b.h", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 3 },
                                     { MADE_TEXT + 0x10, 2, 9 },
                                     { MADE_TEXT + 0x18, 2, 20 },
                                     { 0, 0, 0 } };
   made_begin();
   made_unit(language, "/made");
   OPEN(DW_TAG_namespace, NAME("b"));
   size_t inner = function("push");
   CLOSE();
   OPEN(DW_TAG_namespace, NAME("a"));
   OPEN(DW_TAG_class_type, NAME("list"));
   size_t outer = function("push"), put = function("put");
   CLOSE();
   OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 0x40));
   DIE(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, put),
       CODE(MADE_TEXT, 4));
   OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT + 8, 0x28));
   OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, outer),
        NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 5),
        CODE(MADE_TEXT + 0x10, 8));
   DIE(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, inner),
       NUMBER(DW_AT_call_file, 2), NUMBER(DW_AT_call_line, 7), CODE(MADE_TEXT + 0x10, 8));
   CLOSE();
   DIE(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, put),
       NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 6), CODE(MADE_TEXT + 0x18, 8));
   DIE(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, put),
       NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 8), CODE(MADE_TEXT + 0x20, 8));
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_subprogram, NAME("g"), CODE(MADE_TEXT + 0x40, 0x20));
   DIE(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, put),
       CODE(MADE_TEXT + 0x40, 4));
   CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   made_file("object");
}

static void frame(uint64_t address, const char *function_name, const char *file,
                  uint32_t line)
{
   frames[n_names] = (an_frame){
      .address = address, .function = function_name, .file = file, .line = line
   };
   names[n_names] = (ty_name){ &frames[n_names], NULL };
   n_names++;
}

static void find(void)
{
   const ty_program program = { .frames = frames,
                                .objects = mapped_objects,
                                .n_objects = 2 };
   ty_code_objects *objects = ty_code_objects_new(an_alloc_malloc(), &places);
   ty_names_find(objects, &arena, &program, names, n_names);
}

/* The names come in any order: it is that of the i-th frame. */
static const char *name_of(size_t i)
{
   size_t k = 0;
   while (k < n_names && names[k].frame != &frames[i])
      k++;
   assert_true(k < n_names);
   return names[k].name;
}

static void check(size_t i, const char *expected)
{
   if (expected == NULL)
      assert_null(name_of(i));
   else
      assert_string_equal(name_of(i), expected);
}

static void add_frames(void)
{
   n_names = 0;
   frame(MAPPED + 0x18, "put", "b.h", 20);
   frame(MAPPED + 0x18, "f", "a.cc", 6);
   frame(MAPPED + 0x10, "push", "/other/b.h", 9); /* by the line: b's */
   frame(MAPPED + 0x10, "push", "b.h", 7);
   frame(MAPPED + 0x10, "f", "a.cc", 5);
   frame(MAPPED + 0x20, "UnknownInlinedFun", "b.h", 20);
   frame(MAPPED + 0x20, "f", "a.cc", 8);
   for (uint64_t at = 0x40; at <= MADE_TEXT_B; at += MADE_TEXT_B - 0x40) {
      frame(MAPPED + at, "put", "b.h", 20);
      frame(MAPPED + at, "f", "a.cc", 8);
   }
}

static void names_inlined_functions(void **state)
{
   (void)state;
   write_object(DW_LANG_C_plus_plus_14);
   add_frames();
   begin_arena();
   find();
   check(0, "a::list::put");
   check(1, NULL); /* it is not inlined */
   check(2, "b::push");
   check(3, "a::list::push");
   check(4, NULL);
   check(5, "a::list::put");
   check(6, NULL);
   check(7, "a::list::put");
   check(9, "a::list::put");
   assert_ptr_equal(name_of(5), name_of(0)); /* kept once */
   end_arena();
}

/* Frames that are no inlined function's, or not certainly so. */
static void doubts_frames(void **state)
{
   (void)state;
   write_object(DW_LANG_C_plus_plus_14);
   n_names = 0;
   frame(MAPPED + 0x10, "push", "b.h", 8); /* two have the name; at other lines */
   frame(MAPPED + 0x10, "push", "c.h", 9);
   frame(MAPPED + 0x10, "pus", "b.h", 9);
   frame(MAPPED + 0x10, "UnknownInlinedFun", NULL, 9);
   frame(MAPPED + 0x18, "put", "b.h", 20); /* alone at its address */
   frame(MAPPED - 1, "put", "b.h", 20);
   frame(MAPPED - 1, "f", "a.cc", 6);
   frame(MAPPED + 2 * MADE_TEXT_B, "put", "b.h", 20);
   frame(MAPPED + 2 * MADE_TEXT_B, "f", "a.cc", 6);
   frame(MAPPED + 0x28, "put", "b.h", 20); /* nothing is inlined there */
   frame(MAPPED + 0x28, "f", "a.cc", 6);
   begin_arena();
   find();
   for (size_t i = 0; i < n_names; i++)
      check(i, NULL);
   end_arena();
}

static void names_none_of_c(void **state)
{
   (void)state;
   write_object(DW_LANG_C99);
   add_frames();
   begin_arena();
   find();
   for (size_t i = 0; i < n_names; i++)
      check(i, NULL);
   n_names = 0;
   find();
   end_arena();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_scopes),   cmocka_unit_test(nests_so_deep),
      cmocka_unit_test(knows_languages), cmocka_unit_test(names_inlined_functions),
      cmocka_unit_test(doubts_frames),   cmocka_unit_test(names_none_of_c),

   };
   return cmocka_run_group_tests_name("ty_names", tests, made_enter, made_leave);
}
