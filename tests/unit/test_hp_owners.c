/* test_hp_owners.c -- leaks, dominators, owners and chains of random heaps, against the
   definitions; and single cases.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/hp_owners_model.h"

#include "owners/hp_rings.h"

enum { SEEDS = 400, BIG = 100000 };

/* ---- Random heaps --------------------------------------------------------------- */

static void make_random(uint64_t seed, bool has_ranks)
{
   unit_random random = unit_random_from(seed);
   uint32_t n_blocks = 1 + (uint32_t)unit_random_below(&random, 40);
   uint32_t n_roots = (uint32_t)unit_random_below(&random, 5);
   heap_begin(&random, n_blocks, n_roots, 1, 4);
   for (uint32_t v = n_blocks; has_ranks && v < heap.n; v++)
      heap.vertices[v].rank = (uint8_t)unit_random_below(&random, 4);
   heap_fill(&random, (uint32_t)unit_random_below(&random, 2 * heap.n));
   heap_connect();
}

static void check_leaks(void)
{
   uint8_t *leaks, *in_ring, *expected = malloc(heap.n);
   hp_leaks_find(&heap.graph, &leaks, &in_ring);
   model_leaks(expected);
   for (uint32_t v = 0; v < heap.n_blocks; v++)
      assert_int_equal(leaks[v], expected[v]);
   for (uint32_t v = 0; v < heap.n_blocks; v++) {
      /* In a ring: what it leads to refers to it. */
      bool *is_marked = calloc(heap.n, sizeof *is_marked), is_in_ring = false;
      is_marked[v] = true;
      model_reach(is_marked, UINT32_MAX, false);
      for (uint32_t from = 0; from < heap.n_blocks; from++)
         for (size_t i = 0; is_marked[from] && i < heap.vertices[from].n_edges; i++)
            is_in_ring |= from != v && heap.vertices[from].edges[i].to == v;
      if (expected[v] == HP_LEAK_DEFINITE)
         assert_int_equal(hp_leaks_is_in_ring(in_ring, v), is_in_ring);
      free(is_marked);
   }
   free(expected);
   tk_put(&heap.memory.alloc, leaks);
   tk_put(&heap.memory.alloc, in_ring);
}

static void test_leaks(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < SEEDS; seed++) {
      make_random(seed, false);
      check_leaks();
      hp_graph_free(&heap.graph);
      heap_end();
   }
}

/* A vertex dominates what its number is above, through any others. */
static void check_dominators(void)
{
   hp_dominators d;
   uint8_t *leaks, *in_ring;
   hp_leaks_find(&heap.graph, &leaks, &in_ring);
   hp_dominators_find(&d, &heap.graph, leaks);
   tk_put(&heap.memory.alloc, leaks);
   tk_put(&heap.memory.alloc, in_ring);
   for (uint32_t v = 0; v < heap.graph.n; v++) {
      bool *expected = model_dominated(model_of(v));
      for (uint32_t w = 0; w < heap.n_blocks; w++) {
         uint32_t at = w == v ? 0 : d.number[w];
         while (at != 0 && d.vertex[at] != v)
            at = d.above[at];
         if (w != v)
            assert_int_equal(at != 0, expected[w]);
      }
      free(expected);
   }
   for (uint32_t i = 1; i < d.n; i++) {
      assert_true(d.above[i] < i);
      assert_int_equal(d.number[d.vertex[i]], i);
   }
   hp_dominators_free(&d);
}

static void test_dominators(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < SEEDS; seed++) {
      make_random(seed, seed % 2 == 1);
      model_keep();
      model_rank();
      check_dominators();
      hp_graph_free(&heap.graph);
      heap_end();
   }
}

/* ---- Rings ---- */

/* What a lost block leads to, by lost blocks; itself only if it is in a ring. */
static bool *led_to(uint32_t from, const uint8_t *leaks)
{
   bool *is_marked = calloc(heap.n, sizeof *is_marked), changes = true;
   while (changes) {
      changes = false;
      for (uint32_t v = 0; v < heap.n_blocks; v++)
         for (size_t i = 0; (v == from || is_marked[v]) && i < heap.vertices[v].n_edges;
              i++) {
            model_edge edge = heap.vertices[v].edges[i];
            if (leaks[edge.to] > HP_LEAK_INDIRECT || is_marked[edge.to]
                || (edge.to == v && edge.is_interior))
               continue;
            is_marked[edge.to] = changes = true;
         }
   }
   return is_marked;
}

/* As many rings as there are sets of blocks that lead to each other; all that these lead
   to is lost by one of them. */
