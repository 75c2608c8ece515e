/* test_cs_line_set.c -- the set of lines of memory against a plain one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sharing/cs_line_set.h"
#include "unit_alloc.h"

enum { N_LINES = 200 };

#define LAST_LINE (((uint64_t)1 << 58) - 1)

static unit_alloc memory;
static cs_line_set set;
static uint64_t lines[N_LINES];
static bool is_in[N_LINES];

static void set_up(void)
{
   unit_alloc_init(&memory);
   cs_line_set_init(&set, &memory.alloc, "test");
   memset(is_in, 0, sizeof is_in);
}

static void tear_down(void)
{
   cs_line_set_fini(&set);
   assert_int_equal(memory.n_live, 0);
}

static uint64_t plain_next(uint64_t from)
{
   uint64_t next = CS_LINE_SET_END;
   for (size_t i = 0; i < N_LINES; i++)
      if (is_in[i] && lines[i] >= from && lines[i] < next)
         next = lines[i];
   return next;
}

static void test_model(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < 50; seed++) {
      unit_random r = unit_random_from(seed);
      set_up();
      for (size_t i = 0; i < N_LINES; i++) /* some near, some far, all different */
         lines[i] = (unit_random_below(&r, 8) << unit_random_below(&r, 46) << 8) + i;
      for (int i = 0; i < 500; i++) {
         size_t k = unit_random_below(&r, N_LINES);
         if (is_in[k])
            cs_line_set_remove(&set, lines[k]);
         else
            cs_line_set_add(&set, lines[k]);
         is_in[k] = !is_in[k];
         uint64_t from = lines[unit_random_below(&r, N_LINES)] + unit_random_below(&r, 3);
         assert_int_equal(cs_line_set_next(&set, from), plain_next(from));
      }
      tear_down();
   }
}

static void test_ends(void **state)
{
   (void)state;
   set_up();
   assert_true(cs_line_set_next(&set, 0) == CS_LINE_SET_END);
   cs_line_set_add(&set, LAST_LINE);
   cs_line_set_add(&set, 0);
   cs_line_set_add(&set, 0); /* again */
   assert_int_equal(cs_line_set_next(&set, 0), 0);
   assert_int_equal(cs_line_set_next(&set, 1), LAST_LINE);
   assert_true(cs_line_set_next(&set, LAST_LINE + 1) == CS_LINE_SET_END);
   cs_line_set_remove(&set, LAST_LINE);
   assert_true(cs_line_set_next(&set, 1) == CS_LINE_SET_END);
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),
      cmocka_unit_test(test_ends),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
