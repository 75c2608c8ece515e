/* test_ac_steps.c -- call paths with steps for inlined code.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

#include "counts/ac_steps.h"

/* "caller frame Ir/Dr calls" of each step. */
static void put_steps(const ac_profile *profile)
{
   ac_steps steps;
   ac_steps_open(&steps, test_alloc(), ac_profile_calls(profile), 2);
   for (size_t i = 0; i < steps.n; i++) {
      const int64_t *self = ac_steps_self(&steps, i);
      costs_put("%d %u %d/%d x%d\n", (int)steps.of[i].caller, steps.of[i].frame,
                (int)self[0], (int)self[1], (int)steps.of[i].n_calls);
   }
}

static void steps(void **state)
{
   (void)state;
   costs_check(CALLS_FILE, put_steps,
               "-1 0 30/3 x1\n"
               "0 1 60/6 x1\n"
               "1 3 20/2 x0\n" /* get, inlined */
               "2 4 10/1 x0\n" /* peek, inlined into get */
               "3 2 15/2 x2\n" /* which calls */
               "1 1 40/4 x4\n" /* with the 3 recursive calls that have no path */
               "5 3 0/0 x0\n"  /* on another path inlined code is another step */
               "6 4 0/0 x0\n"
               "7 2 10/1 x1\n"
               "5 5 15/1 x0\n"); /* left out */
}

/* g calls f, which is not the last one on the path; main calls g, whose calls count for
   the path that begins with g. */
static void folded_calls(void **state)
{
   (void)state;
   static const char text[] =
      "cmd: x\nevents: Ir Dr\n#: cachesim 1\n"
      "fl=a.c\nfn=main\n1 10\nfn=f\n2 20\nfn=g\n3 30\nsummary: 60\n"
      "#: f 1 0 0x0 1 42\n#: f 2 0 0x0 3 32\n#: f 3 0 0x0 3 30\n"
      "#: by 1\n#: a 1 2 1 32\n#: a 2 3 1\n#: by 2\n#: a 3 3 1 12\n#: by 3\n#: a 4 2 2\n"
      "#: by 0\n#: a 0 1 1 42\n#: a 0 3 1 18\n"
      "#: t 0 0 0\n#: t 1 5 1 10\n#: t 2 1 1 20\n#: t 3 3 1 12\n#: r 4 4 2\n"
      "#: r 2 2 1\n#: t 1 6 1 18\n#: end 3\n";
   costs_check(text, put_steps, "-1 0 10/0 x1\n0 1 20/0 x3\n1 2 12/0 x1\n-1 2 18/0 x1\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps),
      cmocka_unit_test(folded_calls),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