static void check_rings(const hp_owners *owners, const uint8_t *leaks)
{
   bool **leads = calloc(heap.n_blocks, sizeof *leads);
   uint64_t n_rings = 0, n_lost = 0, n = 0;
   hp_amount lost = { 0 };
   for (uint32_t v = 0; v < heap.n_blocks; v++)
      leads[v] = led_to(v, leaks);
   for (uint32_t v = 0; v < heap.n_blocks; v++) {
      if (leaks[v] > HP_LEAK_INDIRECT)
         continue;
      bool is_first = leads[v][v], is_led_to = leads[v][v];
      for (uint32_t w = 0; w < heap.n_blocks; w++) {
         bool is_ring = leaks[w] <= HP_LEAK_INDIRECT && leads[w][w];
         is_led_to |= is_ring && leads[w][v];
         is_first &= !(w < v && is_ring && leads[w][v] && leads[v][w]);
      }
      n_rings += is_first;
      n_lost += is_led_to;
   }
   for (size_t i = 0; i < owners->n_rings; i++) {
      n += owners->rings[i].n;
      lost.blocks += owners->rings[i].lost.blocks;
   }
   assert_int_equal(n, n_rings);
   assert_int_equal(lost.blocks, n_lost);
   for (uint32_t v = 0; v < heap.n_blocks; v++)
      free(leads[v]);
   free(leads);
}

static void test_rings(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < SEEDS; seed++) {
      uint8_t *leaks, *in_ring;
      hp_owners owners = { .alloc = &heap.memory.alloc };
      make_random(seed, false);
      hp_leaks_find(&heap.graph, &leaks, &in_ring);
      owners.leaks[HP_LEAK_DEFINITE].blocks = 1;
      hp_rings_find(&owners, &heap.graph, leaks, &sites_of_heap);
      check_rings(&owners, leaks);
      hp_owners_free(&owners);
      tk_put(&heap.memory.alloc, leaks);
      tk_put(&heap.memory.alloc, in_ring);
      hp_graph_free(&heap.graph);
      heap_end();
   }
}

/* ---- The look ---------------------------------------------------------------------- */

static hp_amount retained(const hp_owners *owners, size_t owner)
{
   hp_amount sum = { 0 };
   for (size_t i = 0; i < owners->n_tree; i++) {
      size_t at = i;
      while (at != owner && owners->tree[at].above != HP_NO_OWNER)
         at = owners->tree[at].above;
      if (at != owner)
         continue;
      sum.bytes += owners->tree[i].own.bytes;
      sum.blocks += owners->tree[i].own.blocks;
   }
   return sum;
}

/* The owner at the top with this kind and key; it has a root of its own. */
static hp_amount retained_by(const hp_owners *owners, hp_owner_kind kind, uint32_t what)
{
   for (size_t i = 0; i < owners->n_tree; i++)
      if (owners->tree[i].kind == kind && owners->tree[i].what == what
          && owners->tree[i].above == HP_NO_OWNER)
         return retained(owners, i);
   return (hp_amount){ 0 };
}

static void check_retained(const hp_owners *owners)
{
   for (uint32_t v = heap.n_blocks; v < heap.n; v++) {
      bool *expected = model_dominated(v);
      hp_amount sum = { 0 },
                found = retained_by(owners, HP_OWNER_ROOT, heap.vertices[v].index);
      for (uint32_t w = 0; w < heap.n_blocks; w++)
         if (expected[w]) {
            sum.bytes += heap.vertices[w].n_words * WORD_B;
            sum.blocks++;
         }
      assert_int_equal(found.bytes, sum.bytes);
      assert_int_equal(found.blocks, sum.blocks);
      free(expected);
   }
}

/* All blocks are in the tree once, and in one kind of leak. */
static void check_sums(const hp_owners *owners)
{
   hp_amount of_tree = { 0 }, of_leaks = { 0 }, of_sites = { 0 }, all = { 0 };
   hp_amount idle = { 0 }, all_idle = { 0 };
   for (size_t i = 0; i < owners->n_tree; i++) {
      idle.bytes += owners->tree[i].idle.bytes;
      idle.blocks += owners->tree[i].idle.blocks;
      of_tree.bytes += owners->tree[i].own.bytes;
      of_tree.blocks += owners->tree[i].own.blocks;
      assert_true(owners->tree[i].above == HP_NO_OWNER || owners->tree[i].above < i);
   }
   for (size_t i = 0; i < HP_LEAKS; i++)
      of_leaks.bytes += owners->leaks[i].bytes;
   for (size_t i = 0; i < owners->n_leak_sites; i++) {
      of_sites.bytes += owners->leak_sites[i].amount.bytes;
      of_sites.blocks += owners->leak_sites[i].amount.blocks;
   }
   for (uint32_t v = 0; v < heap.n_blocks; v++) {
      all.bytes += heap.vertices[v].n_words * WORD_B;
      all.blocks++;
      if (is_idle_record(NULL, heap.graph.map.records[v])) {
         all_idle.bytes += heap.vertices[v].n_words * WORD_B;
         all_idle.blocks++;
      }
   }
   assert_int_equal(idle.bytes, all_idle.bytes);
   assert_int_equal(idle.blocks, all_idle.blocks);
   assert_int_equal(of_tree.bytes, all.bytes);
   assert_int_equal(of_tree.blocks, all.blocks);
   assert_int_equal(of_leaks.bytes, all.bytes);
   assert_int_equal(of_sites.bytes, all.bytes);
   assert_int_equal(of_sites.blocks, all.blocks);
}

