/* test_an_table_print.c -- tables made by hand, as text: how columns are fitted to the
   width, and which rows are shown.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_made_table.h"

#include "sections/ac_sections.h"

#include <stdlib.h>

/* ---- Printing ---- */

/* The tables as text; the caller frees it. */
static char *text_of(const an_table *tables, size_t n_tables, test_options options)
{
   test_section s;
   char *text;
   size_t length, n = 0, n_shown = 0;
   section_read(&s, made_profile, NULL);
   options.request.show = options.request.sort = s.show.measures;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   const ac_shown shown = { .measures = s.show.measures };
   an_page page = { .scope = test_scope(s.profile, &options),
                    .out = out,
                    .shown = &shown };
   ac_labels_open(&page.labels, test_alloc(), s.profile, SIZE_MAX);
   made_set(tables, n_tables);
   an_tables_print(&page, made_open, &n);
   for (size_t i = 0; i < n_tables; i++)
      n_shown += (tables[i].is_for & AN_FOR_PEOPLE) != 0;
   assert_int_equal(n, n_shown);
   assert_false(made.is_open);
   assert_int_equal(made.is_for, AN_FOR_PEOPLE);
   assert_int_equal(fclose(out), 0);
   section_close(&s);
   return text;
}

static void check_all(const an_table *tables, size_t n, test_options options,
                      const char *expected)
{
   char *text = text_of(tables, n, options);
   assert_string_equal(text, expected);
   free(text);
}

static void check(const an_table *table, test_options options, const char *expected)
{
   check_all(table, 1, options, expected);
}

#define WIDE ((test_options){ .terminal.width = 0 })
#define WIDTH(n) ((test_options){ .terminal.width = (n) })

/* ---- Cells ---- */

static const an_column each_kind[] = {
   COLUMN(COUNT, ALL, "a", "count"),   COLUMN(VALUE, ALL, "b", "value", .whole = 2000),
   COLUMN(SHORT, ALL, "c", "short"),   COLUMN(NUMBER, ALL, "d", "number"),
   COLUMN(PERCENT, ALL, "e", "share"), COLUMN(TEXT, ALL, "f", "text"),
   COLUMN(FLAG, ALL, "g", "flag"),     COLUMN(PATH, ALL, "h", "path", .is_last = true),
};

static void kinds(void **state)
{
   (void)state;
   static const made_row rows[] = {
      { ROW(NUMBER(1234567), NUMBER(1000.6L), NUMBER(1234567), NUMBER(2.5L),
            NUMBER(34.94L), TEXT("some"), NUMBER(1), TEXT("/a")) },
      { ROW(NUMBER(-1), NUMBER(7), NUMBER(9), NUMBER(1000), NUMBER(100), TEXT("word"),
            NUMBER(0), TEXT("/b/c")) },
      { ROW(NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(0), TEXT(""), NUMBER(2),
            TEXT("")) },
      { ROW(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, TEXT("/d")) },
   };
   const an_table table = TABLE_OF(each_kind, rows);
   check(&table, WIDE,
         "    count           value  short   number   share  text  flag  path\n"
         "1,234,567  1,001 (50.03%)  1.23M     2.50   34.9%  some  yes   /a\n"
         "       -1      7  (0.35%)      9  1000.00  100.0%  word  no    /b/c\n"
         "        0               .      0     0.00       .        yes   \n"
         "                                                               /d\n\n");
}

/* Estimates can be more than any count. */
static void large_values(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(VALUE, ALL, "a", "value", .whole = 0x1p64L), COLUMN(TEXT, ALL, "b", "name")
   };
   static const made_row rows[] = { { ROW(NUMBER(0x1p62L), EMPTY) },
                                    { ROW(NUMBER(0x1p63L), EMPTY) },
                                    { ROW(NUMBER(-0x1p64L), EMPTY) } };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDE,
         "                             value  name\n"
         "4,611,686,018,427,387,904 (25.00%)  \n"
         "              9.22337e+18 (50.00%)  \n"
         "            -1.84467e+19 (-100.0%)  \n\n");
}

