/* test_ac_idiom_lines.c -- what lines of a function say together of an idiom.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"
#include "test_ac_own.h"

#include "advice/ac_idiom_lines.h"
#include "base/an_alloc.h"

/* In main, line 3 runs twice and calls sort; line 4 runs 100 times, with push inlined. */
#define RUNS "#: runs\n#: n 3 2 100\n"
#define FILE_WITH_RUNS OWN_BODY OWN_OBJECTS OWN_CALLS RUNS OWN_END

static const char *rows;

/* "line: name, gain, maker's line", of each line that is an idiom. */
static void put_idioms(const ac_profile *profile)
{
   an_error error;
   test_text memory = { rows, strlen(rows), 7 };
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), profile, NULL, &error);
   ac_measure by = { .metric = ac_metrics_at(metrics, 0) };
   ac_measures sort = { .of = &by, .n = 1 };
   ac_own_lines own;
   ac_prices prices;
   ac_idioms idioms = { .alloc = test_alloc() };
   const ac_own_wanted wanted = { .sort = &sort, .keep = &sort, .event = SIZE_MAX };
   if (!ac_idioms_read_from(&idioms, "mine.txt", test_bytes(&memory), &error))
      fail_msg("%zu: %s", error.line, error.message);
   ac_own_lines_open(&own, test_alloc(), profile, &wanted);
   ac_prices_open(&prices, profile, NULL);
   ac_idiom_line *lines = ac_idiom_lines_new(
      test_alloc(),
      &(ac_idiom_lines_source){ profile, &own, &idioms, by.metric, &prices, 1 });
   for (size_t i = 0; i < own.n; i++)
      if (lines[i].found.idiom != NULL)
         costs_put("%u: %s, %.2f, %d\n", own.lines[i].line, lines[i].found.idiom->name,
                   lines[i].found.cycles,
                   lines[i].maker == NULL ? 0 : (int)lines[i].maker->line);
   tk_put(test_alloc(), lines);
}

#define ROW(name, lines) "[" name "]\ndoes: d\ncure: c\n" lines "\n"

static void check_rows(const char *text, const char *expected)
{
   rows = text;
   costs_check(FILE_WITH_RUNS, put_idioms, expected);
}

/* Line 4 has 50 of push, line 3 has 45 of sort. */
static void what_repeats_gains(void **state)
{
   (void)state;
   check_rows(ROW("a", "runs: v.h:push, v.h:sort\ntakes: all but one in a function"),
              "3: a, 45.00, 0\n");
   check_rows(ROW("a", "runs: v.h:push\ntakes: all but one in a function"), "");
   check_rows(ROW("a", "runs: v.h:push\ntakes: all but one in a function")
                 ROW("b", "runs: v.h:sort\ntakes: all but one in a function"),
              "");
   /* Then it may be what another row says. */
   check_rows(ROW("a", "runs: v.h:push\ntakes: all but one in a function")
                 ROW("b", "runs: v.h:push\ntakes: perhaps"),
              "4: b, 0.00, 0\n");
}

static void what_is_freed_is_of_its_maker(void **state)
{
   (void)state;
   check_rows(ROW("a", "runs: v.h:sort\nalso: v.h:push\ntakes: 0.5 with also"),
              "4: a, 25.00, 3\n3: a, 22.50, 0\n");
   check_rows(ROW("a", "runs: v.h:sort\nalso: v.h:pop\ntakes: 0.5 with also")
                 ROW("b", "runs: v.h:sort\ntakes: 0.1"),
              "3: b, 4.50, 0\n");
   /* What is before it is not freed there. */
   check_rows(ROW("a", "runs: v.h:push\nalso: v.h:sort\ntakes: 0.5"), "4: a, 25.00, 0\n");
   /* It is an idiom itself. */
   check_rows(ROW("a", "runs: v.h:sort\nalso: v.h:push\ntakes: 0.5")
                 ROW("b", "runs: v.h:push\ntakes: 1"),
              "4: b, 50.00, 0\n3: a, 22.50, 0\n");
}

/* Of 50 times in a pass of the loop around it, a search by halves takes some 7; the line
   costs 70. */
static void searches_are_in_loops(void **state)
{
   (void)state;
   check_rows(ROW("a", "runs: v.h:push\ntakes: all but a search"), "4: a, 60.70, 0\n");
   check_rows(ROW("a", "runs: v.h:sort\ntakes: all but a search"), "");
}

/* ---- A search of own code ---- */

/* Lines 18, a loop, 20 and 21, the loop of a search and its comparison, 22, what is done
   with what it finds: what these have. */
typedef struct {
   int instrs, loads, stores, branches;
   int of_loop;                   /* branches of line 20 */
   int runs, n_found, n_searches; /* of 20 and 21; of 22; of 18 */
} search;

static const search plain = { 960, 640, 0, 320, 320, 320, 9, 10 };

static void check_search(search s, const char *expected)
{
   char text[1024];
   snprintf(text, sizeof text,
            "cmd: ./app\nevents: Ir Dr Dw Bc\n#: cachesim 1\nfl=/src/a.c\nfn=find\n"
            "18 20 0 0 10\n20 640 0 0 %d\n21 %d %d %d %d\n22 20 0 0 0\n"
            "summary: %d %d %d %d\n#: runs\n#: n 1 %d 2*%d %d\n#: end 4\n",
            s.of_loop, s.instrs, s.loads, s.stores, s.branches, 680 + s.instrs, s.loads,
            s.stores, 10 + s.of_loop + s.branches, s.n_searches, s.runs, s.n_found);
   rows = "[a]\nlanguages: c\ndoes: d\ncure: c\ntakes: all but a search\n";
   costs_check(text, put_idioms, expected);
}

/* Of 32 comparisons, a search by halves has 6; what goes with them is the loop's part. */
static void own_searches(void **state)
{
   (void)state;
   check_search(plain, "21: a, 780.00, 0\n20: a, 520.00, 21\n");
   search s = plain;
   s.n_searches = 11; /* of 29 elements */
   check_search(s, "");
   s = plain;
   s.n_found = 10;
   check_search(s, "21: a, 780.00, 0\n20: a, 520.00, 21\n");
   s.n_found = 11; /* it goes on behind one, as what is done with each does */
   check_search(s, "");
   s = plain;
   s.loads = 639; /* an array of values, such as a text */
   check_search(s, "");
   s = plain;
   s.stores = 1;
   check_search(s, "");
   s = plain;
   s.branches = 319; /* each is added up */
   check_search(s, "");
   s = plain;
   s.instrs = 8 * 320;
   check_search(s, "21: a, 2080.00, 0\n20: a, 520.00, 21\n");
   s.instrs++;
   check_search(s, "");
   s = plain;
   s.of_loop = 240; /* of both, seven of eight */
   check_search(s, "21: a, 780.00, 0\n20: a, 520.00, 21\n");
   s.of_loop = 239;
   check_search(s, "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_repeats_gains),
      cmocka_unit_test(what_is_freed_is_of_its_maker),
      cmocka_unit_test(searches_are_in_loops),
      cmocka_unit_test(own_searches),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