/* The chain of a site is as long as the way to its nearest block.  What no root reaches
   is reached from what is definitely lost. */
static void check_chains(const hp_owners *owners)
{
   uint32_t *distances = model_distances();
   for (uint32_t site = 0; site < N_SITES; site++) {
      uint32_t nearest = UINT32_MAX, n_blocks = 0;
      const hp_chain *chain = NULL;
      for (uint32_t v = site; v < heap.n_blocks; v += N_SITES, n_blocks++)
         if (distances[v] < nearest)
            nearest = distances[v];
      for (size_t i = 0; i < owners->n_chains; i++)
         if (owners->chains[i].site == site)
            chain = &owners->chains[i];
      assert_int_equal(chain != NULL, n_blocks > 0);
      if (chain == NULL)
         continue;
      const hp_step *steps = &owners->steps[chain->first];
      assert_true(steps[0].is_root);
      if (nearest == UINT32_MAX)
         assert_int_equal(steps[0].what, HP_KEY_LOST);
      else
         assert_int_equal(chain->n, nearest + 1);
      assert_int_equal(steps[chain->n - 1].what, site);
   }
   free(distances);
}

static void test_looks(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < SEEDS; seed++) {
      hp_owners owners;
      make_random(seed + 1000, false);
      hp_owners_look(&owners, &heap.graph, &sites_of_heap);
      model_keep();
      check_sums(&owners);
      check_retained(&owners);
      check_chains(&owners);
      hp_owners_free(&owners);
      hp_graph_free(&heap.graph);
      heap_end();
   }
}

/* ---- Large heaps ------------------------------------------------------------------ */

/* Dominators as the limit of "each vertex's is the nearest common one of those that have
   edges to it" (Cooper, Harvey and Kennedy, 2001). */
static void check_large_dominators(void)
{
   hp_dominators d;
   uint8_t *leaks, *in_ring;
   hp_leaks_find(&heap.graph, &leaks, &in_ring);
   hp_dominators_find(&d, &heap.graph, leaks);
   tk_put(&heap.memory.alloc, leaks);
   tk_put(&heap.memory.alloc, in_ring);
   uint32_t *above = calloc(d.n, sizeof *above);
   bool *is_known = calloc(d.n, sizeof *is_known), changes = true;
   is_known[0] = true;
   while (changes) {
      changes = false;
      for (uint32_t i = 1; i < d.n; i++) {
         uint32_t common = UINT32_MAX;
         for (uint32_t e = d.first_in[i]; e < d.first_in[i + 1]; e++) {
            uint32_t a = common, b = d.edges_in[e];
            if (!is_known[b])
               continue;
            while (a != UINT32_MAX && a != b)
               if (a > b)
                  a = above[a];
               else
                  b = above[b];
            common = b;
         }
         if (common != UINT32_MAX && (!is_known[i] || above[i] != common)) {
            above[i] = common;
            is_known[i] = changes = true;
         }
      }
   }
   for (uint32_t i = 1; i < d.n; i++)
      assert_int_equal(d.above[i], above[i]);
   free(above);
   free(is_known);
   hp_dominators_free(&d);
}

static void test_large(void **state)
{
   (void)state;
   for (uint64_t seed = 0; seed < 3; seed++) {
      unit_random random = unit_random_from(seed);
      hp_owners owners;
      heap_begin(&random, BIG, 20, 1, 6);
      heap_fill(&random, (uint32_t)(BIG * (seed + 1) / 2));
      heap_connect();
      check_large_dominators();
      hp_owners_look(&owners, &heap.graph, &sites_of_heap);
      check_sums(&owners);
      hp_owners_free(&owners);
      hp_graph_free(&heap.graph);
      heap_end();
   }
}

/* ---- Single cases ----------------------------------------------------------------- */

