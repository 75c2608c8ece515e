/* test_an_stacks_pair.c -- functions and call paths of two profiles, matched by names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_error.h"
#include "paths/an_stacks_pair.h"

#include <stdio.h>

enum { MOST = 32, TEXT_B = 1024 };

/* ---- Stacks in a line of text ----

   "main 3;main|f@b.c 5;main|[f] 2;main|f ? 7": paths with a value.  A function is of
   a.c unless "@" says so; "[f]" is inlined; "?" is what was left out below. */

typedef struct {
   an_stacks stacks;
   an_stack_function functions[MOST];
   an_stack_node nodes[MOST];
   an_stack_sample samples[MOST];
   int64_t values[MOST];
   an_stack_value kind;
   char text[TEXT_B];
} test_stacks;

static uint32_t function_of(an_stacks *s, const char *name, const char *file)
{
   for (uint32_t i = 0; i < s->n_functions; i++)
      if (strcmp(s->functions[i].name, name) == 0
          && strcmp(s->functions[i].file, file) == 0)
         return i;
   assert_true(s->n_functions < MOST);
   s->functions[s->n_functions] =
      (an_stack_function){ .name = name, .file = file, .object = "/bin/x" };
   return (uint32_t)s->n_functions++;
}

static uint32_t node_of(an_stacks *s, uint32_t parent, uint32_t function, bool is_inlined)
{
   for (uint32_t i = 0; i < s->n_nodes; i++)
      if (s->nodes[i].parent == parent && s->nodes[i].function == function
          && s->nodes[i].is_inlined == is_inlined)
         return i;
   assert_true(s->n_nodes < MOST);
   s->nodes[s->n_nodes] =
      (an_stack_node){ .parent = parent, .function = function, .is_inlined = is_inlined };
   return (uint32_t)s->n_nodes++;
}

/* One step of a path, which is cut up. */
static uint32_t step_of(an_stacks *s, uint32_t parent, char *step)
{
   bool is_inlined = *step == '[';
   char *at = strchr(step, '@');
   if (at != NULL)
      *at++ = '\0';
   if (is_inlined)
      *strrchr(++step, ']') = '\0';
   return node_of(s, parent, function_of(s, step, at == NULL ? "a.c" : at), is_inlined);
}

static void add_path(an_stacks *s, char *path)
{
   char *end = strrchr(path, ' ');
   int64_t value = atoll(end + 1);
   *end = '\0';
   char *question = strstr(path, " ?");
   if (question != NULL)
      *question = '\0';
   uint32_t node = AN_NO_STACK;
   for (char *next, *step = path; step != NULL; step = next) {
      next = strchr(step, '|');
      if (next != NULL)
         *next++ = '\0';
      node = step_of(s, node, step);
   }
   s->values[s->n_samples] = value;
   s->samples[s->n_samples++] = (an_stack_sample){ .node = node,
                                                   .is_left_out = question != NULL };
}

static const an_stacks *stacks_of(test_stacks *t, const char *text)
{
   *t = (test_stacks){ .kind = { "Ir", "count" } };
   t->stacks = (an_stacks){ .command = "x",
                            .functions = t->functions,
                            .nodes = t->nodes,
                            .samples = t->samples,
                            .values = t->values,
                            .kinds = &t->kind,
                            .n_kinds = 1 };
   snprintf(t->text, sizeof t->text, "%s", text);
   for (char *next, *path = t->text; path != NULL && *path != '\0'; path = next) {
      next = strchr(path, ';');
      if (next != NULL)
         *next++ = '\0';
      add_path(&t->stacks, path);
   }
   return &t->stacks;
}

/* ---- Pairs in a line of text ---- */

static void print_path(const an_stacks_pair *pair, uint32_t node, FILE *out)
{
   const an_stack_node *of = &pair->stacks.nodes[node];
   const an_stack_function *function = &pair->stacks.functions[of->function];
   if (of->parent != AN_NO_STACK) {
      print_path(pair, of->parent, out);
      putc('|', out);
   }
   fputs(function->name, out);
   if (function->file != NULL && strcmp(function->file, "a.c") != 0)
      fprintf(out, "@%s", function->file);
}

/* "main 3-4;main|f 5-0 old", with "old" or "new" if one side has it, "in" and the sides
   that inline it, and "cut", the sides that left paths out, and what these cost. */
