/* cs_sim_model.h -- a machine by stack distance, and one side by side with
   a cs_sim.

   LRU has a second definition (Mattson et al., 1970): a line is in a cache
   of n ways if fewer than n other lines of its set were used since it was.
   The model keeps every line ever used, in order of use.  So it shares neither the
   idea of ways nor that of replacement with the module.  The includer has included
   cmocka.h or a substitute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_SIM_MODEL_H
#define MODELS_CS_SIM_MODEL_H

#include "simulate/cs_sim.h"
#include "unit_alloc.h"

/* ---- The naive model ------------------------------------------------- */

enum { NAIVE_LINES_MAX = 4096 };

typedef struct {
   cs_geometry shape;
   size_t n_used;
   uintptr_t used[NAIVE_LINES_MAX]; /* blocks, the latest first */
} naive_cache;

static bool naive_touch(naive_cache *c, uintptr_t block)
{
   uintptr_t n_sets = c->shape.size_B / c->shape.line_size_B / c->shape.assoc;
   uint32_t distance = 0;
   size_t i = 0;
   while (i < c->n_used && c->used[i] != block) {
      distance += c->used[i] % n_sets == block % n_sets;
      i++;
   }
   bool known = i < c->n_used;
   if (!known) {
      assert_true(c->n_used < NAIVE_LINES_MAX);
      c->n_used++;
   }
   for (; i > 0; i--)
      c->used[i] = c->used[i - 1];
   c->used[0] = block;
   return !known || distance >= c->shape.assoc;
}

static bool naive_refer(naive_cache *c, uintptr_t addr, uint32_t size_B)
{
   uintptr_t line_B = c->shape.line_size_B;
   int n_misses = 0;
   for (uintptr_t b = addr / line_B; b <= (addr + size_B - 1) / line_B; b++)
      n_misses += naive_touch(c, b);
   return n_misses > 0;
}

typedef struct {
   naive_cache i1, d1, ll;
} naive_machine;

static void naive_hierarchy(naive_cache *first, naive_cache *ll, uintptr_t addr,
                            uint32_t size_B, uint64_t *first_misses, uint64_t *ll_misses)
{
   if (!naive_refer(first, addr, size_B))
      return;
   ++*first_misses;
   if (naive_refer(ll, addr, size_B))
      ++*ll_misses;
}

/* ---- A machine and its model ----------------------------------------- */

enum { N_SITES = 24 };

typedef struct {
   unit_alloc memory;
   cs_sim sim;
   naive_machine model;
   unit_random random;
   cs_site sites[N_SITES];
   uint64_t expected[N_SITES][CS_N_EVENTS];
} bench;

static tk_line *new_line(void)
{
   tk_line *line = calloc(1, sizeof *line + CS_N_EVENTS * sizeof(uint64_t));
   assert_non_null(line);
   return line;
}

/* Instruction `site` is at `addr` from now on. */
static void put(bench *b, int site, uintptr_t addr, uint16_t size_B)
{
   cs_site *s = &b->sites[site];
   s->addr = addr;
   s->size_B = size_B;
   cs_sim_place(&b->sim, s);
}

static bench *bench_new(const cs_geometry *i1, const cs_geometry *d1,
                        const cs_geometry *ll, uint64_t seed)
{
   bench *b = calloc(1, sizeof *b);
   assert_non_null(b);
   unit_alloc_init(&b->memory);
   memset(&b->sim, 0xa5, sizeof b->sim);
   cs_sim_init(&b->sim, i1, d1, ll, &b->memory.alloc);
   b->model.i1.shape = *i1;
   b->model.d1.shape = *d1;
   b->model.ll.shape = *ll;
   /* Caches of data start with line 0 in them. */
   naive_touch(&b->model.d1, 0);
   naive_touch(&b->model.ll, 0);
   b->random = unit_random_from(seed);
   for (int i = 0; i < N_SITES; i++) {
      b->sites[i].line = new_line();
      put(b, i, 0x400000 + (uintptr_t)unit_random_below(&b->random, 2048),
          1 + (uint16_t)unit_random_below(&b->random, 15));
   }
   return b;
}

static void bench_free(bench *b)
{
   cs_sim_fini(&b->sim, &b->memory.alloc);
   assert_int_equal(b->memory.n_live, 0);
   for (int i = 0; i < N_SITES; i++)
      free(b->sites[i].line);
   free(b);
}

static void fetch_both(bench *b, int site)
{
   const cs_site *s = &b->sites[site];
   uint64_t *e = b->expected[site];
   cs_sim_fetch(&b->sim, s);
   naive_hierarchy(&b->model.i1, &b->model.ll, s->addr, s->size_B, &e[CS_I1MR],
                   &e[CS_ILMR]);
}

static void read_both(bench *b, int site, uintptr_t addr, uint32_t size_B)
{
   uint64_t *e = b->expected[site];
   cs_sim_data(&b->sim, &b->sites[site], addr, size_B, CS_DR);
   naive_hierarchy(&b->model.d1, &b->model.ll, addr, size_B, &e[CS_D1MR], &e[CS_DLMR]);
}

static void write_both(bench *b, int site, uintptr_t addr, uint32_t size_B)
{
   uint64_t *e = b->expected[site];
   cs_sim_data(&b->sim, &b->sites[site], addr, size_B, CS_DW);
   naive_hierarchy(&b->model.d1, &b->model.ll, addr, size_B, &e[CS_D1MW], &e[CS_DLMW]);
}

static void assert_counts_of(const bench *b, int site)
{
   const uint64_t *actual = b->sites[site].line->counts;
   for (int e = 0; e < CS_N_EVENTS; e++)
      if (actual[e] != b->expected[site][e])
         fail_msg("site %d, column %d: %lu, but %lu in the model", site, e,
                  (unsigned long)actual[e], (unsigned long)b->expected[site][e]);
}

static void assert_counts(bench *b)
{
   cs_sim_flush(&b->sim);
   assert_int_equal(b->sim.n_waiting, 0);
   for (int site = 0; site < N_SITES; site++)
      assert_counts_of(b, site);
}

static void random_step(bench *b)
{
   int site = (int)unit_random_below(&b->random, N_SITES);
   const cs_geometry *ll = &b->model.ll.shape;
   /* Data now and then lies where the code is: the last level is shared. */
   uintptr_t data = unit_random_below(&b->random, 5) == 0 ? 0x400000 : 0x401800;
   if (unit_random_below(&b->random, 50) == 0)
      data = 0; /* or near it */
   data += (uintptr_t)unit_random_below(&b->random, data == 0 ? 96 : 3072);
   /* Or behind it in the same set of the last level. */
   if (unit_random_below(&b->random, 4) == 0)
      data += ll->size_B / ll->assoc
              * (uintptr_t)unit_random_below(&b->random, 2 * ll->assoc);
   uint32_t size_B = 1 + (uint32_t)unit_random_below(&b->random, b->sim.max_data_B);
   switch (unit_random_below(&b->random, 3)) {
   case 0: fetch_both(b, site); break;
   case 1: read_both(b, site, data, size_B); break;
   default: write_both(b, site, data, size_B); break;
   }
   assert_true(b->sim.n_waiting < CS_LOOKUPS);
}

static void assert_valid(const bench *b)
{
   assert_true(cs_icache_is_valid(&b->sim.i1));
   assert_true(cs_cache_is_valid(&b->sim.d1));
   if (b->sim.ll.tags == NULL)
      assert_true(cs_cache_is_valid(&b->sim.ll.plain));
}

#endif
