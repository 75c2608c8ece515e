/* ah_site_keys.h -- the keys of a site in a file, for its readers and its writer.

   docs/FORMAT-heapprof.md explains each.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

/* What a value is: a count, an array of n counts, or one that has code of its own. */
typedef enum {
   AH_KEY_COUNT,
   AH_KEY_COUNTS,
   AH_KEY_PATH,
   AH_KEY_CLASSES,
   AH_KEY_THREADS,
   AH_KEY_CUT,
   AH_KEY_HISTOGRAM,
   AH_KEY_HEAT,
} ah_key_kind;

/* Which sites have the key.  One that is not required is left out if all of it is 0. */
enum {
   AH_KEY_REQUIRED = 1,
   AH_KEY_LIFETIMES = 2, /* only profiles with lifetimes, accesses, or by heapprof */
   AH_KEY_ACCESSES = 4,
   AH_KEY_OWN = 8,
   AH_KEY_CHECKED = 16, /* its counts have limits, which ah_read_sites.c checks */
};

enum { AH_KEY_COUNTS_MOST = 9 };

typedef struct ah_site_key {
   char name[6];
   uint8_t kind, of, n;
   bool is_rare;
   uint16_t at[AH_KEY_COUNTS_MOST]; /* of the n counts, or the classes: where they are
                                       in a site, or in its rare values */
} ah_site_key;

/* In the order of a file; a key is in a profile if that has all that the key is of. */
enum { AH_SITE_KEYS = 33 };
extern const ah_site_key ah_site_keys[AH_SITE_KEYS];

/* The parts that the keys of a profile can be of. */
unsigned ah_site_keys_of(const ah_profile *profile, bool own);

/* Sets the counts of a key in a site, whose rare values have room; gets them, and
   returns whether one is not 0. */
void ah_site_key_set(const ah_site_key *key, ah_site *site, const int64_t *counts);
bool ah_site_key_get(const ah_site_key *key, const ah_site *site, int64_t *counts);

/* The classes of a key that has some. */
static inline ah_classes *ah_site_key_classes(const ah_site_key *key, ah_site *site)
{
   return (ah_classes *)(void *)((char *)site + key->at[0]);
}
