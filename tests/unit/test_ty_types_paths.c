/* test_ty_types_paths.c -- ty_types.c on call paths, variables and symbols of an object
   made by hand; test_ty_types.c has this program itself.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_types.h"
#include "unit_alloc.h"

/* ---- The program ---- */

/* Its code, 16 bytes each; the line is 1 + the offset / 16. */
enum {
   MAIN = 0,
   XMALLOC = 0x10,
   OTHER_MAIN = 0x20,
   GET = 0x30,
   NUMBER = 0x40,
   LINE = 0x50,
   OUTER = 0x60,
   CODE_END = 0x70
};

static const char source[] = "number = create(); n = xmalloc(16); n = get(8);\n"
                             "return malloc(size);\n"
                             "o = xmalloc(24);\n"
                             "return xmalloc(size);\n"
                             "number = xmalloc(16);\n"
                             "l = malloc(size);\n"
                             "n = inlined(16);\n"
                             "return malloc(size); /* line 8: inlined */\n";

static const char id[] = "0123456789abcdef";
static const uint64_t mapped = 0x7f0000001000;
static an_object object = { .path = "object" };
static an_object file = { .path = "object", .build_id = id };
static unit_alloc memory;
static an_source_places places;
static ty_types *types;

static size_t to(size_t type)
{
   return DIE(DW_TAG_pointer_type, TYPE(type), SIZE(8));
}

static void function(const char *name, uint64_t at, size_t type)
{
   OPEN(DW_TAG_subprogram, NAME(name), TYPE(type), CODE(MADE_TEXT + at, 0x10));
}

static void variable(const char *name, size_t type)
{
   DIE(DW_TAG_variable, NAME(name), TYPE(type));
}

static void at_address(const char *name, size_t type, uint64_t address)
{
   char place[9] = { DW_OP_addr };
   memcpy(place + 1, &address, 8);
   DIE(DW_TAG_variable, NAME(name), TYPE(type), NUMBER(DW_AT_decl_file, 1),
       { DW_AT_location, DW_FORM_exprloc, place, sizeof place });
}

static int write_program(void **state)
{
   static const char *const files[] = { "a.c", NULL };
   static made_line rows[CODE_END / 16 + 2];
   if (made_enter(state) != 0)
      return -1;
   object.start = mapped;
   object.end = mapped + MADE_TEXT_B;
   for (int i = 0; i < CODE_END / 16; i++)
      rows[i] = (made_line){ MADE_TEXT + 16 * (uint64_t)i, 1, i + 1 };
   rows[OUTER / 16].line = 8;
   made_begin();
   made_unit(DW_LANG_C99, made_directory);
   size_t integer = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t character = DIE(DW_TAG_base_type, NAME("char"), SIZE(1));
   size_t any = DIE(DW_TAG_pointer_type, SIZE(8));
   size_t node = OPEN(DW_TAG_structure_type, NAME("node"), SIZE(16));
   DIE(DW_TAG_member, NAME("x"), TYPE(integer), OFFSET(0));
   CLOSE();
   size_t other = DIE(DW_TAG_structure_type, NAME("other"), SIZE(24));
   size_t line = OPEN(DW_TAG_structure_type, NAME("line"), SIZE(4));
   size_t open = OPEN(DW_TAG_array_type, TYPE(character));
   DIE(DW_TAG_subrange_type, NAME("no bound"));
   CLOSE();
   DIE(DW_TAG_member, NAME("data"), TYPE(open), OFFSET(4));
   CLOSE();
   size_t gone = DIE(DW_TAG_structure_type, NAME("gone"), FLAG(DW_AT_declaration));
   size_t nodes = OPEN(DW_TAG_array_type, TYPE(node));
   DIE(DW_TAG_subrange_type, NUMBER(DW_AT_count, 3));
   CLOSE();
   size_t inlined = DIE(DW_TAG_subprogram, NAME("inlined"), TYPE(any));
   size_t to_node = to(node);
   at_address("first", integer, 0);
   at_address("all", nodes, 0x5000);
   at_address("hidden", gone, 0x6000);
   function("main", MAIN, integer);
   variable("n", to_node);
   variable("number", integer);
   CLOSE();
   function("xmalloc", XMALLOC, any);
   CLOSE();
   function("other_main", OTHER_MAIN, integer);
   variable("o", to(other));
   CLOSE();
   function("get", GET, any);
   CLOSE();
   function("count", NUMBER, integer);
   variable("number", integer);
   CLOSE();
   function("read_line", LINE, integer);
   variable("l", to(line));
   CLOSE();
   function("outer", OUTER, integer);
   variable("n", to_node);
   OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, inlined),
        NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 7),
        CODE(MADE_TEXT + OUTER, 0x10));
   CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   made.build_id = id;
   made.symbols[0] = (made_symbol){ "main", MADE_TEXT, 16 };
   made.n_symbols = 1;
   made_file("object");
   FILE *text = fopen("a.c", "w");
   fputs(source, text);
   return fclose(text);
}

