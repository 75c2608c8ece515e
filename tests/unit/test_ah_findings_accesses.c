/* test_ah_findings_accesses.c -- blocks that were not touched, not read, or mostly empty,
   and cases just below.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_findings.h"

static void untouched(void **state)
{
   (void)state;
   check(
      (ah_site){ TEN, RARE(.never_touched = { 1000, 10 }, .never_read = { 1000, 10 }) },
      AH_UNTOUCHED, 1000, 10);
   /* Three blocks, and ten bytes of each other block. */
   check((ah_site){ TEN, RARE(.never_touched = { 370, 3 }, .never_read = { 370, 3 }) },
         AH_UNTOUCHED, 300, 3);
   /* Ten bytes of each block, or too few blocks. */
   check_none(
      (ah_site){ TEN, RARE(.never_touched = { 100, 0 }, .never_read = { 100, 0 }) });
   check_none((ah_site){ .total = { 210, 10 },
                         .min_size = 21,
                         .max_size = 21,
                         RARE(.never_touched = { 63, 3 }, .never_read = { 63, 3 }) });
   /* Zeros that were only read. */
   check_none((ah_site){ TEN, RARE(.never_written = { 1000, 10 }) });
}

/* Blocks that were not watched for their whole life are evidence of nothing. */
static void partly_watched(void **state)
{
   (void)state;
   /* Twenty blocks of 100 bytes. */
   ah_site site = { .total = { 2000, 20 },
                    .min_size = 100,
                    .max_size = 100,
                    RARE(.partly = { 2000, 20 }) };
   check_none(site);
   site.rare->partly = (ah_amount){ 1000, 10 };
   check_none(site);
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 1000, 10 };
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_UNTOUCHED);
   assert_int_equal(ah_finding_saved(&finding).blocks, 10);
   assert_int_equal(ah_finding_saved(&finding).bytes, 1000);
   assert_int_equal(finding.not_judged, 10);
   assert_int_equal(ah_finding_of_blocks(&finding), 10);
   /* Written after, read before. */
   site.rare->never_touched = (ah_amount){ 0, 0 };
   check(site, AH_UNREAD, 1000, 10);
   /* What is alive at the end is so. */
   site = (ah_site){ .total = { 2000, 20 },
                     .min_size = 100,
                     .max_size = 100,
                     .at_end = { 2000, 20 },
                     RARE(.partly = { 2000, 20 }) };
   check(site, AH_LEAKED, 2000, 20);
   profile = profile_of(&site);
   assert_int_equal(only_in(&profile, AH_LEAKED).not_judged, 0);
}

/* With blocks of several sizes, the least that the sums allow. */
static void untouched_bounds(void **state)
{
   (void)state;
   ah_site site = { .total = { 5000, 10 },
                    .min_size = 300,
                    .max_size = 900,
                    RARE(.never_touched = { 2000, 2 }, .never_read = { 2000, 2 }) };
   check(site, AH_UNTOUCHED, 600, 2);
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 4600, 9 };
   check(site, AH_UNTOUCHED, 3700, 9); /* one block has at most 900 bytes */
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 5000, 10 };
   check(site, AH_UNTOUCHED, 5000, 10);
   site.min_size = 0;
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 700, 1 };
   check_none(site);
}

static void unread(void **state)
{
   (void)state;
   check((ah_site){ TEN, RARE(.never_read = { 1000, 10 }) }, AH_UNREAD, 1000, 10);
   check((ah_site){ TEN, RARE(.never_read = { 440, 4 }) }, AH_UNREAD, 400, 4);
   check_none((ah_site){ TEN, RARE(.never_read = { 990, 0 }) });
   check_none((ah_site){ .total = { 210, 10 },
                         .min_size = 21,
                         .max_size = 21,
                         RARE(.never_read = { 63, 3 }) });
   /* One finding of each kind. */
   ah_site both = { TEN, RARE(.never_read = { 1000, 10 }, .never_touched = { 300, 3 }) };
   ah_profile profile = profile_of(&both);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.findings[0].kind, AH_UNREAD);
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 700);
   assert_int_equal(found.findings[1].kind, AH_UNTOUCHED);
   assert_int_equal(ah_finding_saved(&found.findings[1]).bytes, 300);
}

