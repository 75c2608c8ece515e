/* test_ac_write_text.c -- parts of written lines: names with escapes, numbers, counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_span.h"
#include "counts/ac_write_text.h"

static char *written;
static size_t written_B;
static FILE *out;

static void begin(void)
{
   out = open_memstream(&written, &written_B);
   assert_non_null(out);
}

static void end(const char *expected)
{
   assert_int_equal(fclose(out), 0);
   assert_string_equal(written, expected);
   assert_int_equal(written_B, strlen(expected));
   free(written);
}

static void escapes(void **state)
{
   (void)state;
   static const struct {
      const char *name, *escaped;
   } of[] = {
      { "", "" },
      { "main(int, char *)", "main(int, char *)" },
      { "\x1f \x7f\x80\xff~", "\\x1f \\x7f\x80\xff~" },
      { "\n\t\r\x01", "\\x0a\\x09\\x0d\\x01" },
      { "a\\b\\", "a\\b\\" }, /* no escape without an x */
      { "a\\x41", "a\\x5cx41" },
      { "\\\\x", "\\\\x5cx" },
      { "\\X41", "\\X41" },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      char expected[64], plain[64];
      snprintf(expected, sizeof expected, "fn=%s\n", of[i].escaped);
      begin();
      ac_write_escaped("fn=", of[i].name, out);
      end(expected);
      assert_int_equal(ac_write_escaped_B(of[i].name), strlen(of[i].escaped));
      ptrdiff_t n = an_span_unescape(an_span_of(of[i].escaped), plain); /* reading it */
      assert_int_equal(n, strlen(of[i].name));
      assert_memory_equal(plain, of[i].name, (size_t)n);
   }
}

/* Any byte, and any two, come back. */
static void escapes_any(void **state)
{
   (void)state;
   for (unsigned first = 1; first < 256; first++)
      for (unsigned second = 0; second < 256; second++) {
         const char name[] = { (char)first, (char)second, '\0' };
         char plain[16];
         begin();
         ac_write_escaped("", name, out);
         assert_int_equal(fclose(out), 0);
         assert_int_equal(written[written_B - 1], '\n');
         assert_int_equal(written_B - 1, ac_write_escaped_B(name));
         assert_null(memchr(written, '\n', written_B - 1));
         ptrdiff_t n = an_span_unescape((an_span){ written, written + written_B - 1 },
                                        plain);
         assert_int_equal(n, strlen(name));
         assert_memory_equal(plain, name, (size_t)n);
         free(written);
      }
}

static void counts(void **state)
{
   (void)state;
   static const int64_t all[] = { 0, -1, INT64_MAX, INT64_MIN, 10 };
   begin();
   ac_write_counts(all, 5, out);
   end(" 0 -1 9223372036854775807 -9223372036854775808 10\n");
   begin();
   ac_write_counts(all, 0, out);
   end("\n");
   begin();
   ac_write_number(INT64_MIN, out);
   end("-9223372036854775808");
}

/* Errors are the stream's. */
static void fails(void **state)
{
   (void)state;
   FILE *full = fopen("/dev/full", "w");
   assert_non_null(full);
   setvbuf(full, NULL, _IONBF, 0);
   ac_write_number(1, full);
   assert_true(ferror(full));
   clearerr(full);
   ac_write_escaped("fl=", "", full);
   assert_true(ferror(full));
   fclose(full);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(escapes),
      cmocka_unit_test(escapes_any),
      cmocka_unit_test(counts),
      cmocka_unit_test(fails),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
