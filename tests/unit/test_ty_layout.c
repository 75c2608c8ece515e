/* test_ty_layout.c -- the fields of types, as text: "name:offset:size type; ...".
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_layout.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static Dwarf *dwarf;
static size_t integer, character; /* types */

static void begin(int language)
{
   made_begin();
   made_unit(language, "/made");
   integer = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   character = DIE(DW_TAG_base_type, NAME("char"), SIZE(1));
}

static void end_unit(void)
{
   made_unit_end();
   dwarf = made_dwarf();
}

static size_t member(const char *name, size_t type, int64_t offset)
{
   return DIE(DW_TAG_member, NAME(name), TYPE(type), OFFSET(offset));
}

/* An array; -1: without a bound. */
static size_t array_of(size_t type, int64_t count)
{
   size_t array = OPEN(DW_TAG_array_type, TYPE(type));
   if (count < 0)
      DIE(DW_TAG_subrange_type, NAME("no bound"));
   else
      DIE(DW_TAG_subrange_type, NUMBER(DW_AT_count, count));
   CLOSE();
   return array;
}

/* ---- Layouts as text ---- */

static void dump(char *out, const ty_type *layout)
{
   out += sprintf(out, "%s %lld", layout->name, (long long)layout->size_B);
   for (size_t i = 0; i < layout->n_fields; i++) {
      const ty_field *f = &layout->fields[i];
      out += sprintf(out, "; %s%s:%lld:%lld %s", f->name, f->has_parts ? "+" : "",
                     (long long)f->offset, (long long)f->size_B, f->type);
   }
}

static void check_block(size_t offset, size_t named, int64_t block_B,
                        const char *expected)
{
   static char text[1 << 20];
   tk_arena arena;
   ty_type layout;
   tk_arena_init(&arena, an_alloc_malloc(), "test");
   Dwarf_Die type = made_die(dwarf, offset), name = made_die(dwarf, named);
   ty_layout_make(&layout, &arena, ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE),
                  &type, &name, block_B);
   dump(text, &layout);
   if (strcmp(text, expected) != 0)
      fail_msg("\n   found    %s\n   expected %s", text, expected);
   tk_arena_free(&arena);
}

static void check(size_t offset, const char *expected)
{
   check_block(offset, offset, 0, expected);
}

/* ---- Structs of C ---- */

static void flattens_structs(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t point = OPEN(DW_TAG_structure_type, NAME("point"), SIZE(8));
   member("x", integer, 0);
   member("y", integer, 4);
   CLOSE();
   size_t points = array_of(point, 2), many = array_of(point, 5);
   size_t most = array_of(point, 4);
   size_t node = OPEN(DW_TAG_structure_type, NAME("node"), SIZE(104));
   member("last", integer, 88); /* not in order */
   member("pos", point, 0);
   member("ends", points, 8);
   member("all", many, 24);
   DIE(DW_TAG_member, NAME("shared"), TYPE(integer), FLAG(DW_AT_external));
   DIE(DW_TAG_member, NAME("nothing"), OFFSET(92)); /* no type */
   DIE(DW_TAG_member, TYPE(point), OFFSET(92));     /* nameless */
   CLOSE();
   size_t four = OPEN(DW_TAG_structure_type, NAME("four"), SIZE(32));
   member("at", most, 0);
   CLOSE();
   end_unit();
   check(node, "struct node 104; pos.x:0:4 int; pos.y:4:4 int; ends[0].x:8:4 int; "
               "ends[0].y:12:4 int; ends[1].x:16:4 int; ends[1].y:20:4 int; "
               "all[5]+:24:40 struct point[5]; last:88:4 int; x:92:4 int; y:96:4 int");
   check(four, "struct four 32; at[0].x:0:4 int; at[0].y:4:4 int; at[1].x:8:4 int; "
               "at[1].y:12:4 int; at[2].x:16:4 int; at[2].y:20:4 int; at[3].x:24:4 int; "
               "at[3].y:28:4 int");
   check(integer, "int 4");
   made_end(dwarf);
}

