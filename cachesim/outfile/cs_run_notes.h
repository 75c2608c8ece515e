/* cs_run_notes.h -- writes how often lines ran into an outfile; pure.

   docs/FORMAT-cachesim.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"
#include "code/tk_lines.h"

/* Of n_lines sorted lines, as the body has them, with n_runs.  A row of the body that
   several are one of has the most of them. */
void cs_run_notes_write(tk_text *out, tk_line *const *lines, size_t n_lines);
