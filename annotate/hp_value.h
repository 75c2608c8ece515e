/* hp_value.h -- the values of a site that can be compared, limited and
   exported, by name.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_VALUE_H
#define HP_VALUE_H

#include "hp_profile.h"

typedef struct hp_value {
   const char *name;  /* "peak" */
   const char *title; /* "Bytes at the peak" */
   /* private: */
   size_t offset; /* in an hp_site */
   enum { HP_VALUE_ANY, HP_VALUE_LIFETIMES, HP_VALUE_HEAPPROF } of;
} hp_value;

enum { HP_VALUES = 8 };

/* All, those of most interest first. */
extern const hp_value hp_values[HP_VALUES];

/* That of the name, or NULL. */
const hp_value *hp_value_find(const char *name);

/* Whether profiles of this kind have it: without lifetimes nothing is known of
   peaks and the end, and only heapprof tells the rest. */
bool hp_value_is_known(const hp_value *value, const hp_profile *profile);

static inline int64_t hp_value_of(const hp_value *value, const hp_site *site)
{
   return *(const int64_t *)((const char *)site + value->offset);
}

#endif
