/* test_ac_estimate.c -- calls of callgrind's files: inclusive costs, callers, and paths
   that are estimated.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

#define HEAD "version: 1\ncreator: other\nevents: Ir\nfl=a.c\n"
#define MOST_DEPTH 64

static void put_functions(calls_text *t, const ac_calls *calls)
{
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      const ac_called *f = &calls->functions[i];
      calls_put(t, "%s %lld of %lld\n", f->name, (long long)f->self[0],
                (long long)f->inclusive[0]);
   }
}

static const char *name_of(const ac_calls *calls, const ac_call_node *node)
{
   return node->kind == AC_CALL_PRUNED
             ? "(left out)"
             : calls->functions[calls->arcs[node->what].callee].name;
}

/* "main;f x2 30" of each path; "main;f;f x1 -" of a recursive call. */
static void put_paths(calls_text *t, const ac_calls *calls)
{
   for (uint32_t i = 1; i < calls->n_nodes; i++) {
      const ac_call_node *node = &calls->nodes[i];
      uint32_t path[MOST_DEPTH];
      size_t n = 0;
      for (uint32_t at = i; at != 0; at = calls->nodes[at].parent) {
         assert_true(n < MOST_DEPTH);
         path[n++] = at;
      }
      while (n-- > 0)
         calls_put(t, "%s%s", name_of(calls, &calls->nodes[path[n]]), n > 0 ? ";" : "");
      if (node->kind == AC_CALL_FOLDED)
         calls_put(t, " x%lld -\n", (long long)node->n_calls);
      else
         calls_put(t, " x%lld %lld\n", (long long)node->n_calls,
                   (long long)node->self[0]);
   }
}

/* What holds whatever the file says: paths add up to the program, and have no function
   and no calls more often than these cost. */
static void check_limits(const ac_profile *profile, const ac_calls *calls)
{
   int64_t inclusive[256] = { 0 }, of_functions[64] = { 0 }, of_arcs[256] = { 0 };
   assert_true(calls->n_nodes <= 256 && calls->n_functions <= 64 && calls->n_arcs <= 256);
   for (uint32_t i = calls->n_nodes; i-- > 0;) {
      const ac_call_node *node = &calls->nodes[i];
      inclusive[i] += node->self[0];
      assert_true(node->self[0] >= 0);
      if (i > 0)
         inclusive[node->parent] += inclusive[i];
      if (i > 0 && node->kind == AC_CALL_PATH) {
         of_functions[calls->arcs[node->what].callee] += inclusive[i];
         of_arcs[node->what] += inclusive[i];
      }
   }
   assert_int_equal(inclusive[0], ac_profile_totals(profile)[0]);
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      assert_true(of_functions[i] <= calls->functions[i].inclusive[0]);
      assert_true(calls->functions[i].inclusive[0] <= inclusive[0]);
   }
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      assert_true(of_arcs[i] <= calls->arcs[i].inclusive[0]);
}

static void check(const char *text, const char *functions, const char *paths)
{
   ac_profile *profile = test_good_profile(text);
   const ac_calls *calls = ac_profile_calls(profile);
   char found[CALLS_TEXT_B] = "";
   calls_text t = { profile, found, found + CALLS_TEXT_B };
   assert_non_null(calls);
   assert_true(calls->is_estimated);
   check_limits(profile, calls);
   put_functions(&t, calls);
   assert_string_equal(found, functions);
   t.at = found;
   *found = '\0';
   put_paths(&t, calls);
   assert_string_equal(found, paths);
}

/* A quarter of what h costs is for a, so are its calls. */
static void test_shares(void **state)
{
   (void)state;
   check(HEAD "fn=main\n1 1\ncfn=a\ncalls=1 2\n1 25\ncfn=b\ncalls=1 3\n1 75\n"
              "fn=a\n2 5\ncfn=h\ncalls=4 4\n2 20\nfn=b\n3 15\ncfn=h\ncalls=4 4\n3 60\n"
              "fn=h\n4 8\ncfn=x\ncalls=12 5\n4 72\nfn=x\n5 72\n",
         "main 1 of 101\na 5 of 25\nb 15 of 75\nh 8 of 80\nx 72 of 72\n",
         "main x0 1\nmain;b x1 15\nmain;a x1 5\nmain;b;h x4 6\nmain;a;h x4 2\n"
         "main;b;h;x x9 54\nmain;a;h;x x3 18\n");
}

