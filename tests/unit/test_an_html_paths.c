/* test_an_html_paths.c -- the call paths of a page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "page/an_html_paths.h"

#include <jansson.h>

/* main calls f, which inlines g, and h; there is a second root. */
static an_stack_function functions[] = {
   { .name = "main", .file = "a.c", .object = "/bin/a" },
   { .name = "f" },
   { .name = "g" },
   { .name = "</script>" },
   { .name = "start" },
};
static an_stack_node nodes[] = {
   { .parent = AN_NO_STACK, .function = 0 },
   { .parent = 0, .function = 1, .call_line = 7, .call_file = "a.c" },
   { .parent = 1, .function = 2, .call_line = 8, .call_file = "b.h", .is_inlined = true },
   { .parent = 0, .function = 3, .call_line = 9 },
   { .parent = AN_NO_STACK, .function = 4 },
};
static an_stack_sample samples[] = {
   { .node = 2, .line = 1 },
   { .node = 2, .line = 2 },
   { .node = 3 },
   { .node = 4 },
   { .node = 0, .is_left_out = true },
};
static an_stack_value kinds[] = {
   { .name = "peak", .unit = "bytes", .title = "Bytes at the peak" },
   { .name = "blocks", .unit = "count" },
};
static int64_t values[] = { 500, 1, 400, 1, 90, 5, 9, 1, 1, 2 };

static an_stacks all(void)
{
   return (an_stacks){ .alloc = test_alloc(),
                       .command = "./a",
                       .functions = functions,
                       .n_functions = 5,
                       .nodes = nodes,
                       .n_nodes = 5,
                       .samples = samples,
                       .n_samples = 5,
                       .values = values,
                       .kinds = kinds,
                       .n_kinds = 2 };
}

static void write_paths(const an_html_paths_of *of, char **text)
{
   size_t length;
   an_html_paths paths;
   *text = NULL;
   an_html_paths_open(&paths, test_alloc(), of);
   FILE *out = open_memstream(text, &length);
   assert_non_null(out);
   an_json_out json = { .out = out };
   an_json_put_open(&json, NULL, '{');
   an_html_paths_json(&paths, &json);
   an_json_put_close(&json, '}');
   assert_int_equal(fclose(out), 0);
}

static json_t *page_of(const an_html_paths_of *of)
{
   char *text;
   json_error_t error;
   write_paths(of, &text);
   json_t *page = json_loads(text, 0, &error);
   if (page == NULL)
      fail_msg("%s in %s", error.text, text);
   assert_null(strstr(text, "</script>"));
   free(text);
   return page;
}

/* A member of "paths" as text without blanks. */
static void check(json_t *page, const char *key, const char *expected)
{
   json_t *member = json_object_get(json_object_get(page, "paths"), key);
   char *text = json_dumps(member, JSON_COMPACT | JSON_ENCODE_ANY);
   if (text == NULL)
      fail_msg("no %s", key);
   assert_string_equal(text, expected);
   free(text);
}

static void test_whole(void **state)
{
   (void)state;
   an_stacks s = all();
   const int64_t calls[] = { 0, 12, 0, 3, 0 };
   json_t *page = page_of(
      &(an_html_paths_of){ .stacks = &s, .shown = 1, .calls = calls, .n_most = 100 });
   check(page, "kinds",
         "[{\"name\":\"peak\",\"title\":\"Bytes at the peak\","
         "\"unit\":\"bytes\"},{\"name\":\"blocks\","
         "\"title\":\"blocks\",\"unit\":\"count\"}]");
   check(page, "shown", "1");
   check(page, "functions",
         "[{\"name\":\"main\",\"file\":\"a.c\",\"object\":\"/bin/a\"},"
         "{\"name\":\"f\"},{\"name\":\"g\"},{\"name\":\"</script>\"},"
         "{\"name\":\"start\"}]");
   check(page, "files", "[\"a.c\",\"b.h\"]");
   check(page, "parent", "[-1,0,1,0,-1]");
   check(page, "function", "[0,1,2,3,4]");
   check(page, "call_line", "[0,7,8,9,0]");
   check(page, "call_file", "[-1,0,1,-1,-1]");
   check(page, "inlined", "[0,0,1,0,0]");
   check(page, "calls", "[0,12,0,3,0]");
   check(page, "self", "[[1,0,900,90,9],[2,0,2,5,1]]");
   assert_null(json_object_get(json_object_get(page, "paths"), "self_new"));
   check(page, "left_out", "{\"nodes\":0,\"threshold_percent\":0}");
   json_decref(page);
}

/* What is small in every kind goes to its caller, or to one root. */
static void test_left_out(void **state)
{
   (void)state;
   an_stacks s = all();
   json_t *page = page_of(
      &(an_html_paths_of){ .stacks = &s, .threshold = 21, .n_most = 100 });
   check(page, "functions",
         "[{\"name\":\"main\",\"file\":\"a.c\",\"object\":\"/bin/a\"},"
         "{\"name\":\"f\"},{\"name\":\"g\"},{\"name\":\"</script>\"},"
         "{\"name\":\"(left out)\"}]");
   check(page, "parent", "[-1,0,1,0,-1]");
   check(page, "function", "[0,1,2,3,4]");
   check(page, "self", "[[1,0,900,90,9],[2,0,2,5,1]]");
   check(page, "left_out", "{\"nodes\":1,\"threshold_percent\":21}");
   json_decref(page);
   page = page_of(&(an_html_paths_of){ .stacks = &s, .n_most = 2 });
   check(page, "parent", "[-1,0,-1]");
   check(page, "function", "[0,1,2]");
   check(page, "self", "[[91,900,9],[7,2,1]]");
   check(page, "calls", "null");
   json_decref(page);
   page = page_of(&(an_html_paths_of){ .stacks = &s, .n_most = 0 });
   check(page, "parent", "[-1]");
   check(page, "self", "[[1000],[10]]");
   json_decref(page);
}

/* A share of the caller's own keeps a node. */
static void test_share(void **state)
{
   (void)state;
   an_stacks s = all();
   const double share[] = { 0, 0, 0, 0, 50 };
   json_t *page = page_of(&(an_html_paths_of){
      .stacks = &s, .threshold = 40, .n_most = 100, .share = share });
   check(page, "function", "[0,1,2,3,4]");
   check(page, "left_out", "{\"nodes\":0,\"threshold_percent\":40}");
   json_decref(page);
}

static void test_pair(void **state)
{
   (void)state;
   an_stacks s = all();
   json_t *page = page_of(
      &(an_html_paths_of){ .stacks = &s, .is_pair = true, .n_most = 100 });
   check(page, "kinds",
         "[{\"name\":\"peak\",\"title\":\"Bytes at the peak\","
         "\"unit\":\"bytes\"}]");
   check(page, "self", "[[1,0,900,90,9]]");
   check(page, "self_new", "[[2,0,2,5,1]]");
   json_decref(page);
}

static void test_nothing(void **state)
{
   (void)state;
   an_stacks s = { .command = "" };
   json_t *page = page_of(&(an_html_paths_of){ .stacks = &s, .n_most = 100 });
   check(page, "parent", "[]");
   check(page, "self", "[]");
   json_decref(page);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole),   cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_share),   cmocka_unit_test(test_pair),
      cmocka_unit_test(test_nothing),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
