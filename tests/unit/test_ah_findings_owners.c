/* test_ah_findings_owners.c -- findings of looks at owners: what only grows.  What is
   lost is in test_ah_findings.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_findings.h"

#include "heap/ah_look.h"

#include <string.h>

/* ---- Looks ---- */

enum { MOST_LOOKS = 14, MOST_KEEPERS = 4, CACHE = 0, CONFIG = 2 };

/* In each look `cache` keeps blocks of the first site, and `config` of the second; the
   second is of no interest. */
static ah_keeper lists[MOST_LOOKS][MOST_KEEPERS];
static ah_keepers keepers[MOST_LOOKS];
static ah_look looks[MOST_LOOKS];
static ah_site sites[2];
static ah_profile profile;

static void begin(void)
{
   static const uint32_t path[] = { 1 };
   sites[0] = sites[1] = (ah_site){ TEN, .frames = path, .n_frames = 1 };
   profile = profile_of(sites);
   profile.n_sites = 2;
   profile.has_accesses = false;
   profile.looks = looks;
   profile.totals.peak_time = 50000;
   keepers_of_looks = keepers;
}

static ah_keeper top(const char *name, ah_amount retained)
{
   return (ah_keeper){ .above = -1,
                       .kind = AH_KEEPER_STATIC,
                       .name = name,
                       .site = AH_NO_SITE,
                       .retained = retained };
}

static ah_keeper below(int64_t above, uint32_t site, ah_amount own)
{
   return (ah_keeper){
      .above = above, .kind = AH_KEEPER_BLOCKS, .site = site, .own = own, .retained = own
   };
}

/* Adds a look: of 0 bytes, the keeper is not there. */
static void look(ah_look_why why, int64_t cache_B, int64_t config_B)
{
   size_t i = profile.n_looks++, n = 0;
   ah_keeper *list = lists[i];
   ah_amount of_cache = { cache_B, cache_B / 10 }, of_config = { config_B, 1 };
   if (cache_B > 0) {
      list[n++] = top("cache", of_cache);
      list[n] = below((int64_t)n - 1, 0, of_cache);
      n++;
   }
   list[n++] = top("config", of_config);
   list[n] = below((int64_t)n - 1, 1, of_config);
   n++;
   keepers[i] = (ah_keepers){ .of = list, .n = n, .alloc = an_alloc_malloc() };
   looks[i] = (ah_look){ .time = (int64_t)i * 1000, .why = why };
   profile.totals.end_time = looks[i].time;
}

/* ---- What only grows ---- */

static void grows(void **state)
{
   (void)state;
   begin();
   look(AH_LOOK_ASKED, 1000, 500);
   look(AH_LOOK_ASKED, 1010, 500);
   look(AH_LOOK_ASKED, 1400, 500);
   look(AH_LOOK_ASKED, 1500, 500);
   ah_finding f = only_in(&profile, AH_GROWING);
   assert_string_equal(f.keeper->name, "cache");
   assert_int_equal(f.site, 0);
   assert_int_equal(f.n_looks, 4);
   assert_int_equal(f.before.bytes, 1000);
   assert_int_equal(f.when, AH_WHEN_RUN);
   assert_int_equal(f.saves[AH_WHEN_RUN].bytes, 500);
   assert_int_equal(f.saves[AH_WHEN_RUN].blocks, 50);
   assert_int_equal(f.saves[AH_WHEN_END].bytes, 0);
}

/* Before what is alive at the end, which need not be a fault. */
static void growth_has_a_place(void **state)
{
   (void)state;
   for (int64_t end_B = 400; end_B <= 600; end_B += 200) {
      begin();
      sites[1].at_end = (ah_amount){ end_B, 5 };
      look(AH_LOOK_ASKED, 1000, 500);
      look(AH_LOOK_ASKED, 1010, 500);
      look(AH_LOOK_ASKED, 1400, 500);
      look(AH_LOOK_ASKED, 1500, 500);
      ah_findings found = find_in(&profile, &ah_criteria_default);
      assert_int_equal(found.n, 2);
      assert_int_equal(found.findings[0].kind, AH_GROWING);
   }
}

