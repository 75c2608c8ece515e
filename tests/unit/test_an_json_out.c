/* test_an_json_out.c -- JSON as it is written.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_json_members.h"

#include <float.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

static char *written;
static size_t written_B;

static an_json_out begin(void)
{
   an_json_out json = { .out = open_memstream(&written, &written_B) };
   assert_non_null(json.out);
   return json;
}

/* Ends what begin began: it is `expected`, and JSON. */
static void check(an_json_out *json, const char *expected)
{
   json_error_t error;
   assert_int_equal(fclose(json->out), 0);
   assert_string_equal(written, expected);
   json_t *parsed = json_loads(written, JSON_DECODE_ANY, &error);
   if (parsed == NULL)
      fail_msg("%s in %s", error.text, written);
   json_decref(parsed);
   free(written);
}

static void test_commas(void **state)
{
   (void)state;
   an_json_out json = begin();
   an_json_put_open(&json, NULL, '{');
   an_json_put_int(&json, "a", 1);
   an_json_put_open(&json, "b", '[');
   an_json_put_close(&json, ']');
   an_json_put_open(&json, "c", '[');
   an_json_put_open(&json, NULL, '{');
   an_json_put_close(&json, '}');
   an_json_put_null(&json, NULL);
   an_json_put_close(&json, ']');
   an_json_put_ints(&json, "d", (int64_t[]){ 3, -4 }, 2);
   an_json_put_ints(&json, "e", NULL, 0);
   an_json_put_known(&json, "k", 5, true);
   an_json_put_known(&json, "u", 5, false);
   an_json_put_bool(&json, "f", true);
   an_json_put_bool(&json, "g", false);
   an_json_put_close(&json, '}');
   check(&json, "{\"a\":1,\"b\":[],\"c\":[{},null],\"d\":[3,-4],\"e\":[],"
                "\"k\":5,\"u\":null,\"f\":true,\"g\":false}");
}

/* Whatever is held at once, all is written in order. */
static void test_held(void **state)
{
   (void)state;
   char buffer[64];
   for (size_t room_B = 0; room_B <= sizeof buffer; room_B++) {
      an_json_out json = begin();
      an_json_put_open(&json, NULL, '{');
      an_json_hold(&json, buffer, room_B);
      an_json_put_int(&json, "a", 1);
      an_json_open_line(&json, " ", "b", '[');
      an_json_put_ints(&json, NULL, (int64_t[]){ INT64_MAX, INT64_MIN }, 2);
      an_json_put_text(&json, NULL, "text <");
      an_json_put_null(&json, NULL);
      an_json_put_close(&json, ']');
      an_json_put_address(&json, "c", 16);
      an_json_put_bool(&json, "d", true);
      an_json_release(&json);
      an_json_put_bool(&json, "e", false);
      an_json_put_close(&json, '}');
      check(&json, "{\"a\":1,\n \"b\":[[9223372036854775807,-9223372036854775808],"
                   "\"text <\",null],\"c\":\"0x10\",\"d\":true,\"e\":false}");
   }
}

static void test_lines(void **state)
{
   (void)state;
   an_json_out json = begin();
   an_json_put_open(&json, NULL, '{');
   an_json_put_line(&json, "");
   an_json_put_line(&json, ""); /* still one */
   an_json_put_open(&json, "a", '[');
   an_json_put_line(&json, " ");
   an_json_put_int(&json, NULL, 1);
   an_json_put_line(&json, " ");
   an_json_put_int(&json, NULL, 2);
   an_json_put_line(&json, " "); /* nothing follows */
   an_json_put_close(&json, ']');
   an_json_put_int(&json, "b", 0);
   an_json_put_close(&json, '}');
   check(&json, "{\n\"a\":[\n 1,\n 2],\"b\":0}");
}

static void check_text(const char *text, const char *expected)
{
   an_json_out json = begin();
   an_json_put_text(&json, NULL, text);
   check(&json, expected);
}

