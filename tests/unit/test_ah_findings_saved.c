/* test_ah_findings_saved.c -- what findings save: of the peak, of the end, or only over
   the run.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_findings.h"

/* The only finding saves so many bytes of that. */
static void check_saved(ah_site site, ah_finding_kind kind, ah_when when, int64_t bytes,
                        int64_t blocks)
{
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, kind);
   assert_string_equal(ah_when_name(finding.when), ah_when_name(when));
   assert_int_equal(ah_finding_saved(&finding).bytes, bytes);
   assert_int_equal(ah_finding_saved(&finding).blocks, blocks);
}

/* ---- Whole blocks ---- */

/* Ten blocks of 100 bytes, `n` of them unread. */
static ah_site unread(int64_t n, ah_amount at_peak)
{
   static ah_rare rare;
   rare = (ah_rare){ .never_read = { n * 100, n } };
   return (ah_site){ TEN, .at_peak = at_peak, .rare = &rare };
}

static void all_blocks(void **state)
{
   (void)state;
   check_saved(unread(10, (ah_amount){ 1000, 10 }), AH_UNREAD, AH_WHEN_PEAK, 1000, 10);
   check_saved(unread(10, (ah_amount){ 300, 3 }), AH_UNREAD, AH_WHEN_PEAK, 300, 3);
   check_saved(unread(10, (ah_amount){ 0, 0 }), AH_UNREAD, AH_WHEN_RUN, 1000, 10);
   ah_site site = unread(10, (ah_amount){ 0, 0 });
   site.rare->never_touched = (ah_amount){ 1000, 10 };
   site.at_peak = (ah_amount){ 700, 7 };
   check_saved(site, AH_UNTOUCHED, AH_WHEN_PEAK, 700, 7);
}

/* All others can be live. */
static void some_blocks(void **state)
{
   (void)state;
   check_saved(unread(6, (ah_amount){ 1000, 10 }), AH_UNREAD, AH_WHEN_PEAK, 600, 6);
   check_saved(unread(6, (ah_amount){ 700, 7 }), AH_UNREAD, AH_WHEN_PEAK, 300, 3);
   check_saved(unread(6, (ah_amount){ 400, 4 }), AH_UNREAD, AH_WHEN_RUN, 600, 6);
   /* They can be the large ones, which leaves three small ones; or the rest of what is
      live. */
   ah_site site = unread(6, (ah_amount){ 700, 7 });
   site.min_size = 60;
   site.max_size = 150;
   check_saved(site, AH_UNREAD, AH_WHEN_PEAK, 180, 3);
   site.max_size = 110;
   check_saved(site, AH_UNREAD, AH_WHEN_PEAK, 260, 3);
}

/* What was not watched can have been used. */
static void not_watched(void **state)
{
   (void)state;
   ah_site site = unread(8, (ah_amount){ 1000, 10 });
   site.rare->partly = (ah_amount){ 200, 2 };
   check_saved(site, AH_UNREAD, AH_WHEN_PEAK, 800, 8);
   site.at_peak = (ah_amount){ 300, 3 };
   check_saved(site, AH_UNREAD, AH_WHEN_PEAK, 100, 1);
}

static void at_the_end(void **state)
{
   (void)state;
   ah_site site = unread(10, (ah_amount){ 0, 0 });
   ah_profile profile = profile_of(&site);
   site.at_end = (ah_amount){ 400, 4 };
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   for (size_t i = 0; i < found.n; i++) {
      assert_int_equal(found.findings[i].when, AH_WHEN_END);
      assert_int_equal(ah_finding_saved(&found.findings[i]).bytes, 400);
   }
}

/* ---- Parts of blocks ---- */

/* 10,000 blocks of 513 bytes, of which 10 are touched. */
static ah_site empty(ah_amount at_peak)
{
   static ah_rare rare;
   rare = (ah_rare){ .never_touched = { 5030000, 0 } };
   return (ah_site){ .total = { 5130000, 10000 },
                     .at_peak = at_peak,
                     .min_size = 513,
                     .max_size = 513,
                     .max = at_peak,
                     .rare = &rare };
}

