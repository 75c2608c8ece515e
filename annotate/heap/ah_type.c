/* ah_type.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_type.h"

#include "heap/ah_path.h"

#include <string.h>

const ty_type *ah_type_of_site(ty_types *types, const ah_profile *profile,
                               const ah_site *site)
{
   if (strcmp(profile->mode, "heap") != 0)
      return NULL;
   size_t start = ah_path_start(profile, site, true);
   ty_program program = ah_program(profile);
   ty_blocks blocks = { { site->frames + start, site->n_frames - start },
                        site->min_size,
                        site->max_size };
   return ty_types_find(types, &program, &blocks);
}
