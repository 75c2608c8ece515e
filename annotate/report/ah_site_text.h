/* ah_site_text.h -- an allocation site in a few words.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_SITE_TEXT_H
#define AH_SITE_TEXT_H

#include "heap/ah_profile.h"

/* "build (a.c:16) > make_node (a.c:7)": the program's innermost frame, with the
   library function that it calls there, or else with its caller.  Text of more
   than n_most characters takes two lines, the second indented by `indent`.  On
   the heap, or NULL if memory ran out. */
char *ah_site_text(const ah_profile *profile, const ah_site *site,
                   size_t n_most, size_t indent);

#endif
