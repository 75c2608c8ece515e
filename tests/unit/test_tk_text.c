/* test_tk_text.c -- tk_text: the buffer, escapes, numbers and rates.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_text.h"
#include "unit_alloc.h"

static unit_sink sink;
static tk_text text;

static void begin(size_t fail_at)
{
   unit_sink_reset(&sink, fail_at);
   memset(&text, 0xa5, sizeof text);
   tk_text_init(&text, unit_sink_drain, &sink);
}

/* Flushes; all that was written since begin. */
static const char *written(void)
{
   assert_true(tk_text_flush(&text));
   return sink.bytes;
}

/* ---- The buffer ------------------------------------------------------ */

static void test_nothing_is_not_drained(void **state)
{
   (void)state;
   begin(0);
   assert_true(tk_text_flush(&text));
   tk_text_string(&text, "");
   tk_text_escaped(&text, "");
   assert_true(tk_text_flush(&text));
   assert_int_equal(sink.n_calls, 0);
}

static void test_flush_empties(void **state)
{
   (void)state;
   begin(0);
   tk_text_string(&text, "one");
   assert_int_equal(sink.n_calls, 0);
   assert_string_equal(written(), "one");
   assert_string_equal(written(), "one");
   assert_int_equal(sink.n_calls, 1);
   tk_text_string(&text, ", two");
   assert_string_equal(written(), "one, two");
   assert_int_equal(sink.n_calls, 2);
}

/* Writes total_B bytes in strings of piece_B, and looks for them. */
static void assert_whole(size_t total_B, size_t piece_B)
{
   static char expected[3 * TK_TEXT_BUFFER_B + 64], piece[sizeof expected];
   begin(0);
   for (size_t done_B = 0; done_B < total_B; done_B += piece_B) {
      size_t n = total_B - done_B < piece_B ? total_B - done_B : piece_B;
      for (size_t i = 0; i < n; i++)
         expected[done_B + i] = piece[i] = (char)('!' + (done_B + i) * 7 % 90);
      piece[n] = '\0';
      tk_text_string(&text, piece);
   }
   expected[total_B] = '\0';
   assert_string_equal(written(), expected);
   assert_true(sink.longest_B <= TK_TEXT_BUFFER_B);
   assert_int_equal(sink.n_calls, (total_B + TK_TEXT_BUFFER_B - 1) / TK_TEXT_BUFFER_B);
}

/* Around the size of the buffer and its multiples nothing is lost, doubled
   or swapped, however it is cut into strings. */
static void test_boundaries(void **state)
{
   (void)state;
   static const size_t piece_B[] = { 1, 7, 64, 8191, 8192, 8193, 20000 };
   for (size_t n = 1; n <= 3; n++)
      for (size_t total_B = n * TK_TEXT_BUFFER_B - 3; total_B <= n * TK_TEXT_BUFFER_B + 3;
           total_B++)
         for (size_t i = 0; i < sizeof piece_B / sizeof piece_B[0]; i++)
            assert_whole(total_B, piece_B[i]);
}

/* Everything longer than a byte, with the boundary at each place in it. */
static void test_boundary_inside(void **state)
{
   (void)state;
   for (size_t before_B = TK_TEXT_BUFFER_B - 40; before_B <= TK_TEXT_BUFFER_B;
        before_B++) {
      begin(0);
      for (size_t i = 0; i < before_B; i++)
         tk_text_char(&text, '.');
      tk_text_u64(&text, UINT64_MAX);
      tk_text_grouped(&text, 1234567, 12);
      tk_text_percent(&text, 1, 3, 2, 8);
      tk_text_escaped(&text, "\n\\x");
      assert_string_equal(written() + before_B, "18446744073709551615   1,234,567   33.33"
                                                "\\x0a\\x5cx");
   }
}

static void test_nul_bytes(void **state)
{
   (void)state;
   begin(0);
   tk_text_char(&text, 'a');
   tk_text_char(&text, '\0');
   tk_text_char(&text, 'b');
   assert_memory_equal(written(), "a\0b", 4);
   assert_int_equal(sink.used_B, 3);
}