/* From nothing till the end, which is compared if few looks were asked for. */
static void grows_till_the_end(void **state)
{
   (void)state;
   begin();
   look(AH_LOOK_PEAK, 0, 500);
   look(AH_LOOK_TIME, 700, 500);
   look(AH_LOOK_TIME, 800, 500);
   look(AH_LOOK_END, 1500, 500);
   ah_finding f = only_in(&profile, AH_GROWING);
   assert_int_equal(f.before.bytes, 0);
   assert_int_equal(f.when, AH_WHEN_END);
   assert_int_equal(f.saves[AH_WHEN_END].bytes, 1500);
}

/* In no more blocks than before. */
static void grows_in_place(void **state)
{
   (void)state;
   begin();
   look(AH_LOOK_PEAK, 1000, 500);
   look(AH_LOOK_TIME, 1000, 700);
   look(AH_LOOK_TIME, 1000, 800);
   look(AH_LOOK_END, 1000, 900);
   ah_finding f = only_in(&profile, AH_GROWING);
   assert_string_equal(f.keeper->name, "config");
   assert_int_equal(f.when, AH_WHEN_END);
   assert_int_equal(f.saves[AH_WHEN_END].bytes, 400);
   assert_int_equal(f.saves[AH_WHEN_END].blocks, 0);
}

/* What the program frees at its end says nothing, be it behind that at exit or not. */
static void compares_what_was_asked_for(void **state)
{
   (void)state;
   for (int has_exit = 0; has_exit < 2; has_exit++) {
      begin();
      look(AH_LOOK_ASKED, 1000, 500);
      look(AH_LOOK_TIME, 1200, 500);
      look(AH_LOOK_ASKED, 1500, 500);
      look(AH_LOOK_TIME, 1600, 500);
      look(AH_LOOK_PEAK, 1500, 500);
      if (has_exit)
         look(AH_LOOK_EXIT, 1700, 500);
      look(AH_LOOK_END, 10, 500);
      ah_finding f = only_in(&profile, AH_GROWING);
      assert_int_equal(f.n_looks, has_exit ? 5 : 4);
      assert_int_equal(f.saves[AH_WHEN_RUN].bytes, has_exit ? 700 : 600);
      assert_int_equal(f.when, AH_WHEN_RUN);
      looks[1].why = AH_LOOK_PEAK;
      if (!has_exit)
         check_none_in(&profile);
   }
}

static size_t n_growing(const int64_t *series, size_t n)
{
   begin();
   for (size_t k = 0; k < n; k++)
      look(AH_LOOK_ASKED, series[k], 500);
   return find_in(&profile, &ah_criteria_default).n;
}

static void does_not_grow(void **state)
{
   (void)state;
   static const int64_t series[][4] = {
      { 1000, 1500, 1500, 2000 }, { 1000, 1500, 1499, 2000 }, { 1000, 1500, 2000, 2000 },
      { 0, 0, 1000, 2000 },       { 1000, 0, 1500, 2000 },    { 1000, 1010, 1020, 1090 },
      { 1000, 1100, 1200, 0 },
   };
   for (size_t i = 0; i < sizeof series / sizeof series[0]; i++)
      assert_int_equal(n_growing(series[i], 4), 0);
   begin(); /* too few looks */
   look(AH_LOOK_ASKED, 1000, 500);
   look(AH_LOOK_ASKED, 2000, 500);
   check_none_in(&profile);
   assert_null(ah_finding_lacks(AH_GROWING, &profile));
   ah_criteria two = ah_criteria_default;
   two.looks = 2;
   ah_findings found = find_in(&profile, &two);
   assert_int_equal(found.n, 1);
   profile.n_looks = 1;
   assert_non_null(ah_finding_lacks(AH_GROWING, &profile));
}

