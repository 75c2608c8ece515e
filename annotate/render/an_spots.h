/* an_spots.h -- functions, source lines or data objects in the order of a weight, for
   reports that list what costs most by a value of their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SPOTS_H
#define AN_SPOTS_H

#include "base/an_csv_out.h"
#include "base/an_json_out.h"
#include "counts/an_hot.h"
#include "render/an_page.h"

typedef enum an_spot_kind {
   AN_SPOT_FUNCTION,
   AN_SPOT_LINE,
   AN_SPOT_OBJECT,
   AN_N_SPOT_KINDS,
   AN_SPOT_NAME = AN_N_SPOT_KINDS, /* of a function, without its file */
   AN_SPOT_FILE,
} an_spot_kind;

typedef struct an_spot {
   an_spot_kind kind;
   size_t function;       /* of a line: the one that has most of it */
   size_t file;
   uint32_t line;
   size_t n_functions;    /* that have some of the line */
   size_t object;         /* index in the view of data objects */
   const char *label;     /* of an object */
   const int64_t *counts; /* one per event of the profile; an object has few events */
   long double weight;
} an_spot;

typedef struct an_spots {
   an_spot_kind kind;
   an_spot *of;           /* heaviest first; only those with a weight above 0 */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   an_hot hot;
   int64_t *counts;
} an_spots;

/* What weighs the spots. */
typedef struct an_spot_weight {
   long double (*of)(const void *context, const an_spot *spot);
   const void *context;
} an_spot_weight;

/* `options` gives the data objects.  AN_NO_MEMORY leaves nothing to close. */
an_status an_spots_open(an_spots *spots, const tk_alloc *alloc, const an_profile *profile,
                        const an_report_options *options, an_spot_kind kind,
                        an_spot_weight weight);
void an_spots_close(an_spots *spots);

/* All three kinds by one weight.  AN_NO_MEMORY leaves nothing to close; closing those of
   zeros is harmless. */
typedef struct an_spot_sets {
   an_spots of[AN_N_SPOT_KINDS];
} an_spot_sets;

an_status an_spot_sets_open(an_spot_sets *sets, const tk_alloc *alloc,
                            const an_profile *profile, const an_report_options *options,
                            an_spot_weight weight);
void an_spot_sets_close(an_spot_sets *sets);

/* "function", "line", "object"; and of many. */
const char *an_spot_kind_name(an_spot_kind kind);
const char *an_spot_kind_key(an_spot_kind kind);

an_spot an_spot_of_line(const an_hot_line *line);

/* The heading of a column of names, and a name, in at most `room` columns. */
const char *an_spot_title(an_spot_kind kind);
void an_spot_print(const an_page *page, const an_spot *spot, size_t room);

/* The members file, function and line, or object; for CSV, always the four of
   an_spot_put_titles after the kind.  A NULL spot is the whole program. */
void an_spot_put_json(an_json_out *json, const an_profile *profile, const an_spot *spot);
void an_spot_put_titles(an_csv_out *csv);
void an_spot_put_csv(an_csv_out *csv, const an_profile *profile, const an_spot *spot);

#endif
