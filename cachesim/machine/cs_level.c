/* cs_level.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_level.h"

#include "base/tk_count.h"

#define LABEL "cs.level"

enum {
   HOST_LINE_B = 64,
   VECTOR_B = 16,
   TAGS_IN_VECTOR = 4, /* ways are padded to these */
   HINTS_IN_VECTOR = 8,
};

static uint64_t *more_of(const cs_level *level, cs_level_set *set)
{
   return (uint64_t *)((char *)set + level->more_at);
}

/* ---- Made and freed -------------------------------------------------- */

/* Finds which bits of the tree are above each way, and how they point away from it. */
static void plant_tree(cs_level *level)
{
   level->n_leaves = 1;
   while (level->n_leaves < level->assoc)
      level->n_leaves *= 2;
   for (uint32_t way = 0; way < level->assoc; way++) {
      uint32_t node = 1;
      for (uint32_t half = level->n_leaves / 2; half > 0; half /= 2) {
         bool is_right = (way & half) != 0;
         level->above[way] |= UINT64_C(1) << node;
         level->away[way] |= (uint64_t)!is_right << node;
         node = 2 * node + is_right;
      }
   }
}

static void lay_out(cs_level *level)
{
   size_t n_more = level->policy == CS_SRRIP                       ? 1
                   : level->policy == CS_LRU && !level->is_ordered ? level->assoc
                                                                   : 0;
   size_t n_hints = tk_round_up(level->assoc, HINTS_IN_VECTOR);
   level->lines_at = sizeof(cs_level_set) + n_hints * sizeof(uint16_t);
   level->more_at = level->lines_at + n_hints * sizeof(uintptr_t);
   if (level->is_packed) {
      level->tags_B = tk_round_up(level->assoc, TAGS_IN_VECTOR) * sizeof(uint32_t);
      level->more_at = sizeof(cs_level_set);
   }
   size_t set_B = level->tags_B + level->more_at + n_more * sizeof(uint64_t);
   level->set_B = tk_round_up(set_B, level->is_packed && set_B > HOST_LINE_B ? HOST_LINE_B
                                                                             : VECTOR_B);
}

/* Empties a set whose bytes are all 0. */
static void empty_set(cs_level *level, cs_level_set *set)
{
   if (level->is_ordered)
      set->state = CS_CACHE_FIRST_ORDER;
   uintptr_t *line = cs_level_lines(level, set);
   while (!level->is_packed && (char *)line < (char *)more_of(level, set))
      *line++ = CS_NO_LINE;
}

/* Makes empty sets.  Large levels of today's cores need nothing but zeros, which cost
   nothing until they are used. */
static void init_sets(cs_level *level, const tk_alloc *alloc)
{
   /* A search may read behind the last set. */
   size_t size_B = level->n_sets * level->set_B + CS_LEVEL_AT_ONCE * sizeof(uint32_t);
   level->block = tk_get_zeroed(alloc, LABEL, size_B + HOST_LINE_B);
   uintptr_t start = (uintptr_t)level->block + HOST_LINE_B - 1;
   level->sets = (char *)(start - start % HOST_LINE_B) + level->tags_B;
   for (uintptr_t i = 0; i < level->n_sets && (level->is_ordered || !level->is_packed);
        i++)
      empty_set(level, cs_level_set_at(level, i));
}

