/* an_owners.h -- the functions of a profile as its calls know them, each with its lines.

   The body of a profile counts by file and name: code that was inlined into main() from
   a header is main of that header's.  Calls know main as one function.  Here each part
   of the body belongs to one function: that of its name which is in its file, else one
   that has inlined code of the file, else the first of that name.  Parts whose name no
   called function has are functions themselves; so are all parts if the profile has no
   calls.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_OWNERS_H
#define AN_OWNERS_H

#include "counts/an_calls.h"

/* A function.  Names are the profile's. */
typedef struct an_owner {
   const char *name, *file;
   size_t object;         /* SIZE_MAX: unknown */
   const size_t *parts;   /* functions of the body: that of `file` first */
   size_t n_parts;
} an_owner;

typedef struct an_owners {
   an_owner *of;          /* first those of an_calls, with their numbers */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   size_t *parts;
} an_owners;

/* False, with nothing to close, if memory ran out. */
bool an_owners_open(an_owners *owners, const tk_alloc *alloc, const an_profile *profile);
void an_owners_close(an_owners *owners);

/* What all parts of a function cost themselves; `sums` has room for the events. */
void an_owner_self(const an_profile *profile, const an_owner *owner, int64_t *sums);

#endif
