/* test_cs_hierarchy_state.c -- a machine made and freed, and what is wrong with it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_hierarchy.h"
#include "test_cs_machines.h"
#include "unit_alloc.h"

static unit_alloc memory;
static cs_hierarchy h;

static void refer(cs_first *first, uintptr_t addr, cs_access how)
{
   cs_outcome o;
   cs_hit hit = cs_hierarchy_hit(&h, first, 0x1000, addr, 8, how);
   if (hit != CS_HIT_DONE)
      cs_hierarchy_refer(&h, first, hit, 0x1000, addr, 8, how, &o);
}

/* The machine with an inclusive last level, after some reads and writes. */
static int open_used(void **state)
{
   (void)state;
   unit_alloc_init(&memory);
   cs_hierarchy_init(&h, &test_machines[0], &memory.alloc);
   for (uintptr_t i = 0; i < 500; i++) {
      refer(&h.code, 0x1000 + 64 * i % 4096, CS_READS);
      refer(&h.data, 0x8000 + 64 * i, i % 3 == 0 ? CS_WRITES : CS_READS);
   }
   assert_true(cs_hierarchy_is_valid(&h));
   return 0;
}

static int close_used(void **state)
{
   (void)state;
   cs_hierarchy_fini(&h, &memory.alloc);
   assert_int_equal(memory.n_live, 0);
   return 0;
}

static void drop(cs_level *level, uintptr_t line)
{
   cs_level_place p = cs_level_at(level, line);
   uint32_t way = cs_level_find(level, &p);
   assert_int_not_equal(way, CS_NO_WAY);
   cs_level_drop(level, &p, way);
}

/* The line referenced last is in the filter, in all levels, and dirty if written. */
static uintptr_t refer_last(bool is_write)
{
   uintptr_t line = 0x20000;
   refer(&h.data, line, is_write ? CS_WRITES : CS_READS);
   assert_true(cs_hierarchy_is_valid(&h));
   return line;
}

static void sees_what_is_not_included(void **state)
{
   (void)state;
   drop(&h.levels[2].cache, refer_last(false));
   assert_false(cs_hierarchy_is_valid(&h));
}

static void sees_what_the_filter_lacks(void **state)
{
   (void)state;
   drop(&h.data.stage.cache, refer_last(true));
   assert_false(cs_hierarchy_is_valid(&h));
}

static void sees_writes_that_are_not_dirty(void **state)
{
   (void)state;
   cs_level_place p = cs_level_at(&h.data.stage.cache, refer_last(true));
   p.set->dirty = 0;
   assert_false(cs_hierarchy_is_valid(&h));
}

static void sees_what_was_not_used(void **state)
{
   (void)state;
   cs_level_place p = cs_level_at(&h.data.stage.cache, refer_last(false));
   p.set->unused = p.set->full;
   assert_false(cs_hierarchy_is_valid(&h));
}

static void sees_what_was_not_the_latest(void **state)
{
   (void)state;
   cs_level_place p = cs_level_at(&h.data.stage.cache, refer_last(false));
   h.data.latest[p.index] += 64;
   assert_false(cs_hierarchy_is_valid(&h));
}

#define USED(test) cmocka_unit_test_setup_teardown(test, open_used, close_used)

int main(void)
{
   const struct CMUnitTest tests[] = {
      USED(sees_what_is_not_included),      USED(sees_what_the_filter_lacks),
      USED(sees_writes_that_are_not_dirty), USED(sees_what_was_not_used),
      USED(sees_what_was_not_the_latest),
   };
   return cmocka_run_group_tests_name("cs_hierarchy_state", tests, NULL, NULL);
}
