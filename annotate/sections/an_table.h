/* an_table.h -- a section of a report as tables: what it says, apart from how it looks.

   A section makes its tables once; text, JSON and CSV come from them (an_table_print.c,
   an_table_out.c).  A table has columns and a function that makes its i-th row, so that a
   million rows take no memory.

   Ownership: what an an_tables points to is the section's, valid until an_tables_close;
   what a row points to, until the next row of the table is made.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_csv_out.h"
#include "base/an_json_out.h"
#include "base/an_pool.h"
#include "sections/an_page.h"
#include "sections/ac_spots.h"

/* ---- Members ---- */

/* Where the value of a plain column is: in the row's struct (an_row.of), or in what a
   pointer of that points to.  Made by the macros below. */
typedef struct an_member {
   enum { AN_IS_NOWHERE, AN_IS_INTEGER, AN_IS_REAL, AN_IS_TEXT, AN_IS_COUNTS } type;
   size_t at, size_B;
   bool is_signed;
   bool is_by; /* from the pointer */
   size_t by;
   size_t n; /* of counts, for AN_COLUMN_INTS */
   bool has_none;
   long double none; /* the cell is empty then, or if a text is "" */
} an_member;

#define AN_TYPE_OF(of) \
   _Generic((of), \
      double: AN_IS_REAL, \
      long double: AN_IS_REAL, \
      char *: AN_IS_TEXT, \
      const char *: AN_IS_TEXT, \
      int64_t *: AN_IS_COUNTS, \
      const int64_t *: AN_IS_COUNTS, \
      default: AN_IS_INTEGER)
#define AN_IS_SIGNED(of) \
   _Generic((of), int: true, long: true, long long: true, default: false)
#define AN_MEMBER(at_, of) \
   .type = AN_TYPE_OF(of), .at = (at_), .size_B = sizeof(of), \
   .is_signed = AN_IS_SIGNED(of)

/* Defined nowhere: only types of members are asked for. */
extern void *an_any_row;

/* Of a column: the member of the struct; and that of what a pointer there points to,
   empty if it is NULL.  More can be said: empty if it is `none_`. */
#define AN_AT(struct_, member, ...) \
   .value = { AN_MEMBER(offsetof(struct_, member), ((struct_ *)an_any_row)->member), \
              __VA_ARGS__ }
#define AN_BY(struct_, pointer, member, ...) \
   .value = { AN_MEMBER(offsetof(__typeof__(*((struct_ *)an_any_row)->pointer), member), \
                        ((struct_ *)an_any_row)->pointer->member), \
              .is_by = true, .by = offsetof(struct_, pointer), __VA_ARGS__ }
#define AN_BUT(none_) .has_none = true, .none = (none_)

/* ---- Columns ---- */

typedef enum an_column_kind {
   AN_COLUMN_COUNT,   /* whole: "1,234" */
   AN_COLUMN_VALUE,   /* with its share of the column's `whole`: "1,234 (5.67%)" */
   AN_COLUMN_SHORT,   /* whole: "1.23M" */
   AN_COLUMN_NUMBER,  /* any */
   AN_COLUMN_PERCENT, /* from 0 to 100: "34.9%" */
   AN_COLUMN_TEXT,
   AN_COLUMN_RIGHT,    /* text at the right */
   AN_COLUMN_PATH,     /* of a file: shortened at its start */
   AN_COLUMN_FLAG,     /* not 0: true; "yes" or "no" */
   AN_COLUMN_INTS,     /* for JSON: an array of the cell's n numbers */
   AN_COLUMN_MEASURES, /* measures of the cell's counts */
   AN_COLUMN_SPOT,     /* the row's function, line or data object */
   AN_COLUMN_OWN,      /* for programs: what the column writes */
} an_column_kind;

/* Kinds of columns of which JSON has no member where the cell is empty. */
#define AN_RARE_COUNT .omits_empty = true, .kind = AN_COLUMN_COUNT
#define AN_RARE_TEXT .omits_empty = true, .kind = AN_COLUMN_TEXT

/* Who a table or a column is for. */
enum {
   AN_FOR_PEOPLE = 1,
   AN_FOR_JSON = 2,
   AN_FOR_CSV = 4,
   AN_FOR_PROGRAMS = AN_FOR_JSON | AN_FOR_CSV,
   AN_FOR_ALL = AN_FOR_PEOPLE | AN_FOR_PROGRAMS,
};

struct an_table;
struct an_row;

/* Writes the value of a row, in JSON with its key, to the one of both that is not
   NULL. */
typedef void an_column_put(const struct an_table *table, ptrdiff_t number,
                           an_json_out *json, an_csv_out *csv);

