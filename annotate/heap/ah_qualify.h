/* ah_qualify.h -- names inlined functions with their namespaces and classes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"
#include "types/ty_types.h"

/* Replaces the names in the profile's frames by those of debug info, as far as
   `types` can open it: parse_array becomes json::Parser::parse_array.  Demangles the
   others (heap/ah_demangle.h). */
void ah_qualify(ah_profile *profile, const tk_alloc *alloc, ty_types *types);
