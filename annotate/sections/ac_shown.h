/* ac_shown.h -- which measures a text report has columns for.

   Columns of zeros are left out, and of the many of a modern machine those that do not
   say where its cycles go, unless the user chose the columns.  If the width is
   limited, so are those for which there is no room: the first measure of the order,
   then the most telling ones stay.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ac_scope.h"

typedef enum ac_shown_state {
   AC_SHOWN,
   AC_SHOWN_ZERO,   /* left out: it has no counts, or no changes */
   AC_SHOWN_DETAIL, /* left out: an event of a modern machine, not for a first look */
   AC_SHOWN_WIDE,   /* left out: no room */
   AC_SHOWN_CURVE,  /* left out: a column of a sweep, which a view of its own shows */
} ac_shown_state;

typedef struct ac_shown {
   ac_measures measures;  /* those shown, in the order of request->show */
   ac_shown_state *state; /* of each in request->show */
   /* private: */
   const tk_alloc *alloc;
} ac_shown;

void ac_shown_open(ac_shown *shown, const ac_scope *scope);
