/* ac_readable.h -- which source files can be shown.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_hot.h"
#include "sections/an_page.h"

#include <stdbool.h>

/* Sets readable[] of the files of the first lines, until `n_lines` of these can be shown;
   it has one item a file, all false before. */
void ac_readable_find(const an_page *page, const ac_hot *hot, size_t n_lines,
                      bool *readable);