static void check_utf8(const char *text, const char *expected)
{
   an_json_out json = begin();
   an_json_put_utf8(&json, NULL, text);
   check(&json, expected);
}

static void test_escapes(void **state)
{
   (void)state;
   check_text(NULL, "null");
   check_text("", "\"\"");
   check_text("a \"b\" \\c /", "\"a \\\"b\\\" \\\\c /\"");
   check_text("a\nb\x7f\xe9 \xc3\xa9", "\"a\\\\x0ab\\\\x7f\\\\xe9 \xc3\xa9\"");
   /* Nothing ends a script, or begins a comment. */
   check_text("</script><!-- a<b>", "\"\\u003c/script>\\u003c!-- a<b>\"");
}

/* Text is written as a library writes it. */
static void test_utf8(void **state)
{
   (void)state;
   char all[0x80];
   for (size_t i = 0; i < sizeof all - 1; i++)
      all[i] = (char)(i + 1);
   all[sizeof all - 1] = '\0';
   json_t *string = json_string(all);
   char *expected = json_dumps(string, JSON_ENCODE_ANY);
   check_utf8(all, expected);
   free(expected);
   json_decref(string);
   check_utf8("", "\"\"");
   check_utf8("\xc3\xa9</x>", "\"\xc3\xa9</x>\"");
}

static void check_int(int64_t value, const char *expected)
{
   an_json_out json = begin();
   an_json_put_int(&json, NULL, value);
   check(&json, expected);
}

static void check_number(long double value, bool is_whole, const char *expected)
{
   an_json_out json = begin();
   an_json_put_number(&json, NULL, value, is_whole);
   check(&json, expected);
}

static void test_numbers(void **state)
{
   (void)state;
   check_int(0, "0");
   check_int(-1, "-1");
   check_int(1200, "1200");
   check_int(INT64_MAX, "9223372036854775807");
   check_int(INT64_MIN, "-9223372036854775808");
   check_number(0, true, "0");
   check_number(-5, true, "-5");
   check_number((long double)INT64_MAX, true, "9223372036854775807");
   check_number(-(long double)INT64_MAX, true, "-9223372036854775807");
   check_number(0x1p63L, true, "9.2233720368547758e+18");
   check_number(0, false, "0");
   check_number(0.5L, false, "0.5");
   check_number(0.1L, false, "0.1");
   check_number(1.0L / 3, false, "0.33333333333333333");
   check_number(1234567.25L, false, "1234567.25");
   check_number(-1e30L, false, "-1e+30");
   check_number(DBL_MAX, false, "1.7976931348623157e+308");
   check_number(1e309L, false, "null"); /* JSON's readers refuse it */
   check_number(-1e309L, true, "null");
   check_number(NAN, true, "null");
   check_number(NAN, false, "null");
   an_json_out json = begin();
   an_json_put_address(&json, NULL, UINT64_C(0xffffffff80001000));
   check(&json, "\"0xffffffff80001000\"");
}

/* ---- Rows ---- */

static void put_two(an_json_out *json, int64_t first)
{
   AN_JSON_PUT(json, AN_JSON("x", first), AN_JSON("y", first + 1));
}

static int64_t n_asked;

static int64_t ask(void)
{
   return ++n_asked;
}

/* Rows have the type of their value, and are written in their order. */
static void test_rows(void **state)
{
   (void)state;
   an_json_out json = begin();
   char text[] = "</a>";
   const char *no_text = NULL;
   uint32_t narrow = UINT32_MAX;
   size_t size = 7;
   bool answer = true;
   AN_JSON_PUT(&json, AN_JSON_ARRAY(NULL, AN_JSON(NULL, text), AN_JSON(NULL, no_text),
                                    AN_JSON(NULL, narrow), AN_JSON(NULL, size),
                                    AN_JSON(NULL, answer), AN_JSON(NULL, INT64_MIN),
                                    AN_JSON_INT(NULL, 1 > 0), AN_JSON_BOOL(NULL, 1 > 0),
                                    AN_JSON_UTF8(NULL, "<b>"), AN_JSON_NUMBER(NULL, 0.5),
                                    AN_JSON_ADDRESS(NULL, 255), AN_JSON_NULL(NULL)));
   check(&json, "[\"\\u003c/a>\",null,4294967295,7,true,-9223372036854775808,1,true,"
                "\"<b>\",0.5,\"0xff\",null]");
}

