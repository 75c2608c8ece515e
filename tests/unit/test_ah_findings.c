/* test_ah_findings.c -- findings by the lives of blocks, and those of several sites;
   test_ah_findings_accesses.c and _fields.c have the others.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_findings.h"

#include "heap/ah_look.h"

/* ---- Lives ---- */

/* 1000 blocks, one at a time, each live for 64 to 127 instructions. */
static ah_class short_lives[1];

static ah_site hot(void)
{
   short_lives[0] = (ah_class){ 1000, 7 };
   return (ah_site){ .total = { 16000, 1000 },
                     .min_size = 16,
                     .max_size = 16,
                     .max = { 16, 1 },
                     .lives = { short_lives, 1 } };
}

static void temporary(void **state)
{
   (void)state;
   ah_site site = hot();
   check(site, AH_TEMPORARY, 0, 999);
   site.total.blocks = short_lives[0].blocks = 999;
   check_none(site);
   site = hot();
   ah_profile profile = profile_of(&site);
   profile.totals.end_time = 102300; /* 1 % of the run each */
   short_lives[0].number = 10;
   check_in(&profile, AH_TEMPORARY, 0, 999);
   profile.totals.end_time = 102299;
   check_none_in(&profile);
   site = hot();
   site.max.blocks = 100;
   check(site, AH_TEMPORARY, 0, 900);
   site.max.blocks = 101;
   check_none(site);
}

/* Half of the blocks, however long the others live. */
static void temporary_and_kept(void **state)
{
   (void)state;
   ah_class lives[] = { { 1000, 7 }, { 500, 40 } };
   ah_site site = { .total = { 32000, 2000 },
                    .max = { 16160, 1010 },
                    .lives = { lives, 2 } }; /* 500 are live at the end */
   ah_profile profile = profile_of(&site);
   ah_finding finding = only_in(&profile, AH_TEMPORARY);
   assert_int_equal(ah_finding_saved(&finding).blocks, 990); /* ten at once */
   assert_int_equal(finding.n_bad, 1000);
   assert_int_equal(finding.median, 128);
   site.total.blocks++;
   check_none(site);
   site.total.blocks--;
   /* Those that were outgrown, and those from before the last zero, are neither. */
   site.total.blocks += 300;
   site.rare = &(ah_rare){ .outgrown = { 100, 100 }, .old = { 200, 200 } };
   check(site, AH_TEMPORARY, 0, 990);
}

/* 1 % of the time that was watched. */
static void temporary_after_zero(void **state)
{
   (void)state;
   ah_site site = hot();
   ah_profile profile = profile_of(&site);
   profile.counting = (tk_counting){ .restarted = 1, .counted = 12700 };
   check_in(&profile, AH_TEMPORARY, 0, 999);
   profile.counting.counted = 12699;
   check_none_in(&profile);
}

/* Allocations must be a large enough part of the run. */
static void hot_enough(void **state)
{
   (void)state;
   ah_site site = hot();
   ah_profile profile = profile_of(&site);
   profile.totals.end_time = 2500 * 1000;
   check_in(&profile, AH_TEMPORARY, 0, 999);
   profile.totals.end_time++;
   check_none_in(&profile);
   profile.time_unit = "ms";
   check_in(&profile, AH_TEMPORARY, 0, 999);
   profile = profile_of(&site);
   profile.totals.end_time = 2500 * 1000;
   short_lives[0].number = 14;
   check_in(&profile, AH_TEMPORARY, 0, 999);
   short_lives[0].number = 15; /* above 1 % */
   check_none_in(&profile);
   site = hot();
   profile = profile_of(&site);
   profile.totals.total.blocks = 99900;
   check_in(&profile, AH_TEMPORARY, 0, 999);
   profile.totals.total.blocks = 99901;
   check_none_in(&profile);
   profile.totals.total.blocks = 1000;
   profile.is_heapprof = profile.has_accesses = false;
   check_none_in(&profile);
}

/* From 16 to 1600 bytes in 99 steps. */
static ah_site grown_site(void)
{
   static ah_rare rare;
   rare = (ah_rare){ .reallocs = 99, .moved = { 5000, 50 } };
   return (ah_site){
      .total = { 80000, 100 }, .min_size = 16, .max_size = 1600, .rare = &rare
   };
}

