/* test_an_row.c -- rows of tables: cells that are members of a struct, and texts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

typedef struct {
   const char *name;
   int64_t size;
} thing;

typedef struct {
   bool is_set;
   int32_t least;
   uint32_t most;
   int64_t change;
   uint64_t address;
   double half;
   long double third;
   char *text;
   const int64_t *counts;
   thing inner;
   const thing *other;
} shape;

enum { MADE = 12, COLUMNS };

static const an_column columns[COLUMNS] = {
   { AN_COLUMN_FLAG, AN_FOR_ALL, "is_set", AN_AT(shape, is_set) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "least", AN_AT(shape, least) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "most", AN_AT(shape, most) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "change", AN_AT(shape, change, AN_BUT(-1)) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "address", AN_AT(shape, address) },
   { AN_COLUMN_NUMBER, AN_FOR_ALL, "half", AN_AT(shape, half) },
   { AN_COLUMN_NUMBER, AN_FOR_ALL, "third", AN_AT(shape, third) },
   { AN_COLUMN_TEXT, AN_FOR_ALL, "text", AN_AT(shape, text, AN_BUT(0)) },
   { AN_COLUMN_INTS, AN_FOR_ALL, "counts", AN_AT(shape, counts, .n = 2) },
   { AN_COLUMN_TEXT, AN_FOR_ALL, "inner", AN_AT(shape, inner.name) },
   { AN_COLUMN_TEXT, AN_FOR_ALL, "name", AN_BY(shape, other, name) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "size", AN_BY(shape, other, size, AN_BUT(0)) },
   [MADE] = { AN_COLUMN_TEXT, AN_FOR_ALL, "made" },
};

static void make(test_section *s, const an_table *table, ptrdiff_t number)
{
   s->table = table;
   s->row.cells = s->cells;
   an_row_make(&s->row, table, number, 80);
   assert_int_equal(s->row.number, number);
   assert_int_equal(s->row.room, 80);
}

static void members(void **state)
{
   (void)state;
   char text[] = "text", none[] = "";
   const int64_t counts[] = { 3, 4 };
   const thing other = { "other", 7 }, empty = { NULL, 0 };
   const shape shapes[] = {
      { true,
        INT32_MIN,
        UINT32_MAX,
        -2,
        UINT64_MAX,
        0.5,
        1.25L,
        text,
        counts,
        { "inner", 0 },
        &other },
      { .change = -1, .text = none, .other = &empty },
      { .change = 0 },
   };
   const an_table table = { AN_COLUMNS(columns), AN_ROWS(shapes), .n = 3 };
   test_section s = { .table = NULL };
   assert_int_equal(table.n_columns, COLUMNS);
   make(&s, &table, 0);
   section_number(&s, "is_set", 1);
   section_number(&s, "least", INT32_MIN);
   section_number(&s, "most", UINT32_MAX);
   section_number(&s, "change", -2);
   section_number(&s, "address", (long double)UINT64_MAX);
   section_number(&s, "half", 0.5L);
   section_number(&s, "third", 1.25L);
   section_text(&s, "text", "text");
   section_ints(&s, "counts", counts, 2);
   section_text(&s, "inner", "inner");
   section_text(&s, "name", "other");
   section_number(&s, "size", 7);
   section_text(&s, "made", NULL);
   make(&s, &table, 1);
   section_number(&s, "is_set", 0);
   section_number(&s, "change", NAN);
   section_text(&s, "text", NULL);
   section_text(&s, "name", NULL);
   section_number(&s, "size", NAN);
   make(&s, &table, 2); /* what a pointer that is NULL points to is empty */
   section_number(&s, "change", 0);
   section_text(&s, "name", NULL);
   section_number(&s, "size", NAN);
   make(&s, &table, AN_TABLE_TOTAL); /* has no struct */
   section_number(&s, "least", NAN);
   an_row_end(&s.row);
}

static void make_shape(const an_table *table, ptrdiff_t number, an_row *row)
{
   (void)table;
   assert_null(row->of);
   AN_ROW(row, shape, .change = number, .text = (char *)an_row_form(row, "%d", 12));
   row->cells[MADE].text = an_row_value(row, 1234, true, true);
   if (number == 1)
      row->of = NULL;
}

/* Structs and texts that are made for a row live until the next one. */
static void made_structs(void **state)
{
   (void)state;
   const an_table table = { AN_COLUMNS(columns), .n = 2, .make_row = make_shape };
   test_section s = { .table = NULL };
   make(&s, &table, 0);
   section_number(&s, "change", 0);
   section_text(&s, "text", "12");
   section_text(&s, "made", "+1,234");
   make(&s, &table, 1); /* without one, cells are those that make_row sets */
   section_number(&s, "change", NAN);
   section_text(&s, "made", "+1,234");
   an_row_end(&s.row);
   assert_int_equal(s.row.n_texts, 0);
}

/* What a table does not say. */
static void defaults(void **state)
{
   (void)state;
   an_tables tables = { .scope.alloc = test_alloc() };
   thing *of = AN_SECTION(&tables, thing, "state", 5);
   const an_table *said = AN_TABLE(&tables, AN_COLUMNS(columns), .context = columns,
                                   .is_for = AN_FOR_CSV, .option = "--all",
                                   .heading = "Things", .none = "None.");
   assert_ptr_equal(said->context, columns);
   assert_int_equal(said->is_for, AN_FOR_CSV);
   assert_string_equal(said->option, "--all");
   assert_string_equal(said->none, "None.");
   const an_table *plain = AN_TABLE(&tables, AN_COLUMNS(columns), .heading = "Things");
   assert_ptr_equal(plain->context, of);
   assert_int_equal(of->size, 5);
   assert_int_equal(plain->is_for, AN_FOR_ALL);
   assert_string_equal(plain->option, "--top=0");
   assert_string_equal(plain->none, "(none reaches the threshold)");
   assert_null(AN_TABLE(&tables, AN_COLUMNS(columns))->none);
   an_column *own = an_tables_columns(&tables, columns, COLUMNS);
   assert_string_equal(own[MADE].key, "made");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(members),
      cmocka_unit_test(made_structs),
      cmocka_unit_test(defaults),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