static void print_pair(const an_stacks_pair *pair, FILE *out)
{
   for (uint32_t i = 0; i < pair->stacks.n_nodes; i++) {
      const an_pair_node *of = &pair->nodes[i];
      fputs(i > 0 ? ";" : "", out);
      print_path(pair, i, out);
      fprintf(out, " %d-%d", (int)pair->stacks.values[2 * i],
              (int)pair->stacks.values[2 * i + 1]);
      fputs(of->sides == AN_OF_OLD ? " old" : of->sides == AN_OF_NEW ? " new" : "", out);
      if (of->inlined)
         fprintf(out, " in%d", of->inlined);
      assert_int_equal(pair->stacks.samples[i].node, i);
      for (size_t k = pair->stacks.n_nodes; k < pair->stacks.n_samples; k++)
         if (pair->stacks.samples[k].node == i)
            fprintf(out, " cut%d %d-%d", of->left_out, (int)pair->stacks.values[2 * k],
                    (int)pair->stacks.values[2 * k + 1]);
   }
}

static void check(const char *old, const char *new, const char *expected)
{
   test_stacks of_old, of_new;
   an_stacks_pair pair;
   an_match *match;
   char *text;
   size_t size_B;
   an_stacks_pair_join(&pair, &match, test_alloc(), stacks_of(&of_old, old),
                       stacks_of(&of_new, new));
   assert_int_equal(pair.stacks.n_kinds, 2);
   assert_string_equal(pair.stacks.kinds[1].name, "Ir");
   FILE *out = open_memstream(&text, &size_B);
   assert_non_null(out);
   print_pair(&pair, out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   free(text);
}

/* ---- Paths ---- */

static void pairs_equal_paths(void **state)
{
   (void)state;
   check("", "", "");
   check("main 3;main|f 5", "main 4;main|f 6", "main 3-4;main|f 5-6");
   /* NEW's order, then what OLD alone has */
   check("main 1;main|gone 2;main|f 3", "main 1;main|f 3;main|added 4",
         "main 1-1;main|f 3-3;main|added 0-4 new;main|gone 2-0 old");
   check("main 1;main|f|g 2", "main 1;main|g 2",
         "main 1-1;main|g 0-2 new;main|f 0-0 old;main|f|g 2-0 old");
   /* several roots: threads */
   check("main 1;run 2", "run 3;main 4", "run 2-3;main 1-4");
   check("main ? 9;main 1", "main 2", "main 1-2 cut1 9-0");
   check("main 1", "main ? 9", "main 1-0 cut2 0-9");
}

static void pairs_across_inlining(void **state)
{
   (void)state;
   check("main|f|g 2", "main|[f]|g 3", "main 0-0;main|f 0-0 in2;main|f|g 2-3");
   check("main|[f]|[g] 2", "main|f|[g] 3", "main 0-0;main|f 0-0 in1;main|f|g 2-3 in3");
   /* both forms at once are one path, which is called */
   check("main|f 2", "main|f 1;main|[f] 4", "main 0-0;main|f 2-5");
   /* a piece of the function in itself, and recursion */
   check("main|f 9", "main|f|[f]|f|f 4;main|f 1", "main 0-0;main|f 9-5");
   check("main|f|f|g 9", "main|f|g 1", "main 0-0;main|f 0-0;main|f|g 9-1");
}

/* test_an_match.c has the forms of names. */
static void pairs_names(void **state)
{
   (void)state;
   check("json::P::parse(char const*) 1",
         "json::P::parse(char const*) 2;json::P::parse(char const*)|x|[parse] 3",
         "json::P::parse(char const*) 1-2;"
         "json::P::parse(char const*)|x 0-0 new;"
         "json::P::parse(char const*)|x|json::P::parse(char const*) 0-3 new in2");
   check("f(int) 1;f(long) 2", "[f] 3", "f 3-3 in2");
   check("f 1", "f@b.c 2", "f@b.c 1-2");
   check("0x1139 in libm.so 1;0x2000 in libm.so 2", "0x1141 in libm.so 4", "??? 3-4");
   check("0x1139 in libm.so 1", "0x1139 in libc.so 4", "??? 0-4 new;??? 1-0 old");
}

/* ---- Memory ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_equal_paths),
      cmocka_unit_test(pairs_across_inlining),
      cmocka_unit_test(pairs_names),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
