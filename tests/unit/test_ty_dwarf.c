/* test_ty_dwarf.c -- types by their names, and what they lead to.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "base/an_alloc.h"
#include "types/ty_dwarf.h"

static Dwarf *dwarf;
static ty_trees *trees;
static size_t unit;

static void begin(int language)
{
   made_begin();
   unit = made_unit(language, "/made");
}

static void end_unit(void)
{
   made_unit_end();
   dwarf = made_dwarf();
   trees = ty_trees_new(an_alloc_malloc(), TY_TREES_NO_CACHE);
}

/* ---- Searching ---- */

/* What is found: an entry, nothing, or types that differ. */
enum { NOTHING = 0, AMBIGUOUS = 1 };

static size_t find(const char *text, size_t near)
{
   ty_dwarf_search search;
   ty_dwarf_search_begin(&search, trees, text, strlen(text));
   Dwarf_Die die = made_die(dwarf, near == 0 ? unit : near);
   if (near == 0)
      ty_dwarf_search_unit(&search, &die);
   else
      ty_dwarf_search_near(&search, &die);
   return !search.is_found      ? NOTHING
          : search.is_ambiguous ? AMBIGUOUS
                                : dwarf_dieoffset(&search.type);
}

static void finds_by_name(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t number = DIE(DW_TAG_base_type, NAME("long"), SIZE(8));
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(16));
   size_t both = DIE(DW_TAG_union_type, NAME("both"), SIZE(8));
   size_t alias = DIE(DW_TAG_typedef, NAME("alias"), TYPE(node));
   size_t kind = DIE(DW_TAG_enumeration_type, NAME("kind"), SIZE(4));
   DIE(DW_TAG_structure_type, NAME("hidden"), FLAG(DW_AT_declaration));
   DIE(DW_TAG_variable, NAME("all_nodes"), TYPE(node));
   /* Again, as another unit would. */
   size_t again = DIE(DW_TAG_structure_type, NAME("node"), SIZE(16));
   DIE(DW_TAG_structure_type, NAME("twice"), SIZE(16));
   DIE(DW_TAG_structure_type, NAME("twice"), SIZE(24));
   end_unit();
   const struct {
      const char *text;
      size_t found;
   } searches[] = {
      { "long", number },          { "node", again },      { "struct node", again },
      { "union both", both },      { "alias", alias },     { "kind", kind },
      { "struct alias", NOTHING }, /* a tag is no typedef */
      { "struct kind", NOTHING },  { "hidden", NOTHING },  { "all_nodes", NOTHING },
      { "nod", NOTHING },          { "a::node", NOTHING }, { "twice", AMBIGUOUS },
      { "struct ", NOTHING },      { "", NOTHING },
   };
   for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
      if (find(searches[i].text, 0) != searches[i].found)
         fail_msg("%s: found %zu, expected %zu", searches[i].text,
                  find(searches[i].text, 0), searches[i].found);
   made_end(dwarf);
}

static void finds_in_scopes(void **state)
{
   (void)state;
   begin(DW_LANG_C_plus_plus_14);
   size_t a = OPEN(DW_TAG_namespace, NAME("a"));
   size_t list = OPEN(DW_TAG_class_type, NAME("list<int, a::alloc<int> >"), SIZE(24));
   size_t item = DIE(DW_TAG_structure_type, NAME("item"), SIZE(16));
   DIE(DW_TAG_template_type_parameter, NAME("T"), TYPE(item));
   CLOSE();
   DIE(DW_TAG_class_type, NAME("list<inx, a::alloc<inx> >"), SIZE(32));
   CLOSE();
   OPEN(DW_TAG_subprogram, NAME("f"));
   DIE(DW_TAG_structure_type, NAME("local"), SIZE(8));
   CLOSE();
   size_t other = OPEN(DW_TAG_namespace, NAME("ba"));
   size_t ba_item = DIE(DW_TAG_structure_type, NAME("item"), SIZE(16));
   CLOSE();
   end_unit();
   const struct {
      const char *text;
      size_t near, found;
   } searches[] = {
      { "a::list<int>", 0, list },
      { "list<int>", 0, list },
      { "list<int, a::alloc<int> >", 0, list },
      { "a::list<in>", 0, NOTHING },
      { "list<int>::item", 0, NOTHING }, /* qualifiers are whole names */
      { "a::list<int, a::alloc<int> >::item", 0, item },
      { "list<int, a::alloc<int> >::item", 0, item },
      { "ba::item", 0, ba_item },
      { "xa::item", 0, NOTHING },
      { "a::item", 0, NOTHING },
      { "b::a::item", 0, NOTHING },
      { "::item", 0, ba_item },
      { "T", 0, item }, /* the argument */
      { "local", 0, NOTHING },
      { "item", 0, ba_item },
      { "item", 2, ba_item },
      { "T", 1, NOTHING },
      { "list<int>", 1, list },
      { "item", 1, NOTHING },     /* not a child */
      { "ba::item", 2, NOTHING }, /* qualified: not near */
   };
   const size_t scopes[] = { 0, a, other };
   for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
      size_t found = find(searches[i].text, scopes[searches[i].near]);
      if (found != searches[i].found)
         fail_msg("%s: found %zu, expected %zu", searches[i].text, found,
                  searches[i].found);
   }
   made_end(dwarf);
}

