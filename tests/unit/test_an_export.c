/* test_an_export.c -- profiles of counts in the formats of other programs, and
   callgrind's format.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_calls.h"

#include "counts/an_choose.h"
#include "export/an_callgrind_out.h"
#include "export/an_formats.h"
#include "export/an_values.h"

/* ---- Callgrind's format ---- */

static const an_callgrind_function functions[] = {
   { "f", "a.c", "/bin/a" }, { "g", NULL, "/bin/a" }, { "", "a.c", NULL },
};

/* Everything once. */
static an_status put_all(const tk_alloc *alloc, FILE *out)
{
   static const char *const descs[] = { "a\nb" };
   static const an_callgrind_event events[] = { { "A", "apples" }, { "B", NULL } };
   const an_callgrind_header header = { "test", "cmd events: events:", 7, descs, 1 };
   an_callgrind_out to;
   if (!an_callgrind_open(&to, out, alloc, functions, 3))
      return AN_NO_MEMORY;
   an_callgrind_put_header(&to, &header, events, 2);
   an_callgrind_put_function(&to, 0);
   an_callgrind_put_cost(&to, 3, (int64_t[]){ 1, 0 });
   an_callgrind_put_file(&to, "a.c"); /* it is there already */
   an_callgrind_put_calls(&to, 4, 1, 2, (int64_t[]){ 0, 0 });
   an_callgrind_put_file(&to, "b.h");
   an_callgrind_put_calls(&to, 5, 2, 0, (int64_t[]){ -1, 5 });
   an_callgrind_put_function(&to, 1);
   an_callgrind_put_calls(&to, 0, 1, 1, (int64_t[]){ 6, 0 });
   an_callgrind_put_totals(&to, (int64_t[]){ 0, 9 });
   return an_callgrind_close(&to);
}

static void test_callgrind(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_int_equal(put_all(&alloc, out), AN_OK);
   fclose(out);
   assert_string_equal(
      text, "# callgrind format\nversion: 1\ncreator: test\npid: 7\n"
            "cmd: cmd events\\x3a events\\x3a\npart: 1\ndesc: a\\x0ab\n"
            "positions: line\nevent: A : apples\nevents: A B\n"
            "\nob=(1) /bin/a\nfl=(1) a.c\nfn=(1) f\n3 1\n"
            "cfi=(2) ???\ncfn=(2) g\ncalls=2 0\n4 0\n"
            "fi=(3) b.h\ncob=(2) ???\ncfi=(1)\ncfn=(3) ???\ncalls=1 0\n5 -1 5\n"
            "\nob=(1)\nfl=(2)\nfn=(2)\ncfn=(2)\ncalls=1 0\n0 6\n"
            "\ntotals: 0 9\n");
   free(text);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Values ---- */

static void test_whole(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = test_good_profile(
      &alloc, "cmd: a\nevents: A\nfl=a\nfn=b\n1 1\nsummary: 1\n");
   test_measures m;
   test_measures_open(&m, &alloc, profile, "A T=4*A");
   const an_metric *one = m.of[0].metric, *four = m.of[1].metric;
   assert_int_equal(an_values_whole(one, (int64_t[]){ INT64_MAX }), INT64_MAX);
   assert_int_equal(an_values_whole(one, (int64_t[]){ INT64_MIN }), INT64_MIN);
   assert_int_equal(an_values_whole(four, (int64_t[]){ -3 }), -12);
   assert_int_equal(an_values_whole(four, (int64_t[]){ INT64_MAX }), INT64_MAX);
   assert_int_equal(an_values_whole(four, (int64_t[]){ INT64_MIN }), INT64_MIN);
   test_measures_close(&m);
   an_profile_free(profile);
}

/* ---- Failing ---- */

typedef an_status writer(const an_profile *profile, const tk_alloc *alloc,
                         const an_choice *show, FILE *out);

static an_status write_all(const an_profile *profile, const tk_alloc *alloc,
                           const an_choice *show, FILE *out)
{
   (void)profile;
   (void)show;
   return put_all(alloc, out);
}

static void check_no_memory(writer *write, size_t n_least)
{
   test_heap heap = { 0 }, good = { 0 };
   tk_alloc alloc = test_alloc(&heap), profile_alloc = test_alloc(&good);
   an_profile *profile = test_good_profile(&profile_alloc, CALLS_FILE);
   an_error error;
   an_choice show;
   an_metrics *metrics = an_metrics_new(&profile_alloc, profile, NULL, &error);
   assert_true(an_choose(&show, &profile_alloc, metrics, NULL, AN_CHOOSE_EVENTS, &error));
   FILE *out = fopen("/dev/null", "w");
   an_status status = AN_NO_MEMORY;
   for (heap.fail_at = 1; status != AN_OK; heap.fail_at++) {
      heap.n_calls = 0;
      status = write(profile, &alloc, &show, out);
      assert_true(status == AN_OK || status == AN_NO_MEMORY);
      assert_int_equal(heap.n_live, 0);
   }
   assert_true(heap.fail_at > n_least + 1);
   fclose(out);
   tk_put(&profile_alloc, show.metrics);
   an_metrics_free(metrics);
   an_profile_free(profile);
   assert_int_equal(good.n_live, 0);
}

static void test_no_memory(void **state)
{
   (void)state;
   check_no_memory(write_all, 5);
   check_no_memory(an_export_callgrind, 12);
   check_no_memory(an_export_csv, 4);
   check_no_memory(an_export_json, 4);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_callgrind),
      cmocka_unit_test(test_whole),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