/* Once it is there, it grows in three of four looks, and never shrinks. */
static void grows_in_most(void **state)
{
   (void)state;
   assert_int_equal(n_growing((int64_t[]){ 0, 0, 0, 500, 600, 700 }, 6), 1);
   assert_int_equal(n_growing((int64_t[]){ 0, 0, 0, 500, 600 }, 5), 0);
   assert_int_equal(n_growing((int64_t[]){ 1000, 1100, 1200, 1200, 1300 }, 5), 1);
   assert_int_equal(n_growing((int64_t[]){ 1000, 1100, 1200, 1199, 1300, 1400 }, 6), 0);
   assert_int_equal(n_growing((int64_t[]){ 1000, 1100, 1200, 1300, 1300, 1300 }, 6), 0);
}

/* ---- Spread over the run ---- */

static ah_snapshot snapshots[10];
static ah_live lives[10];

/* Looks of --owners=auto until `last`, then the one at exit, at 10000; snapshots have the
   first site's bytes. */
static void begin_spread(int64_t last, const int64_t *snapshot_B, size_t n)
{
   begin();
   for (int64_t i = 1; i <= 4; i++) {
      look(AH_LOOK_TIME, 200 * i, 500);
      looks[i - 1].time = last * i / 4;
   }
   look(AH_LOOK_EXIT, 2000, 500);
   looks[4].time = 10000;
   look(AH_LOOK_END, 0, 500);
   looks[5].time = profile.totals.end_time = 10100;
   profile.totals.peak_time = 9000;
   for (size_t i = 0; i < n; i++) {
      lives[i] = (ah_live){ 0, { snapshot_B[i], 1 } };
      if (sites[0].max.bytes < snapshot_B[i])
         sites[0].max.bytes = snapshot_B[i];
      snapshots[i] = (ah_snapshot){ .time = 1000 * (int64_t)(i + 1),
                                    .sites = &lives[i],
                                    .n_sites = 1 };
   }
   profile.snapshots = snapshots;
   profile.n_snapshots = n;
}

static void are_spread(void **state)
{
   (void)state;
   begin_spread(8000, NULL, 0);
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 5);
   /* Half of the time between the first and the last without one, and a little more. */
   begin_spread(5714, NULL, 0);
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 5);
   /* Then those before are judged, if they reach to half of the run. */
   begin_spread(5710, NULL, 0);
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 4);
   begin_spread(5050, NULL, 0);
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 4);
   begin_spread(5049, NULL, 0);
   check_none_in(&profile);
}

/* A cache that is emptied can be larger in each look. */
static void snapshots_deny(void **state)
{
   (void)state;
   static const int64_t emptied[] = { 0, 500, 900, 100, 900, 1000, 0, 900, 1900, 2000 };
   static const int64_t others[] = {
      0, 500, 900, 1000, 1500, 500, 900, 1000, 1900, 2000
   };
   begin_spread(8000, emptied, 10); /* 1,000 of 1,800 and of 2,000 */
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 5);
   lives[5].amount.bytes = 1001;
   check_none_in(&profile);
   begin_spread(8000, others, 10);
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 5);
}

/* Early looks do not tell growth from what is built first. */
static void snapshots_tell(void **state)
{
   (void)state;
   static const int64_t grows[] = { 0, 50, 300, 500, 700, 900, 900, 1200, 1500, 1900 };
   static const int64_t is_built[] = { 0,    500,  900,  1400, 2000,
                                       2000, 2000, 2000, 2000, 2000 };
   int64_t of[10];
   begin_spread(1000, grows, 10);
   ah_finding f = only_in(&profile, AH_GROWING);
   assert_int_equal(f.saves[AH_WHEN_RUN].bytes, 1800);
   begin_spread(1000, grows, 8); /* of which 7 have the site, and the one before */
   check_none_in(&profile);
   begin_spread(1000, is_built, 10);
   check_none_in(&profile);
   memcpy(of, grows, sizeof of);
   of[6] = of[5] - of[5] / 64; /* a moment's */
   begin_spread(1000, of, 10);
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 5);
   of[6]--;
   begin_spread(1000, of, 10);
   check_none_in(&profile);
   /* Of a variable: a frame of before can have been another. */
   begin_spread(1000, grows, 10);
   for (size_t i = 0; i < profile.n_looks; i++)
      lists[i][CACHE].kind = AH_KEEPER_LOCAL;
   check_none_in(&profile);
}

