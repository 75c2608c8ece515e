/* tk_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_regions.h"

#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "base/tk_strings.h"
#include "base/tk_table.h"

struct tk_regions_table {
   tk_strings *names;
   tk_table by_name; /* by name and parent: indices of `regions` */
   tk_region *regions[TK_REGIONS_MAX];
};

void tk_regions_init(tk_regions *regions, const tk_alloc *alloc, unsigned n_sums,
                     unsigned n_values, unsigned n_marks)
{
   *regions = (tk_regions){
      .alloc = alloc,
      .n_sums = n_sums,
      .n_values = n_values,
      .n_marks = n_marks,
   };
}

static void free_threads(tk_regions *regions, tk_region_thread *thread)
{
   while (thread != NULL) {
      tk_region_thread *next = thread->next;
      tk_put(regions->alloc, thread);
      thread = next;
   }
}

void tk_regions_fini(tk_regions *regions)
{
   free_threads(regions, regions->threads);
   free_threads(regions, regions->spare);
   if (regions->table == NULL)
      return;
   for (uint32_t i = 0; i < regions->n_regions; i++)
      tk_put(regions->alloc, regions->table->regions[i]);
   tk_strings_free(regions->table->names);
   tk_table_fini(&regions->table->by_name);
   tk_put(regions->alloc, regions->table);
}

/* ---- Paths --------------------------------------------------------------- */

const tk_region *tk_regions_at(const tk_regions *regions, uint32_t index)
{
   return regions->table->regions[index];
}

static void make_table(tk_regions *regions)
{
   if (regions->table != NULL)
      return;
   struct tk_regions_table *table = tk_get(regions->alloc, "tk.regions", sizeof *table);
   table->names = tk_strings_new(regions->alloc);
   table->by_name = (tk_table){ .alloc = regions->alloc, .label = "tk.regions" };
   regions->table = table;
}

static tk_region *new_region(tk_regions *regions, uint32_t parent, const char *name,
                             uint64_t hash)
{
   if (regions->n_regions == TK_REGIONS_MAX)
      return NULL;
   tk_region *region = tk_get(regions->alloc, "tk.regions",
                              sizeof *region
                                 + regions->n_values * sizeof region->values[0]);
   *region = (tk_region){ .name = name, .parent = parent };
   tk_count_clear_all(region->values, regions->n_values);
   tk_table_add(&regions->table->by_name, hash, regions->n_regions);
   regions->table->regions[regions->n_regions++] = region;
   return region;
}

/* The region of this name within `parent`.  TK_NO_REGION: there is no room. */
static uint32_t find_region(tk_regions *regions, uint32_t parent, const char *name,
                            size_t length_B)
{
   make_table(regions);
   struct tk_regions_table *table = regions->table;
   name = tk_strings_intern(table->names, name,
                            length_B < TK_REGIONS_NAME_B ? length_B : TK_REGIONS_NAME_B);
   uint64_t hash = tk_hash_word((uintptr_t)name ^ (uint64_t)parent << 32);
   TK_TABLE_EACH(i, &table->by_name, hash)
      if (table->regions[i]->name == name && table->regions[i]->parent == parent)
         return i;
   return new_region(regions, parent, name, hash) == NULL ? TK_NO_REGION
                                                          : regions->n_regions - 1;
}

/* ---- Threads ------------------------------------------------------------- */

static void push_thread(tk_region_thread **list, tk_region_thread *thread)
{
   thread->next = *list;
   *list = thread;
}

tk_region_thread *tk_regions_thread(tk_regions *regions, uint64_t number)
{
   tk_region_thread **link = &regions->threads;
   while (*link != NULL && (*link)->number != number)
      link = &(*link)->next;
   tk_region_thread *thread = *link;
   if (thread != NULL && thread != regions->threads) {
      *link = thread->next;
      push_thread(&regions->threads, thread);
   }
   return thread;
}

/* Makes a record for a thread that is in no region yet. */
static tk_region_thread *enter_thread(tk_regions *regions, uint64_t number)
{
   tk_region_thread *thread = regions->spare;
   const size_t running_B = regions->n_sums * sizeof(uint64_t);
   if (thread != NULL)
      regions->spare = thread->next;
   else
      thread = tk_get(regions->alloc, "tk.regions",
                      sizeof *thread + running_B
                         + (size_t)TK_REGIONS_DEPTH * regions->n_marks
                              * sizeof(uint64_t));
   *thread = (tk_region_thread){
      .number = number,
      .marks = thread->running + regions->n_sums,
   };
   tk_count_clear_all(thread->running, regions->n_sums);
   push_thread(&regions->threads, thread);
   return thread;
}

