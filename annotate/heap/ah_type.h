/* ah_type.h -- the type of a site's blocks (types/ty_types.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"
#include "types/ty_types.h"

/* The type of a site's blocks (ty_types_find); NULL if the profile's blocks are not of
   the heap.  The profile outlives `types`. */
const ty_type *ah_type_of_site(ty_types *types, const ah_profile *profile,
                               const ah_site *site);

static inline ty_program ah_program(const ah_profile *profile)
{
   return (ty_program){ .frames = profile->frames,
                        .objects = profile->objects,
                        .n_objects = profile->n_objects,
                        .files = profile->files,
                        .n_files = profile->n_files };
}
