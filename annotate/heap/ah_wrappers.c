/* ah_wrappers.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strcasestr */
#endif

#include "heap/ah_wrappers.h"

#include "heap/ah_owner.h"
#include "paths/an_bare.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "hp.wrappers"

enum { LEAST_CALLERS = 3 };

/* A site's innermost function that allocates, and the one that it is for. */
typedef struct {
   const char *wrapper, *caller;
   uint32_t site;
   size_t from, to; /* their frames' places in the path */
} use;

/* Whether a function's name, without scopes and arguments, says so; `to` has room for the
   whole name. */
static bool says_so(const char *function, char *to)
{
   static const char *const words[] = { "alloc", "strdup", "strndup", "memdup" };
   an_bare bare = an_bare_name(function, false, to);
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (strcasestr(to + bare.last, words[i]) != NULL)
         return true;
   return false;
}

static const an_frame *frame_at(const ah_profile *profile, const ah_site *site, size_t i)
{
   return &profile->frames[site->frames[i]];
}

/* False: the innermost own function of the site is none, or allocates for none. */
static bool find_use(const ah_profile *profile, const bool *allocates, uint32_t number,
                     use *found)
{
   const ah_site *site = &profile->sites[number];
   size_t from = ah_owner_frame(profile, site), to = from;
   while (to < site->n_frames
          && (allocates[site->frames[to]]
              || ah_owner_is_system(profile, frame_at(profile, site, to))))
      to++;
   if (to == from || to == site->n_frames)
      return false;
   *found = (use){ frame_at(profile, site, from)->function,
                   frame_at(profile, site, to)->function, number, from, to };
   return true;
}

static int compare_uses(const void *a, const void *b)
{
   const use *x = a, *y = b;
   int order = strcmp(x->wrapper, y->wrapper);
   return order != 0 ? order : strcmp(x->caller, y->caller);
}

static void mark(ah_profile *profile, const use *of)
{
   for (size_t i = of->from; i < of->to; i++) {
      an_frame *frame = &profile->frames[profile->sites[of->site].frames[i]];
      frame->is_wrapper = !ah_owner_is_system(profile, frame);
   }
}

/* Marks the frames of the sites of one function, if it has enough callers. */
static void mark_all(ah_profile *profile, const use *uses, size_t n)
{
   size_t n_callers = 1;
   for (size_t i = 1; i < n; i++)
      n_callers += strcmp(uses[i].caller, uses[i - 1].caller) != 0;
   for (size_t i = 0; i < n && n_callers >= LEAST_CALLERS; i++)
      mark(profile, &uses[i]);
}

static void find_names(const ah_profile *profile, const tk_alloc *alloc, bool *allocates)
{
   size_t longest = 0;
   for (size_t i = 0; i < profile->n_frames; i++) {
      size_t n = strlen(profile->frames[i].function);
      longest = n > longest ? n : longest;
   }
   char *text = tk_get(alloc, LABEL, longest + 1);
   for (size_t i = 0; i < profile->n_frames; i++)
      allocates[i] = says_so(profile->frames[i].function, text);
   tk_put(alloc, text);
}

void ah_wrappers_find(ah_profile *profile, const tk_alloc *alloc)
{
   size_t n = 0;
   bool *allocates = tk_get(alloc, LABEL, profile->n_frames + 1);
   use *uses = tk_get(alloc, LABEL, (profile->n_sites + 1) * sizeof *uses);
   find_names(profile, alloc, allocates);
   for (uint32_t i = 0; i < profile->n_sites; i++)
      n += find_use(profile, allocates, i, &uses[n]);
   if (n > 0)
      qsort(uses, n, sizeof *uses, compare_uses);
   for (size_t i = 0, next; i < n; i = next) {
      next = i + 1;
      while (next < n && strcmp(uses[next].wrapper, uses[i].wrapper) == 0)
         next++;
      mark_all(profile, &uses[i], next - i);
   }
   tk_put(alloc, uses);
   tk_put(alloc, allocates);
}
