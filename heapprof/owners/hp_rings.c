/* hp_rings.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_rings.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#define LABEL "hp.owners.rings"

enum { NONE = UINT32_MAX };

typedef struct {
   hp_owners *owners;
   hp_graph *graph;
   const uint8_t *leaks;
   const hp_owners_sites *sites;
   uint32_t *order; /* the way of a search; then the blocks, by component */
   uint32_t
      *number;     /* of each block, in the order in which a search enters; NONE: never */
   uint32_t *last; /* in the first search, the lowest number that it leads back to; in the
                        second, the last number below it */
   uint32_t *part; /* its component: the position of its first block; NONE: not yet */
   uint32_t *next; /* the edge to follow then */
   uint32_t *above; /* that the search came from */
   uint32_t n_numbers;
   uint32_t of; /* the second search stays in this component; NONE: the first search */
   tk_table table;
   uint64_t *n_words; /* by ring: of this component, that lead back */
   uint32_t *seen;    /* the rings of this component */
   size_t n_seen, max_seen, max_words;
} finder;

static bool is_lost(const finder *f, uint32_t block)
{
   return f->leaks[block] == HP_LEAK_DEFINITE || f->leaks[block] == HP_LEAK_INDIRECT;
}

/* ---- The search -------------------------------------------------------------------- */

static void enter(finder *f, uint32_t block, uint32_t above)
{
   f->number[block] = f->last[block] = f->n_numbers++;
   f->next[block] = f->graph->first_edge[block];
   f->above[block] = above;
}

/* The next block that the search enters from here; NONE: there is none. */
static uint32_t step(finder *f, uint32_t block)
{
   const hp_graph *graph = f->graph;
   while (f->next[block] < graph->first_edge[block + 1]) {
      uint32_t to = hp_edge_to(hp_graph_edge(graph, f->next[block]++));
      if (!is_lost(f, to) || (f->of != NONE && f->part[to] != f->of))
         continue;
      if (f->number[to] == NONE)
         return to;
      if (f->of == NONE && f->part[to] == NONE && f->number[to] < f->last[block])
         f->last[block] = f->number[to];
   }
   return NONE;
}

/* ---- Components -------------------------------------------------------------------- */

/* Searches from a block whatever was not entered before.  The blocks of a component lie
   behind each other in `order`, from n_done on; those that are not of one yet, from its
   end down to `waiting`. */
static void find_parts(finder *f, uint32_t from, uint32_t *n_done, uint32_t *waiting)
{
   uint32_t at = from;
   enter(f, from, NONE);
   f->order[--*waiting] = from;
   while (at != NONE) {
      uint32_t to = step(f, at);
      if (to != NONE) {
         enter(f, to, at);
         f->order[--*waiting] = to;
         at = to;
         continue;
      }
      if (f->last[at] == f->number[at]) {
         uint32_t part = *n_done, block;
         do {
            block = f->order[(*waiting)++];
            f->order[(*n_done)++] = block;
            f->part[block] = part;
         } while (block != at);
      }
      to = f->above[at];
      if (to != NONE && f->part[at] == NONE && f->last[at] < f->last[to])
         f->last[to] = f->last[at];
      at = to;
   }
}

static uint32_t part_end(const finder *f, uint32_t first, uint32_t n)
{
   uint32_t end = first + 1;
   while (end < n && f->part[f->order[end]] == first)
      end++;
   return end;
}

/* ---- What closes a ring ------------------------------------------------------------ */

static uint32_t site_of(const finder *f, uint32_t block)
{
   return f->sites->site(f->sites->context, f->graph->map.records[block]);
}

static const tk_block *record_of(const finder *f, uint32_t block)
{
   return hp_block_map_record(&f->graph->map, block);
}

static uint32_t oldest(const finder *f, uint32_t first, uint32_t end)
{
   uint32_t found = f->order[first];
   for (uint32_t i = first + 1; i < end; i++)
      if (record_of(f, f->order[i])->born < record_of(f, found)->born)
         found = f->order[i];
   return found;
}

