/* test_an_table_markup.c -- tables made by hand and what is around them, as Markdown and
   as HTML: values, names from outside, and want of memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_made_table.h"

#include "sections/an_markup.h"

#include <stdlib.h>

/* ---- Writing ---- */

typedef void make_report(an_page *page);

/* What is made, in the language. */
static char *made_by(const an_markup_language *language, make_report *make)
{
   test_section s;
   an_markup markup;
   char *text;
   size_t length, n = 0;
   section_read(&s, made_profile, NULL);
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   an_markup_open(&markup, language, out);
   test_options options = {
      .request = { .show = s.show.measures, .sort = s.show.measures, .percents = true },
      .terminal.markup = &markup
   };
   const ac_shown shown = { .measures = s.show.measures };
   an_page page = { .scope = test_scope(s.profile, &options),
                    .out = markup.text.out,
                    .shown = &shown };
   ac_labels_open(&page.labels, test_alloc(), s.profile, SIZE_MAX);
   if (make != NULL)
      make(&page);
   if (make == NULL)
      an_tables_print(&page, made_open, &n);
   an_markup_close(&markup);
   assert_int_equal(fclose(out), 0);
   section_close(&s);
   return text;
}

static void check(const an_markup_language *language, make_report *make,
                  const char *expected)
{
   char *text = made_by(language, make);
   assert_string_equal(text, expected);
   free(text);
}

static void check_table(const an_table *table, const char *markdown)
{
   made_set(table, 1);
   check(&an_markup_markdown, NULL, markdown);
}

/* ---- Tables ---- */

static const an_column each_kind[] = {
   COLUMN(PATH, ALL, "h", "path", .is_last = true),
   COLUMN(COUNT, ALL, "a", "count"),
   COLUMN(VALUE, ALL, "b", "value", .whole = 2000),
   COLUMN(NUMBER, JSON, "c", "for programs"),
   COLUMN(PERCENT, ALL, "e", "share"),
   COLUMN(TEXT, ALL, "f", "text"),
   COLUMN(FLAG, ALL, "g", "flag"),
   COLUMN(RIGHT, ALL, "g", "right"),
};

/* All columns that people get, the last one last. */
static void values(void **state)
{
   (void)state;
   static const made_row rows[] = {
      { ROW(TEXT("/a"), NUMBER(1234567), NUMBER(1000.6L), NUMBER(1), NUMBER(34.94L),
            TEXT("some"), NUMBER(1), TEXT("1 -> 2")) },
      { ROW(TEXT("/b/c"), NUMBER(-1), EMPTY, NUMBER(2), EMPTY, EMPTY, EMPTY, EMPTY) },
   };
   static const an_table table = TABLE_OF(each_kind, rows);
   check_table(&table,
               "| count | value | share | text | flag | right | path |\n"
               "| ---: | ---: | ---: | --- | --- | ---: | --- |\n"
               "| 1,234,567 | 1,001 (50.03%) | 34.9% | `some` | yes | 1 -> 2 | `/a` |\n"
               "| -1 |  |  |  |  |  | `/b/c` |\n\n");
}

static const an_column with_measures[] = {
   COLUMN(MEASURES, ALL, NULL, ""),
   COLUMN(SPOT, ALL, NULL, ""),
};

static const ac_spot f_7 = { .kind = AC_SPOT_LINE, .line = 7, .n_functions = 1 };

/* A column for each measure; the whole program, what is below a row, and the others. */
static void measures(void **state)
{
   (void)state;
   const made_row rows[] = {
      { ROW(COUNTS(1000, 30), EMPTY) },
      { ROW(COUNTS(900, 30), EMPTY), .spot = &f_7, .below = "a < b;\n  c" },
      { ROW(COUNTS(60, 0), TEXT("g")), .spot = &f_7, .depth = 1 },
      { ROW(COUNTS(40, 0), EMPTY), .spot = &f_7 },
   };
   an_table table = TABLE_OF(with_measures, rows);
   table.context = rows + 1;
   table.n = 3;
   table.totals = AN_FOR_PEOPLE;
   table.label = "function (file:line)";
   table.heading = "Lines";
   table.heading_name = "a*b";
   table.n_limited = table.n_alone = 2;
   table.sums_rest = true;
   made_set(&table, 1);
   check(&an_markup_markdown, NULL,
         "### Lines: a\\*b\n\n"
         "| Ir | Dr | function (file:line) |\n| ---: | ---: | --- |\n"
         "| 1,000 (100.0%) | 30 (100.0%) | `(program)` |\n"
         "| 900 (90.00%) | 30 (100.0%) | `f (dir/a.c:7)`<br>`a < b;`<br>&nbsp;&nbsp;"
         "`c` |\n"
         "| 60 (6.00%) | 0 | &nbsp;&nbsp;`f (dir/a.c:7)` |\n"
         "| 40 (4.00%) | 0 | `f (dir/a.c:7)` |\n\n");
   check(&an_markup_html, NULL,
         "<h2>Lines: a*b</h2>\n"
         "<div class=\"scroll\"><table>\n<thead><tr>"
         "<th scope=\"col\" class=\"n\">Ir</th>"
         "<th scope=\"col\" class=\"n\">Dr</th>"
         "<th scope=\"col\">function (file:line)</th></tr>\n</thead>\n<tbody>\n"
         "<tr><td class=\"n\">1,000 (100.0%)</td><td class=\"n\">30 (100.0%)</td>"
         "<td>(program)</td></tr>\n"
         "<tr><td class=\"n\">900 (90.00%)</td><td class=\"n\">30 (100.0%)</td>"
         "<td>f (dir/a.c:7)<br>a &lt; b;<br>&nbsp;&nbsp;c</td></tr>\n"
         "<tr><td class=\"n\">60 (6.00%)</td><td class=\"n\">0</td>"
         "<td>&nbsp;&nbsp;f (dir/a.c:7)</td></tr>\n"
         "<tr><td class=\"n\">40 (4.00%)</td><td class=\"n\">0</td>"
         "<td>f (dir/a.c:7)</td></tr>\n"
         "</tbody>\n</table></div>\n");
}

