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

/* Calls of a function whose further callers share a path, which comes later or was left
   out. */
static void test_shared(void **state)
{
   (void)state;
#define SHARED(paths) \
   CALLS_HEAD "fl=a.c\nfn=f\n1 8 0\nfn=g\n2 2 0\nsummary: 10 0\n" \
   "#: f 1 0 0x0 1 10\n#: f 2 0 0x0 5 2\n" \
   "#: by 1\n#: a 1 2 4 2\n#: by 0\n#: a 0 1 1 10\n#: a 0 2 1 2\n" paths "#: end 2\n"
#define MODEL \
   "f0 a.c f object -1 0x0 calls 1 inlined 0+0 10 0\n" \
   "f1 a.c g object -1 0x0 calls 5 inlined 0+0 2 0\n" \
   "a0 f0 i-1 > f1 at a.c:1 calls 4 2 0\n" \
   "a1 f-1 i-1 > f0 at -:0 calls 1 10 0\n" \
   "a2 f-1 i-1 > f1 at -:0 calls 1 2 0\n" \
   "n0 path in n-1 of -1 calls 0 0 0\n" \
   "n1 path in n0 of 1 calls 1 8 0\n" \
   "n2 folded in n1 of 0 calls 4 0 0\n"
   check_calls(SHARED("#: t 0 0 0\n#: t 1 2 1 8\n#: r 2 1 4\n#: t 1 3 1 2\n"),
               MODEL "n3 path in n0 of 2 calls 1 2 0\n");
   check_calls(SHARED("#: t 0 0 0\n#: t 1 2 1 8\n#: r 2 1 4\n#: tr 1 1 2\n"),
               MODEL "n3 left out in n0 of -1 calls 1 2 0\n");
}

/* ---- Several files ----------------------------------------------------- */

/* Another order, other numbers, a function and inlined code more; walk is alike. */
#define OTHER_FILE \
   CALLS_HEAD "fl=/src/a.c\nfn=late\n1 6 1\nfn=walk\n8 4 0\nsummary: 10 1\n" \
   "#: object 01 /bin/app\n#: object-counts 10 1\n" \
   "#: fl /src/a.h\n#: fn 2 get\n#: fn 2 set\n" \
   "#: f 1 1 0x0 1 10 1\n" \
   "#: f 2 1 0x0 2 4\n#: i 1 4 8\n#: i 1 3 8 2\n#: i 2 4 7 1\n#: ir 2 1 1\n#: ir 1 1\n" \
   "#: g 3 4\n#: lf 1\n#: l 8 4\n" \
   "#: by 1\n#: a 2 2 1 4\n#: by 2\n#: ar 1 1\n#: by 0\n#: a 0 1 1 10 1\n" \
   "#: t 0 0 1 1\n#: t 1 2 1 5 1\n#: t 2 1 1 1\n#: ti 3 2 2\n#: ti 3 3 1\n#: end 2\n"

static an_profile *read_files(const tk_alloc *alloc, const char *const *files, size_t n,
                              const an_reading *reading)
{
   an_profile *profile = an_profile_new(alloc);
   an_error error;
   assert_non_null(profile);
   an_profile_sum_lines(profile);
   for (size_t i = 0; i < n; i++) {
      test_text memory = { files[i], strlen(files[i]), 64 };
      if (!an_read_into(profile, alloc, test_bytes(&memory), reading, &error))
         fail_msg("file %zu, line %zu: %s", i, error.line, error.message);
   }
   assert_true(an_read_finish(profile, &error));
   return profile;
}

