/* test_ac_findings_print.c -- what to fix, as a table for people and programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "test_an_tables.h"

#include "advice/ac_findings_pair.h"
#include "sections/ac_sections.h"

#include <stdlib.h>

/* Two lines of f that walk over rows, a jump in g, and threads that share a line. */
#define EVENTS "events: Ir D1mr D1mw Bc Bcm Bi Bim Dseq Dstride Dchase Dother Cx Cf Cd Cb"
#define FOUND_PROFILE(writes) \
   "cmd: ./app\n" EVENTS "\n#: cachesim 1\n#: data 65536 D1mr D1mw\n" \
   "fl=/src/table.c\nfn=find_in_table(table&)\n" \
   "10 10000 20 0 0 0 0 0 0 20 0 0 8000 0 60000 0\n" \
   "12 10000 10 0 0 0 0 0 0 10 0 0 8000 0 14000 0\n" \
   "fl=/src/jump.c\nfn=g\n" \
   "7 10000 0 0 0 0 10 9 0 0 0 0 4000 0 0 6000\n" \
   "summary: 30000 30 0 0 0 10 9 0 30 0 0 20000 0 74000 6000\n" \
   "#: ds rows\n#: db - /bin/x\n#: dv s 1 0x4000 51200 1\n" \
   "#: dn 1\n#: d 10 1 0%64 20\n#: d 12 1 0%64 10\n" \
   "#: sharing 64 2\n#: sl 12\n#: sa 2 7 1 1 0 0xff 0 " writes "\n" \
   "#: sa 2 7 2 1 0 0xff00 0 " writes "\n#: end 3\n"
static const char found_profile[] = FOUND_PROFILE("100");

typedef struct {
   const char *kind, *reason, *file;
   int64_t line;
   const char *function, *object;
   int64_t lines, cycles;
   bool at_most;
} expected_row;

static void values(void **state)
{
   (void)state;
   static const expected_row rows[] = {
      { "stride", "100% of misses in equal steps over lines", "/src/table.c", 10,
        "find_in_table(table&)", "rows (x)", 2, 66600, false },
      { "indirect", "90% of 10 indirect jumps mispredicted", "/src/jump.c", 7, "g", NULL,
        1, 6000, false },
      { "false-sharing", "up to 200 moves of the line, 16.7% of the time", "/src/jump.c",
        7, "g", "rows (x)", 1, 4000, true },
   };
   test_section s;
   section_read(&s, found_profile, "Ir");
   section_find(&s);
   section_open(&s, ac_findings_tables, 1);
   assert_int_equal(s.tables.of[0].n, sizeof rows / sizeof rows[0]);
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const expected_row *row = &rows[i];
      section_row(&s, 0, (ptrdiff_t)i);
      section_text(&s, "kind", row->kind);
      section_text(&s, "reason", row->reason);
      section_text(&s, "file", row->file);
      section_number(&s, "line", row->line);
      section_text(&s, "function", row->function);
      section_text(&s, "library", NULL);
      section_text(&s, "object", row->object);
      section_text(&s, "field", NULL);
      section_number(&s, "lines", row->lines);
      section_number(&s, "cycles", row->cycles);
      section_number(&s, "percent", row->cycles / 1000.0L);
      section_number(&s, "at_most", row->at_most);
      assert_true(*section_cell(&s, "cure")->text != '\0');
   }
   section_close(&s);
}

/* ---- As text ---- */

/* The section in so many columns; the caller frees it. */
static char *text_of(const char *profile, size_t width)
{
   test_section s;
   char *text;
   size_t length, n = 0;
   section_read(&s, profile, "Ir");
   section_find(&s);
   s.terminal.width = width;
   FILE *out = open_memstream(&text, &length);
   const ac_shown shown = { .measures = s.show.measures };
   an_page page = { .scope = s.scope, .out = out, .shown = &shown };
   an_tables_print(&page, ac_findings_tables, &n);
   assert_int_equal(n, 1);
   assert_int_equal(fclose(out), 0);
   section_close(&s);
   return text;
}

static void check(const char *profile, size_t width, const char *expected)
{
   char *text = text_of(profile, width);
   assert_string_equal(text, expected);
   free(text);
}

