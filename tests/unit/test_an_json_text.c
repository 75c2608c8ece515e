/* test_an_json_text.c -- one array of a JSON file element by element, the rest as a
   tree.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"
#include "unit_alloc.h"

#include "base/an_json_text.h"

#include <stdio.h>

/* ---- Elements ---- */

/* Reads the text in steps of step_B: the elements of "pps", each in one line, and then
   the rest; or the error. */
static void read_text(const char *text, size_t n, size_t step_B, char *found,
                      size_t found_B)
{
   test_text memory = { text, n, step_B };
   an_error error = { .line = 0 };
   an_json_text json;
   json_t *element = NULL;
   size_t used = 0;
   *found = '\0';
   bool ok = an_json_open(&json, test_alloc(), test_bytes(&memory), "pps", &error);
   bool is_open = ok;
   for (bool go_on = ok; go_on;) {
      const char *at;
      ok = an_json_peek(&json, &at, &error) && an_json_next(&json, &element, &error);
      go_on = ok && element != NULL;
      if (!go_on)
         break;
      assert_non_null(at);
      char *line = json_dumps(element, JSON_COMPACT | JSON_ENCODE_ANY);
      used += (size_t)snprintf(found + used, found_B - used, "%s\n", line);
      free(line);
      json_decref(element);
   }
   if (ok) {
      char *rest = json_dumps(json.root, JSON_COMPACT);
      snprintf(found + used, found_B - used, "%zu %s", json.n_listed, rest);
      free(rest);
   } else {
      snprintf(found + used, found_B - used, "%zu: %s", error.line, error.message);
   }
   if (is_open)
      an_json_close(&json);
}

/* In steps of any size. */
static void check(const char *text, const char *expected)
{
   char found[512];
   for (size_t step_B = 1; step_B <= strlen(text) + 1; step_B++) {
      read_text(text, strlen(text), step_B, found, sizeof found);
      assert_string_equal(found, expected);
   }
}

static void test_elements(void **state)
{
   (void)state;
   check("{\"a\":[1,{\"pps\":[{}]}],\"pps\" : [ {\"x\":\"]}\\\"\"} ,\n{} ],\"b\":[2]}",
         "{\"x\":\"]}\\\"\"}\n{}\n2 {\"a\":[1,{\"pps\":[{}]}],\"pps\":[],\"b\":[2]}");
   check("\xef\xbb\xbf {\"pps\":[]}", "0 {\"pps\":[]}");
   check("{\"pps\":[1, [{}],null]}", "1\n[{}]\nnull\n0 {\"pps\":[]}");
   check("{\"x\":\"pps\",\"y\":[3]}", "0 {\"x\":\"pps\",\"y\":[3]}");
   check("{\"\\\"pps\":[3]}", "0 {\"\\\"pps\":[3]}");
}

static void test_errors(void **state)
{
   (void)state;
   check("", "1: the file is empty");
   check(" x[", "1: not JSON: '[' or '{' expected near 'x' (byte 2)");
   check("{\"pps\":[{},\n]}", "{}\n2: not JSON: unexpected token near ']' (byte 13)");
   check("{\"pps\":[{}\n{}]}", "{}\n2: not JSON: ',' or ']' expected (byte 12)");
   check("{\"pps\":[{}\n,,{}]}", "{}\n2: not JSON: unexpected token near ',' (byte 13)");
   check("{\"pps\":[{}", "1: the file ends early");
   check("{\"pps\":[\n{}],\n1}",
         "3: not JSON: string or '}' expected near '1' (byte 15)");
   check("{\"pps\":[{}],\"pps\":[]}",
         "1: not JSON: duplicate object key near '\"pps\"' (byte 17)");
}

static void test_depth(void **state)
{
   (void)state;
   char text[AN_JSON_DEPTH_MAX + 2], found[128];
   memset(text, '[', sizeof text);
   text[1] = '\n';
   read_text(text, sizeof text, 7, found, sizeof found);
   assert_string_equal(found, "2: not a profile: nested deeper than 64");
}

/* ---- Large texts ---- */

enum { N_ELEMENTS = 300 };

/* Element i, with a string of some length; larger ones than a piece, too. */
static size_t put_element(char *to, size_t i)
{
   size_t n = (size_t)sprintf(to, "%s\n{\"i\":%zu,\"s\":\"", i > 0 ? "," : "", i);
   size_t length = i % 100 == 50 ? 3000000 : i * 137 % 60000;
   memset(to + n, 'x', length);
   n += length;
   return n + (size_t)sprintf(to + n, "\"}");
}

static char *large_text(const char *last, size_t *n)
{
   char *text = malloc(32 * 1024 * 1024);
   assert_non_null(text);
   *n = (size_t)sprintf(text, "{\"a\":1,\"pps\":[");
   for (size_t i = 0; i < N_ELEMENTS; i++)
      *n += put_element(text + *n, i);
   *n += (size_t)sprintf(text + *n, "%s", last);
   return text;
}

/* Elements across pieces; texts that were taken are freed. */
static void test_large(void **state)
{
   (void)state;
   size_t n, least_live = SIZE_MAX;
   char *text = large_text("\n],\"b\":2}", &n);
   test_text memory = { text, n, SIZE_MAX };
   an_error error = { .line = 0 };
   an_json_text json;
   unit_alloc heap;
   unit_alloc_init(&heap);
   json_t *element;
   assert_true(an_json_open(&json, &heap.alloc, test_bytes(&memory), "pps", &error));
   size_t first_live = heap.n_live;
   for (size_t i = 0; i < N_ELEMENTS; i++) {
      const char *at;
      assert_true(an_json_peek(&json, &at, &error));
      if (i % 3 == 0) {
         const char *end = strchr(at, '}');
         assert_non_null(end);
         an_json_take(&json, (size_t)(end + 1 - at));
         continue;
      }
      assert_true(an_json_next(&json, &element, &error));
      assert_int_equal(json_integer_value(json_object_get(element, "i")), i);
      json_decref(element);
      least_live = heap.n_live < least_live ? heap.n_live : least_live;
   }
   assert_true(an_json_next(&json, &element, &error));
   assert_null(element);
   assert_true(first_live > 5 && least_live <= 3);
   assert_int_equal(json_integer_value(json_object_get(json.root, "b")), 2);
   an_json_close(&json);
   free(text);
}

/* Lines and bytes of errors behind pieces that were freed. */
static void test_large_error(void **state)
{
   (void)state;
   size_t n;
   char *text = large_text("\n,\n{1}],\"b\":2}", &n), expected[128];
   test_text memory = { text, n, 4096 };
   an_error error = { .line = 0 };
   an_json_text json;
   json_t *element;
   assert_true(an_json_open(&json, test_alloc(), test_bytes(&memory), "pps", &error));
   for (size_t i = 0; i < N_ELEMENTS; i++) {
      assert_true(an_json_next(&json, &element, &error));
      json_decref(element);
   }
   assert_false(an_json_next(&json, &element, &error));
   assert_int_equal(error.line, N_ELEMENTS + 3);
   snprintf(expected, sizeof expected,
            "not JSON: string or '}' expected near '1' (byte %zu)",
            n - strlen("}],\"b\":2}"));
   assert_string_equal(error.message, expected);
   an_json_close(&json);
   free(text);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_elements),    cmocka_unit_test(test_errors),
      cmocka_unit_test(test_depth),       cmocka_unit_test(test_large),
      cmocka_unit_test(test_large_error),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
