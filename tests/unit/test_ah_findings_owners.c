/* test_ah_findings_owners.c -- findings of looks at owners: what only grows, and what is
   kept though nobody reads it.  What is lost is in test_ah_findings.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_findings.h"

#include "heap/ah_look.h"

/* ---- Looks ---- */

enum { MOST_LOOKS = 5, MOST_KEEPERS = 5, CACHE = 0, CONFIG = 2 };

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
}

/* ---- What only grows ---- */

static void grows(void **state)
{
   (void)state;
   begin();
   look(AH_LOOK_ASKED, 1000, 500);
   look(AH_LOOK_ASKED, 1010, 500);
   look(AH_LOOK_ASKED, 1500, 500);
   ah_finding f = only_in(&profile, AH_GROWING);
   assert_string_equal(f.keeper->name, "cache");
   assert_int_equal(f.site, 0);
   assert_int_equal(f.n_looks, 3);
   assert_int_equal(f.before.bytes, 1000);
   assert_int_equal(f.when, AH_WHEN_RUN);
   assert_int_equal(f.saves[AH_WHEN_RUN].bytes, 500);
   assert_int_equal(f.saves[AH_WHEN_RUN].blocks, 50);
   assert_int_equal(f.saves[AH_WHEN_END].bytes, 0);
}

/* Before less that is alive at the end, and behind more. */
static void growth_has_a_place(void **state)
{
   (void)state;
   for (int64_t end_B = 400; end_B <= 600; end_B += 200) {
      begin();
      sites[1].at_end = (ah_amount){ end_B, 5 };
      look(AH_LOOK_ASKED, 1000, 500);
      look(AH_LOOK_ASKED, 1010, 500);
      look(AH_LOOK_ASKED, 1500, 500);
      ah_findings found = find_in(&profile, &ah_criteria_default);
      assert_int_equal(found.n, 2);
      assert_int_equal(found.findings[0].kind, end_B > 500 ? AH_LEAKED : AH_GROWING);
   }
}

/* From nothing till the end, which is compared if few looks were asked for. */
static void grows_till_the_end(void **state)
{
   (void)state;
   begin();
   look(AH_LOOK_PEAK, 0, 500);
   look(AH_LOOK_TIME, 700, 500);
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
   look(AH_LOOK_END, 1000, 900);
   ah_finding f = only_in(&profile, AH_GROWING);
   assert_string_equal(f.keeper->name, "config");
   assert_int_equal(f.when, AH_WHEN_END);
   assert_int_equal(f.saves[AH_WHEN_END].bytes, 400);
   assert_int_equal(f.saves[AH_WHEN_END].blocks, 0);
}

/* What is freed at the end says nothing, if there are enough looks before. */
static void compares_what_was_asked_for(void **state)
{
   (void)state;
   begin();
   look(AH_LOOK_ASKED, 1000, 500);
   look(AH_LOOK_TIME, 1200, 500);
   look(AH_LOOK_ASKED, 1500, 500);
   look(AH_LOOK_PEAK, 1500, 500);
   look(AH_LOOK_END, 10, 500);
   assert_int_equal(only_in(&profile, AH_GROWING).n_looks, 3);
   looks[1].why = AH_LOOK_PEAK;
   check_none_in(&profile);
}

static void does_not_grow(void **state)
{
   (void)state;
   static const int64_t series[][4] = {
      { 1000, 1500, 1500, 2000 }, { 1000, 1500, 1499, 2000 }, { 1000, 1500, 2000, 2000 },
      { 0, 0, 1000, 2000 },       { 1000, 0, 1500, 2000 },    { 1000, 1010, 1020, 1090 },
      { 1000, 1100, 1200, 0 },
   };
   for (size_t i = 0; i < sizeof series / sizeof series[0]; i++) {
      begin();
      for (size_t k = 0; k < 4; k++)
         look(AH_LOOK_ASKED, series[i][k], 500);
      check_none_in(&profile);
   }
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

/* Lost blocks are a finding of their own; blocks of libraries are none. */
static void grows_of_the_program(void **state)
{
   (void)state;
   static const uint32_t of_library[] = { 2 };
   for (int is_lost = 0; is_lost < 2; is_lost++) {
      begin();
      for (int64_t i = 1; i <= 3; i++)
         look(AH_LOOK_ASKED, 1000 * i, 500);
      for (size_t i = 0; i < 3 && is_lost; i++)
         lists[i][CACHE].kind = AH_KEEPER_LOST;
      if (!is_lost)
         sites[0].frames = of_library;
      check_none_in(&profile);
   }
}

/* ---- What nobody reads any more ---- */

static void begin_idle(ah_amount idle)
{
   begin();
   look(AH_LOOK_END, 1000, 500);
   looks[0].idle_since = 30000;
   lists[0][CACHE].idle = lists[0][CACHE + 1].idle = idle;
}

static void is_idle(void **state)
{
   (void)state;
   begin_idle((ah_amount){ 500, 40 });
   ah_finding f = only_in(&profile, AH_IDLE);
   assert_string_equal(f.keeper->name, "cache");
   assert_int_equal(f.site, 0);
   assert_int_equal(f.when, AH_WHEN_PEAK); /* which is later */
   for (ah_when when = 0; when < AH_N_WHENS; when++) {
      assert_int_equal(f.saves[when].bytes, 500);
      assert_int_equal(f.saves[when].blocks, 40);
   }
   profile.totals.peak_time = 29999;
   f = only_in(&profile, AH_IDLE);
   assert_int_equal(f.when, AH_WHEN_END);
   assert_int_equal(f.saves[AH_WHEN_PEAK].bytes, 0);
}

static void is_not_idle(void **state)
{
   (void)state;
   begin_idle((ah_amount){ 499, 40 }); /* less than half */
   check_none_in(&profile);
   begin_idle((ah_amount){ 600, 40 });
   lists[0][CACHE].retained.bytes = 600;
   lists[0][CACHE].kind = AH_KEEPER_LOST;
   check_none_in(&profile);
   begin_idle((ah_amount){ 99, 9 }); /* less than 1 % of the peak */
   lists[0][CACHE].retained.bytes = 100;
   check_none_in(&profile);
   begin_idle((ah_amount){ 600, 40 });
   looks[0].idle_since = 0;
   check_none_in(&profile);
   assert_non_null(ah_finding_lacks(AH_IDLE, &profile));
   looks[0].idle_since = 30000;
   assert_null(ah_finding_lacks(AH_IDLE, &profile));
   looks[0].why = AH_LOOK_ASKED;
   check_none_in(&profile);
   assert_non_null(ah_finding_lacks(AH_IDLE, &profile));
}

/* The site with most bytes below the keeper is where to look. */
static void names_the_main_site(void **state)
{
   (void)state;
   begin_idle((ah_amount){ 900, 40 });
   ah_keeper *list = lists[0];
   list[4] = list[3];
   list[4].above = 3;
   list[3] = list[2];
   list[2] = below(1, 1, (ah_amount){ 1200, 3 });
   list[CACHE].retained.bytes = 1800;
   keepers[0].n = 5;
   assert_int_equal(only_in(&profile, AH_IDLE).site, 1);
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
      cmocka_unit_test(grows_of_the_program),
      cmocka_unit_test(is_idle),
      cmocka_unit_test(is_not_idle),
      cmocka_unit_test(names_the_main_site),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