static void as_text(void **state)
{
   (void)state;
#define BELOW "                          "
   check(found_profile, 120,
         "gains  what           where, why, and the cure\n"
         "66.6%  stride         find_in_table (table.c:10), on rows (x)\n" //
         BELOW "100% of misses in equal steps over lines: swap the loops\n"
         " 6.0%  indirect       g (jump.c:7)\n" //
         BELOW "90% of 10 indirect jumps mispredicted: group work by type\n"
         "<4.0%  false-sharing  g (jump.c:7), on rows (x)\n" //
         BELOW "up to 200 moves of the line, 16.7% of the time: "
         "alignas(64) for each thread's part\n"
         "find more with cachesim --call-graph=yes --line-use=yes\n"
         "\n");
   check(
      FOUND_PROFILE("100000"), 80,
      "gains  what           where, why, and the cure\n"
      "66.6%  stride         find_in_table (table.c:10), on rows (x)\n"
      "      100% of misses in equal steps over lines: swap the loops\n"
      " 6.0%  indirect       g (jump.c:7)\n"
      "      90% of 10 indirect jumps mispredicted: group work by type\n"
      "<4.0%  false-sharing  g (jump.c:7), on rows (x)\n"
      "      up to 200,000 moves of the line, 99.5% of the time: alignas(64) for eac...\n"
      "find more with cachesim --call-graph=yes --line-use=yes\n"
      "\n");
}

/* No line is wider than the terminal. */
static void in_each_width(void **state)
{
   (void)state;
   for (size_t width = 60; width <= 140; width++) {
      char *text = text_of(found_profile, width), *rest = text;
      for (char *line = strtok_r(text, "\n", &rest); line != NULL;
           line = strtok_r(NULL, "\n", &rest))
         if (strlen(line) > width)
            fail_msg("%zu columns of %zu: %s", strlen(line), width, line);
      free(text);
   }
}

/* ---- Findings made by hand ---- */

static const ac_datum rows_datum = { .kind = AC_DATA_STATIC };
static const ac_data_object rows_object = { .label = "rows (x)", .of = &rows_datum };

/* Calls of an allocator by code that is inlined; and one of which little is known. */
static ac_finding made[] = {
   { .kind = AC_FINDING_REPEATED_CALL,
     .instr = AC_NO_INSTR,
     .file = "/src/a.c",
     .line = 4,
     .function = "main",
     .library = "push",
     .is_of_allocator = true,
     .n_lines = 1,
     .cycles = 30.4L,
     .reason = "2,000 calls" },
   { .kind = AC_FINDING_CHASE,
     .instr = AC_NO_INSTR,
     .object = &rows_object,
     .field = "next",
     .n_lines = 3,
     .cycles = 20.6L,
     .reason = "slow" },
};
static const ac_findings made_findings = { .of = made, .n = 2, .all = 100 };

static void all_cells(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, found_profile, "Ir");
   s.analysis.findings = &made_findings;
   section_open(&s, ac_findings_tables, 1);
   assert_int_equal(s.tables.of[0].n_limited, 5);
   section_row(&s, 0, 0);
   section_text(&s, "cure", "allocate in bulk or reuse memory");
   section_text(&s, "library", "push");
   section_text(&s, "object", NULL);
   section_number(&s, "line", 4);
   section_number(&s, "cycles", 30);
   assert_string_equal(s.row.below, "2,000 calls: allocate in bulk or reuse memory");
   section_row(&s, 0, 1);
   section_text(&s, "file", NULL);
   section_number(&s, "line", NAN);
   section_text(&s, "function", NULL);
   section_text(&s, "object", "rows (x)");
   section_text(&s, "field", "next");
   section_number(&s, "cycles", 21);
   section_close(&s);
}

