/* hp_owner_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "owners/hp_owner_tree.h"

#include "base/tk_array.h"
#include "base/tk_gcd.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "owners/hp_dominators.h"
#include "owners/hp_sharers.h"

#define LABEL "hp.owners.tree"

/* What refers to blocks of one site in a larger owner, or in more words, is an array:
   elements are not told apart, but by what their offsets have in common. */
enum { MOST_FIELDS = 8 };

enum { NO_OFFSET = UINT32_MAX };

/* How many words of a vertex refer to blocks of a site that it owns. */
typedef struct {
   uint32_t vertex, n;
} words_of;

typedef struct {
   hp_owners *owners;
   hp_graph *graph;
   const uint8_t *leaks;
   const hp_owners_sites *sites;
   hp_dominators dominators;
   uint32_t *offsets;   /* of each number, where its owner refers to it, from the start of
                         that memory; NO_OFFSET: nowhere, or too far away */
   uint8_t *is_element; /* a bit of each number: its owner is an array */
   uint32_t *owner;     /* of each number that is a block, its index in the tree */
   uint32_t *shared;
   words_of *words; /* of each site */
   tk_table table;
} maker;

/* ---- Where owners refer to blocks ------------------------------------------------ */

static uint32_t site_of(const maker *m, uint32_t block)
{
   return m->sites->site(m->sites->context, m->graph->map.records[block]);
}

/* The number of the block that a word refers to, if the word's vertex owns it; else 0. */
static uint32_t owned(const maker *m, uint32_t vertex, hp_edge edge)
{
   const hp_dominators *d = &m->dominators;
   uint32_t number = d->number[hp_edge_to(edge)];
   return d->above[number] == d->number[vertex] && hp_leaks_keeps(m->leaks, edge) ? number
                                                                                  : 0;
}

static void note_word(void *context, uint32_t vertex, uintptr_t address, hp_edge edge)
{
   maker *m = context;
   uint32_t block = hp_edge_to(edge), number = owned(m, vertex, edge);
   uintptr_t offset = address - hp_graph_start(m->graph, vertex);
   if (number == 0 || m->offsets[number] != NO_OFFSET || offset >= NO_OFFSET)
      return;
   m->offsets[number] = (uint32_t)offset;
   uint32_t site = site_of(m, block);
   if (site >= m->sites->n)
      return;
   words_of *words = &m->words[site];
   if (words->vertex != vertex)
      *words = (words_of){ .vertex = vertex };
   words->n++;
}

/* Marks the blocks of which note_word has counted too many. */
static void mark_word(void *context, uint32_t vertex, uintptr_t address, hp_edge edge)
{
   maker *m = context;
   uint32_t block = hp_edge_to(edge), number = owned(m, vertex, edge);
   (void)address;
   uint32_t site = number == 0 ? UINT32_MAX : site_of(m, block);
   if (site < m->sites->n && m->words[site].n > MOST_FIELDS)
      m->is_element[number / 8] |= (uint8_t)(1 << number % 8);
}

static bool is_array(const maker *m, uint32_t vertex)
{
   const hp_graph *graph = m->graph;
   uint32_t site = hp_graph_is_root(graph, vertex) ? UINT32_MAX : site_of(m, vertex);
   return hp_graph_end(graph, vertex) - hp_graph_start(graph, vertex) > HP_FIELDS_B
          || (site < m->sites->n && m->sites->varies(m->sites->context, site));
}

static void note_words(maker *m)
{
   const hp_dominators *d = &m->dominators;
   for (uint32_t i = 0; i < d->n; i++) {
      m->offsets[i] = NO_OFFSET;
      m->is_element[i / 8] = 0;
   }
   for (uint32_t i = 0; i < m->sites->n; i++)
      m->words[i] = (words_of){ .vertex = UINT32_MAX };
   for (uint32_t v = 0; v < m->graph->n; v++) {
      if (d->number[v] == 0 || m->graph->first_edge[v] == m->graph->first_edge[v + 1])
         continue;
      hp_graph_each_word(m->graph, v, note_word, m);
      if (m->graph->first_edge[v + 1] - m->graph->first_edge[v] > MOST_FIELDS)
         hp_graph_each_word(m->graph, v, mark_word, m);
   }
}

/* ---- The tree ---------------------------------------------------------------------- */

static bool is_same(const hp_owner *a, const hp_owner *b)
{
   return a->above == b->above && a->kind == b->kind && a->what == b->what
          && (a->step != 0) == (b->step != 0) && (a->step != 0 || a->offset == b->offset);
}

static uint64_t hash_of(const hp_owner *owner)
{
   uint64_t hash = tk_hash_word((uint64_t)owner->above << 32 | owner->what);
   return tk_hash_word(hash ^ owner->kind
                       ^ (owner->step != 0 ? 7 : (uint64_t)owner->offset << 3));
}

