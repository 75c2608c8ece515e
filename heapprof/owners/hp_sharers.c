/* hp_sharers.c -- SPDX-License-Identifier: GPL-2.0-or-later

   A block that several roots reach has edges from things that one root owns, and from
   other such blocks.  What reaches these is handed on until nothing changes. */

#include "owners/hp_sharers.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#define LABEL "hp.owners.sharers"

enum { MOST_SWEEPS = 64 };

typedef struct {
   hp_owners *owners;
   const hp_graph *graph;
   const hp_dominators *dominators;
   uint32_t *shared; /* the index of sets, or HP_NO_OWNER */
   uint32_t *top;    /* of each number, the one right below 0 that it is below */
   hp_sharers *sets; /* of shared blocks, by number */
   uint32_t *blocks; /* their numbers */
   uint32_t n;
} finder;

/* Adds a key to a set, which keeps the lowest; true: it has changed. */
static bool add_key(hp_sharers *set, uint32_t key)
{
   uint8_t at = set->n;
   while (at > 0 && set->keys[at - 1] > key)
      at--;
   if (at > 0 && set->keys[at - 1] == key)
      return false;
   if (at == HP_MOST_SHARERS) {
      bool is_new = !set->has_more;
      set->has_more = true;
      return is_new;
   }
   if (set->n == HP_MOST_SHARERS)
      set->has_more = true;
   else
      set->n++;
   for (uint8_t i = set->n - 1; i > at; i--)
      set->keys[i] = set->keys[i - 1];
   set->keys[at] = key;
   return true;
}

static bool add_set(hp_sharers *set, const hp_sharers *more)
{
   bool changes = more->has_more && !set->has_more;
   set->has_more |= more->has_more;
   for (uint8_t i = 0; i < more->n; i++)
      changes |= add_key(set, more->keys[i]);
   return changes;
}

static bool is_root(const finder *f, uint32_t number)
{
   return hp_graph_is_root(f->graph, f->dominators->vertex[number]);
}

/* What has an edge to a shared block reaches it. */
static bool update(finder *f, uint32_t i)
{
   const hp_dominators *d = f->dominators;
   uint32_t number = f->blocks[i];
   bool changes = false;
   for (uint32_t e = d->first_in[number]; e < d->first_in[number + 1]; e++) {
      uint32_t top = f->top[d->edges_in[e]];
      if (top != 0 && is_root(f, top)) {
         uint32_t root = d->vertex[top] - f->graph->n_blocks;
         changes |= add_key(&f->sets[i], f->graph->roots[root].key);
      } else if (top != 0 && top != number) {
         changes |= add_set(&f->sets[i], &f->sets[f->shared[top]]);
      }
   }
   return changes;
}

/* To and fro, as lists may lead either way. */
static void hand_on(finder *f)
{
   bool changes = true;
   for (int sweep = 0; changes && sweep < MOST_SWEEPS; sweep++) {
      changes = false;
      for (uint32_t i = 0; i < f->n; i++)
         changes |= update(f, sweep % 2 == 0 ? i : f->n - 1 - i);
   }
   for (uint32_t i = 0; changes && i < f->n; i++)
      f->sets[i].has_more = true;
}

/* ---- Each set once ---------------------------------------------------------------- */

static uint64_t hash_of(const hp_sharers *set)
{
   uint64_t hash = set->has_more;
   for (uint8_t i = 0; i < set->n; i++)
      hash = tk_hash_word(hash ^ set->keys[i]);
   return hash;
}

static bool is_equal(const hp_sharers *a, const hp_sharers *b)
{
   bool is_same = a->n == b->n && a->has_more == b->has_more;
   for (uint8_t i = 0; is_same && i < a->n; i++)
      is_same = a->keys[i] == b->keys[i];
   return is_same;
}

/* The set's index among the owners' sharers. */
static uint32_t index_of(hp_owners *owners, tk_table *table, const hp_sharers *set)
{
   TK_TABLE_EACH(i, table, hash_of(set))
      if (is_equal(&owners->sharers[i], set))
         return i;
   TK_ARRAY_ROOM(owners->alloc, LABEL, owners->sharers, owners->n_sharers,
                 owners->max_sharers);
   owners->sharers[owners->n_sharers] = *set;
   tk_table_add(table, hash_of(set), (uint32_t)owners->n_sharers);
   return (uint32_t)owners->n_sharers++;
}

static void number_sets(finder *f)
{
   tk_table table = { .alloc = f->owners->alloc, .label = LABEL };
   for (uint32_t i = 0; i < f->n; i++)
      f->shared[f->blocks[i]] = index_of(f->owners, &table, &f->sets[i]);
   tk_table_fini(&table);
}

/* ---- All -------------------------------------------------------------------------- */

static bool is_shared(const finder *f, uint32_t number)
{
   const hp_dominators *d = f->dominators;
   return d->above[number] == 0 && !is_root(f, number)
          && !hp_block_map_is_pool(&f->graph->map, d->vertex[number]);
}

static void list_shared(finder *f)
{
   const hp_dominators *d = f->dominators;
   f->shared[0] = HP_NO_OWNER;
   f->top[0] = 0;
   for (uint32_t i = 1; i < d->n; i++) {
      f->top[i] = d->above[i] == 0 ? i : f->top[d->above[i]];
      f->shared[i] = HP_NO_OWNER;
      if (!is_shared(f, i))
         continue;
      f->shared[i] = f->n;
      f->sets[f->n] = (hp_sharers){ .n = 0 };
      f->blocks[f->n++] = i;
   }
}

static uint32_t count_shared(const finder *f)
{
   uint32_t n = 0;
   for (uint32_t i = 1; i < f->dominators->n; i++)
      n += is_shared(f, i);
   return n;
}

/* A pool owns what only it refers to, but is no key: blocks that it shares with roots
   have these alone. */
void hp_sharers_find(hp_owners *owners, const hp_graph *graph,
                     const hp_dominators *dominators, uint32_t *shared)
{
   const tk_alloc *alloc = owners->alloc;
   finder f = {
      .owners = owners, .graph = graph, .dominators = dominators, .shared = shared
   };
   size_t n = (size_t)count_shared(&f) + 1;
   f.top = tk_get(alloc, LABEL, dominators->n * sizeof *f.top);
   f.sets = tk_get(alloc, LABEL, n * sizeof *f.sets);
   f.blocks = tk_get(alloc, LABEL, n * sizeof *f.blocks);
   list_shared(&f);
   hand_on(&f);
   number_sets(&f);
   tk_put(alloc, f.top);
   tk_put(alloc, f.sets);
   tk_put(alloc, f.blocks);
}
