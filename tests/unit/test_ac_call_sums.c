/* test_ac_call_sums.c -- the calls of several files, added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

/* ---- Several files ---- */

static void test_sum(void **state)
{
   (void)state;
   static const char *const files[] = { CALLS_FILE, CALLS_OTHER };
   calls_check_files(
      files, 2, NULL,
      "f0 /src/a.c main object 0 0x0 calls 1 inlined 0+0 200 20\n"
      "f1 /src/a.c walk object 0 0x0 calls 7 inlined 0+4 174 17\n"
      "f2 ??? 0x1000 in libfoo.so object 1 0x1000 calls 3 inlined 4+0 25 3\n"
      "f3 /src/a.c late object 0 0x0 calls 1 inlined 4+0 10 1\n"
      "i0 /src/a.h get in f1 i-1 at /src/a.c:8 32 3\n"
      "i1 /src/b.h peek in f1 i0 at /src/a.h:2 10 1\n"
      "i2 /src/a.h set in f1 i0 at /src/a.h:7 1 0\n"
      "i3 /src/a.h set in f1 i-1 at /src/a.c:8 0 0\n"
      "incl /src/a.h get 0 49 4\n"
      "incl /src/b.h peek 0 35 4\n"
      "incl /src/a.c - 4 190 19\n"
      "incl /src/a.c - 8 169 17\n"
      "incl /src/a.h - 2 35 4\n"
      "left out inlined f1 i-1: 3, calls 0 5 0\n"
      "left out inlined f1 i0: 1, calls 0 1 0\n"
      "left out arcs f1 i-1: 2, calls 3 5 0\n"
      "a0 f0 i-1 > f1 at /src/a.c:4 calls 1 170 17\n"
      "a1 f1 i-1 > f1 at /src/a.c:9 calls 4 60 6\n"
      "a2 f1 i1 > f2 at /src/b.h:3 calls 3 25 3\n"
      "a3 f3 i-1 > f1 at /src/a.c:2 calls 1 4 0\n"
      "a4 f-1 i-1 > f0 at -:0 calls 1 200 20\n"
      "a5 f-1 i-1 > f3 at -:0 calls 1 10 1\n"
      "n0 path in n-1 of -1 calls 1 1 0\n"
      "n1 path in n0 of 4 calls 1 30 3\n"
      "n2 path in n1 of 0 calls 1 60 6\n"
      "n3 inlined in n2 of 0 calls 0 20 2\n"
      "n4 inlined in n2 of 1 calls 0 10 1\n"
      "n5 path in n2 of 2 calls 2 15 2\n"
      "n6 path in n2 of 1 calls 1 40 4\n"
      "n7 folded in n6 of 1 calls 3 0 0\n"
      "n8 path in n6 of 2 calls 1 10 1\n"
      "n9 left out in n6 of -1 calls 2 15 1\n"
      "n10 path in n0 of 5 calls 1 5 1\n"
      "n11 path in n10 of 3 calls 1 1 0\n"
      "n12 inlined in n11 of 0 calls 0 2 0\n"
      "n13 inlined in n11 of 2 calls 0 1 0\n");
}

/* ---- Readings ---- */

/* Calls all files "F", functions "f". */
static void rename_all(void *context, ac_profile *profile, const char **file,
                       const char **function, bool *skip)
{
   (void)context, (void)skip;
   *file = ac_profile_intern(profile, "F", 1);
   *function = ac_profile_intern(profile, "f", 1);
}

/* Functions that get one name stay apart: inclusive counts do not add up.  The nth one of
   a file is the nth one of the other. */
static void test_rename(void **state)
{
   (void)state;
   static const char *const files[] = { CALLS_FILE, CALLS_FILE };
   calls_check_files(files, 2, &(ac_reading){ .name = rename_all },
                     "f0 F f object 0 0x0 calls 2 inlined 0+0 400 40\n"
                     "f1 F f object 0 0x0 calls 10 inlined 0+2 340 34\n"
                     "f2 F f object 1 0x0 calls 6 inlined 2+0 50 6\n"
                     "i0 F f in f1 i-1 at F:8 60 6\n"
                     "i1 F f in f1 i0 at F:2 20 2\n"
                     "incl F f 0 160 16\n"
                     "incl F - 2 70 8\n"
                     "incl F - 4 380 38\n"
                     "incl F - 8 330 34\n"
                     "left out inlined f1 i-1: 4, calls 0 10 0\n"
                     "left out arcs f1 i-1: 2, calls 4 10 0\n"
                     "a0 f0 i-1 > f1 at F:4 calls 2 340 34\n"
                     "a1 f1 i-1 > f1 at F:9 calls 8 120 12\n"
                     "a2 f1 i1 > f2 at F:3 calls 6 50 6\n"
                     "a3 f-1 i-1 > f0 at -:0 calls 2 400 40\n"
                     "n0 path in n-1 of -1 calls 0 0 0\n"
                     "n1 path in n0 of 3 calls 2 60 6\n"
                     "n2 path in n1 of 0 calls 2 120 12\n"
                     "n3 inlined in n2 of 0 calls 0 40 4\n"
                     "n4 inlined in n2 of 1 calls 0 20 2\n"
                     "n5 path in n2 of 2 calls 4 30 4\n"
                     "n6 path in n2 of 1 calls 2 80 8\n"
                     "n7 folded in n6 of 1 calls 6 0 0\n"
                     "n8 path in n6 of 2 calls 2 20 2\n"
                     "n9 left out in n6 of -1 calls 4 30 2\n");
}

/* Events by name: Dr of the first file is missing in the second. */
static void test_events(void **state)
{
   (void)state;
   static const char *const files[] = {
      "cmd: a\nevents: Dr Ir\n#: cachesim 1\nfl=a\nfn=f\n1 1 2\nsummary: 1 2\n"
      "#: f 1 0 0x0 1 1 2\n#: by 0\n#: a 0 1 1 1 2\n#: t 0 0 1\n#: t 1 1 1 1 2\n"
      "#: end 1\n",
      "cmd: a\nevents: Dw Ir\n#: cachesim 1\nfl=a\nfn=f\n1 4 8\nsummary: 4 8\n"
      "#: f 1 0 0x0 1 4 8\n#: by 0\n#: a 0 1 1 4 8\n#: t 0 0 1\n#: t 1 1 1 4 8\n"
      "#: end 1\n",
   };
   calls_check_files(files, 2, &(ac_reading){ .by_name = true },
                     "f0 a f object -1 0x0 calls 2 inlined 0+0 1 10\n"
                     "a0 f-1 i-1 > f0 at -:0 calls 2 1 10\n"
                     "n0 path in n-1 of -1 calls 2 0 0\n"
                     "n1 path in n0 of 0 calls 2 1 10\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sum),
      cmocka_unit_test(test_rename),
      cmocka_unit_test(test_events),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
