/* fuzz_prefetch.c -- prefetchers and TLBs of any shape, referred to in any order, against
   their naive models.

   The first bytes are the shapes; the others are references.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "machine/cs_tlb.h"
#include "models/cs_prefetch_model.h"

enum { STEPS_MAX = 1000, WAYS_MAX = 20, CHECK_EVERY = 32 };

static uint32_t one_to(unit_random *random, uint32_t n)
{
   return 1 + (uint32_t)unit_random_below(random, n);
}

/* At most two huge pages before or behind where an area of the address space begins. */
static uintptr_t near_area(unit_random *random)
{
   uint64_t start = 8 * NAIVE_TIB * unit_random_below(random, 9);
   return (uintptr_t)(start - 2 * NAIVE_HUGE_B
                      + unit_random_below(random, 4 * NAIVE_HUGE_B));
}

/* Near 0 or the end of the address space; sometimes where data in another layout is, or
   anywhere. */
static uintptr_t any_address(unit_random *random)
{
   switch (unit_random_below(random, 16)) {
   case 1: return (uintptr_t)unit_random_u64(random);
   case 2: return near_area(random);
   default: return (uintptr_t)unit_random_below(random, 0x10000) - 0x4000;
   }
}

/* ---- Prefetchers ----------------------------------------------------- */

static cs_prefetcher_shape any_prefetcher(unit_random *random)
{
   return (cs_prefetcher_shape){ .kind = (cs_prefetcher_kind)unit_random_below(random, 4),
                                 .n_entries = one_to(random, WAYS_MAX),
                                 .n_to_begin = one_to(random, 4),
                                 .degree = one_to(random, 8),
                                 .distance = one_to(random, 16),
                                 .crosses_pages = unit_random_below(random, 2) == 1 };
}

static void observe(cs_prefetcher *p, naive_prefetcher *model, unit_random *random)
{
   uintptr_t lines[CS_PREFETCH_DEGREE_MAX], site = unit_random_below(random, 32);
   uintptr_t addr = any_address(random);
   cs_seen seen = (cs_seen)unit_random_below(random, 3);
   uint32_t n = cs_prefetch_observe(p, site, addr, seen, lines);
   naive_prefetch_observe(model, site, addr, seen);
   assert_int_equal(n, model->n_lines);
   assert_memory_equal(lines, model->lines, n * sizeof lines[0]);
}

static void duel_prefetchers(unit_random *random, const tk_alloc *alloc)
{
   cs_prefetcher_shape shape = any_prefetcher(random);
   uint32_t line_B = 8u << unit_random_below(random, 5);
   uint64_t page_B = UINT64_C(256) << unit_random_below(random, 5);
   cs_prefetcher p;
   naive_prefetcher model;
   assert_null(cs_prefetch_error(&shape));
   cs_prefetch_init(&p, &shape, line_B, page_B, alloc);
   naive_prefetch_init(&model, &shape, line_B, page_B);
   for (int i = 0; i < STEPS_MAX && random->left_B > 0; i++) {
      observe(&p, &model, random);
      if (i % CHECK_EVERY == 0 && p.runs != NULL)
         assert_true(cs_recent_is_valid(&p.known));
   }
   naive_prefetch_free(&model);
   cs_prefetch_fini(&p, alloc);
}

/* ---- TLBs ------------------------------------------------------------ */

static cs_tlb_shape any_tlb(unit_random *random)
{
   uint32_t assoc = one_to(random, WAYS_MAX);
   return (cs_tlb_shape){ .n_entries = assoc * (uint32_t)unit_random_below(random, 5),
                          .assoc = assoc };
}

static void duel_tlbs(unit_random *random, const tk_alloc *alloc)
{
   cs_machine m = { .page_B = UINT64_C(256) << unit_random_below(random, 5),
                    .has_unified_tlb = unit_random_below(random, 2) == 1,
                    .itlb = { any_tlb(random), any_tlb(random) },
                    .dtlb = { any_tlb(random), any_tlb(random) } };
   cs_tlbs tlbs;
   cs_tlbs_init(&tlbs, &m, alloc);
   naive_tlbs model = naive_tlbs_new(&m);
   for (int i = 0; i < STEPS_MAX && random->left_B > 0; i++) {
      int of = (int)unit_random_below(random, 2);
      uintptr_t addr = any_address(random), other = any_address(random);
      cs_tlb *tlb = of == 0 ? &tlbs.code : &tlbs.data;
      bool was_kept = cs_tlb_keeps(tlb, other);
      assert_int_equal(was_kept, naive_tlbs_keep(&model, of, other));
      cs_tlb_found found = cs_tlb_refer(tlb, addr);
      assert_int_equal(found.level + 1, naive_tlbs_refer(&model, of, addr));
      if (was_kept)
         assert_int_equal(found.forgot && cs_tlb_forgets(tlb, addr, other),
                          !cs_tlb_keeps(tlb, other));
      if (i % CHECK_EVERY == 0)
         assert_true(cs_tlb_is_valid(tlb));
   }
   naive_tlbs_free(&model);
   cs_tlbs_fini(&tlbs, alloc);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   unit_alloc memory;
   unit_alloc_init(&memory);
   if (unit_random_below(&random, 3) == 1)
      duel_tlbs(&random, &memory.alloc);
   else
      duel_prefetchers(&random, &memory.alloc);
   assert_int_equal(memory.n_live, 0);
   return 0;
}
