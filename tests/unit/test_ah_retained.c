/* test_ah_retained.c -- what the blocks of each type, or site, retain.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_retained.h"

static const ty_field fields[] = { { 0, 8, "next", "node *", false } };
static const ty_type node = { "node", 16, fields, 1 }, map = { "map", 8, fields, 1 },
                     bytes = { "char", 1, NULL, 0 };

#define ROOT(n, m) \
   { \
      .above = -1, .kind = AH_KEEPER_STATIC, .site = AH_NO_SITE, .type = &map, \
      .retained = { \
         n, \
         m \
      } \
   }
#define BLOCKS(above_, site_, type_, own_B, n_own, retained_B, n_retained, idle_B) \
   { .above = (above_), \
     .kind = AH_KEEPER_BLOCKS, \
     .site = (site_), \
     .type = (type_), \
     .own = { own_B, n_own }, \
     .retained = { retained_B, n_retained }, \
     .idle = { idle_B, 1 } }

/* Nodes of two sites, some within others, below a map and in it; text without a type that
   says something, of two sites. */
static ah_keeper list[] = {
   ROOT(200, 14),
   BLOCKS(0, 5, &node, 32, 2, 112, 8, 50),
   BLOCKS(1, 6, &bytes, 20, 3, 20, 3, 20),
   BLOCKS(1, 7, &map, 8, 1, 60, 3, 30),
   BLOCKS(3, 8, &node, 48, 3, 52, 4, 30), /* within another node */
   BLOCKS(4, 6, &bytes, 4, 1, 4, 1, 4),
   ROOT(90, 3),
   BLOCKS(6, 5, &node, 16, 1, 16, 1, 0),
   BLOCKS(6, 9, &bytes, 74, 2, 74, 2, 0),
   BLOCKS(-1, 9, NULL, 1, 1, 1, 1, 1),
};
static const ah_keepers keepers = { .of = list, .n = sizeof list / sizeof list[0] };

static void check(const ah_retained *row, const ty_type *type, uint32_t site,
                  ah_amount own, ah_amount retained, int64_t idle_B)
{
   assert_ptr_equal(row->type, type);
   assert_int_equal(row->site, site);
   assert_int_equal(row->own.bytes, own.bytes);
   assert_int_equal(row->own.blocks, own.blocks);
   assert_int_equal(row->retained.bytes, retained.bytes);
   assert_int_equal(row->retained.blocks, retained.blocks);
   assert_int_equal(row->idle_B, idle_B);
}

static void sums(void **state)
{
   (void)state;
   ah_retained *of;
   size_t n;
   ah_retained_make(&keepers, test_alloc(), &of, &n);
   assert_int_equal(n, 4);
   check(&of[0], &node, 8, (ah_amount){ 96, 6 }, (ah_amount){ 128, 9 }, 50);
   check(&of[1], NULL, 9, (ah_amount){ 75, 3 }, (ah_amount){ 75, 3 }, 1);
   check(&of[2], &map, 7, (ah_amount){ 8, 1 }, (ah_amount){ 60, 3 }, 30);
   check(&of[3], NULL, 6, (ah_amount){ 24, 4 }, (ah_amount){ 24, 4 }, 24);
}

static void takes_none(void **state)
{
   (void)state;
   static const ah_keepers none = { .n = 0 };
   ah_retained *of;
   size_t n;
   ah_retained_make(&none, test_alloc(), &of, &n);
   assert_int_equal(n, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums),
      cmocka_unit_test(takes_none),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
