/* test_tk_json.c -- what tk_json writes, by itself and as jansson reads it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/tk_json.h"
#include "unit_alloc.h"

static unit_sink sink;
static tk_text text;
static tk_json json;

static void begin(void)
{
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   memset(&json, 0xa5, sizeof json);
   tk_json_init(&json, &text);
}

static const char *written(void)
{
   assert_true(tk_text_flush(&text));
   return sink.bytes;
}

/* ---- Structure ------------------------------------------------------- */

static void test_commas(void **state)
{
   (void)state;
   begin();
   tk_json_open(&json, '{');
   tk_json_key(&json, "a");
   tk_json_u64(&json, 1);
   tk_json_key(&json, "b");
   tk_json_open(&json, '[');
   tk_json_close(&json, ']');
   tk_json_key(&json, "c");
   tk_json_open(&json, '[');
   tk_json_open(&json, '[');
   tk_json_i64(&json, -2);
   tk_json_bool(&json, true);
   tk_json_close(&json, ']');
   tk_json_open(&json, '{');
   tk_json_close(&json, '}');
   tk_json_string(&json, "x");
   tk_json_bool(&json, false);
   tk_json_close(&json, ']');
   tk_json_key(&json, "d");
   tk_json_open(&json, '"');
   tk_json_part(&json, "one");
   tk_text_char(&text, ' ');
   tk_text_u64(&text, 2);
   tk_json_close(&json, '"');
   tk_json_close(&json, '}');
   assert_string_equal(written(), "{\"a\":1,\"b\":[],\"c\":[[-2,true],{},"
                                  "\"x\",false],\"d\":\"one 2\"}");
}

static void test_lines(void **state)
{
   (void)state;
   begin();
   tk_json_open(&json, '[');
   for (int i = 0; i < 2; i++) {
      tk_json_line(&json);
      tk_json_open(&json, '{');
      tk_json_key(&json, "i");
      tk_json_i64(&json, i);
      tk_json_line(&json);
      tk_json_key(&json, "j");
      tk_json_string(&json, "");
      tk_json_close(&json, '}');
   }
   tk_json_line(&json);
   tk_json_close(&json, ']');
   assert_string_equal(written(), "[\n{\"i\":0,\n\"j\":\"\"},\n"
                                  "{\"i\":1,\n\"j\":\"\"}\n]");
}

static void test_numbers(void **state)
{
   (void)state;
   begin();
   tk_json_open(&json, '[');
   tk_json_u64(&json, 0);
   tk_json_u64(&json, UINT64_MAX);
   tk_json_i64(&json, INT64_MAX);
   tk_json_i64(&json, INT64_MIN);
   tk_json_i64(&json, 0);
   tk_json_i64(&json, -1);
   tk_json_close(&json, ']');
   assert_string_equal(written(), "[0,18446744073709551615,"
                                  "9223372036854775807,"
                                  "-9223372036854775808,0,-1]");
}

/* ---- Strings --------------------------------------------------------- */

static void assert_written(const char *bytes, const char *expected)
{
   begin();
   tk_json_string(&json, bytes);
   assert_string_equal(written(), expected);
}

static void test_escapes(void **state)
{
   (void)state;
   assert_written("", "\"\"");
   assert_written("0x40: main (a.c:3)", "\"0x40: main (a.c:3)\"");
   assert_written("say \"hi\"", "\"say \\\"hi\\\"\"");
   assert_written("C:\\dir\\", "\"C:\\\\dir\\\\\"");
   assert_written("a\nb\x7f\x1b[m", "\"a\\\\x0ab\\\\x7f\\\\x1b[m\"");
   assert_written("\\x41", "\"\\\\x5cx41\"");
   assert_written("\\\\x41", "\"\\\\\\\\x5cx41\"");
   assert_written("\\X41", "\"\\\\X41\"");
   assert_written("gr\xfc\xdf", "\"gr\\\\xfc\\\\xdf\"");
   assert_written("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
                  "\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80\"");
   assert_written("\xe2\x80\xa8\xe2\x80\xa9", "\"\xe2\x80\xa8\xe2\x80\xa9\"");
   assert_written("\xe2\x82", "\"\\\\xe2\\\\x82\""); /* ends early */
   assert_written("\xe2\x82\"", "\"\\\\xe2\\\\x82\\\"\"");
   assert_written("\xe2\xc3\xbc", "\"\\\\xe2\xc3\xbc\"");
}