static void grown(void **state)
{
   (void)state;
   ah_site site = grown_site();
   check(site, AH_GROWN, 5000, 99);
   site.rare->moved = (ah_amount){ 0, 0 };
   check(site, AH_GROWN, 0, 99);
   site.total.blocks = 110; /* 11 blocks, 9 times each */
   check_none(site);
   site = (ah_site){ .total = { 9000, 4 },
                     .min_size = 300,
                     .max_size = 3000,
                     RARE(.reallocs = 2, .moved = { 9000, 2 }) };
   check_none(site);
   /* 21 steps of 25 %: from 16 to 1600 bytes with rounding; and one more. */
   site = grown_site();
   site.total.blocks = 22;
   site.rare->reallocs = 21;
   check_none(site);
   site.total.blocks = 23;
   site.rare->reallocs = 22;
   check(site, AH_GROWN, 5000, 22);
   /* Ten times the same size. */
   check((ah_site){ .total = { 11000, 11 },
                    .min_size = 1000,
                    .max_size = 1000,
                    RARE(.reallocs = 10, .moved = { 100, 1 }) },
         AH_GROWN, 100, 10);
   check_none((ah_site){ .total = { 10000, 10 },
                         .min_size = 1000,
                         .max_size = 1000,
                         RARE(.reallocs = 9, .moved = { 100, 1 }) });
}

/* Nothing is copied, and the reallocations are a small share. */
static void grown_little(void **state)
{
   (void)state;
   ah_site site = grown_site();
   site.rare->moved = (ah_amount){ 63, 1 };
   ah_profile profile = profile_of(&site);
   profile.totals.total.blocks = 9900;
   check_in(&profile, AH_GROWN, 63, 99);
   profile.totals.total.blocks = 9901;
   check_none_in(&profile);
   site.rare->moved.bytes = 100;
   check_in(&profile, AH_GROWN, 100, 99);
}

/* 1,000 arrays of 8 to 64 bytes, each grown three times by allocating, copying and
   freeing. */
static ah_site doubled(void)
{
   static ah_rare rare;
   rare = (ah_rare){ .outgrown = { 56000, 3000 } };
   return (
      ah_site){ .total = { 120000, 4000 }, .min_size = 8, .max_size = 64, .rare = &rare };
}

static void grown_by_copies(void **state)
{
   (void)state;
   ah_site site = doubled();
   check(site, AH_GROWN, 56000, 3000);
   site.total.blocks++; /* less than three steps each */
   check_none(site);
   site = doubled();
   site.total.blocks = 1333;
   site.rare->outgrown.blocks = 1000;
   check(site, AH_GROWN, 56000, 1000);
   site.total.blocks--;
   site.rare->outgrown.blocks--;
   check_none(site);
   /* 300 instructions a step, and one for 16 bytes: 1 % of the run. */
   site = doubled();
   ah_profile profile = profile_of(&site);
   profile.totals.end_time = 100 * (3000 * 300 + 56000 / 16);
   check_in(&profile, AH_GROWN, 56000, 3000);
   profile.totals.end_time++;
   check_none_in(&profile);
   profile.time_unit = "ms";
   profile.totals.end_time = 1000;
   check_none_in(&profile);
   /* By one element: that is a fault in one array, too. */
   site = (ah_site){ .total = { 80000, 100 },
                     .min_size = 16,
                     .max_size = 1600,
                     RARE(.outgrown = { 70000, 99 }) };
   check(site, AH_GROWN, 70000, 99);
   /* Copies and reallocations. */
   site.rare->reallocs = 10;
   site.total.blocks = 110;
   site.rare->moved = (ah_amount){ 1000, 4 };
   check(site, AH_GROWN, 71000, 109);
}

static void leaked(void **state)
{
   (void)state;
   check((ah_site){ TEN, .at_end = { 100, 2 } }, AH_LEAKED, 100, 2);
   check_none((ah_site){ TEN, .at_end = { 99, 2 } }); /* of 10,000 */
   ah_site site = { TEN, .at_end = { 1000, 10 } };
   ah_profile profile = profile_of(&site);
   profile.totals.peak.bytes = 100000;
   check_in(&profile, AH_LEAKED, 1000, 10);
   profile.totals.peak.bytes = 100001;
   check_none_in(&profile);
   profile.totals.peak.bytes = 0;
   site.at_end = (ah_amount){ 64, 1 };
   check_in(&profile, AH_LEAKED, 64, 1);
   site.at_end.bytes--;
   check_none_in(&profile);
   site.at_end.bytes++;
   profile.has_lifetimes = false;
   check_none_in(&profile);
}