/* Numbers of another unit have no share of it; arrays are for programs alone. */
static void others(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(VALUE, ALL, "a", "value"),
      COLUMN(INTS, JSON, "b", NULL),
      COLUMN(COUNT, PROGRAMS, "c", NULL),
      COLUMN(TEXT, PEOPLE, "d", "name", .is_last = true),
      COLUMN(COUNT, PEOPLE, "e", "n"),
      COLUMN(RIGHT, ALL, "f", "right"),
   };
   const made_row rows[] = { { ROW(NUMBER(5), COUNTS(1, 2), NUMBER(9), EMPTY, NUMBER(3),
                                   TEXT("r")) },
                             { ROW(NUMBER(6), EMPTY, EMPTY, EMPTY, EMPTY, EMPTY) } };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDE, "value  n  right  name\n    5  3      r  \n    6            \n\n");
   an_table of_programs = table;
   of_programs.is_for = AN_FOR_PROGRAMS;
   check(&of_programs, WIDE, "");
}

/* Text from outside is safe, and takes its columns. */
static void hostile(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(TEXT, ALL, "a", "text"),
      COLUMN(COUNT, ALL, "n", "n"),
      COLUMN(TEXT, ALL, "b", "last", .is_last = true),
   };
   static const made_row rows[] = {
      { ROW(TEXT("\xe6\x97\xa5\xe6\x9c\xac"), NUMBER(1), TEXT("\x1b[2J\n")) },
      { ROW(TEXT("\xc3\xa4"), NUMBER(2), TEXT("\xe2\x80\xae")), .below = "a\tb\x07" },
      { ROW(TEXT("a\x7f"), NUMBER(3), TEXT("\xff")) },
   };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDE,
         "text   n  last\n"
         "\xe6\x97\xa5\xe6\x9c\xac   1  \\x1b[2J\\x0a\n"
         "\xc3\xa4      2  \\xe2\\x80\\xae\n"
         "              a       b\\x07\n"
         "a\\x7f  3  \xff\n\n");
}

static void measures(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(MEASURES, ALL, "values", NULL),
      COLUMN(TEXT, ALL, "a", "name", .is_last = true),
      COLUMN(COUNT, ALL, "n", "n"),
   };
   const made_row rows[] = { { ROW(COUNTS(900, 30), TEXT("f"), NUMBER(1)) },
                             { ROW(COUNTS(100, 0), TEXT("g"), NUMBER(2)) } };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDE, " Ir  Dr  n  name\n900  30  1  f\n100   0  2  g\n\n");
   check(&table, (test_options){ .request.percents = true },
         "          Ir           Dr  n  name\n"
         "900 (90.00%)  30 (100.0%)  1  f\n"
         "100 (10.00%)   0           2  g\n\n");
   /* They are not as wide as those of another table. */
   const made_row large[] = { { ROW(COUNTS(900000, 30), TEXT("long name"), NUMBER(1)) } };
   const an_table tables[] = { TABLE_OF(columns, large), table };
   check_all(tables, 2, WIDTH(22),
             "     Ir  Dr  n  name\n900,000  30  1  lon...\n\n"
             " Ir  Dr  n  name\n900  30  1  f\n100   0  2  g\n\n");
}

