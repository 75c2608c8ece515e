/* hp_value.c -- the values of a site that can be sorted by, compared, limited
   and exported, by name.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_value.h"

#include <stdio.h>
#include <string.h>

#define SITE(member) offsetof(hp_site, member)

const hp_value hp_values[HP_N_SORTS] = {
   [HP_SORT_PEAK]
      = { "peak", "Bytes at the peak", HP_UNIT_BYTES,
          "", " at the peak", SITE(at_peak.bytes), HP_VALUE_LIFETIMES },
   [HP_SORT_PEAK_BLOCKS]
      = { "peak_blocks", "Blocks at the peak", HP_UNIT_BLOCKS,
          "", " at the peak", SITE(at_peak.blocks), HP_VALUE_LIFETIMES },
   [HP_SORT_TOTAL]
      = { "total", "Bytes allocated", HP_UNIT_BYTES,
          "", " in all", SITE(total.bytes), HP_VALUE_ANY },
   [HP_SORT_BLOCKS]
      = { "blocks", "Blocks allocated", HP_UNIT_BLOCKS,
          "", " in all", SITE(total.blocks), HP_VALUE_ANY },
   [HP_SORT_LEAKED]
      = { "leaked", "Bytes live at the end", HP_UNIT_BYTES,
          "", " at the end", SITE(at_end.bytes), HP_VALUE_LIFETIMES },
   [HP_SORT_LEAKED_BLOCKS]
      = { "leaked_blocks", "Blocks live at the end", HP_UNIT_BLOCKS,
          "", " at the end", SITE(at_end.blocks), HP_VALUE_LIFETIMES },
   [HP_SORT_TEMPORARY]
      = { "temporary", "Temporary blocks", HP_UNIT_BLOCKS,
          "temporary ", "", SITE(temporary.blocks), HP_VALUE_FATES },
   [HP_SORT_REALLOCS]
      = { "reallocs", "Reallocations", HP_UNIT_NONE,
          "reallocations", "", SITE(reallocs), HP_VALUE_FATES },
   [HP_SORT_MOVED]
      = { "moved", "Bytes copied by reallocations", HP_UNIT_BYTES,
          "", " copied by reallocations", SITE(moved.bytes), HP_VALUE_MOVES },
   [HP_SORT_READS]
      = { "reads", "Bytes read", HP_UNIT_BYTES,
          "", " read", SITE(reads), HP_VALUE_ACCESSES },
   [HP_SORT_WRITES]
      = { "writes", "Bytes written", HP_UNIT_BYTES,
          "", " written", SITE(writes), HP_VALUE_ACCESSES },
   [HP_SORT_NEVER_READ]
      = { "never_read", "Bytes never read", HP_UNIT_BYTES,
          "", " never read", SITE(never_read.bytes), HP_VALUE_NEVER },
   [HP_SORT_NEVER_WRITTEN]
      = { "never_written", "Bytes never written", HP_UNIT_BYTES,
          "", " never written", SITE(never_written.bytes), HP_VALUE_NEVER },
   [HP_SORT_NEVER_TOUCHED]
      = { "never_touched", "Bytes neither read nor written", HP_UNIT_BYTES,
          "", " neither read nor written", SITE(never_touched.bytes),
          HP_VALUE_NEVER },
   [HP_SORT_LIVE]
      = { "live", "Largest live bytes", HP_UNIT_BYTES,
          "their own maximum of live ", "", SITE(max.bytes),
          HP_VALUE_LIFETIMES },
   [HP_SORT_LIFETIME]
      = { "lifetime", "Sum of lifetimes", HP_UNIT_NONE,
          "sum of the blocks' lifetimes", "", SITE(lifetime),
          HP_VALUE_LIFETIMES },
};

const hp_value *hp_value_find(const char *name, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (strcmp(hp_values[i].name, name) == 0)
         return &hp_values[i];
   return NULL;
}

bool hp_value_is_known(const hp_value *value, const hp_profile *profile)
{
   switch (value->of) {
   case HP_VALUE_LIFETIMES: return profile->has_lifetimes;
   case HP_VALUE_FATES:     return hp_profile_has_fates(profile);
   case HP_VALUE_MOVES:
      return profile->has_moves && hp_profile_has_fates(profile);
   case HP_VALUE_ACCESSES:  return profile->has_accesses;
   case HP_VALUE_NEVER:
      return profile->has_accesses && profile->is_heapprof;
   case HP_VALUE_ANY:       break;
   }
   return true;
}

void hp_value_describe(const hp_value *value, const hp_profile *profile,
                       char *text, size_t size_B)
{
   const char *unit = value->unit == HP_UNIT_BYTES ? profile->bytes_unit
                      : value->unit == HP_UNIT_BLOCKS ? profile->blocks_unit
                                                      : "";
   snprintf(text, size_B, "%s%s%s", value->before, unit, value->after);
}

void hp_value_list(size_t n, char *text, size_t size_B)
{
   size_t length = 0;
   *text = '\0';
   for (size_t i = 0; i < n && length < size_B; i++)
      length += (size_t)snprintf(text + length, size_B - length, "%s%s",
                                 i == 0       ? ""
                                 : i + 1 == n ? " or "
                                              : ", ",
                                 hp_values[i].name);
}
