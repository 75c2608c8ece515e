/* ah_weight.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_weight.h"

#include "base/an_span.h"
#include "heap/ah_look.h"

#include <string.h>

/* ---- Reading ---- */

/* Reads a number from 1 to n of what `noun` says, as an index. */
static bool parse_number(size_t *index, const char *text, size_t n, const char *noun,
                         an_error *error)
{
   uint64_t number = 0;
   for (const char *digit = text; *digit != '\0'; digit++) {
      if (*digit < '0' || *digit > '9')
         return an_fail(error, "expected peak, end, total, the number of a "
                               "snapshot, a percentage of the run, time=TIME, or look=N");
      if (number <= UINT32_MAX)
         number = number * 10 + (uint64_t)(*digit - '0');
   }
   if (n == 0)
      return an_fail(error, "the profile has no %ss", noun);
   *index = number - 1;
   return (number > 0 && number <= n) || an_fail(error, "expected %s 1 to %zu", noun, n);
}

static bool parse_time(ah_weight *weight, const ah_profile *profile, const char *text,
                       an_error *error)
{
   an_span rest = an_span_of(text);
   long double time;
   if (!an_span_take_number(&rest, &time))
      return an_fail(error, "expected time=TIME or time=PERCENT%%");
   if (an_span_take_key(&rest, "%")) {
      if (time > 100)
         return an_fail(error, "expected a percentage from 0 to 100");
      time *= profile->totals.end_time / 100.0L;
   }
   if (an_span_length(rest) > 0)
      return an_fail(error, "expected time=TIME or time=PERCENT%%");
   if (profile->n_snapshots == 0)
      return an_fail(error, "the profile has no snapshots");
   *weight = (ah_weight){ AH_AT_SNAPSHOT, 0 };
   long double least = -1;
   for (size_t i = 0; i < profile->n_snapshots; i++) {
      long double distance = profile->snapshots[i].time - time;
      if (distance < 0)
         distance = -distance;
      if (least < 0 || distance < least) {
         least = distance;
         weight->index = i;
      }
   }
   return true;
}

bool ah_weight_parse(ah_weight *weight, const ah_profile *profile, const char *text,
                     an_error *error)
{
   if (strcmp(text, "peak") == 0 || strcmp(text, "end") == 0) {
      *weight = (ah_weight){ *text == 'p' ? AH_AT_PEAK : AH_AT_END, 0 };
      return profile->has_lifetimes || an_fail(error, "the profile has only totals");
   }
   if (strcmp(text, "total") == 0) {
      *weight = (ah_weight){ AH_TOTAL, 0 };
      return true;
   }
   if (strncmp(text, "time=", 5) == 0)
      return parse_time(weight, profile, text + 5, error);
   if (strchr(text, '%') != NULL)
      return parse_time(weight, profile, text, error);
   if (strncmp(text, "look=", 5) == 0) {
      weight->kind = AH_AT_LOOK;
      return parse_number(&weight->index, text[5] == '\0' ? "?" : text + 5,
                          profile->n_looks, "owner snapshot", error);
   }
   weight->kind = AH_AT_SNAPSHOT;
   return parse_number(&weight->index, *text == '\0' ? "?" : text, profile->n_snapshots,
                       "snapshot", error);
}

/* ---- Values ---- */

const char *ah_weight_name(ah_weight weight)
{
   switch (weight.kind) {
   case AH_AT_PEAK: return "peak";
   case AH_AT_END: return "end";
   case AH_TOTAL: return "total";
   case AH_AT_LOOK: return "look";
   default: return "snapshot";
   }
}

int64_t ah_weight_time(ah_weight weight, const ah_profile *profile)
{
   switch (weight.kind) {
   case AH_AT_PEAK: return profile->totals.peak_time;
   case AH_AT_SNAPSHOT: return profile->snapshots[weight.index].time;
   case AH_AT_LOOK: return profile->looks[weight.index].time;
   default: return profile->totals.end_time;
   }
}

size_t ah_weight_look(ah_weight weight, const ah_profile *profile)
{
   int64_t time = ah_weight_time(weight, profile), least = INT64_MAX;
   size_t nearest = weight.index;
   for (size_t i = 0; i < profile->n_looks && weight.kind != AH_AT_LOOK; i++) {
      int64_t distance = profile->looks[i].time - time;
      if (distance < 0)
         distance = -distance;
      if (distance <= least) {
         least = distance;
         nearest = i;
      }
   }
   return nearest;
}

ah_amount ah_weight_amount(ah_weight weight, const ah_profile *profile)
{
   switch (weight.kind) {
   case AH_AT_PEAK: return profile->totals.peak;
   case AH_AT_END: return profile->totals.end;
   case AH_TOTAL: return profile->totals.total;
   case AH_AT_LOOK: return profile->looks[weight.index].live;
   default: return profile->snapshots[weight.index].live;
   }
}

static ah_amount amount_of(ah_weight weight, const ah_site *site)
{
   switch (weight.kind) {
   case AH_AT_PEAK: return site->at_peak;
   case AH_AT_END: return site->at_end;
   case AH_TOTAL: return site->total;
   default: return (ah_amount){ 0, 0 };
   }
}

static void add_snapshot(const ah_snapshot *snapshot, ah_amount *amounts, int64_t *n_rest,
                         ah_amount *rest)
{
   for (size_t i = 0; i < snapshot->n_sites; i++)
      ah_amount_add(&amounts[snapshot->sites[i].site], snapshot->sites[i].amount);
   *n_rest = snapshot->n_rest;
   *rest = snapshot->rest;
}

/* Leaks are all blocks, of four kinds. */
static void add_look(const ah_look *look, ah_amount *amounts)
{
   for (size_t i = 0; i < look->n_leak_sites; i++) {
      const ah_leak_site *leak = &look->leak_sites[i];
      ah_amount_add(&amounts[leak->site], leak->amount);
      ah_amount_add(&amounts[leak->site], leak->ignored);
   }
}

void ah_weight_sites(ah_weight weight, const tk_alloc *alloc, const ah_profile *profile,
                     ah_amount **amounts, int64_t *n_rest, ah_amount *rest)
{
   size_t n = profile->n_sites;
   *n_rest = 0;
   *rest = (ah_amount){ 0, 0 };
   /* One more, since there can be no site. */
   *amounts = tk_get(alloc, "hp.weight", (n + 1) * sizeof **amounts);
   for (size_t i = 0; i < n; i++)
      (*amounts)[i] = amount_of(weight, &profile->sites[i]);
   if (weight.kind == AH_AT_SNAPSHOT)
      add_snapshot(&profile->snapshots[weight.index], *amounts, n_rest, rest);
   else if (weight.kind == AH_AT_LOOK)
      add_look(&profile->looks[weight.index], *amounts);
}