static void search_part(finder *f, uint32_t from)
{
   uint32_t at = from;
   enter(f, from, NONE);
   while (at != NONE) {
      uint32_t to = step(f, at);
      if (to != NONE) {
         enter(f, to, at);
         at = to;
         continue;
      }
      f->last[at] = f->n_numbers - 1;
      at = f->above[at];
   }
}

/* Elements of arrays are not told apart. */
static int64_t field_of(const finder *f, uint32_t block, uint64_t offset)
{
   uint32_t site = site_of(f, block);
   return record_of(f, block)->size_B > HP_FIELDS_B
                || (site < f->sites->n && f->sites->varies(f->sites->context, site))
             ? HP_NO_OFFSET
             : (int64_t)offset;
}

static bool is_same(const hp_ring *a, const hp_ring *b)
{
   return a->site == b->site && a->offset == b->offset && a->to == b->to;
}

static uint64_t hash_of(const hp_ring *ring)
{
   return tk_hash_word(((uint64_t)ring->site << 32 | ring->to)
                       ^ tk_hash_word((uint64_t)ring->offset));
}

typedef struct {
   uint32_t to;
   int64_t offset;
   const finder *f;
} holder_word;

static void find_word(void *context, uint32_t block, uintptr_t address, hp_edge edge)
{
   holder_word *word = context;
   if (hp_edge_to(edge) == word->to && word->offset == HP_NO_OFFSET)
      word->offset = field_of(word->f, block,
                              address - hp_graph_start(word->f->graph, block));
}

/* Where the block that the search came from refers to this one. */
static void set_holder(finder *f, uint32_t block, hp_ring *ring)
{
   holder_word word = { block, HP_NO_OFFSET, f };
   ring->holder = NONE;
   ring->holder_offset = HP_NO_OFFSET;
   if (f->above[block] == NONE)
      return;
   hp_graph_each_word(f->graph, f->above[block], find_word, &word);
   ring->holder = site_of(f, f->above[block]);
   ring->holder_offset = word.offset;
}

/* The index of what closes rings like this, by a word in the block. */
static uint32_t ring_of(finder *f, const hp_ring *key, uint32_t block)
{
   hp_owners *owners = f->owners;
   uint64_t hash = hash_of(key);
   TK_TABLE_EACH(i, &f->table, hash)
      if (is_same(&owners->rings[i], key))
         return i;
   TK_ARRAY_ROOM(owners->alloc, LABEL, owners->rings, owners->n_rings, owners->max_rings);
   TK_ARRAY_ROOM(owners->alloc, LABEL, f->n_words, owners->n_rings, f->max_words);
   tk_table_add(&f->table, hash, (uint32_t)owners->n_rings);
   f->n_words[owners->n_rings] = 0;
   owners->rings[owners->n_rings] = *key;
   set_holder(f, block, &owners->rings[owners->n_rings]);
   return (uint32_t)owners->n_rings++;
}

/* A word that leads back to a block that the search came through. */
static void note_word(void *context, uint32_t block, uintptr_t address, hp_edge edge)
{
   finder *f = context;
   uint32_t to = hp_edge_to(edge);
   if (edge == (block | HP_EDGE_INTERIOR)) /* a short string's, to its characters */
      return;
   if (!is_lost(f, to) || f->part[to] != f->of || f->number[to] > f->number[block]
       || f->last[to] < f->number[block])
      return;
   hp_ring key = { .site = site_of(f, block),
                   .to = site_of(f, to),
                   .offset = field_of(f, block,
                                      address - hp_graph_start(f->graph, block)) };
   uint32_t ring = ring_of(f, &key, block);
   if (f->n_words[ring]++ == 0) {
      TK_ARRAY_ROOM(f->owners->alloc, LABEL, f->seen, f->n_seen, f->max_seen);
      f->seen[f->n_seen++] = ring;
   }
}

/* The ring with most words that lead back, of those that have sites. */
static uint32_t closing_ring(finder *f)
{
   uint32_t found = NONE;
   uint64_t most = 0;
   for (size_t i = 0; i < f->n_seen; i++) {
      const hp_ring *ring = &f->owners->rings[f->seen[i]];
      if (ring->site < f->sites->n && ring->to < f->sites->n
          && f->n_words[f->seen[i]] > most) {
         most = f->n_words[f->seen[i]];
         found = f->seen[i];
      }
      f->n_words[f->seen[i]] = 0;
   }
   f->n_seen = 0;
   return found;
}

