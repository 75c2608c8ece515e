/* ac_owners.h -- the functions of a profile as its calls know them, each with its lines.

   The body of a profile counts by file and name: code that was inlined into main() from
   a header is main of that header's.  Calls know main as one function.  Here each part
   of the body belongs to one function: that of its name which is in its file, else one
   that has inlined code of the file, else the first of that name.  Parts whose name no
   called function has are functions themselves; so are all parts if the profile has no
   calls.

   Instructions know their object: with them, a part that several objects have (a function
   of a header that each has compiled) is one part for each object.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_calls.h"

/* A function.  Names are the profile's. */
typedef struct ac_owner {
   const char *name, *file;
   size_t object;       /* SIZE_MAX: unknown */
   const size_t *parts; /* functions of the body: that of `file` first */
   size_t n_parts;
   const uint32_t *instrs; /* indices (ac_instrs.h), in the order of the parts, then by
                              address; none without ac_owners_open_instrs */
   size_t n_instrs;
} ac_owner;

typedef struct ac_owners {
   ac_owner *of; /* first those of ac_calls, with their numbers */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   size_t *parts;
   uint32_t *instrs;
} ac_owners;

/* The second is for profiles with instructions. */
void ac_owners_open(ac_owners *owners, const tk_alloc *alloc, const ac_profile *profile);
void ac_owners_open_instrs(ac_owners *owners, const tk_alloc *alloc,
                           const ac_profile *profile);

/* What all parts of a function cost themselves; `sums` has room for the events. */
void ac_owner_self(const ac_profile *profile, const ac_owner *owner, int64_t *sums);
