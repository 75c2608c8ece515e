/* ac_stakes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "suggest/ac_stakes.h"

#include "base/tk_events.h"
#include "counts/ac_data_lines.h"
#include "counts/ac_machine.h"
#include "data/ac_what_if.h"

#include <math.h>
#include <string.h>

#define LABEL "an.suggest.stakes"

static const double FROM_MEMORY_LEAST = 0.05;

/* What a field's misses cost is known of those with a hundredth of all. */
enum { KNOWN_PART = 100, STEPS = 40, VISITS_MOST = 1 << 20 };

/* ---- What is at stake ---------------------------------------------------- */

typedef struct {
   ac_stakes *stakes;
   ac_gains gains;
   const ac_profile *profile;
   /* Events: cycles that memory is busy, and of page walks; SIZE_MAX: none. */
   size_t traffic, walks;
   double *lines; /* by object: lines from memory for each first-level miss */
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
   long double traffic = f->traffic == SIZE_MAX ? 0 : (long double)counts[f->traffic];
   for (int level = 0; level < AC_STAKE_LEVELS; level++)
      cycles[level] = 0;
   long double walks = f->walks == SIZE_MAX ? 0 : (long double)counts[f->walks];
   traffic = traffic < wait ? traffic : wait;
   wait -= traffic;
   walks = walks < wait ? walks : wait;
   wait -= walks;
   for (size_t i = 0; i < f->gains.n; i++) {
      const tk_event *event = tk_event_find(ac_profile_event(f->profile, i));
      if (event == NULL || event->group != TK_EVENT_DATA || event->price == 0
          || (f->walks != SIZE_MAX && level_of(event) == AC_STAKE_WALKS))
         continue;
      long double price = (long double)event->price * (long double)counts[i];
      cycles[level_of(event)] += price;
      all += price;
   }
   for (int level = 0; level < AC_STAKE_LEVELS && all > 0; level++)
      cycles[level] *= wait / all;
   cycles[AC_STAKE_TRAFFIC] = traffic;
   cycles[AC_STAKE_WALKS] += walks;
}

/* What an entry has of the cycles of a level. */
static double part_of_level(const finder *f, const ac_data_entry *entry, int level)
{
   const ac_data_view *view = f->stakes->view;
   double misses = (double)ac_data_misses(view, entry->counts);
   return level == AC_STAKE_LAST      ? (double)ac_data_last_misses(view, entry->counts)
          : level == AC_STAKE_TRAFFIC ? misses * f->lines[view->object_of[entry->datum]]
                                      : misses;
}

/* Adds what an entry has of one field of its object's type. */
static void add_field(const ac_stakes *stakes, const ac_data_entry *entry, double cycles,
                      double misses)
{
   uint32_t index = stakes->view->object_of[entry->datum];
   const ty_type *type = stakes->view->objects[index].type;
   const ac_stake *stake = &stakes->of[index];
   ac_data_spot spot = ac_data_spot_of(entry->place, type);
   for (size_t i = 0;
        spot.name != NULL && stake->field_cycles != NULL && i < type->n_fields; i++)
      if (type->fields[i].offset == spot.offset) {
         stake->field_cycles[i] += cycles;
         stake->field_misses[i] += misses;
         return;
      }
}

static void split_objects(finder *f, const ac_data_lines *c,
                          const long double cycles[AC_STAKE_LEVELS])
{
   for (int level = 0; level < AC_STAKE_LEVELS; level++) {
      double all = 0;
      for (size_t i = 0; i < c->n_entries; i++)
         all += part_of_level(f, &c->entries[i], level);
      for (size_t i = 0; i < c->n_entries && all > 0; i++) {
         uint32_t object = f->stakes->view->object_of[c->entries[i].datum];
         double part = part_of_level(f, &c->entries[i], level) / all;
         f->stakes->of[object].cycles[level] += cycles[level] * (long double)part;
         add_field(f->stakes, &c->entries[i], (double)cycles[level] * part, 0);
      }
   }
   for (size_t i = 0; i < c->n_entries; i++)
      add_field(f->stakes, &c->entries[i], 0,
                (double)ac_data_misses(f->stakes->view, c->entries[i].counts));
}

/* The bytes of an object that can be used. */
static double size_of(const ac_data_object *object)
{
   return (double)(object->of->kind == AC_DATA_HEAP ? object->bytes : object->of->size_B);
}

/* The part of random uses that miss a cache. */
static double miss_rate(double hot_B, double cache_B)
{
   return hot_B > cache_B ? 1 - cache_B / hot_B : 0;
}

/* Of lines that a cache has, few come from memory. */
static void find_lines(finder *f)
{
   const ac_data_view *view = f->stakes->view;
   double cache_B = (double)f->stakes->cache_B[AC_STAKE_LAST];
   f->lines = tk_get(f->stakes->alloc, LABEL, (view->n_objects + 1) * sizeof *f->lines);
   for (size_t i = 0; i < view->n_objects; i++) {
      const ac_data_object *object = &view->objects[i];
      double misses = (double)ac_data_misses(view, object->counts);
      double lines = (double)object->n_lines_fetched;
      f->lines[i] = (lines > misses && misses > 0 ? lines / misses : 1)
                    * (FROM_MEMORY_LEAST + miss_rate(size_of(object), cache_B));
   }
}

