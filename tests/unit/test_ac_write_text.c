/* test_ac_write_text.c -- parts of written lines: names with escapes, numbers, counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_span.h"
#include "counts/ac_write_text.h"

static char written[256];
static size_t written_B;
static tk_text out;

static bool keep(void *context, const char *bytes, size_t length_B)
{
   (void)context;
   assert_true(written_B + length_B < sizeof written);
   memcpy(written + written_B, bytes, length_B);
   written_B += length_B;
   written[written_B] = '\0';
   return true;
}

static void begin(void)
{
   written_B = 0;
   tk_text_init(&out, keep, NULL);
}

static void end(const char *expected)
{
   assert_true(tk_text_flush(&out));
   assert_string_equal(written, expected);
   assert_int_equal(written_B, strlen(expected));
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
      tk_text_named(&out, "fn=", of[i].name);
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
         tk_text_named(&out, "", name);
         assert_true(tk_text_flush(&out));
         assert_int_equal(written[written_B - 1], '\n');
         assert_int_equal(written_B - 1, ac_write_escaped_B(name));
         assert_null(memchr(written, '\n', written_B - 1));
         ptrdiff_t n = an_span_unescape((an_span){ written, written + written_B - 1 },
                                        plain);
         assert_int_equal(n, strlen(name));
         assert_memory_equal(plain, name, (size_t)n);
      }
}

static void counts(void **state)
{
   (void)state;
   static const int64_t all[] = { 0, 1, INT64_MAX, 10, 0, 0 };
   begin();
   ac_write_counts(&out, all, 5);
   end(" 0 1 9223372036854775807 10 0\n");
   begin();
   ac_write_nonzero(&out, all, 6);
   end(" 0 1 9223372036854775807 10\n");
   begin();
   ac_write_nonzero(&out, all, 1);
   end("\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(escapes),
      cmocka_unit_test(escapes_any),
      cmocka_unit_test(counts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