static bool refers_to_itself(const finder *f, uint32_t block)
{
   const hp_graph *graph = f->graph;
   for (uint32_t i = graph->first_edge[block]; i < graph->first_edge[block + 1]; i++)
      if (hp_graph_edge(graph, i) == block)
         return true;
   return false;
}

/* ---- All --------------------------------------------------------------------------- */

/* The ring of the component, or NONE. */
static uint32_t look_at_part(finder *f, uint32_t first, uint32_t end)
{
   if (end - first == 1 && !refers_to_itself(f, f->order[first]))
      return NONE;
   for (uint32_t i = first; i < end; i++)
      f->number[f->order[i]] = NONE;
   f->n_numbers = 0;
   f->of = first;
   search_part(f, oldest(f, first, end));
   for (uint32_t i = first; i < end; i++)
      hp_graph_each_word(f->graph, f->order[i], note_word, f);
   uint32_t ring = closing_ring(f);
   if (ring != NONE)
      f->owners->rings[ring].n++;
   return ring;
}

/* Each block counts for its own ring, or for the first one that leads to it: components
   that others lead to were found before them.  `ring` is by the position of a component's
   first block. */
static void sum_up(finder *f, uint32_t n, uint32_t *ring)
{
   for (uint32_t i = n; i-- > 0;) {
      uint32_t block = f->order[i], of = ring[f->part[block]];
      if (of == NONE)
         continue;
      if (site_of(f, block) < f->sites->n) {
         f->owners->rings[of].lost.bytes += record_of(f, block)->size_B;
         f->owners->rings[of].lost.blocks++;
      }
      const hp_graph *graph = f->graph;
      for (uint32_t e = graph->first_edge[block]; e < graph->first_edge[block + 1]; e++) {
         uint32_t to = hp_edge_to(hp_graph_edge(graph, e));
         if (is_lost(f, to) && ring[f->part[to]] == NONE)
            ring[f->part[to]] = of;
      }
   }
}

/* Leaves out what was never the one that closes a ring. */
static void drop_unused(hp_owners *owners)
{
   size_t n = 0;
   for (size_t i = 0; i < owners->n_rings; i++)
      if (owners->rings[i].lost.blocks > 0)
         owners->rings[n++] = owners->rings[i];
   owners->n_rings = n;
}

static void find(finder *f, uint32_t *ring)
{
   const hp_graph *graph = f->graph;
   uint32_t n = 0, waiting = graph->n_blocks;
   for (uint32_t v = 0; v < graph->n_blocks; v++)
      f->number[v] = f->part[v] = NONE;
   f->of = NONE;
   for (uint32_t v = 0; v < graph->n_blocks; v++)
      if (is_lost(f, v) && f->number[v] == NONE)
         find_parts(f, v, &n, &waiting);
   for (uint32_t first = 0, end; first < n; first = end) {
      end = part_end(f, first, n);
      ring[first] = look_at_part(f, first, end);
   }
   if (f->owners->n_rings > 0)
      sum_up(f, n, ring);
   drop_unused(f->owners);
}

void hp_rings_find(hp_owners *owners, hp_graph *graph, const uint8_t *leaks,
                   const hp_owners_sites *sites)
{
   const tk_alloc *alloc = owners->alloc;
   size_t n = graph->n_blocks;
   if (owners->leaks[HP_LEAK_DEFINITE].blocks == 0 || n == 0)
      return;
   /* Seven numbers for each block. */
   uint32_t *room = tk_get(alloc, LABEL, 7 * n * sizeof *room);
   finder f = { .owners = owners,
                .graph = graph,
                .leaks = leaks,
                .sites = sites,
                .order = room,
                .number = room + n,
                .last = room + 2 * n,
                .part = room + 3 * n,
                .next = room + 4 * n,
                .above = room + 5 * n,
                .table = { .alloc = alloc, .label = LABEL } };
   find(&f, room + 6 * n);
   tk_put(alloc, room);
   tk_put(alloc, f.n_words);
   tk_put(alloc, f.seen);
   tk_table_fini(&f.table);
}
