/* test_ty_evidence.c -- what a function and its line of source say about blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sys/stat.h>

#include "test_ty_made.h"
#include "types/ty_evidence.h"
#include "types/ty_hints_text.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static Dwarf *dwarf;
static an_source_places places;

/* ---- The program ---- */

/* Code of its functions. */
enum {
   MAIN = 0,
   XMALLOC = 0x10,
   STRDUP = 0x20,
   ALLOCATE = 0x30,
   IN_REGISTER = 0x40,
   ANY_IN_REGISTER = 0x50,
   CLASH = 0x60,
   MAKE_NODE = 0x70
};

static size_t structure(const char *name, int size_B)
{
   return OPEN(DW_TAG_structure_type, NAME(name), SIZE(size_B));
}

static size_t to(size_t type)
{
   return DIE(DW_TAG_pointer_type, TYPE(type), SIZE(8));
}

static void member(const char *name, size_t type, int offset)
{
   DIE(DW_TAG_member, NAME(name), TYPE(type), OFFSET(offset));
}

static void variable(const char *name, size_t type)
{
   DIE(DW_TAG_variable, NAME(name), TYPE(type));
}

static void in_register(size_t type)
{
   DIE(DW_TAG_variable, TYPE(type), EXPRESSION(DW_AT_location, "\x50"));
}

static void function(const char *name, uint64_t at, size_t type)
{
   OPEN(DW_TAG_subprogram, NAME(name), TYPE(type), CODE(MADE_TEXT + at, 0x10));
}

