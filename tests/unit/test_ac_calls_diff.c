/* test_ac_calls_diff.c -- the calls of a pair as tables: what people read, and the
   records of CSV.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "export/ac_call_stacks.h"
#include "sections/ac_calls_pair.h"
#include "sections/ac_sections.h"

#define HEAD "cmd: x\nevents: Ir\n#: cachesim 1\n"
#define OBJECT "#: object 01 /bin/x\n#: object-counts "

/* main calls f and g; f calls itself, over g; one path is left out below g, and small is
   called there. */
static const char old[] = HEAD
   "fl=a.c\nfn=main\n1 10\nfn=f\n2 30\nfn=g\n3 50\nfn=small\n4 7\nsummary: 97\n" OBJECT
   "97\n"
   "#: f 1 1 0x0 1 97\n#: f 2 1 0x0 2 75\n#: f 3 1 0x0 2 67\n"
   "#: by 1\n#: a 1 2 1 75\n#: a 1 3 1 12\n"
   "#: by 2\n#: a 2 3 1 55\n#: by 3\n#: a 3 2 1 10\n#: ar 1 1 7\n"
   "#: by 0\n#: a 0 1 1 97\n"
   "#: t 0 0 1\n#: t 1 5 1 10\n#: t 2 1 1 20\n#: t 3 3 1 45\n#: t 4 4 1 10\n"
   "#: t 2 2 1 5\n#: tr 3 1 7\n#: end 4\n";

/* f is called, and is inlined into g, which f calls: its two inclusive costs overlap. */
static const char new[] = HEAD
   "fl=a.c\nfn=main\n1 10\nfn=f\n2 20\nfn=g\n2 15\n3 40\nsummary: 85\n" OBJECT "85\n"
   "#: f 1 1 0x0 1 85\n#: f 2 1 0x0 1 70\n#: f 3 1 0x0 2 55\n#: i 1 2 3 15\n"
   "#: g 2 15\n#: lf 1\n#: l 3 55\n"
   "#: by 1\n#: a 1 2 1 70\n#: a 1 3 1 5\n#: by 2\n#: a 2 3 1 50\n"
   "#: by 0\n#: a 0 1 1 85\n"
   "#: t 0 0 1\n#: t 1 4 1 10\n#: t 2 1 1 20\n#: t 3 3 1 38\n#: ti 4 1 12\n"
   "#: t 2 2 1 2\n#: ti 3 1 3\n#: end 4\n";

typedef struct {
   test_section s;
   ac_profile *sides[2];
   an_stacks stacks[2];
   ac_calls_pair pair;
} fixture;

static void read(fixture *f, unsigned is_for)
{
   static const char *const texts[] = { old, new };
   ac_calls_side sides[2];
   test_section *s = &f->s;
   *f = (fixture){ .pair = { .alloc = NULL } };
   for (size_t i = 0; i < 2; i++) {
      f->sides[i] = test_good_profile(texts[i]);
      ac_call_stacks(f->sides[i], test_alloc(), &f->stacks[i]);
      sides[i] = (ac_calls_side){ f->sides[i], &f->stacks[i] };
   }
   ac_calls_pair_open(&f->pair, test_alloc(), sides);
   s->profile = test_good_pair(old, new);
   test_measures_open(&s->show, s->profile, "Ir");
   s->show.measures.of[0].aspect = AC_CHANGE;
   s->show.measures.of[0].n_events = 1;
   s->request.show = s->request.sort = s->show.measures;
   s->request.is_pair = true;
   s->analysis.calls = &f->pair;
   s->scope = (ac_scope){ .profile = s->profile,
                          .alloc = test_alloc(),
                          .request = &s->request,
                          .analysis = &s->analysis,
                          .terminal = &s->terminal };
   s->tables.is_for = is_for;
}

static void check_counts(const test_section *s, size_t column, int64_t before,
                         int64_t after)
{
   assert_int_equal(s->cells[column].counts[0], before);
   assert_int_equal(s->cells[column].counts[1], after);
}

