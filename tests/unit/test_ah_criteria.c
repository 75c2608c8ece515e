/* test_ah_criteria.c -- what counts as a finding: --criteria of hp_annotate.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_findings.h"

static void parses(void **state)
{
   (void)state;
   an_error error;
   ah_criteria t = ah_criteria_default;
   assert_true(ah_criteria_parse(&t,
                                 "bytes=1,share=2.5,touched=3,size=4,"
                                 "blocks=5e3,life=.5,instrs=7,reallocs=8,"
                                 "step=0,run=2,records=6,bytes=9",
                                 &error));
   assert_true(t.bytes == 9 && t.share == 2.5L && t.touched == 3);
   assert_true(t.size == 4 && t.blocks == 5000 && t.life == .5L);
   assert_true(t.instrs == 7 && t.reallocs == 8 && t.step == 0);
   assert_true(t.run == 2 && t.records == 6);
}

/* The others stay as they are. */
static void changes_what_is_named(void **state)
{
   (void)state;
   an_error error;
   ah_criteria t = ah_criteria_default, expected = ah_criteria_default;
   assert_true(ah_criteria_parse(&t, "size=1e18", &error));
   expected.size = 1e18L;
   assert_true(t.bytes == expected.bytes && t.share == expected.share
               && t.touched == expected.touched && t.size == expected.size
               && t.blocks == expected.blocks && t.life == expected.life
               && t.instrs == expected.instrs && t.reallocs == expected.reallocs
               && t.step == expected.step && t.run == expected.run
               && t.records == expected.records);
   assert_false(ah_criteria_parse(&t, "bytes=1,size", &error));
   assert_true(t.size == expected.size);
}

/* test_an_criteria.c has all that is refused. */
static void refuses(void **state)
{
   (void)state;
#define EXPECTED \
   " is not a criterion of findings; expected bytes, share, part, touched, " \
   "size, blocks, life, instrs, rate, reallocs, step, steps, looks, idle, run, records"
   static const char *const bad[][2] = {
      { "", "\"\"" EXPECTED },
      { "size=1,bytes=1k", "\"bytes=1k\": expected NAME=NUMBER" },
   };
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      an_error error = { .message = "" };
      ah_criteria t = ah_criteria_default;
      assert_false(ah_criteria_parse(&t, bad[i][0], &error));
      assert_string_equal(error.message, bad[i][1]);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(parses),
      cmocka_unit_test(changes_what_is_named),
      cmocka_unit_test(refuses),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