/* What stands below rows of numbers gets a column. */
static void below(void **state)
{
   (void)state;
   static const an_column columns[] = { COLUMN(COUNT, ALL, "a", "count") };
   static const made_row rows[] = { { ROW(NUMBER(1)), .below = "f (a.c:1)\ng" },
                                    { ROW(NUMBER(2)) } };
   static const an_table table = TABLE_OF(columns, rows);
   check_table(&table, "| count | row |\n| ---: | --- |\n"
                       "| 1 | `f (a.c:1)`<br>`g` |\n| 2 |  |\n\n");
}

/* ---- Names from outside ---- */

static const an_column names[] = { COLUMN(RIGHT, ALL, "a", "right"),
                                   COLUMN(TEXT, ALL, "b", "*name*") };

static void escapes(void **state)
{
   (void)state;
   static const made_row rows[] = {
      { ROW(TEXT("a|b"), TEXT("a|b<c>&")) },
      { ROW(TEXT("<b>"), TEXT("`")) },
      { ROW(TEXT("-5"), TEXT("a``b`")) },
      { ROW(TEXT("[x](y)"), TEXT("x\ny\x1b")) },
      { ROW(TEXT("_a_"), TEXT("\xff\xc3\xa4")) },
   };
   static const an_table table = TABLE_OF(names, rows);
   check_table(&table, "| right | \\*name\\* |\n| ---: | --- |\n"
                       "| a\\|b | `a\\|b<c>&` |\n| \\<b> | `` ` `` |\n"
                       "| -5 | ``` a``b` ``` |\n| \\[x\\](y) | `x\\x0ay\\x1b` |\n"
                       "| \\_a\\_ | `\\xff\xc3\xa4` |\n\n");
}

/* ---- What is not a table ---- */

static void make_text(an_page *page)
{
   an_markup *markup = page->scope.terminal->markup;
   fputs("\n\n  first\n", page->out);
   an_page_heading(page, "A|", "b");
   fputs("\n", page->out);
   an_page_heading(page, "C", NULL);
   fputs("x <\n```\n````\n\n", page->out);
   an_markup_put_block(markup);
   fputs("\n- a_b\n  c\n", page->out);
   an_markup_put_paragraph(markup);
   an_markup_put_paragraph(markup);
   fputs("last", page->out);
}

/* Headings, blocks as they are, whatever is in them, and paragraphs. */
static void text(void **state)
{
   (void)state;
   check(&an_markup_markdown, make_text,
         "```text\n  first\n```\n\n### A\\|: b\n\n### C\n\n"
         "`````text\nx <\n```\n````\n`````\n\n\\- a\\_b<br>&nbsp;&nbsp;c\n\n"
         "```text\nlast\n```\n\n");
   check(&an_markup_html, make_text,
         "<pre>  first</pre>\n<h2>A|: b</h2>\n<h2>C</h2>\n"
         "<pre>x &lt;\n```\n````</pre>\n"
         "<p>- a_b<br>&nbsp;&nbsp;c</p>\n<pre>last</pre>\n");
}

static void say_note(const an_table *table, const an_page *page)
{
   (void)table;
   fputs("a <note>\n", page->out);
}

/* Before and behind a table. */
static void notes(void **state)
{
   (void)state;
   static const made_row rows[] = { { ROW(TEXT("1"), TEXT("a")) },
                                    { ROW(TEXT("2"), TEXT("b")) } };
   static an_table table = TABLE_OF(names, rows);
   table.print_intro = table.print_notes = say_note;
   table.n_more = 3;
   check_table(&table, "a \\<note>\n\n| right | \\*name\\* |\n| ---: | --- |\n"
                       "| 1 | `a` |\n| 2 | `b` |\n\n"
                       "... 3 more rows: --all<br>a \\<note>\n\n");
   table.n = 0;
   table.none = "(none)";
   check_table(&table, "a \\<note>\n\n(none)<br>... 3 more rows: --all<br>a "
                       "\\<note>\n\n");
}

/* ---- Memory ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),  cmocka_unit_test(measures), cmocka_unit_test(below),
      cmocka_unit_test(escapes), cmocka_unit_test(text),     cmocka_unit_test(notes),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
