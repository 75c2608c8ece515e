/* ah_missing_debug.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_missing_debug.h"

#include <stdlib.h>
#include <string.h>

/* Counts the bytes of a site with a frame of the object, once; `site` counts from
   1.  Names are interned. */
static void add_object(ah_missing_debug *found, const char *object, int64_t bytes,
                       size_t site)
{
   size_t i = 0;
   while (i < found->n && found->of[i].object != object)
      i++;
   if (i == AH_MISSING_DEBUG_MAX)
      return;
   if (i == found->n)
      found->of[found->n++] = (ah_missing_object){ .object = object };
   if (found->of[i].last != site)
      found->of[i].bytes += bytes;
   found->of[i].last = site;
}

static int compare_objects(const void *a, const void *b)
{
   const ah_missing_object *x = a, *y = b;
   return tk_compare_signed(y->bytes, x->bytes) ?: strcmp(x->object, y->object);
}

/* Is it outermost, in an object whose code has lines where it calls?  rustc makes such
   a `main`, which says nothing about the program. */
static bool is_entry_point(const ah_profile *p, const ah_site *site, size_t k)
{
   if (k == 0 || k + 1 < site->n_frames)
      return false;
   const an_frame *frame = &p->frames[site->frames[k]];
   const an_frame *callee = &p->frames[site->frames[k - 1]];
   const an_object *object = an_object_find(p->objects, p->n_objects, callee->address);
   return callee->file != NULL && object != NULL
          && strcmp(object->path, frame->object) == 0;
}

void ah_missing_debug_find(ah_missing_debug *found, const ah_profile *profile)
{
   found->n = 0;
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      for (size_t k = 0; k < site->n_frames; k++) {
         const an_frame *frame = &profile->frames[site->frames[k]];
         /* Valgrind's functions, which stand in for others, do not count. */
         if (frame->object != NULL && frame->file == NULL
             && strstr(frame->object, "/vgpreload_") == NULL
             && !is_entry_point(profile, site, k))
            add_object(found, frame->object, site->total.bytes, i + 1);
      }
   }
   qsort(found->of, found->n, sizeof found->of[0], compare_objects);
}
