/* ah_wrappers.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_wrappers.h"

#include "heap/ah_owner.h"
#include "paths/an_wrapper.h"

#include <string.h>

/* The frames of a site's path from the innermost function that allocates to the one that
   it is for. */
typedef struct {
   uint32_t site;
   size_t from, to;
} stretch;

static const an_frame *frame_at(const ah_profile *profile, const ah_site *site, size_t i)
{
   return &profile->frames[site->frames[i]];
}

/* False: the innermost own function of the site is none, or allocates for none. */
static bool find_use(const ah_profile *profile, const bool *allocates, uint32_t number,
                     stretch *found)
{
   const ah_site *site = &profile->sites[number];
   size_t from = ah_owner_frame(profile, site), to = from;
   while (to < site->n_frames
          && (allocates[site->frames[to]]
              || ah_owner_is_system(profile, frame_at(profile, site, to))))
      to++;
   if (to == from || to == site->n_frames)
      return false;
   *found = (stretch){ number, from, to };
   return true;
}

static void mark(ah_profile *profile, const stretch *of)
{
   for (size_t i = of->from; i < of->to; i++) {
      an_frame *frame = &profile->frames[profile->sites[of->site].frames[i]];
      frame->is_wrapper = !ah_owner_is_system(profile, frame);
   }
}

static void find_names(const ah_profile *profile, const tk_alloc *alloc, bool *allocates)
{
   size_t longest = 0;
   for (size_t i = 0; i < profile->n_frames; i++) {
      size_t n = strlen(profile->frames[i].function);
      longest = n > longest ? n : longest;
   }
   char *text = tk_get(alloc, AN_LABEL, longest + 1);
   for (size_t i = 0; i < profile->n_frames; i++)
      allocates[i] = an_wrapper_is_named(profile->frames[i].function, text);
   tk_put(alloc, text);
}

void ah_wrappers_find(ah_profile *profile, const tk_alloc *alloc)
{
   size_t n = 0, n_uses = profile->n_sites + (size_t)1;
   bool *allocates = tk_get(alloc, AN_LABEL, profile->n_frames + 1);
   stretch *found = tk_get(alloc, AN_LABEL, n_uses * sizeof *found);
   an_wrapper_use *uses = tk_get(alloc, AN_LABEL, n_uses * sizeof *uses);
   find_names(profile, alloc, allocates);
   for (uint32_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      if (!find_use(profile, allocates, i, &found[n]))
         continue;
      uses[n] = (an_wrapper_use){ frame_at(profile, site, found[n].from)->function,
                                  frame_at(profile, site, found[n].to)->function, n };
      n++;
   }
   n = an_wrappers_keep(uses, n);
   for (size_t i = 0; i < n; i++)
      mark(profile, &found[uses[i].number]);
   tk_put(alloc, uses);
   tk_put(alloc, found);
   tk_put(alloc, allocates);
}