static void names_types(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(8));
   size_t constant = DIE(DW_TAG_const_type, TYPE(node));
   size_t pointer = DIE(DW_TAG_pointer_type, TYPE(constant), SIZE(8));
   size_t twice = DIE(DW_TAG_pointer_type, TYPE(pointer), SIZE(8));
   size_t any = DIE(DW_TAG_pointer_type, SIZE(8));
   size_t function = DIE(DW_TAG_subroutine_type, FLAG(DW_AT_prototyped));
   size_t callback = DIE(DW_TAG_pointer_type, TYPE(function), SIZE(8));
   size_t names = array_of(pointer, 3),
          alias = DIE(DW_TAG_typedef, NAME("alias"), TYPE(pointer));
   size_t kind = DIE(DW_TAG_enumeration_type, NAME("kind"), SIZE(4));
   size_t both = DIE(DW_TAG_union_type, NAME("both"), SIZE(8));
   size_t nameless = DIE(DW_TAG_enumeration_type, SIZE(4));
   size_t table = OPEN(DW_TAG_structure_type, NAME("table"), SIZE(88));
   member("to", pointer, 0);
   member("to_all", twice, 8);
   member("any", any, 16);
   member("call", callback, 24);
   member("names", names, 32);
   member("alias", alias, 56);
   member("kind", kind, 64);
   member("other", nameless, 68);
   member("both", both, 72);
   CLOSE();
   end_unit();
   check(table,
         "struct table 88; to:0:8 struct node *; to_all:8:8 struct node **; "
         "any:16:8 void *; call:24:8 function *; names[3]+:32:24 struct node *[3]; "
         "alias:56:8 alias; kind:64:4 enum kind; other:68:4 enum (anonymous); "
         "both:72:8 union both");
   made_end(dwarf);
}

/* The name as written, where the type has none. */
static void names_by_typedef(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t nameless = OPEN(DW_TAG_structure_type, SIZE(4));
   member("x", integer, 0);
   CLOSE();
   size_t alias = DIE(DW_TAG_typedef, NAME("point_t"), TYPE(nameless));
   end_unit();
   check_block(nameless, alias, 0, "point_t 4; x:0:4 int");
   check_block(nameless, nameless, 0, "struct (anonymous) 4; x:0:4 int");
   made_end(dwarf);
}

static void unions_are_one_field(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t inner = OPEN(DW_TAG_union_type, SIZE(4));
   member("number", integer, 0);
   member("letter", character, 0);
   CLOSE();
   size_t outer = OPEN(DW_TAG_structure_type, NAME("outer"), SIZE(12));
   DIE(DW_TAG_member, TYPE(inner), OFFSET(0));
   member("named", inner, 4);
   member("x", integer, 8);
   CLOSE();
   end_unit();
   check(outer, "struct outer 12; number | letter:0:4 union (anonymous); "
                "named:4:4 union (anonymous); x:8:4 int");
   check(inner, "union (anonymous) 4; number | letter:0:4 union (anonymous)");
   made_end(dwarf);
}

/* The data of "char data[]" goes to the block's end; nameless bytes are the rest. */
static void reaches_to_the_end(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t open = array_of(character, -1), zero = array_of(character, 0);
   size_t one = array_of(character, 1);
   size_t line = OPEN(DW_TAG_structure_type, NAME("line"), SIZE(4));
   member("n", integer, 0);
   member("data", open, 4);
   CLOSE();
   size_t old = OPEN(DW_TAG_structure_type, NAME("old"), SIZE(4));
   member("n", integer, 0);
   member("data", zero, 4);
   CLOSE();
   size_t fixed = OPEN(DW_TAG_structure_type, NAME("fixed"), SIZE(8));
   member("n", integer, 0);
   member("data", one, 4);
   CLOSE();
   size_t inside = OPEN(DW_TAG_structure_type, NAME("inside"), SIZE(4));
   member("line", line, 0);
   CLOSE();
   size_t two = OPEN(DW_TAG_structure_type, NAME("two"), SIZE(4));
   member("line", line, 0);
   member("data", open, 4);
   CLOSE();
   size_t either = OPEN(DW_TAG_union_type, NAME("either"), SIZE(4));
   member("data", open, 0);
   CLOSE();
   size_t shared = OPEN(DW_TAG_structure_type, NAME("shared"), SIZE(4));
   member("n", integer, 0);
   DIE(DW_TAG_member, NAME("all"), TYPE(open), FLAG(DW_AT_external));
   CLOSE();
   end_unit();
   check_block(line, line, 20, "struct line 20; n:0:4 int; data[]+:4:16 char[]");
   check_block(line, line, 2, "struct line 4; n:0:4 int");
   check_block(old, old, 20, "struct old 20; n:0:4 int; data[]+:4:16 char[0]");
   check_block(fixed, fixed, 20,
               "struct fixed 20; n:0:4 int; data[1]+:4:1 char[1]; "
               "(rest)+:8:12 ");
   check_block(inside, inside, 20, "struct inside 20; line.n:0:4 int; (rest)+:4:16 ");
   check_block(two, two, 20, "struct two 20; line.n:0:4 int; data[]+:4:16 char[]");
   check_block(integer, integer, 20, "int 20");
   const struct {
      size_t type;
      bool is_open;
   } all[] = {
      { line, true },    { old, true },     { fixed, false },   { inside, false },
      { either, false }, { shared, false }, { integer, false },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      Dwarf_Die type = made_die(dwarf, all[i].type);
      assert_int_equal(
         ty_layout_is_open(ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE), &type),
         all[i].is_open);
   }
   made_end(dwarf);
}

