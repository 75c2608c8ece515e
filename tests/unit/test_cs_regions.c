/* test_cs_regions.c -- which region gets which events, and how they are written.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "outfile/cs_outfile.h"
#include "costs/cs_regions.h"
#include "unit_alloc.h"

static unit_alloc memory;
static cs_regions regions;
static uint64_t totals[CS_N_EVENTS];
static unit_sink sink;

static void set_up(void)
{
   unit_alloc_init(&memory);
   memset(totals, 0, sizeof totals);
   memset(&regions, 0xa5, sizeof regions);
   cs_regions_init(&regions, &memory.alloc, totals);
}

static void tear_down(void)
{
   cs_regions_fini(&regions);
   assert_int_equal(memory.n_live, 0);
}

/* The thread runs for n of the first column, n + 1 of the second, ... */
static void run(uint64_t thread, uint64_t n)
{
   for (unsigned e = 0; e < CS_N_EVENTS; e++)
      totals[e] += n + e;
   cs_regions_ran(&regions, thread);
}

static void begin(uint64_t thread, const char *name)
{
   assert_int_equal(cs_regions_begin(&regions, thread, name, strlen(name)), TK_BEGUN);
}

static void end(uint64_t thread)
{
   assert_true(tk_regions_end(&regions.paths, thread));
}

/* A region has the events of these runs. */
static void assert_events(uint32_t index, uint64_t n, unsigned n_runs)
{
   for (unsigned e = 0; e < CS_N_EVENTS; e++)
      assert_int_equal(tk_regions_sum(&regions.paths, index, e), n + n_runs * e);
}

static void test_nested(void **state)
{
   (void)state;
   set_up();
   run(1, 1000);
   begin(1, "outer");
   run(1, 100);
   begin(1, "inner");
   run(1, 20);
   assert_events(0, 120, 2); /* including the open region */
   end(1);
   run(1, 3);
   assert_events(0, 123, 3);
   end(1);
   run(1, 5000); /* in none */
   begin(1, "outer");
   run(1, 7);
   end(1);
   assert_events(0, 130, 4);
   assert_events(1, 20, 1);
   assert_int_equal(tk_regions_at(&regions.paths, 0)->count, 2);
   tear_down();
}

static void test_threads(void **state)
{
   (void)state;
   set_up();
   begin(1, "one");
   run(2, 1000); /* in none */
   run(1, 1);
   begin(2, "two");
   run(1, 10);
   run(2, 2000);
   run(3, 5);
   end(1);
   run(1, 100);
   run(2, 3000);
   assert_events(0, 11, 2);
   assert_events(1, 5000, 2);
   assert_int_equal(tk_regions_other(&regions.paths, 1), 2);
   assert_int_equal(tk_regions_other(&regions.paths, 2), 0);
   end(2);
   assert_false(cs_regions_are_open(&regions));
   tear_down();
}

static void write_profile(bool caches, bool branches)
{
   cs_columns columns = cs_columns_of(caches, branches);
   static const cs_geometry g = { 1024, 2, 64 };
   static const char *const argv[] = { "app", NULL };
   static const tk_state exited = { .how = TK_EXITED };
   cs_outfile_header header = {
      .tool_version = "1",
      .valgrind_version = "2",
      .i1 = &g,
      .d1 = &g,
      .ll = &g,
      .columns = &columns,
      .argv = argv,
      .state = &exited,
      .regions = &regions,
   };
   uint64_t sums[CS_N_EVENTS];
   tk_text text;
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_outfile_write(&text, &header, NULL, 0, sums);
   assert_true(tk_text_flush(&text));
}

static void assert_ends_with(const char *expected)
{
   assert_true(sink.used_B > strlen(expected));
   assert_string_equal(sink.bytes + sink.used_B - strlen(expected), expected);
}

static void test_written(void **state)
{
   (void)state;
   set_up();
   write_profile(false, false);
   assert_ends_with("summary: 0\n#: end 0\n");
   begin(1, "gone");
   run(1, 9);
   end(1);
   begin(1, "a b");
   begin(1, "gone");
   end(1);
   tk_regions_zero(&regions.paths);
   begin(1, "\n\\x");
   run(1, 100);
   end(1);
   write_profile(false, false);
   assert_ends_with("summary: 0\n"
                    "#: region 0 1 a b\n#: counts 100\n"
                    "#: region 1 1 \\x0a\\x5cx\n#: counts 100\n"
                    "#: end 0\n");
   write_profile(false, true);
   assert_ends_with("#: counts 100 101 102 103 104\n#: end 0\n");
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nested),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_written),
   };
   return cmocka_run_group_tests_name("cs_regions", tests, NULL, NULL);
}
