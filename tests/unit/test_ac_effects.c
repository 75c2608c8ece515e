/* test_ac_effects.c -- what else changes in a row if some of its events change.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_effects.h"

#include <math.h>

/* An event, with a "=" before it if it is chosen, and its values. */
typedef struct {
   const char *event;
   double before, after;
} value;

static bool is_chosen(const value *of)
{
   return *of->event == '=';
}

static tk_event_id event_of(const value *of)
{
   const tk_event *event = tk_event_find(of->event + is_chosen(of));
   assert_non_null(event);
   return (tk_event_id)(event - tk_events);
}

/* The chosen events of `values` are multiplied by the factor, of all or of `part`, which
   has one for each of the values. */
static void check(const value *values, size_t n, double factor, const double *part)
{
   ac_prices prices = { .n_levels = 0 };
   bool chosen[TK_N_EVENTS] = { false };
   double row[TK_N_EVENTS] = { 0 }, parts[TK_N_EVENTS] = { 0 };
   for (size_t e = 0; e < TK_N_EVENTS; e++)
      prices.prices[e] = tk_events[e].price;
   for (size_t i = 0; i < n; i++) {
      chosen[event_of(&values[i])] = is_chosen(&values[i]);
      row[event_of(&values[i])] = values[i].before;
      parts[event_of(&values[i])] = part == NULL ? 0 : part[i];
   }
   ac_effects_change(&prices, chosen, factor, part == NULL ? row : parts, row);
   for (size_t i = 0; i < n; i++) {
      double found = row[event_of(&values[i])];
      if (!(fabs(found - values[i].after) <= 1e-9))
         fail_msg("%s: expected %g, found %g", values[i].event, values[i].after, found);
   }
}

#define CHECK(factor, part, ...) \
   do { \
      static const value values_[] = { __VA_ARGS__ }; \
      check(values_, sizeof values_ / sizeof values_[0], factor, part); \
   } while (0)

/* The levels behind, of the same kind and mode. */
static void levels_behind(void **state)
{
   (void)state;
   static const value values[] = {
      { .event = "D2mr" }, { .event = "D1mr" }, { .event = "DLmr" }, { .event = "D3mr" },
      { .event = "DLmw" }, { .event = "ILmr" }, { .event = "Ir" },   { .event = "D1mw" },
   };
   enum { N = sizeof values / sizeof values[0] };
   static const char *const expected[N] = {
      "D2mr D3mr DLmr", "D1mr D2mr D3mr DLmr", "DLmr", "D3mr DLmr", "DLmw", "ILmr", "Ir",
      "D1mw DLmw"
   };
   for (size_t of = 0; of < N; of++) {
      bool chosen[TK_N_EVENTS] = { false };
      chosen[event_of(&values[of])] = true;
      ac_effects_choose_behind(chosen);
      for (size_t i = 0; i < N; i++)
         assert_int_equal(chosen[event_of(&values[i])],
                          strstr(expected[of], values[i].event) != NULL);
   }
}

/* ---- Changes ---- */

/* By prices: 10 of a level 1 miss, 20, 40, and 100 of one in the last level. */
static void cycles_follow(void **state)
{
   (void)state;
   CHECK(0, NULL, { "=D1mr", 10, 0 }, { "D2mw", 5, 5 }, { "Cd", 60, 30 }, { "Cf", 7, 7 },
         { "I1mr", 3, 3 });
   CHECK(0.5, NULL, { "=ILmr", 2, 1 }, { "I3mr", 5, 5 }, { "Cf", 40, 30 },
         { "Cd", 9, 9 });
   CHECK(2, NULL, { "=DTw", 1, 2 }, { "D1mr", 3, 3 }, { "DTm", 8, 8 }, { "Cd", 60, 90 });
   CHECK(0.25, NULL, { "=Bcm", 4, 1 }, { "Bim", 2, 2 }, { "Cb", 12, 6 });
   CHECK(0.5, NULL, { "=Ir", 8, 4 }, { "Cx", 10, 5 }, { "D1mr", 2, 2 }, { "Cd", 10, 10 });
   /* Cycles that are chosen do not follow; nor do those without misses. */
   CHECK(0, NULL, { "=D1mr", 10, 0 }, { "=Cd", 60, 0 });
   CHECK(0.5, NULL, { "=D1mr", 10, 5 }, { "=Cd", 60, 30 });
   CHECK(0, NULL, { "=D1mr", 0, 0 }, { "Cd", 60, 60 });
   CHECK(0.5, NULL, { "=Cd", 60, 30 }, { "D1mr", 10, 10 });
}

/* Fewer misses by a reason are fewer misses: in the first level those of data in it and
   behind it; in the last level all. */
static void reasons_follow(void **state)
{
   (void)state;
   CHECK(0, NULL, { "=D1cap", 6, 0 }, { "D1cold", 2, 2 }, { "D1mr", 4, 1 },
         { "DLmw", 8, 2 }, { "I1mr", 4, 4 }, { "ILmr", 4, 4 }, { "Cd", 40, 10 });
   CHECK(0.5, NULL, { "=Lconf", 8, 4 }, { "Lcap", 2, 2 }, { "DLmr", 5, 3 },
         { "ILmr", 10, 6 }, { "D1mr", 7, 7 }, { "D1cap", 7, 7 }, { "Cf", 10, 6 });
   /* What is chosen does not follow, too. */
   CHECK(0.5, NULL, { "=Lcold", 4, 2 }, { "=DLmr", 6, 3 }, { "DLmw", 3, 1.5 });
   /* More of them are no more misses, and others are no reasons. */
   CHECK(2, NULL, { "=D1cap", 6, 12 }, { "D1mr", 6, 6 });
   CHECK(0, NULL, { "=D1mr", 6, 0 }, { "D1cap", 6, 6 }, { "D2mr", 3, 3 });
}

/* The effects on a part of the row, such as what one data object has. */
static void parts(void **state)
{
   (void)state;
   static const double part[] = { 4, 100, 100 };
   CHECK(0.5, part, { "=D1mr", 10, 8 }, { "Dr", 50, 50 }, { "Cd", 30, 24 });
   CHECK(0, part, { "=D1mr", 10, 6 }, { "Dr", 50, 50 }, { "Cd", 30, 18 });
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_behind),
      cmocka_unit_test(cycles_follow),
      cmocka_unit_test(reasons_follow),
      cmocka_unit_test(parts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