/* The index of this owner, which is added if it is new.  There is no room for it: the one
   above. */
static uint32_t owner_of(maker *m, const hp_owner *key)
{
   hp_owners *owners = m->owners;
   TK_TABLE_EACH(i, &m->table, hash_of(key))
      if (is_same(&owners->tree[i], key))
         return i;
   if (owners->n_tree >= HP_MOST_OWNERS && key->above != HP_NO_OWNER)
      return key->above;
   TK_ARRAY_ROOM(owners->alloc, LABEL, owners->tree, owners->n_tree, owners->max_tree);
   tk_table_add(&m->table, hash_of(key), (uint32_t)owners->n_tree);
   owners->tree[owners->n_tree] = *key;
   return (uint32_t)owners->n_tree++;
}

/* The nearest owner from this one upwards that is of the site; HP_NO_OWNER: none.
   *depth: how many there are. */
static uint32_t same_site(const maker *m, uint32_t owner, uint32_t site, uint32_t *depth)
{
   const hp_owner *tree = m->owners->tree;
   uint32_t found = HP_NO_OWNER;
   *depth = 0;
   for (; owner != HP_NO_OWNER; owner = tree[owner].above) {
      if (found == HP_NO_OWNER && tree[owner].kind == HP_OWNER_SITE
          && tree[owner].what == site)
         found = owner;
      ++*depth;
   }
   return found;
}

/* ---- Each vertex's owner ---------------------------------------------------------- */

/* Adds an offset to those of an owner: the lowest, and what all differences have in
   common. */
static void widen(hp_owner *owner, int64_t offset)
{
   int64_t difference = owner->offset - offset;
   uint64_t distance = difference < 0 ? (uint64_t)-difference : (uint64_t)difference;
   if (offset < owner->offset)
      owner->offset = offset;
   if (distance != 0)
      owner->step = owner->step == UINT64_MAX ? distance : tk_gcd(owner->step, distance);
}

/* Where the owner above refers to the block of this number. */
static void set_offset(const maker *m, uint32_t number, hp_owner *key)
{
   const hp_dominators *d = &m->dominators;
   const hp_graph *graph = m->graph;
   uint32_t above = d->vertex[d->above[number]];
   key->offset = HP_NO_OFFSET;
   key->step = 0;
   if (d->above[number] == 0 || m->offsets[number] == NO_OFFSET)
      return;
   uintptr_t start = hp_graph_start(graph, above);
   uintptr_t base = hp_graph_is_root(graph, above)
                       ? graph->roots[above - graph->n_blocks].base
                       : start;
   key->offset = (int64_t)(start - base) + m->offsets[number];
   if ((m->is_element[number / 8] >> number % 8 & 1) != 0 || is_array(m, above))
      key->step = UINT64_MAX; /* one of many; no difference is known yet */
}

/* The owner of what the number owns, which is added if it is a root.  What
   several roots share has one of its own.  HP_NO_OWNER: none. */
static uint32_t owner_above(maker *m, uint32_t number)
{
   const hp_graph *graph = m->graph;
   hp_owner key = { .above = HP_NO_OWNER, .offset = HP_NO_OFFSET };
   uint32_t above = m->dominators.above[number];
   uint32_t vertex = m->dominators.vertex[above];
   if (m->shared[number] != HP_NO_OWNER) {
      key.kind = HP_OWNER_SHARED;
      key.what = m->shared[number];
   } else if (above != 0 && hp_graph_is_root(graph, vertex)) {
      key.kind = HP_OWNER_ROOT;
      key.what = graph->roots[vertex - graph->n_blocks].key;
   } else {
      return above == 0 ? HP_NO_OWNER : m->owner[above];
   }
   return owner_of(m, &key);
}

typedef struct {
   const maker *m;
   uint32_t number;
   uintptr_t base;
   hp_owner *owner;
} other_words;

static void add_word(void *context, uint32_t vertex, uintptr_t address, hp_edge edge)
{
   other_words *o = context;
   int64_t offset = (int64_t)(address - o->base);
   if (owned(o->m, vertex, edge) == o->number && offset != o->owner->offset
       && o->owner->n_words < HP_MOST_WORDS)
      o->owner->words[o->owner->n_words++] = offset;
}

/* Adds the frame's other words to the owner that was added for this number. */
static void add_words(maker *m, uint32_t number, uint32_t owner)
{
   const hp_graph *graph = m->graph;
   uint32_t above = m->dominators.vertex[m->dominators.above[number]];
   if (m->dominators.above[number] == 0 || !hp_graph_is_root(graph, above))
      return;
   const hp_root *root = &graph->roots[above - graph->n_blocks];
   other_words o = { m, number, root->base, &m->owners->tree[owner] };
   if (root->is_frame)
      hp_graph_each_word(m->graph, above, add_word, &o);
}

