/* ac_stale.h -- whether the source of what a report begins with is what was profiled.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/an_page.h"

/* Warns, on a line each, if a source file of the first findings and of the costliest
   lines is newer than the profile, or has fewer lines than that. */
void ac_stale_print(const an_page *page);