/* The nth drain fails: none is called after it, and every flush says so. */
static void test_failure_sticks(void **state)
{
   (void)state;
   enum { TOTAL_B = 6 * TK_TEXT_BUFFER_B + 100 }; /* 7 drains */
   for (size_t fail_at = 1; fail_at <= 8; fail_at++) {
      begin(fail_at);
      for (int i = 0; i < TOTAL_B; i++)
         tk_text_char(&text, (char)('a' + i % 26));
      bool good = tk_text_flush(&text);
      assert_int_equal(good, fail_at == 8);
      assert_int_equal(text.failed, !good);
      assert_int_equal(sink.n_calls, good ? 7 : fail_at);
      assert_int_equal(sink.used_B, good ? TOTAL_B : (fail_at - 1) * TK_TEXT_BUFFER_B);
      if (good)
         continue;
      tk_text_string(&text, "more");
      tk_text_u64(&text, 1);
      tk_text_grouped(&text, 1, 1);
      tk_text_percent(&text, 1, 0, 1, 1);
      tk_text_escaped(&text, "\n");
      for (int i = 0; i < 3 * TK_TEXT_BUFFER_B; i++)
         tk_text_char(&text, '.');
      assert_false(tk_text_flush(&text));
      assert_false(tk_text_flush(&text));
      assert_int_equal(sink.n_calls, fail_at);
   }
}

static void test_failure_at_flush(void **state)
{
   (void)state;
   begin(1);
   tk_text_string(&text, "short");
   assert_false(tk_text_flush(&text));
   assert_false(tk_text_flush(&text));
   assert_int_equal(sink.n_calls, 1);
}

static void test_two_instances(void **state)
{
   (void)state;
   static tk_text other;
   static unit_sink other_sink;
   begin(1);
   unit_sink_reset(&other_sink, 0);
   tk_text_init(&other, unit_sink_drain, &other_sink);
   tk_text_string(&text, "lost");
   tk_text_string(&other, "kept");
   assert_false(tk_text_flush(&text));
   assert_true(tk_text_flush(&other));
   assert_string_equal(other_sink.bytes, "kept");
}

/* ---- Escapes --------------------------------------------------------- */

static void assert_escaped(const char *from, const char *to)
{
   begin(0);
   tk_text_escaped(&text, from);
   assert_string_equal(written(), to);
}

static void test_escapes(void **state)
{
   (void)state;
   assert_escaped("", "");
   assert_escaped("operator<<(std::ostream&, char)", "operator<<(std::ostream&, char)");
   assert_escaped("a\nb", "a\\x0ab");
   assert_escaped("\x1b[31m", "\\x1b[31m");
   assert_escaped("\x7f", "\\x7f");
   assert_escaped("\t\r\v", "\\x09\\x0d\\x0b");
   assert_escaped("\\", "\\");
   assert_escaped("\\\\", "\\\\");
   assert_escaped("C:\\dir\\", "C:\\dir\\");
   assert_escaped("\\n", "\\n");
   assert_escaped("\\X41", "\\X41");
   assert_escaped("\\x", "\\x5cx");
   assert_escaped("\\x41", "\\x5cx41");
   assert_escaped("\\\\x41", "\\\\x5cx41");
   assert_escaped("\\\n", "\\\\x0a");
   assert_escaped("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
                  "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80");
   assert_escaped("\x80\xff", "\x80\xff");
}

/* The control bytes are those below a space, and DEL; no other byte is
   changed by itself. */
static void test_each_byte(void **state)
{
   (void)state;
   for (int c = 1; c < 256; c++) {
      char from[2] = { (char)c, '\0' }, to[8];
      bool control = c < 0x20 || c == 0x7f;
      snprintf(to, sizeof to, control ? "\\x%02x" : "%c", c);
      assert_escaped(from, to);
   }
}

/* Undoes it as a reader would: from the left, \xHH is a byte. */
static void unescape(const char *from, char *to)
{
   unsigned byte;
   while (*from != '\0')
      if (from[0] == '\\' && from[1] == 'x') {
         assert_int_equal(sscanf(from + 2, "%2x", &byte), 1);
         *to++ = (char)byte;
         from += 4;
      } else {
         *to++ = *from++;
      }
   *to = '\0';
}

