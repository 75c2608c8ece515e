/* test_an_sarif.c -- a SARIF log: places, rules, fingerprints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/an_sarif.h"

#include <jansson.h>
#include <unistd.h>

static const an_sarif_rule stride = { "stride", "Equal steps", "swap the loops" };
static const an_sarif_rule hot = { "hot-line", "It costs much", NULL };

/* The run of a log with these results. */
static json_t *run_of(const an_sarif_result *results, size_t n, const char *remarks)
{
   char *text = NULL;
   size_t size_B;
   an_sarif log;
   FILE *out = open_memstream(&text, &size_B);
   assert_non_null(out);
   an_sarif_open(&log, test_alloc(), "cs_annotate", out);
   for (size_t i = 0; i < n; i++)
      an_sarif_put(&log, &results[i]);
   fputs(remarks, an_sarif_remarks(&log));
   an_sarif_close(&log);
   fclose(out);
   json_error_t error;
   json_t *all = json_loads(text, JSON_REJECT_DUPLICATES, &error);
   if (all == NULL)
      fail_msg("%s in %s", error.text, text);
   assert_string_equal(json_string_value(json_object_get(all, "version")), "2.1.0");
   json_t *run = json_incref(json_array_get(json_object_get(all, "runs"), 0));
   json_decref(all);
   free(text);
   return run;
}

static an_sarif_result result_of(const an_sarif_rule *rule, const char *path,
                                 const char *source)
{
   return (an_sarif_result){ .rule = *rule,
                             .level = AN_SARIF_WARNING,
                             .text = "why",
                             .path = path,
                             .line = 3,
                             .source = source,
                             .source_B = source == NULL ? 0 : strlen(source),
                             .function = "f",
                             .percent = 12.5 };
}

static const json_t *result_at(const json_t *run, size_t i)
{
   return json_array_get(json_object_get(run, "results"), i);
}

/* A string below a result, or an integer as text; "" if there is none. */
static const char *found(const json_t *result, const char *key)
{
   static char number[24];
   const json_t *location = json_array_get(json_object_get(result, "locations"), 0);
   const json_t *place = json_object_get(location, "physicalLocation");
   const json_t *in[] = { result, json_object_get(place, "artifactLocation"),
                          json_object_get(place, "region"),
                          json_object_get(result, "partialFingerprints") };
   for (size_t i = 0; i < sizeof in / sizeof in[0]; i++) {
      const json_t *value = json_object_get(in[i], key);
      if (json_is_string(value))
         return json_string_value(value);
      if (json_is_integer(value)) {
         snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
         return number;
      }
   }
   return "";
}

/* Paths are below the root, or URIs of their own. */
static void test_places(void **state)
{
   (void)state;
   const an_sarif_result results[] = {
      result_of(&stride, "no such/a b\xc3\xa4.c", "\t x = 1;  "),
      result_of(&stride, "/no such/a.c", "\xf0\x9f\x98\x80 \xc3\xa4"),
      result_of(&stride, "b:%.c", NULL),
   };
   json_t *run = run_of(results, 3, "");
   const json_t *first = result_at(run, 0), *second = result_at(run, 1);
   assert_string_equal(found(first, "uri"), "no%20such/a%20b%C3%A4.c");
   assert_string_equal(found(first, "uriBaseId"), "%SRCROOT%");
   assert_string_equal(found(first, "startLine"), "3");
   assert_string_equal(found(first, "startColumn"), "3");
   assert_string_equal(found(first, "endColumn"), "9");
   assert_string_equal(found(second, "uri"), "file:///no%20such/a.c");
   assert_string_equal(found(second, "uriBaseId"), "");
   assert_string_equal(found(second, "startColumn"), "1");
   assert_string_equal(found(second, "endColumn"), "5");
   assert_string_equal(found(result_at(run, 2), "uri"), "b%3A%25.c");
   assert_string_equal(found(result_at(run, 2), "endColumn"), "1");
   json_decref(run);
}

/* A rule is there once, however many results it has. */
static void test_rules(void **state)
{
   (void)state;
   const an_sarif_result results[] = { result_of(&stride, "a.c", "x"),
                                       result_of(&hot, "a.c", "x"),
                                       result_of(&stride, "a.c", "y") };
   json_t *run = run_of(results, 3, "one\ntwo\n");
   const json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
   const json_t *rules = json_object_get(driver, "rules");
   assert_int_equal(json_array_size(rules), 2);
   assert_string_equal(found(result_at(run, 0), "ruleIndex"), "0");
   assert_string_equal(found(result_at(run, 1), "ruleIndex"), "1");
   assert_string_equal(found(result_at(run, 2), "ruleIndex"), "0");
   const json_t *help = json_object_get(json_array_get(rules, 0), "help");
   assert_string_equal(json_string_value(json_object_get(help, "text")),
                       "swap the loops. See cs_annotate(1).");
   help = json_object_get(json_array_get(rules, 1), "help");
   assert_string_equal(json_string_value(json_object_get(help, "text")),
                       "See cs_annotate(1).");
   const json_t *call = json_array_get(json_object_get(run, "invocations"), 0);
   assert_int_equal(json_array_size(json_object_get(call, "toolExecutionNotifications")),
                    2);
   json_decref(run);
}

static const char *print_at(const json_t *run, size_t i)
{
   return found(result_at(run, i), "quernLine/v1");
}

/* They are of the text, wherever the line and the file are; the same text is numbered. */
static void test_fingerprints(void **state)
{
   (void)state;
   an_sarif_result results[] = {
      result_of(&stride, "/src/a.c", "x = 1;"), result_of(&stride, "a.c", "  x  =1; "),
      result_of(&stride, "a.c", "x = 2;"),      result_of(&hot, "a.c", "x = 1;"),
      result_of(&stride, "b.c", "x = 1;"),
   };
   results[1].line = 10;
   json_t *run = run_of(results, 5, "");
   size_t n = strlen(print_at(run, 0)) - 1;
   assert_memory_equal(print_at(run, 0), print_at(run, 1), n);
   assert_string_equal(print_at(run, 0) + n, "1");
   assert_string_equal(print_at(run, 1) + n, "2");
   for (size_t i = 2; i < 5; i++)
      assert_memory_not_equal(print_at(run, 0), print_at(run, i), n);
   json_decref(run);
}

static void test_shares(void **state)
{
   (void)state;
   an_sarif_result results[] = { result_of(&hot, "a.c", "x"), result_of(&hot, "a.c", "x"),
                                 result_of(&hot, "a.c", "x") };
   results[1].percent = -1;
   results[2].percent = 250;
   json_t *run = run_of(results, 3, "");
   const char *key = "rank";
   assert_true(json_number_value(json_object_get(result_at(run, 0), key)) == 12.5);
   assert_null(json_object_get(result_at(run, 1), key));
   assert_true(json_number_value(json_object_get(result_at(run, 2), key)) == 100);
   json_decref(run);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_fingerprints),
      cmocka_unit_test(test_shares),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
