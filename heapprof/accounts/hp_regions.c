/* hp_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_regions.h"

/* Marks of a region, noted at its begin besides the sums. */
enum {
   LIVE_B = HP_REGION_N_SUMS,
   LIVE_BLOCKS,
   MOST_B, /* most live bytes since then, without regions->most_B */
   N_MARKS,
};

void hp_regions_init(hp_regions *regions, const tk_alloc *alloc)
{
   regions->most_B = 0;
   tk_regions_init(&regions->paths, alloc, HP_REGION_N_SUMS, HP_REGION_N_VALUES, N_MARKS);
}

void hp_regions_fini(hp_regions *regions)
{
   tk_regions_fini(&regions->paths);
}

static void raise_to(uint64_t *value, uint64_t least)
{
   if (*value < least)
      *value = least;
}

static uint64_t *innermost_marks(const hp_regions *regions,
                                 const tk_region_thread *thread)
{
   return tk_regions_marks(&regions->paths, thread, thread->depth - 1);
}

/* Gives the maximum since the last call to the innermost regions. */
static void flush_peak(hp_regions *regions, const hp_heap *heap)
{
   for (const tk_region_thread *thread = regions->paths.threads; thread != NULL;
        thread = thread->next)
      raise_to(&innermost_marks(regions, thread)[MOST_B], regions->most_B);
   regions->most_B = heap->live.bytes;
}

static void set_marks(uint64_t *marks, const hp_heap *heap)
{
   marks[LIVE_B] = marks[MOST_B] = heap->live.bytes;
   marks[LIVE_BLOCKS] = heap->live.blocks;
}

tk_begun hp_regions_begin(hp_regions *regions, hp_heap *heap, uint64_t number,
                          const char *name, size_t length_B)
{
   flush_peak(regions, heap);
   tk_begun begun = tk_regions_begin(&regions->paths, number, name, length_B);
   if (begun != TK_BEGUN_TOO_DEEP)
      set_marks(innermost_marks(regions, tk_regions_thread(&regions->paths, number)),
                heap);
   heap->regions = regions->paths.threads == NULL ? NULL : regions;
   return begun;
}

/* The marks of the innermost region become part of its values, and of the
   region around it. */
static void close_innermost(hp_regions *regions, tk_region_thread *thread)
{
   const uint64_t *marks = innermost_marks(regions, thread);
   uint64_t *values = tk_regions_values(&regions->paths, thread, thread->depth - 1);
   if (values != NULL) {
      raise_to(&values[HP_REGION_PEAK], marks[MOST_B]);
      raise_to(&values[HP_REGION_GROWTH], marks[MOST_B] - marks[LIVE_B]);
   }
   if (thread->depth > 1)
      raise_to(&tk_regions_marks(&regions->paths, thread, thread->depth - 2)[MOST_B],
               marks[MOST_B]);
}

bool hp_regions_end(hp_regions *regions, hp_heap *heap, uint64_t number)
{
   tk_region_thread *thread = tk_regions_thread(&regions->paths, number);
   if (thread == NULL)
      return false;
   flush_peak(regions, heap);
   if (thread->n_deeper == 0)
      close_innermost(regions, thread);
   tk_regions_end(&regions->paths, number);
   heap->regions = regions->paths.threads == NULL ? NULL : regions;
   return true;
}

void hp_regions_unwind(hp_regions *regions, hp_heap *heap, uint64_t number,
                       uint64_t depth)
{
   while (tk_regions_depth(&regions->paths, number) > depth)
      hp_regions_end(regions, heap, number);
}

void hp_regions_keep(hp_regions *regions, hp_heap *heap, uint64_t number)
{
   uint64_t other;
   while ((other = tk_regions_other(&regions->paths, number)) != 0)
      hp_regions_unwind(regions, heap, other, 0);
}

void hp_regions_zero(hp_regions *regions, hp_heap *heap)
{
   flush_peak(regions, heap);
   tk_regions_zero(&regions->paths);
   for (const tk_region_thread *t = regions->paths.threads; t != NULL; t = t->next)
      for (uint32_t depth = 0; depth < t->depth; depth++)
         set_marks(tk_regions_marks(&regions->paths, t, depth), heap);
}

/* ---- Figures --------------------------------------------------------------- */

bool hp_regions_use(hp_regions *regions, const hp_heap *heap, uint64_t number,
                    hp_region_use *use)
{
   const tk_region_thread *thread = tk_regions_thread(&regions->paths, number);
   *use = (hp_region_use){ .name = NULL };
   if (thread == NULL)
      return false;
   flush_peak(regions, heap);
   const uint64_t *marks = innermost_marks(regions, thread);
   uint32_t index = thread->open[thread->depth - 1];
   if (index != TK_NO_REGION)
      use->name = tk_regions_at(&regions->paths, index)->name;
   use->total.bytes = thread->running[HP_REGION_BYTES] - marks[HP_REGION_BYTES];
   use->total.blocks = thread->running[HP_REGION_BLOCKS] - marks[HP_REGION_BLOCKS];
   use->growth = marks[MOST_B] - marks[LIVE_B];
   use->left_B = (int64_t)(heap->live.bytes - marks[LIVE_B]);
   use->left_blocks = (int64_t)(heap->live.blocks - marks[LIVE_BLOCKS]);
   return true;
}

/* Raises the values of a region that is open at a depth to those of the regions
   open inside it. */
static void add_open(const hp_regions *regions, const tk_region_thread *thread,
                     uint32_t depth, hp_region *region)
{
   uint64_t most_B = regions->most_B;
   uint64_t live_B = tk_regions_marks(&regions->paths, thread, depth)[LIVE_B];
   for (uint32_t d = depth; d < thread->depth; d++)
      raise_to(&most_B, tk_regions_marks(&regions->paths, thread, d)[MOST_B]);
   raise_to(&region->peak, most_B);
   raise_to(&region->growth, most_B - live_B);
}

hp_region hp_regions_at(const hp_regions *regions, uint32_t index)
{
   const tk_region *path = tk_regions_at(&regions->paths, index);
   hp_region region = {
      .name = path->name,
      .parent = path->parent,
      .count = path->count,
      .total = {
         tk_regions_sum(&regions->paths, index, HP_REGION_BYTES),
         tk_regions_sum(&regions->paths, index, HP_REGION_BLOCKS),
      },
      .peak = path->values[HP_REGION_PEAK],
      .growth = path->values[HP_REGION_GROWTH],
   };
   for (const tk_region_thread *t = regions->paths.threads; t != NULL; t = t->next)
      for (uint32_t depth = 0; depth < t->depth; depth++)
         if (t->open[depth] == index)
            add_open(regions, t, depth, &region);
   return region;
}