static void test_escapes_can_be_undone(void **state)
{
   (void)state;
   static const char letters[] = "\\\\\\xx0a5c\n\x7f\x01z\xc3";
   unit_random random = unit_random_from(5);
   for (int i = 0; i < 20000; i++) {
      char from[16], back[80];
      size_t length = unit_random_below(&random, sizeof from);
      for (size_t j = 0; j < length; j++)
         from[j] = letters[unit_random_below(&random, sizeof letters - 1)];
      from[length] = '\0';
      begin(0);
      tk_text_escaped(&text, from);
      unescape(written(), back);
      assert_string_equal(back, from);
      assert_null(strchr(sink.bytes, '\n'));
   }
}

/* ---- Whole numbers --------------------------------------------------- */

/* A random number of any magnitude. */
static uint64_t any_magnitude(unit_random *random)
{
   return unit_random_u64(random) >> unit_random_below(random, 64);
}

static void assert_u64(uint64_t value)
{
   char expected[24];
   snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
   begin(0);
   tk_text_u64(&text, value);
   assert_string_equal(written(), expected);
}

static void test_u64(void **state)
{
   (void)state;
   unit_random random = unit_random_from(6);
   for (uint64_t power = 1; power != 0;
        power = power > UINT64_MAX / 10 ? 0 : power * 10) {
      assert_u64(power - 1);
      assert_u64(power);
      assert_u64(power + 1);
   }
   assert_u64(INT64_MAX);
   assert_u64(UINT64_MAX);
   for (int i = 0; i < 5000; i++)
      assert_u64(any_magnitude(&random));
}

static void test_hex(void **state)
{
   (void)state;
   begin(0);
   tk_text_hex(&text, 0);
   tk_text_hex(&text, 15);
   tk_text_hex(&text, 0x10c96f);
   tk_text_hex(&text, UINT64_MAX);
   assert_string_equal(written(), "0x0"
                                  "0xf"
                                  "0x10c96f"
                                  "0xffffffffffffffff");
}

/* Puts a comma before each third digit from the right. */
static void group(uint64_t value, char grouped[40])
{
   char plain[24];
   int n = snprintf(plain, sizeof plain, "%llu", (unsigned long long)value);
   for (int i = 0; i < n; i++) {
      if (i > 0 && (n - i) % 3 == 0)
         *grouped++ = ',';
      *grouped++ = plain[i];
   }
   *grouped = '\0';
}

static void assert_grouped(uint64_t value, unsigned width)
{
   char grouped[40], expected[80];
   group(value, grouped);
   snprintf(expected, sizeof expected, "%*s", (int)width, grouped);
   begin(0);
   tk_text_grouped(&text, value, width);
   assert_string_equal(written(), expected);
   assert_int_equal(tk_text_grouped_width(value), strlen(grouped));
}

