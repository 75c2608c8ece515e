/* ac_layout_words.h -- what a rule of a layout does, and to what, by its text; pure.

   cachesim has checked the rule.  What a later version knows is AC_LAYOUT_OTHER here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_span.h"

typedef enum ac_layout_kind {
   AC_LAYOUT_SPLIT, /* parts: hot, cold */
   AC_LAYOUT_ORDER,
   AC_LAYOUT_SOA,
   AC_LAYOUT_PAD,
   AC_LAYOUT_ALIGN,
   AC_LAYOUT_PITCH,
   AC_LAYOUT_POOL,
   AC_LAYOUT_HUGE,
   AC_LAYOUT_MOVED,
   AC_LAYOUT_SEVERAL, /* of these */
   AC_LAYOUT_OTHER,
   AC_LAYOUT_KINDS,
} ac_layout_kind;

/* Of "type struct Node at join.c:26: pool" AC_LAYOUT_POOL. */
ac_layout_kind ac_layout_kind_of(const char *rule);

/* The type, place or variable: "struct Node".  Empty: the text is no rule. */
an_span ac_layout_subject(const char *rule);

/* "pool"; and as people say it, before the subject: "pool of". */
const char *ac_layout_kind_name(ac_layout_kind kind);
const char *ac_layout_kind_words(ac_layout_kind kind);