/* A column can have measures and names of its own, and some rows none. */
static void own_measures(void **state)
{
   (void)state;
   ac_profile *of = NULL;
   test_measures m;
   of = test_good_profile(made_profile);
   test_measures_open(&m, of, "Dr");
   const an_column columns[] = {
      COLUMN(MEASURES, ALL, "values", NULL, .suffix = " incl."),
      COLUMN(MEASURES, ALL, "own", NULL, .measures = &m.measures, .no_percents = true),
      COLUMN(TEXT, ALL, "a", "name", .is_last = true),
   };
   const made_row rows[] = { { ROW(COUNTS(900, 30), COUNTS(1, 20000), TEXT("f")) },
                             { ROW(EMPTY, COUNTS(2, 3), TEXT("g")) },
                             { ROW(COUNTS(5, 0), EMPTY, TEXT("h")) } };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDE,
         "Ir incl.  Dr incl.      Dr  name\n"
         "     900        30  20,000  f\n"
         "                         3  g\n"
         "       5         0          h\n\n");
   check(&table, (test_options){ .request.percents = true },
         "    Ir incl.     Dr incl.      Dr  name\n"
         "900 (90.00%)  30 (100.0%)  20,000  f\n"
         "                                3  g\n"
         "  5  (0.50%)   0                   h\n\n");
}

/* Measures are as wide as all of them; those for programs take no room. */
static void measures_take_room(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(MEASURES, PROGRAMS, "values", NULL),
      COLUMN(MEASURES, ALL, "values", NULL),
      COLUMN(COUNT, ALL, "n", "n", .rank = 1),
      COLUMN(TEXT, ALL, "a", "name"),
   };
   const made_row rows[] = { { ROW(COUNTS(99999, 0), COUNTS(900, 30), NUMBER(1),
                                   TEXT("123456789 123456789 12345")) } };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDTH(36), " Ir  Dr  n  name\n900  30  1  123456789 123456789 1...\n\n");
   check(&table, WIDTH(35), " Ir  Dr  name\n900  30  123456789 123456789 12345\n\n");
   check(&table, WIDTH(33), " Ir  Dr  name\n900  30  123456789 123456789 1...\n\n");
}

/* ---- Rows ---- */

static void spots(void **state)
{
   (void)state;
   static const an_column columns[] = { COLUMN(SPOT, ALL, NULL, NULL, .is_last = true),
                                        COLUMN(COUNT, ALL, "n", "n") };
   static const ac_spot f = { .kind = AC_SPOT_FUNCTION, .function = 0, .n_functions = 1 };
   static const ac_spot lines = {
      .kind = AC_SPOT_LINE, .function = 1, .line = 8, .n_functions = 2
   };
   static const ac_spot node = { .kind = AC_SPOT_OBJECT, .label = "node" };
   static const made_row rows[] = { { ROW(EMPTY, NUMBER(1000)) },
                                    { ROW(EMPTY, NUMBER(900)), .spot = &f },
                                    { ROW(EMPTY, NUMBER(100)), .spot = &lines },
                                    { ROW(EMPTY, NUMBER(9)), .spot = &node },
                                    { ROW(TEXT("(no spot)"), NUMBER(8)) } };
   an_table table = TABLE_OF(columns, rows);
   table.label = "place";
   table.context = rows + 1;
   table.n = 4;
   table.totals = AN_FOR_PROGRAMS; /* which people do not read */
   check(&table, WIDE,
         "  n  place\n900  f (dir/a.c)\n100  g and 1 more (dir/a.c:8)\n"
         "  9  node\n  8  (no spot)\n\n");
   table.totals = AN_FOR_PEOPLE;
   table.n = 1;
   check(&table, WIDE, "    n  place\n1,000  (program)\n  900  f (dir/a.c)\n\n");
}

/* A function of the table prints the last column, in the room that is left. */
static void print_room(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   fprintf(page->out, "row %td of %zu: %zd", number, table->n, (ssize_t)room);
}