/* Imports as dwz makes them: the type is in another unit. */
static void follows_imports(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   DIE(DW_TAG_imported_unit, REFERENCE(DW_AT_import, MADE_LATER));
   made_unit_end();
   made_link(made_unit(DW_LANG_C99, "/made"));
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(16));
   end_unit();
   assert_int_equal(find("node", 0), node);
   made_end(dwarf);
}

static void ends_in_circles(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(16));
   DIE(DW_TAG_imported_unit, REFERENCE(DW_AT_import, unit));
   end_unit();
   assert_int_equal(find("node", 0), node);
   made_end(dwarf);
}

/* ---- Definitions ---- */

/* The declaration of a::NAME in one unit, and a definition of 8 bytes in another: its
   size, or -1. */
static int64_t complete(int language, const char *name, int other_language,
                        const char *scope, const char *other_name)
{
   begin(language);
   OPEN(DW_TAG_namespace, NAME("a"));
   size_t declared = DIE(DW_TAG_structure_type, NAME(name), FLAG(DW_AT_declaration));
   CLOSE();
   made_unit_end();
   made_unit(other_language, "/made");
   DIE(DW_TAG_structure_type, NAME("node"), SIZE(1));
   OPEN(DW_TAG_namespace, NAME("b"));
   OPEN(DW_TAG_namespace, NAME("a"));
   DIE(DW_TAG_structure_type, NAME("node"), SIZE(2));
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_namespace, NAME(scope));
   DIE(DW_TAG_structure_type, NAME(other_name), SIZE(8));
   CLOSE();
   end_unit();
   Dwarf_Die die = made_die(dwarf, declared);
   int64_t size_B = ty_dwarf_complete(trees, &die) ? ty_die_size(&die) : -1;
   assert_true(size_B >= 0 || dwarf_dieoffset(&die) == declared);
   made_end(dwarf);
   return size_B;
}

static void completes_by_other_units(void **state)
{
   (void)state;
   const int c = DW_LANG_C99, cpp = DW_LANG_C_plus_plus_14;
   const int old_cpp = DW_LANG_C_plus_plus;
   assert_int_equal(complete(cpp, "node", cpp, "a", "node"), 8);
   assert_int_equal(complete(old_cpp, "node", cpp, "a", "node"), 8);
   assert_int_equal(complete(c, "node", c, "a", "node"), -1);
   assert_int_equal(complete(c, "node", cpp, "a", "node"), -1);
   assert_int_equal(complete(cpp, "node", c, "a", "node"), -1);
   assert_int_equal(complete(cpp, "node", cpp, "c", "node"), -1);
   assert_int_equal(complete(cpp, "nod", cpp, "a", "node"), -1);
   /* A name is not cut off: that could be another type's. */
   static char longer[600], cut[600];
   memset(longer, 'n', sizeof longer - 1);
   memset(cut, 'n', 500 - 1 - strlen("a::"));
   assert_int_equal(complete(cpp, cut, cpp, "a", cut), 8);
   assert_int_equal(complete(cpp, longer, cpp, "a", cut), -1);
}

static void completes_by_signature(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(16));
   size_t nothing = DIE(DW_TAG_structure_type, NAME("node"), FLAG(DW_AT_declaration));
   size_t good = DIE(DW_TAG_structure_type, FLAG(DW_AT_declaration),
                     REFERENCE(DW_AT_signature, node));
   size_t bad = DIE(DW_TAG_structure_type, FLAG(DW_AT_declaration),
                    REFERENCE(DW_AT_signature, nothing));
   end_unit();
   Dwarf_Die die = made_die(dwarf, good);
   assert_true(ty_dwarf_complete(trees, &die));
   assert_int_equal(dwarf_dieoffset(&die), node);
   assert_true(ty_dwarf_complete(trees, &die)); /* it is */
   die = made_die(dwarf, bad);
   assert_false(ty_dwarf_complete(trees, &die));
   made_end(dwarf);
}

