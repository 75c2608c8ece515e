/* test_ac_data_spot.c -- where in a data object misses fall.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

#include "advice/ac_data_spot.h"

static void check_spot(int64_t offset, int64_t stride, const ty_type *type,
                       const char *expected)
{
   char text[AC_DATA_SPOT_B];
   ac_data_spot spot = ac_data_spot_of((ac_data_place){ offset, stride }, type);
   assert_string_equal(ac_data_spot_text(&spot, text), expected);
}

static void names_fields(void **state)
{
   (void)state;
   check_spot(8, 0, &node_type, "next");
   check_spot(15, 0, &node_type, "next");
   check_spot(39, 0, &node_type, "text[24]");
   check_spot(44, 0, &node_type, "+44"); /* padding */
   check_spot(-1, 0, &node_type, "");
}

static void folds_arrays(void **state)
{
   (void)state;
   check_spot(48 * 7 + 8, 0, &node_type, "next");
   check_spot(48 * 7 + 45, 0, &node_type, "+45");
   check_spot(8, 48, &node_type, "next");
   check_spot(8, 480, &node_type, "next");
   check_spot(56, 96, &node_type, "next");
}

/* The stride and the element have a common divisor: a class of places in it. */
static void folds_classes(void **state)
{
   (void)state;
   const ty_field pair[] = { { .offset = 0, .size_B = 32, .name = "a[8]", .type = "" },
                             { .offset = 32, .size_B = 32, .name = "b", .type = "" } };
   const ty_type type = { "struct pair", 64, pair, 2 };
   check_spot(8, 24, &node_type, "several fields"); /* 8 and 32: next, text */
   check_spot(0, 8, &node_type, "several fields");
   check_spot(64, 16, &type, "several fields");
   const ty_field whole[] = { { .size_B = 64, .name = "a[16]", .type = "" } };
   check_spot(4, 20, &(ty_type){ "struct whole", 64, whole, 1 }, "a[16]");
   /* Padding is in the class: 44, 20 + 24. */
   check_spot(20, 24, &node_type, "several fields");
}

static void keeps_offsets_without_types(void **state)
{
   (void)state;
   const ty_type plain = { "int", 4, NULL, 0 };
   check_spot(16, 0, NULL, "+16");
   check_spot(16, 48, NULL, "+16, every 48");
   check_spot(16, 48, &plain, "+16, every 48");
}

static int compare(ac_data_spot a, ac_data_spot b)
{
   return ac_data_spot_compare(&a, &b);
}

static void orders_spots(void **state)
{
   (void)state;
   static const ac_data_spot spots[] = {
      { .offset = -1 },
      { .offset = -1, .is_several = true },
      { .offset = 8 },
      { .offset = 8, .name = "key" },
      { .offset = 8, .name = "next" },
      { .offset = 8, .stride = 48 },
      { .offset = 16 },
   };
   for (int i = 0; i < 7; i++)
      for (int k = 0; k < 7; k++) {
         int order = compare(spots[i], spots[k]);
         if ((order > 0) - (order < 0) != (i > k) - (i < k))
            fail_msg("spots %d and %d", i, k);
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_fields),  cmocka_unit_test(folds_arrays),
      cmocka_unit_test(folds_classes), cmocka_unit_test(keeps_offsets_without_types),
      cmocka_unit_test(orders_spots),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
