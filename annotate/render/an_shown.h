/* an_shown.h -- which measures a text report has columns for.

   Columns of zeros are left out, and of the many of a modern machine those that do not
   say where its cycles go, unless the user chose the columns.  If the width is
   limited, so are those for which there is no room: the first measure of the order,
   then the most telling ones stay.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SHOWN_H
#define AN_SHOWN_H

#include "render/an_report_options.h"

typedef enum an_shown_state {
   AN_SHOWN,
   AN_SHOWN_ZERO, /* left out: it has no counts, or no changes */
   AN_SHOWN_DETAIL, /* left out: an event of a modern machine, not for a first look */
   AN_SHOWN_WIDE, /* left out: no room */
   AN_SHOWN_CURVE, /* left out: a column of a sweep, which a view of its own shows */
} an_shown_state;

typedef struct an_shown {
   an_measures measures;  /* those shown, in the order of options->show */
   an_shown_state *state; /* of each in options->show */
   /* private: */
   const tk_alloc *alloc;
} an_shown;

/* AN_NO_MEMORY leaves nothing to close. */
an_status an_shown_open(an_shown *shown, const tk_alloc *alloc,
                        const an_profile *profile,
                        const an_report_options *options);
void an_shown_close(an_shown *shown);

#endif