static void prints_last(void **state)
{
   (void)state;
   static const an_column columns[] = { COLUMN(COUNT, ALL, "n", "n"),
                                        COLUMN(SPOT, ALL, NULL, NULL, .is_last = true) };
   static const made_row rows[] = { { ROW(NUMBER(1)) },
                                    { ROW(NUMBER(2)), .depth = 2, .is_apart = true },
                                    { ROW(NUMBER(3)), .is_apart = true } };
   an_table table = TABLE_OF(columns, rows);
   table.label = "place";
   table.print_last = print_room;
   check(&table, WIDTH(30),
         "n  place\n1  row 0 of 3: 27\n\n2      row 1 of 3: 23\n\n"
         "3  row 2 of 3: 27\n\n");
   check(&table, WIDE,
         "n  place\n1  row 0 of 3: -1\n\n2      row 1 of 3: -1\n\n"
         "3  row 2 of 3: -1\n\n");
}

static const an_column a_name[] = {
   COLUMN(COUNT, ALL, "n", "n"),
   COLUMN(TEXT, ALL, "name", "name", .is_last = true),
};

#define SPACES_60 "                                                            "

/* Levels indent the name, up to some; what is below it is not. */
static void levels(void **state)
{
   (void)state;
   static const made_row rows[] = {
      { ROW(NUMBER(1), TEXT("a")), .below = "cure" },
      { ROW(NUMBER(20), TEXT("b")), .depth = 1, .below = "" },
      { ROW(NUMBER(3), TEXT("c")), .depth = 1000 },
   };
   const an_table table = TABLE_OF(a_name, rows);
   check(&table, WIDTH(66),
         " n  name\n"
         " 1  a\n"
         "        cure\n"
         "20    b\n"
         " 3  " SPACES_60 "c\n\n");
   check(&table, WIDTH(64),
         " n  name\n"
         " 1  a\n"
         "        cure\n"
         "20    b\n"
         " 3  " SPACES_60 "\n\n");
   check(&table, WIDE,
         " n  name\n"
         " 1  a\n"
         "        cure\n"
         "20    b\n"
         " 3  " SPACES_60 "c\n\n");
}

/* What is below goes to the left, for all rows if one does not fit, then is cut. */
static void below(void **state)
{
   (void)state;
   static const made_row rows[] = {
      { ROW(NUMBER(1234567), TEXT("abcdefghijklmnopqr")), .below = "123456789 1" },
      { ROW(NUMBER(1), TEXT("abcdefghijklmnopqrst")), .below = "123456789 12" },
      { ROW(NUMBER(2), TEXT("c")), .below = "123456789 123456789 1" },
   };
   an_table table = TABLE_OF(a_name, rows);
   check(&table, WIDTH(26),
         "        n  name\n"
         "1,234,567  abcdefghijkl...\n"
         "      123456789 1\n"
         "        1  abcdefghijkl...\n"
         "      123456789 12\n"
         "        2  c\n"
         "      123456789 1234567...\n\n");
   table.n = 1;
   check(&table, WIDTH(26),
         "        n  name\n"
         "1,234,567  abcdefghijkl...\n"
         "               123456789 1\n\n");
}

/* ---- Narrow pages ---- */

static const an_column ranked[] = {
   COLUMN(COUNT, ALL, "a", "A", .rank = 3),
   COLUMN(TEXT, ALL, "b", "why"),
   COLUMN(COUNT, ALL, "c", "C1", .rank = 1),
   COLUMN(COUNT, ALL, "d", "D1", .rank = 2),
   COLUMN(PATH, ALL, "e", "path", .is_last = true),
};

/* First columns go, those of the highest rank; then a text goes below.  The last column
   keeps 24 columns, if others can go. */
/* In place of cells; control characters have escapes, and the widths are those of rows
   with cells. */
static void lines(void **state)
{
   (void)state;
   static const made_row rows[] = {
      { ROW(NUMBER(1), TEXT("a")) },
      { ROW(NUMBER(1234567), TEXT("b")), .line = "one two three four \x07 six",
        .is_apart = true },
   };
   an_table table = TABLE_OF(a_name, rows);
   check(&table, WIDTH(16), "n  name\n1  a\n\none two three\n  four \\x07 six\n\n");
   check(&table, WIDE, "n  name\n1  a\n\none two three four \\x07 six\n\n");
}

