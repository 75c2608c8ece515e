/* ah_weight.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_weight.h"

#include "base/an_span.h"

#include <string.h>

/* ---- Reading ---- */

static bool need_snapshots(const ah_profile *profile, an_error *error)
{
   return profile->n_snapshots > 0 || an_fail(error, "the profile has no snapshots");
}

static bool parse_number(ah_weight *weight, const ah_profile *profile, const char *text,
                         an_error *error)
{
   uint64_t number = 0;
   for (const char *digit = text; *digit != '\0'; digit++) {
      if (*digit < '0' || *digit > '9')
         return an_fail(error, "expected peak, end, total, the number of a "
                               "snapshot, a percentage of the run, or time=TIME");
      if (number <= UINT32_MAX)
         number = number * 10 + (uint64_t)(*digit - '0');
   }
   if (!need_snapshots(profile, error))
      return false;
   if (number == 0 || number > profile->n_snapshots)
      return an_fail(error, "expected a snapshot from 1 to %zu", profile->n_snapshots);
   *weight = (ah_weight){ AH_AT_SNAPSHOT, number - 1 };
   return true;
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
   if (!need_snapshots(profile, error))
      return false;
   *weight = (ah_weight){ AH_AT_SNAPSHOT, 0 };
   long double least = -1;
   for (size_t i = 0; i < profile->n_snapshots; i++) {
      long double distance = profile->snapshots[i].time - time;
      if (distance < 0)
         distance = -distance;
      if (least < 0 || distance < least) {
         least = distance;
         weight->snapshot = i;
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
   return parse_number(weight, profile, *text == '\0' ? "?" : text, error);
}

/* ---- Values ---- */

const char *ah_weight_name(ah_weight weight)
{
   switch (weight.kind) {
   case AH_AT_PEAK: return "peak";
   case AH_AT_END: return "end";
   case AH_TOTAL: return "total";
   default: return "snapshot";
   }
}

int64_t ah_weight_time(ah_weight weight, const ah_profile *profile)
{
   switch (weight.kind) {
   case AH_AT_PEAK: return profile->totals.peak_time;
   case AH_AT_SNAPSHOT: return profile->snapshots[weight.snapshot].time;
   default: return profile->totals.end_time;
   }
}

ah_amount ah_weight_amount(ah_weight weight, const ah_profile *profile)
{
   switch (weight.kind) {
   case AH_AT_PEAK: return profile->totals.peak;
   case AH_AT_END: return profile->totals.end;
   case AH_TOTAL: return profile->totals.total;
   default: return profile->snapshots[weight.snapshot].live;
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

bool ah_weight_sites(ah_weight weight, const tk_alloc *alloc, const ah_profile *profile,
                     ah_amount **amounts, int64_t *n_rest, ah_amount *rest)
{
   size_t n = profile->n_sites;
   *n_rest = 0;
   *rest = (ah_amount){ 0, 0 };
   /* One more, since there can be no site. */
   *amounts = tk_get(alloc, "hp.weight", (n + 1) * sizeof **amounts);
   if (*amounts == NULL)
      return false;
   for (size_t i = 0; i < n; i++)
      (*amounts)[i] = amount_of(weight, &profile->sites[i]);
   if (weight.kind != AH_AT_SNAPSHOT)
      return true;
   const ah_snapshot *snapshot = &profile->snapshots[weight.snapshot];
   for (size_t i = 0; i < snapshot->n_sites; i++)
      ah_amount_add(&(*amounts)[snapshot->sites[i].site], snapshot->sites[i].amount);
   *n_rest = snapshot->n_rest;
   *rest = snapshot->rest;
   return true;
}