/* The text of a section on what was made by hand, in 80 columns; the caller frees it. */
static char *text_of_made(an_tables_open *open, const ac_findings_pair *pair)
{
   test_section s;
   char *text;
   size_t length, n = 0;
   section_read(&s, found_profile, "Ir");
   s.analysis.findings = &made_findings;
   s.analysis.findings_pair = pair;
   s.terminal.width = 80;
   FILE *out = open_memstream(&text, &length);
   const ac_shown shown = { .measures = s.show.measures };
   an_page page = { .scope = s.scope, .out = out, .shown = &shown };
   an_tables_print(&page, open, &n);
   assert_int_equal(fclose(out), 0);
   section_close(&s);
   return text;
}

static void places(void **state)
{
   (void)state;
   char *text = text_of_made(ac_findings_tables, NULL);
   assert_string_equal(
      text, "gains  what           where, why, and the cure\n"
            "30.4%  repeated-call  main (a.c:4), in push\n"
            "                          2,000 calls: allocate in bulk or reuse memory\n"
            "20.6%  pointer-chase  ???, on rows (x): next\n"
            "                          slow: use an array, not links\n"
            "find more with cachesim --call-graph=yes --line-use=yes\n"
            "\n");
   free(text);
}

/* ---- Pairs ---- */

/* OLD has 50 cycles, NEW 100. */
static ac_finding old_made[] = {
   { .kind = AC_FINDING_REPEATED_CALL,
     .instr = AC_NO_INSTR,
     .function = "main",
     .cycles = 10 },
   { .kind = AC_FINDING_STRIDE,
     .instr = AC_NO_INSTR,
     .function = "gone",
     .reason = "why",
     .cycles = 5 },
};
static const ac_findings old_findings = { .of = old_made, .n = 2, .all = 50 };
static ac_finding_pair made_of[] = { { &old_made[0], &made[0] },
                                     { NULL, &made[1] },
                                     { &old_made[1], NULL } };
static const ac_findings_pair made_pair = {
   .of = made_of, .n = 3, .old = &old_findings, .new = &made_findings
};
static const ac_findings_pair no_pair = { .old = &old_findings, .new = &made_findings };

static void pair_cells(void **state)
{
   (void)state;
   static const struct {
      const char *state, *gains, *function;
      long double old_percent, percent;
   } rows[] = { { "grew", "20.0% -> 30.4%", "main", 20, 30.4L },
                { "new", "- -> 20.6%", NULL, 0, 20.6L },
                { "gone", "10.0% -> -", "gone", 10, 0 } };
   test_section s;
   section_read(&s, found_profile, "Ir");
   s.analysis.findings_pair = &made_pair;
   section_open(&s, ac_findings_diff_tables, 1);
   assert_int_equal(s.tables.of[0].n, 3);
   for (size_t i = 0; i < 3; i++) {
      section_row(&s, 0, (ptrdiff_t)i);
      section_text(&s, "state", rows[i].state);
      section_text(&s, "gains", rows[i].gains);
      section_text(&s, "function", rows[i].function);
      section_number(&s, "old_percent", rows[i].old_percent);
      section_number(&s, "percent", rows[i].percent);
   }
   section_close(&s);
}

static void pair_as_text(void **state)
{
   (void)state;
   char *text = text_of_made(ac_findings_diff_tables, &made_pair);
   assert_non_null(strstr(text, "-- New and gone findings\n"));
   assert_string_equal(strstr(text, "change"),
                       "change           gains  what           where, why, and the cure\n"
                       "grew    20.0% -> 30.4%  repeated-call  main (a.c:4), in push\n"
                       "      2,000 calls: allocate in bulk or reuse memory\n"
                       "new         - -> 20.6%  pointer-chase  ???, on rows (x): next\n"
                       "      slow: use an array, not links\n"
                       "gone        10.0% -> -  stride         gone\n"
                       "      why: swap the loops\n"
                       "\n");
   free(text);
}

/* The columns of a pair are those of one profile, and what changed. */
static void pair_columns(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, found_profile, "Ir");
   s.analysis.findings = &made_findings;
   s.analysis.findings_pair = &made_pair;
   section_open(&s, ac_findings_tables, 1);
   for (size_t i = 0; i < s.tables.of[0].n_columns; i++)
      if (s.tables.of[0].columns[i].is_for == 0)
         assert_true(strcmp(s.tables.of[0].columns[i].key, "state") == 0
                     || strcmp(s.tables.of[0].columns[i].key, "old_percent") == 0);
   section_close(&s);
   section_read(&s, found_profile, "Ir");
   s.analysis.findings_pair = &made_pair;
   section_open(&s, ac_findings_diff_tables, 1);
   for (size_t i = 0; i < s.tables.of[0].n_columns; i++)
      assert_true(s.tables.of[0].columns[i].is_for != 0);
   section_close(&s);
}

