/* ac_stakes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_stakes.h"

#include "counts/ac_machine.h"

#include <math.h>

/* What a field's misses cost is known of those with a hundredth of all. */
enum { KNOWN_PART = 100, STEPS = 40, VISITS_MOST = 1 << 20 };

void ac_stakes_open(ac_stakes *stakes, const ac_profile *profile,
                    const ac_data_report *report)
{
   const ac_data_view *view = &report->view;
   const ac_machine *machine = ac_profile_machine(profile);
   const ac_cache *first = &machine->caches[AC_CACHE_D1];
   *stakes = (ac_stakes){
      .of = report->waits.of,
      .cache_B = { first->size_B, machine->second_B,
                   machine->caches[AC_CACHE_LL].size_B },
      .line_B = machine->line_B,
      .n_sets = first->n_ways == 0 ? 0 : first->size_B / first->line_B / first->n_ways,
      .misses = ac_data_misses(view, view->totals),
      .has_prefetchers = machine->n_prefetchers > 0,
      .view = view,
   };
   if (report->cycles != NULL)
      stakes->all = ac_metric_value(report->cycles, ac_profile_totals(profile));
}

/* ---- What a layout leaves of it ------------------------------------------- */

static double elements_of(const ac_data_object *object)
{
   bool is_heap = object->of->kind == AC_DATA_HEAP;
   if (object->type == NULL || object->type->size_B <= 0)
      return is_heap ? (double)object->n_blocks : 1;
   return ac_data_bytes(object) / (double)object->type->size_B;
}

typedef struct {
   const ac_stakes *stakes;
   const ac_data_object *object;
   const ac_plan_effect *now, *then;
   double n;   /* elements */
   double own; /* its first-level misses */
   double rate[2],
      again; /* random uses that miss, now and then; the latter by the former */
} leaving;

static leaving begin_leaving(const ac_stakes *stakes, uint32_t index,
                             const ac_plan_effect *now, const ac_plan_effect *then)
{
   const ac_data_object *object = &stakes->view->objects[index];
   return (leaving){ .stakes = stakes,
                     .object = object,
                     .now = now,
                     .then = then,
                     .n = elements_of(object),
                     .own = (double)ac_data_misses(stakes->view, object->counts) };
}

/* The bytes that a cache gets while each element is visited so often, on average. */
static double bytes_in(const ac_plan_effect *effect, double n, double visits)
{
   double bytes = 0;
   for (size_t i = 0; i < effect->n_hot; i++)
      bytes += n * effect->hot[i].bytes * (1 - exp(-effect->hot[i].share * visits));
   return bytes;
}

/* Che's approximation of LRU (H. Che, Y. Tung, Z. Wang: Hierarchical web caching systems,
   2002): all stays for the same time, until the cache is full; what is not used again
   within that is missed. */
static double miss_rate_of(const ac_plan_effect *effect, double n, double cache_B)
{
   double low = 0, high = 1, missed = 0, all = 0;
   if (effect->n_hot == 0)
      return ac_miss_rate(n * effect->hot_B, cache_B);
   while (high < VISITS_MOST && bytes_in(effect, n, high) < cache_B)
      high *= 2;
   if (high >= VISITS_MOST)
      return 0;
   for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      *(bytes_in(effect, n, middle) < cache_B ? &low : &high) = middle;
   }
   for (size_t i = 0; i < effect->n_hot; i++) {
      missed += effect->hot[i].share * exp(-effect->hot[i].share * low);
      all += effect->hot[i].share;
   }
   return missed / all;
}

static void rate_level(leaving *l, ac_wait level)
{
   double cache_B = (double)l->stakes->cache_B[level] * l->own
                    / (double)l->stakes->misses;
   l->rate[0] = miss_rate_of(l->now, l->n, cache_B);
   l->rate[1] = miss_rate_of(l->then, l->n, cache_B);
   l->again = l->rate[0] > 0 ? l->rate[1] / l->rate[0] : 1;
}