static void narrow(void **state)
{
   (void)state;
   static const made_row rows[] = { { ROW(NUMBER(1), TEXT("sixteen columns!"), NUMBER(20),
                                          NUMBER(30),
                                          TEXT("/usr/include/c++/vector")) } };
   const an_table table = TABLE_OF(ranked, rows);
   check(&table, WIDTH(53),
         "A  why               C1  D1  path\n"
         "1  sixteen columns!  20  30  /usr/include/c++/vector\n\n");
   check(&table, WIDTH(52),
         "why               C1  D1  path\n"
         "sixteen columns!  20  30  /usr/include/c++/vector\n\n");
   check(&table, WIDTH(49),
         "why               C1  path\n"
         "sixteen columns!  20  /usr/include/c++/vector\n\n");
   check(&table, WIDTH(46),
         "why               C1  path\n"
         "sixteen columns!  20  /usr/include/c++/vector\n\n");
   check(&table, WIDTH(45),
         "why               path\n"
         "sixteen columns!  /usr/include/c++/vector\n\n");
   check(&table, WIDTH(34),
         "why               path\n"
         "sixteen columns!  .../c++/vector\n\n");
   check(&table, WIDTH(33),
         "path, why\n"
         "/usr/include/c++/vector\n    sixteen columns!\n\n");
   check(&table, WIDTH(10), "path, why\n.../vector\n    six...\n\n");
   check(&table, WIDTH(1), "path, why\n.\n    \n\n");
   assert_int_equal(made.room, 1);
   check(&table, WIDE,
         "A  why               C1  D1  path\n"
         "1  sixteen columns!  20  30  /usr/include/c++/vector\n\n");
   assert_int_equal(made.room, SIZE_MAX);
}

/* The text can be the first column; one for programs is no text for people. */
static void narrow_text(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(TEXT, ALL, "a", "w"),
      COLUMN(TEXT, PROGRAMS, "b", NULL),
      COLUMN(TEXT, ALL, "c", "name", .is_last = true),
   };
   static const made_row rows[] = { { ROW(TEXT("x"), TEXT("y"),
                                          TEXT("sixteen columns!")) } };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDTH(19), "w  name\nx  sixteen columns!\n\n");
   check(&table, WIDTH(18), "name, w\nsixteen columns!\n    x\n\n");
   check(&table, WIDTH(15), "name, w\nsixteen colu...\n    x\n\n");
}

/* What a column that goes has is in the next one, which is as wide as that takes. */
static void adds_up(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(PERCENT, ALL, "a", "1M", .rank = 2, .adds_up = true),
      COLUMN(PERCENT, ALL, "b", "2M", .rank = 2, .adds_up = true),
      COLUMN(COUNT, ALL, "n", "n"),
      COLUMN(PERCENT, ALL, "c", "4M", .rank = 1, .adds_up = true),
      COLUMN(PERCENT, ALL, "d", "8M", .adds_up = true),
      COLUMN(TEXT, ALL, "e", "name", .is_last = true),
   };
   static const made_row rows[] = {
      { ROW(NUMBER(9), NUMBER(8), NUMBER(1), NUMBER(7), NUMBER(6), TEXT("a")) },
      { ROW(NUMBER(1), EMPTY, NUMBER(2), NUMBER(2), NUMBER(0), TEXT("b")) },
      { ROW(EMPTY, EMPTY, NUMBER(3), EMPTY, EMPTY, TEXT("c")) },
      { ROW(NUMBER(0), NUMBER(0), NUMBER(4), NUMBER(0), NUMBER(0), TEXT("d")) },
   };
   const an_table table = TABLE_OF(columns, rows);
   check(&table, WIDE,
         "  1M    2M  n    4M    8M  name\n"
         "9.0%  8.0%  1  7.0%  6.0%  a\n"
         "1.0%        2  2.0%     .  b\n"
         "            3              c\n"
         "   .     .  4     .     .  d\n\n");
   check(&table, WIDTH(50),
         "n     4M    8M  name\n"
         "1  24.0%  6.0%  a\n"
         "2   3.0%     .  b\n"
         "3               c\n"
         "4      .     .  d\n\n");
   check(&table, WIDTH(34),
         "n     8M  name\n"
         "1  30.0%  a\n"
         "2   3.0%  b\n"
         "3         c\n"
         "4      .  d\n\n");
}