/* So many blocks of 2 words, each of a site of its own, and roots. */
static void begin_case(uint32_t n_blocks, uint32_t n_roots)
{
   unit_random random = unit_random_from(1);
   heap_begin(&random, n_blocks, n_roots, 2, 2);
   for (uint32_t v = 0; v < n_blocks; v++)
      tk_blocks_at(&heap.blocks, heap.vertices[v].index)->site = v;
}

static void set_site(uint32_t block, uint32_t site)
{
   tk_blocks_at(&heap.blocks, heap.vertices[block].index)->site = site;
}

static hp_owners look(void)
{
   hp_owners owners;
   hp_owners_sites sites = sites_of_heap;
   sites.n = heap.n_blocks;
   heap_connect();
   hp_owners_look(&owners, &heap.graph, &sites);
   return owners;
}

static void end_case(hp_owners *owners)
{
   hp_owners_free(owners);
   hp_graph_free(&heap.graph);
   heap_end();
}

static void test_list_is_one_owner(void **state)
{
   (void)state;
   const uint32_t n = 1000;
   begin_case(n, 1);
   for (uint32_t v = 0; v < n; v++) {
      set_site(v, v % 2);
      heap_point(v == 0 ? n : v - 1, v, false);
   }
   hp_owners owners = look();
   assert_int_equal(owners.n_tree, 3);
   assert_int_equal(owners.tree[1].own.blocks, n / 2);
   assert_int_equal(owners.tree[2].own.blocks, n / 2);
   assert_int_equal(owners.tree[1].offset, 0);
   assert_int_equal(owners.n_chains, 2);
   assert_int_equal(owners.chains[1].n, 3);
   end_case(&owners);
}

static void set_born(uint32_t block, uint64_t born)
{
   tk_blocks_at(&heap.blocks, heap.vertices[block].index)->born = born;
}

static void check_ring(const hp_owners *owners, hp_ring expected)
{
   assert_int_equal(owners->n_rings, 1);
   const hp_ring *ring = &owners->rings[0];
   assert_int_equal(ring->site, expected.site);
   assert_int_equal(ring->to, expected.to);
   assert_int_equal(ring->offset, expected.offset);
   assert_int_equal(ring->n, expected.n);
   assert_int_equal(ring->lost.blocks, expected.lost.blocks);
   assert_int_equal(ring->lost.bytes, 2 * WORD_B * expected.lost.blocks);
}

/* A parent, its children by way of two arrays, and what one of them has; the children's
   second word is the parent.  Which block is the first in memory is chance. */
static void test_ring_of_parents(void **state)
{
   (void)state;
   for (uint32_t parent = 0; parent < 6; parent++) {
      enum { PARENT, ARRAY, OTHER, CHILD, LAST };
#define AT(i) ((parent + (i)) % 6)
      begin_case(6, 0);
      for (uint32_t i = 0; i < 6; i++) {
         set_site(AT(i), i < CHILD ? i : i == 5 ? LAST : CHILD);
         set_born(AT(i), i);
      }
      heap_point(AT(0), AT(1), false);
      heap_point(AT(0), AT(2), false);
      heap_point(AT(1), AT(3), false);
      heap_point(AT(2), AT(4), false);
      heap_point(AT(3), AT(5), false);
      heap_point(AT(3), AT(0), false);
      heap_point(AT(4), AT(4), true); /* a short string */
      heap_point(AT(4), AT(0), false);
      hp_owners owners = look();
      check_ring(&owners, (hp_ring){ .site = CHILD,
                                     .to = PARENT,
                                     .offset = WORD_B,
                                     .n = 1,
                                     .lost = { .blocks = 6 } });
      assert_in_range(owners.rings[0].holder, ARRAY, OTHER);
      assert_int_equal(owners.rings[0].holder_offset, 0);
      end_case(&owners);
#undef AT
   }
}

/* The second word of each leads back, to the one before. */
static void test_ring_of_list(void **state)
{
   (void)state;
   const uint32_t n = 100000;
   begin_case(n, 0);
   for (uint32_t v = 0; v < n; v++) {
      set_site(v, 0);
      set_born(v, v);
      heap_point(v, v + 1 < n ? v + 1 : v, v + 1 == n);
      if (v > 0)
         heap_point(v, v - 1, false);
   }
   hp_owners owners = look();
   check_ring(&owners, (hp_ring){ .offset = WORD_B, .n = 1, .lost = { .blocks = n } });
   end_case(&owners);
}

/* Itself: by its start only. */
static void test_ring_of_one(void **state)
{
   (void)state;
   for (int is_interior = 0; is_interior < 2; is_interior++) {
      begin_case(1, 0);
      heap_point(0, 0, is_interior);
      hp_owners owners = look();
      assert_int_equal(owners.n_rings, !is_interior);
      if (!is_interior)
         check_ring(&owners, (hp_ring){ .n = 1, .lost = { .blocks = 1 } });
      end_case(&owners);
   }
}

