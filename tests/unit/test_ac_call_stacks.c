/* test_ac_call_stacks.c -- call paths of a profile of counts, inlined functions
   included.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

#include "export/ac_call_stacks.h"

/* ---- Stacks as text --------------------------------------------------- */

static void put_path(calls_text *t, const an_stacks *stacks, uint32_t i)
{
   const an_stack_node *node = &stacks->nodes[i];
   const an_stack_function *f = &stacks->functions[node->function];
   if (node->parent != AN_NO_STACK) {
      assert_true(node->parent < i);
      put_path(t, stacks, node->parent);
      calls_put(t, " %s:%u > ", node->call_file == NULL ? "-" : node->call_file,
                node->call_line);
   }
   calls_put(t, "%s%s", node->is_inlined ? "[inlined] " : "", f->name);
}

static void stacks_as_text(const ac_profile *profile, const an_stacks *stacks,
                           char text[CALLS_TEXT_B])
{
   calls_text t = { profile, text, text + CALLS_TEXT_B };
   *text = '\0';
   for (size_t i = 0; i < stacks->n_functions; i++) {
      const an_stack_function *f = &stacks->functions[i];
      calls_put(&t, "%s%s: %s %s %s 0x%llx\n", f->is_library ? "(library) " : "", f->name,
                f->file == NULL ? "-" : f->file, f->object == NULL ? "-" : f->object,
                f->build_id == NULL ? "-" : f->build_id, (unsigned long long)f->address);
   }
   for (size_t i = 0; i < stacks->n_samples; i++) {
      put_path(&t, stacks, stacks->samples[i].node);
      calls_put(&t, "%s", stacks->samples[i].is_left_out ? " left out" : "");
      calls_put_counts(&t, stacks->values + i * stacks->n_kinds);
   }
}

static void check_sums(const ac_profile *profile, const an_stacks *stacks)
{
   for (size_t e = 0; e < stacks->n_kinds; e++) {
      int64_t sum = 0;
      for (size_t i = 0; i < stacks->n_samples; i++)
         sum += stacks->values[i * stacks->n_kinds + e];
      assert_int_equal(sum, ac_profile_totals(profile)[e]);
      assert_string_equal(stacks->kinds[e].name, ac_profile_event(profile, e));
      assert_string_equal(stacks->kinds[e].unit, "count");
   }
}

static void check_stacks(const char *file, size_t n_left_out, const char *expected)
{
   ac_profile *profile = test_good_profile(file);
   an_stacks stacks;
   char text[CALLS_TEXT_B];
   ac_call_stacks(profile, test_alloc(), &stacks);
   stacks_as_text(profile, &stacks, text);
   assert_string_equal(text, expected);
   assert_string_equal(stacks.command, "./app");
   assert_int_equal(stacks.n_left_out, n_left_out);
   check_sums(profile, &stacks);
}

/* ---- Tests ------------------------------------------------------------ */

static void test_paths(void **state)
{
   (void)state;
   check_stacks(
      CALLS_FILE, 2,
      "main: /src/a.c /bin/app 01 0x0\n"
      "walk: /src/a.c /bin/app 01 0x0\n"
      "get: /src/a.h /bin/app 01 0x0\n"
      "peek: /src/b.h /bin/app 01 0x0\n"
      "(library) 0x1000 in libfoo.so: - /lib/libfoo.so - 0x1000\n"
      "main 30 3\n"
      "main /src/a.c:4 > walk 60 6\n"
      "main /src/a.c:4 > walk /src/a.c:8 > [inlined] get 20 2\n"
      "main /src/a.c:4 > walk /src/a.c:8 > [inlined] get /src/a.h:2 > [inlined] peek"
      " 10 1\n"
      "main /src/a.c:4 > walk /src/a.c:8 > [inlined] get /src/a.h:2 > [inlined] peek"
      " /src/b.h:3 > 0x1000 in libfoo.so 15 2\n"
      "main /src/a.c:4 > walk /src/a.c:9 > walk 40 4\n"
      "main /src/a.c:4 > walk /src/a.c:9 > walk /src/a.c:8 > [inlined] get"
      " /src/a.h:2 > [inlined] peek /src/b.h:3 > 0x1000 in libfoo.so 10 1\n"
      "main /src/a.c:4 > walk /src/a.c:9 > walk left out 15 1\n");
}

#define ONE_LINE CALLS_HEAD "fl=a.c\nfn=main\n3 100 1\nsummary: 100 1\n"

/* What belongs to no function, and no function at all. */
static void test_root(void **state)
{
   (void)state;
   check_stacks(ONE_LINE "#: f 1 0 0x0 1 90 1\n#: by 0\n#: a 0 1 1 90 1\n"
                         "#: t 0 0 0 7\n#: t 1 1 1 90 1\n#: tr 1 4 3\n#: end 1\n",
                4,
                "???: - - - 0x0\nmain: a.c - - 0x0\n"
                "??? 7 0\nmain 90 1\n??? left out 3 0\n");
   check_stacks(ONE_LINE "#: t 0 0 0 100 1\n#: end 1\n", 0,
                "???: - - - 0x0\n??? 100 1\n");
}

