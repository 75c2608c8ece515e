/* test_cs_random_machine.h -- machines and traces at random, for a trio (test_cs_trio.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_CS_RANDOM_MACHINE_H
#define TEST_CS_RANDOM_MACHINE_H

#include "test_cs_trio.h"

static inline uint32_t below(trio *t, uint64_t n)
{
   return (uint32_t)unit_random_below(&t->random, n);
}

/* ---- Machines at random ---------------------------------------------- */

static inline cs_level_shape random_level(trio *t, uint32_t line_B, uint32_t most_sets)
{
   const uint32_t wide[] = { 5, 7, 8, 11, 12, 16, 17, 20, 24, 32, 63, 64 };
   uint32_t assoc = below(t, 4) == 0 ? wide[below(t, sizeof wide / sizeof wide[0])]
                                     : 1 + below(t, 4);
   uint32_t n_sets = 1 + below(t, most_sets);
   if (below(t, 2) == 0)
      while ((n_sets & (n_sets - 1)) != 0)
         n_sets &= n_sets - 1;
   cs_level_shape s = { .geometry = { .size_B = (uint64_t)n_sets * assoc * line_B,
                                      .assoc = assoc,
                                      .line_size_B = line_B },
                        .policy = (cs_policy)below(t, 4),
                        .seed = below(t, 3),
                        .writes_through = below(t, 4) == 0,
                        .no_write_allocate = below(t, 4) == 0 };
   assert_null(cs_geometry_error(&s.geometry));
   return s;
}

static inline cs_tlb_shape random_tlb(trio *t, uint32_t most)
{
   uint32_t assoc = 1 + below(t, 4);
   return (cs_tlb_shape){ .n_entries = assoc * (1 + below(t, most)), .assoc = assoc };
}

static inline void random_tlbs(trio *t)
{
   cs_machine *m = &t->machine;
   m->page_B = (uint64_t)256 << below(t, 4);
   while (m->page_B < m->d1.geometry.line_size_B)
      m->page_B *= 2;
   if (below(t, 3) == 0)
      return;
   m->itlb[0] = random_tlb(t, 3);
   m->dtlb[0] = random_tlb(t, 3);
   if (below(t, 2) == 0)
      return;
   m->itlb[1] = random_tlb(t, 8);
   m->dtlb[1] = random_tlb(t, 8);
   m->has_unified_tlb = below(t, 2) == 0;
   if (m->has_unified_tlb)
      m->itlb[1] = m->dtlb[1];
}

static inline void random_prefetchers(trio *t)
{
   cs_machine *m = &t->machine;
   if (below(t, 3) == 0)
      return;
   m->n_prefetchers = 1 + below(t, below(t, 2) == 0 ? 2 : CS_PREFETCHERS_MAX);
   for (uint32_t i = 0; i < m->n_prefetchers; i++) {
      cs_prefetcher_shape *p = &m->prefetchers[i];
      *p = (cs_prefetcher_shape){ .kind = (cs_prefetcher_kind)below(t, 4),
                                  .level = 1 + below(t, m->n_levels + 1),
                                  .n_entries = 1 + below(t, 8),
                                  .n_to_begin = 1 + below(t, 3),
                                  .degree = 1 + below(t, 3),
                                  .crosses_pages = below(t, 2) == 0 };
      p->distance = p->degree + below(t, 4);
      p->of_code = p->level == 1 && p->kind != CS_STRIDE && below(t, 3) == 0;
      assert_null(cs_prefetch_error(p));
   }
}

static inline void random_machine(trio *t, unit_random random)
{
   cs_machine *m = &t->machine;
   memset(t, 0, sizeof *t);
   t->random = random;
   /* Caches of long lines are packed. */
   uint32_t line_B = below(t, 3) == 0 ? 8192u << below(t, 4) : 16u << below(t, 4);
   m->i1 = random_level(t, line_B, 4);
   m->d1 = random_level(t, line_B, 8);
   m->n_levels = 1 + below(t, CS_LEVELS_MAX - 1);
   for (uint32_t i = 0; i < m->n_levels; i++) {
      m->levels[i] = random_level(t, line_B, 8u << i);
      m->levels[i].inclusion = (cs_inclusion)below(t, 3);
   }
   random_tlbs(t);
   random_prefetchers(t);
}

/* ---- Traces at random ------------------------------------------------ */

/* Each instruction goes on by a step of its own, or jumps; some share their memory with
   others and with code. */
enum { N_SITES = 12 };

typedef struct {
   uintptr_t addr, step_B;
   uint32_t how; /* 0: fetch, 1: write, 2: modify, else read */
} walker;

/* The third begins before huge pages (cs_address.h), and ends on them. */
static inline uintptr_t place(trio *t, uintptr_t region_B)
{
   const uint64_t bases[] = { 0, NAIVE_END - region_B / 2, 40 * NAIVE_TIB - region_B / 2,
                              0x400000 };
   uint32_t which = below(t, 12);
   return (uintptr_t)bases[which < 3 ? which : 3] + below(t, region_B);
}

static inline uintptr_t random_step_B(trio *t)
{
   uintptr_t line_B = t->machine.d1.geometry.line_size_B;
   switch (below(t, 6)) {
   case 0: return 0;
   case 1: return 4 + below(t, line_B / 4);
   case 2: return line_B;
   case 3: return line_B * (1 + below(t, 9));
   case 4: return (uintptr_t)0 - line_B;
   }
   return below(t, 1000) - (uintptr_t)500;
}

static inline void random_trace(trio *t, unsigned n_steps)
{
   walker walkers[N_SITES];
   uintptr_t line_B = t->machine.d1.geometry.line_size_B;
   uintptr_t region_B = line_B << (3 + below(t, 8));
   for (int i = 0; i < N_SITES; i++)
      walkers[i] = (walker){ place(t, region_B), random_step_B(t), below(t, 8) };
   int site = 0;
   while (t->n_steps < n_steps && !unit_random_is_used_up(&t->random)) {
      if (below(t, 3) == 0)
         site = (int)below(t, N_SITES);
      walker *w = &walkers[site];
      if (below(t, 32) == 0)
         *w = (walker){ place(t, region_B), random_step_B(t), below(t, 8) };
      reference r = { .is_code = w->how == 0,
                      .is_write = w->how == 1,
                      .modifies = w->how == 2,
                      .site = 0x1000 + 5 * (uintptr_t)site,
                      .addr = w->addr,
                      .size_B = 1u << below(t, 4) };
      if (below(t, 16) == 0)
         r.size_B = 1 + below(t, 2 * line_B);
      /* In the last line, the filter may be wrong. */
      if (r.addr + 4 * line_B < r.addr)
         w->addr = place(t, region_B);
      else
         step(t, &r);
      w->addr += w->step_B;
   }
}

#endif
