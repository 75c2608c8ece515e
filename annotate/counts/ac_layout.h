/* ac_layout.h -- the layout that a profile was simulated with (docs/FORMAT-layout.md):
   its rules, and what followed each.  ac_datum has the rule of a data object.

   Strings are interned by the profile, which owns all.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "counts/ac_profile.h"

enum { AC_NO_RULE = 0 }; /* rules have numbers, from 1 */

/* The numbers of a rule, in the order of the file. */
typedef enum ac_layout_count {
   AC_LAYOUT_BLOCKS,  /* blocks or variables that followed it, ever, */
   AC_LAYOUT_BYTES,   /* and their bytes */
   AC_LAYOUT_MISFITS, /* blocks that did not fit it, and stay as they are */
   AC_LAYOUT_MORE,    /* accesses that there were more, of several parts or of links */
   AC_LAYOUT_CALLS,   /* calls of the kernel that got an address in what followed it */
   AC_LAYOUT_COUNTS,
} ac_layout_count;

typedef struct ac_layout_rule {
   uint32_t line;    /* in the layout's file */
   const char *text; /* with single blanks */
   int64_t counts[AC_LAYOUT_COUNTS];
} ac_layout_rule;

typedef struct ac_layout {
   const char *file;      /* its name; NULL: the program ran as it is */
   ac_layout_rule *rules; /* rule 1 first */
   size_t n;              /* 0: a sum of profiles of several layouts does not know them */
   size_t capacity;       /* private, as the next: */
   bool is_mixed;         /* of several layouts, or of one and of none */
} ac_layout;

/* Of a pair, that of a side, 0 or 1; else the side is 0. */
const ac_layout *ac_profile_layout(const ac_profile *profile, size_t side);

/* Whether both have the same rules, or none. */
bool ac_layout_is_same(const ac_layout *a, const ac_layout *b);

/* "orders.layout, 2 rules", on one line. */
void ac_layout_print(const ac_layout *layout, FILE *out);

/* The member `key` of a report, if the profile is of a layout. */
void ac_layout_put_json(an_json_out *json, const char *key, const ac_layout *layout);

/* ---- Building ---- */

/* The profile's layout, or another name of it. */
void ac_layout_set_file(ac_profile *profile, size_t side, const char *file);

/* Adds a rule without counts. */
void ac_layout_add_rule(ac_profile *profile, size_t side, uint32_t line,
                        const char *text);

/* Adds to those of the rule of the number. */
void ac_layout_add_counts(ac_profile *profile, uint32_t rule,
                          const int64_t counts[AC_LAYOUT_COUNTS]);

/* The profile adds up files of several layouts. */
void ac_layout_mix(ac_profile *profile);

/* A side of a pair gets what a profile has. */
void ac_layout_copy(ac_profile *pair, size_t side, const ac_layout *from);

/* Nothing comes any more. */
void ac_layout_finish(ac_profile *profile);
