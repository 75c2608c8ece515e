/* test_ac_columns.c -- columns of values, as printed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/ac_columns.h"

#include <stdio.h>

/* ---- Values of a profile ---- */

typedef struct {
   ac_profile *profile;
   test_measures shown;
   ac_columns columns;
} page;

/* Columns of measures of the profile, or of the pair if there is `after`; `p`
   must not move. */
static void open_page(page *p, const char *text, const char *after, const char *show,
                      bool percents)
{
   *p = (page){ .profile = NULL };
   p->profile = test_good_profile(text);
   test_measures_open(&p->shown, p->profile, show);
   if (after != NULL) {
      p->profile = test_good_pair(text, after);
   }
   ac_columns_open(&p->columns, test_alloc(), p->profile, &p->shown.measures, percents);
}

/* Checks the names, n rows, and a row without values; each row has n_counts. */
static void check_page(const page *p, const int64_t *rows, size_t n, const char *expected)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   size_t n_counts = ac_profile_n_events(p->profile);
   ac_columns_print_names(&p->columns, out);
   putc('\n', out);
   for (size_t i = 0; i < n; i++) {
      ac_columns_print(&p->columns, out, rows + i * n_counts);
      putc('\n', out);
   }
   ac_columns_print_none(&p->columns, out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   free(text);
}

/* Fits the columns to the rows first. */
static void check_fitted(page *p, const int64_t *rows, size_t n, const char *expected)
{
   size_t n_counts = ac_profile_n_events(p->profile);
   for (size_t i = 0; i < n; i++)
      ac_columns_fit(&p->columns, rows + i * n_counts);
   check_page(p, rows, n, expected);
}

/* ---- Tests ---- */

static const char three[] = "cmd: x\nevents: Ir LongName Zero\nfl=a\nfn=f\n"
                            "1 2000 100\n2 6000 0\nsummary: 8000 100 0\n";
static const int64_t rows[] = { 2000, 100, 0, 6000, 0, 0 };

static void test_values(void **state)
{
   (void)state;
   page p;
   open_page(&p, three, NULL, NULL, true);
   check_fitted(&p, rows, 2,
                "            Ir      LongName     Zero\n"
                "2,000 (25.00%)  100 (100.0%)  0 (n/a)\n"
                "6,000 (75.00%)    0           0 (n/a)\n"
                "    .             .           .      ");
   open_page(&p, three, NULL, NULL, false);
   check_fitted(&p, rows, 2,
                "   Ir  LongName  Zero\n"
                "2,000       100     0\n"
                "6,000         0     0\n"
                "    .         .     .");
}

/* One measure, and more than once. */
static void test_measures_shown(void **state)
{
   (void)state;
   page p;
   open_page(&p, three, NULL, "LongName", false);
   check_fitted(&p, rows, 2, "LongName\n     100\n       0\n       .");
   open_page(&p, three, NULL, "Zero Ir Zero", false);
   check_fitted(&p, rows, 2,
                "Zero     Ir  Zero\n"
                "   0  2,000     0\n"
                "   0  6,000     0\n"
                "   .      .     .");
}

/* Nothing fitted to: as wide as a 0. */
static void test_unfitted(void **state)
{
   (void)state;
   page p;
   open_page(&p, three, NULL, "Zero Ir", true);
   check_page(&p, rows, 0, "Zero  Ir\n   .   .");
}

/* A share that is wider than any before it, by one. */
static void test_grow(void **state)
{
   (void)state;
   static const int64_t small[] = { 400, 0, 0 }; /* 5.00 % */
   page p;
   open_page(&p, three, NULL, NULL, true);
   ac_columns_fit(&p.columns, small);
   check_fitted(&p, rows, 2,
                "            Ir      LongName     Zero\n"
                "2,000 (25.00%)  100 (100.0%)  0 (n/a)\n"
                "6,000 (75.00%)    0           0 (n/a)\n"
                "    .             .           .      ");
}

static void test_reset(void **state)
{
   (void)state;
   static const int64_t huge[] = { INT64_MAX, INT64_MIN, 1 };
   page p;
   open_page(&p, three, NULL, NULL, false);
   ac_columns_fit(&p.columns, huge);
   ac_columns_reset(&p.columns);
   check_fitted(&p, rows, 2,
                "   Ir  LongName  Zero\n"
                "2,000       100     0\n"
                "6,000         0     0\n"
                "    .         .     .");
}

static void test_signs(void **state)
{
   (void)state;
   static const int64_t signs[] = { -2000, -100, 0, 4000, 5, 0, -30, 0, 0 };
   page p;
   open_page(&p, three, NULL, "Ir LongName", true);
   check_fitted(&p, signs, 3,
                "              Ir        LongName\n"
                "-2,000 (-25.00%)  -100 (-100.0%)\n"
                " 4,000  (50.00%)     5   (5.00%)\n"
                "   -30  (-0.38%)     0          \n"
                "     .               .          ");
}

