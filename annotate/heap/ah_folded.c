/* ah_folded.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_folded.h"

#include "base/an_alloc.h"
#include "base/an_error.h"
#include "heap/ah_path.h"
#include "paths/an_stacks.h"

#include <stdlib.h>
#include <string.h>

void ah_folded_open(ah_folded *folded, const tk_alloc *alloc, const ah_profile *profile)
{
   size_t size_B = (profile->n_frames + 1) * sizeof *folded->steps;
   *folded = (ah_folded){ profile, tk_get(alloc, AN_LABEL, size_B) };
   for (size_t i = 0; i < profile->n_frames; i++) {
      const an_frame *frame = &profile->frames[i];
      char *step = an_stacks_step(frame->function, frame->object);
      folded->steps[i] = strcpy(tk_get(alloc, AN_LABEL, strlen(step) + 1), step);
      free(step);
   }
}

char *ah_folded_path(const ah_folded *folded, const ah_site *site)
{
   char *const *steps = folded->steps;
   size_t size_B = 1, first = ah_path_start(folded->profile, site, true);
   if (site->n_frames == 0)
      return an_strdup(AN_UNKNOWN);
   for (size_t i = first; i < site->n_frames; i++)
      size_B += strlen(steps[site->frames[i]]) + 1;
   char *path = an_malloc(size_B), *to = path;
   for (size_t i = site->n_frames; i > first; i--) {
      to = stpcpy(to, steps[site->frames[i - 1]]);
      if (i > first + 1)
         *to++ = ';';
   }
   return path;
}
