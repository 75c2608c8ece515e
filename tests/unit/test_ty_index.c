/* test_ty_index.c -- variables by their addresses, definitions by their names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "base/an_pool.h"
#include "base/an_wait.h"
#include "types/ty_trees.h"
#include "unit_alloc.h"

static unit_alloc memory;
static an_pool *pool; /* of it */
static ty_trees *trees;

/* A variable at an address; also what is not in one place. */
static void at(const char *name, uint64_t address, int last)
{
   char bytes[10] = { DW_OP_addr };
   memcpy(bytes + 1, &address, 8);
   bytes[9] = (char)last;
   DIE(DW_TAG_variable, NAME(name),
       { DW_AT_location, DW_FORM_exprloc, bytes, last == 0 ? 9 : 10 });
}

static void in_thread(const char *name, uint64_t offset, int operation)
{
   char bytes[10] = { DW_OP_const8u };
   memcpy(bytes + 1, &offset, 8);
   bytes[9] = (char)operation;
   DIE(DW_TAG_variable, NAME(name), { DW_AT_location, DW_FORM_exprloc, bytes, 10 });
}

static Dwarf *make(void)
{
   made_begin();
   made_unit(DW_LANG_C_plus_plus_14, "/made");
   at("last", 0x3000, 0);
   at("first", 0x1000, 0);
   DIE(DW_TAG_variable, NAME("nowhere"));
   DIE(DW_TAG_variable, NAME("register"), EXPRESSION(DW_AT_location, "\x50"));
   DIE(DW_TAG_variable, NAME("gone"), EXPRESSION(DW_AT_location, ""));
   at("computed", 0x6000, DW_OP_stack_value);
   in_thread("of_thread", 0x1000, DW_OP_form_tls_address);
   in_thread("of_old_thread", 0x2000, DW_OP_GNU_push_tls_address);
   OPEN(DW_TAG_namespace, NAME("a"));
   OPEN(DW_TAG_subprogram, NAME("f"));
   OPEN(DW_TAG_lexical_block, NAME("block"));
   at("static", 0x2000, 0);
   CLOSE();
   CLOSE();
   CLOSE();
   OPEN(DW_TAG_structure_type, NAME("node"));
   at("of_class", 0x4000, 0);
   CLOSE();
   for (int i = 0; i < 20; i++)
      OPEN(DW_TAG_namespace, NAME("deep"));
   at("deepest", 0x5000, 0);
   for (int i = 0; i < 20; i++)
      CLOSE();
   made_unit_end();
   made_unit(DW_LANG_C99, "/made");
   at("of_other_unit", 0x1008, 0);
   made_unit_end();
   return made_dwarf();
}

static void check(Dwarf *dwarf, uint64_t address, bool is_thread_local,
                  const char *expected)
{
   Dwarf_Die found;
   bool is_found = ty_index_variable(ty_trees_index(trees, dwarf), is_thread_local,
                                     address, &found);
   if (expected == NULL)
      assert_false(is_found);
   else
      assert_true(is_found && strcmp(dwarf_diename(&found), expected) == 0);
}

static void end(Dwarf *dwarf)
{
   made_end(dwarf);
   an_pool_free(pool);
   assert_int_equal(memory.n_live, 0);
}

static void finds_by_address(void **state)
{
   (void)state;
   Dwarf *dwarf = make();
   unit_alloc_init(&memory);
   pool = an_pool_new(&memory.alloc);
   trees = ty_trees_new(an_pool_alloc(pool), TY_TREES_NO_CACHE);
   check(dwarf, 0x1000, false, "first");
   check(dwarf, 0x1008, false, "of_other_unit");
   check(dwarf, 0x2000, false, "static");
   check(dwarf, 0x3000, false, "last");
   check(dwarf, 0x1000, true, "of_thread");
   check(dwarf, 0x2000, true, "of_old_thread");
   check(dwarf, 0x3000, true, NULL);
   check(dwarf, 0x1004, false, NULL);
   check(dwarf, 0x4000, false, "of_class");
   check(dwarf, 0x5000, false, NULL);
   check(dwarf, 0x6000, false, NULL);
   check(dwarf, 0, false, NULL);
   end(dwarf);
}

static size_t n_waits;

static void note_wait(const char *what, const char *file, uint64_t read_B,
                      uint64_t size_B)
{
   if (what == NULL)
      return;
   assert_string_equal(what, "reading debug information of ");
   assert_string_equal(file, "made");
   assert_true(size_B == 0 && read_B == 0);
   n_waits++;
}

static void tells_who_waits(void **state)
{
   (void)state;
   unit_alloc_init(&memory);
   pool = an_pool_new(&memory.alloc);
   trees = ty_trees_new(an_pool_alloc(pool), TY_TREES_NO_CACHE);
   Dwarf *dwarf = make();
   an_wait_by(note_wait);
   ty_trees_reads(trees, "made");
   check(dwarf, 0x1000, false, "first");
   assert_int_equal(n_waits, 2); /* units */
   check(dwarf, 0x1008, false, "of_other_unit");
   assert_int_equal(n_waits, 2);
   an_wait_by(NULL);
   end(dwarf);
}

static void keeps_each(void **state)
{
   (void)state;
   unit_alloc_init(&memory);
   pool = an_pool_new(&memory.alloc);
   trees = ty_trees_new(an_pool_alloc(pool), TY_TREES_NO_CACHE);
   Dwarf *dwarf = make();
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   at("other", 0x1000, 0);
   made_unit_end();
   Dwarf *other = made_dwarf();
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   made_unit_end();
   Dwarf *nothing = made_dwarf();
   check(dwarf, 0x1000, false, "first");
   size_t n_calls = memory.n_calls;
   check(dwarf, 0x3000, false, "last");
   assert_int_equal(memory.n_calls, n_calls); /* no second walk */
   check(other, 0x1000, false, "other");
   check(nothing, 0x1000, false, NULL);
   check(dwarf, 0x1000, false, "first");
   check(other, 0x3000, false, NULL);
   made_end(other);
   made_end(nothing);
   end(dwarf);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_by_address),
      cmocka_unit_test(keeps_each),
      cmocka_unit_test(tells_who_waits),
   };
   return cmocka_run_group_tests_name("ty_index", tests, NULL, NULL);
}