/* ---- Types as they are ---- */

static void peels(void **state)
{
   (void)state;
   begin(DW_LANG_C99);
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(16));
   size_t constant = DIE(DW_TAG_const_type, TYPE(node));
   size_t alias = DIE(DW_TAG_typedef, NAME("node_t"), TYPE(constant));
   size_t nothing = DIE(DW_TAG_const_type, NAME("const void"));
   size_t other = DIE(DW_TAG_structure_type, NAME("other"), SIZE(16));
   size_t circle = DIE(DW_TAG_typedef, NAME("circle"), TYPE(MADE_LATER));
   made_link(circle);
   end_unit();
   Dwarf_Die die = made_die(dwarf, alias);
   assert_true(ty_dwarf_peel(trees, &die));
   assert_int_equal(dwarf_dieoffset(&die), node);
   die = made_die(dwarf, nothing);
   assert_false(ty_dwarf_peel(trees, &die));
   die = made_die(dwarf, circle);
   assert_false(ty_dwarf_peel(trees, &die));
   assert_false(ty_dwarf_differ(trees, made_die(dwarf, alias), made_die(dwarf, node)));
   assert_true(ty_dwarf_differ(trees, made_die(dwarf, alias), made_die(dwarf, other)));
   assert_false(ty_dwarf_differ(trees, made_die(dwarf, circle), made_die(dwarf, other)));
   made_end(dwarf);
}

static void follows_pointers(void **state)
{
   (void)state;
   begin(DW_LANG_C_plus_plus_14);
   size_t node = DIE(DW_TAG_structure_type, NAME("node"), SIZE(16));
   size_t pointer = DIE(DW_TAG_pointer_type, TYPE(node));
   size_t alias = DIE(DW_TAG_typedef, NAME("node_ptr"), TYPE(pointer));
   size_t reference = DIE(DW_TAG_reference_type, TYPE(alias));
   size_t moved = DIE(DW_TAG_rvalue_reference_type, TYPE(pointer));
   size_t twice = DIE(DW_TAG_reference_type, TYPE(reference));
   size_t to_node = DIE(DW_TAG_reference_type, TYPE(node));
   size_t array = OPEN(DW_TAG_array_type, TYPE(alias));
   CLOSE();
   size_t any = DIE(DW_TAG_pointer_type, SIZE(8));
   size_t constant = DIE(DW_TAG_const_type, NAME("const void"));
   size_t any_constant = DIE(DW_TAG_pointer_type, TYPE(constant));
   size_t nothing = DIE(DW_TAG_typedef, NAME("nothing"));
   end_unit();
   const struct {
      size_t from, to;
      bool is_void;
   } all[] = {
      { pointer, node, false },    { alias, node, false },
      { reference, node, false },  { moved, node, false },
      { array, alias, false },     { node, NOTHING, false },
      { to_node, NOTHING, false }, { twice, NOTHING, false },
      { any, NOTHING, true },      { any_constant, NOTHING, true },
      { nothing, NOTHING, false },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      Dwarf_Die die = made_die(dwarf, all[i].from), type;
      bool is_void = !all[i].is_void;
      assert_int_equal(ty_dwarf_follow(trees, &die, &type, &is_void),
                       all[i].to != NOTHING);
      assert_int_equal(is_void, all[i].is_void);
      if (all[i].to != NOTHING)
         assert_int_equal(dwarf_dieoffset(&type), all[i].to);
   }
   made_end(dwarf);
}

/* ---- Members ---- */

static size_t member(size_t structure, const char *name)
{
   Dwarf_Die die = made_die(dwarf, structure), found;
   return ty_dwarf_member(trees, &die, name, strlen(name), &found)
             ? dwarf_dieoffset(&found)
             : NOTHING;
}