/* Only the value of a row that is written is computed. */
static void test_rows_left_out(void **state)
{
   (void)state;
   an_json_out json = begin();
   n_asked = 0;
   AN_JSON_PUT_OBJECT(&json, NULL, NULL, AN_JSON_IF("a", ask(), false),
                      AN_JSON_KNOWN("b", ask(), false), AN_JSON_IF("c", ask(), true),
                      AN_JSON_KNOWN("d", ask(), true), AN_JSON_IF_TEXT("e", (char *)NULL),
                      AN_JSON_IF_TEXT("f", "g"), AN_JSON_IF_TRUE("h", n_asked > 2),
                      AN_JSON_IF_TRUE("i", n_asked == 2),
                      AN_JSON_WHEN(n_asked > 2, put_two(&json, 8), AN_JSON_NULL("j")),
                      AN_JSON_WHEN(n_asked == 2, put_two(&json, 3), AN_JSON_NULL("k")));
   check(
      &json,
      "{\"b\":null,\"c\":1,\"d\":2,\"f\":\"g\",\"i\":true,\"x\":3,\"y\":4,\"k\":null}");
}

static void test_rows_within(void **state)
{
   (void)state;
   size_t none = 0;
   an_json_out json = begin();
   an_json_put_open(&json, NULL, '{');
   AN_JSON_PUT_ARRAY(
      &json, "", "a", i, none + 3,
      AN_JSON_OBJECT(NULL, AN_JSON("i", i), AN_JSON_OBJECT("o", put_two(&json, 1))));
   AN_JSON_PUT_ARRAY(&json, NULL, "b", i, none, AN_JSON(NULL, i));
   AN_JSON_PUT_ARRAY(&json, NULL, "c", i, 2, (AN_JSON_LINE(" "), AN_JSON(NULL, i)));
   AN_JSON_PUT_OBJECT(&json, " ", "d", AN_JSON_INTS("e", NULL, 0), AN_JSON_LINE(""),
                      AN_JSON_ARRAY("f", AN_JSON_INT(NULL, 1), AN_JSON_INT(NULL, 2)));
   an_json_put_close(&json, '}');
   check(&json,
         "{\n\"a\":[{\"i\":0,\"o\":{\"x\":1,\"y\":2}},{\"i\":1,\"o\":{\"x\":1,\"y\":2}},"
         "{\"i\":2,\"o\":{\"x\":1,\"y\":2}}],\"b\":[],\"c\":[\n 0,\n 1],\n \"d\":"
         "{\"e\":[],\n\"f\":[1,2]}}");
}

/* ---- Errors ---- */

static void test_no_write(void **state)
{
   (void)state;
   an_json_out json = { .out = fopen("/dev/full", "w") };
   if (json.out == NULL)
      skip();
   setvbuf(json.out, NULL, _IONBF, 0);
   an_json_put_text(&json, "a", "b");
   assert_true(ferror(json.out));
   fclose(json.out);
}

int main(void)
{
   skip_where_rounded("test_numbers");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_commas),   cmocka_unit_test(test_lines),
      cmocka_unit_test(test_held),     cmocka_unit_test(test_escapes),
      cmocka_unit_test(test_utf8),     cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_rows),     cmocka_unit_test(test_rows_left_out),
      cmocka_unit_test(test_no_write), cmocka_unit_test(test_rows_within),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