static void empty(void **state)
{
   (void)state;
   ah_site site = { TEN, RARE(.never_touched = { 750, 0 }) };
   check(site, AH_EMPTY, 750, 10);
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_EMPTY);
   assert_true(finding.touched_percent == 25);
   assert_true(finding.size_B == 100);
   check_none((ah_site){ TEN, RARE(.never_touched = { 749, 0 }) });
   /* Blocks of 64 bytes, and of 63. */
   check((ah_site){ .total = { 640, 10 },
                    .min_size = 64,
                    .max_size = 64,
                    RARE(.never_touched = { 480, 0 }) },
         AH_EMPTY, 480, 10);
   check_none((ah_site){ .total = { 630, 10 },
                         .min_size = 63,
                         .max_size = 63,
                         RARE(.never_touched = { 600, 0 }) });
   /* Nothing was read: that is the only finding. */
   check((ah_site){ TEN, RARE(.never_touched = { 750, 0 }, .never_read = { 1000, 10 }) },
         AH_UNREAD, 1000, 10);
   /* A block of a kilobyte. */
   check((ah_site){ .total = { 1000, 1 },
                    .min_size = 1000,
                    .max_size = 1000,
                    RARE(.never_touched = { 900, 0 }) },
         AH_EMPTY, 900, 1);
   check_none((ah_site){ .total = { 80, 1 },
                         .min_size = 80,
                         .max_size = 80,
                         RARE(.never_touched = { 63, 0 }) });
}

/* Untouched blocks do not count as mostly empty. */
static void empty_beside_untouched(void **state)
{
   (void)state;
   ah_site site = { TEN, RARE(.never_touched = { 600, 2 }, .never_read = { 600, 2 }) };
   ah_profile profile = profile_of(&site);
   profile.totals.peak.bytes = 30000; /* two blocks are too few */
   check_none_in(&profile);           /* 400 of 800 bytes */
   site.rare->never_touched.bytes = site.rare->never_read.bytes = 850;
   check_in(&profile, AH_EMPTY, 650, 8);
   site.rare->never_touched = site.rare->never_read = (ah_amount){ 1000, 10 };
   check(site, AH_UNTOUCHED, 1000, 10);
}

/* Only the last size of a block that grew counts: at most the largest. */
static void empty_grown(void **state)
{
   (void)state;
   ah_site site = { .total = { 15 * 1024, 4 },
                    .min_size = 1024,
                    .max_size = 8192,
                    RARE(.reallocs = 3, .never_touched = { 4000, 0 }) };
   check_none(site);
   site.rare->never_touched.bytes = 6144;
   check(site, AH_EMPTY, 6144, 1);
}

static void by_dhat(void **state)
{
   (void)state;
   int64_t sums[100] = { [0] = 1, [24] = 65535 };
   for (int i = 1; i < 24; i++)
      sums[i] = 7;
   ah_heat heat = { .unit_B = 1, .n = 100, .sum = sums };
   ah_site site = { .total = { 1000, 10 }, RARE(.reads = 5, .writes = 5, .heat = &heat) };
   ah_profile profile = profile_of(&site);
   profile.is_heapprof = false;
   check_in(&profile, AH_EMPTY, 750, 10);
   /* One more byte can have had accesses that DHAT lost. */
   site.rare->reads = 65535 + 65535 + 162;
   check_none_in(&profile);
   site.rare->reads = 5;
   sums[25] = 1;
   check_none_in(&profile);
   site.rare->reads = 0;
   check_in(&profile, AH_UNREAD, 1000, 10);
   site.rare->writes = 0;
   check_in(&profile, AH_UNTOUCHED, 1000, 10);
   site.rare->reads = 1;
   site.rare->heat = NULL;
   check_none_in(&profile);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(untouched),
      cmocka_unit_test(partly_watched),
      cmocka_unit_test(untouched_bounds),
      cmocka_unit_test(unread),
      cmocka_unit_test(empty),
      cmocka_unit_test(empty_beside_untouched),
      cmocka_unit_test(empty_grown),
      cmocka_unit_test(by_dhat),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
