/* test_an_calls.c -- notes on calls: read, refused, added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_calls.h"

static void check_calls(const char *file, const char *expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = test_good_profile(&alloc, file);
   char text[CALLS_TEXT_B];
   calls_as_text(profile, text);
   assert_string_equal(text, expected);
   if (strcmp(expected, "none") != 0)
      calls_check_sums(profile);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Good files ------------------------------------------------------- */

static const char model[]
   = "f0 /src/a.c main object 0 0x0 calls 1 inlined 0+0 200 20\n"
     "f1 /src/a.c walk object 0 0x0 calls 5 inlined 0+2 170 17\n"
     "f2 ??? 0x1000 in libfoo.so object 1 0x1000 calls 3 inlined 2+0 25 3\n"
     "i0 /src/a.h get in f1 i-1 at /src/a.c:8 30 3\n"
     "i1 /src/b.h peek in f1 i0 at /src/a.h:2 10 1\n"
     "incl /src/a.h get 0 45 4\n"
     "incl /src/b.h peek 0 35 4\n"
     "incl /src/a.c - 4 190 19\n"
     "incl /src/a.c - 8 165 17\n"
     "incl /src/a.h - 2 35 4\n"
     "left out inlined f1 i-1: 2, calls 0 5 0\n"
     "left out arcs f1 i-1: 1, calls 2 5 0\n"
     "a0 f0 i-1 > f1 at /src/a.c:4 calls 1 170 17\n"
     "a1 f1 i-1 > f1 at /src/a.c:9 calls 4 60 6\n"
     "a2 f1 i1 > f2 at /src/b.h:3 calls 3 25 3\n"
     "a3 f-1 i-1 > f0 at -:0 calls 1 200 20\n"
     "n0 path in n-1 of -1 calls 0 0 0\n"
     "n1 path in n0 of 3 calls 1 30 3\n"
     "n2 path in n1 of 0 calls 1 60 6\n"
     "n3 inlined in n2 of 0 calls 0 20 2\n"
     "n4 inlined in n2 of 1 calls 0 10 1\n"
     "n5 path in n2 of 2 calls 2 15 2\n"
     "n6 path in n2 of 1 calls 1 40 4\n"
     "n7 folded in n6 of 1 calls 3 0 0\n"
     "n8 path in n6 of 2 calls 1 10 1\n"
     "n9 left out in n6 of -1 calls 2 15 1\n";

static void test_model(void **state)
{
   (void)state;
   check_calls(CALLS_FILE, model);
}

static void test_none(void **state)
{
   (void)state;
   check_calls(CALLS_HEAD CALLS_BODY CALLS_OBJECTS CALLS_END, "none");
}

/* ---- Memory ----------------------------------------------------------- */

static void test_no_memory(void **state)
{
   (void)state;
   test_out_of_memory(CALLS_FILE, 40);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
