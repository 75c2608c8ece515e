/* an_write_calls.h -- writes the notes on calls of a profile
   (docs/FORMAT-cachesim.md); for an_write.c.

   The notes refer to files and functions of the body by their order in it, so it must
   be known as it is written; notes on data objects (an_write_data.h) do so, too.  A
   profile without calls has no notes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_WRITE_CALLS_H
#define AN_WRITE_CALLS_H

#include "counts/an_calls.h"
#include "counts/an_keyed.h"

#include <stdio.h>

typedef struct an_write_calls {
   /* private: */
   const an_profile *profile;
   const an_calls *calls;
   bool has_numbers;         /* some notes need them */
   FILE *out;
   an_keyed files, names;    /* their numbers are their indices and 1 */
} an_write_calls;

/* `profile` is borrowed. */
void an_write_calls_open(an_write_calls *w, const an_profile *profile,
                         const tk_alloc *alloc, FILE *out);
void an_write_calls_close(an_write_calls *w);

/* The body has a file or function here. */
an_status an_write_calls_file(an_write_calls *w, const char *file);
an_status an_write_calls_name(an_write_calls *w, const char *file,
                              const char *function);

/* The number of a function of the body. */
uint32_t an_write_calls_number(an_write_calls *w, const char *file,
                               const char *function);

/* The notes.  All objects of the profile must have been written.  AN_NO_MEMORY: they
   are incomplete. */
an_status an_write_calls_notes(an_write_calls *w);

#endif
