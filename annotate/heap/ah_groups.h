/* ah_groups.h -- allocation sites whose blocks belong together: those of one type or,
   where the type is unknown, those allocated at one place in the program.

   Recursion, and templates called from many places, spread the blocks of one type
   over many sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_owner.h"
#include "heap/ah_profile.h"
#include "types/ty_types.h"

/* The type of a site's blocks, or NULL if it is not known (ah_type.h). */
typedef const ty_type *ah_type_function(ty_types *types, const ah_profile *profile,
                                        const ah_site *site);

typedef struct ah_group {
   const ty_type *type;   /* of the blocks, or of their elements; or NULL */
   const uint32_t *sites; /* the first has most bytes at the peak (ah_rank_first) */
   size_t n;
   int64_t peak_B; /* their sum; at most INT64_MAX */
} ah_group;

/* The groups of all sites whose blocks the program decides about. */
typedef struct ah_groups {
   ah_group *groups; /* most bytes at the peak first */
   size_t n;
   const ty_type **types; /* by site; NULL: unknown */
   bool *is_of_program;   /* by site: AH_OWNER_PROGRAM */
   /* private: */
   uint32_t *sites;
   int64_t *places; /* while groups are made, by site: what the program's innermost frame
                       ranks */
} ah_groups;

/* `types` is passed to type_of; that is NULL if no types are known.  Names and fields
   are borrowed from `types`. */
void ah_groups_make(ah_groups *groups, const tk_alloc *alloc, const ah_profile *profile,
                    ah_type_function *type_of, ty_types *types);

/* Adds up the amounts of the sites, as those of one site; without heat, threads and
   classes of sizes.  *rare is for the sum's rare values.  False if a sum does not fit. */
bool ah_group_sum(ah_site *sum, ah_rare *rare, const ah_profile *profile,
                  const uint32_t *sites, size_t n);
