/* ac_data_view.h -- the data objects of a profile as people read them: allocation sites
   of one type as one object, places as fields, short labels; pure.

   In the view of a pair of profiles, counts are those of both: ac_combine.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "counts/ac_data.h"
#include "advice/ac_data_spot.h"

/* What debug information says about a datum; all NULL: nothing. */
typedef struct ac_data_known {
   const ty_type *type; /* of the blocks, the variable, or their elements */
   const char *name;    /* of a variable */
   const char *file;    /* where it is defined */
   int64_t n_rows;      /* of an array of several dimensions, those of the first; else
                           0 */
} ac_data_known;

typedef ac_data_known ac_data_know(void *context, const ac_data *data,
                                   const ac_datum *datum);

/* The misses on one place of an object. */
typedef struct ac_data_field {
   ac_data_spot spot;
   int64_t *counts;
} ac_data_field;

/* A data object: one datum; of the heap, all whose blocks have one type and are allocated
   by one function, or without a type at one source line. */
typedef struct ac_data_object {
   const char *label;  /* "struct node (join.c:41)", "table (hash.c)" */
   const ac_datum *of; /* the datum of it with the most misses */
   size_t n_data;
   const ty_type *type; /* NULL: unknown */
   const char *file;    /* STATIC, TLS: where it is defined; NULL: unknown */
   int64_t n_rows;      /* STATIC, TLS: of an array of several dimensions, those of the
                           first; else 0 */
   int64_t n_blocks, bytes, min_B, max_B; /* HEAP */
   int64_t *counts;                       /* of the events of ac_data */
   ac_data_field *fields;                 /* most misses first */
   size_t n_fields;
   int64_t n_lines_fetched, inside_B, used_B; /* as in ac_datum */
   int64_t *by_set;                           /* NULL: not known */
   size_t n_sets;
} ac_data_object;

/* The misses of one source line on one place of one object. */
typedef struct ac_data_triple {
   size_t function; /* index in the profile */
   uint32_t line, object;
   ac_data_spot spot;
   int64_t *counts;
} ac_data_triple;

typedef struct ac_data_view {
   const ac_data *data;
   size_t n_sides; /* 1; 2: a pair */
   ac_data_object *objects;
   ac_data_triple *triples;
   size_t n_objects, n_triples; /* most misses, or the largest change, first */
   uint32_t *object_of;         /* by index of the datum */
   int64_t *totals;             /* of all data */
   /* private: */
   const tk_alloc *alloc;
   tk_arena arena;
} ac_data_view;

/* `data` is borrowed; `know` can be NULL.  Of many data, it is asked about those that
   miss most, and about those that `is_needed` has, by index; NULL: none. */
void ac_data_view_open(ac_data_view *view, const tk_alloc *alloc, const ac_data *data,
                       size_t n_sides, const bool *is_needed, ac_data_know *know,
                       void *context);

/* First-level data misses (D1mr + D1mw) and last-level ones (DLmr + DLmw) of counts; of a
   pair, those of the second. */
int64_t ac_data_misses(const ac_data_view *view, const int64_t *counts);
int64_t ac_data_last_misses(const ac_data_view *view, const int64_t *counts);

/* The first, of the first or second profile of a pair. */
int64_t ac_data_misses_of(const ac_data_view *view, const int64_t *counts, size_t side);

/* What objects, fields and lines are ordered by: misses; of a pair, their change. */
int64_t ac_data_weight(const ac_data_view *view, const int64_t *counts);

/* The bytes of the largest block, or of the variable; 0: unknown. */
int64_t ac_data_extent(const ac_data_object *object);

/* Whether its label, name or type matches the pattern of the shell (fnmatch(3)): "table"
   is "table (hash.c)", too; "struct node" all objects of that type. */
bool ac_data_object_matches(const ac_data_object *object, const char *pattern);

/* "heap", "static", "tls", "stack", "map", "brk", "unknown". */
const char *ac_data_kind_name(ac_data_kind kind);
