/* test_ah_weight.c -- which bytes of sites a tree shows: --at of the commands.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_look.h"
#include "heap/ah_weight.h"

static ah_live live[] = { { 1, { 4, 1 } }, { 0, { 3, 1 } } };
static ah_snapshot snapshots[] = {
   { .time = 10,
     .live = { 9, 3 },
     .sites = live,
     .n_sites = 1,
     .n_rest = 2,
     .rest = { 5, 2 } },
   { .time = 30, .live = { 7, 2 }, .sites = live, .n_sites = 2 },
   { .time = 50 },
};
static ah_site sites[] = {
   { .total = { 100, 10 }, .at_peak = { 60, 6 }, .at_end = { 20, 2 } },
   { .total = { 50, 5 }, .at_peak = { 30, 3 } },
};
static const ah_profile profile = {
   .has_lifetimes = true,
   .snapshots = snapshots,
   .n_snapshots = 3,
   .sites = sites,
   .n_sites = 2,
   .totals = { .total = { 150, 15 },
               .peak = { 90, 9 },
               .end = { 20, 2 },
               .peak_time = 40,
               .end_time = 100 },
};
/* Two looks at one time: of those, the last counts. */
static ah_leak_site leaks[] = { { 0, AH_LEAK_DEFINITE, { 2, 0 }, 0, { 1, 1 } },
                                { 0, AH_LEAK_REACHABLE, { 20, 2 }, 0, { 0, 0 } },
                                { 1, AH_LEAK_POSSIBLE, { 4, 1 }, 0, { 0, 0 } } };
static ah_look looks[] = {
   { .time = 10 },
   { .time = 39 },
   { .time = 39, .live = { 27, 4 }, .leak_sites = leaks, .n_leak_sites = 3 },
   { .time = 100, .why = AH_LOOK_END },
};
static const ah_profile looked_at = {
   .has_lifetimes = true,
   .snapshots = snapshots,
   .n_snapshots = 3,
   .sites = sites,
   .n_sites = 2,
   .looks = looks,
   .n_looks = 4,
   .totals = { .peak_time = 40, .end_time = 100 },
};
/* A profile of copies, say. */
static const ah_profile bare = { .totals = { .end_time = 100 } };

/* ---- Reading ---- */

static void parses(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      ah_weight_kind kind;
      size_t index;
   } cases[] = {
      { "peak", AH_AT_PEAK, 0 },          { "end", AH_AT_END, 0 },
      { "total", AH_TOTAL, 0 },           { "1", AH_AT_SNAPSHOT, 0 },
      { "3", AH_AT_SNAPSHOT, 2 },         { "003", AH_AT_SNAPSHOT, 2 },
      { "time=0", AH_AT_SNAPSHOT, 0 },    { "time=10", AH_AT_SNAPSHOT, 0 },
      { "time=20", AH_AT_SNAPSHOT, 0 }, /* of two as near, the first */
      { "time=20.1", AH_AT_SNAPSHOT, 1 }, { "time=29.5", AH_AT_SNAPSHOT, 1 },
      { "time=1e9", AH_AT_SNAPSHOT, 2 },  { "time=31%", AH_AT_SNAPSHOT, 1 },
      { "41%", AH_AT_SNAPSHOT, 2 },       { "0%", AH_AT_SNAPSHOT, 0 },
      { "100%", AH_AT_SNAPSHOT, 2 },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_weight weight = { .kind = AH_AT_SNAPSHOT, .index = 99 };
      an_error error = { .message = "" };
      if (!ah_weight_parse(&weight, &profile, cases[i].text, &error))
         fail_msg("%s: %s", cases[i].text, error.message);
      assert_int_equal(weight.kind, cases[i].kind);
      assert_int_equal(weight.index, cases[i].index);
   }
}

static void parses_numbers(void **state)
{
   (void)state;
   static ah_snapshot many[12];
   ah_profile p = { .snapshots = many };
   an_error error;
   for (size_t n = 1; n <= 12; n += 11) {
      ah_weight weight;
      char text[20];
      p.n_snapshots = n;
      snprintf(text, sizeof text, "%zu", n);
      assert_true(ah_weight_parse(&weight, &p, text, &error));
      assert_int_equal(weight.index, n - 1);
      snprintf(text, sizeof text, "%zu", n + 1);
      assert_false(ah_weight_parse(&weight, &p, text, &error));
   }
}