static void test_long_chain_is_cut(void **state)
{
   (void)state;
   const uint32_t n = 3 * HP_MOST_STEPS;
   begin_case(n, 1);
   for (uint32_t v = 0; v < n; v++)
      heap_point(v == 0 ? n : v - 1, v, false);
   hp_owners owners = look();
   assert_int_equal(owners.n_chains, n);
   const hp_chain *last = &owners.chains[n - 1];
   const hp_step *steps = &owners.steps[last->first];
   assert_int_equal(last->n, HP_MOST_STEPS);
   for (uint32_t i = 0; i < last->n; i++) {
      bool has_none = i == HP_MOST_STEPS / 2 - 1 || i == last->n - 1;
      assert_int_equal(steps[i].offset == HP_NO_OFFSET, has_none);
   }
   assert_int_equal(steps[last->n - 1].what, n - 1);
   assert_int_equal(steps[HP_MOST_STEPS / 2].what, n - HP_MOST_STEPS / 2);
   end_case(&owners);
}

static void test_shared(void **state)
{
   (void)state;
   begin_case(4, 6);
   heap_point(4, 0, false);
   heap_point(5, 0, false);
   heap_point(0, 1, false);
   for (uint32_t root = 4; root < 10; root++)
      heap_point(root, 2, false);
   hp_owners owners = look();
   assert_int_equal(owners.n_sharers, 2);
   assert_int_equal(owners.sharers[0].n, 2);
   assert_int_equal(owners.sharers[0].keys[0], 1);
   assert_int_equal(owners.sharers[0].keys[1], 2);
   assert_false(owners.sharers[0].has_more);
   assert_int_equal(owners.sharers[1].n, HP_MOST_SHARERS);
   assert_true(owners.sharers[1].has_more);
   assert_int_equal(retained_by(&owners, HP_OWNER_SHARED, 0).blocks, 2);
   assert_int_equal(retained_by(&owners, HP_OWNER_SHARED, 1).blocks, 1);
   assert_int_equal(retained_by(&owners, HP_OWNER_ROOT, HP_KEY_LOST).blocks, 1);
   end_case(&owners);
}

/* Blocks in a row that refer to both neighbours, held at both ends: shared all along. */
static void test_shared_from_both_ends(void **state)
{
   (void)state;
   const uint32_t n = 3000;
   begin_case(n, 2);
   for (uint32_t v = 0; v < n; v++) {
      if (v > 0)
         heap_point(v, v - 1, false);
      if (v + 1 < n)
         heap_point(v, v + 1, false);
   }
   heap_point(n, 0, false);
   heap_point(n + 1, n - 1, false);
   hp_owners owners = look();
   assert_int_equal(owners.n_sharers, 1);
   assert_int_equal(retained_by(&owners, HP_OWNER_SHARED, 0).blocks, n);
   end_case(&owners);
}

static void test_lower_rank_owns(void **state)
{
   (void)state;
   begin_case(3, 2);
   heap.vertices[3].rank = 1;
   heap_point(3, 1, false);
   heap_point(3, 2, false);
   heap_point(4, 0, false);
   heap_point(0, 1, false);
   hp_owners owners = look();
   assert_int_equal(retained_by(&owners, HP_OWNER_ROOT, 2).blocks, 2);
   assert_int_equal(retained_by(&owners, HP_OWNER_ROOT, 1).blocks, 1);
   assert_int_equal(owners.n_sharers, 0);
   end_case(&owners);
}

static void test_ring(void **state)
{
   (void)state;
   begin_case(4, 1);
   heap_point(0, 1, false);
   heap_point(1, 0, false);
   heap_point(2, 2, false); /* a block that refers to itself is no ring */
   hp_owners owners = look();
   assert_int_equal(owners.leaks[HP_LEAK_DEFINITE].blocks, 3);
   assert_int_equal(owners.leaks[HP_LEAK_INDIRECT].blocks, 1);
   assert_int_equal(owners.leak_sites[0].rings, 1);
   for (size_t i = 1; i < owners.n_leak_sites; i++)
      assert_int_equal(owners.leak_sites[i].rings, 0);
   end_case(&owners);
}

static void test_ignored_site(void **state)
{
   (void)state;
   begin_case(2, 1);
   set_site(0, HP_SITE_IGNORED);
   heap_point(2, 0, false);
   heap_point(0, 1, false);
   hp_owners owners = look();
   assert_int_equal(owners.leaks[HP_LEAK_REACHABLE].blocks, 1);
   assert_int_equal(retained_by(&owners, HP_OWNER_ROOT, 1).blocks, 1);
   end_case(&owners);
}

