/* ac_data_label.h -- what people call a data object; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_data_view.h"

/* The frame that the program decides about: the innermost outside of system libraries
   and of functions such as xmalloc; else the innermost.  NULL: there is none. */
const ac_data_frame *ac_data_own_frame(const ac_data *data, const ac_datum *datum);

/* In the arena. */
const char *ac_data_label(tk_arena *arena, const ac_data *data, const ac_datum *datum,
                          const ac_data_known *known);