/* The column of measures for people. */
static size_t shown(const test_section *s)
{
   size_t c = 0;
   while (s->table->columns[c].kind != AN_COLUMN_MEASURES
          || s->table->columns[c].is_for != AN_FOR_PEOPLE)
      c++;
   return c;
}

static void check_function(test_section *s, ptrdiff_t number, int64_t before,
                           int64_t after, const char *self, const char *calls)
{
   section_row(s, 0, number);
   check_counts(s, shown(s), before, after);
   section_text(s, "self change", self);
   section_text(s, "calls", calls);
}

/* The largest change first, with the columns of what is sorted by, unless the user chose
   some. */
static void functions(void **state)
{
   (void)state;
   fixture f;
   read(&f, AN_FOR_PEOPLE);
   section_open(&f.s, ac_calls_diff_function_tables, 1);
   assert_int_equal(f.s.tables.of[0].n, 3);
   check_function(&f.s, 0, 97, 85, "0", "1");
   check_function(&f.s, 1, 67, 55, "-10", "2");
   check_function(&f.s, 2, 75, 73, "+5", "2 -> 1");
   assert_non_null(f.s.table->columns[shown(&f.s)].measures); /* not what is shown */
   section_close(&f.s);
   read(&f, AN_FOR_PEOPLE);
   f.s.request.has_show = true;
   section_open(&f.s, ac_calls_diff_function_tables, 1);
   section_row(&f.s, 0, 0);
   assert_null(f.s.table->columns[shown(&f.s)].measures);
   section_close(&f.s);
}

/* Those that changed, by their self costs, the largest change first. */
static void paths(void **state)
{
   (void)state;
   static const int64_t expected[][2] = { { 45, 38 }, { 5, 2 }, { 0, 3 }, { 10, 12 } };
   fixture f;
   read(&f, AN_FOR_PEOPLE);
   section_open(&f.s, ac_calls_diff_tables, 2);
   assert_int_equal(f.s.tables.of[1].n, 4);
   for (size_t i = 0; i < 4; i++) {
      section_row(&f.s, 1, (ptrdiff_t)i);
      check_counts(&f.s, shown(&f.s), expected[i][0], expected[i][1]);
   }
   section_close(&f.s);
}

static void csv(void **state)
{
   (void)state;
   fixture f;
   read(&f, AN_FOR_CSV);
   section_open(&f.s, ac_calls_diff_function_tables, 1);
   section_row(&f.s, 0, 1);
   section_text(&f.s, "file", "a.c");
   section_text(&f.s, "function", "f");
   section_number(&f.s, "calls old", 2);
   section_number(&f.s, "calls new", 1);
   check_counts(&f.s, (size_t)(section_cell(&f.s, "inclusive") - f.s.cells), 75, 73);
   check_counts(&f.s, (size_t)(section_cell(&f.s, "self") - f.s.cells), 30, 35);
   section_close(&f.s);
   read(&f, AN_FOR_CSV);
   section_open(&f.s, ac_calls_diff_path_tables, 1);
   assert_int_equal(f.s.tables.of[0].n, f.pair.paths.stacks.n_nodes);
   section_row(&f.s, 0, 0);
   section_text(&f.s, "only", "");
   check_counts(&f.s, (size_t)(section_cell(&f.s, "self") - f.s.cells), 10, 10);
   section_close(&f.s);
}

/* A page has functions that reach the threshold, and no paths. */
static void on_page(void **state)
{
   (void)state;
   fixture f;
   read(&f, AN_FOR_JSON);
   f.s.request.is_page = true;
   f.s.request.threshold = 10;
   section_open(&f.s, ac_calls_diff_tables, 2);
   assert_int_equal(f.s.tables.of[0].n, 2);
   assert_int_equal(f.s.tables.of[1].n, 0);
   section_close(&f.s);
}

static void needs_calls(void **state)
{
   (void)state;
   fixture f;
   read(&f, AN_FOR_PEOPLE);
   f.s.analysis.calls = NULL;
   section_open(&f.s, ac_calls_diff_tables, 0);
   section_close(&f.s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions), cmocka_unit_test(paths),       cmocka_unit_test(csv),
      cmocka_unit_test(on_page),   cmocka_unit_test(needs_calls),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
