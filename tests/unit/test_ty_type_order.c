/* test_ty_type_order.c -- an order of types.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "types/ty_types.h"

#define FIELDS(first, offset, second) \
   { \
      { 0, 4, first, "int", false }, \
      { \
         offset, 4, second, "int", false \
      } \
   }

static const ty_field x_y[] = FIELDS("x", 4, "y"), x_z[] = FIELDS("x", 4, "z");
static const ty_field x__y[] = FIELDS("x", 8, "y");

/* In their order. */
static const ty_type sorted[] = {
   { "struct a", INT64_MAX, x_y, 2 },
   { "struct b", 8, NULL, 0 },
   { "struct b", 8, x__y, 1 },
   { "struct b", 8, x_y, 2 },
   { "struct b", 8, x_z, 2 },
   { "struct b", 8, x__y, 2 }, /* offsets are before names */
   { "struct b", INT64_MAX, NULL, 0 },
   { "struct c", -1, NULL, 0 },
};

static void orders(void **state)
{
   (void)state;
   const int n = sizeof sorted / sizeof *sorted;
   for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
         int order = ty_type_compare(&sorted[i], &sorted[k]);
         assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
      }
      assert_true(ty_type_compare(&sorted[i], NULL) < 0);
      assert_true(ty_type_compare(NULL, &sorted[i]) > 0);
   }
   assert_int_equal(ty_type_compare(NULL, NULL), 0);
}

/* Each unit of debug info describes a type again. */
static void finds_equal(void **state)
{
   (void)state;
   const ty_field fields[] = FIELDS("x", 4, "y");
   const ty_type again = { "struct b", 8, fields, 2 };
   assert_int_equal(ty_type_compare(&sorted[3], &again), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders),
      cmocka_unit_test(finds_equal),
   };
   return cmocka_run_group_tests_name("ty_type_order", tests, NULL, NULL);
}
