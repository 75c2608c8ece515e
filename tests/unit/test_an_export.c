/* test_an_export.c -- profiles of counts in the formats of other programs, and
   callgrind's format.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

#include "counts/ac_choose.h"
#include "export/ac_call_stacks.h"
#include "export/an_callgrind_out.h"
#include "export/an_formats.h"
#include "export/ac_values.h"

/* ---- Callgrind's format ---- */

static const an_callgrind_function functions[] = {
   { "f", "a.c", "/bin/a" },
   { "g", NULL, "/bin/a" },
   { "", "a.c", NULL },
};

/* Everything once. */
static void put_all(bool has_addresses, FILE *out)
{
   static const char *const descs[] = { "a\nb" };
   static const an_callgrind_event events[] = { { "A", "apples" }, { "B", NULL } };
   const an_callgrind_header header = { .creator = "test",
                                        .command = "cmd events: events:",
                                        .pid = 7,
                                        .descs = descs,
                                        .n_descs = 1,
                                        .has_addresses = has_addresses };
   const an_callgrind_place at = { 3, 0x13 }, calls = { 4, 0xabc0 };
   an_callgrind_out to;
   an_callgrind_open(&to, out, test_alloc(), functions, 3);
   an_callgrind_put_header(&to, &header, events, 2);
   an_callgrind_put_function(&to, 0);
   an_callgrind_put_cost(&to, at, (int64_t[]){ 1, 0 });
   an_callgrind_put_file(&to, "a.c"); /* it is there already */
   an_callgrind_put_calls(&to, calls, 1, 2, (int64_t[]){ 0, 0 });
   an_callgrind_put_file(&to, "b.h");
   an_callgrind_put_calls(&to, (an_callgrind_place){ 5, 0 }, 2, 0, (int64_t[]){ -1, 5 });
   an_callgrind_put_function(&to, 1);
   an_callgrind_put_calls(&to, (an_callgrind_place){ 0, 0 }, 1, 1, (int64_t[]){ 6, 0 });
   an_callgrind_put_totals(&to, (int64_t[]){ 0, 9 });
}

static void check_callgrind(bool has_addresses, const char *expected)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   put_all(has_addresses, out);
   fclose(out);
   assert_string_equal(text, expected);
   free(text);
}

#define HEADER \
   "# callgrind format\nversion: 1\ncreator: test\npid: 7\n" \
   "cmd: cmd events\\x3a events\\x3a\npart: 1\ndesc: a\\x0ab\n"

static void test_callgrind(void **state)
{
   (void)state;
   check_callgrind(false, HEADER
                   "positions: line\nevent: A : apples\nevents: A B\n"
                   "\nob=(1) /bin/a\nfl=(1) a.c\nfn=(1) f\n3 1\n"
                   "cfi=(2) ???\ncfn=(2) g\ncalls=2 0\n4 0\n"
                   "fi=(3) b.h\ncob=(2) ???\ncfi=(1)\ncfn=(3) (unknown)\ncalls=1 0\n"
                   "5 -1 5\n"
                   "\nob=(1)\nfl=(2)\nfn=(2)\ncfn=(2)\ncalls=1 0\n0 6\n"
                   "\ntotals: 0 9\n");
}

static void test_callgrind_addresses(void **state)
{
   (void)state;
   check_callgrind(true,
                   HEADER "positions: instr line\nevent: A : apples\nevents: A B\n"
                          "\nob=(1) /bin/a\nfl=(1) a.c\nfn=(1) f\n0x13 3 1\n"
                          "cfi=(2) ???\ncfn=(2) g\ncalls=2 0x0 0\n0xabc0 4 0\n"
                          "fi=(3) b.h\ncob=(2) ???\ncfi=(1)\ncfn=(3) (unknown)\n"
                          "calls=1 0x0 0\n0x0 5 -1 5\n"
                          "\nob=(1)\nfl=(2)\nfn=(2)\ncfn=(2)\ncalls=1 0x0 0\n0x0 0 6\n"
                          "\ntotals: 0 9\n");
}

/* ---- Values ---- */

static void test_whole(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      "cmd: a\nevents: A\nfl=a\nfn=b\n1 1\nsummary: 1\n");
   test_measures m;
   test_measures_open(&m, profile, "A T=4*A");
   const ac_metric *one = m.of[0].metric, *four = m.of[1].metric;
   assert_int_equal(ac_values_whole(one, (int64_t[]){ INT64_MAX }), INT64_MAX);
   assert_int_equal(ac_values_whole(one, (int64_t[]){ INT64_MIN }), INT64_MIN);
   assert_int_equal(ac_values_whole(four, (int64_t[]){ -3 }), -12);
   assert_int_equal(ac_values_whole(four, (int64_t[]){ INT64_MAX }), INT64_MAX);
   assert_int_equal(ac_values_whole(four, (int64_t[]){ INT64_MIN }), INT64_MIN);
}

static void test_choose(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(CALLS_FILE);
   an_stacks stacks;
   an_error error;
   ac_choice show;
   ac_metrics *metrics = ac_metrics_new(test_alloc(), profile, NULL, &error);
   assert_true(ac_metrics_define(metrics, "X=2*Ir+Dr", &error));
   assert_true(ac_choose(&show, test_alloc(), metrics, "Dr,X", AC_CHOOSE_EVENTS, &error));
   ac_call_stacks(profile, test_alloc(), &stacks);

   ac_values_choose(&stacks, &show);
   assert_int_equal(stacks.n_kinds, 2);
   assert_string_equal(stacks.kinds[1].name, "X");
   int64_t sums[2] = { 0 };
   for (size_t i = 0; i < 2 * stacks.n_samples; i++)
      sums[i % 2] += stacks.values[i];
   assert_int_equal(sums[0], 20);
   assert_int_equal(sums[1], 420);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_callgrind),
      cmocka_unit_test(test_callgrind_addresses),
      cmocka_unit_test(test_whole),
      cmocka_unit_test(test_choose),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