static void begin(int language, const char *directory)
{
   static const char *const files[] = { "/made/a.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 1 }, { 0, 0, 0 } };
   places = (an_source_places){ .n_roots = 0 };
   made_begin();
   made_unit(language, directory);
   size_t integer = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t character = DIE(DW_TAG_base_type, NAME("char"), SIZE(1));
   size_t any = DIE(DW_TAG_pointer_type, SIZE(8));
   size_t node = structure("node", 16);
   member("x", integer, 0);
   CLOSE();
   size_t other = structure("other", 24);
   CLOSE();
   size_t derived = structure("derived", 32);
   member("base", node, 0);
   CLOSE();
   size_t line = structure("line", 8);
   member("n", integer, 0);
   size_t open = OPEN(DW_TAG_array_type, TYPE(character));
   DIE(DW_TAG_subrange_type, NAME("no bound"));
   CLOSE();
   member("data", open, 4);
   CLOSE();
   size_t list = structure("list", 40);
   member("any", any, 0);
   CLOSE();
   size_t to_node = to(node), text = to(character);
   function("main", MAIN, integer);
   variable("n", to_node);
   variable("o", to(other));
   variable("d", to(derived));
   variable("l", to(line));
   variable("all", to(to_node));
   variable("text", text);
   variable("any", any);
   variable("list", to(list));
   variable("number", integer);
   variable("other", integer); /* as a struct */
   CLOSE();
   function("xmalloc", XMALLOC, any);
   variable("any", any);
   variable("list", to(list));
   CLOSE();
   function("strdup", STRDUP, text);
   CLOSE();
   OPEN(DW_TAG_class_type, NAME("allocator<node>"), SIZE(1));
   function("allocate", ALLOCATE, to_node);
   CLOSE();
   CLOSE();
   function("get", IN_REGISTER, any);
   in_register(to_node);
   CLOSE();
   function("get", ANY_IN_REGISTER, any);
   in_register(any);
   CLOSE();
   function("get", CLASH, any);
   in_register(to_node);
   variable("number", integer);
   CLOSE();
   function("make_node", MAKE_NODE, to_node);
   variable("any", any);
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   dwarf = made_dwarf();
}

static void end(void)
{
   made_end(dwarf);
}

static void write_source(const char *path, const char *text)
{
   FILE *file = fopen(path, "w");
   assert_non_null(file);
   fputs(text, file);
   fclose(file);
}

/* ---- Evidence as text ---- */

static const char *const kinds[] = {
   [TY_SAYS_NOTHING] = "nothing", [TY_SAYS_BYTES] = "bytes",
   [TY_SAYS_UNKNOWN] = "unknown", [TY_SAYS_OTHER] = "other",
   [TY_SAYS_TYPE] = "type",
};

/* "type node more, goes on" */
static void check_at(uint64_t at, const ty_line *line, const char *callee, int64_t min_B,
                     int64_t max_B, const char *expected)
{
   ty_code code;
   ty_function f;
   char found[100];
   const ty_blocks blocks = { .min_B = min_B, .max_B = max_B };
   bool goes_on = false;
   assert_true(ty_code_at(&code, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                          dwarf, MADE_TEXT + at));
   assert_true(ty_function_open(&f, &code, 0));
   ty_evidence v = ty_evidence_of(&f, &blocks, line, callee, an_alloc_malloc(), &places,
                                  &goes_on);
   snprintf(
      found, sizeof found, "%s%s%s%s%s", kinds[v.kind], v.kind == TY_SAYS_TYPE ? " " : "",
      v.kind == TY_SAYS_TYPE ? dwarf_diename(&v.type) : "",
      v.kind == TY_SAYS_TYPE && v.has_more ? " more" : "", goes_on ? ", goes on" : "");
   if (strcmp(found, expected) != 0)
      fail_msg("%s:%u\n   found    %s\n   expected %s",
               line->file == NULL ? "?" : line->file, line->number, found, expected);
}

/* A function with one line of source. */
static void check(uint64_t at, const char *source, int64_t min_B, int64_t max_B,
                  const char *expected)
{
   static const ty_line first = { "a.c", 1 };
   write_source("a.c", source);
   check_at(at, &first, NULL, min_B, max_B, expected);
}

/* ---- C ---- */

static void sizes_fit(void **state)
{
   (void)state;
   begin(DW_LANG_C99, "/made");
   check(MAIN, "n = malloc(sizeof *n);", 16, 16, "type node");
   check(MAIN, "n = malloc(sizeof *n);", 32, 32, "other");
   check(MAIN, "n = malloc(sizeof *n);", 8, 16, "other");
   check(MAIN, "n = malloc(k * sizeof *n);", 16, 48, "type node");
   check(MAIN, "n = malloc(k * sizeof *n);", 16, 40, "other");
   check(MAIN, "n = malloc(k * sizeof *n);", 24, 48, "other");
   check(MAIN, "n = malloc(sizeof *n + k);", 16, 40, "type node more");
   check(MAIN, "n = malloc(sizeof *n + k);", 15, 40, "other");
   check(MAIN, "l = malloc(k);", 8, 8, "type line");
   check(MAIN, "l = malloc(k);", 8, 30, "type line more"); /* data[] */
   check(MAIN, "l = malloc(k);", 7, 30, "other");
   check(MAIN, "l = malloc(k);", 4, 7, "other");
   end();
}

static void hints_are_joined(void **state)
{
   (void)state;
   begin(DW_LANG_C99, "/made");
   check(MAIN, "n = malloc(16);", 16, 16, "type node");
   check(MAIN, "n = malloc(sizeof(struct gone));", 16, 16, "type node");
   check(MAIN, "any = malloc(sizeof(struct gone));", 16, 16, "unknown");
   check(MAIN, "any = malloc(sizeof(struct gone *));", 16, 16, "other");
   check(MAIN, "any = malloc(sizeof(struct node));", 16, 16, "type node");
   check(MAIN, "any = malloc(sizeof(int));", 16, 16, "other");
   check(MAIN, "text = malloc(sizeof(struct node));", 16, 16, "type node");
   check(MAIN, "text = (struct node *)malloc(16);", 16, 16, "other"); /* no size */
   check(MAIN, "text = malloc(16);", 16, 16, "bytes");
   check(MAIN, "any = malloc(16);", 16, 16, "nothing");
   check(MAIN, "number = malloc(16);", 16, 16, "other");
   check(MAIN, "all = malloc(16);", 16, 16, "other");
   check(MAIN, "any = (struct node **)malloc(16);", 16, 16, "other");
   check(MAIN, "any = (struct node *)malloc(16);", 16, 16, "type node");
   check(MAIN, "any = (struct gone *)malloc(16);", 16, 16, "nothing");
   check(MAIN, "n = (struct other *)malloc(16);", 16, 16, "other");
   check(MAIN, "any = XNEW(node);", 16, 16, "type node"); /* a type */
   check(MAIN, "any = XNEW(n);", 16, 16, "nothing");      /* a variable */
   check(MAIN, "any = XNEW(other);", 24, 24, "nothing");
   /* A pointer to what the type begins with. */
   check(MAIN, "n = malloc(sizeof(struct derived));", 32, 32, "type derived");
   check(MAIN, "d = malloc(sizeof(struct node));", 16, 16, "other");
   check(MAIN, "n = (struct derived *)malloc(32);", 32, 32, "other");
   check(MAIN, "d = (struct node *)malloc(32);", 32, 32, "other");
   end();
}

static void lines_have_several_calls(void **state)
{
   (void)state;
   static const char source[] = "n = malloc(sizeof *n); o = malloc(sizeof *o);";
   begin(DW_LANG_C99, "/made");
   check(MAIN, source, 16, 16, "type node");
   check(MAIN, source, 24, 24, "type other");
   check(MAIN, source, 40, 40, "other"); /* neither */
   check(MAIN, "n = malloc(16); any = malloc(8);", 16, 16, "type node");
   check(MAIN, "n = malloc(16); number = malloc(8);", 16, 16, "other");
   check(MAIN, "n = malloc(16); d = malloc(16);", 16, 16, "type node");
   const ty_line first = { "a.c", 1 };
   write_source("a.c", "n = get(16); o = malloc(24);");
   check_at(MAIN, &first, "get", 16, 16, "type node");
   check_at(MAIN, &first, "get", 24, 24, "other");
   check_at(MAIN, &first, "malloc", 24, 24, "type other");
   end();
}

/* ---- Functions that return memory of any type ---- */

static void goes_on_to_callers(void **state)
{
   (void)state;
   begin(DW_LANG_C99, "/made");
   check(XMALLOC, "return malloc(k);", 16, 16, "nothing, goes on");
   check(XMALLOC, "any = malloc(k);", 16, 16, "nothing, goes on");
   check(XMALLOC, "any = malloc(k + 8);", 16, 16, "nothing"); /* larger: it stays */
   check(XMALLOC, "list->any = malloc(k);", 16, 16, "nothing");
   check(XMALLOC, "f(malloc(k)); list->any = malloc(8);", 16, 16, "nothing");
   check(XMALLOC, "return malloc(sizeof(struct node));", 16, 16, "type node");
   check(XMALLOC, "return malloc(sizeof(struct gone));", 16, 16, "unknown");
   check(STRDUP, "return malloc(k);", 16, 16, "bytes, goes on");
   check(MAIN, "return malloc(k);", 16, 16, "other"); /* returns a number */
   check(MAIN, "any = malloc(k);", 16, 16, "nothing");
   check(MAKE_NODE, "any = malloc(k);", 16, 16, "nothing");
   check(MAKE_NODE, "return malloc(k);", 16, 16, "type node");
   end();
}

static void works_without_source(void **state)
{
   (void)state;
   static const ty_line none[] = {
      { NULL, 1 }, { "a.c", 0 }, { "a.c", 2 }, { "gone.c", 1 }
   };
   begin(DW_LANG_C99, "/made");
   write_source("a.c", "n = malloc(sizeof *n);");
   for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
      check_at(MAIN, &none[i], NULL, 16, 16, "nothing");
      check_at(XMALLOC, &none[i], NULL, 16, 16, "nothing, goes on"); /* by its name */
      check_at(STRDUP, &none[i], NULL, 16, 16, "nothing");
      check_at(IN_REGISTER, &none[i], NULL, 16, 16, "type node");
      check_at(IN_REGISTER, &none[i], NULL, 24, 24, "other");
      check_at(ANY_IN_REGISTER, &none[i], NULL, 16, 16, "nothing, goes on");
   }
   check(CLASH, "number = get();", 16, 16, "other"); /* source and register */
   check(CLASH, "p = get();", 16, 16, "type node");
   places.is_closed = true;
   check(MAIN, "n = malloc(sizeof *n);", 16, 16, "nothing");
   end();
}