/* People read of nothing that is new only if they asked for it. */
static void nothing_is_new(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, found_profile, "Ir");
   section_open(&s, ac_findings_diff_tables, 0);
   s.analysis.findings_pair = &no_pair;
   section_open(&s, ac_findings_diff_tables, 0);
   s.request.by = ac_section_find("finding", 0);
   assert_non_null(s.request.by);
   section_open(&s, ac_findings_diff_tables, 1);
   section_close(&s);
   section_read(&s, found_profile, "Ir");
   s.analysis.findings_pair = &no_pair;
   s.tables.is_for = AN_FOR_JSON;
   section_open(&s, ac_findings_diff_tables, 1);
   section_close(&s);
}

/* ---- Nothing to say ---- */

static void nothing_is_found(void **state)
{
   (void)state;
   check("cmd: ./app\n" EVENTS "\n#: cachesim 1\nfl=/src/a.c\nfn=f\n"
         "1 100 0 0 0 0 0 0 0 0 0 0 25 0 0 0\n"
         "summary: 100 0 0 0 0 0 0 0 0 0 0 25 0 0 0\n#: end 1\n",
         80,
         "No findings; --by=place lists where the cycles go.\n"
         "find more with cachesim --call-graph=yes --objects=yes\n"
         "\n");
}

/* All options can be read, in lines that fit. */
static void much_is_lacking(void **state)
{
   (void)state;
   static const char text[] =
      "cmd: ./app\nevents: Ir I1mr D1mr D1mw\n#: cachesim 1\nfl=/src/a.c\nfn=f\n"
      "1 100 0 0 0\nsummary: 100 0 0 0\n#: thread 1 1\n#: thread-counts 60\n"
      "#: thread 2 1\n#: thread-counts 40\n#: end 1\n";
   check(text, 0,
         "No findings; --by=place lists where the cycles go.\n"
         "find more with cachesim --machine=host --call-graph=yes --objects=yes "
         "--branch-sim=yes --sharing=yes\n"
         "\n");
   check(text, 80,
         "No findings; --by=place lists where the cycles go.\n"
         "find more with cachesim --machine=host --call-graph=yes --objects=yes\n"
         "  --branch-sim=yes --sharing=yes\n"
         "\n");
   /* Lines of exactly that width. */
   check(text, 32,
         "No findings; --by=place lists where the cycles go.\n"
         "find more with cachesim\n"
         "  --machine=host\n"
         "  --call-graph=yes --objects=yes\n"
         "  --branch-sim=yes --sharing=yes\n"
         "\n");
   check(text, 31,
         "No findings; --by=place lists where the cycles go.\n"
         "find more with cachesim\n"
         "  --machine=host\n"
         "  --call-graph=yes\n"
         "  --objects=yes\n"
         "  --branch-sim=yes\n"
         "  --sharing=yes\n"
         "\n");
   check(text, 40,
         "No findings; --by=place lists where the cycles go.\n"
         "find more with cachesim --machine=host\n"
         "  --call-graph=yes --objects=yes\n"
         "  --branch-sim=yes --sharing=yes\n"
         "\n");
}

static void nobody_has_looked(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, found_profile, "Ir");
   section_open(&s, ac_findings_tables, 0);
   section_close(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),          cmocka_unit_test(as_text),
      cmocka_unit_test(in_each_width),   cmocka_unit_test(nothing_is_found),
      cmocka_unit_test(much_is_lacking), cmocka_unit_test(nobody_has_looked),
      cmocka_unit_test(all_cells),       cmocka_unit_test(places),
      cmocka_unit_test(pair_cells),      cmocka_unit_test(pair_as_text),
      cmocka_unit_test(pair_columns),    cmocka_unit_test(nothing_is_new),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
