/* test_ac_read_paths.c -- notes on arcs and call paths: read, and refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read_calls.h"

/* Calls of a function whose further callers share a path, which comes later or was left
   out. */
static void test_shared(void **state)
{
   (void)state;
#define SHARED(paths) \
   CALLS_HEAD "fl=a.c\nfn=f\n1 8 0\nfn=g\n2 2 0\nsummary: 10 0\n" \
              "#: f 1 0 0x0 1 10\n#: f 2 0 0x0 5 2\n" \
              "#: by 1\n#: a 1 2 4 2\n#: by 0\n#: a 0 1 1 10\n#: a 0 2 1 2\n" paths \
              "#: end 2\n"
#define MODEL \
   "f0 a.c f object -1 0x0 calls 1 inlined 0+0 10 0\n" \
   "f1 a.c g object -1 0x0 calls 5 inlined 0+0 2 0\n" \
   "a0 f0 i-1 > f1 at a.c:1 calls 4 2 0\n" \
   "a1 f-1 i-1 > f0 at -:0 calls 1 10 0\n" \
   "a2 f-1 i-1 > f1 at -:0 calls 1 2 0\n" \
   "n0 path in n-1 of -1 calls 0 0 0\n" \
   "n1 path in n0 of 1 calls 1 8 0\n" \
   "n2 folded in n1 of 0 calls 4 0 0\n"
   calls_check(SHARED("#: t 0 0 0\n#: t 1 2 1 8\n#: r 2 1 4\n#: t 1 3 1 2\n"),
               MODEL "n3 path in n0 of 2 calls 1 2 0\n");
   calls_check(SHARED("#: t 0 0 0\n#: t 1 2 1 8\n#: r 2 1 4\n#: tr 1 1 2\n"),
               MODEL "n3 left out in n0 of -1 calls 1 2 0\n");
}

static void test_good(void **state)
{
   (void)state;
   calls_check(CALLS_FILE, calls_model);
}

/* Calls from an unknown line, and several that were left out, which can include each
   other. */
static void test_corners(void **state)
{
   (void)state;
   calls_check(
      CALLS_HEAD
      "fl=a.c\nfn=f\n1 8 0\nfn=g\n2 2 0\nsummary: 10 0\n"
      "#: f 1 0 0x0 1 10\n#: f 2 0 0x0 1 2\n#: by 1\n#: a 0 2 1 2\n#: ar 2 3 20\n"
      "#: by 0\n#: a 0 1 1 10\n#: t 0 0 0\n#: t 1 2 1 8\n#: t 2 1 1 2\n#: end 2\n",
      "f0 a.c f object -1 0x0 calls 1 inlined 0+0 10 0\n"
      "f1 a.c g object -1 0x0 calls 1 inlined 0+0 2 0\n"
      "left out arcs f0 i-1: 2, calls 3 20 0\n"
      "a0 f0 i-1 > f1 at -:0 calls 1 2 0\n"
      "a1 f-1 i-1 > f0 at -:0 calls 1 10 0\n"
      "n0 path in n-1 of -1 calls 0 0 0\n"
      "n1 path in n0 of 1 calls 1 8 0\n"
      "n2 path in n1 of 0 calls 1 2 0\n");
}

#define LARGE \
   CALLS_HEAD "fl=a\nfn=f\n1 9223372036854775807 1\nsummary: 9223372036854775807 1\n" \
              "#: f 1 0 0x0 1 9223372036854775807\n#: by 0\n#: a 0 1 1\n" \
              "#: t 0 0 0 9223372036854775807\n"

