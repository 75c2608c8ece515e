/* test_ac_findings_pair.c -- which findings of two profiles are new, gone, or changed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_findings_pair.h"

#include <stdio.h>

static ac_finding make(ac_finding_kind kind, const char *file, uint32_t line,
                       const char *function, long double cycles)
{
   return (ac_finding){
      .kind = kind, .file = file, .line = line, .function = function, .cycles = cycles
   };
}

/* "grew f:12 3.0 8.0" of each, and how many are the same.  OLD has so many cycles, NEW
   2,000. */
static void check_of(long double old_all, ac_finding *old, size_t n_old, ac_finding *new,
                     size_t n_new, const char *expected)
{
   char got[512] = "";
   size_t n = 0;
   const ac_findings before = { .of = old, .n = n_old, .all = old_all };
   const ac_findings after = { .of = new, .n = n_new, .all = 2000 };
   ac_findings_pair pair;
   ac_findings_pair_open(&pair, test_alloc(), &before, &after, NULL, 1);
   for (size_t i = 0; i < pair.n; i++) {
      const ac_finding_pair *of = &pair.of[i];
      const ac_finding *f = of->new == NULL ? of->old : of->new;
      n += (size_t)snprintf(got + n, sizeof got - n, "%s %s:%u %.1f %.1f\n",
                            ac_finding_pair_state(&pair, of), f->function, f->line,
                            ac_findings_percent(pair.old, of->old),
                            ac_findings_percent(pair.new, of->new));
   }
   snprintf(got + n, sizeof got - n, "%zu same", pair.n_same);
   assert_string_equal(got, expected);
}

static void check(ac_finding *old, size_t n_old, ac_finding *new, size_t n_new,
                  const char *expected)
{
   check_of(1000, old, n_old, new, n_new, expected);
}

static void states(void **state)
{
   (void)state;
   ac_finding old[] = { make(AC_FINDING_STRIDE, "/old/a.c", 10, "f", 100),
                        make(AC_FINDING_TLB, "/old/a.c", 20, "g", 50),
                        make(AC_FINDING_CHAIN, "/old/a.c", 30, "h", 200),
                        make(AC_FINDING_FETCH, "/old/a.c", 40, "k", 30) };
   ac_finding new[] = { make(AC_FINDING_STRIDE, "/new/a.c", 12, "f", 600),
                        make(AC_FINDING_CHAIN, "/new/a.c", 32, "h", 100),
                        make(AC_FINDING_RANDOM, "/new/b.c", 5, "i", 140),
                        make(AC_FINDING_FETCH, "/new/a.c", 42, "k", 39) };
   /* Of 1,000 cycles and of 2,000. */
   check(old, 4, new, 4,
         "grew f:12 10.0 30.0\nnew i:5 0.0 7.0\nshrank h:32 20.0 5.0\n"
         "gone g:20 5.0 0.0\n1 same");
   check(old, 0, new, 0, "0 same");
}

/* A change is a share of OLD's cycles; of NEW's, if OLD has none. */
static void shares(void **state)
{
   (void)state;
   ac_finding old[] = { make(AC_FINDING_STRIDE, "a.c", 10, "f", 300) };
   ac_finding less[] = { make(AC_FINDING_STRIDE, "a.c", 10, "f", 309.9L) };
   ac_finding just[] = { make(AC_FINDING_STRIDE, "a.c", 10, "f", 310) };
   ac_finding shrunk[] = { make(AC_FINDING_STRIDE, "a.c", 10, "f", 290) };
   check(old, 1, less, 1, "1 same");
   check(old, 1, just, 1, "grew f:10 30.0 15.5\n0 same");
   check(old, 1, shrunk, 1, "shrank f:10 30.0 14.5\n0 same");
   check_of(0, old, 1, just, 1, "1 same"); /* 0.5% of 2,000 */
   check_of(0, old, 0, just, 1, "new f:10 0.0 15.5\n0 same");
   just[0].cycles = 320;
   check_of(0, old, 1, just, 1, "grew f:10 0.0 16.0\n0 same");
}

/* Equal changes: what is new before what is gone, each in the order of its list. */
static void equal_changes(void **state)
{
   (void)state;
   ac_finding old[] = { make(AC_FINDING_STRIDE, "a.c", 10, "f", 100),
                        make(AC_FINDING_TLB, "a.c", 20, "g", 100),
                        make(AC_FINDING_CHAIN, "a.c", 30, "h", 100) };
   ac_finding new[] = { make(AC_FINDING_CHASE, "a.c", 40, "i", 100),
                        make(AC_FINDING_CHAIN, "a.c", 30, "h", 200),
                        make(AC_FINDING_RANDOM, "a.c", 50, "k", 100) };
   check(old, 3, new, 3,
         "new i:40 0.0 5.0\ngrew h:30 10.0 10.0\nnew k:50 0.0 5.0\n"
         "gone f:10 10.0 0.0\ngone g:20 10.0 0.0\n0 same");
}

