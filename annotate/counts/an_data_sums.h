/* an_data_sums.h -- adds up the data objects of a profile's files, for the model
   (an_data.h), and lists their shared lines of memory (an_sharing.h).

   Equal binaries, frames, data and entries become one.  What is added refers to others by
   the indices that their addition gave; _finish sorts all.  Strings are interned by the
   profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_SUMS_H
#define AN_DATA_SUMS_H

#include "base/tk_strings.h"
#include "counts/an_keyed.h"
#include "counts/an_sharing.h"

/* Of a datum, what cannot be added. */
typedef struct an_datum_rest {
   int64_t min_B, max_B;
   int64_t *by_set;
   size_t n_sets;
   bool mixes_sets; /* caches with different numbers of sets */
} an_datum_rest;

/* Numbers of a row of `data`. */
enum {
   AN_DATUM_BLOCKS,
   AN_DATUM_BYTES,
   AN_DATUM_LINES,
   AN_DATUM_INSIDE,
   AN_DATUM_USED,
   AN_N_DATUM_NUMBERS,
};

/* The shared lines of memory of a profile, or of one side of a pair. */
typedef struct an_sharing_sums {
   an_sharing model;      /* after _finish */
   an_shared_line *lines; /* functions and data by their indices in the sums */
   an_shared_access *accesses;
   size_t lines_capacity, accesses_capacity;
} an_sharing_sums;

enum { AN_SHARED, AN_SHARED_OF_OLD, AN_SHARED_SIDES };

typedef struct an_data_sums {
   an_data data;          /* after _finish */
   an_sharing_sums shared[AN_SHARED_SIDES]; /* likewise; of OLD: only of a pair */
   size_t n_files, n_uses, n_shared; /* that were added whole: with data, use, sharing */
   bool is_mixed, mixes_sharing; /* events, lines of memory differ */
   bool is_pair;          /* an_pair_data.h: the sets are of one side */
   /* private: */
   const tk_alloc *alloc;
   bool has_begun;
   an_keyed binaries, frames, data_rows, functions, places, entries;
   tk_strings *paths;     /* arrays of frames */
   an_datum_rest *rests;  /* by datum */
   size_t rests_capacity;
   an_sharing_sums *to;   /* whose lines of memory come now */
   tk_arena arrays;       /* of the model */
} an_data_sums;

/* Those of a profile that has its events, with this many events of data; NULL if memory
   ran out. */
an_data_sums *an_data_sums_of(an_profile *profile, size_t n_events);
void an_data_sums_free(an_data_sums *sums);

/* A file with data follows.  If its events differ, no profile knows the sum. */
an_status an_data_sums_begin(an_data_sums *sums, int64_t limit_B,
                             const char *const *events, size_t n_events);

/* Each finds or adds a thing, and sets *index.  Numbers and use of a datum are added;
   its counts and sets are not looked at. */
an_status an_data_sums_binary(an_data_sums *sums, const an_data_binary *binary,
                              uint32_t *index);
an_status an_data_sums_frame(an_data_sums *sums, const an_data_frame *frame,
                             uint32_t *index);
an_status an_data_sums_datum(an_data_sums *sums, const an_datum *datum,
                             uint32_t *index);
an_status an_data_sums_function(an_data_sums *sums, const char *file, const char *name,
                                uint32_t *index);

/* The function of an entry or access is an index of _function. */
an_status an_data_sums_entry(an_data_sums *sums, const an_data_entry *entry);
an_status an_data_sums_use(an_data_sums *sums, uint32_t datum, int64_t n_lines,
                           int64_t inside_B, int64_t used_B);
an_status an_data_sums_sets(an_data_sums *sums, uint32_t datum, const int64_t *counts,
                            size_t n);

/* A file with sharing follows, of that side; its lines of memory come with accesses
   behind each. */
void an_data_sums_begin_sharing(an_data_sums *sums, int side, int64_t line_B,
                                uint32_t n_threads);
an_status an_data_sums_line(an_data_sums *sums, int64_t transfers);
an_status an_data_sums_access(an_data_sums *sums, const an_shared_access *access);
an_status an_data_sums_left_out(an_data_sums *sums, int64_t lines, int64_t accesses);

/* Makes the models; the profile's functions are sorted.  Nothing can be added then. */
an_status an_data_sums_finish(an_data_sums *sums, const an_profile *profile);

#endif
