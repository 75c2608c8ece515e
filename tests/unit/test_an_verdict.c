/* test_an_verdict.c -- the rows of a report's first screen.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/an_verdict.h"

#include <stdlib.h>

static const an_verdict_row leak = {
   .amount = "10.7 KiB",
   .of = "of the end",
   .kind = "leaked",
   .place = "plan (plan.c:9), in palloc",
   .reason = "never freed",
   .cure = "free it\nnow",
   .kind_columns = 7,
};

/* What the row is in so many columns. */
static void check_row(size_t width, const an_verdict_row *row, const char *expected)
{
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   size_t n_lines = 0;
   an_verdict_print(out, width, row);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
      n_lines++;
   assert_int_equal(an_verdict_lines(width, row), n_lines);
   free(text);
}

static void rows(void **state)
{
   (void)state;
   check_row(0, &leak,
             "    10.7 KiB  leaked   plan (plan.c:9), in palloc\n"
             "  of the end  never freed: free it\\x0anow\n");
   check_row(40, &leak,
             "    10.7 KiB  leaked   plan (plan.c:9...\n"
             "  of the end  never freed\n"
             "              -> free it\\x0anow\n");
   an_verdict_row cycles = leak;
   cycles.of = NULL;
   cycles.amount = "31.2%";
   cycles.reason = "98% of misses in equal steps";
   cycles.cure = "swap the loops";
   check_row(80, &cycles,
             "       31.2%  leaked   plan (plan.c:9), in palloc\n"
             "              98% of misses in equal steps: swap the loops\n");
   /* Both sides of what fits. */
   check_row(58, &cycles,
             "       31.2%  leaked   plan (plan.c:9), in palloc\n"
             "              98% of misses in equal steps: swap the loops\n");
   check_row(57, &cycles,
             "       31.2%  leaked   plan (plan.c:9), in palloc\n"
             "              98% of misses in equal steps\n"
             "              -> swap the loops\n");
}

static void rooms(void **state)
{
   (void)state;
   assert_int_equal(an_verdict_place_room(80, 7), 80 - 14 - 9);
   assert_int_equal(an_verdict_place_room(20, 7), 16);
   assert_true(an_verdict_place_room(0, 7) == SIZE_MAX);
}

static void other_lines(void **state)
{
   (void)state;
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   an_verdict_print_head(out, "saves");
   an_verdict_print_next(out, 0, "what changed", "hp_diff", "OLD", "a.out");
   an_verdict_print_next(out, 43, "what changed", "hp_diff", "OLD", "a.out");
   an_verdict_print_next(out, 43, "what changed", "hp_diff", "OLD", "ab.out");
   an_verdict_print_next(out, 20, "what changed", "hp_diff", "OLD", "");
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, "       saves  what to fix, where\n"
                             "what changed              hp_diff OLD a.out\n"
                             "what changed              hp_diff OLD a.out\n"
                             "what changed              hp_diff OLD FILE\n"
                             "what changed              hp_diff OLD\n");
   free(text);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),
      cmocka_unit_test(rooms),
      cmocka_unit_test(other_lines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
