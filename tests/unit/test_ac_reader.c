/* test_ac_reader.c -- what the readers of all formats share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"
#include "test_ac_reader.h"

/* ---- Numbers ---- */

static void test_take_number(void **state)
{
   (void)state;
   static const struct {
      const char *text, *rest; /* NULL: refused */
      int64_t number;
   } of[] = {
      { "7", "", 7 },    { " \t0012 x", " x", 12 },
      { "", NULL, 0 },   { "9223372036854775807 ", " ", INT64_MAX },
      { "x", NULL, 0 },  { "9223372036854775808", NULL, 0 },
      { "-1", NULL, 0 }, { "1x", NULL, 0 },
      { "+1", NULL, 0 },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_span rest = an_span_of(of[i].text);
      int64_t number;
      assert_int_equal(ac_reader_take_number(&rest, &number), of[i].rest != NULL);
      if (of[i].rest != NULL) {
         assert_int_equal(number, of[i].number);
         assert_string_equal(rest.at, of[i].rest);
      }
   }
}

static void test_take_address(void **state)
{
   (void)state;
   static const struct {
      const char *text, *rest;
      uint64_t address;
   } of[] = {
      { "0x0", "", 0 },    { " 0x10c96f 3", " 3", 0x10c96f },
      { "", NULL, 0 },     { "0x00000000000000001f", "", 0x1f },
      { "0x", NULL, 0 },   { "0xffffffffffffffff", "", UINT64_MAX },
      { "10", NULL, 0 },   { "0x10000000000000000", NULL, 0 },
      { "0xg", NULL, 0 },  { "0x123456789abcdef01", NULL, 0 },
      { "0x1:", NULL, 0 }, { "0x1000000000000000000000000", NULL, 0 },
      { "0x1`", NULL, 0 }, { "0x1F", NULL, 0 },
      { "0x1/", NULL, 0 }, { "0X1f", NULL, 0 },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_span rest = an_span_of(of[i].text);
      uint64_t address;
      if (ac_reader_take_address(&rest, &address) != (of[i].rest != NULL))
         fail_msg("%s", of[i].text);
      if (of[i].rest != NULL) {
         assert_true(address == of[i].address);
         assert_string_equal(rest.at, of[i].rest);
      }
   }
   assert_false(ac_reader_is_hexadecimal(an_span_of("")));
   assert_true(ac_reader_is_hexadecimal(an_span_of("09af")));
}

/* Zeros in a row, short and long numbers, numbers that end with the line. */
static void test_counts(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      int64_t counts[6];
   } of[] = {
      { "", { 0 } },
      { " 1", { 1 } },
      { " 0 0 0 0 5 6", { 0, 0, 0, 0, 5, 6 } },
      { " 0 0 0 0 0 0", { 0 } },
      { " 0 0 0 0", { 0 } },
      { " 0 0 0 07 8", { 0, 0, 0, 7, 8 } },
      { " 1 0 0 0 0 6", { 1, 0, 0, 0, 0, 6 } },
      { "  12\t345678  . 9 ", { 12, 345678, 0, 9 } },
      { " 1234567 12345678 999999 9223372036854775807 10",
        { 1234567, 12345678, 999999, INT64_MAX, 10 } },
   };
   test_reader t;
   reader_open(&t, "a b c d e f");
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      int64_t counts[6];
      memset(counts, 0xa5, sizeof counts);
      assert_true(ac_reader_counts(&t.of, an_span_of(of[i].text), counts));
      for (size_t e = 0; e < 6; e++)
         if (counts[e] != of[i].counts[e])
            fail_msg("%s: count %zu is %lld", of[i].text, e, (long long)counts[e]);
   }
   reader_check_failed(
      &t, ac_reader_counts(&t.of, an_span_of(" 0 0 0 0 0 0 0 0 0"), t.of.counts),
      "expected at most 6 counts, found 9");
   reader_check_failed(&t, ac_reader_counts(&t.of, an_span_of(" 1234567x"), t.of.counts),
                       "count \"1234567x\" is not a whole number");
   reader_check_failed(&t, ac_reader_counts(&t.of, an_span_of(" 1x"), t.of.counts),
                       "count \"1x\" is not a whole number");
   reader_check_failed(&t, ac_reader_counts(&t.of, an_span_of(" .."), t.of.counts),
                       "count \"..\" is not a whole number");
   reader_check_failed(&t, ac_reader_counts(&t.of, an_span_of(" 1."), t.of.counts),
                       "count \"1.\" is not a whole number");
}

/* ---- Sums ---- */

static void set(int64_t *counts, int64_t a, int64_t b)
{
   counts[0] = a;
   counts[1] = b;
}

