/* test_ac_calls.c -- the model of calls: its parts, their order, and its limits.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

#include "counts/ac_call_sums.h"

static void test_model(void **state)
{
   (void)state;
   calls_check(CALLS_FILE, calls_model);
}

static void test_none(void **state)
{
   (void)state;
   calls_check(CALLS_HEAD CALLS_BODY CALLS_OBJECTS CALLS_END, "none");
}

/* A sum with a profile that has no calls would have the calls of a part. */
static void test_partly(void **state)
{
   (void)state;
   static const char *const files[] = {
      CALLS_FILE,
      CALLS_HEAD "fl=a.c\nfn=f\n1 1 1\nsummary: 1 1\n#: end 1\n",
      CALLS_FILE,
   };
   calls_check_files(files, 2, NULL, "none");
   calls_check_files(files + 1, 2, NULL, "none");
}

/* ---- Order ---- */

/* Two functions; of one event main costs 90, f 50. */
typedef struct {
   ac_call_sums *sums;
} fixture;

static const char a_c[] = "a.c", b_c[] = "b.c";
static const char name_of_f[] = "f", name_of_main[] = "main";

static void open_fixture(fixture *f)
{
   static const int64_t costs[] = { 90, 50 };
   uint32_t index;
   *f = (fixture){ 0 };
   f->sums = ac_call_sums_new(test_alloc(), 1);
   ac_call_sums_begin(f->sums);
   ac_called functions[] = {
      { .name = name_of_main, .file = a_c, .object = SIZE_MAX, .inclusive = &costs[0] },
      { .name = name_of_f, .file = a_c, .object = SIZE_MAX, .inclusive = &costs[1] },
   };
   ac_call_sums_function(f->sums, &functions[0], &index);
   ac_call_sums_function(f->sums, &functions[1], &index);
}

static const int64_t one = 1;
static const ac_inlined codes[] = {
   /* in the order in which they are added */
   { 1, AC_NO_CALL, "g", b_c, a_c, 1, &one },
   { 0, AC_NO_CALL, "h", b_c, a_c, 2, &one },
   { 1, AC_NO_CALL, "z", b_c, a_c, 4, &one },
   { 1, 0, "deep", b_c, b_c, 3, &one },
};

/* By function; code comes after what it is inlined into. */
static void check_inlined(const ac_calls *calls)
{
   static const struct {
      const char *name;
      uint32_t function, parent;
   } expected[] = {
      { "h", 0, AC_NO_CALL },
      { "g", 1, AC_NO_CALL },
      { "deep", 1, 1 },
      { "z", 1, AC_NO_CALL },
   };
   assert_int_equal(calls->n_inlined, 4);
   for (size_t i = 0; i < 4; i++) {
      assert_string_equal(calls->inlined[i].name, expected[i].name);
      assert_int_equal(calls->inlined[i].function, expected[i].function);
      assert_int_equal(calls->inlined[i].parent, expected[i].parent);
   }
   assert_int_equal(calls->functions[0].first_inlined, 0);
   assert_int_equal(calls->functions[0].n_inlined, 1);
   assert_int_equal(calls->functions[1].first_inlined, 1);
   assert_int_equal(calls->functions[1].n_inlined, 3);
}

static const ac_arc arcs[] = {
   /* their calls say where they must be */
   { AC_NO_CALL, AC_NO_CALL, 0, NULL, 0, 7, &one, NULL },
   { 1, 3, 0, b_c, 5, 5, &one, NULL },
   { 1, 2, 0, a_c, 1, 6, &one, NULL },
   { 1, AC_NO_CALL, 1, a_c, 9, 3, &one, NULL },
   { 1, AC_NO_CALL, 0, NULL, 9, 2, &one, NULL },
   { 0, AC_NO_CALL, 1, a_c, 7, 0, &one, NULL },
   { 1, AC_NO_CALL, 0, a_c, 9, 4, &one, NULL }, /* as another one, which came before */
   { 1, AC_NO_CALL, 0, b_c, 2, 1, &one, NULL },
};
static const ac_call_node nodes[] = {
   { AC_CALL_PATH, AC_NO_CALL, AC_NO_CALL, 0, &one },
   { AC_CALL_PATH, 0, 0, 1, &one },
   { AC_CALL_INLINED, 1, 1, 0, &one },
   { AC_CALL_FOLDED, 1, 5, 1, &one },
   { AC_CALL_PRUNED, 1, AC_NO_CALL, 1, &one },
};

static void check_arcs(const ac_calls *calls)
{
   static const uint32_t whats[] = { AC_NO_CALL, 7, 0, 0, AC_NO_CALL };
   assert_int_equal(calls->n_arcs, 8);
   for (size_t i = 0; i < 8; i++)
      assert_int_equal(calls->arcs[i].n_calls, i);
   assert_int_equal(calls->arcs[5].inlined, 2); /* deep */
   assert_int_equal(calls->arcs[6].inlined, 3);
   assert_int_equal(calls->arcs[4].inlined, AC_NO_CALL);
   assert_int_equal(calls->n_nodes, 5);
   for (size_t i = 0; i < 5; i++) {
      assert_int_equal(calls->nodes[i].kind, nodes[i].kind);
      assert_int_equal(calls->nodes[i].parent, nodes[i].parent);
      assert_int_equal(calls->nodes[i].what, whats[i]);
   }
}