/* ---- Call paths ---- */

enum { MOST = 20 };

static an_frame frames[MOST];
static uint32_t numbers[MOST];
static size_t n_frames; /* of the path */

static void begin(void)
{
   unit_alloc_init(&memory);
   types = ty_types_new(&memory.alloc, &places);
   assert_non_null(types);
   n_frames = 0;
}

static void end(void)
{
   ty_types_free(types);
   assert_int_equal(memory.n_live, 0);
}

/* A frame of the path, from the innermost one outwards. */
static an_frame *frame(uint64_t at, const char *name)
{
   numbers[n_frames] = (uint32_t)n_frames;
   frames[n_frames] = (an_frame){ .address = mapped + at,
                                  .function = name,
                                  .file = "a.c",
                                  .line = 1 + (uint32_t)at / 16 };
   return &frames[n_frames++];
}

static const ty_type *find(int64_t min_B, int64_t max_B)
{
   const ty_program program = {
      .frames = frames, .objects = &object, .n_objects = 1, .files = &file, .n_files = 1
   };
   const ty_blocks blocks = { .path = { numbers, n_frames },
                              .min_B = min_B,
                              .max_B = max_B };
   return ty_types_find(types, &program, &blocks);
}

static void check(int64_t size_B, const char *expected)
{
   const ty_type *type = find(size_B, size_B);
   if (expected == NULL)
      assert_null(type);
   else
      assert_true(type != NULL && strcmp(type->name, expected) == 0);
}

static void looks_outward(void **state)
{
   (void)state;
   begin();
   frame(XMALLOC, "xmalloc");
   check(16, NULL);
   frame(MAIN, "main"); /* its line has other calls, too */
   check(16, "struct node");
   check(8, NULL);
   check(0, NULL);
   n_frames = 1;
   frame(OTHER_MAIN, "other_main");
   check(24, "struct other");
   n_frames = 1;
   frame(NUMBER, "count"); /* says that it is none */
   frame(MAIN, "main");
   check(16, NULL);
   n_frames = 0;
   frame(XMALLOC, "xmalloc")->line++; /* the code is of another line */
   frame(MAIN, "main");
   check(16, NULL);
   end();
}

/* Only the name of code without debug info says that it returns memory. */
static void passes_unknown_code(void **state)
{
   (void)state;
   begin();
   frame(MADE_TEXT_B, "pool_alloc");
   frame(XMALLOC, "xmalloc");
   frame(MAIN, "main");
   check(16, "struct node");
   end();
   begin();
   frame(MADE_TEXT_B, "pool_get");
   frame(XMALLOC, "xmalloc");
   frame(MAIN, "main");
   check(16, NULL);
   end();
   for (int depth = 11; depth <= 12; depth++) {
      begin();
      for (int i = 0; i < depth; i++)
         frame(MADE_TEXT_B + 16 * (uint64_t)i, i == depth - 1 ? "xmalloc" : "alloc");
      frame(MAIN, "main");
      check(16, depth == 11 ? "struct node" : NULL);
      end();
   }
}

/* The profile has a frame for each inlined function, or one for all. */
static void sees_inlined(void **state)
{
   (void)state;
   begin();
   frame(OUTER, "inlined")->line = 8;
   frame(OUTER, "outer");
   check(16, "struct node");
   n_frames = 0;
   frame(OUTER, "outer")->line = 8;
   check(16, "struct node");
   end();
   begin();
   frame(OUTER, "inline")->line = 8; /* of neither */
   frame(OUTER, "outer");
   check(16, NULL);
   end();
}

/* In a file, where a line has been found before. */
static void sees_files(void **state)
{
   (void)state;
   for (int has_line = 0; has_line < 2; has_line++) {
      begin();
      frame(GET, "get");
      frame(MAIN, "main");
      for (size_t i = 0; i < 2; i++) {
         frames[i].address += MADE_TEXT - mapped;
         frames[i].is_in_file = true;
         frames[i].object = file.path;
         if (!has_line)
            frames[i].file = NULL;
      }
      frames[1].file = "a.c";
      check(16, has_line ? "struct node" : NULL);
      frames[0].file = "a.c";
      frames[0].line = 0;
      frames[0].object = NULL; /* of no file that is known */
      check(16, NULL);
      end();
   }
}

