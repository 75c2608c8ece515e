/* test_hp_report.c -- reports on heap profiles, when memory runs out and when
   nothing can be written; what they print is for the golden tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "test_hp_common.h"

#include "hp_dump.h"
#include "hp_report.h"

static hp_profile *profile;

static int set_up(void **state)
{
   static hp_bucket bucket = { .end = 900, .max = 60, .max_at = 500 };
   static hp_live live = { 0, { 4, 1 } };
   static hp_snapshot snapshot = { .time = 10, .live = { 4, 1 },
                                   .sites = &live, .n_sites = 1 };
   (void)state;
   profile = test_hp_profile(
      an_alloc_malloc(),
      TEST_SITE(10, 1, "3,2,1") "," TEST_SITE(30, 2, "3,1") ","
      TEST_SITE(5, 1, "") "," TEST_SITE(15, 1, "2"),
      "\"[root]\",\"0x1: main (/no/such.c:1)\",\"0x2: f (a.c:2)\","
      "\"0x3: g<a template with a long argument, so that it is cut> "
      "(a.c:3)\"");
   profile->is_heapprof = true;
   profile->timeline = &bucket;
   profile->n_timeline = 1;
   profile->snapshots = &snapshot;
   profile->n_snapshots = 1;
   return 0;
}

static int tear_down(void **state)
{
   (void)state;
   hp_profile_free(profile);
   return 0;
}

typedef an_status printer(const hp_profile *, const tk_alloc *,
                          const hp_report_options *, FILE *);

static an_status print(printer *function, const tk_alloc *alloc, FILE *out)
{
   static const hp_moment at = { HP_AT_SNAPSHOT, 0 };
   an_report_options source = { .annotate = true, .percents = true };
   hp_report_options options = {
      .file = "x.out", .n_top = 9, .n_frames = 1, .top_down = true,
      .bottom_up = true, .width = 40, .source = &source,
      .at = function == hp_report ? NULL : &at,
   };
   return function(profile, alloc, &options, out);
}

static void check_no_memory(printer *function, size_t n_least)
{
   char *whole = NULL;
   size_t whole_B;
   FILE *out = open_memstream(&whole, &whole_B);
   assert_int_equal(print(function, an_alloc_malloc(), out), AN_OK);
   fclose(out);
   an_status status = AN_NO_MEMORY;
   size_t n;
   for (n = 1; status != AN_OK; n++) {
      test_heap heap = { .fail_at = n };
      tk_alloc alloc = test_alloc(&heap);
      char *text = NULL;
      size_t size_B;
      out = open_memstream(&text, &size_B);
      status = print(function, &alloc, out);
      fclose(out);
      assert_int_equal(heap.n_live, 0);
      assert_true(status == AN_NO_MEMORY || heap.n_calls < n);
      if (status == AN_OK)
         assert_string_equal(text, whole);
      free(text);
   }
   assert_true(n > n_least);
   free(whole);
}

static void no_memory(void **state)
{
   (void)state;
   check_no_memory(hp_report, 30);
   check_no_memory(hp_dump_json, 2);
   check_no_memory(hp_dump_csv, 2);
}

static void nothing_can_be_written(void **state)
{
   (void)state;
   printer *const all[] = { hp_report, hp_dump_json, hp_dump_csv };
   for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
      FILE *out = fopen("/dev/full", "w");
      if (out == NULL)
         skip();
      setvbuf(out, NULL, _IONBF, 0);
      assert_int_equal(print(all[i], an_alloc_malloc(), out), AN_OK);
      assert_true(ferror(out));
      fclose(out);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(no_memory, set_up, tear_down),
      cmocka_unit_test_setup_teardown(nothing_can_be_written, set_up,
                                      tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
