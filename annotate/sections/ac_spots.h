/* ac_spots.h -- functions, source lines or data objects in the order of a weight, for
   reports that list what costs most by a value of their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_csv_out.h"
#include "base/an_json_out.h"
#include "counts/ac_hot.h"
#include "sections/an_page.h"

typedef enum ac_spot_kind {
   AC_SPOT_FUNCTION,
   AC_SPOT_LINE,
   AC_SPOT_OBJECT,
   AC_N_SPOT_KINDS,
   AC_SPOT_NAME = AC_N_SPOT_KINDS, /* of a function, without its file */
   AC_SPOT_FILE,
} ac_spot_kind;

typedef struct ac_spot {
   ac_spot_kind kind;
   size_t function; /* of a line: the one that has most of it */
   size_t file;
   uint32_t line;
   size_t n_functions;    /* that have some of the line */
   size_t object;         /* index in the view of data objects */
   const char *label;     /* of an object */
   const int64_t *counts; /* one per event of the profile; an object has few events */
   long double weight;
} ac_spot;

typedef struct ac_spots {
   ac_spot_kind kind;
   ac_spot *of; /* heaviest first; only those with a weight above 0 */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   ac_hot hot;
   int64_t *counts;
} ac_spots;

/* What weighs the spots. */
typedef struct ac_spot_weight {
   long double (*of)(const void *context, const ac_spot *spot);
   const void *context;
} ac_spot_weight;

void ac_spots_open(ac_spots *spots, const ac_scope *scope, ac_spot_kind kind,
                   ac_spot_weight weight);

/* All three kinds by one weight. */
typedef struct ac_spot_sets {
   ac_spots of[AC_N_SPOT_KINDS];
} ac_spot_sets;

void ac_spot_sets_open(ac_spot_sets *sets, const ac_scope *scope, ac_spot_weight weight);

/* "function", "line", "object"; and of many. */
const char *ac_spot_kind_name(ac_spot_kind kind);
const char *ac_spot_kind_key(ac_spot_kind kind);

ac_spot ac_spot_of_line(const ac_hot_line *line);

/* The heading of a column of names, and a name, in at most `room` columns. */
const char *ac_spot_title(ac_spot_kind kind);
void ac_spot_print(const an_page *page, const ac_spot *spot, size_t room);

/* The member line; of a pair old_line, if that is another number, and gone, if only OLD
   has the line: both members are OLD's number then. */
void ac_spot_put_line(an_json_out *json, const ac_profile *profile, size_t file,
                      uint32_t line);
void ac_spot_put_numbers(an_json_out *json, ac_line_numbers line);
/* What the function of a line is called.  Inlined code has its own function's name, and
   *n_functions, that have some of the line, becomes 1: a line is in one. */
ac_label ac_spot_label(const ac_scope *scope, const ac_labels *labels, size_t function,
                       uint32_t line, size_t *n_functions);

/* The members file, function and line, or object; for CSV, always the four of
   ac_spot_put_titles after the kind.  A NULL spot is the whole program. */
void ac_spot_put_json(an_json_out *json, const ac_profile *profile, const ac_spot *spot);
void ac_spot_put_titles(an_csv_out *csv);
void ac_spot_put_csv(an_csv_out *csv, const ac_profile *profile, const ac_spot *spot);