static void test_grouped_by_hand(void **state)
{
   (void)state;
   static const struct {
      uint64_t value;
      unsigned width;
      const char *text;
   } cases[] = {
      { 0, 0, "0" },
      { 0, 1, "0" },
      { 0, 3, "  0" },
      { 999, 0, "999" },
      { 1000, 0, "1,000" },
      { 1000, 5, "1,000" },
      { 1000, 6, " 1,000" },
      { 1000, 2, "1,000" },
      { 12345, 0, "12,345" },
      { 123456, 0, "123,456" },
      { 1000000, 0, "1,000,000" },
      { 1002003, 11, "  1,002,003" },
      { UINT64_MAX, 26, "18,446,744,073,709,551,615" },
      { UINT64_MAX, 28, "  18,446,744,073,709,551,615" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      begin(0);
      tk_text_grouped(&text, cases[i].value, cases[i].width);
      assert_string_equal(written(), cases[i].text);
   }
}

static void test_grouped(void **state)
{
   (void)state;
   unit_random random = unit_random_from(7);
   for (uint64_t power = 1; power != 0; power = power > UINT64_MAX / 10 ? 0 : power * 10)
      for (unsigned width = 0; width < 30; width++) {
         assert_grouped(power - 1, width);
         assert_grouped(power, width);
      }
   for (int i = 0; i < 5000; i++)
      assert_grouped(any_magnitude(&random), (unsigned)unit_random_below(&random, 40));
}

/* ---- Rates ----------------------------------------------------------- */

static void assert_percent_text(uint64_t part, uint64_t whole, unsigned decimals,
                                unsigned width, const char *expected)
{
   begin(0);
   tk_text_percent(&text, part, whole, decimals, width);
   if (strcmp(written(), expected) != 0)
      fail_msg("100 * %llu / %llu to %u places is \"%s\", not \"%s\"",
               (unsigned long long)part, (unsigned long long)whole, decimals, expected,
               sink.bytes);
}

static void test_percent_by_hand(void **state)
{
   (void)state;
   assert_percent_text(0, 1, 0, 0, "0");
   assert_percent_text(0, 1, 1, 0, "0.0");
   assert_percent_text(0, 7, 4, 0, "0.0000");
   assert_percent_text(1, 1, 2, 0, "100.00");
   assert_percent_text(1, 3, 1, 0, "33.3");
   assert_percent_text(2, 3, 1, 0, "66.7");
   assert_percent_text(2, 3, 4, 0, "66.6667");
   assert_percent_text(1, 100, 2, 0, "1.00");
   assert_percent_text(1, 1000, 1, 0, "0.1");
   assert_percent_text(1, 10000, 1, 0, "0.0");
   assert_percent_text(3, 2, 2, 0, "150.00");
   assert_percent_text(12345, 1, 1, 0, "1234500.0");
   /* Carried over all digits. */
   assert_percent_text(99999, 100000, 0, 0, "100");
   assert_percent_text(99999, 100000, 2, 0, "100.00");
   assert_percent_text(99999, 100000, 3, 0, "99.999");
   assert_percent_text(9996, 100000, 1, 0, "10.0");
}

static void test_percent_width(void **state)
{
   (void)state;
   assert_percent_text(1, 3, 2, 5, "33.33");
   assert_percent_text(1, 3, 2, 4, "33.33");
   assert_percent_text(1, 3, 2, 9, "    33.33");
   assert_percent_text(1, 3, 0, 4, "  33");
   assert_percent_text(1, 1, 1, 6, " 100.0");
   assert_percent_text(9996, 100000, 1, 5, " 10.0");
}

static void test_percent_of_nothing(void **state)
{
   (void)state;
   assert_percent_text(0, 0, 2, 0, "n/a");
   assert_percent_text(5, 0, 2, 3, "n/a");
   assert_percent_text(5, 0, 0, 8, "     n/a");
}

/* A half goes up. */
static void test_percent_ties(void **state)
{
   (void)state;
   assert_percent_text(1, 200, 0, 0, "1"); /* 0.5 */
   assert_percent_text(3, 200, 0, 0, "2"); /* 1.5 */
   assert_percent_text(5, 200, 0, 0, "3"); /* 2.5, not to even */
   assert_percent_text(1, 2000, 1, 0, "0.1");
   assert_percent_text(3, 2000, 1, 0, "0.2");
   assert_percent_text(1, 800, 2, 0, "0.13"); /* 0.125 */
   assert_percent_text(1, 32, 2, 0, "3.13");  /* 3.125 */
   assert_percent_text(1, 32, 1, 0, "3.1");
   assert_percent_text(199, 20000, 2, 0, "1.00");  /* 0.995 */
   assert_percent_text(201, 20000, 2, 0, "1.01");  /* 1.005 */
   assert_percent_text(1999, 2000, 1, 0, "100.0"); /* 99.95 */
   assert_percent_text(1, 2000000, 4, 0, "0.0001");
}

/* Division as at school, digit by digit, without a product that could
   overflow; then rounding by what is left.  The places behind the point
   and the whole percents make one number, *scaled. */
static uint64_t divide_by_hand(uint64_t part, uint64_t whole, unsigned decimals)
{
   uint64_t scaled = part / whole, rest = part % whole;
   for (unsigned place = 0; place < 2 + decimals; place++) {
      uint64_t sum = 0; /* 10 * rest, less digit * whole */
      unsigned digit = 0;
      for (int i = 0; i < 10; i++)
         if (sum >= whole - rest) {
            sum -= whole - rest;
            digit++;
         } else {
            sum += rest;
         }
      scaled = 10 * scaled + digit;
      rest = sum;
   }
   return rest >= whole - rest ? scaled + 1 : scaled;
}

static void assert_percent(uint64_t part, uint64_t whole, unsigned decimals,
                           unsigned width)
{
   uint64_t scaled = divide_by_hand(part, whole, decimals), scale = 1;
   char number[40], expected[80];
   for (unsigned i = 0; i < decimals; i++)
      scale *= 10;
   if (decimals == 0)
      snprintf(number, sizeof number, "%llu", (unsigned long long)scaled);
   else
      snprintf(number, sizeof number, "%llu.%0*llu", (unsigned long long)(scaled / scale),
               (int)decimals, (unsigned long long)(scaled % scale));
   snprintf(expected, sizeof expected, "%*s", (int)width, number);
   assert_percent_text(part, whole, decimals, width, expected);
}

/* All small fractions: every kind of tie is among them. */
static void test_percent_exhaustively(void **state)
{
   (void)state;
   for (uint64_t whole = 1; whole <= 64; whole++)
      for (uint64_t part = 0; part <= 2 * whole; part++)
         for (unsigned decimals = 0; decimals <= 4; decimals++)
            assert_percent(part, whole, decimals, 0);
   static const uint64_t wholes[] = { 200, 800, 1000, 2000, 1600 };
   for (size_t i = 0; i < sizeof wholes / sizeof wholes[0]; i++)
      for (uint64_t part = 0; part <= wholes[i]; part++)
         for (unsigned decimals = 0; decimals <= 2; decimals++)
            assert_percent(part, wholes[i], decimals, 7);
}

static void test_percent_at_random(void **state)
{
   (void)state;
   unit_random random = unit_random_from(8);
   for (int i = 0; i < 20000; i++) {
      uint64_t whole = any_magnitude(&random) | 1;
      uint64_t part = any_magnitude(&random) % whole;
      assert_percent(part, whole, (unsigned)unit_random_below(&random, 5),
                     (unsigned)unit_random_below(&random, 12));
   }
}

/* Independent of any division of ours, too: where the C library's decimal
   is not near a tie, it must agree. */
static void test_percent_against_printf(void **state)
{
   (void)state;
   unit_random random = unit_random_from(9);
   int n_compared = 0;
   for (int i = 0; i < 20000; i++) {
      uint64_t whole = (any_magnitude(&random) >> 12) | 1;
      uint64_t part = any_magnitude(&random) % (whole + 1);
      unsigned decimals = (unsigned)unit_random_below(&random, 5);
      long double exact = 100.0L * (long double)part / (long double)whole;
      char low[40], high[40];
      snprintf(low, sizeof low, "%.*Lf", (int)decimals, exact - 1e-9L);
      snprintf(high, sizeof high, "%.*Lf", (int)decimals, exact + 1e-9L);
      if (strcmp(low, high) != 0)
         continue;
      assert_percent_text(part, whole, decimals, 0, high);
      n_compared++;
   }
   assert_in_range(n_compared, 10000, 20000);
}

/* Just below a tie, by the least that a fraction with this denominator
   can be: 2 * 100 * scale * part = tie * whole - 1 with an odd tie.  Counts
   of this size are those of long runs; the last digit must be right. */
static void assert_below_ties(uint64_t whole, unsigned decimals)
{
   uint64_t twice = 200;
   for (unsigned i = 0; i < decimals; i++)
      twice *= 10;
   for (uint64_t tie = 1; tie < twice; tie += 2)
      if (whole % twice * tie % twice == 1) {
         /* tie * whole / twice, rounded down, without overflow */
         uint64_t part = whole / twice * tie + whole % twice * tie / twice;
         assert_percent(part, whole, decimals, 0);
         assert_percent(part + 1, whole, decimals, 0);
      }
}

static void test_percent_below_ties(void **state)
{
   (void)state;
   static const uint64_t wholes[] = {
      UINT64_C(999983),
      UINT64_C(2147483647),
      UINT64_C(999999999989),
      UINT64_C(1000000000039),
      UINT64_C(123456789012347),
      UINT64_C(9007199254740881),
      UINT64_C(999999999999999989),
      UINT64_C(9223372036854775783),
      UINT64_C(18446744073709551557),
   };
   /* 96.494999999999993..., 87.349999999999994..., 78.234949999999994... */
   assert_percent_text(712137529795, 738004590699, 2, 0, "96.49");
   assert_percent_text(7838588314321, 8973770251083, 1, 0, "87.3");
   assert_percent_text(7400514065, 9459345299, 4, 0, "78.2349");
   for (unsigned decimals = 0; decimals <= 4; decimals++)
      for (size_t i = 0; i < sizeof wholes / sizeof wholes[0]; i++)
         assert_below_ties(wholes[i], decimals);
}

/* ---- Lines ----------------------------------------------------------- */

static void writes_forms(void **state)
{
   (void)state;
   begin(0);
   TK_TEXT_LINE(&text, "#: f % & ~@~\n", 7, 0xfedcba9876543210u, INT64_MIN, -1);
   TK_TEXT_LINE(&text, "%:& ~", UINT64_MAX, 0, INT64_MAX);
   assert_string_equal(written(), "#: f 7 0xfedcba9876543210 -9223372036854775808@-1\n"
                                  "18446744073709551615:0x0 9223372036854775807");
}

static void writes_rows(void **state)
{
   (void)state;
   static const uint64_t counts[] = { 0, 7, UINT64_MAX, 0, 0 };
   begin(0);
   tk_text_counts(&text, counts, 4);
   tk_text_nonzero(&text, counts, 5);
   tk_text_nonzero(&text, counts, 1);
   tk_text_counts(&text, counts, 0);
   assert_string_equal(written(), " 0 7 18446744073709551615 0\n"
                                  " 0 7 18446744073709551615\n\n\n");
}

static void writes_names_and_bytes(void **state)
{
   (void)state;
   static const uint8_t bytes[] = { 0x00, 0x7f, 0xa5, 0xff };
   begin(0);
   tk_text_named(&text, "fl=", "a\nb");
   tk_text_bytes(&text, bytes, sizeof bytes);
   tk_text_char(&text, ' ');
   tk_text_digits(&text, 0);
   tk_text_char(&text, ' ');
   tk_text_digits(&text, UINT64_MAX);
   tk_text_char(&text, ' ');
   tk_text_digits(&text, 0x10);
   assert_string_equal(written(), "fl=a\\x0ab\n007fa5ff 0 ffffffffffffffff 10");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_forms),
      cmocka_unit_test(writes_rows),
      cmocka_unit_test(writes_names_and_bytes),
      cmocka_unit_test(test_nothing_is_not_drained),
      cmocka_unit_test(test_flush_empties),
      cmocka_unit_test(test_boundaries),
      cmocka_unit_test(test_boundary_inside),
      cmocka_unit_test(test_nul_bytes),
      cmocka_unit_test(test_failure_sticks),
      cmocka_unit_test(test_failure_at_flush),
      cmocka_unit_test(test_two_instances),
      cmocka_unit_test(test_escapes),
      cmocka_unit_test(test_each_byte),
      cmocka_unit_test(test_escapes_can_be_undone),
      cmocka_unit_test(test_u64),
      cmocka_unit_test(test_hex),
      cmocka_unit_test(test_grouped_by_hand),
      cmocka_unit_test(test_grouped),
      cmocka_unit_test(test_percent_by_hand),
      cmocka_unit_test(test_percent_width),
      cmocka_unit_test(test_percent_of_nothing),
      cmocka_unit_test(test_percent_ties),
      cmocka_unit_test(test_percent_exhaustively),
      cmocka_unit_test(test_percent_at_random),
      cmocka_unit_test(test_percent_against_printf),
      cmocka_unit_test(test_percent_below_ties),
   };
   return cmocka_run_group_tests_name("tk_text", tests, NULL, NULL);
}
