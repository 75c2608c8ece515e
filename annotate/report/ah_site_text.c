/* ah_site_text.c -- an allocation site in a few words.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "report/ah_page.h"

#include "heap/ah_owner.h"
#include "heap/ah_path.h"

#include <stdlib.h>
#include <string.h>

/* Both frames, on two lines if they are too long for one. */
static char *join(const char *outer, const char *inner, size_t n_most,
                  size_t indent)
{
   char *text = NULL;
   bool fits = an_text_columns(outer) + an_text_columns(inner) + 3 <= n_most;
   if (asprintf(&text, fits ? "%s > %*s%s" : "%s >\n%*s%s", outer,
                fits ? 0 : (int)indent, "", inner) < 0)
      return NULL;
   return text;
}

char *ah_site_text(const ah_profile *profile, const ah_site *site,
                   size_t n_most, size_t indent)
{
   size_t first = ah_path_start(profile, site, false);
   size_t own = ah_owner_frame(profile, site);
   if (site->n_frames == 0)
      return strdup("(call path not known)");
   if (own == site->n_frames)
      own = first;
   size_t inner = own > first ? first : own;
   size_t outer = own > first ? own : own + 1;
   const an_frame *frames = profile->frames;
   char *text = ah_text_frame(&frames[site->frames[inner]], n_most);
   if (text == NULL || outer == site->n_frames)
      return text;
   char *before = ah_text_frame(&frames[site->frames[outer]], n_most);
   char *both = before == NULL ? NULL : join(before, text, n_most, indent);
   free(text);
   free(before);
   return both;
}
