/* test_an_budget.c -- the lines that sections of a default report get.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "report/an_budget.h"

enum { A, B, C, N };

static const an_share shares[N] = {
   [A] = { .fixed = 2, .least = 3, .most = 5 },
   [B] = { .fixed = 4, .least = 1, .most = 50 },
   [C] = { .fixed = 1, .least = 2, .most = SIZE_MAX },
};

static void is_bounded(void **state)
{
   (void)state;
   an_budget budget = an_budget_of(shares, N, 30);
   assert_true(an_budget_is_limited(&budget));
   assert_int_equal(an_budget_take(&budget, A, 100), 5);  /* its most */
   an_budget_give_back(&budget, A);
   assert_int_equal(budget.left, 25);
   budget.left -= 2;
   assert_int_equal(an_budget_take(&budget, B, 100), 16); /* 3 reserved */
   assert_int_equal(an_budget_take(&budget, C, 100), 2);
   assert_int_equal(budget.left, 0);
}

static void passes_on_what_is_left(void **state)
{
   (void)state;
   an_budget budget = an_budget_of(shares, N, 30);
   assert_int_equal(an_budget_take(&budget, A, 1), 1);
   assert_int_equal(budget.left, 29); /* nothing says what was left out */
   /* No section B. */
   assert_int_equal(an_budget_take(&budget, C, 100), 28);
   assert_int_equal(budget.left, 0);
}

static void has_no_room(void **state)
{
   (void)state;
   an_budget budget = an_budget_of(shares, N, 4);
   assert_int_equal(an_budget_take(&budget, A, 9), 0);
   assert_int_equal(an_budget_take(&budget, B, 9), 0);
   assert_int_equal(budget.left, 0);
}

static void is_unlimited(void **state)
{
   (void)state;
   an_budget budget = an_budget_unlimited();
   assert_false(an_budget_is_limited(&budget));
   assert_int_equal(an_budget_take(&budget, A, 9), 9);
   assert_int_equal(an_budget_take(&budget, B, SIZE_MAX), SIZE_MAX);
}

/* Section i with so many lines left; returns how many are left then. */
static size_t check_take(const an_share *table, size_t n, size_t i, size_t left,
                         size_t want)
{
   an_budget budget = an_budget_of(table, n, left);
   size_t rows = an_budget_take(&budget, i, want);
   assert_true(rows <= want && rows <= table[i].most);
   assert_true(rows >= (want < table[i].least ? want : table[i].least));
   assert_int_equal(budget.left + rows + (rows < want ? table[i].fixed : 0), left);
   return budget.left;
}

/* Whatever each section of a report wants, all of them fit, and each gets its least.
   What one gets depends on the lines left, and not on how the others left them. */
static void check_table(const an_share *table, size_t n)
{
   static const size_t wants[] = { 0, 1, 20, 1000000 };
   bool can_be_left[AN_BUDGET_LINES + 1] = { [AN_BUDGET_LINES] = true };
   for (size_t i = 0; i < n; i++) {
      bool then[AN_BUDGET_LINES + 1]; /* first, as if the section were not printed */
      memcpy(then, can_be_left, sizeof then);
      for (size_t left = 0; left <= AN_BUDGET_LINES; left++)
         for (size_t k = 0; k < 4 && can_be_left[left] && table[i].most > 0; k++)
            then[check_take(table, n, i, left, wants[k])] = true;
      memcpy(can_be_left, then, sizeof then);
   }
}

static void tables_fit(void **state)
{
   (void)state;
   check_table(an_shares_of_counts, AN_SHARES_OF_COUNTS);
}

static size_t reserved(const an_share *needed)
{
   size_t lines = 0;
   for (size_t i = 0; i < AN_SHARES_OF_COUNTS; i++)
      lines += needed[i].fixed + needed[i].least;
   return lines;
}

/* What data and sharing are sure to get, others lose, and source gets no less than 40
   lines of what is not reserved, if there are as many. */
static void has_room_for_data(void **state)
{
   (void)state;
   an_share needed[AN_SHARES_OF_COUNTS];
   memcpy(needed, an_shares_of_counts, sizeof needed);
   an_budget_room_for_data(needed);
   assert_int_equal(needed[AN_SHARE_DATA].least, an_share_of_data.least);
   assert_int_equal(needed[AN_SHARE_SHARING].most, an_share_of_sharing.most);
   assert_true(needed[AN_SHARE_FILES].least < an_shares_of_counts[AN_SHARE_FILES].least);
   assert_true(reserved(needed) <= AN_BUDGET_LINES);
   /* All sections of a pair, with limits. */
   needed[AN_SHARE_CALLS_OF_PAIR] = an_share_of_calls_of_pair;
   assert_true(reserved(needed) <= AN_BUDGET_LINES);
}

static void has_room_for_source(void **state)
{
   (void)state;
   an_share needed[AN_SHARES_OF_COUNTS];
   memcpy(needed, an_shares_of_counts, sizeof needed);
   an_budget_room_for_data(needed);
   /* A short report: all else stays source's, but only 40 lines are reserved. */
   needed[AN_SHARE_PROCESSES] = needed[AN_SHARE_REGIONS] = needed[AN_SHARE_LIMITS]
      = needed[AN_SHARE_OBJECTS] = (an_share){ 0, 0, 0 };
   size_t left = AN_BUDGET_LINES - reserved(needed);
   assert_true(left > 40);
   an_budget_room_for_source(needed, false);
   assert_int_equal(needed[AN_SHARE_SOURCE].least, 40);
   assert_true(reserved(needed) <= AN_BUDGET_LINES);
   needed[AN_SHARE_SOURCE].least = 0;
   an_budget_room_for_source(needed, true);
   assert_int_equal(needed[AN_SHARE_SOURCE].least, left);
   assert_int_equal(reserved(needed), AN_BUDGET_LINES);
   /* A long one: what is left. */
   needed[AN_SHARE_SOURCE].least = 0;
   needed[AN_SHARE_REGIONS].least = left - 7;
   an_budget_room_for_source(needed, false);
   assert_int_equal(reserved(needed), AN_BUDGET_LINES);
   assert_true(needed[AN_SHARE_SOURCE].least < 40);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_bounded),
      cmocka_unit_test(passes_on_what_is_left),
      cmocka_unit_test(has_no_room),
      cmocka_unit_test(is_unlimited),
      cmocka_unit_test(tables_fit),
      cmocka_unit_test(has_room_for_data),
      cmocka_unit_test(has_room_for_source),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
