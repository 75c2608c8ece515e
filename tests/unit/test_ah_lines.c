/* test_ah_lines.c -- a heap profile as counts by source line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "test_ah_common.h"

#include "sections/ah_lines.h"

static const char frames[] = "\"[root]\",\"0x1: main (a.c:1)\",\"0x2: f (a.c:2)\","
                             "\"0x3: g (in x.so)\"";
static const ah_line_event events[] = {
   { "leaked", AH_SORT_LEAKED },
   { "peak_blocks", AH_SORT_PEAK_BLOCKS },
};

static ac_profile *lines_of(const ah_profile *profile)
{
   const an_source_places closed = { .is_closed = true };
   ac_profile *lines = ah_lines_new(test_alloc(), profile, &closed, events, 2);
   return lines;
}

/* Sites of one line are added up; one without lines is unknown. */
static void test_charging(void **state)
{
   (void)state;
   ah_profile *profile = test_ah_profile(
      TEST_SITE(10, 1, "2,1") "," TEST_SITE(30, 2, "3,2,1") "," TEST_SITE(
         5, 1, "1") "," TEST_SITE(7, 4, "3"),
      frames);
   ac_profile *lines = lines_of(profile);
   assert_int_equal(ac_profile_n_events(lines), 2);
   assert_string_equal(ac_profile_event(lines, 1), "peak_blocks");
   assert_int_equal(ac_profile_totals(lines)[0], 52);
   assert_int_equal(ac_profile_totals(lines)[1], 8);
   assert_int_equal(ac_profile_n_files(lines), 2);
   const ac_file *unknown = ac_profile_file(lines, 0);
   assert_string_equal(unknown->name, AN_UNKNOWN);
   assert_int_equal(unknown->totals[0], 7);
   assert_int_equal(ac_profile_n_functions(lines), 3);
   const ac_function *f = ac_profile_function(lines, 1);
   assert_string_equal(f->name, "f");
   assert_int_equal(f->totals[0], 40);
   assert_int_equal(f->totals[1], 3);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_charging),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
