/* ac_sweep.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char START[] = "Lm@";

/* ---- Names ---- */

/* What follows the number: the kind, and how much one is. */
static const struct {
   const char *unit;
   ac_sweep_kind kind;
   int shift;
} units[] = {
   { "", AC_SWEEP_SIZE, 0 },   { "K", AC_SWEEP_SIZE, 10 }, { "M", AC_SWEEP_SIZE, 20 },
   { "G", AC_SWEEP_SIZE, 30 }, { "w", AC_SWEEP_WAYS, 0 },  { "B", AC_SWEEP_LINE, 0 },
};

bool ac_sweep_is_column(const char *event, ac_sweep_kind *kind, int64_t *amount)
{
   enum { DIGITS = 7 };
   if (strncmp(event, START, sizeof START - 1) != 0)
      return false;
   const char *number = event + sizeof START - 1;
   size_t digits = strspn(number, "0123456789");
   if (digits == 0 || digits > DIGITS || *number == '0')
      return false;
   for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
      if (strcmp(number + digits, units[i].unit) != 0)
         continue;
      if (kind != NULL)
         *kind = units[i].kind;
      if (amount != NULL)
         *amount = strtoll(number, NULL, 10) << units[i].shift;
      return true;
   }
   return false;
}

const char *ac_sweep_amount(char to[AC_SWEEP_NAME_B], const ac_sweep *sweep, size_t point)
{
   static const char *const suffixes[] = { "bytes", "KiB", "MiB", "GiB" };
   int64_t amount = sweep->points[point].amount;
   size_t unit = 0;
   if (sweep->kind == AC_SWEEP_WAYS) {
      snprintf(to, AC_SWEEP_NAME_B, "%" PRId64 " way%s", amount, amount == 1 ? "" : "s");
      return to;
   }
   for (; amount % 1024 == 0 && unit < 3; amount /= 1024)
      unit++;
   snprintf(to, AC_SWEEP_NAME_B, "%" PRId64 " %s", amount, suffixes[unit]);
   return to;
}

const char *ac_sweep_kind_name(ac_sweep_kind kind)
{
   static const char *const names[AC_N_SWEEP_KINDS] = {
      [AC_SWEEP_SIZE] = "size",
      [AC_SWEEP_WAYS] = "ways",
      [AC_SWEEP_LINE] = "line",
   };
   return names[kind];
}

/* ---- Columns ---- */

/* Keeps the points in order. */
static void insert_point(ac_sweep *sweep, ac_sweep_point point)
{
   size_t i = sweep->n++;
   for (; i > 0 && sweep->points[i - 1].amount > point.amount; i--)
      sweep->points[i] = sweep->points[i - 1];
   sweep->points[i] = point;
}

static ac_sweep begin_sweep(ac_sweep_kind kind)
{
   return (ac_sweep){ .kind = kind, .references = { SIZE_MAX, SIZE_MAX, SIZE_MAX } };
}

static void add_event(ac_sweep *sweep, const char *event, size_t index)
{
   static const char *const references[AC_SWEEP_REFERENCES] = { "Dr", "Dw", "I1mr" };
   ac_sweep_kind kind;
   int64_t amount;
   for (size_t i = 0; i < AC_SWEEP_REFERENCES; i++)
      if (strcmp(event, references[i]) == 0)
         sweep->references[i] = index;
   if (sweep->n < AC_SWEEP_MOST && ac_sweep_is_column(event, &kind, &amount)
       && kind == sweep->kind)
      insert_point(sweep, (ac_sweep_point){ event + sizeof START - 1, amount, index });
}

bool ac_sweep_find_in(ac_sweep *sweep, const char *const *events, size_t n,
                      ac_sweep_kind kind)
{
   *sweep = begin_sweep(kind);
   for (size_t i = 0; i < n; i++)
      add_event(sweep, events[i], i);
   return sweep->n > 1;
}

bool ac_sweep_find(ac_sweep *sweep, const ac_profile *profile)
{
   for (int kind = 0; kind < AC_N_SWEEP_KINDS; kind++) {
      *sweep = begin_sweep((ac_sweep_kind)kind);
      for (size_t i = 0; i < ac_profile_n_events(profile); i++)
         add_event(sweep, ac_profile_event(profile, i), i);
      if (sweep->n > 1)
         return true;
   }
   return false;
}

/* ---- Curves ---- */

static size_t least_of(const ac_sweep *sweep, const ac_curve *curve)
{
   size_t least = 0;
   for (size_t i = 1; i < sweep->n; i++)
      if (curve->misses[i] < curve->misses[least])
         least = i;
   return least;
}

static bool is_percent_of(double part, int percent, double whole)
{
   return 100 * part >= percent * whole;
}

/* Longer lines always take some misses of neighbours: the least is what matters. */
static void find_shape(const ac_sweep *sweep, ac_curve *curve)
{
   size_t last = sweep->n - 1, least = least_of(sweep, curve);
   double first = (double)curve->misses[0], end = (double)curve->misses[least];
   double fall = first - end;
   /* The smallest can miss least, by chance or in a damaged file. */
   if (fall == 0 || !is_percent_of(fall, AC_CURVE_FLAT_PERCENT, first)) {
      curve->shape = AC_CURVE_FLAT;
      return;
   }
   for (size_t i = 1; i <= least; i++)
      if (is_percent_of((double)(curve->misses[i - 1] - curve->misses[i]),
                        AC_CURVE_KNEE_PERCENT, fall))
         curve->knees |= 1u << i;
   curve->fits = least;
   while (sweep->kind != AC_SWEEP_LINE
          && 100 * ((double)curve->misses[curve->fits - 1] - end)
                <= AC_CURVE_REST_PERCENT * fall)
      curve->fits--;
   /* With many misses left at the last point, more can help. */
   curve->shape = curve->fits == last && is_percent_of(end, AC_CURVE_FLAT_PERCENT, first)
                     ? AC_CURVE_FALLS
                     : AC_CURVE_FITS;
}

ac_curve ac_curve_of(const ac_sweep *sweep, const int64_t *counts)
{
   ac_curve curve = { .shape = AC_CURVE_NONE };
   bool has_misses = false;
   for (size_t i = 0; i < sweep->n; i++) {
      curve.misses[i] = counts[sweep->points[i].event];
      has_misses |= curve.misses[i] != 0;
   }
   if (has_misses)
      find_shape(sweep, &curve);
   return curve;
}

/* ---- Reuse distances ---- */

static int64_t rest_of(int64_t all, int64_t part)
{
   return all > part ? all - part : 0;
}

ac_reuse ac_reuse_of(const ac_sweep *sweep, const int64_t *counts)
{
   ac_reuse reuse = { .all = 0 };
   int64_t more = 0;
   for (size_t i = 0; i < AC_SWEEP_REFERENCES; i++)
      if (sweep->references[i] != SIZE_MAX
          && __builtin_add_overflow(reuse.all, counts[sweep->references[i]], &reuse.all))
         reuse.all = INT64_MAX;
   more = reuse.all;
   for (size_t i = 0; i < sweep->n; i++) {
      int64_t misses = counts[sweep->points[i].event];
      reuse.within[i] = rest_of(more, misses);
      more = misses;
   }
   reuse.within[sweep->n] = more;
   return reuse;
}
