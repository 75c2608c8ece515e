/* ac_data_findings.h -- data objects whose layout costs misses, and what to change; pure.

   The counts prove a finding; the cycles are the most that the change can save: those of
   the misses that a perfect layout would not have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_object_waits.h"

typedef enum ac_data_finding_kind {
   AC_DATA_UNUSED,    /* most bytes of the lines that it fetches are not used: split */
   AC_DATA_SCATTERED, /* many small blocks, each in a line of its own: pool them */
   AC_DATA_CONFLICT,  /* rows that fall into few sets of the cache: pad them */
   AC_DATA_AOS,       /* one field of an array of structs: an array of its own */
   AC_N_DATA_FINDINGS,
} ac_data_finding_kind;

/* What counts as a finding. */
enum {
   AC_DATA_LEAST_MISSES = 1000, /* first-level misses on the object, */
   AC_DATA_LEAST_PERCENT = 1,   /* and of all data misses */
   AC_DATA_UNUSED_PERCENT = 50, /* of the bytes of touched elements are used, at most */
   AC_DATA_MANY_BLOCKS = 1000,  /* scattered: at least, */
   AC_DATA_SMALL_B = 32,        /* of this average size at most */
   AC_DATA_LEAST_ELEMENTS = 16, /* of an array */
   AC_DATA_ONE_PERCENT = 95,    /* aos: of the misses, on the field at least */
   AC_DATA_READ_PERCENT = 90,   /* aos: of the misses, reads at least */
};

typedef struct ac_data_finding {
   ac_data_finding_kind kind;
   uint32_t object;    /* index in the view */
   const char *text;   /* what was found, and the cure: one sentence or two */
   double share;       /* of the waits for the object that it saves, at most; */
   long double cycles; /* these, estimated; NAN: unknown */
} ac_data_finding;

typedef struct ac_data_findings {
   ac_data_finding *of; /* most cycles first */
   size_t n;
   bool lacks_use; /* an object with a tenth of all misses has no known line use */
   /* private: */
   tk_arena arena;
} ac_data_findings;

/* Finds those of a view of one profile, with lines of the first-level cache. */
void ac_data_findings_find(ac_data_findings *findings, const tk_alloc *alloc,
                           const ac_data_view *view, const ac_object_waits *waits,
                           int64_t line_B);

/* "unused", "scattered", "conflict", "aos". */
const char *ac_data_finding_name(ac_data_finding_kind kind);

/* The distance of rows that reaches only an eighth of the sets of the cache, and causes
   half of the object's misses; 0: none.  A small hot part of an object is in few sets,
   too, but for no such distance. */
int64_t ac_data_row_stride(const ac_data_view *view, uint32_t object, int64_t line_B);

/* In how few sets of the cache half of the misses are; 0: not known. */
size_t ac_data_hold_half(const ac_data_object *object);