/* ---- Rings ---- */

static ah_leak_site leaks[1];
static ah_ring rings[2];

/* The first site has lost blocks, of which some are in rings. */
static void begin_rings(int64_t n_definite, int64_t n_in_rings, int64_t ring_B)
{
   static ah_root root = { .kind = AH_ROOT_LOST };
   static ah_retainer retainers[2];
   begin();
   look(AH_LOOK_END, 0, 500);
   retainers[0] = (ah_retainer){ .above = -1, .kind = AH_RETAINER_ROOT };
   retainers[1] =
      (ah_retainer){ .above = 0, .kind = AH_RETAINER_SITE, .retained = { 1000, 10 } };
   leaks[0] = (ah_leak_site){ .amount = { 1000, n_definite }, .rings = n_in_rings };
   rings[0] = (ah_ring){ .n = 2, .lost = { ring_B, 5 }, .holder = -1 };
   profile.roots = &root;
   profile.n_roots = 1;
   looks[0].leak_sites = leaks;
   looks[0].leaks[AH_LEAK_DEFINITE] = (ah_amount){ 1000, 10 };
   looks[0].rings = rings;
   looks[0].retainers = retainers;
   looks[0].n_leak_sites = looks[0].n_rings = 1;
   looks[0].n_retainers = 2;
}

static void is_a_ring(void **state)
{
   (void)state;
   begin_rings(10, 10, 900);
   ah_finding f = only_in(&profile, AH_CYCLE);
   assert_int_equal(f.n_cycles, 2);
   assert_int_equal(f.when, AH_WHEN_END);
   assert_int_equal(f.saves[AH_WHEN_END].bytes, 900);
   /* One of them is not in a ring: at most what no ring has. */
   begin_rings(10, 9, 900);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.findings[0].kind, AH_CYCLE);
   assert_int_equal(found.findings[1].kind, AH_LOST);
   assert_int_equal(ah_finding_saved(&found.findings[1]).bytes, 100);
   begin_rings(10, 9, 1000);
   rings[0].lost.blocks = 10;
   only_in(&profile, AH_CYCLE);
   /* All of it is known. */
   begin_rings(0, 0, 900);
   leaks[0].amount = (ah_amount){ 0, 0 };
   leaks[0].ignored = (ah_amount){ 1000, 10 };
   looks[0].retainers[1].is_ignored = true;
   check_none_in(&profile);
}

/* By what they save, be it of the peak or of the end. */
static void is_ranked_by_its_bytes(void **state)
{
   (void)state;
   for (int64_t ring_B = 400; ring_B <= 600; ring_B += 200) {
      begin_rings(10, 10, ring_B);
      profile.has_accesses = true;
      sites[1].total = sites[1].at_peak = (ah_amount){ 500, 5 };
      sites[1].min_size = sites[1].max_size = 100;
      sites[1].rare = &(ah_rare){ .never_read = { 500, 5 } };
      ah_findings found = find_in(&profile, &ah_criteria_default);
      assert_int_equal(found.findings[0].kind, ring_B > 500 ? AH_CYCLE : AH_UNREAD);
      assert_int_equal(found.findings[1].kind, ring_B > 500 ? AH_UNREAD : AH_CYCLE);
   }
}