static void begin_fields(ac_stakes *stakes)
{
   for (size_t i = 0; i < stakes->view->n_objects; i++) {
      const ty_type *type = stakes->view->objects[i].type;
      size_t n = type == NULL ? 0 : type->n_fields;
      double *of = n == 0 ? NULL : tk_arena_get(&stakes->arena, 2 * n * sizeof *of);
      for (size_t k = 0; k < 2 * n; k++)
         of[k] = 0;
      stakes->of[i].field_cycles = of;
      stakes->of[i].field_misses = of == NULL ? NULL : of + n;
   }
}

static void split_all(finder *f)
{
   ac_data_lines c = { .profile = f->profile, .data = f->stakes->view->data };
   long double cycles[AC_STAKE_LEVELS];
   while (ac_data_lines_next(&c))
      if (c.n_entries > 0) {
         split_row(f, c.lines.counts, cycles);
         split_objects(f, &c, cycles);
      }
}

void ac_stakes_open(ac_stakes *stakes, const tk_alloc *alloc, const ac_profile *profile,
                    const ac_data_report *report)
{
   const ac_data_view *view = &report->view;
   const ac_machine *machine = ac_profile_machine(profile);
   const ac_cache *first = &machine->caches[AC_CACHE_D1];
   *stakes = (ac_stakes){
      .cache_B = { first->size_B, machine->second_B,
                   machine->caches[AC_CACHE_LL].size_B },
      .line_B = machine->line_B,
      .n_sets = first->n_ways == 0 ? 0 : first->size_B / first->line_B / first->n_ways,
      .misses = ac_data_misses(view, view->totals),
      .has_prefetchers = machine->n_prefetchers > 0,
      .view = view,
      .alloc = alloc,
   };
   tk_arena_init(&stakes->arena, alloc, LABEL);
   size_t size_B = (view->n_objects + 1) * sizeof *stakes->of;
   stakes->of = tk_get(alloc, LABEL, size_B);
   memset(stakes->of, 0, size_B);
   if (report->cycles == NULL)
      return;
   finder f = {
      .stakes = stakes, .profile = profile, .traffic = SIZE_MAX, .walks = SIZE_MAX
   };
   stakes->all = ac_metric_value(report->cycles, ac_profile_totals(profile));
   ac_gains_open(&f.gains, alloc, profile, report->cycles);
   for (size_t i = 0; i < f.gains.n; i++) {
      const tk_event *event = tk_event_find(ac_profile_event(profile, i));
      f.traffic = event == &tk_events[TK_CDP] ? i : f.traffic;
      f.walks = event == &tk_events[TK_CDW] ? i : f.walks;
   }
   begin_fields(stakes);
   find_lines(&f);
   split_all(&f);
   tk_put(alloc, f.lines);
   ac_gains_close(&f.gains);
}

void ac_stakes_close(ac_stakes *stakes)
{
   tk_put(stakes->alloc, stakes->of);
   tk_arena_free(&stakes->arena);
}

/* ---- What a layout leaves of it ------------------------------------------- */

static double elements_of(const ac_data_object *object)
{
   bool is_heap = object->of->kind == AC_DATA_HEAP;
   if (object->type == NULL || object->type->size_B <= 0)
      return is_heap ? (double)object->n_blocks : 1;
   return size_of(object) / (double)object->type->size_B;
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
      return miss_rate(n * effect->hot_B, cache_B);
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

static void rate_level(leaving *l, ac_stake_level level)
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
   const ac_stake *stake = &stakes->of[object];
   const bool has_fields = type == stakes->view->objects[object].type
                           && stake->field_cycles != NULL;
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
   rate_level(&l, AC_STAKE_FIRST);
   return left_of_first(&l, then->lines);
}

long double ac_stakes_gain(const ac_stakes *stakes, uint32_t object,
                           const ac_plan_effect *now, const ac_plan_effect *then)
{
   const ac_stake *stake = &stakes->of[object];
   leaving l = begin_leaving(stakes, object, now, then);
   double last = (double)ac_data_last_misses(stakes->view, l.object->counts);
   double left[AC_STAKE_LEVELS];
   rate_level(&l, AC_STAKE_FIRST);
   left[AC_STAKE_FIRST] = left[AC_STAKE_WALKS] = left_of_first(&l, then->waits);
   rate_level(&l, AC_STAKE_MIDDLE);
   left[AC_STAKE_MIDDLE] = left_behind(&l, l.own);
   rate_level(&l, AC_STAKE_LAST);
   left[AC_STAKE_LAST] = left_behind(&l, last);
   left[AC_STAKE_TRAFFIC] = l.rate[0] > 0 ? left[AC_STAKE_LAST] : then->lines;
   long double gain = 0;
   for (int level = 0; level < AC_STAKE_LEVELS; level++)
      gain += stake->cycles[level] * (1 - (long double)left[level]);
   return gain;
}