/* Code that moved to another function of the file, with the same gain but for less than
   1% of the program, is neither new nor gone. */
static void moved(void **state)
{
   (void)state;
   ac_finding old[] = { make(AC_FINDING_STRIDE, "/old/a.c", 10, "f", 300) };
   ac_finding new[] = { make(AC_FINDING_STRIDE, "/new/a.c", 17, "g", 309) };
   ac_finding more[] = { make(AC_FINDING_STRIDE, "/new/a.c", 17, "g", 311) };
   ac_finding other[] = { make(AC_FINDING_TLB, "/new/a.c", 17, "g", 300) };
   ac_finding elsewhere[] = { make(AC_FINDING_STRIDE, "/new/b.c", 17, "g", 300) };
   check(old, 1, new, 1, "1 same");
   check(old, 1, more, 1, "new g:17 0.0 15.6\ngone f:10 30.0 0.0\n0 same");
   check(old, 1, other, 1, "new g:17 0.0 15.0\ngone f:10 30.0 0.0\n0 same");
   check(old, 1, elsewhere, 1, "new g:17 0.0 15.0\ngone f:10 30.0 0.0\n0 same");
   /* One of the same function is surer. */
   ac_finding both[] = { make(AC_FINDING_STRIDE, "/new/a.c", 17, "g", 300),
                         make(AC_FINDING_STRIDE, "/new/a.c", 40, "f", 290) };
   check(old, 1, both, 2, "new g:17 0.0 15.0\nshrank f:40 30.0 14.5\n0 same");
}

/* Of several in one function, those that gain alike are one. */
static void nearest(void **state)
{
   (void)state;
   ac_finding old[] = { make(AC_FINDING_STRIDE, "a.c", 10, "f", 300),
                        make(AC_FINDING_STRIDE, "a.c", 20, "f", 100) };
   ac_finding new[] = { make(AC_FINDING_STRIDE, "a.c", 21, "f", 120) };
   check(old, 2, new, 1, "gone f:10 30.0 0.0\ngrew f:21 10.0 6.0\n0 same");
   /* Of those as near, the first is. */
   ac_finding between[] = { make(AC_FINDING_STRIDE, "a.c", 15, "f", 200) };
   check(old, 2, between, 1, "shrank f:15 30.0 10.0\ngone f:20 10.0 0.0\n0 same");
   /* The largest of NEW does not take what another one is. */
   ac_finding more[] = { make(AC_FINDING_STRIDE, "a.c", 30, "f", 900),
                         make(AC_FINDING_STRIDE, "a.c", 11, "f", 300),
                         make(AC_FINDING_STRIDE, "a.c", 21, "f", 100) };
   check(old, 2, more, 3, "new f:30 0.0 45.0\n2 same");
}

static void others(void **state)
{
   (void)state;
   ac_finding old[] = { make(AC_FINDING_STRIDE, "a.c", 10, "f", 100) };
   ac_finding kind[] = { make(AC_FINDING_TLB, "a.c", 10, "f", 200) };
   ac_finding file[] = { make(AC_FINDING_STRIDE, "b.c", 10, "f", 200) };
   ac_finding unknown[] = { make(AC_FINDING_STRIDE, NULL, 10, "f", 200) };
   ac_finding elsewhere[] = { make(AC_FINDING_STRIDE, "a.c", 11, NULL, 200) };
   ac_finding unnamed[] = { make(AC_FINDING_STRIDE, "a.c", 10, NULL, 200) };
   check(old, 1, kind, 1, "new f:10 0.0 10.0\ngone f:10 10.0 0.0\n0 same");
   /* The function moved, or its file is unknown; or its line tells. */
   check(old, 1, file, 1, "grew f:10 10.0 10.0\n0 same");
   check(old, 1, unknown, 1, "grew f:10 10.0 10.0\n0 same");
   check(old, 1, unnamed, 1, "grew (null):10 10.0 10.0\n0 same");
   check(unnamed, 1, unnamed, 1, "1 same");
   check(old, 1, elsewhere, 1, "new (null):11 0.0 10.0\ngone f:10 10.0 0.0\n0 same");
   check(unknown, 1, unknown, 1, "1 same");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(states),        cmocka_unit_test(shares),
      cmocka_unit_test(equal_changes), cmocka_unit_test(nearest),
      cmocka_unit_test(others),        cmocka_unit_test(moved),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
