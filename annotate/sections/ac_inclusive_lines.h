/* ac_inclusive_lines.h -- the source lines that pay for what was inlined into them and
   for what they called.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_hot.h"
#include "sections/an_page.h"

/* Both do nothing if the profile has no calls. */

/* Marks the files with a line whose inclusive cost reaches the threshold; is_listed has
   one item a file. */
void ac_inclusive_lines_mark(const an_page *page, bool *is_listed);

/* Puts lines of the program, not of the system, between the hottest: before each, the
   next by inclusive cost.  Lines with nearly all of it, which call the program, are left
   out.  They have no counts. */
void ac_inclusive_lines_add(const an_page *page, ac_hot *hot);