static const test_bad_file refused[] = {
   /* Arcs. */
   { TO_SUMS "#: a 1 1 1\n", 39, "\"#: a\" out of place" },
   { TO_SUMS "#: ar 1 1\n", 39, "\"#: ar\" out of place" },
   { TO_SUMS "#: by 4\n", 39, "there is no function 4 before this note" },
   { TO_SUMS "#: by 0.1\n", 39, "there is no function 0 before this note" },
   { TO_SUMS "#: by 2.3\n", 39, "there is no inlined code 3 before this note" },
   { TO_SUMS "#: by 1.1\n", 39, "inlined code 1 is not in function 1" },
   { TO_SUMS "#: by 1 1\n", 39, "expected FUNCTION[.INLINED] or 0 after \"#: by\"" },
   { TO_SUMS "#: by\n", 39, "expected FUNCTION[.INLINED] or 0 after \"#: by\"" },
   { TO_SUMS "#: by 1\n#: a 1 9 1\n", 40, "there is no function 9 before this note" },
   { TO_SUMS "#: by 1\n#: a 1@9 1 1\n", 40, "there is no file 9 before this note" },
   { TO_SUMS "#: by 1\n#: a 1 1\n", 40,
     "expected LINE[@FILE] FUNCTION CALLS and counts after \"#: a\"" },
   { TO_SUMS "#: by 1\n#: ar 1\n", 40,
     "expected NUMBER CALLS and counts after \"#: ar\"" },
   { TO_ARCS "#: g 5 1\n", 48, "\"#: g\" out of place" },
   /* Paths. */
   { TO_ARCS "#: t 1 4 1\n", 48, "the first path must be the root, \"#: t 0 0\"" },
   { TO_ARCS "#: t 0 4 1\n", 48, "the first path must be the root, \"#: t 0 0\"" },
   { TO_ARCS "#: tr 1 1 1\n", 48, "the first path must be the root, \"#: t 0 0\"" },
   { TO_ARCS ROOT "#: t 0 0 1\n", 50, "depth 0 is the root's" },
   { TO_ARCS ROOT "#: t 3 1 1\n", 50, "depth 3 does not follow depth 1" },
   { TO_ARCS ROOT "#: t 2 5 1\n", 50, "there is no arc 5 before this note" },
   { TO_ARCS ROOT "#: t 2 0 1\n", 50, "there is no arc 0 before this note" },
   { TO_ARCS ROOT "#: t 2 2 1\n", 50,
     "arc 2 is not a call by function 1, which is at the depth above" },
   { TO_ARCS ROOT "#: t 1 1 1\n", 50,
     "arc 1 is not a call by function 0, which is at the depth above" },
   { TO_ARCS ROOT "#: t 2 1\n", 50,
     "expected DEPTH ARC CALLS and counts after \"#: t\"" },
   { TO_ARCS ROOT "#: ti 2 1 1\n", 50,
     "inlined code 1 is not in function 1, which is at the depth above" },
   { TO_ARCS ROOT "#: ti 2 3 1\n", 50, "there is no inlined code 3 before this note" },
   { TO_ARCS ROOT "#: r 2 1 1\n" CALLS_END, 50,
     "function 2 is not on the path, and no path begins with it" },
   { TO_ARCS ROOT "#: t 2 1 1\n#: r 3 2 1 5\n", 51,
     "expected DEPTH ARC CALLS after \"#: r\"" },
   { TO_ARCS ROOT "#: t 2 1 1\n#: t 1 4 0\n#: r 2 1 0\n#: r 2 1 0\n" CALLS_END, 52,
     "function 2 is not on the path, and no path begins with it" },
   { TO_ARCS ROOT "#: tr 2 1 1\n#: r 2 1 1\n" CALLS_END, 51,
     "function 2 is not on the path, and no path begins with it" },
   { TO_ARCS ROOT "#: t 2 1 1 171\n" CALLS_END, 51,
     "the paths of function 2 have 1 Ir more than it has" },
   { LARGE "#: t 1 1 1 1 1\n", 12, "the counts add up to more than 9223372036854775807" },
   { TO_ARCS ROOT "#: tr 2\n", 50, "expected DEPTH NUMBER and counts after \"#: tr\"" },
   { TO_ARCS ROOT "#: by 0\n", 50, "\"#: by\" out of place" },
   { TO_ARCS "#: t 0 0 0 9223372036854775807\n", 48,
     "9223372036854775807 Ir are more than all lines have, 200" },
   /* The whole. */
   { TO_ARCS CALLS_END, 48, "the notes on calls have no paths" },
   { TO_ARCS ROOT CALLS_END, 50,
     "the call paths have 30 Ir, summary: has 200 (difference -170)" },
   { TO_ARCS CALLS_PATHS "#: tr 1 1 0 1\n" CALLS_END, 59,
     "the call paths have 21 Dr, summary: has 20 (difference 1)" },
};

static void test_refused(void **state)
{
   (void)state;
   test_bad_texts(refused, sizeof refused / sizeof refused[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shared),
      cmocka_unit_test(test_good),
      cmocka_unit_test(test_corners),
      cmocka_unit_test(test_refused),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