/* Sites whose type is unknown are findings of their own. */
static void tells_sites_apart(void **state)
{
   (void)state;
   begin_rings(10, 10, 300);
   rings[1] = (ah_ring){ .site = 1, .to = 1, .n = 3, .lost = { 400, 5 }, .holder = -1 };
   looks[0].n_rings = 2;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 2);
   assert_int_equal(found.findings[0].site, 1);
   assert_int_equal(found.findings[1].site, 0);
}

/* Lost blocks are a finding of their own; blocks of libraries are none. */
static void grows_of_the_program(void **state)
{
   (void)state;
   static const uint32_t of_library[] = { 2 };
   for (int is_lost = 0; is_lost < 2; is_lost++) {
      begin();
      for (int64_t i = 1; i <= 4; i++)
         look(AH_LOOK_ASKED, 1000 * i, 500);
      for (size_t i = 0; i < 4 && is_lost; i++)
         lists[i][CACHE].kind = AH_KEEPER_LOST;
      if (!is_lost)
         sites[0].frames = of_library;
      check_none_in(&profile);
   }
}

/* What nobody reads while it grows, but then most of it, and more than what leads to the
   next block, is the program's data. */
static void data_is_no_growth(void **state)
{
   (void)state;
   begin();
   for (int64_t i = 1; i <= 4; i++)
      look(AH_LOOK_ASKED, 1000 * i, 500);
   ah_rare rare = {
      .old_B = 900, .idle = { 400, 4 }, .never_read = { 600, 0 }, .reads = 501
   };
   sites[0].rare = &rare;
   check_in(&profile, AH_GROWING, 3000, 300);
   rare.reads = 500; /* of 400 bytes: each was read once, so not before */
   check_none_in(&profile);
   rare.reads = 501;
   lists[2][CACHE].idle = (ah_amount){ 750, 1 };
   check_none_in(&profile);
   rare.idle.bytes = 450;
   check_in(&profile, AH_GROWING, 3000, 300);
   rare.idle.bytes = 400;
   rare.never_read.bytes = 667;
   check_in(&profile, AH_GROWING, 3000, 300);
}

/* No byte of the peak is counted twice: the larger one has it, and what is left of the
   other is a finding if it is most of it. */
static void is_counted_once(void **state)
{
   (void)state;
   for (int64_t unread_B = 1800; unread_B <= 3600; unread_B += 1800) {
      begin();
      profile.has_accesses = true;
      for (int64_t i = 1; i <= 4; i++)
         look(AH_LOOK_ASKED, 1000 * i, 500);
      ah_rare rare = { .need = { .unread = { unread_B, 40 } },
                       .need_at_peak = { .unread = { unread_B, 40 } } };
      sites[0].total = sites[0].at_peak = (ah_amount){ 4000, 400 };
      sites[0].rare = &rare;
      ah_findings found = find_in(&profile, &ah_criteria_default);
      ah_finding first = found.findings[0];
      assert_int_equal(found.n, 1 + (unread_B == 1800));
      assert_int_equal(first.kind, unread_B == 1800 ? AH_GROWING : AH_UNREAD);
      assert_int_equal(ah_finding_saved(&first).bytes, unread_B == 1800 ? 3000 : 3600);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(grows),
      cmocka_unit_test(growth_has_a_place),
      cmocka_unit_test(grows_till_the_end),
      cmocka_unit_test(grows_in_place),
      cmocka_unit_test(compares_what_was_asked_for),
      cmocka_unit_test(does_not_grow),
      cmocka_unit_test(grows_in_most),
      cmocka_unit_test(are_spread),
      cmocka_unit_test(snapshots_deny),
      cmocka_unit_test(snapshots_tell),
      cmocka_unit_test(is_a_ring),
      cmocka_unit_test(is_ranked_by_its_bytes),
      cmocka_unit_test(tells_sites_apart),
      cmocka_unit_test(grows_of_the_program),
      cmocka_unit_test(data_is_no_growth),
      cmocka_unit_test(is_counted_once),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