/* Lines of memory that come for the first time: now, and then. */
static double first_lines(const leaving *l, const ac_plan_effect *effect)
{
   return l->n * effect->ever_B / (double)l->stakes->line_B;
}

/* The part of the first-level misses that is left.  Looks have all of these; what comes
   for the first time does not stay in the cache from before. */
static double left_of_first(const leaving *l, double lines)
{
   double first = l->own > 0 ? first_lines(l, l->now) / l->own : 1;
   first = first < 1 ? first : 1;
   return lines * (first + (1 - first) * l->again);
}

/* The same of a level behind.  With prefetchers, misses do not say how often its lines
   were fetched: that is as often as the first level fetches and the level does not have
   them. */
static double left_behind(const leaving *l, double misses)
{
   double cold = first_lines(l, l->now), moved = first_lines(l, l->then), first;
   if (l->stakes->has_prefetchers) {
      double again = ((double)l->object->n_lines_fetched - cold) * l->rate[0];
      first = again > 0 ? cold / (cold + again) : 1;
   } else {
      first = misses > 0 && cold < misses ? cold / misses : 1;
   }
   double again_left = (1 - first) * l->then->waits * l->again;
   /* A block has been fetched by its allocator when the program gets it; if it moves, its
      first use fetches it. */
   if (l->then->moves && !l->stakes->has_prefetchers && misses > 0)
      return moved / misses + again_left;
   return first * (cold > 0 ? moved / cold : 1) + again_left;
}

void ac_stakes_waits(const ac_stakes *stakes, uint32_t object, const ty_type *type,
                     double *waits)
{
   const ac_object_wait *stake = &stakes->of[object];
   const bool has_fields = type == stakes->view->objects[object].type;
   size_t n = type->n_fields;
   double cycles = 0, misses = 0;
   for (size_t i = 0; i < n; i++) {
      waits[i] = 1;
      cycles += !has_fields ? 0 : stake->field_cycles[i];
      misses += !has_fields ? 0 : stake->field_misses[i];
   }
   /* With the prices of misses, all cost the same at a level. */
   for (size_t i = 0; i < n && stakes->has_prefetchers && cycles > 0; i++)
      if (stake->field_misses[i] * KNOWN_PART >= misses)
         waits[i] = stake->field_cycles[i] / stake->field_misses[i] * misses / cycles;
}

double ac_stakes_elements(const ac_stakes *stakes, uint32_t object)
{
   return elements_of(&stakes->view->objects[object]);
}

double ac_stakes_misses(const ac_stakes *stakes, uint32_t object,
                        const ac_plan_effect *now, const ac_plan_effect *then)
{
   leaving l = begin_leaving(stakes, object, now, then);
   rate_level(&l, AC_WAIT_FIRST);
   return left_of_first(&l, then->lines);
}

long double ac_stakes_gain(const ac_stakes *stakes, uint32_t object,
                           const ac_plan_effect *now, const ac_plan_effect *then)
{
   const ac_object_wait *stake = &stakes->of[object];
   leaving l = begin_leaving(stakes, object, now, then);
   double last = (double)ac_data_last_misses(stakes->view, l.object->counts);
   double left[AC_WAITS];
   rate_level(&l, AC_WAIT_FIRST);
   left[AC_WAIT_FIRST] = left[AC_WAIT_WALKS] = left_of_first(&l, then->waits);
   rate_level(&l, AC_WAIT_MIDDLE);
   left[AC_WAIT_MIDDLE] = left_behind(&l, l.own);
   rate_level(&l, AC_WAIT_LAST);
   left[AC_WAIT_LAST] = left_behind(&l, last);
   left[AC_WAIT_TRAFFIC] = l.rate[0] > 0 ? left[AC_WAIT_LAST] : then->lines;
   long double gain = 0;
   for (int level = 0; level < AC_WAITS; level++)
      gain += stake->cycles[level] * (1 - (long double)left[level]);
   return gain;
}
