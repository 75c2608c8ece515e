/* ac_write_data.h -- writes the notes on data objects and sharing of a profile
   (docs/FORMAT-cachesim.md); for ac_write.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_write_calls.h"

/* The line of the header. */
void ac_write_data_header(const ac_profile *profile, tk_text *out);

/* The notes of the trailer, if the profile has data.  All its objects have been written,
   and `names` has the functions of the body. */
void ac_write_data_notes(const ac_profile *profile, ac_write_calls *names, tk_text *out);