static void test_sums(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   set(t.of.counts, INT64_MAX - 1, 3);
   ac_reader_sum(&t.of);
   set(t.of.counts, 1, 4);
   ac_reader_sum(&t.of);
   assert_int_equal(t.of.sums[0], INT64_MAX);
   assert_int_equal(t.of.sums[1], 7);
   set(t.of.stated, INT64_MAX, 7);
   assert_true(ac_reader_check_sums(&t.of, "totals", 3));
   set(t.of.stated, INT64_MAX, 9);
   assert_false(ac_reader_check_sums(&t.of, "totals", 3));
   assert_string_equal(t.error.message, "totals of Dr is 9, but the lines add up to 7 "
                                        "(difference 2)");
   assert_int_equal(t.error.line, 3);
   set(t.of.counts, 1, 0);
   reader_check_failed(&t, (ac_reader_sum(&t.of), true),
                       "the counts add up to more than 9223372036854775807");
}

/* At most so often what all lines have; a product that is too large is no limit. */
static void test_parts(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   set(t.of.sums, 10, INT64_MAX / 2);
   set(t.of.counts, 30, INT64_MAX);
   assert_true(ac_reader_check_part(&t.of, 3));
   t.of.counts[0] = 31;
   reader_check_failed(&t, ac_reader_check_part(&t.of, 3),
                       "31 Ir are more than all lines have, 10");
   set(t.of.counts, 10, INT64_MAX / 2 + 1);
   reader_check_failed(&t, ac_reader_check_part(&t.of, 1),
                       "4611686018427387904 Dr are more than all lines have, "
                       "4611686018427387903");
   set(t.of.counts, 0, 1);
   reader_check_failed(&t, ac_reader_check_part(&t.of, 0),
                       "1 Dr are more than all lines have, 4611686018427387903");
}

static void test_equal(void **state)
{
   (void)state;
   static const int64_t none[] = { 0, 0 }, some[] = { 0, 4 };
   test_reader t;
   reader_open(&t, "Ir Dr");
   assert_true(ac_reader_check_equal(&t.of, "parts", NULL, "all", NULL));
   assert_true(ac_reader_check_equal(&t.of, "parts", none, "all", NULL));
   assert_true(ac_reader_check_equal(&t.of, "parts", some, "all", some));
   reader_check_failed(&t, ac_reader_check_equal(&t.of, "parts", some, "all", NULL),
                       "the parts have 4 Dr, all has 0 (difference 4)");
   reader_check_failed(&t, ac_reader_check_equal(&t.of, "parts", NULL, "all", some),
                       "the parts have 0 Dr, all has 4 (difference -4)");
}

/* ---- Names of files, and others with escapes ---- */

static void test_intern(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   const char *file = ac_reader_intern_file(&t.of, an_span_of("/a/c.h"));
   assert_string_equal(file, "/a/c.h");
   assert_ptr_equal(ac_reader_intern_file(&t.of, an_span_of("/a/b/..//./c.h")), file);
   assert_ptr_equal(ac_reader_intern(&t.of, an_span_of("/a/c.h")), file);
   assert_ptr_equal(ac_reader_intern_escaped(&t.of, an_span_of("/a/c\\x2eh")), file);
   assert_null(ac_reader_intern_escaped(&t.of, an_span_of("c\\x2")));
   reader_check_failed(&t, false, "bad \\x escape in \"c\\x2\"");
}

/* Commands of a later part of the file do not replace the first one. */
static void test_command(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   assert_true(ac_reader_command(&t.of, an_span_of("  ls -l")));
   assert_true(ac_reader_command(&t.of, an_span_of(" other")));
   assert_string_equal(t.of.process.command, "ls -l");
}

static void skip_all(void *context, ac_profile *profile, const char **file,
                     const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file, (void)function;
   *skip = true;
}

/* Rows that are left out count for the file's sums, and the reader remembers them. */
static void test_skip(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   t.of.file = t.of.function = ac_reader_intern(&t.of, an_span_of("f"));
   set(t.of.counts, 3, 4);
   ac_reader_begin(&t.of);
   ac_reader_add(&t.of, 1);
   assert_false(t.of.has_skipped);
   t.reading.name = skip_all;
   ac_reader_begin(&t.of);
   ac_reader_add(&t.of, 2);
   t.reading.name = NULL;
   ac_reader_begin(&t.of);
   ac_reader_add(&t.of, 3);
   assert_true(t.of.has_skipped);
   assert_int_equal(t.of.sums[1], 12);
   ac_profile_finish(t.of.profile);
   assert_int_equal(ac_profile_totals(t.of.profile)[1], 8);
}