static void check_files(const char *const *files, size_t n, const an_reading *reading,
                        const char *expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = read_files(&alloc, files, n, reading);
   char text[CALLS_TEXT_B];
   calls_as_text(profile, text);
   assert_string_equal(text, expected);
   if (an_profile_calls(profile) != NULL)
      calls_check_sums(profile);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_sum(void **state)
{
   (void)state;
   static const char *const files[] = { CALLS_FILE, OTHER_FILE };
   check_files(files, 2, NULL,
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

/* A sum with a profile that has no calls would have the calls of a part. */
static void test_partly(void **state)
{
   (void)state;
   static const char *const files[] = {
      CALLS_FILE, CALLS_HEAD "fl=a.c\nfn=f\n1 1 1\nsummary: 1 1\n#: end 1\n", CALLS_FILE,
   };
   check_files(files, 2, NULL, "none");
   check_files(files + 1, 2, NULL, "none");
}

/* ---- Readings ---------------------------------------------------------- */

static an_status skip_walk(void *context, an_profile *profile, const char **file,
                           const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strcmp(*function, "walk") == 0;
   return AN_OK;
}

static void test_filter(void **state)
{
   (void)state;
   static const char *const files[] = { CALLS_FILE };
   check_files(files, 1, &(an_reading){ .name = skip_walk }, "none");
}

/* Calls all files "F", functions "f". */
static an_status rename_all(void *context, an_profile *profile, const char **file,
                            const char **function, bool *skip)
{
   (void)context, (void)skip;
   *file = an_profile_intern(profile, "F", 1);
   *function = an_profile_intern(profile, "f", 1);
   return *file == NULL || *function == NULL ? AN_NO_MEMORY : AN_OK;
}

/* Functions that get one name stay apart: inclusive counts do not add up.  The nth one of
   a file is the nth one of the other. */
static void test_rename(void **state)
{
   (void)state;
   static const char *const files[] = { CALLS_FILE, CALLS_FILE };
   check_files(files, 2, &(an_reading){ .name = rename_all },
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
   check_files(files, 2, &(an_reading){ .by_name = true },
               "f0 a f object -1 0x0 calls 2 inlined 0+0 1 10\n"
               "a0 f-1 i-1 > f0 at -:0 calls 2 1 10\n"
               "n0 path in n-1 of -1 calls 2 0 0\n"
               "n1 path in n0 of 0 calls 2 1 10\n");
}

/* ---- Refused ----------------------------------------------------------- */

#define TO_SUMMARY CALLS_HEAD CALLS_BODY CALLS_OBJECTS
#define TO_NAMES TO_SUMMARY CALLS_NAMES         /* 25 lines */
#define TO_FUNCTIONS TO_NAMES CALLS_FUNCTIONS   /* 31 */
#define TO_SUMS TO_FUNCTIONS CALLS_INCLUSIVE    /* 38 */
#define TO_ARCS TO_SUMS CALLS_ARCS              /* 47 */
#define ROOT "#: t 0 0 0\n#: t 1 4 1 30 3\n"

static const struct {
   const char *text;
   size_t line;
   const char *message;
} refused[] = {
   /* Names. */
   { TO_SUMMARY "#: fn x f\n", 23,
     "expected a file's number and a function after \"#: fn\"" },
   { TO_SUMMARY "#: fn 4 f\n", 23, "there is no file 4 before this note" },
   { TO_SUMMARY "#: fn 0 f\n", 23, "there is no file 0 before this note" },
   { TO_SUMMARY "#: fl \\xg\n", 23, "bad \\x escape in \"\\xg\"" },
   /* Functions. */
   { TO_NAMES "#: f 7 1 0x0 1\n", 26, "there is no name 7 before this note" },
   { TO_NAMES "#: f 1 3 0x0 1\n", 26, "there is no object 3 before this note" },
   { TO_NAMES "#: f 1 1 0 1\n", 26,
     "expected NAME OBJECT START CALLS and counts after \"#: f\"" },
   { TO_NAMES "#: f 1 1 0x0\n", 26,
     "expected NAME OBJECT START CALLS and counts after \"#: f\"" },
   { TO_NAMES "#: f 1 1 0x0 1 1 2 3\n", 26, "expected at most 2 counts, found 3" },
   { TO_NAMES "#: f 1 1 0x0 1 -1\n", 26,
     "negative count \"-1\": differences of profiles cannot be read" },
   { TO_NAMES "#: i 1 1 1 1\n", 26, "\"#: i\" out of place" },
   { TO_NAMES "#: ir 1 1 1\n", 26, "\"#: ir\" out of place" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 0 1 1\n", 27, "depth 0 does not follow depth 0" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 2 1 1\n", 27, "depth 2 does not follow depth 0" },
   { TO_FUNCTIONS "#: i 2 1 1\n", 32, "depth 2 does not follow depth 0" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 1@9\n", 27,
     "there is no file 9 before this note" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 @1\n", 27,
     "expected DEPTH NAME LINE[@FILE] and counts after \"#: i\"" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 1@\n", 27,
     "expected DEPTH NAME LINE[@FILE] and counts after \"#: i\"" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 4294967296\n", 27,
     "line number 4294967296 is larger than 4294967295" },
   { TO_FUNCTIONS "#: fl a.c\n", 32, "\"#: fl\" out of place" },
   /* Inclusive counts. */
   { TO_FUNCTIONS "#: g 0\n", 32, "there is no name 0 before this note" },
   { TO_FUNCTIONS "#: l 4 1\n", 32, "\"#: l\" out of place" },
   { TO_FUNCTIONS "#: lf 5\n", 32, "there is no file 5 before this note" },
   { TO_FUNCTIONS "#: lf 1 1\n", 32, "expected a file's number after \"#: lf\"" },
   { TO_FUNCTIONS "#: lf 1\n#: l 4@2 1\n", 33,
     "expected LINE and counts after \"#: l\"" },
   { TO_SUMS "#: f 1 1 0x0 1\n", 39, "\"#: f\" out of place" },
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
   /* Sums. */
   { TO_NAMES "#: f 1 1 0x0 1 201\n", 26, "201 Ir are more than all lines have, 200" },
   { TO_NAMES "#: f 1 1 0x0 1\n#: i 1 1 1 0 21\n", 27,
     "21 Dr are more than all lines have, 20" },
   { TO_FUNCTIONS "#: ir 1 1 9223372036854775807\n", 32,
     "9223372036854775807 Ir are more than all lines have, 200" },
   { TO_FUNCTIONS "#: g 5 201\n", 32, "201 Ir are more than all lines have, 200" },
   { TO_FUNCTIONS "#: lf 1\n#: l 4 201\n", 33,
     "201 Ir are more than all lines have, 200" },
   { TO_SUMS "#: by 1\n#: a 1 2 1 171\n", 40,
     "171 Ir are more than function 2 has, 170" },
   { TO_SUMS "#: by 3\n#: a 1 2 1 26\n", 40, "26 Ir are more than function 3 has, 25" },
   { TO_SUMS "#: by 1\n#: a 1 2 6 1\n", 40, "function 2 was not called as often" },
   { TO_SUMS "#: by 1\n#: ar 2 1 401\n", 40, "401 Ir are more than all lines have, 200" },
   { TO_ARCS ROOT "#: t 2 1 2\n", 50, "arc 1 has fewer calls than its paths" },
   { TO_ARCS ROOT "#: t 2 1 1\n#: r 3 2 5\n", 51,
     "arc 2 has fewer calls than its paths" },
   { TO_ARCS ROOT "#: t 2 1 1\n#: ti 3 2 11\n", 51,
     "the paths of inlined code 2 have 1 Ir more than it has" },
   { TO_ARCS ROOT "#: t 2 1 1 170 17\n#: t 3 3 1 0 1\n" CALLS_END, 52,
     "the paths of function 2 have 1 Dr more than it has" },
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
   { TO_ARCS ROOT "#: tr 2\n", 50, "expected DEPTH NUMBER and counts after \"#: tr\"" },
   { TO_ARCS ROOT "#: by 0\n", 50, "\"#: by\" out of place" },
   { TO_ARCS "#: t 0 0 0 9223372036854775807\n", 48,
     "9223372036854775807 Ir are more than all lines have, 200" },
   /* Sums. */
   { TO_ARCS CALLS_END, 48, "the notes on calls have no paths" },
   { TO_ARCS ROOT CALLS_END, 50,
     "the call paths have 30 Ir, summary: has 200 (difference -170)" },
   { TO_ARCS CALLS_PATHS "#: tr 1 1 0 1\n" CALLS_END, 59,
     "the call paths have 21 Dr, summary: has 20 (difference 1)" },
   { TO_SUMMARY "#: fl x\n" CALLS_END, 24, "the notes on calls have no paths" },
};

static void test_refused(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
      test_bad_text(refused[i].text, strlen(refused[i].text), refused[i].line,
                    refused[i].message);
}

/* Notes of a later version, and what is no note on calls: before the summary:, or in
   cachegrind's files. */
static void test_ignored(void **state)
{
   (void)state;
   check_calls(CALLS_HEAD "#: t 0\n#: f x\n" CALLS_BODY CALLS_OBJECTS "#: z 1\n"
               CALLS_NAMES CALLS_FUNCTIONS "#: gg 7\n" CALLS_INCLUSIVE CALLS_ARCS
               "#: tx 1 2\n# t 9\n" CALLS_PATHS "#: tt\n" CALLS_END, model);
   check_calls("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1\n#: t 9\n", "none");
}

/* ---- Damaged files ----------------------------------------------------- */

/* Reads the text: it is refused with a message, or its sums are right. */
static void check_damaged(const char *text, size_t length)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_error error = { 0 };
   an_profile *profile = test_profile_of(&alloc, text, length, &error);
   if (profile == NULL)
      assert_true(error.line > 0 && error.message[0] != '\0');
   else if (an_profile_calls(profile) != NULL)
      calls_check_sums(profile);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static const char whole[] = CALLS_FILE;
enum { NOTES_AT = sizeof(TO_SUMMARY) - 1 };

static void test_truncated(void **state)
{
   (void)state;
   for (size_t n = NOTES_AT; n < sizeof whole; n++)
      check_damaged(whole, n);
}

/* Each byte of the notes, as other bytes; each line missing, or twice. */
static void test_damaged(void **state)
{
   (void)state;
   static const char others[] = "0123456789 .@x-\n";
   char text[2 * sizeof whole];
   for (size_t i = NOTES_AT; i < sizeof whole - 1; i++)
      for (size_t k = 0; k < sizeof others - 1; k++) {
         memcpy(text, whole, sizeof whole);
         text[i] = others[k];
         check_damaged(text, sizeof whole - 1);
      }
   for (const char *at = whole + NOTES_AT; *at != '\0'; at = strchr(at, '\n') + 1) {
      size_t before = (size_t)(at - whole);
      size_t line_B = (size_t)(strchr(at, '\n') + 1 - at);
      size_t rest = sizeof whole - 1 - before - line_B;
      memcpy(text, whole, before);
      memcpy(text + before, at + line_B, rest);
      check_damaged(text, before + rest);
      memcpy(text + before, at, line_B);
      memcpy(text + before + line_B, at, line_B + rest);
      check_damaged(text, sizeof whole - 1 + line_B);
   }
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
      cmocka_unit_test(test_shared),
      cmocka_unit_test(test_sum),
      cmocka_unit_test(test_partly),
      cmocka_unit_test(test_filter),
      cmocka_unit_test(test_rename),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_ignored),
      cmocka_unit_test(test_truncated),
      cmocka_unit_test(test_damaged),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
