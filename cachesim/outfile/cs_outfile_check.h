/* cs_outfile_check.h -- does a profile add up?  pure.

   Counts by instruction, by thread, by call path and by data object are kept beside those
   of the lines, so a bug could make them differ.  Readers refuse such a file whole.  So
   the writer checks first: counts that contradict the lines are left out, the file says
   so, and the rest of the run is not lost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "outfile/cs_outfile.h"

/* Checks the counts that the header has, beside those of the lines, and takes out of it
   what contradicts them: header->left_out says what.  An event whose sum is TK_COUNT_MAX
   is not checked: its sums stay there.  Takes time with the size of the profile. */
void cs_outfile_check(cs_outfile_header *header, tk_line *const *lines, size_t n_lines);
