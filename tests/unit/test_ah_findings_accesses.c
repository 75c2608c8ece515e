/* test_ah_findings_accesses.c -- blocks and bytes that were not touched, not read or not
   needed, and cases just below.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_findings.h"

static void untouched(void **state)
{
   (void)state;
   check((ah_site){ TEN, NEED(.untouched = { 1000, 10 }) }, AH_UNTOUCHED, 1000, 10);
   check((ah_site){ TEN, NEED(.untouched = { 300, 3 }, .read = { 700, 7 }) },
         AH_UNTOUCHED, 300, 3);
   check((ah_site){ TEN, NEED(.untouched = { 100, 1 }, .read = { 900, 9 }) },
         AH_UNTOUCHED, 100, 1);
   check_none((ah_site){ TEN, NEED(.untouched = { 99, 1 }, .read = { 900, 9 }) });
}

/* Blocks that were not watched for their whole life are evidence of nothing. */
static void partly_watched(void **state)
{
   (void)state;
   ah_site site = { .total = { 2000, 20 },
                    .min_size = 100,
                    .max_size = 100,
                    RARE(.partly = { 2000, 20 }, .never_read = { 0, 0 }) };
   check_none(site);
   site.rare->partly = (ah_amount){ 1000, 10 };
   site.rare->need.untouched = (ah_amount){ 1000, 10 };
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_UNTOUCHED);
   assert_int_equal(ah_finding_saved(&finding).blocks, 10);
   assert_int_equal(ah_finding_saved(&finding).bytes, 1000);
   assert_int_equal(finding.not_judged, 10);
   assert_int_equal(ah_finding_of_blocks(&finding), 10);
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

/* Whole blocks; and of the read ones a quarter. */
static void unread(void **state)
{
   (void)state;
   check((ah_site){ TEN, NEED(.unread = { 1000, 10 }) }, AH_UNREAD, 1000, 10);
   check((ah_site){ TEN, NEED(.unread = { 400, 4 }, .read = { 600, 6 }) }, AH_UNREAD, 400,
         4);
   check_none((ah_site){ TEN, NEED(.unread = { 99, 1 }, .read = { 900, 9 }) });
   ah_site site = { TEN, NEED(.read = { 1000, 10 }, .written = 250) };
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_UNREAD);
   assert_int_equal(ah_finding_saved(&finding).bytes, 250);
   assert_true(finding.size_B == 100 && finding.used_B == 75);
   check_none((ah_site){ TEN, NEED(.read = { 1000, 10 }, .written = 249) });
   /* Both together; and one of each kind. */
   check((ah_site){ TEN, NEED(.unread = { 500, 5 }, .read = { 500, 5 }, .written = 125) },
         AH_UNREAD, 625, 10);
   site = (ah_site){ TEN, NEED(.unread = { 700, 7 }, .untouched = { 300, 3 }) };
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.findings[0].kind, AH_UNREAD);
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 700);
   assert_int_equal(found.findings[1].kind, AH_UNTOUCHED);
   assert_int_equal(ah_finding_saved(&found.findings[1]).bytes, 300);
}

static void slack(void **state)
{
   (void)state;
   ah_site site = { TEN, NEED(.read = { 1000, 10 }, .tail = 250) };
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_SLACK);
   assert_int_equal(ah_finding_saved(&finding).bytes, 250);
   assert_true(finding.size_B == 100 && finding.used_B == 75);
   check_none((ah_site){ TEN, NEED(.read = { 1000, 10 }, .tail = 249) });
   check((ah_site){ TEN, NEED(.read = { 1000, 10 }, .tail = 990) }, AH_SLACK, 990, 10);
   /* An array that grows by doubling: of few, up to a half is as it must be; of many, a
      third is. */
   site = (ah_site){ TEN, .at_peak = { 900, 9 },
                     RARE(.reallocs = 1, .need = { .read = { 900, 9 } },
                          .need_at_peak = { .read = { 900, 9 }, .tail = 449 }) };
   check_none(site);
   site.rare->need_at_peak.tail = 450;
   check(site, AH_SLACK, 450, 9);
   site.at_peak.blocks = 10;
   site.rare->need_at_peak.tail = 315;
   check(site, AH_SLACK, 315, 9);
   site.rare->reallocs = 0;
   site.rare->outgrown.blocks = 1;
   site.rare->need_at_peak.tail = 314;
   check_none(site);
   /* Written bytes that are not read are bytes of another finding. */
   site = (ah_site){ TEN, NEED(.read = { 1000, 10 }, .tail = 300, .written = 299) };
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 300);
   assert_int_equal(ah_finding_saved(&found.findings[1]).bytes, 299);
   /* Untouched blocks do not count as half empty. */
   check((ah_site){ TEN, NEED(.untouched = { 800, 8 }, .read = { 200, 2 }, .tail = 40) },
         AH_UNTOUCHED, 800, 8);
}

