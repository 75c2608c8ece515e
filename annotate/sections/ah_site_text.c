/* ah_site_text.c -- an allocation site in a few words.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "sections/ah_page.h"

#include "heap/ah_owner.h"
#include "heap/ah_path.h"

#include <stdlib.h>
#include <string.h>

/* Puts "outer > ", or "outer > ... > ", before *text, which it replaces; on a line of its
   own if both are too long for one.  NULL, with *text freed, if memory ran out. */
static char *put_before(char *text, const an_frame *frame, bool is_far, size_t n_most,
                        size_t indent)
{
   char *outer = ah_text_frame(frame, n_most), *both = NULL;
   const char *dots = is_far ? " > ..." : "";
   if (outer != NULL && text != NULL) {
      size_t n = an_text_columns(outer) + strlen(dots) + 3;
      bool fits = strchr(text, '\n') == NULL && n + an_text_columns(text) <= n_most;
      if (asprintf(&both, fits ? "%s%s > %*s%s" : "%s%s >\n%*s%s", outer, dots,
                   fits ? 0 : (int)indent, "", text)
          < 0)
         both = NULL;
   }
   free(outer);
   free(text);
   return both;
}

/* The program's innermost frame, or the caller of `first` if that is it. */
static size_t outer_frame(const ah_profile *profile, const ah_site *site, size_t first)
{
   size_t own = ah_owner_frame(profile, site);
   return own == site->n_frames || own == first ? first + 1 : own;
}

char *ah_site_text(const ah_profile *profile, const ah_site *site, size_t too,
                   size_t n_most, size_t indent)
{
   size_t first = ah_path_start(profile, site, false);
   if (site->n_frames == 0)
      return strdup("(call path not known)");
   size_t outer = outer_frame(profile, site, first);
   size_t next = outer, before = too, n = site->n_frames;
   if (too <= first || too >= n || too == outer)
      before = n;
   else if (too < outer)
      next = too, before = outer;
   const an_frame *frames = profile->frames;
   char *text = ah_text_frame(&frames[site->frames[first]], n_most);
   if (next < n)
      text = put_before(text, &frames[site->frames[next]], false, n_most, indent);
   if (before < n)
      text = put_before(text, &frames[site->frames[before]], before > outer + 1, n_most,
                        indent);
   return text;
}
