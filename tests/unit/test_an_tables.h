/* test_an_tables.h -- a section of a report, opened on a small profile: its tables, and
   the cells of their rows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AN_TABLES_H
#define TEST_AN_TABLES_H

#include "test_an_common.h"

#include "advice/ac_data_report.h"
#include "advice/ac_costly.h"
#include "sections/an_table.h"

#include <math.h>

/* A profile of a machine with a sweep; the last level has 1 MiB.  Lines 1 and 2 of f, 5
   and 6 of g, and two data objects. */
#define TABLES_EVENTS \
   "events: Ir Dr D1mr DLmr Bc Bcm Lcold Lcap Lconf D1cold D1cap D1conf " \
   "Lm@256K Lm@1M Lm@4M Cx Cf Cd Cb\n"
#define TABLES_LINES \
   "fl=a.c\nfn=f\n" \
   "1 1000 500 400 300 0 0 10 280 10 100 300 0 400 300 20 250 0 9000 0\n" \
   "2 1000 0 0 0 100 50 0 0 0 0 0 0 0 0 0 250 10 0 800\n" \
   "fl=b.c\nfn=g\n" \
   "5 500 100 60 50 0 0 45 5 0 10 0 50 60 50 50 100 0 1500 0\n" \
   "6 10 0 0 0 0 0 0 0 0 0 0 0 0 0 0 3 0 0 0\n" \
   "summary: 2510 600 460 350 100 50 55 285 10 110 300 50 460 350 70 603 10 10500 800\n"
#define TABLES_DATA \
   "#: ds rows\n#: ds a.c\n#: ds make\n#: db - /bin/x\n#: df 0x0 0 3 2 41\n" \
   "#: dh 10 2400 240 240 1\n#: dv s 1 0x4040 512 1\n" \
   "#: dn 1\n#: d 1 1 8 400 300 10 280 10 100 300 0 400 300 20\n" \
   "#: dn 2\n#: d 5 2 0 60 50 45 5 0 10 0 50 60 50 50\n"
static const char tables_machine[] =
   "cmd: x\n" TABLES_EVENTS "#: cachesim 1\n"
   "#: data 1024 D1mr DLmr Lcold Lcap Lconf D1cold D1cap D1conf"
   " Lm@256K Lm@1M Lm@4M\n" TABLES_LINES TABLES_DATA "#: end 4\n";

enum { TABLES_CELLS = 48 };

typedef struct {
   ac_profile *profile;
   test_measures show;
   ac_data_report data;
   ac_own_lines own;
   ac_findings findings;
   ac_costly costly;
   ac_request request; /* can be changed until it is opened, as can these */
   ac_analysis analysis;
   an_terminal terminal;
   ac_scope scope;
   an_tables tables;
   const an_table *table; /* that of the row */
   an_row row;
   an_cell cells[TABLES_CELLS];
} test_section;

/* All of the profile but the section; `show` is as for test_measures_open. */
static inline void section_read(test_section *s, const char *text, const char *show)
{
   *s = (test_section){ .profile = NULL };
   s->profile = test_good_profile(text);
   test_measures_open(&s->show, s->profile, show);
   s->request.show = s->request.sort = s->show.measures;
   const ac_metric *cycles = ac_metrics_find(s->show.metrics, an_span_of("CEst"));
   s->analysis.cycles = cycles;
   if (ac_profile_data(s->profile) != NULL) {
      ac_data_report_open(&s->data, test_alloc(), s->profile, 1, cycles, NULL, NULL);
      s->analysis.data = &s->data;
   }
   s->scope = (ac_scope){ .profile = s->profile,
                          .alloc = test_alloc(),
                          .request = &s->request,
                          .analysis = &s->analysis,
                          .terminal = &s->terminal };
   s->tables.is_for = AN_FOR_PEOPLE;
}

/* Finds the lines of the program, and what to fix: sections on these need it. */
static inline void section_find(test_section *s)
{
   const ac_findings_source source = { .profile = s->profile,
                                       .own = &s->own,
                                       .data = s->analysis.data,
                                       .cycles = s->analysis.cycles,
                                       .criteria = &ac_criteria_default };
   const ac_own_wanted wanted = { .sort = &s->request.sort,
                                  .keep = &s->request.sort,
                                  .event = ac_findings_event(s->profile) };
   ac_own_lines_open(&s->own, test_alloc(), s->profile, &wanted);
   ac_findings_open(&s->findings, test_alloc(), &source);
   s->analysis.own = &s->own;
   s->analysis.findings = &s->findings;
   const ac_costly_source costs = { .profile = s->profile,
                                    .own = &s->own,
                                    .findings = &s->findings,
                                    .cycles = s->analysis.cycles != NULL
                                                 ? s->analysis.cycles
                                                 : s->request.sort.of[0].metric };
   ac_costly_open(&s->costly, test_alloc(), &costs);
   s->analysis.costly = &s->costly;
}