static void refuses(void **state)
{
   (void)state;
   static const char what[] = "expected peak, end, total, the number of a snapshot, a "
                              "percentage of the run, time=TIME, or look=N";
   static const char range[] = "expected snapshot 1 to 3";
   static const char time[] = "expected time=TIME or time=PERCENT%";
   static const char percent[] = "expected a percentage from 0 to 100";
   static const char none[] = "the profile has no snapshots";
   static const char totals[] = "the profile has only totals";
   static const struct {
      const ah_profile *profile;
      const char *text, *message;
   } cases[] = {
      { &profile, "", what },
      { &profile, "peaks", what },
      { &profile, "-1", what },
      { &profile, "1x", what },
      { &profile, "0", range },
      { &profile, "4", range },
      { &profile, "18446744073709551617", range }, /* 2^64 + 1 */
      { &profile, "time=", time },
      { &profile, "time=x", time },
      { &profile, "time=1x", time },
      { &profile, "5%%", time },
      { &profile, "x%", time },
      { &profile, "100.1%", percent },
      { &bare, "peak", totals },
      { &bare, "end", totals },
      { &bare, "1", none },
      { &bare, "5%", none },
      { &bare, "time=5", none },
      { &bare, "look=1", "the profile has no owner snapshots" },
      { &looked_at, "look=", what },
      { &looked_at, "look=x", what },
      { &looked_at, "look=0", "expected owner snapshot 1 to 4" },
      { &looked_at, "look=5", "expected owner snapshot 1 to 4" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_weight weight;
      an_error error = { .message = "" };
      if (ah_weight_parse(&weight, cases[i].profile, cases[i].text, &error))
         fail_msg("accepted %s", cases[i].text);
      assert_string_equal(error.message, cases[i].message);
   }
   ah_weight weight;
   an_error error;
   assert_true(ah_weight_parse(&weight, &bare, "total", &error));
}

/* ---- Looks ---- */

static void looks_at(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t look;
   } cases[] = {
      { "look=1", 0 }, { "look=2", 1 }, { "look=4", 3 },   { "peak", 2 },
      { "end", 3 },    { "total", 3 },  { "time=10", 0 },  { "time=26", 2 },
      { "1", 0 },      { "3", 2 },      { "time=100", 2 }, /* the snapshot at 50 */
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_weight weight;
      an_error error;
      assert_true(ah_weight_parse(&weight, &looked_at, cases[i].text, &error));
      assert_int_equal(ah_weight_look(weight, &looked_at), cases[i].look);
   }
}

static void sums_a_look(void **state)
{
   (void)state;
   ah_weight weight = { .kind = AH_AT_LOOK, .index = 2 };
   ah_amount *amounts, rest;
   int64_t n_rest;
   assert_string_equal(ah_weight_name(weight), "look");
   assert_int_equal(ah_weight_time(weight, &looked_at), 39);
   assert_int_equal(ah_weight_amount(weight, &looked_at).bytes, 27);
   ah_weight_sites(weight, an_alloc_malloc(), &looked_at, &amounts, &n_rest, &rest);
   assert_int_equal(amounts[0].bytes, 23);
   assert_int_equal(amounts[0].blocks, 3);
   assert_int_equal(amounts[1].bytes, 4);
   assert_int_equal(amounts[1].blocks, 1);
   assert_int_equal(n_rest + rest.bytes + rest.blocks, 0);
}

/* ---- Values ---- */

static void knows_names_and_times(void **state)
{
   (void)state;
   static const struct {
      ah_weight weight;
      const char *name;
      int64_t time, bytes, blocks;
   } cases[] = {
      { { .kind = AH_AT_PEAK }, "peak", 40, 90, 9 },
      { { .kind = AH_AT_END }, "end", 100, 20, 2 },
      { { .kind = AH_TOTAL }, "total", 100, 150, 15 },
      { { .kind = AH_AT_SNAPSHOT }, "snapshot", 10, 9, 3 },
      { { .kind = AH_AT_SNAPSHOT, .index = 1 }, "snapshot", 30, 7, 2 },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      assert_string_equal(ah_weight_name(cases[i].weight), cases[i].name);
      assert_int_equal(ah_weight_time(cases[i].weight, &profile), cases[i].time);
      assert_amount(ah_weight_amount(cases[i].weight, &profile), cases[i].bytes,
                    cases[i].blocks);
   }
}

/* Sites that a snapshot does not list have nothing, and are in the rest. */
static void weighs_sites(void **state)
{
   (void)state;
   static const struct {
      ah_weight weight;
      ah_amount sites[2];
      int64_t n_rest;
      ah_amount rest;
   } cases[] = {
      { { .kind = AH_AT_PEAK }, { { 60, 6 }, { 30, 3 } }, 0, { 0, 0 } },
      { { .kind = AH_AT_END }, { { 20, 2 }, { 0, 0 } }, 0, { 0, 0 } },
      { { .kind = AH_TOTAL }, { { 100, 10 }, { 50, 5 } }, 0, { 0, 0 } },
      { { .kind = AH_AT_SNAPSHOT }, { { 0, 0 }, { 4, 1 } }, 2, { 5, 2 } },
      { { .kind = AH_AT_SNAPSHOT, .index = 1 }, { { 3, 1 }, { 4, 1 } }, 0, { 0, 0 } },
      { { .kind = AH_AT_SNAPSHOT, .index = 2 }, { { 0, 0 }, { 0, 0 } }, 0, { 0, 0 } },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_amount *amounts, rest = { 7, 7 };
      int64_t n_rest = 7;
      ah_weight_sites(cases[i].weight, test_alloc(), &profile, &amounts, &n_rest, &rest);
      assert_memory_equal(amounts, cases[i].sites, sizeof cases[i].sites);
      assert_int_equal(n_rest, cases[i].n_rest);
      assert_amount(rest, cases[i].rest.bytes, cases[i].rest.blocks);
   }
   ah_amount *amounts, rest;
   int64_t n_rest;
   ah_weight_sites((ah_weight){ .kind = AH_TOTAL }, an_alloc_malloc(), &bare, &amounts,
                   &n_rest, &rest);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(parses),       cmocka_unit_test(parses_numbers),
      cmocka_unit_test(refuses),      cmocka_unit_test(looks_at),
      cmocka_unit_test(sums_a_look),  cmocka_unit_test(knows_names_and_times),
      cmocka_unit_test(weighs_sites),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