/* What lost blocks retain, by a look at the end: any byte is a finding, and what is alive
   otherwise is none. */
static void lost(void **state)
{
   (void)state;
   ah_site sites[2] = { { TEN, .at_end = { 1000, 10 } }, { TEN, .at_end = { 500, 5 } } };
   ah_profile profile = profile_of(sites);
   sites[1].frames = sites[0].frames;
   sites[1].n_frames = 1;
   profile.n_sites = 2;
   ah_root roots[] = { { .kind = AH_ROOT_LOST }, { .kind = AH_ROOT_STATIC } };
   ah_retainer retainers[] = {
      { .above = -1, .kind = AH_RETAINER_ROOT, .what = 0, .retained = { 160, 5 } },
      { .above = 0, .kind = AH_RETAINER_SITE, .what = 0, .retained = { 160, 5 } },
      { .above = 1, .kind = AH_RETAINER_SITE, .what = 1, .retained = { 60, 3 } },
      { .above = -1, .kind = AH_RETAINER_ROOT, .what = 1, .retained = { 900, 8 } },
      { .above = 3, .kind = AH_RETAINER_SITE, .what = 0, .retained = { 900, 8 } },
   };
   ah_look look = { .why = AH_LOOK_END, .retainers = retainers, .n_retainers = 5 };
   profile.roots = roots;
   profile.n_roots = 2;
   profile.looks = &look;
   profile.n_looks = 1;
   check_in(&profile, AH_LOST, 160, 5);
   retainers[1].retained = (ah_amount){ 1, 1 }; /* less than 64 bytes, and 1 % */
   check_in(&profile, AH_LOST, 1, 1);
   look.n_retainers = 1;
   check_none_in(&profile);
   look.why = AH_LOOK_PEAK; /* then nothing is known of the end */
   profile.totals.peak.bytes = 100;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_true(found.n > 0 && found.findings[0].kind == AH_LEAKED);
   assert_string_equal(ah_finding_lacks(AH_LOST, &profile),
                       "the profile has no owner snapshot at the end; run heapprof with "
                       "--owners=end");
   look.why = AH_LOOK_END;
   assert_null(ah_finding_lacks(AH_LOST, &profile));
   assert_string_equal(ah_finding_lacks(AH_LEAKED, &profile),
                       "the profile says what is lost: use lost");
}

/* ---- Several sites ---- */

/* Eight sites with 60 bytes each at the end: too few alone. */
static void check_together(const uint32_t *const paths[8], size_t n_found, size_t n_sites)
{
   ah_site sites[8];
   for (int i = 0; i < 8; i++)
      sites[i] = (ah_site){ TEN, .at_end = { 60, 2 }, .frames = paths[i], .n_frames = 2 };
   ah_profile profile = profile_of(sites);
   profile.n_sites = 8;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, n_found);
   if (n_found > 0) {
      assert_int_equal(found.findings[0].n_sites, n_sites);
      assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 60 * n_sites);
      assert_int_equal(ah_findings_blocks(&found.findings[0].of), 10 * n_sites);
   }
}

static void together(void **state)
{
   (void)state;
   static const uint32_t of_work[] = { 1, 5 }, of_f[] = { 5, 1 };
   static const uint32_t of_g[] = { 6, 1 };
   const uint32_t *same[8], *different[8];
   for (int i = 0; i < 8; i++) {
      same[i] = of_work;
      different[i] = i < 1 ? of_f : i < 7 ? of_work : of_g;
   }
   check_together(same, 1, 8);
   check_together(different, 1, 6);
   static const ty_type node = { "node", 100, NULL, 0 };
   common_type = &node;
   check_together(different, 1, 8);
   common_type = NULL;
   different[1] = different[2] = different[3] = of_f;
   different[4] = different[5] = different[6] = of_g;
   check_together(different, 2, 4); /* one of each */
}

/* A site that is a finding alone is not in the other. */
static void alone(void **state)
{
   (void)state;
   ah_site sites[] = { { TEN, .at_end = { 60, 2 } },
                       { TEN, .at_end = { 900, 9 } },
                       { TEN, .at_end = { 50, 1 } },
                       { TEN } };
   ah_profile profile = profile_of(&sites[0]);
   for (int i = 1; i < 4; i++) {
      sites[i].frames = sites[0].frames;
      sites[i].n_frames = 1;
   }
   profile.n_sites = 4;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 900);
   assert_int_equal(found.findings[0].n_sites, 1);
   assert_int_equal(ah_finding_saved(&found.findings[1]).bytes, 110);
   assert_int_equal(found.findings[1].n_sites, 2); /* one has no leak */
}