/* One at a time could be full whenever it is live. */
static void one_at_a_time(void **state)
{
   (void)state;
   check_saved(empty((ah_amount){ 513, 1 }), AH_EMPTY, AH_WHEN_RUN, 5030000, 10000);
   check_saved(empty((ah_amount){ 5130000, 10000 }), AH_EMPTY, AH_WHEN_PEAK, 5030000,
               10000);
   check_saved(empty((ah_amount){ 513000, 1000 }), AH_EMPTY, AH_WHEN_PEAK, 413000, 1000);
}

/* The bytes that no block touched are not needed in any. */
static void cold_bytes(void **state)
{
   (void)state;
   int64_t counts[513] = { [0] = 20000, [9] = 1, [400] = 3 };
   ah_heat heat = { 1, 513, counts, counts, counts };
   ah_site site = empty((ah_amount){ 513, 1 });
   site.rare->heat = &heat;
   ah_profile profile = profile_of(&site);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   assert_int_equal(found.findings[0].when, AH_WHEN_PEAK);
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 510);
}

static void fields(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   common_type = &token;
   ah_profile profile = profile_of(&t->site);
   ah_finding finding = only_in(&profile, AH_FIELDS);
   assert_int_equal(finding.when, AH_WHEN_PEAK);
   t->site.at_peak = (ah_amount){ 0, 0 };
   ah_criteria criteria = ah_criteria_default;
   criteria.records = 0;
   ah_findings found = find_in(&profile, &criteria);
   assert_int_equal(found.n, 0);
   common_type = NULL;
}

/* ---- Several ---- */

/* The sites that are too small alone prove together what each proves. */
static void several_sites(void **state)
{
   (void)state;
   enum { N = 10 };
   ah_rare rare = { .never_read = { 60, 1 } };
   static const uint32_t path[] = { 1 };
   ah_site sites[N];
   for (size_t i = 0; i < N; i++)
      sites[i] = (ah_site){ .total = { 60, 1 },
                            .at_peak = { i < 4 ? 60 : 0, i < 4 },
                            .min_size = 60,
                            .max_size = 60,
                            .rare = &rare,
                            .frames = path,
                            .n_frames = 1 };
   ah_profile profile = profile_of(sites);
   profile.n_sites = N;
   ah_finding finding = only_in(&profile, AH_UNREAD);
   assert_int_equal(finding.when, AH_WHEN_PEAK);
   assert_int_equal(ah_finding_saved(&finding).bytes, 240);
   assert_int_equal(ah_finding_saved(&finding).blocks, 4);
}

/* The peak comes first, whatever is saved over the run. */
static void order(void **state)
{
   (void)state;
   static const uint32_t paths[] = { 1, 5 };
   ah_site sites[] = { empty((ah_amount){ 0, 0 }), unread(10, (ah_amount){ 200, 2 }) };
   sites[0].frames = &paths[0];
   sites[1].frames = &paths[1];
   sites[0].n_frames = sites[1].n_frames = 1;
   ah_profile profile = profile_of(sites);
   profile.n_sites = 2;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.findings[0].kind, AH_UNREAD);
   assert_int_equal(found.findings[1].kind, AH_EMPTY);
}

/* What is copied or called again and again is so over the run; leaks are of the end. */
static void others(void **state)
{
   (void)state;
   ah_site site = { TEN, .at_peak = { 1000, 10 }, .at_end = { 1000, 10 } };
   check_saved(site, AH_LEAKED, AH_WHEN_END, 1000, 10);
   site = (ah_site){ .total = { 16000, 1000 },
                     .at_peak = { 16, 1 },
                     .min_size = 16,
                     .max_size = 16,
                     .max = { 16, 1 },
                     .freed_blocks = 1000,
                     .freed_lifetime = 80000 };
   check_saved(site, AH_SHORT, AH_WHEN_RUN, 0, 999);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_blocks),    cmocka_unit_test(some_blocks),
      cmocka_unit_test(not_watched),   cmocka_unit_test(at_the_end),
      cmocka_unit_test(one_at_a_time), cmocka_unit_test(cold_bytes),
      cmocka_unit_test(fields),        cmocka_unit_test(several_sites),
      cmocka_unit_test(order),         cmocka_unit_test(others),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
