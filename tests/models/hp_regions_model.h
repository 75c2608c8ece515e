/* hp_regions_model.h -- visits of regions, each of which gets every event of its
   thread, side by side with an hp_regions.
   The includer has included cmocka.h, or a substitute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_HP_REGIONS_MODEL_H
#define MODELS_HP_REGIONS_MODEL_H

#include "accounts/hp_regions.h"
#include "unit_alloc.h"

enum {
   THREADS = 4,
   MAX_VISITS = TK_REGIONS_DEPTH,
   MAX_PATHS = 4000,
   PATH_B = 4 * TK_REGIONS_DEPTH,
   BLOCKS = 64,
};

static unit_alloc memory;
static hp_heap heap;
static hp_regions regions;
static uint32_t site;
static uint64_t now;

/* ---- The model ---------------------------------------------------------- */

typedef struct {
   char path[PATH_B]; /* "/a/b" */
   uint64_t count;
   hp_amount total;
   uint64_t peak, growth;
} totals;

typedef struct {
   totals *of; /* its path's */
   hp_amount total;
   hp_amount live; /* at its begin */
   uint64_t most_B;
} visit;

static struct {
   totals paths[MAX_PATHS];
   size_t n_paths;
   struct {
      visit visits[MAX_VISITS];
      size_t n, n_deeper;
   } threads[THREADS];
   hp_amount live;
} model;

static totals *totals_of(const char *path)
{
   for (size_t i = 0; i < model.n_paths; i++)
      if (strcmp(model.paths[i].path, path) == 0)
         return &model.paths[i];
   assert_true(model.n_paths < MAX_PATHS);
   totals *t = &model.paths[model.n_paths++];
   *t = (totals){ .count = 0 };
   strcpy(t->path, path);
   return t;
}

static void add_visit(totals *t, const visit *v)
{
   t->total.bytes += v->total.bytes;
   t->total.blocks += v->total.blocks;
   if (v->most_B > t->peak)
      t->peak = v->most_B;
   if (v->most_B - v->live.bytes > t->growth)
      t->growth = v->most_B - v->live.bytes;
}

static void model_begin(size_t thread, const char *name)
{
   size_t n = model.threads[thread].n;
   if (n == MAX_VISITS) {
      model.threads[thread].n_deeper++;
      return;
   }
   visit *v = &model.threads[thread].visits[n];
   const char *outer = n == 0 ? "" : v[-1].of->path;
   assert_true(strlen(outer) + strlen(name) + 1 < PATH_B);
   char path[PATH_B];
   strcpy(path, outer);
   strcat(path, "/");
   strcat(path, name);
   *v = (visit){ .of = totals_of(path), .live = model.live, .most_B = model.live.bytes };
   v->of->count++;
   model.threads[thread].n++;
}

static bool model_end(size_t thread)
{
   if (model.threads[thread].n == 0)
      return false;
   if (model.threads[thread].n_deeper > 0) {
      model.threads[thread].n_deeper--;
      return true;
   }
   const visit *v = &model.threads[thread].visits[--model.threads[thread].n];
   add_visit(v->of, v);
   return true;
}

static void model_event(size_t thread, hp_amount allocated)
{
   for (size_t i = 0; i < model.threads[thread].n; i++) {
      model.threads[thread].visits[i].total.bytes += allocated.bytes;
      model.threads[thread].visits[i].total.blocks += allocated.blocks;
   }
   for (size_t t = 0; t < THREADS; t++)
      for (size_t i = 0; i < model.threads[t].n; i++)
         if (model.live.bytes > model.threads[t].visits[i].most_B)
            model.threads[t].visits[i].most_B = model.live.bytes;
}

static void model_zero(void)
{
   for (size_t i = 0; i < model.n_paths; i++) {
      totals *t = &model.paths[i];
      t->count = t->total.bytes = t->total.blocks = t->peak = t->growth = 0;
   }
   for (size_t t = 0; t < THREADS; t++)
      for (size_t i = 0; i < model.threads[t].n; i++) {
         visit *v = &model.threads[t].visits[i];
         v->total = (hp_amount){ 0, 0 };
         v->live = model.live;
         v->most_B = model.live.bytes;
         v->of->count++;
      }
}

/* ---- The comparison: regions are numbered in the order of their first begins ---- */

static void path_of(uint32_t index, char *path)
{
   const tk_region *region = tk_regions_at(&regions.paths, index);
   path[0] = '\0';
   if (region->parent != TK_NO_REGION) {
      assert_true(region->parent < index);
      path_of(region->parent, path);
   }
   strcat(path, "/");
   strcat(path, region->name);
}

static void compare_region(uint32_t index)
{
   char path[PATH_B];
   const totals *of = &model.paths[index];
   totals expected = *of;
   path_of(index, path);
   assert_string_equal(path, of->path);
   for (size_t t = 0; t < THREADS; t++)
      for (size_t i = 0; i < model.threads[t].n; i++)
         if (model.threads[t].visits[i].of == of)
            add_visit(&expected, &model.threads[t].visits[i]);
   hp_region found = hp_regions_at(&regions, index);
   assert_int_equal(found.count, expected.count);
   assert_int_equal(found.total.bytes, expected.total.bytes);
   assert_int_equal(found.total.blocks, expected.total.blocks);
   assert_int_equal(found.peak, expected.peak);
   assert_int_equal(found.growth, expected.growth);
}