/* ---- Which sites and profiles ---- */

/* A site with this path; its blocks are untouched, and all live at the end. */
static void check_path(const uint32_t *path, size_t n, size_t n_found)
{
   ah_site site = { TEN, .at_end = { 1000, 10 }, .frames = path, .n_frames = n,
                    RARE(.need = { .untouched = { 1000, 10 } }) };
   ah_profile profile = profile_of(&site);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, n_found);
   if (n_found > 0)
      assert_int_equal(found.findings[0].kind, AH_LEAKED);
}

/* By the owner (test_ah_owner.c): of the program's blocks all, of shared ones leaks. */
static void whose(void **state)
{
   (void)state;
   check_path((const uint32_t[]){ 1 }, 1, 2);
   check_path((const uint32_t[]){ 1 }, 0, 2); /* unknown */
   check_path((const uint32_t[]){ 2, 1 }, 2, 2);
   check_path((const uint32_t[]){ 3, 1 }, 2, 1);
   check_path((const uint32_t[]){ 4, 1 }, 2, 0);
}

static void known(void **state)
{
   (void)state;
   ah_site site = { TEN, .at_end = { 1000, 10 } };
   ah_profile profile = profile_of(&site);
   for (int i = 0; i < AH_N_KINDS; i++) {
      bool needs_look = i == AH_CYCLE || i == AH_LOST || i == AH_GROWING;
      assert_int_equal(ah_finding_lacks((ah_finding_kind)i, &profile) != NULL,
                       needs_look);
   }
   profile.has_accesses = false;
   assert_non_null(ah_finding_lacks(AH_SLACK, &profile));
   assert_null(ah_finding_lacks(AH_TEMPORARY, &profile));
   profile.is_heapprof = false;
   assert_non_null(ah_finding_lacks(AH_GROWN, &profile));
   assert_null(ah_finding_lacks(AH_LEAKED, &profile));
   profile.mode = "pages";
   assert_non_null(ah_finding_lacks(AH_LEAKED, &profile));
   check_none_in(&profile);
}

/* ---- The list ---- */

static void order(void **state)
{
   (void)state;
   static const uint32_t path[] = { 1 };
#define SITE(bytes, blocks) \
   { TEN, .at_end = { bytes, blocks }, .frames = path, .n_frames = 1 }
   ah_site sites[20] = { SITE(500, 1), SITE(700, 1), SITE(500, 2), SITE(500, 1) };
   for (int i = 4; i < 20; i++)
      sites[i] = (ah_site)SITE(300, 1);
   ah_profile profile = profile_of(sites);
   profile.n_sites = 20;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   const uint32_t expected[] = { 1, 2, 0, 3, 4 };
   assert_int_equal(found.n, 20);
   for (size_t i = 0; i < 5; i++)
      assert_int_equal(found.findings[i].site, expected[i]);
   assert_int_equal(found.findings[19].site, 19);
#undef SITE
}

/* ---- Thresholds ---- */

/* With a step of 0 any growth counts. */
static void no_step(void **state)
{
   (void)state;
   ah_criteria t = ah_criteria_default;
   ah_site site = grown_site();
   ah_profile profile = profile_of(&site);
   t.step = 0;
   ah_findings found = find_in(&profile, &t);
   assert_int_equal(found.n, 0);
   site.min_size = site.max_size;
   found = find_in(&profile, &t);
   assert_int_equal(found.n, 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(temporary),
      cmocka_unit_test(temporary_and_kept),
      cmocka_unit_test(temporary_after_zero),
      cmocka_unit_test(hot_enough),
      cmocka_unit_test(grown),
      cmocka_unit_test(grown_little),
      cmocka_unit_test(grown_by_copies),
      cmocka_unit_test(leaked),
      cmocka_unit_test(lost),
      cmocka_unit_test(together),
      cmocka_unit_test(alone),

      cmocka_unit_test(whose),
      cmocka_unit_test(known),
      cmocka_unit_test(order),
      cmocka_unit_test(no_step),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
