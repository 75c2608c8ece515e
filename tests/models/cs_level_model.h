/* cs_level_model.h -- a naive cache of any policy (cs_level.h).

   It is a row of lines that is searched from one end to the other; LRU is a list that is
   shifted, PLRU a tree that is walked from its root.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_LEVEL_MODEL_H
#define MODELS_CS_LEVEL_MODEL_H

#include "machine/cs_machine.h"
#include "unit_alloc.h"

typedef struct {
   bool is_full, is_dirty, is_unused;
   uintptr_t block; /* address / line size */
   unsigned rrpv;   /* SRRIP: 0 to 3 */
} naive_line_state;

typedef struct {
   cs_level_shape shape;
   uintptr_t n_sets, assoc;
   naive_line_state *lines; /* [n_sets][assoc], by way */
   uintptr_t *recent;       /* [n_sets][assoc]: LRU: the blocks, the latest first */
   uintptr_t *n_recent;     /* [n_sets] */
   bool *points_right;      /* [n_sets][leaves]: PLRU: a node by the way in its middle */
   uintptr_t leaves;
   uint64_t random;
} naive_cache;

static inline void *naive_zeroed(size_t n, size_t size_B)
{
   void *block = calloc(n, size_B);
   assert_non_null(block);
   return block;
}

static inline naive_cache naive_cache_new(const cs_level_shape *shape)
{
   uintptr_t assoc = shape->geometry.assoc;
   uintptr_t n = (uintptr_t)(shape->geometry.size_B / shape->geometry.line_size_B);
   naive_cache c = { .shape = *shape, .n_sets = n / assoc, .assoc = assoc, .leaves = 1 };
   while (c.leaves < assoc)
      c.leaves *= 2;
   c.lines = naive_zeroed(n, sizeof *c.lines);
   c.recent = naive_zeroed(n, sizeof *c.recent);
   c.n_recent = naive_zeroed(c.n_sets, sizeof *c.n_recent);
   c.points_right = naive_zeroed(c.n_sets * c.leaves, sizeof *c.points_right);
   c.random = shape->seed ^ 0x9e3779b97f4a7c15u;
   if (c.random == 0)
      c.random = 0x9e3779b97f4a7c15u;
   return c;
}

static inline void naive_cache_free(naive_cache *c)
{
   free(c->lines);
   free(c->recent);
   free(c->n_recent);
   free(c->points_right);
}

static inline naive_line_state *naive_has(const naive_cache *c, uintptr_t block)
{
   naive_line_state *set = c->lines + block % c->n_sets * c->assoc;
   for (uintptr_t way = 0; way < c->assoc; way++)
      if (set[way].is_full && set[way].block == block)
         return &set[way];
   return NULL;
}

static inline void naive_list_remove(naive_cache *c, uintptr_t block)
{
   uintptr_t set = block % c->n_sets, at = 0;
   uintptr_t *list = c->recent + set * c->assoc;
   while (at < c->n_recent[set] && list[at] != block)
      at++;
   if (at == c->n_recent[set])
      return;
   c->n_recent[set]--;
   memmove(list + at, list + at + 1, (c->n_recent[set] - at) * sizeof *list);
}

static inline void naive_list_first(naive_cache *c, uintptr_t block)
{
   uintptr_t set = block % c->n_sets;
   uintptr_t *list = c->recent + set * c->assoc;
   naive_list_remove(c, block);
   memmove(list + 1, list, c->n_recent[set] * sizeof *list);
   list[0] = block;
   c->n_recent[set]++;
}

/* The tree of the ways first .. end - 1. */
static inline void naive_point_away(bool *right, uintptr_t first, uintptr_t end,
                                    uintptr_t way)
{
   if (end - first == 1)
      return;
   uintptr_t middle = (first + end) / 2;
   right[middle] = way < middle;
   if (way < middle)
      naive_point_away(right, first, middle, way);
   else
      naive_point_away(right, middle, end, way);
}

static inline uintptr_t naive_follow_tree(const bool *right, uintptr_t first,
                                          uintptr_t end, uintptr_t assoc)
{
   if (end - first == 1)
      return first;
   uintptr_t middle = (first + end) / 2;
   return right[middle] && middle < assoc
             ? naive_follow_tree(right, middle, end, assoc)
             : naive_follow_tree(right, first, middle, assoc);
}

static inline void naive_use_line(naive_cache *c, naive_line_state *line)
{
   uintptr_t at = (uintptr_t)(line - c->lines), set = at / c->assoc;
   naive_list_first(c, line->block);
   naive_point_away(c->points_right + set * c->leaves, 0, c->leaves, at % c->assoc);
   line->rrpv = 0;
}

static inline uintptr_t naive_srrip_way(naive_line_state *set, uintptr_t assoc)
{
   for (;;) {
      for (uintptr_t way = 0; way < assoc; way++)
         if (set[way].rrpv == 3)
            return way;
      for (uintptr_t way = 0; way < assoc; way++)
         set[way].rrpv++;
   }
}

static inline uintptr_t naive_random_way(naive_cache *c)
{
   c->random ^= c->random * 8192;
   c->random ^= c->random / 128;
   c->random ^= c->random * 131072;
   return (uintptr_t)(c->random / 4294967296u * c->assoc / 4294967296u);
}

/* The way that is empty or else loses its line. */
static inline uintptr_t naive_way_to_fill(naive_cache *c, uintptr_t set_index)
{
   naive_line_state *set = c->lines + set_index * c->assoc;
   for (uintptr_t way = 0; way < c->assoc; way++)
      if (!set[way].is_full)
         return way;
   switch (c->shape.policy) {
   case CS_LRU:
      return (uintptr_t)(naive_has(c, c->recent[set_index * c->assoc + c->assoc - 1])
                         - set);
   case CS_TREE_PLRU:
      return naive_follow_tree(c->points_right + set_index * c->leaves, 0, c->leaves,
                               c->assoc);
   case CS_SRRIP: return naive_srrip_way(set, c->assoc);
   case CS_RANDOM: break;
   }
   return naive_random_way(c);
}

static inline naive_line_state naive_take_out(naive_cache *c, naive_line_state *line)
{
   naive_line_state out = *line;
   naive_list_remove(c, line->block);
   line->is_full = false;
   return out;
}

/* Returns what left; is_full is false if nothing did. */
static inline naive_line_state naive_put_in(naive_cache *c, uintptr_t block, bool dirty,
                                            bool unused)
{
   uintptr_t set = block % c->n_sets;
   naive_line_state *line = &c->lines[set * c->assoc + naive_way_to_fill(c, set)];
   naive_line_state out = { .is_full = false };
   if (line->is_full)
      out = naive_take_out(c, line);
   *line = (naive_line_state){
      .is_full = true, .is_dirty = dirty, .is_unused = unused, .block = block
   };
   naive_use_line(c, line);
   line->rrpv = 2;
   return out;
}

#endif
