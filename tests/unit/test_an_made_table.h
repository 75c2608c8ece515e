/* test_an_made_table.h -- tables made by hand, and a section that has them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AN_MADE_TABLE_H
#define TEST_AN_MADE_TABLE_H

#include "test_an_tables.h"

/* A profile of functions with a line each. */
static const char made_profile[] =
   "cmd: x\nevents: Ir Dr\nfl=dir/a.c\nfn=f\n7 900 30\nfn=g\n8 100 0\n"
   "summary: 1000 30\n";

/* ---- A table ---- */

#define COLUMN(kind_, is_for_, key_, ...) \
   { .kind = AN_COLUMN_##kind_, \
     .is_for = AN_FOR_##is_for_, \
     .key = key_, \
     .label = __VA_ARGS__ }

enum { MADE_COLUMNS = 12 };

typedef struct {
   an_cell cells[MADE_COLUMNS];
   const ac_spot *spot;
   size_t depth;
   bool is_apart;
   const char *below, *line;
} made_row;

#define ROW(...) .cells = { __VA_ARGS__ }
#define EMPTY { .number = NAN }
#define NUMBER(n) { .number = (n) }
#define TEXT(t) { .number = NAN, .text = (t) }
#define COUNTS(...) \
   { .number = NAN, \
     .counts = (const int64_t[]){ __VA_ARGS__ }, \
     .n = sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t) }

static struct {
   const an_table *tables;
   size_t n;
   size_t n_rows; /* made since the section was opened */
   size_t room;   /* that the last one was told */
   bool is_open;
   unsigned is_for; /* whom it was opened for */
   bool refuses;    /* to open, for want of memory */
} made;

/* The context is the first row; that of the program, if there is one, is before it. */
static inline void made_make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const made_row *from = (const made_row *)table->context + number;
   assert_in_range(table->n_columns, 1, MADE_COLUMNS);
   assert_null(row->spot);
   for (size_t c = 0; c < table->n_columns; c++) {
      assert_true(isnan(row->cells[c].number)); /* all is empty at first */
      assert_null(row->cells[c].text);
      assert_null(row->cells[c].counts);
      row->cells[c] = from->cells[c];
   }
   row->spot = from->spot;
   row->depth = from->depth;
   row->is_apart = from->is_apart;
   row->below = from->below;
   row->line = from->line;
   made.room = row->room;
   made.n_rows++;
}

/* A table for all, of columns and rows that are arrays. */
#define TABLE_OF(columns_, rows) \
   { .columns = (columns_), \
     .n_columns = sizeof(columns_) / sizeof(columns_)[0], \
     .context = (rows), \
     .n = sizeof(rows) / sizeof(rows)[0], \
     .make_row = made_make_row, \
     .is_for = AN_FOR_ALL, \
     .key = "rows", \
     .noun = "row", \
     .option = "--all" }

/* ---- Its section ---- */

static inline void made_close(an_tables *tables)
{
   assert_int_equal(tables->n, made.n);
   assert_true(made.is_open);
   made.is_open = false;
}

static inline void made_open(an_tables *tables, const ac_scope *scope)
{
   assert_ptr_equal(tables->scope.profile, scope->profile);
   assert_false(made.is_open);
   made.is_open = true;
   made.is_for = tables->is_for;
   made.n_rows = 0;
   for (size_t i = 0; i < made.n; i++)
      tables->of[tables->n++] = made.tables[i];
   tables->close = made_close;
}

/* What made_open is to open. */
static inline void made_set(const an_table *tables, size_t n)
{
   made.tables = tables;
   made.n = n;
}

#endif
