/* test_ac_cycles.c -- functions that call each other.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_costs.h"
#include "unit_alloc.h"

enum { MOST = 12, MOST_ARCS = 40 };

typedef struct {
   uint32_t caller, callee;
} call;

/* The calls, as the model has them: by caller, those without one last. */
static ac_calls calls_of(uint32_t n_functions, const call *calls, uint32_t n,
                         ac_arc arcs[MOST_ARCS])
{
   for (uint32_t i = 0; i < n; i++)
      arcs[i] = (ac_arc){ .caller = calls[i].caller, .callee = calls[i].callee };
   return (ac_calls){ .n_functions = n_functions, .arcs = arcs, .n_arcs = n };
}

static void check(const ac_calls *calls, const uint32_t *expected, size_t n_expected)
{
   uint32_t cycle[MOST];
   size_t n = SIZE_MAX;
   memset(cycle, 0xa5, sizeof cycle);
   ac_cycles_find(calls, test_alloc(), cycle, &n, NULL);
   assert_int_equal(n, n_expected);
   assert_memory_equal(cycle, expected, calls->n_functions * sizeof *cycle);
}

#define CHECK(n_functions, n_cycles, expected, ...) \
   do { \
      static const call calls_[] = { __VA_ARGS__ }; \
      ac_arc arcs_[MOST_ARCS]; \
      ac_calls model_ = calls_of(n_functions, calls_, sizeof calls_ / sizeof calls_[0], \
                                 arcs_); \
      check(&model_, expected, n_cycles); \
   } while (0)
#define C(...) \
   (const uint32_t[]) \
   { \
      __VA_ARGS__ \
   }

static void finds(void **state)
{
   (void)state;
   check(&(ac_calls){ .n_functions = 0 }, NULL, 0);
   check(&(ac_calls){ .n_functions = 2 }, C(0, 0), 0);
   CHECK(2, 0, C(0, 0), { 0, 0 }, { 0, 1 }, { 1, 1 }); /* only by themselves */
   CHECK(2, 1, C(1, 1), { 0, 1 }, { 1, 0 });
   CHECK(3, 0, C(0, 0, 0), { 0, 1 }, { 0, 2 }, { 1, 2 }); /* a function by two ways */
   CHECK(3, 1, C(0, 1, 1), { 1, 2 }, { 2, 1 }, { AC_NO_CALL, 0 });
   /* One within another is one; the way back is over an earlier visit. */
   CHECK(4, 1, C(1, 1, 1, 1), { 0, 1 }, { 1, 2 }, { 2, 1 }, { 2, 3 }, { 3, 0 });
   /* One calls another, and both a function that was visited before. */
   CHECK(5, 2, C(1, 1, 0, 2, 2), { 0, 2 }, { 0, 1 }, { 1, 0 }, { 1, 3 }, { 3, 2 },
         { 3, 4 }, { 4, 3 });
}

/* By their first functions, though the search leaves the inner one first. */
static void numbers(void **state)
{
   (void)state;
   CHECK(5, 2, C(1, 2, 1, 0, 2), { 0, 1 }, { 0, 2 }, { 1, 4 }, { 2, 0 }, { 4, 1 });
   CHECK(6, 3, C(1, 2, 3, 3, 2, 1), { 0, 5 }, { 1, 4 }, { 2, 3 }, { 3, 2 }, { 4, 1 },
         { 5, 0 });
}

/* ---- Random calls, and what can be reached by them ---- */

static void expect(const ac_calls *calls, uint32_t cycle[MOST], size_t *n)
{
   bool reaches[MOST][MOST] = { { false } };
   uint32_t n_functions = calls->n_functions;
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      if (calls->arcs[i].caller != AC_NO_CALL)
         reaches[calls->arcs[i].caller][calls->arcs[i].callee] = true;
   for (uint32_t by = 0; by < n_functions; by++)
      for (uint32_t i = 0; i < n_functions; i++)
         for (uint32_t k = 0; k < n_functions; k++)
            reaches[i][k] |= reaches[i][by] && reaches[by][k];
   *n = 0;
   memset(cycle, 0, MOST * sizeof *cycle);
   for (uint32_t i = 0; i < n_functions; i++)
      for (uint32_t k = i + 1; k < n_functions; k++)
         if (reaches[i][k] && reaches[k][i]) {
            if (cycle[i] == 0)
               cycle[i] = (uint32_t)++*n;
            cycle[k] = cycle[i];
         }
}

static void finds_at_random(void **state)
{
   (void)state;
   unit_random random = unit_random_from(1972);
   for (int round = 0; round < 2000; round++) {
      call calls[MOST_ARCS];
      ac_arc arcs[MOST_ARCS];
      uint32_t cycle[MOST], n_calls = 0;
      size_t n;
      uint32_t n_functions = (uint32_t)unit_random_below(&random, MOST) + 1;
      for (uint32_t caller = 0; caller < n_functions; caller++)
         for (uint64_t k = unit_random_below(&random, 4); k > 0; k--)
            calls[n_calls++] = (call){ caller, (uint32_t)unit_random_below(&random,
                                                                           n_functions) };
      calls[n_calls++] = (call){ AC_NO_CALL, 0 };
      ac_calls model = calls_of(n_functions, calls, n_calls, arcs);
      expect(&model, cycle, &n);
      check(&model, cycle, n);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds),
      cmocka_unit_test(numbers),
      cmocka_unit_test(finds_at_random),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
