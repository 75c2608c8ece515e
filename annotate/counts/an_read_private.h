/* an_read_private.h -- what the parts of the reader share: an_read.c, which
   cuts the input into lines, and the rooms of the formats, which know what a
   line means.

   Functions that return bool return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_READ_PRIVATE_H
#define AN_READ_PRIVATE_H

#include "base/an_ids.h"
#include "counts/an_read.h"
#include "counts/an_regions.h"
#include "base/an_span.h"

#define AN_READER_LABEL "an.read"

/* ---- The cachegrind format ---- */

typedef enum {
   AN_CG_DESC,          /* desc: or cmd: may come */
   AN_CG_AFTER_CMD,     /* events: must come */
   AN_CG_BODY,          /* fl=, fn=, counts or summary: may come */
   AN_CG_AFTER_SUMMARY, /* only comments may come */
   AN_CG_AFTER_END,     /* nothing may come */
} an_cg_stage;

typedef struct {
   an_cg_stage stage;
   bool is_cachesim;
   an_state state;
   size_t summary_line;
   uint64_t n_count_lines;
   an_region region;  /* its #: counts line is to come, if it has a name */
   size_t *regions;   /* of each in the file, the index in the profile */
   size_t n_regions, regions_capacity;
} an_cg_state;

/* ---- The callgrind format ---- */

typedef enum {
   AN_CLG_HEADER,       /* of a part; after events: its body may begin */
   AN_CLG_BODY,
   AN_CLG_AFTER_TOTALS, /* the header of a further part may come */
} an_clg_stage;

/* What numbers before the counts of a line are. */
typedef enum {
   AN_CLG_INSTR,
   AN_CLG_BB,
   AN_CLG_LINE,
   AN_CLG_COLUMNS,
} an_clg_column;

/* Whose names a number stands for; each has numbers of its own. */
typedef enum {
   AN_CLG_OBJECTS,
   AN_CLG_FILES,
   AN_CLG_FUNCTIONS,
   AN_CLG_SPACES,
} an_clg_space;

typedef struct {
   an_clg_stage stage;
   bool has_format_line; /* the first line says that it is callgrind's */
   bool has_creator;
   bool by_valgrind; /* the creator always writes totals: */
   bool has_events;  /* in this part */
   bool has_begun;   /* what rows belong to is known to the profile */
   bool has_last;    /* a cost line came in this part */
   const char *pending; /* "calls=" or such, which the next line belongs to,
                           so that it has no cost of its own; or NULL */
   const char *main_file; /* of the last fl=, to which a function returns */
   size_t n_columns;
   an_clg_column columns[AN_CLG_COLUMNS]; /* the first n_columns */
   uint64_t last[AN_CLG_COLUMNS]; /* by column: of the last cost line */
   an_ids names[AN_CLG_SPACES];
} an_clg_state;

/* ---- The reader ---- */

typedef struct an_reader {
   const tk_alloc *alloc;
   an_input input;
   an_profile *profile;
   const an_reading *reading;
   an_error *error;
   bool keeps_header; /* desc:, cmd: and events: are the profile's */
   bool is_callgrind; /* `clg` is its state, else `cg` is */
   const char *file;     /* of the next row, or NULL */
   const char *function; /* or NULL */
   bool skip;            /* rows are left out of the profile */

   size_t n_descs;      /* of the file, so far */
   size_t n_events;     /* of the file */
   const char **events; /* interned */
   int64_t *counts;     /* of the current line; one per event, as below */
   int64_t *sums;       /* of the lines so far */
   int64_t *stated;     /* of the summary: or totals: line */
   size_t *columns;     /* with by_name, of each event of the profile its
                           index in the file, or SIZE_MAX; else NULL */
   int64_t *row;        /* counts in the profile's order; NULL if columns is */

   an_cg_state cg;
   an_clg_state clg;
} an_reader;

/* ---- an_read.c ---- */

bool an_reader_fail(an_reader *r, const char *format, ...)
   __attribute__((format(printf, 2, 3)));
bool an_reader_fail_no_memory(an_reader *r);
bool an_reader_check(an_reader *r, an_status status);

/* Says that `expected` was, instead of the line. */
bool an_reader_fail_unexpected(an_reader *r, const char *expected,
                               an_span line);

/* The length of what a message quotes of the span, for %.*s. */
int an_reader_quoted(an_span span);

/* The span, interned; NULL if memory ran out, which is recorded. */
const char *an_reader_intern(an_reader *r, an_span name);

/* What follows desc:, cmd: and events:. */
bool an_reader_desc(an_reader *r, an_span rest);
bool an_reader_command(an_reader *r, an_span rest);
bool an_reader_events(an_reader *r, an_span rest);

/* Counts up to the end of the line, one per event; those left out are 0. */
bool an_reader_counts(an_reader *r, an_span rest, int64_t *counts);

/* Rows follow of r->file and r->function, neither of which is NULL. */
bool an_reader_begin(an_reader *r);

/* r->counts are those of the line, of what began last. */
bool an_reader_add(an_reader *r, uint32_t line);

/* The counts of the line in the order of the profile's events. */
const int64_t *an_reader_row(an_reader *r, const int64_t *counts);

/* Whether r->stated is r->sums; `what` names it in the error. */
bool an_reader_check_sums(an_reader *r, const char *what, size_t line);

/* ---- an_read_cachegrind.c ---- */

void an_cg_free(an_reader *r);
bool an_cg_line(an_reader *r, an_span line);
bool an_cg_end(an_reader *r);

/* ---- an_read_callgrind.c ---- */

void an_clg_init(an_reader *r);
void an_clg_free(an_reader *r);

/* Whether a line is one that no header but callgrind's has. */
bool an_clg_is_header(an_span line);

/* Whether it is one that cachegrind's format does not have, header or body. */
bool an_clg_is_foreign(an_span line);

bool an_clg_line(an_reader *r, an_span line);
bool an_clg_end(an_reader *r);

#endif
