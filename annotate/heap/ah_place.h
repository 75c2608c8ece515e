/* ah_place.h -- where in the program a site is: the code that can be changed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_PLACE_H
#define AH_PLACE_H

#include "heap/ah_profile.h"

/* Whether the frame is in a library or a header that came with the system. */
bool ah_place_is_of_system(const ah_profile *profile, const an_frame *frame);

/* The innermost frame of the path that is the program's own, as an index into
   site->frames; site->n_frames if there is none. */
size_t ah_place_find(const ah_profile *profile, const ah_site *site);

/* Whose the blocks of a site are. */
typedef enum ah_decider {
   AH_BY_PROGRAM,
   AH_BY_BOTH,    /* the C library allocates for itself, but the program says
                     for how long: fopen, opendir */
   AH_BY_LIBRARY, /* no frame is the program's, or it is a stream's buffer */
} ah_decider;

ah_decider ah_place_decider(const ah_profile *profile, const ah_site *site);

/* "build (a.c:16) > make_node (a.c:7)": the program's innermost frame with the
   function of a library that it calls there, or else with its caller.  What has
   more than n_most characters is two lines, the second with so many blanks
   before it.  On the heap, or NULL if memory ran out. */
char *ah_place_text(const ah_profile *profile, const ah_site *site,
                    size_t n_most, size_t indent);

#endif