/* f calls itself: its calls cost more than the program. */
static void test_recursion(void **state)
{
   (void)state;
   check(HEAD "fn=main\n1 1\ncfn=f\ncalls=1 2\n1 50\n"
              "fn=f\n2 40\ncfn=f\ncalls=9 2\n2 180\ncfn=g\ncalls=5 3\n3 10\nfn=g\n3 10\n",
         "main 1 of 51\nf 40 of 50\ng 10 of 10\n",
         "main x0 1\nmain;f x1 40\nmain;f;f x9 -\nmain;f;g x5 10\n");
}

/* parse calls term, which calls parse: in truth term costs 170. */
static void test_cycle(void **state)
{
   (void)state;
   check(HEAD "fn=main\n1 10\ncfn=parse\ncalls=1 2\n1 200\ncfn=leaf\ncalls=2 4\n1 20\n"
              "fn=parse\n2 60\ncfn=term\ncalls=2 3\n2 250\n"
              "fn=term\n3 80\ncfn=parse\ncalls=1 2\n3 110\ncfn=leaf\ncalls=6 4\n3 60\n"
              "fn=leaf\n4 80\n",
         "main 10 of 230\nparse 60 of 200\nleaf 80 of 80\nterm 80 of 200\n",
         "main x0 10\nmain;parse x1 60\nmain;leaf x2 20\nmain;parse;term x2 80\n"
         "main;parse;term;parse x1 -\nmain;parse;term;leaf x6 60\n");
}

/* Two ways into a cycle: each has its part of what the functions cost. */
static void test_entries(void **state)
{
   (void)state;
   check(HEAD "fn=main\n1 2\ncfn=a\ncalls=1 2\n1 60\ncfn=b\ncalls=1 3\n1 40\n"
              "fn=a\n2 50\ncfn=b\ncalls=1 3\n2 50\n"
              "fn=b\n3 50\ncfn=a\ncalls=1 2\n3 40\n",
         "main 2 of 102\na 50 of 100\nb 50 of 90\n",
         "main x0 2\nmain;a x1 39\nmain;b x1 29\nmain;a;b x1 21\nmain;b;a x1 11\n"
         "main;a;b;a x0 -\nmain;b;a;b x0 -\n");
}

/* Calls that cost more than what they called: each has its part.  Calls that are missing:
   the function begins a path. */
static void test_parts(void **state)
{
   (void)state;
   check(HEAD "fn=a\n1 10\ncfn=h\ncalls=1 3\n1 60\nfn=b\n2 10\ncfn=h\ncalls=1 3\n2 20\n"
              "fn=h\n3 40\nfn=alone\n4 5\n",
         "a 10 of 65\nh 40 of 65\nb 10 of 30\nalone 5 of 5\n",
         "a x0 10\nb x0 10\nalone x0 5\na;h x1 30\nb;h x1 10\n");
}

/* A callee's file is the one of the costs, or cfi=; if it has no such function, the only
   one of that name.  Its object is likewise that of the costs, or cob=. */
static void test_callees(void **state)
{
   (void)state;
   check(HEAD "fn=main\n1 1\ncfn=php\ncalls=1 0\n1 4\ncfi=b.c\ncfn=f\ncalls=1 0\n1 8\n"
              "fi=b.c\n9 2\ncfn=f\ncalls=1 0\n9 8\nfe=a.c\n2 1\ncfn=f\ncalls=1 0\n2 32\n"
              "cfn=gone\ncalls=1 0\n3 0\n"
              "fn=f\n5 32\nfl=b.c\nfn=f\n5 16\nfl=internal\nfn=php\n0 4\n",
         "main 4 of 56\nf 16 of 16\nf 32 of 32\ngone 0 of 0\nphp 4 of 4\n",
         "main x0 4\nmain;f x1 32\nmain;f x1 8\nmain;f x1 8\nmain;php x1 4\n");
}

/* Threads and parts of a file, each with its totals, are one program. */
static void test_several_parts(void **state)
{
   (void)state;
   static const char part[] =
      "part: 1\nevents: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=2 3\n1 9\n"
      "fn=f\n3 9\ntotals: 10\n";
   char text[512];
   snprintf(text, sizeof text, "version: 1\n%s\n%s", part, part);
   check(text, "main 2 of 20\nf 18 of 18\n", "main x0 2\nmain;f x4 18\n");
}

/* Of a line's calls those within a recursion have at most what the function has. */
static void test_lines(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      HEAD
      "fn=main\n1 3\n2 4\ncfn=f\ncalls=1 5\n2 50\nfi=a.h\n7 1\ncfn=g\ncalls=1 9\n7 2\n"
      "fe=a.c\n0 1\ncfn=g\ncalls=1 9\n0 3\nfl=a.c\nfn=f\n5 10\n6 40\ncfn=f\n"
      "calls=4 5\n6 90\nfl=a.h\nfn=g\n9 5\n");
   char found[CALLS_TEXT_B] = "";
   calls_text t = { profile, found, found + CALLS_TEXT_B };
   const ac_calls *calls = ac_profile_calls(profile);
   calls_put_inclusive(&t, calls->lines, calls->n_lines);
   assert_string_equal(found, "incl a.c - 2 54\nincl a.c - 6 50\nincl a.h - 7 3\n");
}

