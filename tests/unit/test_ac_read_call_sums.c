/* test_ac_read_call_sums.c -- whether notes on calls agree: what paths cost is part of
   what arcs and functions cost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read_calls.h"

static void test_good(void **state)
{
   (void)state;
   calls_check(CALLS_FILE, calls_model);
}

/* Ir is a lower bound, so paths can have more of it; Dr is exact. */
#define SATURATED(f_dr) \
   CALLS_HEAD \
   "fl=a\nfn=f\n1 9223372036854775807 5\nsummary: 9223372036854775807 5\n" \
   "#: f 1 0 0x0 2 8 " f_dr "\n#: f 1 0 0x0 1 7 1\n#: by 1\n#: a 1 2 1 9 1\n" \
   "#: by 0\n#: a 0 1 2 9 " f_dr "\n" \
   "#: t 0 0 0 9223372036854775787\n#: t 1 2 2 9 4\n#: t 2 1 1 11 1\n#: end 1\n"

static void test_saturated(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(SATURATED("5"));
   assert_int_equal(ac_profile_calls(profile)->n_nodes, 3);
   test_bad_text(SATURATED("4"), strlen(SATURATED("4")), 17,
                 "the paths of function 1 have 1 Dr more than it has");
}

static const test_bad_file refused[] = {
   { TO_NAMES "#: f 1 1 0x0 1 201\n", 26, "201 Ir are more than all lines have, 200" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 1 0 21\n", 27,
     "21 Dr are more than all lines have, 20" },
   { TO_FUNCTIONS "#: ir 1 1 9223372036854775807\n", 32,
     "9223372036854775807 Ir are more than all lines have, 200" },
   { TO_FUNCTIONS "#: g 5 201\n", 32, "201 Ir are more than all lines have, 200" },
   { TO_FUNCTIONS "#: lf 1\n#: l 4 201\n", 33,
     "201 Ir are more than all lines have, 200" },
   { TO_SUMS "#: by 1\n#: a 1 2 1 171\n", 40,
     "171 Ir are more than function 2 has, 170" },
   { TO_SUMS "#: by 3\n#: a 1 2 1 26\n", 40, "26 Ir are more than function 3 has, 25" },
   { TO_SUMS "#: by 1\n#: a 1 2 6 1\n", 40, "function 2 was not called as often" },
   { TO_SUMS "#: by 1\n#: a 1 2 3 1\n#: a 2 2 3 1\n", 41,
     "function 2 was not called as often" },
   { TO_SUMS "#: by 1\n#: ar 2 1 401\n", 40, "401 Ir are more than all lines have, 200" },
   { TO_ARCS ROOT "#: t 2 1 1\n#: t 3 2 3\n#: t 4 2 2\n", 52,
     "arc 2 has fewer calls than its paths" },
   { TO_ARCS ROOT "#: t 2 1 1 160\n#: tr 3 1 11\n" CALLS_END, 52,
     "the paths of function 2 have 1 Ir more than it has" },
   { TO_ARCS ROOT "#: t 2 1 1 160\n#: ti 3 1 11\n" CALLS_END, 52,
     "the paths of function 2 have 1 Ir more than it has" },
   { TO_ARCS ROOT "#: t 2 1 2\n", 50, "arc 1 has fewer calls than its paths" },
   { TO_ARCS ROOT "#: t 2 1 1\n#: r 3 2 5\n", 51,
     "arc 2 has fewer calls than its paths" },
   { TO_ARCS ROOT "#: t 2 1 1\n#: ti 3 2 11\n", 51,
     "the paths of inlined code 2 have 1 Ir more than it has" },
   { TO_ARCS ROOT "#: t 2 1 1 170 17\n#: t 3 3 1 0 1\n" CALLS_END, 52,
     "the paths of function 2 have 1 Dr more than it has" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),
      cmocka_unit_test(test_saturated),
      cmocka_unit_test(test_refused),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
