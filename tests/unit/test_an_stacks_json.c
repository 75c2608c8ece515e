/* test_an_stacks_json.c -- call paths as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "export/an_stacks_json.h"

#include <jansson.h>

/* What the JSON of the stacks is; the caller frees it. */
static char *written(const an_stacks *stacks, size_t shown)
{
   char *text;
   size_t length;
   json_error_t error;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   assert_int_equal(an_stacks_json(stacks, shown, out), AN_OK);
   assert_int_equal(fclose(out), 0);
   json_t *parsed = json_loads(text, 0, &error);
   if (parsed == NULL)
      fail_msg("%s in %s", error.text, text);
   json_decref(parsed);
   return text;
}

static void check(const an_stacks *stacks, size_t shown, const char *expected)
{
   char *text = written(stacks, shown);
   assert_string_equal(text, expected);
   free(text);
}

static void test_nothing(void **state)
{
   (void)state;
   check(&(an_stacks){ .command = "./a" }, 0,
         "{\n\"schema\":\"stacks\",\n\"version\":1,\n\"command\":\"./a\",\n"
         "\"kinds\":[],\n\"shown\":0,\n\"left_out\":0,\n\"functions\":[],\n"
         "\"nodes\":[],\n\"samples\":[]\n}\n");
}

/* What is unknown is left out; what is as usual, too. */
static void test_all(void **state)
{
   (void)state;
   an_stack_function functions[] = {
      { .name = "main", .file = "a.c", .object = "/bin/a", .address = 0x401000 },
      { .name = "???" },
   };
   an_stack_node nodes[] = {
      { .parent = AN_NO_STACK, .function = 0 },
      { .parent = 0, .function = 1, .call_line = 7, .call_file = "b.h",
        .is_inlined = true },
      { .parent = 0, .function = 0, .call_line = 8, .call_file = "a.c" },
   };
   an_stack_sample samples[] = {
      { .node = 1, .is_left_out = true },
      { .node = 0, .line = 9, .file = "b.h" },
      { .node = 2, .line = 9, .file = "a.c" },
   };
   an_stack_value kinds[] = {
      { .name = "Ir", .unit = "count" },
      { .name = "peak", .unit = "bytes", .title = "bytes at the peak" },
   };
   check(&(an_stacks){ .command = "a\033\"\xff", .functions = functions,
                       .n_functions = 2, .nodes = nodes, .n_nodes = 3,
                       .samples = samples, .n_samples = 3, .kinds = kinds,
                       .n_kinds = 2, .n_left_out = 3,
                       .values = (int64_t[]){ 1, 2, INT64_MAX, 4, 5, 6 } },
         1,
         "{\n\"schema\":\"stacks\",\n\"version\":1,\n"
         "\"command\":\"a\\\\x1b\\\"\\\\xff\",\n"
         "\"kinds\":[\n {\"name\":\"Ir\",\"title\":\"Ir\",\"unit\":\"count\"},\n"
         " {\"name\":\"peak\",\"title\":\"bytes at the peak\",\"unit\":\"bytes\"}],\n"
         "\"shown\":1,\n\"left_out\":3,\n\"functions\":[\n"
         " {\"name\":\"main\",\"file\":\"a.c\",\"object\":\"/bin/a\","
         "\"address\":\"0x401000\"},\n {\"name\":\"???\"}],\n"
         "\"nodes\":[\n {\"parent\":null,\"function\":0},\n"
         " {\"parent\":0,\"function\":1,\"call_line\":7,\"call_file\":\"b.h\","
         "\"inlined\":true},\n {\"parent\":0,\"function\":0,\"call_line\":8}],\n"
         "\"samples\":[\n {\"node\":1,\"left_out\":true,\"values\":[1,2]},\n"
         " {\"node\":0,\"line\":9,\"file\":\"b.h\","
         "\"values\":[9223372036854775807,4]},\n"
         " {\"node\":2,\"line\":9,\"values\":[5,6]}]\n}\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_all),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