static inline void section_close(test_section *s)
{
   an_row_end(&s->row);
   an_tables_close(&s->tables);
}

/* For those that s->tables.is_for says. */
static inline void section_begin(test_section *s, an_tables_open *open)
{
   an_tables_begin(&s->tables, open, &s->scope, s->tables.is_for);
}

static inline void section_open(test_section *s, an_tables_open *open, size_t n_tables)
{
   section_begin(s, open);
   assert_int_equal(s->tables.n, n_tables);
}

/* ---- Rows ---- */

static inline void section_row(test_section *s, size_t table, ptrdiff_t number)
{
   s->table = &s->tables.of[table];
   assert_in_range(s->table->n_columns, 1, TABLES_CELLS);
   s->row.cells = s->cells;
   an_row_make(&s->row, s->table, number, SIZE_MAX);
}

/* The cell of the column that programs know by the name, or people where programs do
   not. */
static inline const an_cell *section_cell(const test_section *s, const char *name)
{
   for (size_t c = 0; c < s->table->n_columns; c++) {
      const an_column *column = &s->table->columns[c];
      const char *has = column->key != NULL ? column->key : column->label;
      if (has != NULL && strcmp(has, name) == 0)
         return &s->cells[c];
   }
   fail_msg("no column %s", name);
   return NULL;
}

static inline void section_number(const test_section *s, const char *name,
                                  long double expected)
{
   long double number = section_cell(s, name)->number;
   if (!(fabsl(number - expected) < 1e-9L || (isnan(number) && isnan(expected))))
      fail_msg("%s: expected %.10Lg, found %.10Lg", name, expected, number);
}

/* NULL: it is empty. */
static inline void section_text(const test_section *s, const char *name,
                                const char *expected)
{
   const char *text = section_cell(s, name)->text;
   if (expected == NULL)
      assert_null(text);
   else
      assert_string_equal(text, expected);
}

static inline void section_ints(const test_section *s, const char *name,
                                const int64_t *expected, size_t n)
{
   const an_cell *cell = section_cell(s, name);
   assert_int_equal(cell->n, n);
   for (size_t i = 0; i < n; i++)
      assert_int_equal(cell->counts[i], expected[i]);
}

enum { TABLES_SPOT_B = 64, TABLES_ROWS_B = 1000 };

/* "f", "f:1", "f anywhere", a file, or the label of an object; "f:1 and 2 more". */
static inline void section_spot_text(const test_section *s, char text[TABLES_SPOT_B])
{
   const ac_spot *spot = s->row.spot;
   size_t n = spot->n_functions, length;
   if (spot->kind == AC_SPOT_OBJECT || spot->kind == AC_SPOT_FILE)
      snprintf(text, TABLES_SPOT_B, "%s",
               spot->kind == AC_SPOT_OBJECT
                  ? spot->label
                  : ac_profile_file(s->profile, spot->file)->name);
   else
      snprintf(text, TABLES_SPOT_B,
               spot->kind == AC_SPOT_LINE   ? "%s:%u"
               : spot->kind == AC_SPOT_NAME ? "%s anywhere"
                                            : "%s",
               ac_profile_function(s->profile, spot->function)->name, spot->line);
   length = strlen(text);
   if (n > 1)
      snprintf(text + length, TABLES_SPOT_B - length, " and %zu more", n - 1);
}

/* NULL: the whole program. */
static inline void section_spot(const test_section *s, const char *expected)
{
   char text[TABLES_SPOT_B];
   assert_int_equal(expected == NULL, s->row.spot == NULL);
   if (expected != NULL) {
      section_spot_text(s, text);
      assert_string_equal(text, expected);
   }
}

/* What people read of all rows: the first count of the first column; the spot, or the
   text of the last column, with a "-" before it for each level; and what is below, in
   brackets.  Rows have a ";" between them. */
static inline void section_rows(test_section *s, size_t table, const char *expected)
{
   char text[TABLES_ROWS_B] = "", *at = text, *end = text + sizeof text;
   const an_table *of = &s->tables.of[table];
   for (size_t i = 0; i < of->n; i++) {
      char spot[TABLES_SPOT_B] = "";
      section_row(s, table, (ptrdiff_t)i);
      const an_cell *last = &s->cells[of->n_columns - 1];
      if (s->row.spot != NULL)
         section_spot_text(s, spot);
      else if (last->text != NULL)
         snprintf(spot, sizeof spot, "%s", last->text);
      at += snprintf(at, (size_t)(end - at), i == 0 ? "" : ";");
      const int64_t *counts = s->cells[0].counts;
      if (counts != NULL)
         at += snprintf(at, (size_t)(end - at), "%lld ", (long long)counts[0]);
      at += snprintf(at, (size_t)(end - at), "%.*s%s", (int)s->row.depth, "----", spot);
      if (s->row.below != NULL)
         at += snprintf(at, (size_t)(end - at), " [%s]", s->row.below);
      assert_true(at < end);
   }
   assert_string_equal(text, expected);
}

#endif
