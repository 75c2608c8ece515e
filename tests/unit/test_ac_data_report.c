/* test_ac_data_report.c -- of which data objects the debug information is read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "advice/ac_data_report.h"

enum { N_MISSED = 1000, TEXT_B = 200000 };

/* As many variables with one miss as types are looked up for, and three without a miss:
   two threads write the first, hardly share the second, and do not touch the third. */
static const char *write_profile(char text[TEXT_B])
{
   static const char start[] =
      "cmd: x\nevents: Ir D1mr\n#: cachesim 1\n#: data 1024 D1mr\nfl=a.c\nfn=f\n"
      "1 5000 1000\nsummary: 5000 1000\n#: ds v\n#: db - /bin/x\n";
   static const char end[] =
      "#: sharing 64 2\n"
      "#: sl 9\n#: sa 1 1 1 1001 0 0xff 0 700\n#: sa 1 1 2 1001 0 0xff 0 600\n"
      "#: sl 1\n#: sa 1 1 1 1002 0 0xff 0 1\n#: sa 1 1 2 1002 0 0xff 0 1\n#: end 1\n";
   char *at = text;
   at += sprintf(at, "%s", start);
   for (int i = 0; i < N_MISSED + 3; i++)
      at += sprintf(at, "#: dv s 1 0x%x 64 1\n", 0x4000 + 64 * i);
   at += sprintf(at, "#: dn 1\n");
   for (int i = 1; i <= N_MISSED; i++)
      at += sprintf(at, "#: d 1 %d 0 1\n", i);
   at += sprintf(at, "%s", end);
   assert_true(at < text + TEXT_B);
   return text;
}

static ac_data_known note_asked(void *context, const ac_data *data, const ac_datum *datum)
{
   bool *is_asked = context;
   is_asked[datum - data->data] = true;
   return (ac_data_known){ .type = NULL };
}

/* What a finding names is looked up however rarely it missed. */
static void knows_what_threads_share(void **state)
{
   (void)state;
   static char text[TEXT_B];
   static bool is_asked[N_MISSED + 3];
   ac_profile *profile = test_good_profile(write_profile(text));
   ac_data_report report;
   ac_data_report_open(&report, an_alloc_malloc(), profile, 1, NULL, note_asked,
                       is_asked);
   assert_true(is_asked[0] && is_asked[N_MISSED - 1]);
   assert_true(is_asked[N_MISSED]);
   assert_false(is_asked[N_MISSED + 1]);
   assert_false(is_asked[N_MISSED + 2]);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(knows_what_threads_share) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