static void test_too_many_descs(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   for (int i = 0; i < 1024; i++)
      assert_true(ac_reader_desc(&t.of, an_span_of(" x")));
   reader_check_failed(&t, ac_reader_desc(&t.of, an_span_of(" x")),
                       "more than 1024 desc: lines");
}

/* ---- Headers of several files ---- */

#define CACHES \
   "desc: I1 cache:  32768 B, 64 B, 8-way associative\n" \
   "desc: D1 cache:  32768 B, 64 B, 8-way associative\n" \
   "desc: LL cache:  1048576 B, 64 B, 16-way associative \n"

static void test_events(void **state)
{
   (void)state;
   char text[16384] = "";
   char *at = text;
   test_reader t;
   for (int i = 0; i < 1024; i++)
      at += sprintf(at, " E%d", i);
   reader_open(&t, text);
   assert_int_equal(t.of.n_events, 1024);
   strcpy(at, " x");
   reader_check_failed(&t, ac_reader_events(&t.of, an_span_of(text)),
                       "more than 1024 events");
   reader_check_failed(&t, ac_reader_events(&t.of, an_span_of(" ")),
                       "the events: line names no events");
   reader_check_failed(&t, ac_reader_events(&t.of, an_span_of(" Ir Dr Ir")),
                       "event Ir is listed twice");
}

/* A file's summary is the sum of its own lines. */
static void test_own_sums(void **state)
{
   (void)state;
   read_second_bad(HEADER BODY SUMMARY, HEADER BODY "summary: 4 6\n", NULL, 6,
                   "summary of Ir is 4, but the lines add up to 2 "
                   "(difference 2)");
}

static void test_events_differ(void **state)
{
   (void)state;
   read_second_bad(read_two, "cmd: x\nevents: Ir\n", NULL, 2,
                   "events differ: expected Ir Dr, found Ir");
   read_second_bad(read_two, "cmd: x\nevents: \tDr   Ir \n", NULL, 2,
                   "events differ: expected Ir Dr, found Dr   Ir");
   read_second_bad(read_two, "cmd: x\nevents: Ir Dr Dw\n", NULL, 2,
                   "events differ: expected Ir Dr, found Ir Dr Dw");
   read_second_bad(read_two, "version: 1\nevents: Ir\n", NULL, 2,
                   "events differ: expected Ir Dr, found Ir");
   char many[1024] = "cmd: x\nevents: Ir";
   for (int i = 0; i < 30; i++)
      sprintf(many + strlen(many), " Event%02d", i);
   strcat(many, "\nsummary: 0\n");
   read_second_bad(many, "cmd: x\nevents: Ir\n", NULL, 2,
                   "events differ: expected Ir Event00 Event01 Event02 Event03 Event04 "
                   "Event05 Event06 Event07 Event08 Event09 Event, found Ir");
   read_second_bad(
      "cmd: x\nevents: Ir\nsummary: 0\n", many, NULL, 2,
      "events differ: expected Ir, found Ir Event00 Event01 Event02 Event03 Event04 "
      "Event05 Event06 Event07 Event08 Event09 Event10");
}

static void test_by_name(void **state)
{
   (void)state;
   const ac_reading by_name = { .by_name = true };
   read_sum(
      (const char *const[]){
         HEADER BODY SUMMARY,
         "desc: LL cache: one\ncmd: x\nevents: Bi Dr I2\n"
         "fl=a.c\nfn=main\n1 100 200 300\n8 1\nsummary: 101 200 300\n",
         CACHES "cmd: x\nevents: X\nfl=b.c\nfn=f\n1 9\nsummary: 9\n", NULL },
      &by_name, "a.c main 1 2 203\na.c main 8 0 0\nb.c f 1 0 0\n");
   read_sum((const char *const[]){ HEADER BODY SUMMARY, read_two, NULL }, &by_name,
            "a.c main 1 12 3\na.c main 2 1 0\nb.c g 7 0 5\n");
   read_sum((const char *const[]){ CACHES HEADER BODY SUMMARY,
                                   "desc: D1 cache: x\n" HEADER BODY SUMMARY, NULL },
            &by_name, "a.c main 1 4 6\n");
   /* Checks include the events that are left out. */
   read_second_bad(HEADER BODY SUMMARY,
                   "cmd: x\nevents: X Ir\nfl=b.c\nfn=f\n1 9\nsummary: 8\n", &by_name, 6,
                   "summary of X is 8, but the lines add up to 9 "
                   "(difference -1)");
}

