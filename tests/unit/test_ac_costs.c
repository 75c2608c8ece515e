/* test_ac_costs.c -- what functions cost, with recursion, inlined code and paths that
   were left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

/* "name self/inclusive xCALLS" of the first event; a star for inlined code. */
static void put_costs(const ac_profile *profile)
{
   ac_costs costs;
   ac_costs_open(&costs, test_alloc(), ac_profile_calls(profile), 2);
   for (size_t i = 0; i < costs.n; i++) {
      const ac_cost *cost = &costs.of[i];
      costs_put("%s%s %d/%d x%d", cost->name, cost->function == AC_NO_CALL ? "*" : "",
                (int)cost->self[0], (int)cost->inclusive[0], (int)cost->n_calls);
      if (cost->cycle > 0)
         costs_put(" cycle %u", cost->cycle);
      costs_put("\n");
   }
   costs_put("left out %d %d, %d\n", (int)costs.pruned[0], (int)costs.pruned[1],
             (int)costs.n_pruned);
}

static void recursion_counts_once(void **state)
{
   (void)state;
   costs_check(CALLS_FILE, put_costs,
               "main 30/200 x1\n"
               "walk 100/170 x5\n"
               "0x1000 in libfoo.so 25/25 x3\n"
               "get* 20/45 x0\n"
               "peek* 10/35 x0\n"
               "left out 15 1, 2\n");
}

/* main calls f; f and g call each other; h calls itself; i and j call each other. */
#define CYCLES \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=a.c\nfn=main\n1 1\nfn=f\n2 1\nfn=g\n3 1\nfn=h\n4 1\nfn=i\n5 1\nfn=j\n6 1\n" \
   "summary: 6\n" \
   "#: f 1 0 0x0 1 6\n#: f 2 0 0x0 2 5\n#: f 3 0 0x0 1 4\n#: f 4 0 0x0 2 3\n" \
   "#: f 5 0 0x0 2 2\n#: f 6 0 0x0 1 1\n" \
   "#: by 1\n#: a 1 2 1 5\n#: by 2\n#: a 2 3 1 4\n#: by 3\n#: a 3 2 1 0\n" \
   "#: a 3 4 1 3\n#: by 4\n#: a 4 4 1 0\n#: a 4 5 1 2\n#: by 5\n#: a 5 6 1 1\n" \
   "#: by 6\n#: a 6 5 1 0\n#: by 0\n#: a 0 1 1 6\n" \
   "#: t 0 0 0\n#: t 1 9 1 1\n#: t 2 1 1 1\n#: t 3 2 1 1\n#: r 4 3 1\n" \
   "#: t 4 4 1 1\n#: r 5 5 1\n#: t 5 6 1 1\n#: t 6 7 1 1\n#: r 7 8 1\n#: end 6\n"

static void cycles(void **state)
{
   (void)state;
   costs_check(CYCLES, put_costs,
               "main 1/6 x1\n"
               "f 1/5 x2 cycle 1\n"
               "g 1/4 x1 cycle 1\n"
               "h 1/3 x2\n"
               "i 1/2 x2 cycle 2\n"
               "j 1/1 x1 cycle 2\n"
               "left out 0 0, 0\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(recursion_counts_once),
      cmocka_unit_test(cycles),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
