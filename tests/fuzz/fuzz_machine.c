/* fuzz_machine.c -- caches of any shape and the predictors, referred to in any
   order, against their naive models.

   The first bytes are the geometries, and perhaps a processor's report of its own;
   the others are references, each made as by translated code and the tool: past a
   guard, by the second line of a set, or in full.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "machine/cs_host.h"
#include "models/cs_branch_model.h"
#include "models/cs_sim_model.h"

enum {
   STEPS_MAX = 600, /* the model keeps every line that was ever used */
   CHECK_EVERY = 32,
   WAYS_MAX = 20, /* more than the 16 with their own order */
};

/* Mostly few sets, which fill; many for a last level, which is packed only
   then. */
static cs_geometry random_shape(unit_random *random, bool is_last)
{
   uint32_t line_B = 8u << unit_random_below(random, 5);
   uint32_t assoc = 1 + (uint32_t)unit_random_below(random, WAYS_MAX);
   uint32_t n_sets = 1 + (uint32_t)unit_random_below(random, 16);
   if (is_last && unit_random_below(random, 2) == 0)
      n_sets = 1u << unit_random_below(random, 12);
   cs_geometry g = { .size_B = (uint64_t)n_sets * assoc * line_B,
                     .assoc = assoc,
                     .line_size_B = line_B };
   assert_null(cs_geometry_error(&g));
   return g;
}

static bench *random_bench(unit_random *random)
{
   cs_geometry i1 = random_shape(random, false);
   cs_geometry d1 = random_shape(random, false);
   cs_geometry ll = random_shape(random, true);
   bench *b = bench_new(&i1, &d1, &ll, 1);
   b->random = *random;
   return b;
}

/* As in the tool, which finds the latest lines first. */
static void refer_guarded(bench *b, int site, uintptr_t addr, uint32_t size_B)
{
   uint64_t *e = b->expected[site];
   cs_cache *d1 = &b->sim.d1;
   if (!cs_cache_is_latest(d1, addr, size_B) && !cs_cache_refer_second(d1, addr, size_B))
      cs_sim_data(&b->sim, &b->sites[site], addr, size_B, CS_DR);
   naive_hierarchy(&b->model.d1, &b->model.ll, addr, size_B, &e[CS_D1MR], &e[CS_DLMR]);
}

/* An instruction gets another address, like new code. */
static void move_site(bench *b, int site)
{
   put(b, site, 0x400000 + (uintptr_t)unit_random_below(&b->random, 4096),
       1 + (uint16_t)unit_random_below(&b->random, 15));
}

/* Records of code without a site are discarded: the cache is the same. */
static void sweep(bench *b)
{
   for (int i = 0; i < N_SITES; i++)
      cs_icache_keep(b->sites[i].code, b->sites[i].n_lines);
   cs_icache_sweep(&b->sim.i1);
}

static void fetch_guarded(bench *b, int site)
{
   const cs_site *s = &b->sites[site];
   uint64_t *e = b->expected[site];
   if (!cs_icache_are_latest(s->code, s->n_lines))
      cs_sim_fetch(&b->sim, s);
   naive_hierarchy(&b->model.i1, &b->model.ll, s->addr, s->size_B, &e[CS_I1MR],
                   &e[CS_ILMR]);
}

/* Only one set of the last level, to fill it. */
static uintptr_t in_one_set(bench *b)
{
   const cs_geometry *ll = &b->model.ll.shape;
   return 0x80000
          + (uintptr_t)(ll->size_B / ll->assoc
                        * unit_random_below(&b->random, 2 * ll->assoc));
}

static void step(bench *b, duel *branches)
{
   unit_random *r = &b->random;
   uint64_t what = unit_random_below(r, 8);
   int site = (int)unit_random_below(r, N_SITES);
   uintptr_t where = 0x10000 + (uintptr_t)unit_random_below(r, 0x10000);
   switch (what) {
   case 0:
      move_site(b, site);
      if (unit_random_below(r, 8) == 1)
         sweep(b);
      break;
   case 1: fetch_guarded(b, site); break;
   case 2:
      refer_guarded(b, site, where,
                    1 + (uint32_t)unit_random_below(r, b->sim.max_data_B));
      break;
   case 3: duel_cond(branches, where, unit_random_below(r, 2) != 0); break;
   case 4: duel_jump(branches, where, (uintptr_t)unit_random_u64(r)); break;
   case 5: write_both(b, site, in_one_set(b), 1); break;
   default: random_step(b); break;
   }
}

/* A processor with arbitrary answers, except for its vendor half the time. */
static void answer(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   static const uint32_t amd[] = { 16, 0x68747541, 0x444d4163, 0x69746e65 };
   unit_random *random = context;
   (void)subleaf;
   for (int i = 0; i < 4; i++)
      out[i] = (uint32_t)unit_random_below(random, UINT64_C(1) << 32);
   if (leaf == 0 && out[0] % 2 == 0)
      memcpy(out, amd, sizeof amd);
}

/* Whatever it reports, the result can be simulated. */
static void ask_host(unit_random *random)
{
   cs_host_caches caches;
   cs_host_detect(answer, random, &caches);
   assert_null(cs_geometry_error(&caches.i1));
   assert_null(cs_geometry_error(&caches.d1));
   assert_null(cs_geometry_error(&caches.ll));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   if (unit_random_below(&random, 8) == 1)
      ask_host(&random);
   bench *b = random_bench(&random);
   duel *branches = duel_new();
   for (int i = 0; i < STEPS_MAX && b->random.left_B > 0; i++) {
      step(b, branches);
      if (i % CHECK_EVERY == 0) {
         assert_counts(b);
         assert_valid(b);
      }
   }
   assert_counts(b);
   assert_valid(b);
   bench_free(b);
   free(branches);
   return 0;
}
