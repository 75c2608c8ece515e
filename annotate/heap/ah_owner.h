/* ah_owner.h -- which frames of a site are the program's own code, and who
   decides about its blocks.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* Takes what the user says of source files.  The frames must have their files. */
void ah_owner_say(ah_profile *profile, const an_own *own);

/* The path of the frame's object, or NULL. */
const char *ah_owner_object(const ah_profile *profile, const an_frame *frame);

/* Whether the frame is in a library or a header that came with the system, or in source
   that the user calls a library's. */
bool ah_owner_is_system(const ah_profile *profile, const an_frame *frame);

/* The innermost frame in the program's own code, as an index into site->frames;
   site->n_frames if there is none. */
size_t ah_owner_frame(const ah_profile *profile, const ah_site *site);

/* The next one of the program outside of that; site->n_frames if there is none. */
size_t ah_owner_caller(const ah_profile *profile, const ah_site *site);

typedef enum ah_owner {
   AH_OWNER_PROGRAM,
   AH_OWNER_SHARED,  /* the C library allocates for itself, but the program
                        decides for how long: fopen, opendir */
   AH_OWNER_LIBRARY, /* no frame is the program's, or it is a stream's buffer */
} ah_owner;

/* What the names of frames say, for all sites: names are compared once, not for each path
   that they are in. */
typedef struct ah_owners {
   const ah_profile *profile;
   /* private: */
   uint8_t *traits; /* of each frame */
} ah_owners;

/* Names must not change after. */
void ah_owners_open(ah_owners *owners, const tk_alloc *alloc, const ah_profile *profile);

/* *own becomes what ah_owner_frame returns. */
ah_owner ah_owner_of(const ah_owners *owners, const ah_site *site, size_t *own);
