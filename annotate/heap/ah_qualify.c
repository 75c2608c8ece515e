/* ah_qualify.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_qualify.h"

#include "heap/ah_demangle.h"
#include "heap/ah_type.h"

void ah_qualify(ah_profile *profile, const tk_alloc *alloc, ty_types *types)
{
   const ty_program program = ah_program(profile);
   size_t n = 0;
   ty_name *names = tk_get(alloc, AN_LABEL, (profile->n_frames + 1) * sizeof *names);
   for (size_t i = 0; i < profile->n_frames; i++)
      if (profile->frames[i].address != 0 && !profile->frames[i].is_in_file)
         names[n++] = (ty_name){ &profile->frames[i], NULL };
   ty_types_name(types, &program, names, n);
   for (size_t i = 0; i < n; i++)
      if (names[i].name != NULL)
         ah_demangle_rename(profile, alloc,
                            &profile->frames[names[i].frame - profile->frames],
                            names[i].name);
   ah_demangle(profile, alloc);
}
