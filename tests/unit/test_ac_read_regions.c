/* test_ac_read_regions.c -- the notes on regions: read, refused, added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "counts/ac_read_regions.h"

static void open_reader(test_reader *t)
{
   reader_open(t, "Ir Dr");
   t->of.sums[0] = 10;
   t->of.sums[1] = 3;
}

static bool name(test_reader *t, const char *rest)
{
   return reader_note(t, "region", rest);
}

static bool counts(test_reader *t, const char *rest)
{
   return reader_note(t, "counts", rest);
}

static void reads(void **state)
{
   (void)state;
   test_reader t;
   open_reader(&t);
   assert_true(name(&t, " 0 1 sort") && counts(&t, " 9 3"));
   assert_true(name(&t, " 1 4 merge \\x0a") && counts(&t, " 5"));
   assert_true(name(&t, " 0 1 sort") && counts(&t, " 1")); /* once more */
   assert_true(ac_read_regions_end(&t.of));
   assert_int_equal(ac_profile_n_regions(t.of.profile), 2);
   const ac_region *sort = ac_profile_region(t.of.profile, 0);
   const ac_region *merge = ac_profile_region(t.of.profile, 1);
   assert_string_equal(sort->name, "sort");
   assert_int_equal(sort->parent, AC_NO_REGION);
   assert_int_equal(sort->count, 2);
   assert_int_equal(sort->counts[0], 10);
   assert_string_equal(merge->name, "merge \n");
   assert_int_equal(merge->parent, 0);
   assert_int_equal(merge->count, 4);
   assert_int_equal(merge->counts[0], 5);
   assert_int_equal(merge->counts[1], 0);
}

static void refuses_names(void **state)
{
   (void)state;
   static const char *const malformed[] = { "", " 0", " x 1 a", " 0 x a", " 0 -1 a" };
   test_reader t;
   open_reader(&t);
   for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
      reader_check_failed(&t, name(&t, malformed[i]), READER_UNLIKE);
   reader_check_failed(&t, name(&t, " 1 1 a"), "there is no region 1 before this note");
   reader_check_failed(&t, name(&t, " 0 1 \\x1"), "bad \\x escape in \"\\x1\"");
   reader_check_failed(&t, counts(&t, " 1"), "\"#: xy\" out of place");
   assert_true(name(&t, " 0 1 a"));
   reader_check_failed(&t, name(&t, " 0 1 b"), "\"#: xy\" out of place");
   reader_check_failed(&t, ac_read_regions_end(&t.of),
                       "the last region has no \"#: counts\" line");
   reader_check_failed(&t, counts(&t, " 1 2 3"), "expected at most 2 counts, found 3");
}

/* A region has at most what all lines have, and the regions in it at most what it has. */
static void refuses_counts(void **state)
{
   (void)state;
   test_reader t;
   open_reader(&t);
   assert_true(name(&t, " 0 1 a"));
   reader_check_failed(&t, counts(&t, " 11"), "11 Ir are more than all lines have, 10");
   assert_true(counts(&t, " 6 2"));
   assert_true(name(&t, " 1 1 b") && counts(&t, " 4 2"));
   assert_true(name(&t, " 1 1 c"));
   reader_check_failed(&t, counts(&t, " 3"),
                       "the region around it has only 2 Ir besides, not 3");
   open_reader(&t);
   t.of.is_sum = true; /* whose lines may be left out */
   assert_true(name(&t, " 0 1 a") && counts(&t, " 11 9"));
   t.of.sums[0] = INT64_MAX; /* a lower bound */
   assert_true(name(&t, " 1 1 b") && counts(&t, " 12"));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads),
      cmocka_unit_test(refuses_names),
      cmocka_unit_test(refuses_counts),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