/* Three quarters are not needed, but most of that is no slack. */
static void kept_for_a_part(void **state)
{
   (void)state;
   ah_site site = { TEN, NEED(.read = { 1000, 10 }, .written = 700, .tail = 50) };
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_KEPT_PART);
   assert_int_equal(ah_finding_saved(&finding).bytes, 750);
   assert_true(finding.size_B == 100 && finding.used_B == 25);
   check((ah_site){ TEN, NEED(.read = { 1000, 10 }, .written = 699, .tail = 50) },
         AH_UNREAD, 699, 10);
   check((ah_site){ TEN, NEED(.read = { 1000, 10 }, .holes = 750) }, AH_KEPT_PART, 750,
         10);
   check_none((ah_site){ TEN, NEED(.read = { 1000, 10 }, .holes = 749) });
   check((ah_site){ TEN, NEED(.read = { 1000, 10 }, .holes = 451, .tail = 450) },
         AH_KEPT_PART, 901, 10);
   check((ah_site){ TEN, NEED(.read = { 1000, 10 }, .holes = 450, .tail = 450) },
         AH_SLACK, 450, 10);
   /* Blocks of 64 bytes, and of 63. */
   check((ah_site){ .total = { 640, 10 }, NEED(.read = { 640, 10 }, .holes = 480) },
         AH_KEPT_PART, 480, 10);
   check_none((ah_site){ .total = { 630, 10 }, NEED(.read = { 630, 10 }, .holes = 480) });
}

/* A buffer for a moment, thousand times: what it does not use is of no block for long. */
static void scratch(void **state)
{
   (void)state;
   ah_class lives[] = { { 500, 7 }, { 500, 20 } };
   ah_site site = { .total = { 100000, 1000 },
                    .max = { 55000, 550 },
                    .freed_blocks = 1000,
                    .lives = { lives, 2 },
                    NEED(.read = { 100000, 1000 }, .tail = 60000) };
   check_none(site); /* 50 of the 500 at once */
   site.max.blocks = 551;
   check(site, AH_SLACK, 60000, 1000);
   site.max.blocks = 550;
   lives[0].blocks = 499;
   lives[1].blocks = 501;
   check(site, AH_SLACK, 60000, 1000);
}

/* A quarter of the peak, but no site of it is a finding. */
static void silent(void **state)
{
   (void)state;
   ah_site site = { .total = { 10000, 10 },
                    .at_peak = { 10000, 10 },
                    NEED(.read = { 10000, 10 }, .holes = 2500) };
   ah_profile profile = profile_of(&site);
   site.rare->need_at_peak = site.rare->need;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 0);
   assert_true(ah_findings_are_silent(&found, &profile));
   site.rare->need_at_peak.holes = 2499;
   found = find_in(&profile, &ah_criteria_default);
   assert_false(ah_findings_are_silent(&found, &profile));
   site.rare->need_at_peak.tail = 2500;
   found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   assert_false(ah_findings_are_silent(&found, &profile));
}

static void by_dhat(void **state)
{
   (void)state;
   int64_t sums[100] = { [0] = 1, [24] = 65535 };
   for (int i = 1; i < 24; i++)
      sums[i] = 7;
   ah_heat heat = { .unit_B = 1, .n = 100, .sum = sums };
   ah_site site = { .total = { 1000, 10 },
                    .at_peak = { 1000, 10 },
                    RARE(.reads = 5, .writes = 5, .heat = &heat) };
   ah_profile profile = profile_of(&site);
   profile.is_heapprof = false;
   check_in(&profile, AH_SLACK, 750, 10);
   site.at_peak = (ah_amount){ 0, 0 };
   /* One more byte can have had accesses that DHAT lost. */
   site.rare->reads = 65535 + 65535 + 162;
   check_none_in(&profile);
   site.rare->reads = 5;
   sums[99] = 1;
   check_none_in(&profile); /* 74 that are no end */
   sums[99] = 0;
   site.rare->reads = 0;
   check_in(&profile, AH_UNREAD, 1000, 10);
   site.rare->writes = 0;
   check_in(&profile, AH_UNTOUCHED, 1000, 10);
   site.rare->reads = 1;
   site.rare->heat = NULL;
   check_none_in(&profile);
}

/* Only of blocks that are all alike is known what those of the peak were. */
static void by_older_versions(void **state)
{
   (void)state;
   ah_site site = { TEN, .at_peak = { 300, 3 },
                    RARE(.never_read = { 1000, 10 }, .never_touched = { 900, 9 }) };
   check(site, AH_UNREAD, 300, 3);
   site.rare->never_touched = (ah_amount){ 1000, 10 };
   check(site, AH_UNTOUCHED, 300, 3);
   site.rare->never_touched.blocks = site.rare->never_read.blocks = 9;
   check_none(site);
}

/* Blocks at the peak that nobody read again, all but a tenth of the old ones, and that
   make up half of the site's. */
static void idle(void **state)
{
   (void)state;
   ah_site site = { TEN, .at_peak = { 1000, 10 },
                    RARE(.need = { .read = { 1000, 10 } },
                         .need_at_peak = { .read = { 1000, 10 } }, .idle = { 720, 7 },
                         .old_B = 800, .idle_saves_B = 500) };
   check(site, AH_IDLE, 500, 7);
   site.rare->idle.bytes = 719;
   check_none(site);
   site.rare->idle.bytes = 720;
   site.rare->idle_saves_B = 499;
   check_none(site);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(untouched),       cmocka_unit_test(partly_watched),
      cmocka_unit_test(unread),          cmocka_unit_test(slack),
      cmocka_unit_test(kept_for_a_part), cmocka_unit_test(scratch),
      cmocka_unit_test(silent),          cmocka_unit_test(idle),
      cmocka_unit_test(by_dhat),         cmocka_unit_test(by_older_versions),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