static uint32_t block_owner(maker *m, uint32_t number, uint32_t site, uint32_t above)
{
   hp_owner key = { .above = above, .kind = HP_OWNER_SITE, .what = site };
   uint32_t depth, same = same_site(m, above, site, &depth);
   if (same != HP_NO_OWNER)
      return same;
   if (depth > HP_OWNERS_DEPTH)
      return above;
   set_offset(m, number, &key);
   int64_t offset = key.offset;
   size_t n = m->owners->n_tree;
   uint32_t owner = owner_of(m, &key);
   if (m->owners->n_tree > n)
      add_words(m, number, owner);
   if (key.step != 0 && owner != above)
      widen(&m->owners->tree[owner], offset);
   return owner;
}

static void add(hp_amount *to, uint64_t size_B)
{
   to->bytes += size_B;
   to->blocks++;
}

/* What a block that does not count refers to is the owner's above. */
static void add_block(maker *m, uint32_t number, uint32_t block)
{
   uint32_t site = site_of(m, block), above = owner_above(m, number);
   m->owner[number] = above;
   if (site >= m->sites->n)
      return;
   uint32_t owner = m->owner[number] = block_owner(m, number, site, above);
   const hp_owners_sites *sites = m->sites;
   uint64_t size_B = hp_block_map_record(&m->graph->map, block)->size_B;
   add(&m->owners->tree[owner].own, size_B);
   if (sites->is_idle != NULL
       && sites->is_idle(sites->context, m->graph->map.records[block]))
      add(&m->owners->tree[owner].idle, size_B);
}

/* Leaves out roots, and what several share, that keep only blocks that do not
   count. */
static void drop_empty(hp_owners *owners)
{
   hp_owner *tree = owners->tree;
   size_t n = 0;
   /* Of each, whether it keeps something; then its new index. */
   uint32_t *index = tk_get(owners->alloc, LABEL, (owners->n_tree + 1) * sizeof *index);
   for (size_t i = 0; i < owners->n_tree; i++)
      index[i] = tree[i].own.blocks > 0;
   for (size_t i = owners->n_tree; i-- > 0;)
      if (index[i] && tree[i].above != HP_NO_OWNER)
         index[tree[i].above] = 1;
   for (size_t i = 0; i < owners->n_tree; i++) {
      if (!index[i])
         continue;
      index[i] = (uint32_t)n;
      tree[n] = tree[i];
      if (tree[n].above != HP_NO_OWNER)
         tree[n].above = index[tree[n].above];
      n++;
   }
   owners->n_tree = n;
   tk_put(owners->alloc, index);
}

static void finish_steps(hp_owners *owners)
{
   for (size_t i = 0; i < owners->n_tree; i++)
      if (owners->tree[i].step == UINT64_MAX)
         owners->tree[i].step = 0; /* all were at one offset */
}

static void make(maker *m)
{
   const tk_alloc *alloc = m->owners->alloc;
   size_t n_B = m->dominators.n * sizeof(uint32_t);
   m->offsets = tk_get(alloc, LABEL, n_B);
   m->owner = tk_get(alloc, LABEL, n_B);
   m->shared = tk_get(alloc, LABEL, n_B);
   m->is_element = tk_get(alloc, LABEL, m->dominators.n / 8 + 1);
   m->words = tk_get(alloc, LABEL, ((size_t)m->sites->n + 1) * sizeof *m->words);
   hp_sharers_find(m->owners, m->graph, &m->dominators, m->shared);
   note_words(m);
   m->owner[0] = HP_NO_OWNER;
   for (uint32_t i = 1; i < m->dominators.n; i++)
      if (!hp_graph_is_root(m->graph, m->dominators.vertex[i]))
         add_block(m, i, m->dominators.vertex[i]);
   finish_steps(m->owners);
   drop_empty(m->owners);
}

void hp_owner_tree_make(hp_owners *owners, hp_graph *graph, const uint8_t *leaks,
                        const hp_owners_sites *sites)
{
   maker m = { .owners = owners,
               .graph = graph,
               .leaks = leaks,
               .sites = sites,
               .table = { .alloc = owners->alloc, .label = LABEL } };
   hp_dominators_find(&m.dominators, graph, leaks);
   make(&m);
   tk_put(owners->alloc, m.offsets);
   tk_put(owners->alloc, m.owner);
   tk_put(owners->alloc, m.shared);
   tk_put(owners->alloc, m.is_element);
   tk_put(owners->alloc, m.words);
   tk_table_fini(&m.table);
   hp_dominators_free(&m.dominators);
}