/* ---- Arrays, pools, pointers into the middle -------------------------------------- */

static uintptr_t room[4096];

static const uintptr_t *read_room(void *context, uintptr_t start, size_t *n)
{
   const uintptr_t *words = (const uintptr_t *)start;
   (void)context;
   if (words < room || words >= room + 4096)
      return NULL;
   if (*n > (size_t)(room + 4096 - words))
      *n = (size_t)(room + 4096 - words);
   return words;
}

static bool is_vtable(void *context, uintptr_t word)
{
   (void)context;
   return word == 0x1234 || word == 0x5678;
}

static void find_root(void *context, uintptr_t address, hp_root *root)
{
   (void)context;
   *root = (hp_root){ .start = address,
                      .end = address + WORD_B,
                      .base = (uintptr_t)room,
                      .key = 1,
                      .is_allocators = context != NULL };
}

static void begin_room(void)
{
   memset(room, 0, sizeof room);
   unit_alloc_init(&heap.memory);
   tk_blocks_init(&heap.blocks, &heap.memory.alloc);
}

static void add_block(size_t at, size_t size_B, tk_layer layer, uint32_t site)
{
   uint32_t index = tk_blocks_add(&heap.blocks, (uintptr_t)(room + at), layer);
   tk_blocks_at(&heap.blocks, index)->size_B = size_B;
   tk_blocks_at(&heap.blocks, index)->site = site;
}

static bool is_second_site(void *context, uint32_t site)
{
   (void)context;
   return site == 1;
}

/* The roots are the room's first words.  Blocks of site 1 vary in size. */
static hp_owners look_at_room(size_t n_roots, bool is_allocators)
{
   static const hp_memory memory = { .words = read_room, .is_vtable = is_vtable };
   hp_owners_sites sites = sites_of_heap;
   sites.n = 8;
   sites.varies = is_second_site;
   const hp_roots roots = { .find = find_root, .context = is_allocators ? room : NULL };
   hp_owners owners;
   hp_graph_init(&heap.graph, &heap.blocks, &memory, &heap.memory.alloc);
   hp_graph_search(&heap.graph, (uintptr_t)room, (uintptr_t)(room + n_roots), &roots);
   hp_graph_connect(&heap.graph);
   hp_owners_look(&owners, &heap.graph, &sites);
   return owners;
}

static void end_room(hp_owners *owners)
{
   hp_owners_free(owners);
   hp_graph_free(&heap.graph);
   tk_blocks_fini(&heap.blocks);
   assert_int_equal(heap.memory.n_live, 0);
}

/* Elements of 3 words, with a pointer in the second: at 1, 4, 7. */
static void test_array(void **state)
{
   (void)state;
   begin_room();
   add_block(8, 300 * WORD_B, TK_LAYER_HEAP, 0);
   room[0] = (uintptr_t)(room + 8);
   for (size_t i = 0; i < 100; i++) {
      add_block(400 + 4 * i, 2 * WORD_B, TK_LAYER_HEAP, 1);
      room[8 + 3 * i + 1] = (uintptr_t)(room + 400 + 4 * i);
   }
   hp_owners owners = look_at_room(8, false);
   assert_int_equal(owners.n_tree, 3);
   assert_int_equal(owners.tree[2].own.blocks, 100);
   assert_int_equal(owners.tree[2].offset, WORD_B);
   assert_int_equal(owners.tree[2].step, 3 * WORD_B);
   end_room(&owners);
}

/* Two fields of one small block are two owners. */
static void test_fields(void **state)
{
   (void)state;
   begin_room();
   add_block(8, 4 * WORD_B, TK_LAYER_HEAP, 0);
   room[0] = (uintptr_t)(room + 8);
   add_block(20, WORD_B, TK_LAYER_HEAP, 1);
   add_block(30, WORD_B, TK_LAYER_HEAP, 1);
   room[9] = (uintptr_t)(room + 20);
   room[11] = (uintptr_t)(room + 30);
   hp_owners owners = look_at_room(8, false);
   assert_int_equal(owners.n_tree, 4);
   assert_int_equal(owners.tree[2].offset, WORD_B);
   assert_int_equal(owners.tree[3].offset, 3 * WORD_B);
   assert_int_equal(owners.tree[2].step, 0);
   end_room(&owners);
}

