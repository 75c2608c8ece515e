/* test_ac_links.c -- what calls of one function by another cost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

#include "counts/ac_steps.h"

static const char *name_of(const ac_costs *costs, uint32_t row)
{
   return row == AC_NO_CALL ? "-" : costs->of[row].name;
}

static void put_links(const ac_profile *profile)
{
   ac_costs costs;
   ac_links links;
   const ac_calls *calls = ac_profile_calls(profile);
   ac_costs_open(&costs, test_alloc(), calls, 2);
   ac_links_open(&links, test_alloc(), calls, &costs, 2);
   for (size_t i = 0; i < links.n; i++) {
      const ac_link *link = &links.of[i];
      costs_put("%s > %s %s:%u x%d %d\n", name_of(&costs, link->caller),
                name_of(&costs, link->callee), link->file == NULL ? "-" : link->file,
                link->line, (int)link->n_calls, (int)link->inclusive[0]);
   }
}

/* main calls f from two lines, and g; get is inlined into main and f, and calls g. */
#define LINKS \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=a.c\nfn=main\n1 22\nfn=f\n9 10\nfn=g\n20 25\nfl=a.h\nfn=get\n7 3\n" \
   "summary: 60\n" \
   "#: f 1 0 0x0 1 60\n#: i 1 4 3 2\n#: f 2 0 0x0 2 24\n#: i 1 4 9 1\n" \
   "#: f 3 0 0x0 5 25\n#: g 4 23\n" \
   "#: by 1\n#: a 1 2 1 20\n#: a 2 2 1 4\n#: a 1 3 1 5\n" \
   "#: by 1.1\n#: a 7 3 1 7\n#: by 2.2\n#: a 7 3 3 13\n#: by 0\n#: a 0 1 1 60\n" \
   "#: t 0 0 0\n#: t 1 6 1 20\n#: ti 2 1 2\n#: t 2 4 1 7\n" \
   "#: t 2 1 1 8\n#: ti 3 2 1\n#: t 3 5 2 11\n" \
   "#: t 2 2 1 2\n#: t 3 5 1 2\n#: t 2 3 1 5\n#: tr 2 1 2\n#: end 4\n"
#define SMALL \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=a.c\nfn=main\n1 5\nfn=g\n20 4\nfl=a.h\nfn=get\n7 1\nsummary: 10\n" \
   "#: f 1 0 0x0 1 10\n#: i 1 3 3 1\n#: f 2 0 0x0 1 4\n" \
   "#: by 1.1\n#: a 7 2 1 4\n#: by 0\n#: a 0 1 1 10\n" \
   "#: t 0 0 0\n#: t 1 2 1 5\n#: ti 2 1 1\n#: t 2 1 1 4\n#: end 3\n"

static void links(void **state)
{
   (void)state;
   costs_check(CALLS_FILE, put_links,
               "main > walk /src/a.c:4 x1 170\n"
               "walk > walk /src/a.c:9 x4 60\n"
               "walk > get /src/a.c:8 x0 55\n"
               "get > peek /src/a.h:2 x0 35\n"
               "peek > 0x1000 in libfoo.so /src/b.h:3 x3 25\n"
               "- > main -:0 x1 200\n");
}

/* Calls that look the same are one link, which costs each path once. */
static void links_of_several_arcs(void **state)
{
   (void)state;
   costs_check(LINKS, put_links,
               "main > f a.c:1 x1 20\n"
               "main > f a.c:2 x1 4\n"
               "main > g a.c:1 x1 5\n"
               "main > get a.c:3 x0 9\n"
               "f > get a.c:9 x0 14\n"
               "get > g a.h:7 x4 20\n"
               "- > main -:0 x1 60\n");
}

/* main calls f from two files, and from an unknown place; f calls itself by code of get,
   which then is on the path twice. */
static void links_with_recursion(void **state)
{
   (void)state;
   static const char text[] =
      "cmd: x\nevents: Ir Dr\n#: cachesim 1\n"
      "fl=a.c\nfn=main\n1 5\nfn=f\n9 10 1\nfl=a.h\nfn=get\n7 6 3\nsummary: 21 4\n"
      "#: f 1 0 0x0 1 21 4\n#: f 2 0 0x0 4 16 4\n#: i 1 3 9 6 3\n#: g 3 9 4\n"
      "#: by 1\n#: a 1@2 2 1 3 1\n#: a 1 2 1 8 2\n#: a 0 2 1 5 1\n"
      "#: by 2.1\n#: a 7 2 1 5 2\n#: by 0\n#: a 0 1 1 21 4\n"
      "#: t 0 0 0\n#: t 1 5 1 5\n"
      "#: t 2 2 1 2\n#: ti 3 1 1 0\n#: t 3 4 1 3 1\n#: ti 4 1 2 1\n"
      "#: t 2 1 1 2\n#: ti 3 1 1 1\n#: t 2 3 1 3\n#: ti 3 1 2 1\n#: end 3\n";
   costs_check(text, put_links,
               "main > f -:0 x1 5\n"
               "main > f a.c:1 x1 8\n"
               "main > f a.h:1 x1 3\n"
               "f > get a.c:9 x0 9\n"
               "get > f a.h:7 x1 5\n"
               "- > main -:0 x1 21\n");
}

/* get is too small for a row: its caller calls g in its place. */
static void links_of_small_code(void **state)
{
   (void)state;
   costs_check(SMALL, put_links,
               "main > g a.h:7 x1 4\n"
               "- > main -:0 x1 10\n");
}

static void no_calls(void **state)
{
   (void)state;
   costs_check("cmd: x\nevents: Ir Dr\n#: cachesim 1\nsummary: 0\n#: t 0 0 0\n#: end 0\n",
               put_links, "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(links),
      cmocka_unit_test(links_of_several_arcs),
      cmocka_unit_test(links_with_recursion),
      cmocka_unit_test(links_of_small_code),
      cmocka_unit_test(no_calls),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
