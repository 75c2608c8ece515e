/* ac_stakes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "suggest/ac_stakes.h"

#include "base/tk_events.h"
#include "counts/ac_data_lines.h"
#include "data/ac_what_if.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.suggest.stakes"

/* ---- Caches -------------------------------------------------------------- */

/* "32768", "32K", "1M"; 0: no size. */
static int64_t read_size(const char *text)
{
   char *end;
   long long size = strtoll(text, &end, 10);
   int shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
   return size > 0 && size < 1LL << 30 ? size << shift : 0;
}

/* "D1 cache:         32768 B, 64 B, 8-way associative". */
static int64_t size_of_cache(const ac_profile *profile, const char *start)
{
   const ac_texts *texts = ac_profile_texts(profile, AC_DESC);
   size_t n = strlen(start);
   for (size_t i = 0; i < texts->n; i++)
      if (strncmp(texts->text[i], start, n) == 0)
         return read_size(texts->text[i] + n);
   return 0;
}

/* The second level's, of a machine that has a third one. */
static int64_t size_of_second(const ac_profile *profile)
{
   const ac_texts *texts = ac_profile_texts(profile, AC_MACHINE);
   for (size_t i = 1; i < texts->n; i++) {
      const char *size = strstr(texts->text[i], " size=");
      if (strncmp(texts->text[i], "L2 ", 3) == 0 && size != NULL)
         return read_size(size + strlen(" size="));
   }
   return 0;
}

static bool has_prefetchers(const ac_profile *profile)
{
   const ac_texts *texts = ac_profile_texts(profile, AC_MACHINE);
   for (size_t i = 1; i < texts->n; i++)
      if (strncmp(texts->text[i], "prefetch ", 9) == 0)
         return true;
   return false;
}

/* ---- What is at stake ---------------------------------------------------- */

typedef struct {
   ac_stakes *stakes;
   ac_gains gains;
   const ac_profile *profile;
} finder;

static ac_stake_level level_of(const tk_event *event)
{
   return event->level == 0               ? AC_STAKE_WALKS
          : event->level == 1             ? AC_STAKE_FIRST
          : event->level == TK_EVENT_LAST ? AC_STAKE_LAST
                                          : AC_STAKE_MIDDLE;
}

/* The cycles that a row waits for data, by level, as prices split them. */
static void split_row(finder *f, const int64_t *counts,
                      long double cycles[AC_STAKE_LEVELS])
{
   long double all = 0, wait = ac_gains_of_group(&f->gains, counts, TK_EVENT_DATA);
   for (int level = 0; level < AC_STAKE_LEVELS; level++)
      cycles[level] = 0;
   for (size_t i = 0; i < f->gains.n; i++) {
      const tk_event *event = tk_event_find(ac_profile_event(f->profile, i));
      if (event == NULL || event->group != TK_EVENT_DATA || event->price == 0)
         continue;
      long double price = (long double)event->price * (long double)counts[i];
      cycles[level_of(event)] += price;
      all += price;
   }
   for (int level = 0; level < AC_STAKE_LEVELS && all > 0; level++)
      cycles[level] *= wait / all;
}

static void split_objects(finder *f, const ac_data_lines *c,
                          const long double cycles[AC_STAKE_LEVELS])
{
   const ac_data_view *view = f->stakes->view;
   int64_t first = 0, last = 0;
   for (size_t i = 0; i < c->n_entries; i++) {
      first += ac_data_misses(view, c->entries[i].counts);
      last += ac_data_last_misses(view, c->entries[i].counts);
   }
   for (size_t i = 0; i < c->n_entries; i++) {
      const int64_t *counts = c->entries[i].counts;
      ac_stake *stake = &f->stakes->of[view->object_of[c->entries[i].datum]];
      for (int level = 0; level < AC_STAKE_LEVELS; level++) {
         bool is_last = level == AC_STAKE_LAST;
         int64_t all = is_last ? last : first;
         int64_t own = is_last ? ac_data_last_misses(view, counts)
                               : ac_data_misses(view, counts);
         if (all > 0)
            stake->cycles[level] += cycles[level] * (long double)own / (long double)all;
      }
   }
}

static bool split_all(finder *f)
{
   ac_data_lines c = { .profile = f->profile, .data = f->stakes->view->data };
   long double cycles[AC_STAKE_LEVELS];
   while (ac_data_lines_next(&c))
      if (c.n_entries > 0) {
         split_row(f, c.lines.counts, cycles);
         split_objects(f, &c, cycles);
      }
   return !c.failed;
}