/* ---- Which rows ---- */

static const made_row five[] = {
   { ROW(NUMBER(1), TEXT("a")) }, { ROW(NUMBER(2), TEXT("b")) },
   { ROW(NUMBER(3), TEXT("c")) }, { ROW(NUMBER(4), TEXT("d")) },
   { ROW(NUMBER(5), TEXT("e")) },
};

static void limits(void **state)
{
   (void)state;
   const ac_section *alone = ac_section_find("why", 0);
   const struct {
      bool is_limited, is_alone;
      size_t n_top, n_limited, n_alone;
      size_t n; /* rows shown */
   } cases[] = {
      { false, false, 0, 2, 3, 5 }, { false, false, 4, 2, 3, 4 },
      { true, false, 0, 2, 3, 2 },  { true, false, 4, 2, 3, 2 }, /* --top is for one */
      { true, false, 0, 0, 3, 5 },  { true, false, 0, 4, 1, 4 },
      { true, false, 0, 5, 1, 5 },  { false, true, 0, 2, 3, 5 },
      { false, true, 4, 2, 3, 4 },  { true, true, 0, 2, 3, 3 },
      { true, true, 0, 2, 0, 5 },   { true, true, 4, 2, 3, 4 },
      { true, true, 6, 1, 1, 5 },   { true, true, 1, 2, 3, 1 },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char expected[200] = "n  name\n";
      an_table table = TABLE_OF(a_name, five);
      table.n_limited = cases[i].n_limited;
      table.n_alone = cases[i].n_alone;
      for (size_t r = 0; r < cases[i].n; r++)
         sprintf(expected + strlen(expected), "%d  %c\n", (int)r + 1, 'a' + (int)r);
      if (cases[i].n < 5)
         sprintf(expected + strlen(expected), "... %d more row%s: %s\n",
                 5 - (int)cases[i].n, cases[i].n == 4 ? "" : "s",
                 cases[i].is_alone ? "--top=0" : "--all");
      check(&table,
            (test_options){ .request.is_limited = cases[i].is_limited,
                            .request.by = cases[i].is_alone ? alone : NULL,
                            .request.n_top = cases[i].n_top },
            strcat(expected, "\n"));
      assert_int_equal(made.n_rows, 2 * cases[i].n); /* no other row is made */
   }
}

/* A section can have left out rows itself: then none more, if it says so. */
static void more(void **state)
{
   (void)state;
   const test_options limited = { .request.is_limited = true };
   an_table table = TABLE_OF(a_name, five);
   table.n = 3;
   table.n_limited = 2;
   table.n_more = 10;
   check(&table, limited, "n  name\n1  a\n2  b\n... 11 more rows: --all\n\n");
   assert_int_equal(an_table_n_shown(&table, &limited.request), 2);
   table.is_whole = true;
   check(&table, limited, "n  name\n1  a\n2  b\n3  c\n... 10 more rows: --all\n\n");
   check(&table, (test_options){ .request.n_top = 1 },
         "n  name\n1  a\n2  b\n3  c\n... 10 more rows: --all\n\n");
   assert_int_equal(an_table_n_shown(&table, &limited.request), 3);
}