static void compare_use(size_t thread)
{
   hp_region_use use;
   bool is_in = hp_regions_use(&regions, &heap, thread + 1, &use);
   size_t n = model.threads[thread].n;
   assert_int_equal(tk_regions_depth(&regions.paths, thread + 1),
                    n + model.threads[thread].n_deeper);
   assert_int_equal(is_in, n > 0);
   if (!is_in)
      return;
   const visit *v = &model.threads[thread].visits[n - 1];
   assert_string_equal(use.name, strrchr(v->of->path, '/') + 1);
   assert_int_equal(use.total.bytes, v->total.bytes);
   assert_int_equal(use.total.blocks, v->total.blocks);
   assert_int_equal(use.growth, v->most_B - v->live.bytes);
   assert_int_equal(use.left_B, (int64_t)(model.live.bytes - v->live.bytes));
   assert_int_equal(use.left_blocks, (int64_t)(model.live.blocks - v->live.blocks));
}

static void compare(void)
{
   assert_int_equal(regions.paths.n_regions, model.n_paths);
   for (uint32_t i = 0; i < regions.paths.n_regions; i++)
      compare_region(i);
   for (size_t t = 0; t < THREADS; t++)
      compare_use(t);
   bool any = false;
   for (size_t t = 0; t < THREADS; t++)
      any = any || model.threads[t].n > 0;
   assert_int_equal(heap.regions != NULL, any);
}

/* ---- Events ------------------------------------------------------------------ */

static uint64_t sizes[BLOCKS]; /* 0: no such block */

static void set_up(void)
{
   unit_alloc_init(&memory);
   memset(&regions, 0xa5, sizeof regions);
   model.n_paths = 0; /* the rest of it is large */
   for (size_t t = 0; t < THREADS; t++)
      model.threads[t].n = model.threads[t].n_deeper = 0;
   model.live = (hp_amount){ 0, 0 };
   memset(sizes, 0, sizeof sizes);
   hp_regions_init(&regions, &memory.alloc);
   hp_heap_init(&heap, &memory.alloc, 8, NULL);
   site = hp_heap_add_site(&heap, NULL, 0);
   now = 0;
}

static void tear_down(void)
{
   hp_regions_fini(&regions);
   hp_heap_fini(&heap);
   assert_int_equal(memory.n_live, 0);
}

static void begin(size_t thread, const char *name)
{
   hp_regions_begin(&regions, &heap, thread + 1, name, strlen(name));
   model_begin(thread, name);
}

static void end(size_t thread)
{
   assert_int_equal(hp_regions_end(&regions, &heap, thread + 1), model_end(thread));
}

static void set_block(size_t thread, size_t block, uint64_t size_B)
{
   uint64_t old_B = sizes[block], address = 0x10000 + 64 * block;
   hp_amount allocated = { size_B, size_B > 0 };
   now++;
   if (old_B == 0 && size_B > 0) {
      hp_heap_alloc(&heap, site, thread + 1, TK_LAYER_HEAP, address, size_B, now);
   } else if (size_B == 0) {
      hp_heap_free(&heap, TK_LAYER_HEAP, address, now);
   } else {
      uint32_t index = hp_heap_realloc_begin(&heap, TK_LAYER_HEAP, address);
      hp_heap_realloc_end(&heap, index, thread + 1, address, size_B, now);
   }
   model.live.bytes += size_B - old_B;
   model.live.blocks += (size_B > 0) - (old_B > 0);
   sizes[block] = size_B;
   model_event(thread, allocated);
}

static void random_step(unit_random *r, unsigned ends)
{
   static const char *const names[] = { "a", "b", "c" };
   size_t thread = unit_random_below(r, THREADS);
   switch (unit_random_below(r, 12)) {
   case 0: begin(thread, names[unit_random_below(r, 3)]); break;
   case 1:
      for (unsigned i = 0; i < ends; i++)
         end(thread);
      break;
   case 2:
      if (unit_random_below(r, 200) == 0) {
         hp_regions_zero(&regions, &heap);
         model_zero();
      } else if (unit_random_below(r, 20) == 0) { /* a jump out of some */
         uint64_t depth = unit_random_below(r, 3);
         hp_regions_unwind(&regions, &heap, thread + 1, depth);
         while (model.threads[thread].n + model.threads[thread].n_deeper > depth)
            model_end(thread);
      } else if (unit_random_below(r, 40) == 0) { /* a fork */
         hp_regions_keep(&regions, &heap, thread + 1);
         for (size_t t = 0; t < THREADS; t++)
            while (t != thread && model_end(t)) {}
      }
      break;
   default:
      set_block(thread, unit_random_below(r, BLOCKS),
                unit_random_below(r, 3) == 0 ? 0 : 1 + unit_random_below(r, 5000));
   }
}

#endif
