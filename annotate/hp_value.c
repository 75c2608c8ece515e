/* hp_value.c -- the values of a site that can be compared, limited and
   exported, by name.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_value.h"

#include <string.h>

const hp_value hp_values[HP_VALUES] = {
   { "peak", "Bytes at the peak", offsetof(hp_site, at_peak.bytes),
     HP_VALUE_LIFETIMES },
   { "peak_blocks", "Blocks at the peak", offsetof(hp_site, at_peak.blocks),
     HP_VALUE_LIFETIMES },
   { "total", "Bytes allocated", offsetof(hp_site, total.bytes),
     HP_VALUE_ANY },
   { "blocks", "Blocks allocated", offsetof(hp_site, total.blocks),
     HP_VALUE_ANY },
   { "leaked", "Bytes live at the end", offsetof(hp_site, at_end.bytes),
     HP_VALUE_LIFETIMES },
   { "leaked_blocks", "Blocks live at the end",
     offsetof(hp_site, at_end.blocks), HP_VALUE_LIFETIMES },
   { "temporary", "Temporary blocks", offsetof(hp_site, temporary.blocks),
     HP_VALUE_HEAPPROF },
   { "reallocs", "Reallocations", offsetof(hp_site, reallocs),
     HP_VALUE_HEAPPROF },
};

const hp_value *hp_value_find(const char *name)
{
   for (size_t i = 0; i < HP_VALUES; i++)
      if (strcmp(hp_values[i].name, name) == 0)
         return &hp_values[i];
   return NULL;
}

bool hp_value_is_known(const hp_value *value, const hp_profile *profile)
{
   switch (value->of) {
   case HP_VALUE_LIFETIMES: return profile->has_lifetimes;
   case HP_VALUE_HEAPPROF:  return profile->is_heapprof;
   case HP_VALUE_ANY:       break;
   }
   return true;
}
