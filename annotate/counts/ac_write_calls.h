/* ac_write_calls.h -- writes the notes on calls of a profile
   (docs/FORMAT-cachesim.md); for ac_write.c.

   The notes refer to files and functions of the body by their order in it, so it must
   be known as it is written; notes on data objects (ac_write_data.h) do so, too.  A
   profile without calls has no notes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"
#include "counts/ac_keyed.h"
#include "counts/ac_write_text.h"

typedef struct ac_write_calls {
   /* private: */
   const ac_profile *profile;
   const ac_calls *calls;
   bool has_numbers; /* some notes need them */
   bool has_codes;   /* the row of code without symbols is split */
   tk_text *out;
   ac_keyed files, names; /* their numbers are their indices and 1 */
} ac_write_calls;

/* `profile` is borrowed. */
void ac_write_calls_open(ac_write_calls *w, const ac_profile *profile,
                         const tk_alloc *alloc, tk_text *out);

/* The body has a file or function here. */
void ac_write_calls_file(ac_write_calls *w, const char *file);
void ac_write_calls_name(ac_write_calls *w, const char *file, const char *function);

/* Writes whose notes follow, after a blank: the number of a function of the body, or
   OBJECT:ADDRESS of code that has a "#: code".  All objects have been written. */
void ac_write_who(ac_write_calls *w, size_t function, tk_text *out);

/* The number of a function of the body. */
uint32_t ac_write_calls_number(ac_write_calls *w, const char *file, const char *function);

/* The notes.  All objects of the profile must have been written. */
void ac_write_calls_notes(ac_write_calls *w);