/* Below the directory where the compiler ran; in long files; over several lines. */
static void finds_lines(void **state)
{
   (void)state;
   char directory[200], text[4000] = "";
   assert_non_null(getcwd(directory, 100));
   strcat(directory, "/built");
   assert_int_equal(mkdir("built", 0700), 0);
   write_source("built/b.c", "n = malloc(sizeof *n);\n");
   begin(DW_LANG_C99, directory);
   check_at(MAIN, &(ty_line){ "b.c", 1 }, NULL, 16, 16, "type node");
   for (int i = 0; i < 100; i++)
      strcat(text, ";\n");
   strcat(text, "n =\n   malloc(\n      sizeof *n);\n;\no = malloc(24);");
   write_source("a.c", text);
   check_at(MAIN, &(ty_line){ "a.c", 102 }, NULL, 16, 16, "type node");
   check_at(MAIN, &(ty_line){ "a.c", 105 }, NULL, 24, 24, "type other");
   check_at(MAIN, &(ty_line){ "a.c", 100 }, NULL, 24, 24, "nothing");
   check_at(MAIN, &(ty_line){ "a.c", 106 }, NULL, 24, 24, "nothing");
   write_source("a.c", "any = malloc(\n\n   sizeof(struct node));\n");
   check_at(MAIN, &(ty_line){ "a.c", 1 }, NULL, 16, 16, "type node");
   /* So many lines before it are read, and no more. */
   for (uint32_t n = 1; n <= TY_STATEMENT_LINES + 1; n++) {
      strcpy(text, "n =");
      for (uint32_t i = 0; i < n; i++)
         strcat(text, "\n");
      strcat(text, "malloc(k);\n");
      write_source("a.c", text);
      check_at(MAIN, &(ty_line){ "a.c", n + 1 }, NULL, 16, 16,
               n <= TY_STATEMENT_LINES ? "type node" : "nothing");
   }
   end();
}

