/* ah_weight.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_weight.h"

#include "base/an_span.h"
#include "heap/ah_look.h"

#include <stdio.h>
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
   *weight = (ah_weight){ .kind = AH_AT_SNAPSHOT };
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
      *weight = (ah_weight){ .kind = *text == 'p' ? AH_AT_PEAK : AH_AT_END };
      return profile->has_lifetimes || an_fail(error, "the profile has only totals");
   }
   if (strcmp(text, "total") == 0) {
      *weight = (ah_weight){ .kind = AH_TOTAL };
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

/* ---- Since a snapshot ---- */

/* When the blocks of the moment were allocated. */
static const ah_births *births_of(ah_weight weight, const ah_profile *profile)
{
   static const ah_births none;
   switch (weight.kind) {
   case AH_AT_END: return &profile->end_births;
   case AH_AT_SNAPSHOT: return &profile->snapshots[weight.index].births;
   default: return &none;
   }
}

/* The last snapshot up to the time, or the first behind it, that can be named: SIZE_MAX
   if there is none. */
static size_t near(const ah_profile *profile, int64_t time, bool is_before,
                   bool needs_births)
{
   size_t found = SIZE_MAX;
   for (size_t i = 0; i < profile->n_snapshots; i++) {
      const ah_snapshot *s = &profile->snapshots[i];
      if ((needs_births && !s->births.is_known) || (s->time <= time) != is_before)
         continue;
      if (is_before || found == SIZE_MAX)
         found = i;
   }
   return found;
}

/* "; near it are snapshots 3, at 40.1% of the run, and 4, at 51.0%". */
static bool fail_since(const ah_profile *profile, ah_weight at, bool needs_births,
                       const char *text, an_error *error)
{
   int64_t time = ah_weight_time(at, profile);
   char names[2][64] = { "", "" };
   for (int side = 0; side < 2; side++) {
      size_t i = near(profile, time, side == 0, needs_births);
      if (i != SIZE_MAX)
         snprintf(names[side], sizeof names[side], "%zu (%.1Lf%%)", i + 1,
                  100.0L * profile->snapshots[i].time / profile->totals.end_time);
   }
   const char *and = *names[0] != '\0' && *names[1] != '\0' ? " and " : "";
   return an_fail(error,
                  needs_births ? "when the blocks live at %.20s were allocated is not "
                                 "recorded; it is for the end%s%s%s%s"
                               : "what was allocated since %.20s is not recorded; it is "
                                 "since snapshots%s%s%s%s",
                  text,
                  needs_births && *names[0] + *names[1] != 0 ? " and snapshots " : " ",
                  names[0], and, names[1]);
}

bool ah_weight_parse_since(ah_weight *weight, const ah_profile *profile, const char *from,
                           const char *to, an_error *error)
{
   ah_weight since;
   if (!ah_weight_parse(&since, profile, from, error)
       || !ah_weight_parse(weight, profile, to, error))
      return false;
   if (since.kind == AH_TOTAL || weight->kind == AH_TOTAL)
      return an_fail(error, "total is no moment");
   if (profile->n_snapshots == 0)
      return an_fail(error, "the profile has no snapshots");
   if (!profile->end_births.is_known)
      return an_fail(error,
                     "the profile does not record when live blocks were allocated; "
                     "run a newer heapprof, with snapshots of a heap");
   if (since.kind != AH_AT_SNAPSHOT)
      return fail_since(profile, since, false, from, error);
   if (!births_of(*weight, profile)->is_known)
      return fail_since(profile, *weight, true, to, error);
   bool is_later = weight->kind == AH_AT_SNAPSHOT ? weight->index > since.index
                                                  : ah_weight_time(*weight, profile)
                                                       >= ah_weight_time(since, profile);
   weight->since = since.index + 1;
   return is_later || an_fail(error, "%.20s is not before %.20s", from, to);
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

/* Whether blocks of the generation count. */
static bool is_since(ah_weight weight, const ah_born *born)
{
   return born->from + (size_t)1 >= weight.since;
}

static ah_amount amount_since(ah_weight weight, const ah_profile *profile)
{
   ah_amount sum = { 0, 0 };
   const ah_births *births = births_of(weight, profile);
   for (size_t i = 0; i < births->n; i++)
      if (is_since(weight, &births->of[i]))
         ah_amount_add(&sum, births->of[i].amount); /* parts of a sum that fits */
   return sum;
}

ah_amount ah_weight_amount(ah_weight weight, const ah_profile *profile)
{
   if (weight.since > 0)
      return amount_since(weight, profile);
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

static void add_since(ah_weight weight, const ah_profile *profile, ah_amount *amounts,
                      int64_t *n_rest, ah_amount *rest)
{
   const ah_births *births = births_of(weight, profile);
   for (size_t i = 0; i < births->n; i++) {
      const ah_born *born = &births->of[i];
      if (is_since(weight, born))
         ah_amount_add(born->site == profile->n_sites ? rest : &amounts[born->site],
                       born->amount);
   }
   if (rest->blocks > 0)
      *n_rest = profile->snapshots[weight.index].n_rest;
}

void ah_weight_sites(ah_weight weight, const tk_alloc *alloc, const ah_profile *profile,
                     ah_amount **amounts, int64_t *n_rest, ah_amount *rest)
{
   size_t n = profile->n_sites;
   *n_rest = 0;
   *rest = (ah_amount){ 0, 0 };
   /* One more, since there can be no site. */
   *amounts = tk_get(alloc, AN_LABEL, (n + 1) * sizeof **amounts);
   for (size_t i = 0; i < n; i++)
      (*amounts)[i] = weight.since > 0 ? (ah_amount){ 0, 0 }
                                       : amount_of(weight, &profile->sites[i]);
   if (weight.since > 0)
      add_since(weight, profile, *amounts, n_rest, rest);
   else if (weight.kind == AH_AT_SNAPSHOT)
      add_snapshot(&profile->snapshots[weight.index], *amounts, n_rest, rest);
   else if (weight.kind == AH_AT_LOOK)
      add_look(&profile->looks[weight.index], *amounts);
}