uint64_t *tk_regions_values(tk_regions *regions, const tk_region_thread *thread,
                            uint32_t depth)
{
   uint32_t index = thread->open[depth];
   return index == TK_NO_REGION ? NULL : regions->table->regions[index]->values;
}

static void mark_sums(const tk_regions *regions, tk_region_thread *thread, uint32_t depth)
{
   for (unsigned i = 0; i < regions->n_sums; i++)
      tk_regions_marks(regions, thread, depth)[i] = thread->running[i];
}

/* A region within one without values has none, either. */
static uint32_t find_inner(tk_regions *regions, const tk_region_thread *thread,
                           const char *name, size_t length_B)
{
   if (thread->depth == 0)
      return find_region(regions, TK_NO_REGION, name, length_B);
   uint32_t parent = thread->open[thread->depth - 1];
   return parent == TK_NO_REGION ? TK_NO_REGION
                                 : find_region(regions, parent, name, length_B);
}

tk_begun tk_regions_begin(tk_regions *regions, uint64_t number, const char *name,
                          size_t length_B)
{
   tk_region_thread *thread = tk_regions_thread(regions, number);
   if (thread == NULL)
      thread = enter_thread(regions, number);
   if (thread->depth == TK_REGIONS_DEPTH) {
      thread->n_deeper++;
      return TK_BEGUN_TOO_DEEP;
   }
   uint32_t index = find_inner(regions, thread, name, length_B);
   thread->open[thread->depth] = index;
   mark_sums(regions, thread, thread->depth);
   thread->depth++;
   if (index == TK_NO_REGION)
      return TK_BEGUN_UNKNOWN;
   regions->table->regions[index]->count++;
   return TK_BEGUN;
}

bool tk_regions_end(tk_regions *regions, uint64_t number)
{
   tk_region_thread *thread = tk_regions_thread(regions, number);
   if (thread == NULL)
      return false;
   if (thread->n_deeper > 0) {
      thread->n_deeper--;
      return true;
   }
   thread->depth--;
   uint64_t *values = tk_regions_values(regions, thread, thread->depth);
   const uint64_t *marks = tk_regions_marks(regions, thread, thread->depth);
   for (unsigned i = 0; i < regions->n_sums && values != NULL; i++)
      values[i] += thread->running[i] - marks[i];
   if (thread->depth == 0) {
      regions->threads = thread->next; /* the search has put it first */
      push_thread(&regions->spare, thread);
   }
   return true;
}

uint64_t tk_regions_depth(tk_regions *regions, uint64_t number)
{
   const tk_region_thread *thread = tk_regions_thread(regions, number);
   return thread == NULL ? 0 : thread->depth + thread->n_deeper;
}

uint64_t tk_regions_other(const tk_regions *regions, uint64_t number)
{
   const tk_region_thread *thread = regions->threads;
   while (thread != NULL && thread->number == number)
      thread = thread->next;
   return thread == NULL ? 0 : thread->number;
}

/* ---- All ------------------------------------------------------------------- */

uint64_t tk_regions_sum(const tk_regions *regions, uint32_t index, unsigned sum)
{
   uint64_t total = tk_regions_at(regions, index)->values[sum];
   for (const tk_region_thread *t = regions->threads; t != NULL; t = t->next)
      for (uint32_t d = 0; d < t->depth; d++)
         if (t->open[d] == index)
            total += t->running[sum] - tk_regions_marks(regions, t, d)[sum];
   return total;
}

void tk_regions_zero(tk_regions *regions)
{
   for (uint32_t i = 0; i < regions->n_regions; i++) {
      tk_region *region = regions->table->regions[i];
      region->count = 0;
      tk_count_clear_all(region->values, regions->n_values);
   }
   for (tk_region_thread *t = regions->threads; t != NULL; t = t->next)
      for (uint32_t d = 0; d < t->depth; d++) {
         mark_sums(regions, t, d);
         if (t->open[d] != TK_NO_REGION)
            regions->table->regions[t->open[d]]->count++;
      }
}
