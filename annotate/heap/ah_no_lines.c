/* ah_no_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_no_lines.h"

#include <stdlib.h>
#include <string.h>

/* Valgrind's own functions, which are in the place of others, are none of the
   program's. */
static bool is_valgrinds(const char *object)
{
   return strstr(object, "/vgpreload_") != NULL;
}

/* The site, by its number from 1, has a frame of the object; its bytes count once.
   Names are interned. */
static void add(ah_no_lines *found, const char *object, int64_t bytes,
                size_t site)
{
   size_t i = 0;
   while (i < found->n && found->of[i].object != object)
      i++;
   if (i == AH_NO_LINES_MAX)
      return;
   if (i == found->n)
      found->of[found->n++] = (ah_no_line){ .object = object };
   if (found->of[i].last != site)
      found->of[i].bytes += bytes;
   found->of[i].last = site;
}

static int compare(const void *a, const void *b)
{
   const ah_no_line *x = a, *y = b;
   if (x->bytes != y->bytes)
      return x->bytes > y->bytes ? -1 : 1;
   return strcmp(x->object, y->object);
}

void ah_no_lines_find(ah_no_lines *found, const ah_profile *profile)
{
   found->n = 0;
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      for (size_t k = 0; k < site->n_frames; k++) {
         const an_frame *frame = &profile->frames[site->frames[k]];
         if (frame->object != NULL && !is_valgrinds(frame->object))
            add(found, frame->object, site->total.bytes, i + 1);
      }
   }
   qsort(found->of, found->n, sizeof found->of[0], compare);
}