/* Undoes \xHH, from the left, as a reader would. */
static void unescape(const char *from, char *to)
{
   unsigned byte;
   while (*from != '\0')
      if (from[0] == '\\' && from[1] == 'x') {
         if (sscanf(from + 2, "%2x", &byte) != 1)
            fail_msg("no digits: %s", from);
         *to++ = (char)byte;
         from += 4;
      } else {
         *to++ = *from++;
      }
   *to = '\0';
}

/* jansson, which accepts only UTF-8, reads the text, and undoing the escapes gives the
   bytes back.  They are shorter than 32. */
static void assert_round_trip(const char *bytes)
{
   char back[160];
   begin();
   tk_json_string(&json, bytes);
   json_error_t error;
   json_t *value = json_loads(written(), JSON_DECODE_ANY, &error);
   if (value == NULL)
      fail_msg("%s: %s", error.text, sink.bytes);
   unescape(json_string_value(value), back);
   if (strcmp(back, bytes) != 0)
      fail_msg("%s", sink.bytes);
   json_decref(value);
}

static void test_one_and_two_bytes(void **state)
{
   (void)state;
   for (int a = 1; a < 256; a++)
      for (int b = 0; b < 256; b++)
         assert_round_trip((const char[]){ (char)a, (char)b, '\0' });
}

static void test_random_bytes(void **state)
{
   (void)state;
   static const char letters[] =
      "\\\\\\xx0a\"\n\x7f\x80\xbf\xc2\xe0\xa0\xed\x9f\xf0\x90\xf4\x8f";
   unit_random random = unit_random_from(11);
   for (int i = 0; i < 50000; i++) {
      char bytes[16];
      size_t length = unit_random_below(&random, sizeof bytes);
      for (size_t j = 0; j < length; j++)
         bytes[j] = letters[unit_random_below(&random, sizeof letters - 1)];
      bytes[length] = '\0';
      assert_round_trip(bytes);
   }
}

/* Encodes `code` in a given number of bytes, valid or not. */
static void encode(uint32_t code, unsigned length, char *to)
{
   static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0, 0xf8 };
   for (unsigned i = length; i > 1; i--) {
      to[i - 1] = (char)(0x80 | (code & 0x3f));
      code >>= 6;
   }
   to[0] = (char)(lead[length] | code);
   to[length] = '\0';
}

static unsigned length_for(uint32_t code)
{
   return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/* Every code with 2 to 5 bytes: as it is if valid, else each byte escaped.
   Well beyond the limit, one of 4096. */
static void test_every_character(void **state)
{
   (void)state;
   for (unsigned length = 2; length <= 5; length++) {
      uint32_t n = (uint32_t)1 << (length == 2 ? 11 : 5 * length + 1);
      for (uint32_t code = 0; code < n; code++) {
         if (code > 0x110010 && code % 0x1000 != 0)
            continue;
         bool valid = length == length_for(code) && code <= 0x10ffff
                      && (code < 0xd800 || code > 0xdfff);
         char bytes[8], expected[40] = "\"", *to = expected + 1;
         encode(code, length, bytes);
         for (unsigned i = 0; !valid && i < length; i++)
            to += sprintf(to, "\\\\x%02x", (unsigned char)bytes[i]);
         sprintf(to, "%s\"", valid ? bytes : "");
         begin();
         tk_json_string(&json, bytes);
         if (strcmp(written(), expected) != 0)
            fail_msg("%#x in %u bytes: %s", code, length, sink.bytes);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_commas),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_escapes),
      cmocka_unit_test(test_one_and_two_bytes),
      cmocka_unit_test(test_random_bytes),
      cmocka_unit_test(test_every_character),
   };
   return cmocka_run_group_tests_name("tk_json", tests, NULL, NULL);
}
