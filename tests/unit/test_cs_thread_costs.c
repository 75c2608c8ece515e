/* test_cs_thread_costs.c -- which thread gets which events, and how many rows there are.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "costs/cs_thread_costs.h"
#include "unit_alloc.h"

typedef struct {
   unit_alloc memory;
   tk_strings *names;
   uint64_t totals[CS_N_EVENTS];
   cs_thread_costs costs;
} run;

/* Thread 1 has counted 100 of each event when the second one begins. */
static void begin(run *r)
{
   uint64_t counts[CS_N_EVENTS];
   memset(r, 0, sizeof *r);
   for (unsigned e = 0; e < CS_N_EVENTS; e++)
      counts[e] = 100;
   unit_alloc_init(&r->memory);
   r->names = tk_strings_new(&r->memory.alloc);
   cs_thread_costs_init(&r->costs, &r->memory.alloc, r->names, r->totals);
   cs_thread_costs_begin(&r->costs, 1, counts);
}

static void end(run *r)
{
   cs_thread_costs_fini(&r->costs);
   tk_strings_free(r->names);
   assert_int_equal(r->memory.n_live, 0);
}

static void runs(run *r, uint64_t number, uint64_t n)
{
   r->totals[CS_IR] += n;
   cs_thread_costs_ran(&r->costs, number);
}

static void ends(run *r, uint64_t number, const char *name)
{
   cs_thread_costs_name(&r->costs, number, name, strlen(name));
   cs_thread_costs_end(&r->costs, number);
}

static uint64_t sum(const run *r)
{
   uint64_t n = 0;
   for (size_t i = 0; i < r->costs.n_rows; i++)
      n += r->costs.rows[i]->counts[CS_IR];
   return n;
}

static void test_growth_is_of_who_ran(void **state)
{
   (void)state;
   run r;
   begin(&r);
   runs(&r, 2, 5);
   runs(&r, 1, 7);
   runs(&r, 2, 11);
   assert_int_equal(r.costs.n_rows, 2);
   assert_int_equal(r.costs.rows[0]->counts[CS_IR], 107);
   assert_int_equal(r.costs.rows[0]->counts[CS_DR], 100);
   assert_int_equal(r.costs.rows[1]->counts[CS_IR], 16);
   assert_int_equal(sum(&r), 123);
   end(&r);
}

static void test_many_join_by_name(void **state)
{
   (void)state;
   run r;
   begin(&r);
   r.costs.most = 4;
   for (uint64_t i = 2; i < 100; i++) {
      runs(&r, i, i);
      ends(&r, i, i % 2 == 0 ? "even" : "odd");
   }
   assert_int_equal(r.costs.n_rows, 4); /* thread 1 and three */
   assert_int_equal(sum(&r), 100 + 99 * 100 / 2 - 1);
   assert_int_equal(r.costs.rows[1]->n_threads + r.costs.rows[2]->n_threads, 97);
   assert_string_equal(r.costs.rows[1]->name, "even");
   for (size_t i = 1; i < r.costs.n_rows; i++)
      assert_true(r.costs.rows[i - 1]->number < r.costs.rows[i]->number);
   end(&r);
}

static void test_names_that_differ_are_bounded_too(void **state)
{
   (void)state;
   run r;
   char name[16];
   begin(&r);
   r.costs.most = 4;
   for (uint64_t i = 2; i < 100; i++) {
      snprintf(name, sizeof name, "%d", (int)i);
      runs(&r, i, 1);
      ends(&r, i, name);
   }
   assert_int_equal(r.costs.n_rows, 8);
   assert_int_equal(sum(&r), 198);
   assert_string_equal(r.costs.rows[1]->name, "");
   end(&r);
}

static void test_zero_keeps_who_lives(void **state)
{
   (void)state;
   run r;
   begin(&r);
   runs(&r, 2, 5);
   runs(&r, 3, 5);
   ends(&r, 2, "");
   cs_thread_costs_zero(&r.costs);
   assert_int_equal(r.costs.n_rows, 2);
   assert_int_equal(sum(&r), 0);
   runs(&r, 3, 2);
   cs_thread_costs_fork(&r.costs, 3);
   assert_int_equal(sum(&r), 2);
   cs_thread_costs_zero(&r.costs);
   assert_int_equal(r.costs.n_rows, 1);
   assert_int_equal(r.costs.rows[0]->number, 3);
   end(&r);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_growth_is_of_who_ran),
      cmocka_unit_test(test_many_join_by_name),
      cmocka_unit_test(test_names_that_differ_are_bounded_too),
      cmocka_unit_test(test_zero_keeps_who_lives),
   };
   return cmocka_run_group_tests_name("cs_thread_costs", tests, NULL, NULL);
}