/* ---- Layouts and answers ---- */

static void has_layouts_of_blocks(void **state)
{
   (void)state;
   begin();
   frame(LINE, "read_line");
   const ty_type *small = find(20, 20), *large = find(30, 30), *any = find(20, 30);
   assert_true(small != NULL && large != NULL && any != NULL);
   assert_int_equal(small->size_B, 20);
   assert_int_equal(small->n_fields, 1);
   assert_int_equal(small->fields[0].size_B, 16);
   assert_int_equal(large->size_B, 30);
   assert_int_equal(any->size_B, 4);
   assert_int_equal(any->n_fields, 0);
   n_frames = 0;
   frame(LINE + 1, "read_line")->line = 1 + LINE / 16; /* another call */
   assert_ptr_equal(find(20, 20), small);              /* one layout */
   end();
}

/* Answers are kept for the same innermost frames, as far as these were looked at. */
static void keeps_answers(void **state)
{
   (void)state;
   begin();
   frame(XMALLOC, "xmalloc");
   frame(GET, "get");
   check(16, NULL);                  /* the path ends */
   frame(NUMBER, "count")->line = 1; /* not its line: it ends there */
   check(16, NULL);
   n_frames = 2;
   frame(MAIN, "main");
   check(16, "struct node");
   n_frames = 2;
   frame(NUMBER, "count");
   check(16, NULL);
   n_frames = 2;
   frame(MAIN, "main");
   frame(OTHER_MAIN, "other_main");
   frame(OUTER, "outer");
   check(16, "struct node");
   size_t n_calls = memory.n_calls;
   n_frames = 4;
   frame(LINE, "read_line"); /* farther out than was looked at */
   check(16, "struct node");
   assert_int_equal(memory.n_calls, n_calls); /* not looked for again */
   n_frames = 2;
   check(16, NULL); /* not so far */
   frame(MAIN, "main");
   check(16, "struct node");
   frames[0].line = 77;
   check(16, NULL); /* of other code */
   end();
}

/* ---- Variables and symbols ---- */

static void finds_variables(void **state)
{
   (void)state;
   ty_variable found;
   begin();
   assert_true(ty_types_variable(types, &file, false, 0x5000, &found));
   assert_string_equal(found.name, "all");
   assert_string_equal(strrchr(found.file, '/'), "/a.c");
   assert_int_equal(found.line, 0);                      /* it is not said */
   assert_string_equal(found.type->name, "struct node"); /* of the elements */
   assert_true(ty_types_variable(types, &file, false, 0x6000, &found));
   assert_string_equal(found.name, "hidden");
   assert_null(found.type); /* it is only declared */
   assert_false(ty_types_variable(types, &file, false, 0, &found)); /* the linker's */
   assert_false(ty_types_variable(types, &file, false, 0x7000, &found));
   assert_false(ty_types_variable(types, &file, true, 0x5000, &found));
   end();
}

static void finds_symbols(void **state)
{
   (void)state;
   const ty_program program = { .frames = frames, .files = &file, .n_files = 1 };
   ty_symbol symbols[TY_SYMBOLS_MOST];
   an_frame in_file = { .object = file.path, .address = MADE_TEXT };
   begin();
   assert_int_equal(ty_types_symbols(types, &program, &in_file, symbols), 1);
   assert_string_equal(symbols[0].function, "main");
   assert_int_equal(symbols[0].line, 1);
   in_file.address = 0;
   assert_int_equal(ty_types_symbols(types, &program, &in_file, symbols), 0);
   in_file.address = MADE_TEXT;
   in_file.object = NULL;
   assert_int_equal(ty_types_symbols(types, &program, &in_file, symbols), 0);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(looks_outward),         cmocka_unit_test(passes_unknown_code),
      cmocka_unit_test(sees_inlined),          cmocka_unit_test(sees_files),
      cmocka_unit_test(has_layouts_of_blocks), cmocka_unit_test(keeps_answers),
      cmocka_unit_test(finds_variables),       cmocka_unit_test(finds_symbols),
   };
   return cmocka_run_group_tests_name("ty_types_paths", tests, write_program, made_leave);
}
