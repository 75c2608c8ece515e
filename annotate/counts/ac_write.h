/* ac_write.h -- writes a profile as a cachesim.out file
   (docs/FORMAT-cachesim.md).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

#include <stdio.h>

/* Writes a finished profile, for ac_read.  `note`, if not NULL, becomes a
   comment of one line.  Write errors are left to ferror(out). */
void ac_write(const ac_profile *profile, const char *note, FILE *out);
