/* ac_object_waits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_object_waits.h"

#include "types/ty_types.h"

static const double FROM_MEMORY_LEAST = 0.05;

double ac_data_bytes(const ac_data_object *object)
{
   return (double)(object->of->kind == AC_DATA_HEAP ? object->bytes : object->of->size_B);
}

double ac_miss_rate(double hot_B, double cache_B)
{
   return hot_B > cache_B ? 1 - cache_B / hot_B : 0;
}

/* Adds what an entry has of one field of its object's type. */
static void add_field(ac_object_wait *to, const ty_type *type, const ac_data_entry *entry,
                      double cycles, double misses)
{
   ac_data_spot spot = ac_data_spot_of(entry->place, type);
   for (size_t i = 0; spot.name != NULL && i < type->n_fields; i++)
      if (type->fields[i].offset == spot.offset) {
         to->field_cycles[i] += cycles;
         to->field_misses[i] += misses;
         return;
      }
}

/* Adds what a line waits for one entry. */
static void add_entry(ac_object_waits *to, const ac_data_view *view,
                      const ac_waits *waits, const ac_data_entry *entry)
{
   uint32_t object = view->object_of[entry->datum];
   for (int level = 0; level < AC_WAITS; level++)
      to->of[object].cycles[level] += ac_waits_part(waits, entry, (ac_wait)level);
   add_field(&to->of[object], view->objects[object].type, entry,
             ac_waits_sum(waits, entry), (double)ac_data_misses(view, entry->counts));
}

/* Lines from memory for each first-level miss, by datum: of lines that a cache has, few
   come from there. */
static double *find_lines(const ac_data_view *view, const tk_alloc *alloc, double cache_B)
{
   double *of = tk_get(alloc, AN_LABEL, (view->data->n_data + 1) * sizeof *of);
   for (size_t i = 0; i < view->data->n_data; i++) {
      const ac_data_object *object = &view->objects[view->object_of[i]];
      double misses = (double)ac_data_misses(view, object->counts);
      double lines = (double)object->n_lines_fetched;
      of[i] = (lines > misses && misses > 0 ? lines / misses : 1)
              * (FROM_MEMORY_LEAST + ac_miss_rate(ac_data_bytes(object), cache_B));
   }
   return of;
}

static void begin_objects(ac_object_waits *waits, const ac_data_view *view)
{
   waits->of = tk_arena_get_zeroed(&waits->arena,
                                   (view->n_objects + 1) * sizeof *waits->of);
   for (size_t i = 0; i < view->n_objects; i++) {
      const ty_type *type = view->objects[i].type;
      size_t n = type == NULL ? 0 : type->n_fields;
      double *of = tk_arena_get_zeroed(&waits->arena, (2 * n + 1) * sizeof *of);
      waits->of[i].field_cycles = of;
      waits->of[i].field_misses = of + n;
   }
}

void ac_object_waits_open(ac_object_waits *waits, const tk_alloc *alloc,
                          const ac_profile *profile, const ac_data_view *view,
                          const ac_metric *cycles)
{
   ac_prices prices;
   ac_data_lines line = { .profile = profile, .data = view->data };
   tk_arena_init(&waits->arena, alloc, AN_LABEL);
   begin_objects(waits, view);
   ac_prices_open(&prices, profile, cycles);
   double *lines = find_lines(view, alloc,
                              (double)prices.machine->caches[AC_CACHE_LL].size_B);
   ac_waits of_line = { .lines = lines };
   while (ac_data_lines_next(&line)) {
      if (line.n_entries > 0)
         ac_waits_of(&of_line, &prices, &line);
      for (size_t i = 0; i < line.n_entries; i++)
         add_entry(waits, view, &of_line, &line.entries[i]);
   }
}

double ac_object_wait_sum(const ac_object_wait *wait)
{
   double sum = 0;
   for (int level = 0; level < AC_WAITS; level++)
      sum += wait->cycles[level];
   return sum;
}