/* Functions with the same name, called from one line, are one node. */
static void test_equal(void **state)
{
   (void)state;
   check_stacks(ONE_LINE
                "#: fn 1 f\n"
                "#: f 1 0 0x0 1 100 1\n#: f 2 0 0x0 1 20\n#: f 2 0 0x0 1 30\n"
                "#: by 1\n#: a 3 2 1 20\n#: a 3 3 1 30\n#: by 0\n#: a 0 1 1 100 1\n"
                "#: t 0 0 0\n#: t 1 3 1 50 1\n#: t 2 1 1 20\n#: t 2 2 1 30\n"
                "#: end 1\n",
                0, "main: a.c - - 0x0\nf: a.c - - 0x0\nmain 50 1\nmain a.c:3 > f 50 0\n");
}

#define INSTRS_BODY \
   "cmd: ./app\nevents: Ir Dr\n#: cachesim 1\n#: instr amd64\n" \
   "fl=a.c\nfn=main\n3 2\n4 20\nfn=f\n8 30 3\nfl=b.h\nfn=main\n9 8 8\nfl=c.c\nfn=g\n" \
   "1 5\nsummary: 65 11\n#: object 01 /bin/app\n#: object-counts 65 11\n" \
   "#: io 1\n#: in 1\n#: x 0x10 55 3 2\n#: x 0x11 90 4 20\n" \
   "#: in 3\n#: x 0x12 90 9 8 8\n#: in 2\n#: x 0x20 90 8 10 3\n#: x 0x21 c3 8 20\n" \
   "#: in 4\n#: x 0x30 c3 1 5\n"
/* main calls f twice on line 4 and once on line 5; g's path was pruned. */
#define INSTRS_CALLS \
   "#: fn 2 inl\n#: f 1 1 0x0 1 65 11\n#: i 1 5 4 8 8\n#: f 2 1 0x0 3 30 3\n" \
   "#: by 1\n#: a 4 2 2 15 2\n#: a 5 2 1 15 1\n#: by 0\n#: a 0 1 1 65 11\n" \
   "#: t 0 0 0\n#: t 1 3 1 22\n#: ti 2 1 8 8\n#: t 2 1 2 15 2\n#: t 2 2 1 15 1\n" \
   "#: tr 2 1 5\n"

static void check_instrs(const char *file, const char *expected)
{
   ac_profile *profile = test_good_profile(file);
   const uint64_t call_addresses[3] = { 0x11, 0, 0 };
   an_stacks stacks;
   char text[CALLS_TEXT_B];
   calls_text t = { profile, text, text + CALLS_TEXT_B };
   ac_instr_stacks(profile, test_alloc(), call_addresses, &stacks);
   *text = '\0';
   for (size_t i = 0; i < stacks.n_samples; i++) {
      const an_stack_sample *sample = &stacks.samples[i];
      put_path(&t, &stacks, sample->node);
      calls_put(&t, "@%llx %s:%u 0x%llx",
                (unsigned long long)stacks.nodes[sample->node].call_address, sample->file,
                sample->line, (unsigned long long)sample->address);
      calls_put_counts(&t, stacks.values + i * stacks.n_kinds);
   }
   assert_string_equal(text, expected);
   check_sums(profile, &stacks);
}

/* Each path of f has its part of f's instructions; without a path, there is no caller. */
static void test_instrs(void **state)
{
   (void)state;
   check_instrs(INSTRS_BODY INSTRS_CALLS "#: end 5\n",
                "main@0 a.c:3 0x10 2 0\nmain@0 a.c:4 0x11 20 0\nmain@0 b.h:9 0x12 8 8\n"
                "main a.c:4 > f@11 a.c:8 0x20 5 2\nmain a.c:4 > f@11 a.c:8 0x21 10 0\n"
                "main a.c:5 > f@0 a.c:8 0x20 5 1\nmain a.c:5 > f@0 a.c:8 0x21 10 0\n"
                "g@0 c.c:1 0x30 5 0\n");
   check_instrs(INSTRS_BODY "#: end 5\n",
                "f@0 a.c:8 0x20 10 3\nf@0 a.c:8 0x21 20 0\n"
                "main@0 a.c:3 0x10 2 0\nmain@0 a.c:4 0x11 20 0\n"
                "main@0 b.h:9 0x12 8 8\ng@0 c.c:1 0x30 5 0\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_paths),
      cmocka_unit_test(test_root),
      cmocka_unit_test(test_equal),
      cmocka_unit_test(test_instrs),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