/* ---- Bit fields ---- */

static void bits(const char *name, int first, int n)
{
   DIE(DW_TAG_member, NAME(name), TYPE(integer), NUMBER(DW_AT_bit_size, n),
       NUMBER(DW_AT_data_bit_offset, first));
}

/* Bits as compilers wrote them before DWARF 4, from the other end of 4 bytes. */
static void old_bits(const char *name, int offset, int first, int n)
{
   DIE(DW_TAG_member, NAME(name), TYPE(integer), SIZE(4), NUMBER(DW_AT_bit_size, n),
       NUMBER(DW_AT_bit_offset, 32 - first - n), OFFSET(offset));
}

static void joins_bit_fields(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t flags = OPEN(DW_TAG_structure_type, NAME("flags"), SIZE(12));
   bits("a", 0, 1);
   bits("b", 1, 10); /* into the second byte */
   bits("c", 11, 5);
   bits("d", 16, 8); /* a byte of its own */
   member("x", integer, 4);
   bits("e", 64, 3);
   CLOSE();
   size_t old = OPEN(DW_TAG_structure_type, NAME("old"), SIZE(8));
   old_bits("a", 4, 0, 3);
   old_bits("b", 4, 3, 6);
   CLOSE();
   end_unit();
   check(flags, "struct flags 12; a, b, c:0:2 bits of int; d:2:1 bits of int; "
                "x:4:4 int; e:8:1 bits of int");
   check(old, "struct old 8; a, b:4:2 bits of int");
   made_end(dwarf);
}

/* ---- Classes of C++, enums of Rust ---- */

static void has_bases(void **state)
{
   (void)state;
   begin(DW_LANG_C_plus_plus_14);
   OPEN(DW_TAG_namespace, NAME("a"));
   OPEN(DW_TAG_namespace, FLAG(DW_AT_export_symbols)); /* nameless */
   size_t base = OPEN(DW_TAG_class_type, NAME("base"), SIZE(8));
   member("id", integer, 0);
   size_t inner = DIE(DW_TAG_structure_type, NAME("inner"), SIZE(4));
   CLOSE();
   CLOSE();
   size_t empty = DIE(DW_TAG_class_type, NAME("empty"), SIZE(1));
   size_t virtual = OPEN(DW_TAG_class_type, NAME("virtual"), SIZE(16));
   DIE(DW_TAG_inheritance, TYPE(empty), OFFSET(0));
   DIE(DW_TAG_inheritance, TYPE(base), NUMBER(DW_AT_virtuality, 1),
       EXPRESSION(DW_AT_data_member_location, "\x12\x06"));
   member("x", integer, 4);
   CLOSE();
   size_t derived = OPEN(DW_TAG_class_type, NAME("derived<int>"), SIZE(64));
   DIE(DW_TAG_inheritance, TYPE(base), OFFSET(0));
   DIE(DW_TAG_inheritance, TYPE(integer), OFFSET(8)); /* strange, but a base */
   size_t to_inner = DIE(DW_TAG_reference_type, TYPE(inner), SIZE(8));
   size_t moved = DIE(DW_TAG_rvalue_reference_type, TYPE(inner), SIZE(8));
   member("in", to_inner, 16);
   member("moved", moved, 56); /* before it in the list, behind it in memory */
   member("part", virtual, 32);
   CLOSE();
   OPEN(DW_TAG_union_type, NAME("either"), SIZE(4));
   size_t one = OPEN(DW_TAG_structure_type, NAME("one"), SIZE(4));
   member("x", integer, 0);
   CLOSE();
   CLOSE();
   CLOSE();
   end_unit();
   check(one, "a::either::one 4; x:0:4 int");
   check(virtual, "a::virtual 16; x:4:4 int; (virtual bases):8:8 ");
   check(derived, "a::derived<int> 64; id:0:4 int; (base):8:4 int; "
                  "in:16:8 a::(anonymous)::base::inner&; "
                  "part.x:36:4 int; part.(virtual bases):40:8 ; "
                  "moved:56:8 a::(anonymous)::base::inner&&");
   made_end(dwarf);
}

