/* ac_find.h -- finds files and functions of a profile by their names; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

/* Each gives the number; SIZE_MAX: there is none of this name. */
size_t ac_find_file(const ac_profile *profile, const char *name);
size_t ac_find_function(const ac_profile *profile, const char *file, const char *name);
