/* ac_write_runs.h -- writes how often the lines of a profile ran
   (docs/FORMAT-cachesim.md); for ac_write.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_write_calls.h"

/* The notes, if they are known of the whole; `names` has the functions of the body. */
void ac_write_runs_notes(const ac_profile *profile, ac_write_calls *names, tk_text *out);