void cs_level_init(cs_level *level, const cs_level_shape *shape, const tk_alloc *alloc)
{
   uintptr_t n_sets = (uintptr_t)cs_geometry_sets(&shape->geometry);
   uint32_t assoc = shape->geometry.assoc;
   uint64_t start = shape->seed ^ CS_LEVEL_SEED;
   *level = (cs_level){ .n_sets = n_sets,
                        .set_mask = (n_sets & (n_sets - 1)) == 0 ? n_sets - 1 : 0,
                        .assoc = assoc,
                        .line_bits = cs_line_bits(&shape->geometry),
                        .policy = shape->policy,
                        .is_ordered = shape->policy == CS_LRU
                                      && assoc <= CS_CACHE_ORDERED_WAYS,
                        .all = UINT64_MAX >> (CS_LEVEL_WAYS_MAX - assoc),
                        .random = start != 0 ? start : CS_LEVEL_SEED };
   while (n_sets >> level->set_bits > 1)
      level->set_bits++;
   uint32_t tag_bits = CS_LEVEL_ADDR_BITS - level->line_bits - level->set_bits;
   level->is_packed = tag_bits < 32;
   level->is_usual = (level->set_mask != 0 || level->n_sets == 1) && !level->is_packed
                     && level->policy == CS_TREE_PLRU && assoc <= CS_LEVEL_AT_ONCE;
   plant_tree(level);
   lay_out(level);
   init_sets(level, alloc);
}

void cs_level_fini(cs_level *level, const tk_alloc *alloc)
{
   tk_put(alloc, level->block);
   level->block = level->sets = NULL;
}

/* ---- Use and replacement --------------------------------------------- */

void cs_level_use_other(cs_level *level, cs_level_set *set, uint32_t way)
{
   uint64_t bit = UINT64_C(1) << way;
   switch (level->policy) {
   case CS_LRU: more_of(level, set)[way] = ++level->clock; break;
   case CS_SRRIP:
      set->state &= ~bit;
      *more_of(level, set) &= ~bit;
      break;
   case CS_TREE_PLRU:
   case CS_RANDOM: break;
   }
}

static uint32_t earliest_way(const cs_level *level, const uint64_t *times)
{
   uint32_t found = 0;
   for (uint32_t way = 1; way < level->assoc; way++)
      if (times[way] < times[found])
         found = way;
   return found;
}

static uint32_t tree_victim(const cs_level *level, const cs_level_set *set)
{
   uint32_t node = 1, way = 0;
   /* Usually without a branch on the bits, which the host cannot predict. */
   if (level->n_leaves == level->assoc) {
      while (node < level->n_leaves)
         node = 2 * node + (uint32_t)(set->state >> node & 1);
      return node - level->n_leaves;
   }
   for (uint32_t half = level->n_leaves / 2; half > 0; half /= 2) {
      /* A right half without ways is never chosen. */
      bool is_right = (set->state >> node & 1) != 0 && way + half < level->assoc;
      way += is_right ? half : 0;
      node = 2 * node + is_right;
   }
   return way;
}

static uint32_t srrip_victim(const cs_level *level, cs_level_set *set)
{
   uint64_t *low = &set->state, *high = more_of(level, set);
   while ((*low & *high & level->all) == 0) {
      *high ^= *low;
      *low = ~*low;
   }
   return (uint32_t)__builtin_ctzll(*low & *high & level->all);
}

static uint32_t random_victim(cs_level *level)
{
   level->random ^= level->random << 13;
   level->random ^= level->random >> 7;
   level->random ^= level->random << 17;
   return (uint32_t)((level->random >> 32) * level->assoc >> 32);
}

uintptr_t cs_level_next(const cs_level *level, const cs_level_place *p)
{
   const cs_level_set *set = p->set;
   if (level->is_ordered)
      return cs_level_line(level, p->index,
                           cs_cache_order_last(set->state, level->assoc));
   if (set->full != level->all)
      return CS_NO_LINE;
   if (level->policy == CS_TREE_PLRU)
      return cs_level_line(level, p->index, tree_victim(level, set));
   if (level->policy != CS_SRRIP)
      return CS_NO_LINE;
   /* The first of those with the highest number. */
   uint64_t high = *(const uint64_t *)((const char *)set + level->more_at) & level->all;
   uint64_t first = high != 0 ? high : level->all;
   first = (first & set->state) != 0 ? first & set->state : first;
   return cs_level_line(level, p->index, (uint32_t)__builtin_ctzll(first));
}