static const ac_call_rest rests[] = {
   /* as above, of the arcs and of inlined code */
   { 1, 2, 4, 0, &one },          { AC_NO_CALL, AC_NO_CALL, 5, 0, &one },
   { 1, 0, 3, 0, &one },          { 1, AC_NO_CALL, 2, 0, &one },
   { 0, AC_NO_CALL, 1, 0, &one },
};

static void check_rests(const ac_call_rest *all, size_t n)
{
   static const uint32_t inlined[] = { AC_NO_CALL, AC_NO_CALL, 1, 3, AC_NO_CALL };
   assert_int_equal(n, 5);
   for (size_t i = 0; i < 5; i++) {
      assert_int_equal(all[i].n, i + 1);
      assert_int_equal(all[i].inlined, inlined[i]);
   }
}

static const ac_inclusive inclusive[] = {
   { b_c, NULL, 3, &one }, { a_c, NULL, 9, &one }, { a_c, NULL, 2, &one },
   { b_c, "a", 0, &one },  { a_c, "z", 0, &one },  { a_c, "b", 0, &one },
};

static void check_inclusive(const ac_calls *calls)
{
   assert_int_equal(calls->n_lines, 3);
   assert_int_equal(calls->lines[0].line, 2);
   assert_int_equal(calls->lines[1].line, 9);
   assert_int_equal(calls->lines[2].line, 3);
   assert_int_equal(calls->n_inlined_functions, 3);
   assert_string_equal(calls->inlined_functions[0].name, "b");
   assert_string_equal(calls->inlined_functions[1].name, "z");
   assert_string_equal(calls->inlined_functions[2].name, "a");
}

static void add_all(ac_call_sums *sums)
{
   uint32_t index;
   for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
      ac_call_sums_inlined(sums, &codes[i], &index);
   for (size_t i = 0; i < sizeof arcs / sizeof arcs[0]; i++)
      ac_call_sums_arc(sums, &arcs[i], &index);
   for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++)
      ac_call_sums_node(sums, &nodes[i], &index);
   for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
      ac_call_sums_arcs_pruned(sums, &rests[i]);
      ac_call_sums_inlined_pruned(sums, &rests[i]);
   }
   for (size_t i = 0; i < sizeof inclusive / sizeof inclusive[0]; i++)
      ac_call_sums_inclusive(sums, &inclusive[i]);
}

/* Whatever the order in which things are added. */
static void test_order(void **state)
{
   (void)state;
   static const int64_t totals = 100;
   fixture f;
   open_fixture(&f);
   add_all(f.sums);
   ac_call_sums_finish(f.sums, &totals);
   const ac_calls *calls = &f.sums->calls;
   check_inlined(calls);
   check_arcs(calls);
   check_rests(calls->arcs_pruned, calls->n_arcs_pruned);
   check_rests(calls->inlined_pruned, calls->n_inlined_pruned);
   check_inclusive(calls);
}

/* What got one name was added up, and has at most what includes it: the program's total,
   the caller's and the callee's costs. */
static void test_limits(void **state)
{
   (void)state;
   static const int64_t totals = 100, many[] = { 120, 100, 60, 70, 95 };
   static const ac_inclusive line = { a_c, NULL, 9, many }, code = { a_c, "b", 0, many };
   static const ac_inclusive fits = { a_c, NULL, 10, many + 1 };
   static const ac_arc by_main = { 0, AC_NO_CALL, 1, a_c, 7, 1000, many + 2, NULL };
   static const ac_arc by_f = { 1, AC_NO_CALL, 0, a_c, 8, 1000, many + 3, NULL };
   static const ac_arc by_none = { AC_NO_CALL, AC_NO_CALL, 0,        NULL,
                                   0,          1000,       many + 4, NULL };
   fixture f;
   uint32_t index;
   open_fixture(&f);
   ac_call_sums_inclusive(f.sums, &line);
   ac_call_sums_inclusive(f.sums, &fits);
   ac_call_sums_inclusive(f.sums, &code);
   ac_call_sums_arc(f.sums, &by_main, &index);
   ac_call_sums_arc(f.sums, &by_f, &index);
   ac_call_sums_arc(f.sums, &by_none, &index);
   ac_call_sums_finish(f.sums, &totals);
   const ac_calls *calls = &f.sums->calls;
   assert_int_equal(*calls->lines[0].counts, 100);
   assert_int_equal(*calls->lines[1].counts, 100);
   assert_int_equal(*calls->inlined_functions[0].counts, 100);
   assert_int_equal(*calls->arcs[0].inclusive, 50);
   assert_int_equal(*calls->arcs[1].inclusive, 50);
   assert_int_equal(*calls->arcs[2].inclusive, 90);
   for (size_t i = 0; i < 3; i++)
      assert_int_equal(calls->arcs[i].n_calls, 1000);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),  cmocka_unit_test(test_none),
      cmocka_unit_test(test_partly), cmocka_unit_test(test_order),
      cmocka_unit_test(test_limits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
