/* ac_data_sums.h -- adds up the data objects of a profile's files, for the model
   (ac_data.h), and lists their shared lines of memory (ac_sharing.h).

   Equal binaries, frames, data and entries become one.  What is added refers to others by
   the indices that their addition gave; _finish sorts all.  Strings are interned by the
   profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_strings.h"
#include "counts/ac_keyed.h"
#include "counts/ac_sharing.h"

/* What a datum has that cannot be added up. */
typedef struct ac_datum_rest {
   int64_t min_B, max_B;
   uint32_t rule;
   int64_t *by_set;
   size_t n_sets;
   bool mixes_sets; /* caches with different numbers of sets */
} ac_datum_rest;

/* Numbers of a row of `data`. */
enum {
   AC_DATUM_BLOCKS,
   AC_DATUM_BYTES,
   AC_DATUM_LINES,
   AC_DATUM_INSIDE,
   AC_DATUM_USED,
   AC_N_DATUM_NUMBERS,
};

/* The shared lines of memory of a profile, or of one side of a pair. */
typedef struct ac_sharing_sums {
   ac_sharing model;      /* after _finish */
   ac_shared_line *lines; /* functions and data by their indices in the sums */
   ac_shared_access *accesses;
   size_t lines_capacity, accesses_capacity;
} ac_sharing_sums;

enum { AC_SHARED, AC_SHARED_OF_OLD, AC_SHARED_SIDES };

typedef struct ac_data_sums {
   ac_data data;                            /* after _finish */
   ac_sharing_sums shared[AC_SHARED_SIDES]; /* likewise; of OLD: only of a pair */
   size_t n_files, n_uses, n_shared; /* that were added whole: with data, use, sharing */
   bool is_mixed, mixes_sharing;     /* events, lines of memory differ */
   bool mixes_looks;                 /* lines of the cache differ */
   bool is_pair;                     /* ac_pair_data.h: the sets are of one side */
   /* private: */
   const tk_alloc *alloc;
   bool has_begun;
   ac_keyed binaries, frames, data_rows, functions, places, entries;
   ac_keyed looks;
   tk_strings *arrays_of_words; /* of frames; of bytes used by line */
   int64_t look_line_B;         /* 0: there are no looks */
   ac_datum_rest *rests;        /* by datum */
   size_t rests_capacity;
   ac_sharing_sums *to; /* whose lines of memory come now */
   tk_arena arrays;     /* of the model */
} ac_data_sums;

/* The sums of a profile that has its events, with this many events of data. */
ac_data_sums *ac_data_sums_of(ac_profile *profile, size_t n_events);

/* A file with data follows.  If its events differ, no profile knows the sum. */
void ac_data_sums_begin(ac_data_sums *sums, int64_t limit_B, const char *const *events,
                        size_t n_events);

/* Each finds or adds a thing, and sets *index.  Numbers and use of a datum are added;
   its counts and sets are not looked at. */
void ac_data_sums_binary(ac_data_sums *sums, const ac_data_binary *binary,
                         uint32_t *index);
void ac_data_sums_frame(ac_data_sums *sums, const ac_data_frame *frame, uint32_t *index);
void ac_data_sums_datum(ac_data_sums *sums, const ac_datum *datum, uint32_t *index);
void ac_data_sums_function(ac_data_sums *sums, const char *file, const char *name,
                           uint32_t *index);

/* The function of an entry or access is an index of _function. */
void ac_data_sums_entry(ac_data_sums *sums, const ac_data_entry *entry);
void ac_data_sums_use(ac_data_sums *sums, uint32_t datum, int64_t n_lines,
                      int64_t inside_B, int64_t used_B);
void ac_data_sums_rule(ac_data_sums *sums, uint32_t datum, uint32_t rule);
void ac_data_sums_sets(ac_data_sums *sums, uint32_t datum, const int64_t *counts,
                       size_t n);

/* A file with looks at lines of the cache follows.  If files differ in their size, no
   profile knows the looks. */
void ac_data_sums_begin_looks(ac_data_sums *sums, int64_t line_B);
void ac_data_sums_look(ac_data_sums *sums, uint32_t datum, const ac_data_look *look);

/* A file with sharing follows, of that side; its lines of memory come with accesses
   behind each. */
void ac_data_sums_begin_sharing(ac_data_sums *sums, int side, int64_t line_B,
                                uint32_t n_threads);
void ac_data_sums_line(ac_data_sums *sums, int64_t transfers);
void ac_data_sums_access(ac_data_sums *sums, const ac_shared_access *access);
void ac_data_sums_left_out(ac_data_sums *sums, int64_t lines, int64_t accesses);

/* Makes the models; the profile's functions are sorted.  Nothing can be added then. */
void ac_data_sums_finish(ac_data_sums *sums, const ac_profile *profile);