/* The same, of JSON alone; and of a number in the row's struct (an_member). */
typedef void an_column_put_json(const struct an_table *table, const struct an_row *row,
                                an_json_out *json);
typedef void an_column_put_value(const ac_scope *scope, long double number,
                                 an_json_out *json, an_csv_out *csv);

/* A number as people read it, in `to`, which has twice AN_TEXT_NUMBER_B; NAN: of an empty
   cell. */
typedef const char *an_column_write(const an_page *page, long double number, char *to);

/* Programs get columns in their order.  People get the last column, which takes what room
   there is, behind the others; numbers, and text at the right, are never that. */
typedef struct an_column {
   an_column_kind kind;
   unsigned is_for;
   const char *key;   /* the member and the title of CSV */
   const char *label; /* what people read over it; NULL: the key */
   an_member value;   /* else the table's make_row sets the cell; tables that share
                         columns have rows of one struct */
   const char *array; /* JSON: columns in a row with one such key are one array */
   long double whole; /* of AN_COLUMN_VALUE */
   const ac_measures *measures; /* for people; NULL: those that the page shows */
   const char *unit;   /* of numbers, for the page: "bytes"; NULL: they are counts */
   const char *suffix; /* of the names of measures and titles of CSV, " incl."; NULL */
   bool no_percents;   /* beside measures */
   unsigned rank;      /* where a line is too short, columns of the highest rank go
                         first; 0: it stays */
   bool adds_up;       /* if it goes, its number is in the next one of these */
   bool is_last;
   bool omits_empty;       /* JSON: no member for an empty cell */
   an_column_write *write; /* of numbers; NULL: by the kind */
   an_column_put *put;     /* of AN_COLUMN_OWN: one of these */
   an_column_put_json *put_json;
   an_column_put_value *put_value;
} an_column;

/* ---- Rows ---- */

/* What is not set is empty: a number that is NAN, a text that is NULL.  Of a number,
   people read the text, if there is one. */
typedef struct an_cell {
   long double number;
   const char *text;
   const int64_t *counts; /* one per event; of AN_COLUMN_INTS, n numbers */
   size_t n;
} an_cell;

typedef struct an_row {
   an_cell *cells; /* one for each column: empty at first */
   ptrdiff_t number;
   const void *of;      /* the struct that has the values of plain columns; NULL: none */
   const ac_spot *spot; /* NULL: the whole program */
   size_t depth;        /* levels by which people see the last column indented */
   bool is_apart;       /* people see an empty line before it */
   const char *below;   /* for people: on lines of their own below; NULL */
   const char *line;    /* people read it, wrapped, in place of the cells; NULL */
   an_colour colour;    /* of its first column */
   size_t room;         /* set by the caller: the columns of a whole line */
   char **texts;        /* private: those below */
   size_t n_texts;
} an_row;

/* Texts that live as long as the row: as printf writes it; one from the heap, which the
   row frees; and a number as an_text_value writes it. */
const char *an_row_form(an_row *row, const char *form, ...)
   __attribute__((format(printf, 2, 3)));
const char *an_row_keep(an_row *row, char *text);
const char *an_row_value(an_row *row, long double value, bool is_whole, bool is_change);

/* A struct for an_row.of, made for the row. */
#define AN_ROW(row, type, ...) an_row_struct(row, &(type){ __VA_ARGS__ }, sizeof(type))
const void *an_row_struct(an_row *row, const void *of, size_t size_B);

/* ---- Tables ---- */

enum { AN_TABLE_TOTAL = -1 }; /* the number of the row of the whole program */

typedef struct an_table {
   const an_column *columns;
   size_t n_columns;
   size_t n;         /* rows */
   const void *rows; /* an array of their structs; NULL: make_row sets an_row.of */
   size_t row_B;
   void (*make_row)(const struct an_table *table, ptrdiff_t number, an_row *row); /* sets
                         the cells of columns that are not plain; NULL: there are none */
   void (*print_last)(const struct an_table *table, ptrdiff_t number, const an_page *page,
                      size_t room); /* the last column, in at most
                         `room` columns; NULL: as its cell is */
   const void *context;             /* of these; NULL: the section */
   ac_spot_kind spots;              /* what the rows are, if they are spots of a set */
   const char *label;               /* of AN_COLUMN_SPOT */
   unsigned is_for;                 /* 0: all */
   const char *heading;             /* for people: a heading before it; NULL: none */
   const char *heading_name;        /* behind that and a colon; NULL: nothing */
   void (*print_intro)(const struct an_table *table, const an_page *page); /* lines below
                                    that and a blank one; NULL: none */
   const char *group; /* JSON: an object that has it and its neighbours; NULL: none */
   void (*put_head)(const struct an_table *table, an_json_out *json); /* members before
                                    it; NULL: none */
   const char *key;  /* JSON: the array; NULL: it is the section's member itself */
   const char *noun; /* of a row */
   const char *none; /* what people read if there are no rows; NULL: that none reaches
                        the threshold, or without a heading nothing */
   void (*print_notes)(const struct an_table *table, const an_page *page); /* below it,
                                    for people; NULL: none */
   const char *option; /* shows all rows of it in a report of limited length; NULL:
                          --top=0 */
   size_t n_limited;   /* rows there */
   size_t n_more;      /* that the section left out, */
   bool is_whole;      /* and it leaves out no others */
   size_t n_alone;     /* rows if the section is shown alone; 0: all */
   unsigned totals;    /* who reads the row of the whole program, of tables */
   bool sums_rest;     /* for people: the measures of rows not shown, as one row */
} an_table;