/* Shares only of whole metrics; "n/a" where it divides by 0. */
static void test_metrics(void **state)
{
   (void)state;
   page p;
   open_page(&p, three, NULL, "twice=2*Ir rate=Ir/LongName", true);
   check_fitted(&p, rows, 2,
                "          twice   rate\n"
                " 4,000 (25.00%)  20.00\n"
                "12,000 (75.00%)    n/a\n"
                "     .               .");
}

/* Huge values are printed with few digits, and so are huge shares: smaller
   ones are wider. */
static void test_huge(void **state)
{
   (void)state;
   static const int64_t counts[] = { 9000000000000000, 9, 0, 123456789, 9, 0, 1, 9, 0 };
   static const int64_t negative[] = { -9000000000000000, 9, 0, -123456789, 9, 0 };
   page p;
   open_page(&p, three, NULL, "M=Ir/9*9", false);
   check_fitted(&p, counts, 3,
                "           M\n"
                "       9e+15\n"
                "123456789.00\n"
                "        1.00\n"
                "           .");
   ac_columns_reset(&p.columns);
   check_fitted(&p, negative, 2,
                "            M\n"
                "       -9e+15\n"
                "-123456789.00\n"
                "            .");
   /* of a total of 1 */
   open_page(&p, "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n1 3 2\nsummary: 3 2\n", NULL,
             "M=Ir-Dr", true);
   static const int64_t shares[] = { 90000000000000, 0, 1000000000000, 0 };
   check_fitted(&p, shares, 2,
                "                                      M\n"
                "90,000,000,000,000             (9e+15%)\n"
                " 1,000,000,000,000 (100000000000000.0%)\n"
                "                 .                     ");
}

/* Control characters of names do no harm. */
static void test_names(void **state)
{
   (void)state;
   page p;
   open_page(&p, "cmd: x\nevents: \x1b[2J\nfl=a\nfn=f\n1 3\nsummary: 3\n", NULL, NULL,
             false);
   static const int64_t three_only[] = { 3 };
   check_fitted(&p, three_only, 1, "\\x1b[2J\n   3\n   .");
}

/* ---- Pairs ---- */

#define HEAD "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n"

static const char old[] = HEAD "1 2000 4\n2 10 0\nsummary: 2010 4\n";
static const char new[] = HEAD "1 1000 4\n2 10 1\nsummary: 1010 5\n";
static const int64_t pairs[] = { 2000, 4, 1000, 4, 10, 0, 10, 1, 0, 0, 5, 0 };

/* Changes have signs, and how much they are of the value before them, not of
   the program's total; what they are between has no share. */
static void test_pairs(void **state)
{
   (void)state;
   page p;
   open_page(&p, old, new, "Ir:old Ir:new Ir:change Dr:change", true);
   check_fitted(&p, pairs, 3,
                "Ir old  Ir new         Ir change  Dr change\n"
                " 2,000   1,000  -1,000 (-50.00%)    0      \n"
                "    10      10       0             +1 (new)\n"
                "     0       5      +5     (new)    0      \n"
                "     .       .       .              .      ");
   open_page(&p, old, new, "Ir:old Ir:new Ir:change Dr:change", false);
   check_fitted(&p, pairs, 3,
                "Ir old  Ir new  Ir change  Dr change\n"
                " 2,000   1,000     -1,000          0\n"
                "    10      10          0         +1\n"
                "     0       5         +5          0\n"
                "     .       .          .          .");
   open_page(&p, old, new, "R=Dr/Ir:old R=Dr/Ir:new R=Dr/Ir:change", true);
   check_fitted(&p, pairs, 3,
                "R old  R new         R change\n"
                " 0.00   0.00  +0.00 (+100.0%)\n"
                " 0.00   0.10  +0.10     (new)\n"
                "  n/a   0.00    n/a          \n"
                "    .      .      .          ");
}

/* The smaller of two changes may be more of what was before. */
static void test_widths_of_changes(void **state)
{
   (void)state;
   static const int64_t changes[] = { 1000, 0, 2000, 0, 10, 0, 909, 0 };
   page p;
   open_page(&p, old, new, "Ir:change", true);
   check_fitted(&p, changes, 2,
                "        Ir change\n"
                "+1,000  (+100.0%)\n"
                "  +899 (+8990.0%)\n"
                "     .           ");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_measures_shown),
      cmocka_unit_test(test_unfitted),
      cmocka_unit_test(test_grow),
      cmocka_unit_test(test_reset),
      cmocka_unit_test(test_signs),
      cmocka_unit_test(test_metrics),
      cmocka_unit_test(test_huge),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_widths_of_changes),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
