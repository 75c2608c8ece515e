/* ah_value.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_value.h"

#include "heap/ah_look.h"

#include <stdio.h>
#include <string.h>

#define SITE(member) offsetof(ah_site, member), false
#define RARE(member) offsetof(ah_rare, member), true

#define NOT_SORTED NULL, NULL, AH_UNIT_NONE, NULL, NULL

/* clang-format off */
const ah_value ah_values[AH_N_VALUES] = {
   [AH_SORT_PEAK] = {
      "peak", "Bytes at the peak", AH_UNIT_BYTES, "", " at the peak",
      SITE(at_peak.bytes), AH_VALUE_LIFETIMES,
      { 3, "peak_bytes" }, { 3, "peak_bytes" } },
   [AH_SORT_PEAK_BLOCKS] = {
      "peak_blocks", "Blocks at the peak", AH_UNIT_BLOCKS, "", " at the peak",
      SITE(at_peak.blocks), AH_VALUE_LIFETIMES,
      { 4, "peak_blocks" }, { 4, "peak_blocks" } },
   [AH_SORT_TOTAL] = {
      "total", "Bytes allocated", AH_UNIT_BYTES, "", " in all",
      SITE(total.bytes), AH_VALUE_ANY, { 1, "total_bytes" }, { 1, "total_bytes" } },
   [AH_SORT_BLOCKS] = {
      "blocks", "Blocks allocated", AH_UNIT_BLOCKS, "", " in all",
      SITE(total.blocks), AH_VALUE_ANY, { 2, "total_blocks" }, { 2, "total_blocks" } },
   [AH_SORT_LEAKED] = {
      "leaked", "Bytes live at the end", AH_UNIT_BYTES, "", " at the end",
      SITE(at_end.bytes), AH_VALUE_LIFETIMES, { 5, "end_bytes" }, { 5, "end_bytes" } },
   [AH_SORT_LEAKED_BLOCKS] = {
      "leaked_blocks", "Blocks live at the end", AH_UNIT_BLOCKS, "", " at the end",
      SITE(at_end.blocks), AH_VALUE_LIFETIMES,
      { 6, "end_blocks" }, { 6, "end_blocks" } },
   [AH_SORT_LOST] = {
      "lost", "Bytes lost at the end", AH_UNIT_BYTES, "", " lost at the end",
      RARE(lost.bytes), AH_VALUE_LOST, { 0, NULL }, { 0, NULL } },
   [AH_SORT_TEMPORARY] = {
      "temporary", "Temporary blocks", AH_UNIT_BLOCKS, "temporary ", "",
      SITE(temporary.blocks), AH_VALUE_FATES,
      { 13, "temporary_blocks" }, { 10, "temporary_blocks" } },
   [AH_SORT_REALLOCS] = {
      "reallocs", "Reallocations", AH_UNIT_NONE, "reallocations", "",
      RARE(reallocs), AH_VALUE_FATES, { 20, "reallocs" }, { 11, "reallocs" } },
   [AH_SORT_MOVED] = {
      "moved", "Bytes copied by reallocations", AH_UNIT_BYTES,
      "", " copied by reallocations",
      RARE(moved.bytes), AH_VALUE_MOVES, { 31, "moved_bytes" }, { 30, "moved_bytes" } },
   [AH_SORT_READS] = {
      "reads", "Bytes read", AH_UNIT_BYTES, "", " read",
      RARE(reads), AH_VALUE_ACCESSES, { 22, "read_bytes" }, { 21, "bytes_read" } },
   [AH_SORT_WRITES] = {
      "writes", "Bytes written", AH_UNIT_BYTES, "", " written",
      RARE(writes), AH_VALUE_ACCESSES,
      { 23, "written_bytes" }, { 22, "bytes_written" } },
   [AH_SORT_NEVER_READ] = {
      "never_read", "Bytes never read", AH_UNIT_BYTES, "", " never read",
      RARE(never_read.bytes), AH_VALUE_NEVER,
      { 24, "never_read_bytes" }, { 23, "never_read_bytes" } },
   [AH_SORT_NEVER_WRITTEN] = {
      "never_written", "Bytes never written", AH_UNIT_BYTES, "", " never written",
      RARE(never_written.bytes), AH_VALUE_NEVER,
      { 26, "never_written_bytes" }, { 25, "never_written_bytes" } },
   [AH_SORT_NEVER_TOUCHED] = {
      "never_touched", "Bytes neither read nor written", AH_UNIT_BYTES,
      "", " neither read nor written",
      RARE(never_touched.bytes), AH_VALUE_NEVER,
      { 28, "never_touched_bytes" }, { 27, "never_touched_bytes" } },
   [AH_SORT_LIVE] = {
      "live", "Largest live bytes", AH_UNIT_BYTES, "their own maximum of live ", "",
      SITE(max.bytes), AH_VALUE_LIFETIMES, { 7, "max_bytes" }, { 7, "max_bytes" } },
   [AH_SORT_LIFETIME] = {
      "lifetime", "Sum of lifetimes", AH_UNIT_NONE, "sum of the blocks' lifetimes", "",
      SITE(lifetime), AH_VALUE_LIFETIMES, { 11, "lifetime" }, { 16, "lifetime_sum" } },
   [AH_MAX_BLOCKS] = { NOT_SORTED, SITE(max.blocks), AH_VALUE_LIFETIMES,
      { 8, "max_blocks" }, { 8, "max_blocks" } },
   [AH_TEMPORARY_BYTES] = { NOT_SORTED, SITE(temporary.bytes), AH_VALUE_FATES,
      { 12, "temporary_bytes" }, { 9, "temporary_bytes" } },
   [AH_MIN_SIZE] = { NOT_SORTED, SITE(min_size), AH_VALUE_FATES,
      { 14, "min_size" }, { 14, "min_size" } },
   [AH_MAX_SIZE] = { NOT_SORTED, SITE(max_size), AH_VALUE_FATES,
      { 15, "max_size" }, { 15, "max_size" } },
   [AH_FREED_BLOCKS] = { NOT_SORTED, SITE(freed_blocks), AH_VALUE_FATES,
      { 16, "freed_blocks" }, { 17, "freed_blocks" } },
   [AH_SHORTEST] = { NOT_SORTED, SITE(shortest), AH_VALUE_FREED,
      { 17, "shortest" }, { 19, "shortest_lifetime" } },
   [AH_LONGEST] = { NOT_SORTED, SITE(longest), AH_VALUE_FREED,
      { 18, "longest" }, { 20, "longest_lifetime" } },
   [AH_FREED_LIFETIME] = { NOT_SORTED, SITE(freed_lifetime), AH_VALUE_FATES,
      { 19, "freed_lifetime" }, { 18, "freed_lifetime_sum" } },
   [AH_FAILED] = { NOT_SORTED, RARE(failed.blocks), AH_VALUE_FATES,
      { 21, "failed" }, { 12, "failed_requests" } },
   [AH_FAILED_BYTES] = { NOT_SORTED, RARE(failed.bytes), AH_VALUE_FATES,
      { 0, NULL }, { 13, "failed_bytes" } },
   [AH_NEVER_READ_BLOCKS] = { NOT_SORTED, RARE(never_read.blocks), AH_VALUE_NEVER,
      { 25, "never_read_blocks" }, { 24, "never_read_blocks" } },
   [AH_NEVER_WRITTEN_BLOCKS] = { NOT_SORTED, RARE(never_written.blocks), AH_VALUE_NEVER,
      { 27, "never_written_blocks" }, { 26, "never_written_blocks" } },
   [AH_NEVER_TOUCHED_BLOCKS] = { NOT_SORTED, RARE(never_touched.blocks), AH_VALUE_NEVER,
      { 29, "never_touched_blocks" }, { 28, "never_touched_blocks" } },
   [AH_MOVES] = { NOT_SORTED, RARE(moved.blocks), AH_VALUE_MOVES,
      { 30, "moves" }, { 29, "moves" } },
   [AH_AT_BYTES] = {
      NULL, "Bytes live at the moment", AH_UNIT_NONE, NULL, NULL,
      offsetof(ah_amount, bytes), false, AH_VALUE_AT,
      { 9, "at_bytes" }, { 0, NULL } },
   [AH_AT_BLOCKS] = {
      NULL, "Blocks live at the moment", AH_UNIT_NONE, NULL, NULL,
      offsetof(ah_amount, blocks), false, AH_VALUE_AT,
      { 10, "at_blocks" }, { 0, NULL } },
};
/* clang-format on */

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
   case AH_VALUE_FATES:
   case AH_VALUE_FREED: return ah_profile_has_fates(profile);
   case AH_VALUE_MOVES: return profile->has_moves && ah_profile_has_fates(profile);
   case AH_VALUE_ACCESSES: return profile->has_accesses;
   case AH_VALUE_NEVER: return profile->has_accesses && profile->is_heapprof;
   case AH_VALUE_LOST: return ah_look_at_end(profile) != NULL;
   case AH_VALUE_AT: return profile->at != NULL;
   case AH_VALUE_ANY: break;
   }
   return true;
}

void ah_value_report(const ah_value *columns[AH_REPORT_COLUMNS])
{
   for (size_t i = 0; i < AH_N_VALUES; i++)
      if (ah_values[i].report.place > 0)
         columns[ah_values[i].report.place - 1] = &ah_values[i];
}

void ah_value_export(const ah_value *columns[AH_EXPORT_COLUMNS])
{
   for (size_t i = 0; i < AH_N_VALUES; i++)
      if (ah_values[i].export.place > 0)
         columns[ah_values[i].export.place - 1] = &ah_values[i];
}

void ah_value_describe(const ah_value *value, const ah_profile *profile, char *text,
                       size_t size_B)
{
   const char *unit = value->unit == AH_UNIT_BYTES    ? profile->bytes_unit
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