an_status ac_stakes_open(ac_stakes *stakes, const tk_alloc *alloc,
                         const ac_profile *profile, const ac_data_report *report)
{
   const ac_data_view *view = &report->view;
   *stakes = (ac_stakes){
      .cache_B = { size_of_cache(profile, "D1 cache:"), size_of_second(profile),
                   size_of_cache(profile, "LL cache:") },
      .misses = ac_data_misses(view, view->totals),
      .has_prefetchers = has_prefetchers(profile),
      .view = view,
      .alloc = alloc,
   };
   size_t size_B = (view->n_objects + 1) * sizeof *stakes->of;
   stakes->of = tk_get(alloc, LABEL, size_B);
   if (stakes->of == NULL)
      return AN_NO_MEMORY;
   memset(stakes->of, 0, size_B);
   if (report->cycles == NULL)
      return AN_OK;
   finder f = { .stakes = stakes, .profile = profile };
   stakes->all = ac_metric_value(report->cycles, ac_profile_totals(profile));
   bool ok = ac_gains_open(&f.gains, alloc, profile, report->cycles);
   if (ok) {
      ok = split_all(&f);
      ac_gains_close(&f.gains);
   }
   if (ok)
      return AN_OK;
   ac_stakes_close(stakes);
   return AN_NO_MEMORY;
}

void ac_stakes_close(ac_stakes *stakes)
{
   tk_put(stakes->alloc, stakes->of);
}

/* ---- What a layout leaves of it ------------------------------------------- */

static double elements_of(const ac_data_object *object)
{
   double size_B = (double)object->type->size_B;
   double bytes = (double)(object->of->kind == AC_DATA_HEAP ? object->bytes
                                                            : object->of->size_B);
   return bytes / size_B;
}

/* The part of random uses that miss a cache of which the object has its share. */
static double miss_rate(double hot_B, double cache_B)
{
   return hot_B > cache_B ? 1 - cache_B / hot_B : 0;
}

/* What lines of memory cost that come for the first time: `now` and `then`, in misses of a
   level.  A block has been fetched by its allocator when the program gets it; if it moves,
   its first use fetches it. */
static double first_misses(const ac_stakes *stakes, const ac_data_object *object,
                           double misses, const ac_plan_effect *now,
                           const ac_plan_effect *then, double *left)
{
   double n = elements_of(object), line_B = (double)stakes->view->data->look_line_B;
   double cold = n * now->ever_B / line_B, moved = n * then->ever_B / line_B;
   *left = moved;
   if (cold <= misses)
      return cold;
   /* Not all that comes is missed: prefetchers bring it, or it has been there. */
   if (stakes->has_prefetchers || !then->moves)
      *left = now->ever_B > 0 && moved < cold ? misses * moved / cold : misses;
   return misses;
}

/* The part of a level's misses that is left.  Misses that only bring data for the first
   time are not saved by what stays in the cache. */
static double left_of(const ac_stakes *stakes, uint32_t index, ac_stake_level level,
                      double misses, const ac_plan_effect *now,
                      const ac_plan_effect *then)
{
   const ac_data_object *object = &stakes->view->objects[index];
   double n = elements_of(object), first_left;
   double own = (double)ac_data_misses(stakes->view, object->counts);
   double cache_B = (double)stakes->cache_B[level] * own / (double)stakes->misses;
   double rate = miss_rate(n * now->hot_B, cache_B);
   double again = rate > 0 ? miss_rate(n * then->hot_B, cache_B) / rate : 1;
   if (misses <= 0)
      return 1;
   double first = first_misses(stakes, object, misses, now, then, &first_left);
   if (level == AC_STAKE_FIRST) /* looks have first misses, too */
      return then->lines * (first + (misses - first) * again) / misses;
   return (first_left + (misses - first) * then->lines * again) / misses;
}

double ac_stakes_misses(const ac_stakes *stakes, uint32_t object,
                        const ac_plan_effect *now, const ac_plan_effect *then)
{
   double misses = (double)ac_data_misses(stakes->view,
                                          stakes->view->objects[object].counts);
   return left_of(stakes, object, AC_STAKE_FIRST, misses, now, then);
}

long double ac_stakes_gain(const ac_stakes *stakes, uint32_t object,
                           const ac_plan_effect *now, const ac_plan_effect *then)
{
   const ac_data_object *o = &stakes->view->objects[object];
   const ac_stake *stake = &stakes->of[object];
   double first = (double)ac_data_misses(stakes->view, o->counts);
   double last = (double)ac_data_last_misses(stakes->view, o->counts);
   double left[AC_STAKE_LEVELS];
   left[AC_STAKE_FIRST] = left_of(stakes, object, AC_STAKE_FIRST, first, now, then);
   left[AC_STAKE_MIDDLE] = left_of(stakes, object, AC_STAKE_MIDDLE, first, now, then);
   left[AC_STAKE_LAST] = left_of(stakes, object, AC_STAKE_LAST, last, now, then);
   left[AC_STAKE_WALKS] = left[AC_STAKE_FIRST];
   long double gain = 0;
   for (int level = 0; level < AC_STAKE_LEVELS; level++)
      gain += stake->cycles[level] * (1 - (long double)left[level]);
   return gain;
}
