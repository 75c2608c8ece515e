/* hp_place.h -- where in the program a site is: the code that can be changed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_PLACE_H
#define HP_PLACE_H

#include "hp_profile.h"

/* Whether the frame is in a library or a header that came with the system. */
bool hp_place_is_of_system(const hp_profile *profile, const hp_frame *frame);

/* The innermost frame of the path that is the program's own, as an index into
   site->frames; site->n_frames if there is none. */
size_t hp_place_find(const hp_profile *profile, const hp_site *site);

/* Whose the blocks of a site are. */
typedef enum hp_decider {
   HP_BY_PROGRAM,
   HP_BY_BOTH,    /* the C library allocates for itself, but the program says
                     for how long: fopen, opendir */
   HP_BY_LIBRARY, /* no frame is the program's, or it is a stream's buffer */
} hp_decider;

hp_decider hp_place_decider(const hp_profile *profile, const hp_site *site);

/* "build (a.c:16) > make_node (a.c:7)": the program's innermost frame with the
   function of a library that it calls there, or else with its caller.  What has
   more than n_most characters is two lines, the second with so many blanks
   before it.  On the heap, or NULL if memory ran out. */
char *hp_place_text(const hp_profile *profile, const hp_site *site,
                    size_t n_most, size_t indent);

#endif
