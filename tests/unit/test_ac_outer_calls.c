/* test_ac_outer_calls.c -- what arcs cost without the calls inside a recursion.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

#include "counts/ac_outer_calls.h"

/* The first event of all arcs into a function; those from none are not counted. */
static int64_t sum_of(const ac_calls *calls, const ac_outer_calls *outer, uint32_t callee)
{
   int64_t sum = 0;
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      if (calls->arcs[i].callee == callee && calls->arcs[i].caller != AC_NO_CALL)
         sum += outer->counts[i * outer->n_events];
   return sum;
}

/* "CALLER>CALLEE COUNT... " of each arc, then "FUNCTION SUM OF INCLUSIVE " of each. */
static void check(const char *text, const char *expected)
{
   ac_profile *profile = test_good_profile(text);
   const ac_calls *calls = ac_profile_calls(profile);
   ac_outer_calls outer;
   char found[CALLS_TEXT_B];
   calls_text t = { profile, found, found + CALLS_TEXT_B };
   ac_outer_calls_open(&outer, test_alloc(), calls, 1);
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *arc = &calls->arcs[i];
      calls_put(&t, "%s>%s %lld ",
                arc->caller == AC_NO_CALL ? "" : calls->functions[arc->caller].name,
                calls->functions[arc->callee].name, (long long)outer.counts[i]);
   }
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      int64_t sum = sum_of(calls, &outer, i);
      assert_true(sum <= calls->functions[i].inclusive[0]);
      calls_put(&t, "%s %lld of %lld ", calls->functions[i].name, (long long)sum,
                (long long)calls->functions[i].inclusive[0]);
   }
   assert_string_equal(found, expected);
}

#define HEAD "cmd: a\nevents: Ir\n#: cachesim 1\nfl=a.c\n"

static void test_direct(void **state)
{
   (void)state;
   check(HEAD "fn=main\n1 1\nfn=f\n2 14\nsummary: 15\n"
              "#: f 1 0 0x0 1 15\n#: f 2 0 0x0 3 14\n"
              "#: by 1\n#: a 1 2 1 14\n#: by 2\n#: a 2 2 2 12\n#: by 0\n#: a 0 1 1 15\n"
              "#: t 0 0 0\n#: t 1 3 1 1\n#: t 2 1 1 2\n#: t 3 2 1 4\n#: t 4 2 1 8\n"
              "#: end 2\n",
         "main>f 14 f>f 0 >main 15 main 0 of 15 f 14 of 14 ");
}

/* main calls even, which calls odd, which calls even and h; then main calls odd. */
static void test_mutual(void **state)
{
   (void)state;
   check(HEAD
         "fn=main\n1 1\nfn=even\n2 10\nfn=odd\n3 52\nfn=h\n4 64\nsummary: 127\n"
         "#: f 1 0 0x0 1 127\n#: f 2 0 0x0 2 94\n#: f 3 0 0x0 3 124\n#: f 4 0 0x0 1 64\n"
         "#: by 1\n#: a 1 2 1 94\n#: a 1 3 1 32\n"
         "#: by 2\n#: a 2 3 2 92\n"
         "#: by 3\n#: a 3 2 1 24\n#: a 3 4 1 64\n#: by 0\n#: a 0 1 1 127\n"
         "#: t 0 0 0\n#: t 1 6 1 1\n"
         "#: t 2 1 1 2\n#: t 3 3 1 4\n#: t 4 4 1 8\n#: t 5 3 1 16\n#: t 4 5 1 64\n"
         "#: t 2 2 1 32\n"
         "#: end 4\n",
         "main>even 94 main>odd 32 even>odd 92 odd>even 0 odd>h 64 >main 127 "
         "main 0 of 127 even 94 of 94 odd 124 of 124 h 64 of 64 ");
}

/* A call from none has no arc that a reader sees: the next one is the outer call. */
static void test_thread(void **state)
{
   (void)state;
   check(HEAD "fn=start\n1 7\nsummary: 7\n"
              "#: f 1 0 0x0 3 7\n#: by 1\n#: a 1 1 2 6\n#: by 0\n#: a 0 1 1 7\n"
              "#: t 0 0 0\n#: t 1 2 1 1\n#: t 2 1 1 2\n#: t 3 1 1 4\n"
              "#: end 1\n",
         "start>start 6 >start 7 start 6 of 7 ");
}

/* Paths that are left out can have inner calls: what is too much is taken away. */
static void test_left_out(void **state)
{
   (void)state;
   check(HEAD "fn=main\n1 1\nfn=f\n2 50\nfn=g\n3 40\nsummary: 91\n"
              "#: f 1 0 0x0 1 91\n#: f 2 0 0x0 4 90\n#: f 3 0 0x0 4 85\n"
              "#: by 1\n#: a 1 2 1 90\n#: by 2\n#: a 2 3 4 85\n#: by 3\n#: a 3 2 3 70\n"
              "#: by 0\n#: a 0 1 1 91\n"
              "#: t 0 0 0\n#: t 1 4 1 1\n#: t 2 1 1 5\n#: t 3 2 1 15\n#: t 4 3 1 20\n"
              "#: tr 5 9 50\n"
              "#: end 3\n",
         "main>f 90 f>g 85 g>f 0 >main 91 main 0 of 91 f 90 of 90 g 85 of 85 ");
   check(HEAD "fn=main\n1 1\nfn=f\n2 50\nfn=g\n3 40\nsummary: 91\n"
              "#: f 1 0 0x0 1 91\n#: f 2 0 0x0 4 90\n#: f 3 0 0x0 4 85\n"
              "#: by 1\n#: a 1 2 1 90\n#: by 2\n#: a 2 3 4 85\n#: by 3\n#: a 3 2 3 70\n"
              "#: by 0\n#: a 0 1 1 91\n"
              "#: t 0 0 0\n#: t 1 4 1 1\n#: t 2 1 1 5\n#: t 3 2 1 15\n#: r 4 3 1\n"
              "#: tr 4 9 70\n"
              "#: end 3\n",
         "main>f 90 f>g 85 g>f 0 >main 91 main 0 of 91 f 90 of 90 g 85 of 85 ");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_direct),
      cmocka_unit_test(test_mutual),
      cmocka_unit_test(test_thread),
      cmocka_unit_test(test_left_out),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
