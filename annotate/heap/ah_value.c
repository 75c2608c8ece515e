/* ah_value.c -- the values of a site that can be sorted by, compared, limited
   and exported, by name.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_value.h"

#include <stdio.h>
#include <string.h>

#define SITE(member) offsetof(ah_site, member)

const ah_value ah_values[AH_N_SORTS] = {
   [AH_SORT_PEAK]
      = { "peak", "Bytes at the peak", AH_UNIT_BYTES,
          "", " at the peak", SITE(at_peak.bytes), AH_VALUE_LIFETIMES },
   [AH_SORT_PEAK_BLOCKS]
      = { "peak_blocks", "Blocks at the peak", AH_UNIT_BLOCKS,
          "", " at the peak", SITE(at_peak.blocks), AH_VALUE_LIFETIMES },
   [AH_SORT_TOTAL]
      = { "total", "Bytes allocated", AH_UNIT_BYTES,
          "", " in all", SITE(total.bytes), AH_VALUE_ANY },
   [AH_SORT_BLOCKS]
      = { "blocks", "Blocks allocated", AH_UNIT_BLOCKS,
          "", " in all", SITE(total.blocks), AH_VALUE_ANY },
   [AH_SORT_LEAKED]
      = { "leaked", "Bytes live at the end", AH_UNIT_BYTES,
          "", " at the end", SITE(at_end.bytes), AH_VALUE_LIFETIMES },
   [AH_SORT_LEAKED_BLOCKS]
      = { "leaked_blocks", "Blocks live at the end", AH_UNIT_BLOCKS,
          "", " at the end", SITE(at_end.blocks), AH_VALUE_LIFETIMES },
   [AH_SORT_TEMPORARY]
      = { "temporary", "Temporary blocks", AH_UNIT_BLOCKS,
          "temporary ", "", SITE(temporary.blocks), AH_VALUE_FATES },
   [AH_SORT_REALLOCS]
      = { "reallocs", "Reallocations", AH_UNIT_NONE,
          "reallocations", "", SITE(reallocs), AH_VALUE_FATES },
   [AH_SORT_MOVED]
      = { "moved", "Bytes copied by reallocations", AH_UNIT_BYTES,
          "", " copied by reallocations", SITE(moved.bytes), AH_VALUE_MOVES },
   [AH_SORT_READS]
      = { "reads", "Bytes read", AH_UNIT_BYTES,
          "", " read", SITE(reads), AH_VALUE_ACCESSES },
   [AH_SORT_WRITES]
      = { "writes", "Bytes written", AH_UNIT_BYTES,
          "", " written", SITE(writes), AH_VALUE_ACCESSES },
   [AH_SORT_NEVER_READ]
      = { "never_read", "Bytes never read", AH_UNIT_BYTES,
          "", " never read", SITE(never_read.bytes), AH_VALUE_NEVER },
   [AH_SORT_NEVER_WRITTEN]
      = { "never_written", "Bytes never written", AH_UNIT_BYTES,
          "", " never written", SITE(never_written.bytes), AH_VALUE_NEVER },
   [AH_SORT_NEVER_TOUCHED]
      = { "never_touched", "Bytes neither read nor written", AH_UNIT_BYTES,
          "", " neither read nor written", SITE(never_touched.bytes),
          AH_VALUE_NEVER },
   [AH_SORT_LIVE]
      = { "live", "Largest live bytes", AH_UNIT_BYTES,
          "their own maximum of live ", "", SITE(max.bytes),
          AH_VALUE_LIFETIMES },
   [AH_SORT_LIFETIME]
      = { "lifetime", "Sum of lifetimes", AH_UNIT_NONE,
          "sum of the blocks' lifetimes", "", SITE(lifetime),
          AH_VALUE_LIFETIMES },
};

const ah_value *ah_value_find(const char *name, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (strcmp(ah_values[i].name, name) == 0)
         return &ah_values[i];
   return NULL;
}

bool ah_value_is_known(const ah_value *value, const ah_profile *profile)
{
   switch (value->of) {
   case AH_VALUE_LIFETIMES: return profile->has_lifetimes;
   case AH_VALUE_FATES:     return ah_profile_has_fates(profile);
   case AH_VALUE_MOVES:
      return profile->has_moves && ah_profile_has_fates(profile);
   case AH_VALUE_ACCESSES:  return profile->has_accesses;
   case AH_VALUE_NEVER:
      return profile->has_accesses && profile->is_heapprof;
   case AH_VALUE_ANY:       break;
   }
   return true;
}

void ah_value_describe(const ah_value *value, const ah_profile *profile,
                       char *text, size_t size_B)
{
   const char *unit = value->unit == AH_UNIT_BYTES ? profile->bytes_unit
                      : value->unit == AH_UNIT_BLOCKS ? profile->blocks_unit
                                                      : "";
   snprintf(text, size_B, "%s%s%s", value->before, unit, value->after);
}

void ah_value_list(size_t n, char *text, size_t size_B)
{
   size_t length = 0;
   *text = '\0';
   for (size_t i = 0; i < n && length < size_B; i++)
      length += (size_t)snprintf(text + length, size_B - length, "%s%s",
                                 i == 0       ? ""
                                 : i + 1 == n ? " or "
                                              : ", ",
                                 ah_values[i].name);
}
