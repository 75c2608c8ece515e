/* test_an_path_formats.c -- call paths in the formats of other viewers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "export/an_path_formats.h"
#include "paths/an_stack_builder.h"

/* ---- Paths whose order as text is not that of their steps ---- */

static const an_stack_value kinds[] = { { .name = "old", .unit = "count" },
                                        { .name = "new", .unit = "bytes" } };

/* Adds a path of these functions, "" after the last. */
static void add(an_stack_builder *b, const char *const *names, int64_t old, int64_t new)
{
   uint32_t node = AN_NO_STACK;
   for (; **names != '\0'; names++) {
      uint32_t function = an_stack_function_add(
         b, &(an_stack_function){
               .name = *names, .file = "a.c", .object = "/bin/a", .build_id = "00ff" });
      node = an_stack_node_add(
         b, &(an_stack_node){ .parent = node,
                              .function = function,
                              .call_line = 3,
                              .is_inlined = strcmp(*names, "in") == 0 });
   }
   int64_t *values = an_stack_values(b, &(an_stack_sample){ .node = node, .line = 9 });
   values[0] += old;
   values[1] += new;
}

static an_stacks build(void)
{
   static const char *const paths[][4] = {
      { "a", "x", "" },       { "a b", "" },     { "a", "" },
      { "a", "x", "in", "" }, { "a!", "z", "" }, { "b;\n", "" },
   };
   an_stack_builder builder;
   an_stacks stacks;
   an_stack_open(&builder, test_alloc(), "./a", kinds, 2);
   for (int64_t i = 0; i < 6; i++)
      add(&builder, paths[i], i, 10 * (6 - i));
   an_stack_close(&builder, &stacks);
   return stacks;
}

static char *written(an_stacks_writer *write, const an_stacks *stacks, size_t kind)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   write(stacks, kind, out);
   fclose(out);
   return text;
}

static void write_pair(const an_stacks *stacks, size_t kind, FILE *out)
{
   size_t both[] = { kind, kind + 1 };
   an_export_folded_kinds(stacks, both, 2, out);
}

static void test_folded(void **state)
{
   (void)state;
   an_stacks stacks = build();
   char *text = written(an_export_folded, &stacks, 0);
   assert_string_equal(text, "a 2\na b 1\na!;z 4\na;x;in 3\nb\\x3b\\x0a 5\n");
   free(text);
   text = written(write_pair, &stacks, 0);
   assert_string_equal(text, "a 2 40\na b 1 50\na!;z 4 20\na;x 0 60\na;x;in 3 30\n"
                             "b\\x3b\\x0a 5 10\n");
   free(text);
}

static void test_speedscope(void **state)
{
   (void)state;
   an_stacks stacks = build();
   char *text = written(an_export_speedscope, &stacks, 1);
   assert_non_null(strstr(text, "\"activeProfileIndex\":1"));
   assert_non_null(strstr(text, "\"name\":\"old\",\"unit\":\"none\",\"startValue\":0,"
                                "\"samples\":[\n[0],\n[2],\n[4,5],\n[0,1,3],\n[6]],"
                                "\"endValue\":15,\"weights\":[2,1,4,3,5]}"));
   assert_non_null(strstr(text, "\"name\":\"new\",\"unit\":\"bytes\""));
   free(text);
}

/* ---- Failing ---- */

/* Without any path, and without any function. */
static void test_empty(void **state)
{
   (void)state;
   static an_stacks_writer *const writers[] = { an_export_folded, an_export_speedscope,
                                                an_export_pprof, an_export_firefox };
   an_stack_builder builder;
   an_stacks stacks;
   an_stack_open(&builder, test_alloc(), "./a", kinds, 2);
   an_stack_close(&builder, &stacks);
   for (size_t i = 0; i < 4; i++)
      free(written(writers[i], &stacks, 0));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_folded),
      cmocka_unit_test(test_speedscope),

      cmocka_unit_test(test_empty),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