/* A small array, by its number of elements; and one by its site. */
static void test_small_arrays(void **state)
{
   (void)state;
   for (uint32_t site = 0; site < 2; site++) {
      size_t n = site == 0 ? 9 : 3;
      begin_room();
      add_block(8, 18 * WORD_B, TK_LAYER_HEAP, site);
      room[0] = (uintptr_t)(room + 8);
      for (size_t i = 0; i < n; i++) {
         add_block(40 + 2 * i, WORD_B, TK_LAYER_HEAP, 2);
         room[8 + 2 * i] = (uintptr_t)(room + 40 + 2 * i);
      }
      hp_owners owners = look_at_room(8, false);
      assert_int_equal(owners.n_tree, 3);
      assert_int_equal(owners.tree[2].step, 2 * WORD_B);
      assert_int_equal(owners.tree[2].own.blocks, n);
      end_room(&owners);
   }
}

/* A frame tells all words that refer to a block, up to five. */
static void find_frame(void *context, uintptr_t address, hp_root *root)
{
   (void)context;
   (void)address;
   *root = (hp_root){ .start = (uintptr_t)room,
                      .end = (uintptr_t)(room + 8),
                      .base = (uintptr_t)(room + 8),
                      .key = 1,
                      .is_frame = true };
}

static void test_words_of_frames(void **state)
{
   (void)state;
   static const hp_memory memory = { .words = read_room, .is_vtable = is_vtable };
   const hp_roots roots = { .find = find_frame };
   hp_owners_sites sites = sites_of_heap;
   hp_owners owners;
   sites.n = 8;
   begin_room();
   add_block(16, WORD_B, TK_LAYER_HEAP, 0);
   for (size_t i = 1; i < 8; i++)
      room[i] = i == 3 ? 0 : (uintptr_t)(room + 16);
   hp_graph_init(&heap.graph, &heap.blocks, &memory, &heap.memory.alloc);
   hp_graph_search(&heap.graph, (uintptr_t)room, (uintptr_t)(room + 8), &roots);
   hp_graph_connect(&heap.graph);
   hp_owners_look(&owners, &heap.graph, &sites);
   assert_int_equal(owners.n_tree, 2);
   assert_int_equal(owners.tree[1].offset, -7 * WORD_B);
   assert_int_equal(owners.tree[1].n_words, HP_MOST_WORDS);
   assert_int_equal(owners.tree[1].words[0], -6 * WORD_B);
   assert_int_equal(owners.tree[1].words[1], -4 * WORD_B);
   assert_int_equal(owners.tree[0].n_words, 0);
   end_room(&owners);
}

/* The pool is no block to be lost: what is in it and in no block of it is a root. */
static void test_pool(void **state)
{
   (void)state;
   begin_room();
   add_block(8, 100 * WORD_B, TK_LAYER_HEAP, 0);
   add_block(20, 4 * WORD_B, TK_LAYER_CUSTOM, 1); /* the pool refers to it */
   add_block(30, 4 * WORD_B, TK_LAYER_CUSTOM, 2); /* it is lost, and refers to ... */
   add_block(40, 4 * WORD_B, TK_LAYER_CUSTOM, 3); /* ... this */
   add_block(200, 4 * WORD_B, TK_LAYER_HEAP, 4);  /* held by the first */
   room[8] = (uintptr_t)(room + 20);
   room[31] = (uintptr_t)(room + 40);
   room[21] = (uintptr_t)(room + 200);
   room[90] = (uintptr_t)(room + 50); /* into the pool, but no block of it */
   hp_owners owners = look_at_room(1, false);
   assert_int_equal(owners.leaks[HP_LEAK_REACHABLE].blocks, 3);
   assert_int_equal(owners.leaks[HP_LEAK_DEFINITE].blocks, 1);
   assert_int_equal(owners.leaks[HP_LEAK_INDIRECT].blocks, 1);
   assert_int_equal(owners.tree[0].kind, HP_OWNER_SITE);
   assert_int_equal(owners.tree[0].what, 0);
   assert_int_equal(retained(&owners, 0).blocks, 3);
   end_room(&owners);
}

/* An allocator's pointers to what is free behind a block. */
static void test_allocators_root(void **state)
{
   (void)state;
   for (int is_allocators = 0; is_allocators < 2; is_allocators++) {
      begin_room();
      add_block(8, 3 * WORD_B, TK_LAYER_HEAP, 0);
      add_block(16, 3 * WORD_B, TK_LAYER_HEAP, 1);
      room[0] = (uintptr_t)(room + 10);
      room[1] = (uintptr_t)(room + 16);
      hp_owners owners = look_at_room(8, is_allocators != 0);
      assert_int_equal(owners.leaks[HP_LEAK_POSSIBLE].blocks, !is_allocators);
      assert_int_equal(owners.leaks[HP_LEAK_DEFINITE].blocks, is_allocators);
      assert_int_equal(owners.leaks[HP_LEAK_REACHABLE].blocks, 1);
      end_room(&owners);
   }
}

