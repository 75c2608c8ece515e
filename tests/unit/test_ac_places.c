/* test_ac_places.c -- the source lines that fit.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/ac_places.h"

enum { FILE_ROWS = AC_PLACES_FILE_ROWS, GAP = AC_PLACES_GAP_ROWS };

static ac_hot_line hot_lines[] = {
   { .file = 1, .line = 50 }, { .file = 0, .line = 3 },  { .file = 2, .line = 1 },
   { .file = 1, .line = 54 }, { .file = 1, .line = 10 },
};

static void check(size_t rows, size_t n_expected)
{
   static const bool usable[] = { true, true, false };
   ac_hot hot = { .lines = hot_lines, .n = 5 };
   ac_places places;
   ac_places_choose(&places, test_alloc(), &hot, usable, 2, rows);
   assert_int_equal(places.n, n_expected);
}

static void chooses(void **state)
{
   (void)state;
   size_t one = FILE_ROWS + GAP + 5; /* 48 to 52 */
   check(one - 1, 0);
   check(one, 1);
   check(2 * one - 1, 1);
   check(2 * one, 2);
   check(2 * one + 3, 2); /* file 2 cannot be read; 53 to 56 come next */
   check(2 * one + 4, 3);
   check(2 * one + 4 + GAP + 5, 4);
   check(SIZE_MAX, 4);
}

static void finds_the_next(void **state)
{
   (void)state;
   ac_place list[] = { { 0, 3 }, { 1, 10 }, { 1, 50 } };
   ac_places places = { .places = list, .n = 3 };
   assert_ptr_equal(ac_places_next(&places, 0, 0), &list[0]);
   assert_null(ac_places_next(&places, 0, 4));
   assert_ptr_equal(ac_places_next(&places, 1, 11), &list[2]);
   assert_null(ac_places_next(&places, 1, UINT64_MAX));
   assert_null(ac_places_next(&places, 2, 1));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(chooses),
      cmocka_unit_test(finds_the_next),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
