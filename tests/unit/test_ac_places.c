/* test_ac_places.c -- the source lines that fit.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/ac_places.h"

enum { FILE_ROWS = AC_PLACES_FILE_ROWS, GAP = AC_PLACES_GAP_ROWS };

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

      cmocka_unit_test(finds_the_next),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