/* One block, its first three words, and a pointer to an offset in it. */
typedef struct {
   uintptr_t words[3];
   size_t size_B, offset;
   hp_leak leak;
} middle;

static void test_pointers_into_the_middle(void **state)
{
   (void)state;
   const middle cases[] = {
      { { 5, 7, 0 }, 3 * WORD_B + 8, 3 * WORD_B, HP_LEAK_REACHABLE }, /* std::string */
      { { 8, 7, 0 }, 3 * WORD_B + 8, 3 * WORD_B, HP_LEAK_POSSIBLE },
      { { 5, 8, 0 }, 3 * WORD_B + 8, 3 * WORD_B, HP_LEAK_POSSIBLE },
      { { 5, 7, 0 }, 3 * WORD_B + 8, 2 * WORD_B, HP_LEAK_POSSIBLE },
      { { 5, 0, 0 }, 6 * WORD_B, WORD_B, HP_LEAK_REACHABLE }, /* new[] */
      { { 7, 0, 0 }, 6 * WORD_B, WORD_B, HP_LEAK_POSSIBLE },
      { { 0, 0, 0 }, 6 * WORD_B, WORD_B, HP_LEAK_POSSIBLE },
      { { 41, 0, 0 }, 49, 8, HP_LEAK_REACHABLE }, /* a length of 64 bits */
      { { 42, 0, 0 }, 49, 8, HP_LEAK_POSSIBLE },
      { { 0x1234, 0, 0x5678 }, 4 * WORD_B, 2 * WORD_B, HP_LEAK_REACHABLE }, /* a base */
      { { 0x1234, 0, 0x5679 }, 4 * WORD_B, 2 * WORD_B, HP_LEAK_POSSIBLE },
      { { 0x1235, 0, 0x5678 }, 4 * WORD_B, 2 * WORD_B, HP_LEAK_POSSIBLE },
      { { 0, 0, 0 }, 0, 0, HP_LEAK_REACHABLE }, /* no byte at all */
      { { 0, 0, 0 }, 0, 1, HP_LEAK_DEFINITE },
      { { 0, 0, 0 }, 16, 16, HP_LEAK_DEFINITE }, /* behind it */
      { { 0, 0, 0 }, 16, 15, HP_LEAK_POSSIBLE },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      begin_room();
      add_block(16, cases[i].size_B, TK_LAYER_HEAP, 0);
      for (size_t w = 0; w < 3; w++)
         room[16 + w] = cases[i].words[w];
      room[0] = (uintptr_t)(room + 16) + cases[i].offset;
      hp_owners owners = look_at_room(8, false);
      if (owners.leaks[cases[i].leak].blocks != 1)
         fail_msg("case %zu", i);
      end_room(&owners);
   }
}

/* Words that cannot be read are no pointers; nor is anything outside of the room. */
static void test_unreadable(void **state)
{
   (void)state;
   begin_room();
   add_block(4000, 200 * WORD_B, TK_LAYER_HEAP, 0); /* reaches beyond the room */
   add_block(16, WORD_B, TK_LAYER_HEAP, 1);
   room[0] = (uintptr_t)(room + 4000);
   room[4095] = (uintptr_t)(room + 16);
   hp_owners owners = look_at_room(8, false);
   assert_int_equal(owners.leaks[HP_LEAK_REACHABLE].blocks, 2);
   end_room(&owners);
}

static void test_empty(void **state)
{
   (void)state;
   begin_room();
   hp_owners owners = look_at_room(8, false);
   assert_int_equal(owners.n_tree, 0);
   end_room(&owners);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leaks),
      cmocka_unit_test(test_dominators),
      cmocka_unit_test(test_looks),
      cmocka_unit_test(test_rings),
      cmocka_unit_test(test_ring_of_parents),
      cmocka_unit_test(test_ring_of_list),
      cmocka_unit_test(test_ring_of_one),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_list_is_one_owner),
      cmocka_unit_test(test_long_chain_is_cut),
      cmocka_unit_test(test_shared),
      cmocka_unit_test(test_shared_from_both_ends),
      cmocka_unit_test(test_lower_rank_owns),
      cmocka_unit_test(test_ring),
      cmocka_unit_test(test_ignored_site),
      cmocka_unit_test(test_array),
      cmocka_unit_test(test_fields),
      cmocka_unit_test(test_small_arrays),
      cmocka_unit_test(test_words_of_frames),
      cmocka_unit_test(test_pool),
      cmocka_unit_test(test_allocators_root),
      cmocka_unit_test(test_pointers_into_the_middle),
      cmocka_unit_test(test_unreadable),
      cmocka_unit_test(test_empty),
   };
   return cmocka_run_group_tests_name("hp_owners", tests, NULL, NULL);
}
