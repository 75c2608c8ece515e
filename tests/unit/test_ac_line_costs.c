/* test_ac_line_costs.c -- what lines cost, themselves and with what they call.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

#include "counts/ac_line_costs.h"

static void put_lines(const ac_profile *profile)
{
   for (size_t i = 0; i < ac_profile_n_files(profile); i++) {
      ac_line_costs lines;
      ac_line_costs_open(&lines, profile, test_alloc(), i);
      for (int round = 0; round < 2; round++) {
         /* a rewound cursor gives the same */
         costs_put("%s\n", ac_profile_file(profile, i)->name);
         while (ac_line_costs_next(&lines))
            costs_put("%u %d/%d %d/%d\n", lines.line, (int)lines.counts[0],
                      (int)lines.counts[1], (int)lines.inclusive[0],
                      (int)lines.inclusive[1]);
         assert_false(ac_line_costs_next(&lines));
         ac_line_costs_rewind(&lines);
      }
      ac_line_costs_close(&lines, test_alloc());
   }
}

#define TWICE(text) text text

static void lines(void **state)
{
   (void)state;
   costs_check(CALLS_FILE, put_lines,
               TWICE("/src/a.c\n3 10/1 10/1\n4 20/2 190/19\n8 100/10 165/17\n9 5/0 5/0\n")
                  TWICE("/src/a.h\n2 40/4 35/4\n") TWICE("???\n0 25/3 25/3\n"));
}

/* Lines that only called, before, between and after those with costs of their own; of the
   file in the middle. */
static void lines_without_own_costs(void **state)
{
   (void)state;
   static const char text[] =
      "cmd: x\nevents: Ir Dr\n#: cachesim 1\n"
      "fl=a\nfn=f\n5 1\nfl=b\nfn=g\n3 4 1\n5 2\nfl=c\nfn=h\n4 3\nsummary: 10 1\n"
      "#: f 1 0 0x0 1 10 1\n"
      "#: lf 1\n#: l 6 7\n#: lf 2\n#: l 0 1\n#: l 2 6 1\n#: l 4 3\n#: l 5 4\n#: l 9 5\n"
      "#: lf 3\n#: l 1 2\n"
      "#: by 0\n#: a 0 1 1 10 1\n#: t 0 0 0\n#: t 1 1 1 10 1\n#: end 4\n";
   costs_check(text, put_lines,
               TWICE("a\n5 1/0 1/0\n6 0/0 7/0\n") TWICE(
                  "b\n0 0/0 1/0\n2 0/0 6/1\n3 4/1 4/1\n4 0/0 3/0\n5 2/0 4/0\n9 0/0 5/0\n")
                  TWICE("c\n1 0/0 2/0\n4 3/0 3/0\n"));
}

/* Without calls they cost what they cost themselves. */
static void lines_without_calls(void **state)
{
   (void)state;
   costs_check(CALLS_HEAD CALLS_BODY CALLS_END, put_lines,
               TWICE("/src/a.c\n3 10/1 10/1\n4 20/2 20/2\n8 100/10 100/10\n9 5/0 5/0\n")
                  TWICE("/src/a.h\n2 40/4 40/4\n") TWICE("???\n0 25/3 25/3\n"));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines),
      cmocka_unit_test(lines_without_own_costs),
      cmocka_unit_test(lines_without_calls),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
