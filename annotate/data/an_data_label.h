/* an_data_label.h -- what people call a data object; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_LABEL_H
#define AN_DATA_LABEL_H

#include "data/an_data_view.h"

/* The frame that the program decides about: the innermost outside of system libraries
   and of functions such as xmalloc; else the innermost.  NULL: there is none. */
const an_data_frame *an_data_own_frame(const an_data *data, const an_datum *datum);

/* In the arena; NULL: memory ran out. */
const char *an_data_label(tk_arena *arena, const an_data *data, const an_datum *datum,
                          const an_data_known *known);

#endif
