/* ac_samples.h -- looks at a data object, cut into its elements: which fields of which
   elements were used while their lines were in the first cache together; pure.

   A sample stands for misses, each of which fetched one line: the one in the middle of
   its window, if the block or variable does not end before; else any of those that were
   used. What is used together is seen from each of its lines, so a visit of k lines has k
   samples.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "advice/ac_data_view.h"
#include "types/ty_types.h"

enum {
   AC_SAMPLE_REACH = 7, /* lines of a look before and behind that of the miss */
   AC_SAMPLE_ELEMENT_MOST_B = 1 << 16, /* as a layout file's */
};

/* Bytes of one field that were used in one line of memory. */
typedef struct ac_sample_use {
   uint32_t element;  /* from the sample's first one */
   uint32_t from, to; /* in the field: the first byte, and behind the last */
   uint16_t field;    /* index in the type */
   uint16_t line;     /* of the sample */
} ac_sample_use;

typedef struct ac_sample {
   double weight;             /* misses that it stands for */
   const ac_sample_use *uses; /* by element and line */
   size_t n_uses;
   uint32_t n_lines, n_elements;
   uint32_t used_lines;   /* by bit: lines with uses */
   uint32_t missed_lines; /* of these: the miss was in one of them */
   int64_t at;            /* of the first element, from the first line; can be negative */
} ac_sample;

typedef struct ac_samples {
   const ty_type *type; /* of the elements; it has fields */
   ac_sample *of;
   size_t n;
   double weight; /* of all */
   int64_t line_B;
   int64_t lead_B; /* before the first element */
   /* By field: what the wait for a line is, of which it is the field with the longest;
      NULL: all the same.  Set by the user. */
   const double *waits;
   /* private: */
   tk_arena arena;
} ac_samples;

/* Cuts the looks at all data of an object into elements of the type, which is borrowed
   and has fields.  `extent_B` are the bytes of its largest block, or of the variable:
   lead_B and whole elements.  There can be no samples. */
void ac_samples_open(ac_samples *samples, const tk_alloc *alloc, const ac_data_view *view,
                     uint32_t object, const ty_type *type, int64_t extent_B,
                     int64_t lead_B);

/* How many visits a sample stands for. */
static inline double ac_sample_visits(const ac_sample *sample)
{
   return sample->weight / __builtin_popcount(sample->used_lines);
}

/* How often the fields of an element that is used are used: shares[] by field. */
void ac_samples_shares(const ac_samples *samples, double *shares);
