/* an_write_data.h -- writes the notes on data objects and sharing of a profile
   (docs/FORMAT-cachesim.md); for an_write.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_WRITE_DATA_H
#define AN_WRITE_DATA_H

#include "counts/an_write_calls.h"

/* The line of the header. */
void an_write_data_header(const an_profile *profile, FILE *out);

/* The notes of the trailer, if the profile has data.  All its objects have been written,
   and `names` has the functions of the body.  AN_NO_MEMORY: they are incomplete. */
an_status an_write_data_notes(const an_profile *profile, an_write_calls *names,
                              FILE *out);

#endif
