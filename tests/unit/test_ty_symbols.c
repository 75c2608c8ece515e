/* test_ty_symbols.c -- names for the code of stripped programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_symbols.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static const an_object object = { .path = "object", .build_id = "abcdef0123456789" };
static const an_source_places places;

static tk_arena arena;
static ty_code_objects *objects;

static void begin(void)
{
   tk_arena_init(&arena, an_alloc_malloc(), "test");
   objects = ty_code_objects_new(an_alloc_malloc(), &places);
   assert_non_null(objects);
}

static void end(void)
{
   tk_arena_free(&arena);
}

static void symbol(const char *name, uint64_t at, uint64_t size_B)
{
   made.symbols[made.n_symbols++] = (made_symbol){ name, MADE_TEXT + at, size_B };
}

/* put, inlined into a::f at +0x10, which has the symbol f.part.0; and code without
   debug info. */
static void write_from(int language, const char *directory, const char *const *files)
{
   static const made_line rows[] = { { MADE_TEXT, 1, 3 },
                                     { MADE_TEXT + 0x10, 2, 7 },
                                     { MADE_TEXT + 0x18, 1, 4 },
                                     { 0, 0, 0 } };
   made_begin();
   made_unit_of(language, directory, MADE_TEXT, 0x40);
   size_t small = DIE(DW_TAG_subprogram, NAME("put"), NUMBER(DW_AT_inline, 1));
   OPEN(DW_TAG_namespace, NAME("a"));
   OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 0x20), NUMBER(DW_AT_decl_file, 2),
        NUMBER(DW_AT_decl_line, 99));
   OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, small),
        NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 5),
        CODE(MADE_TEXT + 0x10, 8));
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_subprogram, CODE(MADE_TEXT + 0x20, 0x10)); /* nameless */
   CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   made.build_id = object.build_id;
   symbol("f.part.0", 0, 0x20);
   symbol("nameless", 0x20, 0x10);
   symbol("assembler", 0x40, 0x10);
   symbol("before_a_gap", 0x60, 0x10);
   symbol("of_no_size", 0x80, 0);
   made_file("object");
}

static void write_object(int language)
{
   static const char *const files[] = { "a.c", "/made/b.h", NULL };
   write_from(language, "/made/by", files);
}

static void check(const ty_symbol *found, const char *function, const char *file,
                  uint32_t line)
{
   assert_string_equal(found->function, function);
   assert_int_equal(found->line, line);
   if (file == NULL)
      assert_null(found->file);
   else
      assert_string_equal(found->file, file);
}

static ty_symbol found[TY_SYMBOLS_MOST];

static size_t at(uint64_t offset)
{
   return ty_symbols_at(found, objects, &arena, &object, MADE_TEXT + offset);
}

static void names_functions(void **state)
{
   (void)state;
   for (int is_cpp = 0; is_cpp < 2; is_cpp++) {
      const char *name = is_cpp ? "a::f" : "f.part.0";
      write_object(is_cpp ? DW_LANG_C_plus_plus_14 : DW_LANG_C99);
      begin();
      assert_int_equal(at(0), 1);
      check(&found[0], name, "/made/by/a.c", 3);
      assert_int_equal(at(0x10), 2);
      check(&found[0], "put", "/made/b.h", 7);
      check(&found[1], name, "/made/by/a.c", 5);
      assert_int_equal(at(0x18), 1);
      check(&found[0], name, "/made/by/a.c", 4);
      end();
   }
}

/* The compiler can have run in "here", as -fdebug-prefix-map says; libdw has put that
   before some names. */
