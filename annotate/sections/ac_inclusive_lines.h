/* ac_inclusive_lines.h -- the source lines that pay for what was inlined into them and
   for what they called.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/an_page.h"

/* Marks the files with a line whose inclusive cost reaches the threshold; is_listed has
   one item a file.  Does nothing if the profile has no calls. */
void ac_inclusive_lines_mark(const an_page *page, bool *is_listed);
