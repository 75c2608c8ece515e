/* test_cs_bodies.c -- counts come back as they were packed; without memory none is lost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "calls/cs_bodies.h"
#include "unit_alloc.h"

enum { N_COUNTS = CS_COUNTS_MOST, N_PATHS = 6000, N_STEPS = 40000 };

static unit_alloc memory;
static cs_bodies bodies;
static uint64_t *no_slots[1];
static cs_state states[N_PATHS];
static cs_inlined inlined[N_PATHS];
static uint64_t expected[N_PATHS][2]; /* two counts of each path */
static int n_packings;

static void before_packing(void)
{
   n_packings++;
}

static void set_up(void)
{
   unit_alloc_init(&memory);
   memset(&bodies, 0xa5, sizeof bodies);
   cs_bodies_init(&bodies, &memory.alloc, N_COUNTS, no_slots);
   bodies.before_packing = before_packing;
   n_packings = 0;
   memset(expected, 0, sizeof expected);
   for (int i = 0; i < N_PATHS; i++)
      states[i] = CS_EMPTY;
}

static void tear_down(void)
{
   cs_bodies_fini(&bodies);
   assert_int_equal(memory.n_live, 0);
}

/* The columns of the two counts of a path. */
static uint32_t column(uint32_t path, uint32_t which)
{
   return (path * 7 + which * 31) % N_COUNTS;
}

static void check(uint32_t path, const uint64_t *counts)
{
   for (uint32_t e = 0; e < N_COUNTS; e++) {
      uint64_t is = e == column(path, 0)   ? expected[path][0]
                    : e == column(path, 1) ? expected[path][1]
                                           : 0;
      assert_true(counts[e] == is);
   }
}

/* Numbers of all lengths. */
static uint64_t any_count(unit_random *r)
{
   return UINT64_MAX >> unit_random_below(r, 64);
}

static void step(unit_random *r, uint32_t path)
{
   cs_body *body = cs_bodies_open(&bodies, &states[path]);
   if (body == NULL)
      body = cs_bodies_open(&bodies, &states[path]);
   assert_non_null(body);
   assert_ptr_equal(body, cs_body_at(states[path]));
   assert_ptr_equal(cs_body_of(body->counts), body);
   check(path, body->counts);
   assert_ptr_equal(body->inlined,
                    path % 5 == 0 && expected[path][0] != 0 ? &inlined[path] : NULL);
   uint32_t which = (uint32_t)unit_random_below(r, 2);
   body->counts[column(path, which)] = expected[path][which] = any_count(r);
   if (path % 5 == 0 && expected[path][0] != 0)
      body->inlined = &inlined[path];
}

static void check_all(void)
{
   for (uint32_t i = 0; i < N_PATHS; i++) {
      uint64_t room[N_COUNTS];
      check(i, cs_bodies_read(&bodies, states[i], room));
      if (i % 5 == 0 && expected[i][0] != 0)
         assert_ptr_equal(cs_bodies_inlined(states[i]), &inlined[i]);
   }
}

static void test_packing(void **state)
{
   (void)state;
   unit_random r = unit_random_from(1);
   set_up();
   for (int i = 0; i < N_STEPS; i++)
      step(&r, (uint32_t)unit_random_below(&r, N_PATHS));
   assert_true(n_packings > 0);
   check_all();
   for (uint32_t i = 0; i < N_PATHS; i++) {
      cs_bodies_zero(&bodies, &states[i]);
      expected[i][0] = expected[i][1] = 0;
   }
   check_all();
   tear_down();
}

/* What has addresses of counts may forbid it. */
static void test_keeps_all(void **state)
{
   (void)state;
   unit_random r = unit_random_from(2);
   set_up();
   bodies.keeps_all = true;
   for (uint32_t i = 0; i < N_PATHS; i++)
      step(&r, i);
   assert_int_equal(n_packings, 0);
   for (uint32_t i = 0; i < N_PATHS; i++)
      assert_non_null(cs_body_at(states[i]));
   check_all();
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_packing),
      cmocka_unit_test(test_keeps_all),
   };
   return cmocka_run_group_tests_name("cs_bodies", tests, NULL, NULL);
}