static void completes_files(void **state)
{
   (void)state;
   static const struct {
      const char *directory, *file, *expected;
   } all[] = {
      { "/made/by", "a.c", "/made/by/a.c" },
      { "/made/by", "sub/a.c", "/made/by/sub/a.c" },
      { "/made/by", "/a.c", "/a.c" },
      { "here", "a.c", "here/a.c" },
      { "here", "sub/a.c", "here/sub/a.c" },
      { "su", "sub/a.c", "su/sub/a.c" },
      { "out", "sub/a.c", "out/sub/a.c" },
      { ".", "a.c", "./a.c" },
      { "", "sub/a.c", "sub/a.c" },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      const char *const files[] = { all[i].file, "/made/b.h", NULL };
      write_from(DW_LANG_C99, all[i].directory, files);
      begin();
      assert_int_equal(at(0x10), 2);
      check(&found[1], "f.part.0", all[i].expected, 5);
      assert_int_equal(at(0), 1);
      check(&found[0], "f.part.0", all[i].expected, 3);
      end();
   }
}

static void names_by_symbols_alone(void **state)
{
   (void)state;
   write_object(DW_LANG_C_plus_plus_14);
   begin();
   assert_int_equal(at(0x48), 1); /* no debug info */
   check(&found[0], "assembler", NULL, 0);
   assert_int_equal(at(0x24), 1); /* which has no name */
   check(&found[0], "nameless", NULL, 0);
   assert_int_equal(at(0x6f), 1);
   check(&found[0], "before_a_gap", NULL, 0);
   assert_int_equal(at(0x70), 0); /* behind its end */
   assert_int_equal(at(0x80), 0); /* libdw has a name for this, and for what follows */
   assert_int_equal(at(0x88), 0);
   end();
}

static void names_a_start(void **state)
{
   (void)state;
   ty_symbol start;
   for (int is_cpp = 0; is_cpp < 2; is_cpp++) {
      write_object(is_cpp ? DW_LANG_C_plus_plus_14 : DW_LANG_C99);
      begin();
      for (uint64_t i = 0; i <= 0x10; i += 0x10) {
         /* not the inlined one */
         assert_true(
            ty_symbols_function(&start, objects, &arena, &object, MADE_TEXT + i));
         check(&start, is_cpp ? "a::f" : "f.part.0", "/made/b.h", 99);
      }
      assert_true(
         ty_symbols_function(&start, objects, &arena, &object, MADE_TEXT + 0x40));
      check(&start, "assembler", NULL, 0);
      assert_true(
         ty_symbols_function(&start, objects, &arena, &object, MADE_TEXT + 0x20));
      check(&start, "nameless", NULL, 0);
      assert_false(
         ty_symbols_function(&start, objects, &arena, &object, MADE_TEXT + 0x70));
      end();
   }
}

static void doubts_other_builds(void **state)
{
   (void)state;
   static const an_object other = { .path = "object", .build_id = "abcdef0123456780" };
   ty_symbol start;
   write_object(DW_LANG_C99);
   begin();
   assert_int_equal(ty_symbols_at(found, objects, &arena, &other, MADE_TEXT), 0);
   assert_false(ty_symbols_function(&start, objects, &arena, &other, MADE_TEXT));
   end();
}

/* 100 functions, one inlined into the other. */
static void lists_at_most(void **state)
{
   (void)state;
   static const char *const files[] = { "/made/a.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 3 }, { 0, 0, 0 } };
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   size_t small = DIE(DW_TAG_subprogram, NAME("put"), NUMBER(DW_AT_inline, 1));
   OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 0x20));
   for (int i = 1; i < 99; i++)
      OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, small),
           NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, i), CODE(MADE_TEXT, 0x20));
   for (int i = 0; i < 99; i++)
      CLOSE();
   made_lines(files, rows);
   made_unit_end();
   made.build_id = object.build_id;
   symbol("f", 0, 0x20);
   made_file("object");
   begin();
   assert_int_equal(at(0), TY_SYMBOLS_MOST);
   check(&found[TY_SYMBOLS_MOST - 1], "put", "/made/a.c", 98 - TY_SYMBOLS_MOST + 2);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_functions),        cmocka_unit_test(completes_files),
      cmocka_unit_test(names_by_symbols_alone), cmocka_unit_test(names_a_start),
      cmocka_unit_test(doubts_other_builds),    cmocka_unit_test(lists_at_most),

   };
   return cmocka_run_group_tests_name("ty_symbols", tests, made_enter, made_leave);
}
