/* test_ty_trees.c -- what is in what, and where code is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_ty_made.h"
#include "types/ty_trees.h"
#include "unit_alloc.h"
#include "base/an_pool.h"

static unit_alloc memory;
static an_pool *pool;
static ty_trees *trees;
static Dwarf *dwarf;
static size_t unit, number, outer, empty, inner, field, first, block, second;

static void begin(void)
{
   dwarf = made_dwarf();
   unit_alloc_init(&memory);
   pool = an_pool_new(&memory.alloc);
   trees = ty_trees_new(an_pool_alloc(pool), TY_TREES_NO_CACHE);
}

static void end(void)
{
   an_pool_free(pool);
   assert_int_equal(memory.n_live, 0);
   made_end(dwarf);
}

static void make(void)
{
   made_begin();
   made_unit_of(DW_LANG_Rust, "/made", MADE_TEXT + 0x800, 0x800);
   made_unit_end();
   unit = made_unit_of(DW_LANG_Rust, "/made", MADE_TEXT, 0x400);
   number = DIE(DW_TAG_base_type, NAME("u32"), SIZE(4));
   outer = OPEN(DW_TAG_namespace, NAME("a"));
   empty = OPEN(DW_TAG_namespace, NAME("none"));
   CLOSE();
   inner = OPEN(DW_TAG_structure_type, NAME("b"), SIZE(4));
   field = DIE(DW_TAG_member, NAME("x"), TYPE(number), OFFSET(0));
   first = OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 0x40));
   block = OPEN(DW_TAG_lexical_block, CODE(MADE_TEXT + 0x10, 0x10));
   OPEN(DW_TAG_subprogram, NAME("in f"), CODE(MADE_TEXT + 0x200, 0x10));
   CLOSE();
   CLOSE();
   CLOSE();
   CLOSE();
   CLOSE();
   second = DIE(DW_TAG_subprogram, NAME("g"), CODE(MADE_TEXT + 0x30, 0x20));
   made_unit_end();
}

/* ---- What is in what ---- */

static size_t seen[8], n_seen, stop_at;

static bool visit(void *context, Dwarf_Die *die)
{
   assert_ptr_equal(context, &n_seen);
   seen[n_seen++] = dwarf_dieoffset(die);
   return n_seen != stop_at;
}

static void check_children(size_t of, size_t n, const size_t *children)
{
   Dwarf_Die die = made_die(dwarf, of);
   n_seen = 0;
   assert_true(ty_trees_children(trees, &die, visit, &n_seen));
   assert_int_equal(n_seen, n);
   assert_memory_equal(seen, children, n * sizeof *seen);
}

static void visits_children(void **state)
{
   (void)state;
   make();
   begin();
   stop_at = 0;
   check_children(unit, 3, (size_t[]){ number, outer, second });
   check_children(outer, 2, (size_t[]){ empty, inner });
   check_children(inner, 2, (size_t[]){ field, first });
   check_children(first, 1, (size_t[]){ block });
   check_children(empty, 0, seen);
   check_children(number, 0, seen);
   stop_at = 2;
   Dwarf_Die die = made_die(dwarf, unit);
   n_seen = 0;
   assert_false(ty_trees_children(trees, &die, visit, &n_seen));
   assert_int_equal(n_seen, 2);
   end();
}

static void check_around(size_t of, size_t n, const size_t *expected)
{
   Dwarf_Die around[8], die = made_die(dwarf, of);
   assert_int_equal(ty_trees_around(trees, &die, around, n), n);
   for (size_t i = 0; i < n; i++)
      assert_int_equal(dwarf_dieoffset(&around[i]), expected[i]);
   if (n > 1)
      assert_int_equal(ty_trees_around(trees, &die, around, n - 1), 0);
}

static void finds_what_is_around(void **state)
{
   (void)state;
   make();
   begin();
   check_around(block, 5, (size_t[]){ block, first, inner, outer, unit });
   check_around(field, 4, (size_t[]){ field, inner, outer, unit });
   check_around(empty, 3, (size_t[]){ empty, outer, unit });
   check_around(second, 2, (size_t[]){ second, unit });
   check_around(number, 2, (size_t[]){ number, unit });
   check_around(unit, 1, (size_t[]){ unit });
   end();
}

/* ---- Code ---- */

static void check_code(uint64_t offset, size_t unit_at, size_t function_at)
{
   Dwarf_Die found, function;
   bool has_unit = ty_trees_unit(trees, dwarf, MADE_TEXT + offset, &found);
   assert_int_equal(has_unit, unit_at != 0);
   if (!has_unit)
      return;
   assert_int_equal(dwarf_dieoffset(&found), unit_at);
   assert_int_equal(ty_trees_function(trees, &found, MADE_TEXT + offset, &function),
                    function_at != 0);
   if (function_at != 0)
      assert_int_equal(dwarf_dieoffset(&function), function_at);
}

/* Of functions that overlap it is the first; none is in another's. */
static void finds_code(void **state)
{
   (void)state;
   make();
   begin();
   check_code(0, unit, first);
   check_code(0x3f, unit, first);
   check_code(0x40, unit, second);
   check_code(0x4f, unit, second);
   check_code(0x50, unit, 0);
   check_code(0x200, unit, 0);
   check_code(0x400, 0, 0);
   check_code(0x7ff, 0, 0);
   check_code(0x800, 11, 0); /* the first unit, behind its header */
   check_code(0x1000, 0, 0);
   end();
}

/* ---- Damaged debug info ---- */

/* The unit ends in the middle of a namespace, or before a sibling. */
static void ends_with_the_unit(void **state)
{
   (void)state;
   made_begin();
   unit = made_unit(DW_LANG_Rust, "/made");
   outer = OPEN(DW_TAG_namespace, NAME("a"));
   inner = OPEN(DW_TAG_namespace, NAME("b"));
   field = DIE(DW_TAG_variable, NAME("v"));
   made_set_length(&made.info, made.unit);
   begin();
   stop_at = 0;
   check_children(unit, 1, (size_t[]){ outer });
   check_children(inner, 1, (size_t[]){ field });
   Dwarf_Die around[4], die = made_die(dwarf, field);
   assert_true(ty_trees_around(trees, &die, around, 4) >= 2);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(visits_children),
      cmocka_unit_test(finds_what_is_around),
      cmocka_unit_test(finds_code),
      cmocka_unit_test(ends_with_the_unit),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
