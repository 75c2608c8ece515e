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

/* Ten blocks of 100 bytes, none of which was read; `n` of them were live at the peak. */
static ah_site unread(int64_t n)
{
   static ah_rare rare;
   rare = (ah_rare){ .need = { .unread = { 1000, 10 } },
                     .need_at_peak = { .unread = { n * 100, n } } };
   return (ah_site){ TEN, .at_peak = { n * 100, n }, .rare = &rare };
}

static void whole_blocks(void **state)
{
   (void)state;
   check_saved(unread(10), AH_UNREAD, AH_WHEN_PEAK, 1000, 10);
   check_saved(unread(1), AH_UNREAD, AH_WHEN_PEAK, 100, 1);
   check_saved(unread(0), AH_UNREAD, AH_WHEN_RUN, 1000, 10);
   ah_site site = unread(0);
   site.rare->need_at_peak.unread = (ah_amount){ 99, 1 };
   check_saved(site, AH_UNREAD, AH_WHEN_RUN, 1000, 10);
   /* Less than half of the blocks, as where an error returns. */
   site.total.blocks = 21;
   check_none(site);
   /* The run does not feel it: 10 blocks cost 3,000 instructions, and 1,000 bytes 62. */
   site.total.blocks = 20;
   ah_profile profile = profile_of(&site);
   profile.totals.end_time = 306200;
   check_in(&profile, AH_UNREAD, 1000, 10);
   profile.totals.end_time = 306300;
   check_none_in(&profile);
}

/* What is so over the run need not be so of the peak: then it saves nothing. */
static void parts(void **state)
{
   (void)state;
   ah_site site = { TEN, .at_peak = { 500, 5 }, NEED(.read = { 1000, 10 }, .tail = 500) };
   site.rare->need_at_peak = (ah_need){ .read = { 500, 5 }, .tail = 125 };
   check_saved(site, AH_SLACK, AH_WHEN_PEAK, 125, 5);
   site.rare->need_at_peak.tail--;
   check_none(site);
   /* Without lifetimes nobody knows. */
   ah_profile profile = profile_of(&site);
   profile.has_lifetimes = false;
   site.rare->need.tail = 5000;
   site.rare->need.read.bytes = site.total.bytes = 10000;
   check_in(&profile, AH_SLACK, 5000, 10);
}

static void fields(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   common_type = &token;
   ah_profile profile = profile_of(&t->site);
   profile.totals.peak.bytes = 4000;
   t->rare.need_at_peak.read.blocks = 16;
   ah_finding finding = only_in(&profile, AH_FIELDS);
   assert_int_equal(finding.when, AH_WHEN_PEAK);
   t->rare.need_at_peak = (ah_need){ .read = { 0, 0 } };
   ah_criteria criteria = ah_criteria_default;
   criteria.records = 0;
   ah_findings found = find_in(&profile, &criteria);
   assert_int_equal(found.n, 0);
   common_type = NULL;
}

/* Sites that are too small alone count together. */
static void several_sites(void **state)
{
   (void)state;
   enum { N = 10 };
   ah_rare rares[N];
   static const uint32_t path[] = { 1 };
   ah_site sites[N];
   for (size_t i = 0; i < N; i++) {
      rares[i] = (ah_rare){ .need = { .unread = { 60, 1 } } };
      if (i < 4)
         rares[i].need_at_peak = rares[i].need;
      sites[i] = (ah_site){ .total = { 60, 1 },
                            .at_peak = { i < 4 ? 60 : 0, i < 4 },
                            .rare = &rares[i],
                            .frames = path,
                            .n_frames = 1 };
   }
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
   ah_site sites[] = { { .total = { 5130000, 10000 },
                         RARE(.need = { .unread = { 5130000, 10000 } }) },
                       unread(2) };
   sites[0].frames = &paths[0];
   sites[1].frames = &paths[1];
   sites[0].n_frames = sites[1].n_frames = 1;
   ah_profile profile = profile_of(sites);
   profile.n_sites = 2;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 200);
   assert_int_equal(found.findings[1].when, AH_WHEN_RUN);
}

/* What is copied or called again and again is so over the run; leaks are of the end. */
static void others(void **state)
{
   (void)state;
   ah_site site = { TEN, .at_peak = { 1000, 10 }, .at_end = { 1000, 10 } };
   check_saved(site, AH_LEAKED, AH_WHEN_END, 1000, 10);
   site = (ah_site){ .total = { 16000, 1000 },
                     .at_peak = { 16, 1 },
                     .max = { 16, 1 },
                     .lives = { (ah_class[]){ { 1000, 7 } }, 1 } };
   check_saved(site, AH_TEMPORARY, AH_WHEN_RUN, 0, 999);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_blocks),  cmocka_unit_test(parts), cmocka_unit_test(fields),
      cmocka_unit_test(several_sites), cmocka_unit_test(order), cmocka_unit_test(others),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