/* Two members of a table, of an array each. */
#define AN_COLUMNS(array) \
   .columns = (array), .n_columns = sizeof(array) / sizeof(array)[0]
#define AN_ROWS(array) .rows = (array), .row_B = sizeof *(array)

/* Makes a row, whose cells are the caller's; at first it is zeroed.  An end frees its
   texts. */
void an_row_make(an_row *row, const an_table *table, ptrdiff_t number, size_t room);
void an_row_end(an_row *row);

enum { AN_TABLES_MOST = 6 };

/* The tables of a section.  None: the profile does not have what it shows. */
typedef struct an_tables {
   ac_scope scope;
   unsigned is_for; /* whom they are opened for */
   an_table of[AN_TABLES_MOST];
   size_t n;
   void *state;                             /* the section's, for: */
   void (*close)(struct an_tables *tables); /* NULL: nothing to do */
   /* private: */
   an_pool *pool; /* the section's memory */
} an_tables;

/* The state of a section that is opened, for its functions: its values are copied to the
   section's memory. */
#define AN_SECTION(tables, type, ...) \
   ((type *)an_tables_state(tables, &(type){ __VA_ARGS__ }, sizeof(type)))
void *an_tables_state(an_tables *tables, const void *state, size_t size_B);

/* A copy of columns, to change; it lives as long as the section. */
an_column *an_tables_columns(an_tables *tables, const an_column *columns, size_t n);

/* Makes the tables of a section.  What the section gets from the scope's allocator is
   given back when the tables are closed, so that it need not do so. */
typedef void an_tables_open(an_tables *tables, const ac_scope *scope);

/* Opens a section: the tables must stay where they are. */
void an_tables_begin(an_tables *tables, an_tables_open *open, const ac_scope *scope,
                     unsigned is_for);

void an_tables_close(an_tables *tables);

/* Adds a copy of the table, with what is set where it says nothing, and returns it. */
an_table *an_tables_add(an_tables *tables, const an_table *table);

#define AN_TABLE(tables, ...) an_tables_add(tables, &(an_table){ __VA_ARGS__ })

/* A table of spots, of which all rows are listed: what is not said here is the caller's
   to set. */
an_table an_table_of_spots(const ac_spots *spots, const an_column *columns,
                           size_t n_columns);

/* ---- What becomes of them ---- */

/* The measures of the report, of a pair both sides: how JSON has them. */
void an_table_put_measures(an_json_out *json, const char *key, const ac_request *request,
                           const int64_t *counts);

/* The same as fields of CSV, of a pair two for each metric; empty, if the counts are
   NULL.  Titles end with the suffix, if it is not NULL. */
void an_table_put_fields(an_csv_out *csv, const ac_request *request, const char *suffix,
                         const int64_t *counts, bool are_titles);

/* How many rows people get. */
size_t an_table_n_shown(const an_table *table, const ac_request *request);

/* One table, for a section that prints more than tables. */
void an_table_print(an_page *page, const an_table *table);

/* Prints them as text; adds how many there were to *n. */
void an_tables_print(an_page *page, an_tables_open *open, size_t *n);

/* A member of the report, of all rows. */
void an_tables_put_json(an_json_out *json, const char *key, an_tables_open *open,
                        const ac_scope *scope);

/* What a page shows of them, objects of an array that is open: columns as people read
   them, each with its kind, and the first rows. */
void an_tables_put_page(an_json_out *json, const char *name, an_tables_open *open,
                        const ac_scope *scope);

/* A header, then a record for each row: the columns are those of the first table, the
   others have some of them. */
void an_tables_put_csv(FILE *out, an_tables_open *open, const ac_scope *scope);
