/* test_hp_regions.c -- regions against a model that passes every event to each
   visit of the thread.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "models/hp_regions_model.h"

static void test_random(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 40; seed++) {
      unit_random r = unit_random_from(seed);
      set_up();
      for (int step = 0; step < 1500; step++) {
         random_step(&r, 1 + seed % 3);
         if (step % 50 == 0)
            compare();
      }
      compare();
      for (size_t t = 0; t < THREADS; t++)
         while (model.threads[t].n > 0)
            end(t);
      compare();
      tear_down();
   }
}

/* ---- Limits ------------------------------------------------------------------- */

static void test_too_deep(void **state)
{
   (void)state;
   set_up();
   for (uint32_t i = 0; i < TK_REGIONS_DEPTH + 50; i++)
      begin(0, "a");
   set_block(0, 1, 100);
   compare();
   assert_int_equal(tk_regions_depth(&regions.paths, 1), TK_REGIONS_DEPTH + 50);
   for (uint32_t i = 0; i < TK_REGIONS_DEPTH + 50; i++)
      end(0);
   compare();
   assert_false(hp_regions_end(&regions, &heap, 1));
   tear_down();
}

static tk_begun begin_only(const char *name)
{
   return hp_regions_begin(&regions, &heap, 1, name, strlen(name));
}

/* Where there is no room for a path, the region that is open can be asked all
   the same, and so can what is in it. */
static void test_too_many(void **state)
{
   (void)state;
   char name[16];
   hp_region_use use;
   set_up();
   for (uint32_t i = 0; i < TK_REGIONS_MAX; i++) {
      snprintf(name, sizeof name, "r%u", i);
      assert_int_equal(begin_only(name), TK_BEGUN);
      assert_true(hp_regions_end(&regions, &heap, 1));
   }
   assert_int_equal(begin_only("one more"), TK_BEGUN_UNKNOWN);
   assert_int_equal(begin_only("r1"), TK_BEGUN_UNKNOWN);
   set_block(0, 0, 10);
   assert_true(hp_regions_use(&regions, &heap, 1, &use));
   assert_null(use.name);
   assert_int_equal(use.total.bytes, 10);
   assert_int_equal(use.growth, 10);
   assert_int_equal(use.left_blocks, 1);
   assert_true(hp_regions_end(&regions, &heap, 1));
   assert_true(hp_regions_end(&regions, &heap, 1));
   assert_false(hp_regions_end(&regions, &heap, 1));
   assert_int_equal(begin_only("r1"), TK_BEGUN);
   assert_int_equal(regions.paths.n_regions, TK_REGIONS_MAX);
   tear_down();
}

static void test_long_names(void **state)
{
   (void)state;
   char name[2 * TK_REGIONS_NAME_B];
   set_up();
   memset(name, 'n', sizeof name);
   hp_regions_begin(&regions, &heap, 1, name, sizeof name);
   hp_regions_end(&regions, &heap, 1);
   hp_regions_begin(&regions, &heap, 1, name, TK_REGIONS_NAME_B);
   hp_regions_end(&regions, &heap, 1);
   hp_regions_begin(&regions, &heap, 1, "", 0);
   hp_regions_end(&regions, &heap, 1);
   assert_int_equal(regions.paths.n_regions, 2);
   assert_int_equal(strlen(hp_regions_at(&regions, 0).name), TK_REGIONS_NAME_B);
   assert_int_equal(hp_regions_at(&regions, 0).count, 2);
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_too_deep),
      cmocka_unit_test(test_too_many),
      cmocka_unit_test(test_long_names),
   };
   return cmocka_run_group_tests_name("hp_regions", tests, NULL, NULL);
}
