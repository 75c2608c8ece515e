/* test_ac_what_if.c -- changes of counts, and what follows from them.
   tests/golden/cs_annotate.sh holds the figures for whole profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_what_if.h"

static const char text[] =
   "cmd: x\nevents: Ir I1mr ILmr Dr D1mr D2mr DLmr Dw D1mw DLmw Bcm Lcold Lcap Lconf "
   "Cx Cf Cd Cb\n"
   "fl=dir/a.c\nfn=f(int)\n1 100 1 1 50 10 6 4 5 2 1 3 1 2 2 120 30 460 42\n"
   "2 10 0 0 5 0 0 0 0 0 0 0 0 0 0 10 0 0 0\n"
   "fl=b.c\nfn=g\n1 40 0 0 20 8 8 8 0 0 0 5 8 0 0 40 0 800 70\n"
   "summary: 150 1 1 75 18 14 12 5 2 1 8 9 2 2 170 30 1260 112\n";

enum { N_EVENTS = 18, DLMR = 6, D1MR = 4, D2MR = 5, CD = 16, CB = 17 };

typedef struct {
   ac_profile *profile;
   ac_metrics *metrics;
   ac_what_if what_if;
   an_error error;
} fixture;

static void open_fixture(fixture *f)
{
   *f = (fixture){ .profile = NULL };
   f->profile = test_good_profile(text);
   f->metrics = ac_metrics_new(test_alloc(), f->profile, NULL, &f->error);
   assert_non_null(f->metrics);
}

static bool open_changes(fixture *f, const char *const *texts, size_t n)
{
   return ac_what_if_open(&f->what_if, test_alloc(), f->profile, NULL, f->metrics, texts,
                          n, &f->error);
}

/* The totals of a change differ in these events alone, by so much. */
static void check(const char *change, size_t n_rows, size_t event, int64_t left)
{
   fixture f;
   open_fixture(&f);
   if (!open_changes(&f, &change, 1))
      fail_msg("%s", f.error.message);
   ac_what_if_run(&f.what_if);
   assert_int_equal(f.what_if.changes[0].n_rows, n_rows);
   assert_int_equal(f.what_if.totals[event], left);
}

static void test_places(void **state)
{
   (void)state;
   check("a.c:1 D1mr=0", 1, D1MR, 8);
   check("dir/a.c:1 D1mr=0", 1, D1MR, 8);
   check("dir/*:1 D1mr=0", 1, D1MR, 8);
   check(".c:1 D1mr=0", 0, D1MR, 18); /* whole parts of a path */
   check("f D1mr=0", 2, D1MR, 8);
   check("f(int) D1mr=0", 2, D1MR, 8);
   check("[fg]* D1mr=0", 3, D1MR, 0);
   check("D1mr=0", 3, D1MR, 0);
   check("  g  D1mr = *0.5 ", 1, D1MR, 14);
   check("a.c:0 D1mr=0", 0, D1MR, 18);
}

static void test_what_follows(void **state)
{
   (void)state;
   check("a.c:1 D1mr=0", 1, D2MR, 8); /* levels behind */
   check("a.c:1 D1mr=0", 1, DLMR, 8);
   check("a.c:1 D1mr=*0.5", 1, DLMR, 10);
   check("a.c:1 D2mr=0", 1, D1MR, 18); /* not those before */
   check("a.c:1 D2mr=0", 1, DLMR, 8);
   check("a.c:1 Lconf=*0.5", 1, DLMR, 11); /* 1 of 5 goes: 0.8 * 4, and 8 */
   check("b.c:1 Lconf=0", 1, DLMR, 12);    /* it has none */
   /* Prices: 10 * (10 + 2) + 10 * 6 + 80 * (4 + 1) = 580 of line 1. */
   check("a.c:1 DLmr=0", 1, CD, 800 + 206); /* 460 * 260 / 580 = 206.2 */
   check("a.c:1 Cd=*0.5", 1, CD, 800 + 230);
   check("g Bcm=*0.2", 1, CB, 42 + 14);
   check("g all=0", 1, CB, 42);
   check("Ir=0", 3, CB, 112);
}

static void test_refused(void **state)
{
   (void)state;
   static const struct {
      const char *change, *message;
   } cases[] = {
      { "f", "change \"f\": expected WHERE EVENT=VALUE" },
      { "f D1mr=2",
        "change \"f D1mr=2\": expected 0 or a factor such as *0.5 after \"=\"" },
      { "object x D1mr=0",
        "change \"object x D1mr=0\": the profile has no data objects" },
      { "MPKI=0", "change \"MPKI=0\": MPKI is not a sum of events" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      fixture f;
      open_fixture(&f);
      assert_false(open_changes(&f, &cases[i].change, 1));
      assert_string_equal(f.error.message, cases[i].message);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_what_follows),
      cmocka_unit_test(test_refused),
   };
   return cmocka_run_group_tests_name("ac_what_if", tests, NULL, NULL);
}