static void finds_members(void **state)
{
   (void)state;
   begin(DW_LANG_C_plus_plus_14);
   size_t number = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t base = OPEN(DW_TAG_structure_type, NAME("base"), SIZE(4));
   size_t inherited = DIE(DW_TAG_member, NAME("count"), TYPE(number), OFFSET(0));
   CLOSE();
   size_t alias = DIE(DW_TAG_typedef, NAME("base_t"), TYPE(base));
   size_t nameless = OPEN(DW_TAG_union_type, SIZE(4));
   size_t inner = DIE(DW_TAG_member, NAME("bits"), TYPE(number));
   CLOSE();
   size_t node = OPEN(DW_TAG_structure_type, NAME("node"), SIZE(16));
   DIE(DW_TAG_inheritance, TYPE(alias), OFFSET(0));
   DIE(DW_TAG_member, TYPE(nameless), OFFSET(4));
   DIE(DW_TAG_variable, NAME("shared"), TYPE(number));
   size_t nested = DIE(DW_TAG_member, NAME("part"), TYPE(base), OFFSET(8));
   CLOSE();
   size_t itself = OPEN(DW_TAG_structure_type, NAME("itself"), SIZE(16));
   DIE(DW_TAG_member, TYPE(itself), OFFSET(0)); /* nameless, without an end */
   size_t last = DIE(DW_TAG_member, NAME("last"), TYPE(number), OFFSET(8));
   CLOSE();
   size_t of_node = DIE(DW_TAG_typedef, NAME("node_t"), TYPE(node));
   end_unit();
   assert_int_equal(member(node, "count"), inherited);
   assert_int_equal(member(node, "bits"), inner);
   assert_int_equal(member(node, "part"), nested);
   assert_int_equal(member(node, "shared"), NOTHING);
   assert_int_equal(member(node, "coun"), NOTHING);
   assert_int_equal(member(of_node, "part"), NOTHING); /* not peeled */
   assert_int_equal(member(itself, "last"), last);
   assert_int_equal(member(itself, "none"), NOTHING);
   made_end(dwarf);
}

static void begins_with(void **state)
{
   (void)state;
   begin(DW_LANG_C_plus_plus_14);
   size_t number = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t base = OPEN(DW_TAG_structure_type, NAME("base"), SIZE(4));
   DIE(DW_TAG_member, NAME("shared"), TYPE(base), FLAG(DW_AT_external));
   DIE(DW_TAG_member, NAME("count"), TYPE(number), OFFSET(0));
   CLOSE();
   size_t node = OPEN(DW_TAG_structure_type, NAME("node"), SIZE(8));
   DIE(DW_TAG_variable, NAME("no member"), TYPE(number));
   DIE(DW_TAG_inheritance, TYPE(base), OFFSET(0));
   DIE(DW_TAG_member, NAME("more"), TYPE(number), OFFSET(4));
   CLOSE();
   size_t behind = OPEN(DW_TAG_structure_type, NAME("behind"), SIZE(8));
   DIE(DW_TAG_member, NAME("pad"), TYPE(number), OFFSET(0));
   DIE(DW_TAG_member, NAME("base"), TYPE(base), OFFSET(4));
   CLOSE();
   size_t late = OPEN(DW_TAG_structure_type, NAME("late"), SIZE(16));
   DIE(DW_TAG_inheritance, TYPE(base), OFFSET(8));
   DIE(DW_TAG_member, NAME("first"), TYPE(number), OFFSET(0));
   CLOSE();
   size_t outer = OPEN(DW_TAG_class_type, NAME("outer"), SIZE(8));
   DIE(DW_TAG_member, NAME("first"), TYPE(node), OFFSET(0));
   CLOSE();
   size_t empty = DIE(DW_TAG_structure_type, NAME("empty"), SIZE(1));
   end_unit();
   const struct {
      size_t type, start;
      bool expected;
   } all[] = {
      { node, node, true },     { node, base, true },    { outer, base, true },
      { outer, number, true },  { base, node, false },   { behind, base, false },
      { late, base, false },    { late, number, true },  { behind, number, true },
      { empty, number, false }, { number, node, false },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      Dwarf_Die type = made_die(dwarf, all[i].type);
      Dwarf_Die start = made_die(dwarf, all[i].start);
      assert_int_equal(ty_dwarf_begins_with(trees, &type, &start), all[i].expected);
   }
   made_end(dwarf);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_by_name),
      cmocka_unit_test(finds_in_scopes),
      cmocka_unit_test(follows_imports),
      cmocka_unit_test(ends_in_circles),
      cmocka_unit_test(completes_by_other_units),
      cmocka_unit_test(completes_by_signature),
      cmocka_unit_test(peels),
      cmocka_unit_test(follows_pointers),
      cmocka_unit_test(finds_members),
      cmocka_unit_test(begins_with),
   };
   return cmocka_run_group_tests_name("ty_dwarf", tests, NULL, NULL);
}