static void test_caches(void **state)
{
   (void)state;
   static const char first[] = CACHES HEADER BODY SUMMARY;
   read_sum((const char *const[]){ first, first,
                                   "desc: LL cache: 1048576 B, 64 B, 16-way associative\n"
                                   "desc: other: one\n" HEADER BODY SUMMARY,
                                   HEADER BODY SUMMARY,
                                   "desc: I1 cache:\n" HEADER BODY SUMMARY, NULL },
            NULL, "a.c main 1 10 15\n");
   read_sum((const char *const[]){ HEADER BODY SUMMARY, first, NULL }, NULL,
            "a.c main 1 4 6\n");
   read_sum(
      (const char *const[]){ "desc: I1 cache: \n" HEADER BODY SUMMARY, first, NULL },
      NULL, "a.c main 1 4 6\n");
   read_second_bad(first, "desc: LL cache: 2097152 B, 64 B, 16-way associative\n", NULL,
                   1,
                   "caches differ: expected \"LL cache: 1048576 B, 64 B, "
                   "16-way associative\", found \"LL cache: 2097152 B, 64 B, "
                   "16-way associative\"");
   read_second_bad(first, "version: 1\ndesc: I1 cache: x\n", NULL, 2,
                   "caches differ: expected \"I1 cache: 32768 B, 64 B, "
                   "8-way associative\", found \"I1 cache: x\"");
   read_second_bad(first, "desc: D1 cache: 32768 B\n", NULL, 1,
                   "caches differ: expected \"D1 cache: 32768 B, 64 B, "
                   "8-way associative\", found \"D1 cache: 32768 B\"");
}

/* So were their branches predicted in the same way. */
static void test_predictors(void **state)
{
   (void)state;
   static const char tage[] = "desc: Predictor:        TAGE\n" OWN END;
   read_sum((const char *const[]){ tage, tage, NULL }, NULL, "a.c main 1 4 6\n");
   read_second_bad(tage, OWN END, NULL, 4,
                   "predictors differ: expected \"TAGE\", found \"classic\"");
   read_second_bad(OWN END, tage, NULL, 1,
                   "predictors differ: expected \"classic\", found \"TAGE\"");
   read_second_bad(tage, "desc: Predictor: perceptron\n" OWN END, NULL, 1,
                   "predictors differ: expected \"TAGE\", found \"perceptron\"");
   const ac_reading by_name = { .by_name = true };
   read_sum((const char *const[]){ tage, OWN END, NULL }, &by_name, "a.c main 1 4 6\n");
}

/* ---- Names ---- */

typedef struct {
   size_t n_calls;
} renaming;

/* Removes "/src/" from the start of files, leaves skip.c out, renames the
   function "old" to "new". */
static void rename_pair(void *context, ac_profile *profile, const char **file,
                        const char **function, bool *skip)
{
   renaming *r = context;
   r->n_calls++;
   assert_false(*skip);
   if (strncmp(*file, "/src/", 5) == 0)
      *file = ac_profile_intern(profile, *file + 5, strlen(*file + 5));
   if (strcmp(*function, "old") == 0)
      *function = ac_profile_intern(profile, "new", 3);
   *skip = strcmp(*file, "skip.c") == 0;
}

static void test_names(void **state)
{
   (void)state;
   renaming r = { 0 };
   const ac_reading reading = { .name = rename_pair, .context = &r };
   static const char text[] = HEADER
      "#: cachesim 1\nfl=/src/a.c\nfn=old\n1 1 1\n2 1\n"
      "fn=new\n1 2\nfl=/src/skip.c\nfn=f\n1 9 9\n2 9 9\nfn=old\n3 9\n"
      "fl=a.c\nfn=new\n3 5\nsummary: 36 19\n#: end 7\n";
   read_sum((const char *const[]){ text, NULL }, &reading,
            "a.c new 1 3 1\na.c new 2 1 0\na.c new 3 5 0\n");
   assert_int_equal(r.n_calls, 5);
   /* Checks include the rows that are left out. */
   read_second_bad(read_two, HEADER "fl=skip.c\nfn=f\n1 9\nsummary: 8\n", &reading, 6,
                   "summary of Ir is 8, but the lines add up to 9 "
                   "(difference -1)");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_take_number),   cmocka_unit_test(test_take_address),
      cmocka_unit_test(test_counts),        cmocka_unit_test(test_sums),
      cmocka_unit_test(test_parts),         cmocka_unit_test(test_equal),
      cmocka_unit_test(test_intern),        cmocka_unit_test(test_too_many_descs),
      cmocka_unit_test(test_command),       cmocka_unit_test(test_skip),
      cmocka_unit_test(test_events),        cmocka_unit_test(test_own_sums),
      cmocka_unit_test(test_events_differ), cmocka_unit_test(test_by_name),
      cmocka_unit_test(test_caches),        cmocka_unit_test(test_predictors),
      cmocka_unit_test(test_names),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