/* The way whose line leaves next. */
static uint32_t victim_of(cs_level *level, cs_level_set *set)
{
   /* Under LRU, empty ways are the oldest. */
   if (level->is_ordered)
      return cs_cache_order_last(set->state, level->assoc);
   if (set->full != level->all)
      return (uint32_t)__builtin_ctzll(~set->full);
   switch (level->policy) {
   case CS_LRU: return earliest_way(level, more_of(level, set));
   case CS_TREE_PLRU: return tree_victim(level, set);
   case CS_SRRIP: return srrip_victim(level, set);
   case CS_RANDOM: break;
   }
   return random_victim(level);
}

/* ---- In and out ------------------------------------------------------ */

/* Makes the way the oldest in the order of use. */
static uint64_t order_to_last(uint64_t order, uint32_t assoc, uint32_t way)
{
   uint64_t result = 0;
   uint32_t shift = 0;
   for (uint32_t i = 0; i < assoc; i++) {
      uint64_t here = order >> 4 * i & 15;
      if (here == way)
         continue;
      result |= here << shift;
      shift += 4;
   }
   return result | (uint64_t)way << shift;
}

/* Puts the line, or CS_NO_LINE, into a way. */
static void write_way(cs_level *level, const cs_level_place *p, uint32_t way,
                      uintptr_t line)
{
   if (level->is_packed) {
      cs_level_tags(level, p->set)[way] = (uint32_t)p->tag;
      return;
   }
   cs_level_lines(level, p->set)[way] = line;
   cs_level_hints(p->set)[way] = (uint16_t)p->tag;
}

bool cs_level_drop(cs_level *level, const cs_level_place *p, uint32_t way)
{
   cs_level_set *set = p->set;
   uint64_t bit = UINT64_C(1) << way;
   bool is_dirty = (set->dirty & bit) != 0;
   write_way(level, p, way, CS_NO_LINE);
   set->full &= ~bit;
   set->dirty &= ~bit;
   set->unused &= ~bit;
   if (level->is_ordered)
      set->state = order_to_last(set->state, level->assoc, way);
   return is_dirty;
}

uint32_t cs_level_fill(cs_level *level, const cs_level_place *p, cs_level_left *left)
{
   cs_level_set *set = p->set;
   uint32_t way = victim_of(level, set);
   uint64_t bit = UINT64_C(1) << way;
   *left = (cs_level_left){ .line = cs_level_line(level, p->index, way),
                            .is_dirty = (set->dirty & bit) != 0 };
   write_way(level, p, way, p->line);
   set->full |= bit;
   set->dirty &= ~bit;
   set->unused &= ~bit;
   cs_level_use(level, set, way);
   if (level->policy == CS_SRRIP)
      *more_of(level, set) |= bit;
   return way;
}

/* ---- Checks ---------------------------------------------------------- */

/* Is each way named once? */
static bool order_is_valid(const cs_level *level, const cs_level_set *set)
{
   uint64_t seen = 0;
   for (uint32_t i = 0; level->is_ordered && i < level->assoc; i++)
      seen |= UINT64_C(1) << (set->state >> 4 * i & 15);
   return !level->is_ordered || seen == level->all;
}

static bool set_is_valid(const cs_level *level, uintptr_t index)
{
   const cs_level_set *set = cs_level_set_at(level, index);
   uintptr_t none = CS_NO_LINE;
   if (!order_is_valid(level, set) || (set->full & ~level->all) != 0
       || ((set->dirty | set->unused) & ~set->full) != 0)
      return false;
   for (uint32_t way = 0; way < level->assoc; way++) {
      uintptr_t line = cs_level_line(level, index, way);
      if ((line != none) != (set->full >> way & 1))
         return false;
      if (line == none)
         continue;
      cs_level_place p = cs_level_at(level, line);
      if (line >> level->line_bits << level->line_bits != line || p.index != index
          || cs_level_find(level, &p) != way)
         return false;
   }
   return true;
}

bool cs_level_is_valid(const cs_level *level)
{
   for (uintptr_t i = 0; i < level->n_sets; i++)
      if (!set_is_valid(level, i))
         return false;
   return true;
}
