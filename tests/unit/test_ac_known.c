/* test_ac_known.c -- profiles added up give the same, or the same error, whether or not
   lines are known by their text.

   A profile that does not sum lines (ac_profile_sum_lines) knows none: it is the oracle.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "unit_alloc.h"

enum { EVENTS = 2, FUNCTIONS = 6, LINES = 12, TEXT_B = 8192, ROUNDS = 300 };

typedef struct {
   char text[TEXT_B];
   size_t length;
} file;

/* A profile of a program whose lines are mostly the same from run to run. */
static void write_file(file *f, unit_random *random, unsigned change)
{
   int64_t sums[EVENTS] = { 0 };
   char *at = f->text;
   at += sprintf(at, "cmd: x\nevents: Ir Dr\n");
   for (int i = 0; i < FUNCTIONS; i++) {
      at += sprintf(at, "%sfn=f%d\n", i % 3 == 0 ? "fl=a.c\n" : "",
                    unit_random_below(random, change) == 0 ? 99 : i);
      for (int line = 1; line <= LINES; line++) {
         bool differs = unit_random_below(random, change) == 0;
         int64_t ir = differs ? (int64_t)unit_random_below(random, 99) : i * line;
         if (unit_random_below(random, change) == 0)
            continue;
         at += sprintf(at, "%d %d %d%s\n", line, (int)ir, line % 3,
                       unit_random_below(random, change) == 0 ? "\r" : "");
         sums[0] += ir;
         sums[1] += line % 3;
      }
   }
   at += sprintf(at, "summary: %d %d\n", (int)sums[0], (int)sums[1]);
   f->length = (size_t)(at - f->text);
}

/* Changes, inserts, removes or cuts bytes. */
static void damage(file *f, unit_random *random)
{
   static const char bytes[] = "0123456789 \n\r\tfn=l:#-.\0x";
   size_t at = unit_random_below(random, (uint32_t)f->length);
   char byte = bytes[unit_random_below(random, sizeof bytes - 1)];
   switch (unit_random_below(random, 4)) {
   case 0: f->text[at] = byte; break;
   case 1:
      memmove(f->text + at + 1, f->text + at, f->length - at);
      f->text[at] = byte;
      f->length++;
      break;
   case 2: memmove(f->text + at, f->text + at + 1, --f->length - at); break;
   default: f->length = at;
   }
}

static bool read_file(ac_profile *profile, const file *f, size_t piece_B, an_error *error)
{
   test_text memory = { f->text, f->length, piece_B };
   return ac_read_into(profile, test_alloc(), test_bytes(&memory), NULL, error);
}

static ac_profile *new_sum(void)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   ac_profile_sum_lines(profile);
   return profile;
}

/* Reads the file into both, with the same result. */
static bool read_both(ac_profile *plain, ac_profile *sum, const file *f, size_t piece_B)
{
   an_error of_plain = { 0 }, of_sum = { 0 };
   bool ok = read_file(plain, f, piece_B, &of_plain);
   assert_int_equal(read_file(sum, f, piece_B, &of_sum), ok);
   assert_string_equal(of_sum.message, of_plain.message);
   assert_int_equal(of_sum.line, of_plain.line);
   return ok;
}

static void assert_same(ac_profile *plain, ac_profile *sum)
{
   static char of_plain[TEST_BODY_B], of_sum[TEST_BODY_B];
   an_error error;
   assert_true(ac_read_finish(plain, &error));
   assert_true(ac_read_finish(sum, &error));
   test_body(plain, of_plain);
   test_body(sum, of_sum);
   assert_string_equal(of_sum, of_plain);
}

static void test_same_sums_and_errors(void **state)
{
   (void)state;
   static file f;
   size_t n_bad = 0;
   unit_random random = unit_random_from(5);
   for (unsigned round = 0; round < ROUNDS; round++) {
      ac_profile *plain = ac_profile_new(test_alloc());
      ac_profile *sum = new_sum();
      unsigned change = 5 + unit_random_below(&random, 200);
      bool ok = true;
      for (int i = 0; i < 12 && ok; i++) {
         write_file(&f, &random, change);
         if (i >= 4 && unit_random_below(&random, 4) == 0)
            damage(&f, &random);
         ok = read_both(plain, sum, &f,
                        1 + unit_random_below(&random, 2 * (uint32_t)f.length));
      }
      n_bad += !ok;
      if (ok)
         assert_same(plain, sum);
   }
   assert_true(n_bad > ROUNDS / 4 && n_bad < ROUNDS);
}

/* Reads `text` n times, and then once more with this error or none. */
static void check_last(const char *text, int n, const char *last, size_t line,
                       const char *message)
{
   ac_profile *sum = new_sum();
   an_error error = { 0 };
   file f;
   for (int i = 0; i <= n; i++) {
      f.length = (size_t)sprintf(f.text, "cmd: x\nevents: Ir\n%s", i < n ? text : last);
      bool ok = read_file(sum, &f, SIZE_MAX, &error);
      assert_int_equal(ok, i < n || message == NULL);
   }
   if (message == NULL) {
      assert_true(ac_read_finish(sum, &error));
   } else {
      assert_string_equal(error.message, message);
      assert_int_equal(error.line, line);
   }
}

/* Sums that are too large: the line to blame is the one with which they are, known or
   not.  2^60 is 1152921504606846976. */
static void test_overflow(void **state)
{
   (void)state;
   static const char too_large[] = "the counts add up to more than 9223372036854775807";
   static const char large[] =
      "fl=a\nfn=f\n1 1\n2 1152921504606846976\nsummary: 1152921504606846977\n";
   static const char tail[] =
      "fl=a\nfn=f\n1 1\n2 1152921504606846967\nsummary: 1152921504606846968\n";
   check_last(large, 7, large, 6, too_large);
   check_last(large, 7, tail, 0, NULL);
   check_last("fl=a\nfn=f\n1 1\nsummary: 1\n", 9,
              "fl=a\nfn=f\n1 9223372036854775798\nsummary: 9223372036854775798\n", 0,
              NULL);
   check_last("fl=a\nfn=f\n1 1\nsummary: 1\n", 9,
              "fl=a\nfn=f\n1 9223372036854775799\nsummary: 9223372036854775799\n", 5,
              too_large);
   /* The file's own sum. */
   check_last("fl=a\nfn=f\n1 1\n2 1\nsummary: 2\n", 4,
              "fl=b\nfn=f\n1 9223372036854775806\nfl=a\nfn=f\n1 1\n2 1\nsummary: 0\n", 9,
              too_large);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_sums_and_errors),
      cmocka_unit_test(test_overflow),

   };
   return cmocka_run_group_tests_name("ac_known", tests, NULL, NULL);
}