/* Widths are of the rows shown, and of the sum of the others. */
static void sums_rest(void **state)
{
   (void)state;
   static const an_column columns[] = {
      COLUMN(MEASURES, ALL, "values", NULL),
      COLUMN(TEXT, ALL, "a", "name", .is_last = true),
   };
   const made_row rows[] = { { ROW(COUNTS(400, 9), TEXT("a")) },
                             { ROW(COUNTS(800, 8), TEXT("b")) },
                             { ROW(COUNTS(300, 0), TEXT("c")) } };
   an_table table = TABLE_OF(columns, rows);
   table.sums_rest = true;
   table.n_limited = 1;
   check(&table, (test_options){ .request.is_limited = true },
         "   Ir  Dr  name\n  400   9  a\n1,100   8  (others)\n"
         "... 2 more rows: --all\n\n");
   check(&table, WIDE, " Ir  Dr  name\n400   9  a\n800   8  b\n300   0  c\n\n");
   /* Measures need not be the first column. */
   const an_column behind[] = { COLUMN(COUNT, PROGRAMS, "n", NULL), columns[0],
                                columns[1] };
   const made_row of_behind[] = { { ROW(NUMBER(1), COUNTS(400, 9), TEXT("a")) },
                                  { ROW(NUMBER(2), COUNTS(800, 8), TEXT("b")) } };
   an_table second = TABLE_OF(behind, of_behind);
   second.sums_rest = true;
   second.n_limited = 1;
   check(&second, (test_options){ .request.is_limited = true },
         " Ir  Dr  name\n400   9  a\n800   8  (others)\n... 1 more row: --all\n\n");
}

/* ---- Around the rows ---- */

static void print_intro(const an_table *table, const an_page *page)
{
   fprintf(page->out, "intro of %zu\n\n", table->n);
}

static void print_notes(const an_table *table, const an_page *page)
{
   fprintf(page->out, "notes of %zu\n", table->n);
}

#define RULE "--------------------\n"
#define HEADING RULE "-- Title\n" RULE

static void around(void **state)
{
   (void)state;
   an_table table = TABLE_OF(a_name, five);
   table.n = 0;
   check(&table, WIDE, ""); /* nothing to say */
   table.none = "(none)";
   check(&table, WIDE, "(none)\n\n");
   table.totals = AN_FOR_PROGRAMS;
   check(&table, WIDE, "(none)\n\n");
   table.heading = "Title";
   table.print_intro = print_intro;
   table.print_notes = print_notes;
   check(&table, WIDTH(20), HEADING "intro of 0\n\n(none)\nnotes of 0\n\n");
   table.none = NULL;
   check(&table, WIDTH(20), HEADING "intro of 0\n\nnotes of 0\n\n");
   table.context = five + 1; /* the total is one of them now */
   table.totals = AN_FOR_PEOPLE;
   check(&table, WIDTH(40),
         "----------------------------------------\n-- Title\n"
         "----------------------------------------\n"
         "intro of 0\n\nn  name\n1  a\nnotes of 0\n\n");
   table.n = 4;
   table.n_limited = 2;
   table.heading = NULL;
   check(&table, (test_options){ .request.is_limited = true, .terminal.colour = true },
         "intro of 4\n\n\x1b[1mn  \x1b[0mname\n1  a\n2  b\n3  c\n"
         "... 2 more rows: --all\nnotes of 4\n\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds),
      cmocka_unit_test(large_values),
      cmocka_unit_test(others),
      cmocka_unit_test(hostile),
      cmocka_unit_test(measures),
      cmocka_unit_test(own_measures),
      cmocka_unit_test(measures_take_room),
      cmocka_unit_test(spots),
      cmocka_unit_test(prints_last),
      cmocka_unit_test(levels),
      cmocka_unit_test(below),
      cmocka_unit_test(lines),
      cmocka_unit_test(narrow),
      cmocka_unit_test(narrow_text),
      cmocka_unit_test(adds_up),
      cmocka_unit_test(limits),
      cmocka_unit_test(more),
      cmocka_unit_test(sums_rest),
      cmocka_unit_test(around),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
