/* ac_data_note.h -- what the readers of notes on data objects share: functions, and
   where all is added up.  For ac_read_data.c, ac_read_entries.c,
   ac_read_looks.c and ac_read_sharing.c.

   Functions return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_note.h"
#include "counts/ac_read_data.h"

typedef struct ac_read_datum {
   uint32_t index; /* in the profile's sums */
   bool has_use, has_sets, has_rule;
   int64_t size_B;    /* of the largest block, of the variable; 0: unknown */
   int64_t d1_misses; /* of its entries */
   int64_t by_set;    /* the sum of its sets */
} ac_read_datum;

/* Who a word NAME or OBJECT:ADDRESS is: the function as in the file, and its index in the
   sums. */
bool ac_note_data_who(ac_reader *r, an_span word, ac_note_who *who, uint32_t *index);

/* Where all is added up. */
ac_data_sums *ac_data_note_sums(const ac_reader *r);

/* Whether the entries add up to the rows, and the sets to the entries
   (ac_read_entries.c). */
bool ac_read_data_check(ac_reader *r, const ac_read_data *d);