/* More paths than are kept: the rest is at the callers, and none is lost. */
static void test_many(void **state)
{
   (void)state;
   enum { LAYERS = 12, N = 6 };
   char text[65536], *at = text;
   at += sprintf(at, HEAD);
   for (int layer = 0; layer < LAYERS; layer++)
      for (int i = 0; i < N; i++) {
         at += sprintf(at, "fn=f%d_%d\n1 1000\n", layer, i);
         for (int k = 0; k < N && layer + 1 < LAYERS; k++)
            at += sprintf(at, "cfn=f%d_%d\ncalls=1 1\n%d %d\n", layer + 1, k, k + 1,
                          1000 * (LAYERS - layer - 1) / N);
      }
   ac_profile *profile = test_good_profile(text);
   const ac_calls *calls = ac_profile_calls(profile);
   int64_t sum = 0, left_out = 0;
   for (uint32_t i = 0; i < calls->n_nodes; i++) {
      assert_true(calls->nodes[i].self[0] >= 0);
      sum += calls->nodes[i].self[0];
      left_out += calls->nodes[i].kind == AC_CALL_PRUNED ? calls->nodes[i].self[0] : 0;
   }
   assert_int_equal(sum, LAYERS * N * 1000);
   assert_true(left_out > 0);
   assert_true(calls->n_nodes < 300000);
   for (uint32_t i = 0; i < calls->n_functions; i++)
      assert_int_equal(calls->functions[i].self[0], 1000);
}

static void test_no_calls(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(HEAD "fn=main\n1 1\njump=2 1\n1\n");
   assert_null(ac_profile_calls(profile));
}

/* What cs_merge writes: self costs, and no paths. */
#define MERGED \
   "cmd: x\nevents: Ir\n#: cachesim 1\nfl=a.c\nfn=main\n1 1\nfn=f\n2 9\nsummary: 10\n"
#define ARC "#: by 1\n#: a 1 2 3 9\n"

static void test_merged(void **state)
{
   (void)state;
   check(MERGED "#: f 1 0 0x0 0 10\n#: fs 1\n#: f 2 0 0x0 3 9\n#: fs 9\n" ARC
                "#: end 2\n",
         "main 1 of 10\nf 9 of 9\n", "main x0 1\nmain;f x3 9\n");
}

static void test_bad_notes(void **state)
{
   (void)state;
   static const test_bad_file files[] = {
      { MERGED "#: fs 1\n", 10, "\"#: fs\" out of place" },
      { MERGED "#: f 1 0 0x0 0 10\n#: fs 1\n#: fs 9\n", 12, "a second \"#: fs\" line" },
      { MERGED "#: f 1 0 0x0 0 10\n#: fs 1\n#: f 2 0 0x0 3 9\n#: fs 8\n" ARC "#: end 2\n",
        16, "the functions have 9 Ir, summary: has 10 (difference -1)" },
      { MERGED "#: f 1 0 0x0 0 10\n#: fs 10\n#: t 0 0 0\n", 12, "\"#: t\" out of place" },
      { MERGED "#: f 1 0 0x0 0 10\n#: fs 10\n#: i 1 2 2 1\n", 12,
        "\"#: i\" out of place" },
      { MERGED "#: f 1 0 0x0 0 10\n#: i 1 2 2 1\n#: fs 10\n", 12,
        "\"#: fs\" out of place" },
      { MERGED "#: f 1 0 0x0 0 10\n#: fs 10\n#: g 2 1\n", 12, "\"#: g\" out of place" },
      { MERGED "#: f 1 0 0x0 0 10\n#: fs 10\n#: lf 1\n#: l 1 1\n", 13,
        "\"#: l\" out of place" },
   };
   test_bad_texts(files, sizeof files / sizeof files[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shares),        cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_cycle),         cmocka_unit_test(test_entries),
      cmocka_unit_test(test_parts),         cmocka_unit_test(test_callees),
      cmocka_unit_test(test_several_parts), cmocka_unit_test(test_lines),
      cmocka_unit_test(test_many),          cmocka_unit_test(test_no_calls),
      cmocka_unit_test(test_merged),        cmocka_unit_test(test_bad_notes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
