/* an_html_sources.h -- the source around the hottest lines, as the member "sources" of
   the page's document.

   The lines around each place are shown, as many as fit: up to 400 before and after,
   or only the nearest four; then the coldest places are left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "page/an_html.h"

#include <stdint.h>

typedef struct an_html_place {
   const char *file; /* as the profile names it */
   uint32_t line;    /* not 0 */
} an_html_place;

typedef struct an_html_places {
   const an_html_place *of; /* the hottest first; may repeat */
   size_t n;
   const an_source_places *source;
   const struct timespec *modified; /* the profile's time; NULL: unknown */
} an_html_places;

/* Files by name; of each the lines in parts, or why there are none.  Adds the places that
   have no room to *left_out. */
void an_html_put_sources(an_json_out *json, const tk_alloc *alloc,
                         const an_html_places *places, an_html_left_out *left_out);