/* libstdc++'s storage in a node is the object that will be there. */
static void sees_storage(void **state)
{
   (void)state;
   begin(DW_LANG_C_plus_plus_14);
   size_t storage = OPEN(DW_TAG_structure_type, NAME("__aligned_membuf<int>"), SIZE(4));
   DIE(DW_TAG_template_type_parameter, NAME("_Tp"), TYPE(integer));
   member("_M_storage", character, 0);
   CLOSE();
   size_t node = OPEN(DW_TAG_structure_type, NAME("node"), SIZE(8));
   member("value", storage, 4);
   CLOSE();
   size_t order = OPEN(DW_TAG_structure_type, NAME("order"), SIZE(8));
   member("price", integer, 4);
   CLOSE();
   size_t buffer = OPEN(DW_TAG_structure_type, NAME("__aligned_buffer<order>"), SIZE(8));
   DIE(DW_TAG_template_type_parameter, NAME("_Tp"), TYPE(order));
   CLOSE();
   size_t inside = OPEN(DW_TAG_structure_type, NAME("inside"), SIZE(16));
   member("_M_alloc", integer, 0);
   member("_M_storage", buffer, 4);
   member("_M_last", integer, 12);
   CLOSE();
   size_t shared = OPEN(DW_TAG_structure_type, NAME("shared"), SIZE(24));
   member("_M_count", integer, 0);
   member("_M_impl", inside, 8);
   CLOSE();
   end_unit();
   check(node, "node 8; value:4:4 int");
   /* Fields of a struct have their own names. */
   check(shared, "shared 24; _M_count:0:4 int; _M_impl._M_alloc:8:4 int; "
                 "price:16:4 int; _M_impl._M_last:20:4 int");
   made_end(dwarf);
}

static void has_variants(void **state)
{
   (void)state;
   begin(DW_LANG_Rust);
   size_t shape = OPEN(DW_TAG_structure_type, NAME("Shape"), SIZE(8));
   OPEN(DW_TAG_variant_part, FLAG(DW_AT_artificial));
   OPEN(DW_TAG_variant, NUMBER(DW_AT_discr_value, 0));
   member("Circle", integer, 0);
   CLOSE();
   OPEN(DW_TAG_variant, NUMBER(DW_AT_discr_value, 1));
   member("Square", integer, 0);
   CLOSE();
   CLOSE();
   CLOSE();
   size_t pointer = DIE(DW_TAG_pointer_type, NAME("&str"), TYPE(integer), SIZE(8));
   size_t holder = OPEN(DW_TAG_structure_type, NAME("Holder"), SIZE(16));
   member("shape", shape, 0);
   member("text", pointer, 8);
   CLOSE();
   end_unit();
   check(shape, "Shape 8; Circle | Square:0:8 Shape");
   check(holder, "Holder 16; shape:0:8 Shape; text:8:8 &str");
   made_end(dwarf);
}

/* ---- Bounds ---- */

static void has_bounds(void **state)
{
   (void)state;
   static char text[1 << 16];
   begin(DW_LANG_C99);
   size_t many = OPEN(DW_TAG_structure_type, NAME("many"), SIZE(1200));
   for (int i = 0; i < 1200; i++)
      member("c", character, i);
   CLOSE();
   size_t deep = OPEN(DW_TAG_structure_type, NAME("deep"), SIZE(4));
   member("a", deep, 0); /* itself, without an end */
   CLOSE();
   size_t row = OPEN(DW_TAG_structure_type, NAME("row"), SIZE(4));
   size_t rows = OPEN(DW_TAG_array_type, TYPE(row));
   DIE(DW_TAG_subrange_type, NUMBER(DW_AT_count, 1));
   CLOSE();
   member("a", rows, 0);
   CLOSE();
   memset(text, 'n', 600);
   size_t named = OPEN(DW_TAG_structure_type, NAME(text), SIZE(4));
   member("x", integer, 0);
   CLOSE();
   size_t holder = OPEN(DW_TAG_structure_type, NAME("holder"), SIZE(4));
   DIE(DW_TAG_member, NAME(text), TYPE(named), OFFSET(0));
   CLOSE();
   end_unit();
   char *end = text + sprintf(text, "struct many 1200");
   for (int i = 0; i < 1000; i++)
      end += sprintf(end, "; c:%d:1 char", i);
   check(many, text); /* so is the rest: a 1001st field */
   check(deep, "struct deep 4; a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a:0:4 struct deep");
   end = text + sprintf(text, "struct row 4; ");
   for (int i = 0; i < TY_DWARF_DEPTH; i++)
      end += sprintf(end, "a[0].");
   sprintf(end, "a[1]+:0:4 struct row[1]");
   check(row, text);
   static char n[500];
   memset(n, 'n', 499);
   sprintf(text, "struct %.492s 4; x:0:4 int", n);
   check(named, text);
   sprintf(text, "struct holder 4; %sx:0:4 int", n);
   check(holder, text);
   made_end(dwarf);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(flattens_structs),   cmocka_unit_test(names_types),
      cmocka_unit_test(names_by_typedef),   cmocka_unit_test(unions_are_one_field),
      cmocka_unit_test(reaches_to_the_end), cmocka_unit_test(joins_bit_fields),
      cmocka_unit_test(has_bases),          cmocka_unit_test(sees_storage),
      cmocka_unit_test(has_variants),       cmocka_unit_test(has_bounds),

   };
   return cmocka_run_group_tests_name("ty_layout", tests, NULL, NULL);
}