/* ---- C++ and Rust ---- */

static void knows_allocators(void **state)
{
   (void)state;
   static const ty_line none = { NULL, 0 };
   begin(DW_LANG_C_plus_plus_14, "/made");
   check_at(ALLOCATE, &none, NULL, 16, 16, "type node");
   check_at(ALLOCATE, &none, NULL, 16, 160, "type node"); /* several */
   check_at(ALLOCATE, &none, NULL, 16, 24, "other");
   end();
}

/* A function of alloc::MODULE for T; what it says of blocks of so many bytes. */
static void check_rust(const char *crate, const char *module, const char *type_name,
                       int64_t max_B, const char *expected)
{
   static const char *const files[] = { "/made/a.rs", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 1 }, { 0, 0, 0 } };
   static const ty_line none = { NULL, 0 };
   made_begin();
   made_unit(DW_LANG_Rust, "/made");
   size_t node = structure("node", 16);
   CLOSE();
   size_t of_box = structure("MaybeUninit<node>", 16);
   DIE(DW_TAG_template_type_parameter, NAME("T"), TYPE(node));
   CLOSE();
   size_t number = DIE(DW_TAG_base_type, NAME("i32"), SIZE(4));
   OPEN(DW_TAG_namespace, NAME(crate));
   OPEN(DW_TAG_namespace, NAME(module));
   OPEN(DW_TAG_subprogram, NAME("new"), CODE(MADE_TEXT, 0x10));
   if (*type_name != '\0')
      DIE(DW_TAG_template_type_parameter, NAME("T"),
          TYPE(*type_name == 'M'   ? of_box
               : *type_name == 'i' ? number
                                   : node));
   CLOSE();
   CLOSE();
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   dwarf = made_dwarf();
   check_at(0, &none, NULL, 16, max_B, expected);
   end();
}

static void knows_rust(void **state)
{
   (void)state;
   check_rust("alloc", "boxed", "node", 16, "type node");
   check_rust("alloc", "boxed", "node", 32, "other"); /* one only */
   check_rust("alloc", "boxed", "M", 16, "type node");
   check_rust("alloc", "boxed", "i32", 16, "other");
   check_rust("alloc", "vec", "node", 160, "type node");
   check_rust("alloc", "raw_vec", "node", 160, "type node");
   check_rust("alloc", "boxed", "", 16, "nothing, goes on");
   check_rust("alloc", "alloc", "node", 16, "nothing, goes on");
   check_rust("program", "pool", "node", 16, "nothing");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_fit),
      cmocka_unit_test(hints_are_joined),
      cmocka_unit_test(lines_have_several_calls),
      cmocka_unit_test(goes_on_to_callers),
      cmocka_unit_test(works_without_source),
      cmocka_unit_test(finds_lines),
      cmocka_unit_test(knows_allocators),
      cmocka_unit_test(knows_rust),
   };
   return cmocka_run_group_tests_name("ty_evidence", tests, made_enter, made_leave);
}
