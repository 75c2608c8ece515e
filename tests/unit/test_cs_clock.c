/* test_cs_clock.c -- estimated waits: known answers, and random programs against a naive
   model, which keeps all that ever happened in lists and looks through them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_hash.h"
#include "machine/cs_clock.h"
#include "unit_alloc.h"

enum { EVENTS_MAX = 3000, SITES = 5, PAGE_B = 4096, LINE_B = 64 };

/* ---- The naive model ------------------------------------------------- */

typedef struct {
   bool is_write, is_over;
   int64_t instr, cycles, done; /* as in cs_waiting */
   uint64_t to;
   uintptr_t pointers[CS_CLOCK_WORDS];
   int n_pointers, site;
   int64_t held;
   cs_held by;
} naive_event;

typedef struct {
   uintptr_t line;
   int64_t comes; /* -1: not begun */
   bool is_over;  /* a load has begun it since */
   uint32_t level, latency;
   int64_t held;
   cs_held by;
} naive_prefetch;

/* A line came to D1. */
typedef struct {
   uintptr_t set;
   int64_t at;
} naive_filling;

typedef struct {
   cs_machine m;
   naive_event events[EVENTS_MAX];
   int n_events;
   naive_prefetch prefetches[EVENTS_MAX];
   int n_prefetches;
   uintptr_t walks[EVENTS_MAX];
   int n_walks;
   naive_filling fills[EVENTS_MAX];
   int n_fills;
   int64_t busy[EVENTS_MAX]; /* until when each walk takes a walker */
   int n_busy;
   int64_t instrs, cycles, waited;
   int64_t ports[CS_LEVELS_MAX + 1], all[CS_LEVELS_MAX + 1]; /* with prefetchers' */
   int64_t near_walk, page_found;
   int64_t paid[SITES][CS_N_HELD];
} naive;

static int64_t most(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

static int64_t naive_now(const naive *n)
{
   return n->cycles + n->waited;
}

static void naive_pay(naive *n, int site, int64_t cycles)
{
   n->waited += cycles;
   n->paid[site][0] += cycles;
}

static void naive_pay_for(naive *n, const naive_event *e, int64_t cycles)
{
   naive_pay(n, e->site, cycles);
   if (e->by != CS_HELD_NOT)
      n->paid[e->site][e->by] += cycles < e->held ? cycles : e->held;
}

/* Events of one kind that are not over, the oldest first; `which` has their indices. */
static int naive_open(const naive *n, bool is_write, int which[EVENTS_MAX])
{
   int found = 0;
   for (int i = 0; i < n->n_events; i++)
      if (n->events[i].is_write == is_write && !n->events[i].is_over)
         which[found++] = i;
   return found;
}

static int64_t naive_window(const naive *n, bool is_write)
{
   return (is_write ? 2 : 1) * (int64_t)n->m.window;
}

static void naive_end(naive *n, naive_event *e)
{
   int64_t behind = n->instrs - e->instr, hidden = n->cycles - e->cycles;
   int64_t window = naive_window(n, e->is_write);
   if (behind > window)
      hidden = hidden * window / behind;
   e->is_over = true;
   int64_t wait = e->done - (e->cycles + hidden + n->waited);
   if (wait > 0)
      naive_pay_for(n, e, wait);
}

static void naive_pass(naive *n, int64_t instrs, int64_t cycles)
{
   n->instrs += instrs;
   n->cycles += cycles;
   for (int kind = 0; kind < 2; kind++)
      for (int i = 0; i < n->n_events; i++) {
         naive_event *e = &n->events[i];
         if (e->is_write == kind && !e->is_over
             && n->instrs - e->instr >= naive_window(n, e->is_write))
            naive_end(n, e);
      }
}

static const naive_event *naive_source(const naive *n, uint64_t from, int64_t span,
                                       uintptr_t addr)
{
   const naive_event *source = NULL;
   for (int i = 0; i < n->n_events; i++) {
      const naive_event *e = &n->events[i];
      uint64_t bits = e->to & from;
      if (n->instrs - e->instr >= span)
         bits &= 0xffffffffffff;
      bool points = false;
      for (int k = 0; k < e->n_pointers; k++)
         points |= addr >= e->pointers[k] && addr < e->pointers[k] + CS_CLOCK_NEAR_B;
      if (!e->is_write && !e->is_over && (bits != 0 || points)
          && (source == NULL || e->done > source->done))
         source = e;
   }
   return source;
}

static int64_t naive_port(naive *n, uint32_t level, bool is_prefetcher)
{
   int64_t gap = level == n->m.n_levels + 1 ? n->m.line_cycles
                                            : n->m.levels[level - 1].gap_cycles;
   n->all[level] = most(n->all[level] + gap, naive_now(n));
   if (is_prefetcher)
      return n->all[level];
   return n->ports[level] = most(n->ports[level] + gap, naive_now(n));
}

static uintptr_t naive_set(const naive *n, uintptr_t addr)
{
   const cs_geometry *g = &n->m.d1.geometry;
   uint64_t n_sets = g->size_B / g->assoc / g->line_size_B;
   return addr / g->line_size_B % (n_sets < CS_CLOCK_SETS ? n_sets : CS_CLOCK_SETS);
}

/* When the latest line that came to this set did; 0: none has. */
static int64_t naive_filled(const naive *n, uintptr_t addr)
{
   for (int i = n->n_fills - 1; i >= 0; i--)
      if (n->fills[i].set == naive_set(n, addr))
         return n->fills[i].at;
   return 0;
}

static int64_t naive_fill(naive *n, uintptr_t addr)
{
   int64_t refill = n->m.d1.refill_cycles;
   int64_t at = most(naive_filled(n, addr) + refill, naive_now(n));
   if (refill == 0)
      return 0;
   n->fills[n->n_fills++] = (naive_filling){ naive_set(n, addr), at };
   return at;
}

/* When at most `n_walkers` walks are under way, with this one. */
static int64_t naive_walker(naive *n, int64_t cycles)
{
   int64_t begin = naive_now(n);
   for (;; begin++) {
      uint32_t busy = 0;
      for (int i = 0; i < n->n_busy; i++)
         busy += n->busy[i] > begin;
      if (busy < n->m.n_walkers)
         break;
   }
   n->busy[n->n_busy++] = begin + cycles;
   return begin;
}

static void naive_hold(int64_t *begin, int64_t *held, cs_held *by, int64_t until,
                       cs_held what)
{
   if (until - *begin > *held) {
      *held = until - *begin;
      *by = what;
   }
   *begin = most(*begin, until);
}

static uint32_t bucket(uintptr_t line)
{
   return (uint32_t)(tk_hash_word(line) % CS_CLOCK_LINES);
}

/* The latest prefetch that has this line's place, if it is of this line and not there. */
static naive_prefetch *naive_find(naive *n, uintptr_t line)
{
   for (int i = n->n_prefetches - 1; i >= 0; i--) {
      naive_prefetch *p = &n->prefetches[i];
      if (bucket(p->line) == bucket(line))
         return p->line == line && !p->is_over
                      && (p->comes < 0 || p->comes > naive_now(n))
                   ? p
                   : NULL;
   }
   return NULL;
}

static void naive_miss(naive *n, bool is_write, const cs_clock_miss *miss, int site)
{
   int open[EVENTS_MAX];
   if (naive_open(n, is_write, open) == CS_CLOCK_WAITING)
      naive_end(n, &n->events[open[0]]);
   int n_open = naive_open(n, is_write, open);
   const naive_event *source = naive_source(n, miss->from, miss->span, miss->addr);
   int64_t begin = source == NULL ? naive_now(n) : most(naive_now(n), source->done);
   naive_prefetch *p = miss->prefetched == NULL ? NULL
                                                : naive_find(n, miss->prefetched->line);
   bool late = p != NULL && p->comes < 0;
   uint32_t level = late ? p->level : miss->level;
   int64_t held = 0;
   cs_held by = CS_HELD_NOT;
   bool is_near = miss->page_cycles < n->m.walk_cycles;
   if (miss->is_walk && is_near)
      n->near_walk = most(n->near_walk + miss->page_cycles, naive_now(n));
   if (miss->is_walk)
      naive_hold(
         &begin, &held, &by,
         miss->page_cycles
            + most(begin, is_near ? n->near_walk : naive_walker(n, miss->page_cycles)),
         CS_HELD_WALK);
   else if (miss->page_cycles != 0) {
      n->page_found = most(n->page_found + n->m.dtlb[1].gap_cycles, naive_now(n));
      naive_hold(&begin, &held, &by, n->page_found, CS_HELD_WALK);
      begin += miss->page_cycles;
   }
   if (level != 0) {
      naive_hold(&begin, &held, &by, naive_port(n, level, false), CS_HELD_PORT);
      naive_hold(&begin, &held, &by, naive_fill(n, miss->addr), CS_HELD_SET);
      if (n_open >= (int)n->m.n_misses)
         naive_hold(&begin, &held, &by, n->events[open[n_open - (int)n->m.n_misses]].done,
                    CS_HELD_BUFFERS);
   }
   int64_t done = begin + (late ? p->latency : miss->latency_cycles);
   if (p != NULL && p->comes > done) {
      held = p->held;
      by = p->by;
   }
   if (late)
      p->is_over = true;
   naive_event *e = &n->events[n->n_events++];
   *e = (naive_event){ .is_write = is_write,
                       .instr = n->instrs,
                       .cycles = n->cycles,
                       .done = p == NULL ? done : most(done, p->comes),
                       .to = miss->to,
                       .held = held,
                       .by = by,
                       .site = site };
   for (int i = 0; miss->words != NULL && i < (int)CS_CLOCK_WORDS; i++) {
      int64_t away = (int64_t)(miss->words[i] - miss->addr);
      if (miss->words[i] != 0 && away >= -((int64_t)1 << 35) && away < (int64_t)1 << 35
          && e->n_pointers < CS_CLOCK_POINTERS)
         e->pointers[e->n_pointers++] = miss->words[i];
   }
}

static void naive_ask(naive *n, uintptr_t line, bool is_of_d1, uint32_t level,
                      uint32_t latency)
{
   const naive_prefetch *known = naive_find(n, line);
   if (known != NULL && known->comes < 0)
      return;
   int64_t before = known != NULL ? known->comes : 0;
   naive_prefetch p = { .line = line, .comes = -1, .level = level, .latency = latency };
   bool fills = is_of_d1 && n->m.d1.refill_cycles > 0;
   if (n->all[level] <= naive_now(n) + latency
       && (!fills || naive_filled(n, line) <= naive_now(n) + latency)) {
      int64_t begin = naive_now(n);
      naive_hold(&begin, &p.held, &p.by, naive_port(n, level, true), CS_HELD_PORT);
      if (fills)
         naive_hold(&begin, &p.held, &p.by, naive_fill(n, line), CS_HELD_SET);
      p.comes = most(before, begin + latency);
   }
   n->prefetches[n->n_prefetches++] = p;
}

/* Is this line of the page table the latest of those that share its place in a table? */
static bool naive_walked(const naive *n, uintptr_t line, uintptr_t n_places)
{
   int i = n->n_walks - 1;
   while (i >= 0 && n->walks[i] % n_places != line % n_places)
      i--;
   return i >= 0 && n->walks[i] == line;
}

static uint32_t naive_walk(naive *n, uintptr_t addr)
{
   uintptr_t line = addr / (PAGE_B * 8);
   uint32_t walk = n->m.walk_cycles, far = n->m.far_walk_cycles;
   bool is_far = far > walk && !naive_walked(n, line, CS_CLOCK_FAR_WALKS)
                 && !naive_walked(n, line - 1, CS_CLOCK_WALKS)
                 && !naive_walked(n, line + 1, CS_CLOCK_WALKS);
   uint32_t cycles = naive_walked(n, line, CS_CLOCK_WALKS) ? walk / 8
                     : is_far                              ? far
                                                           : walk;
   n->walks[n->n_walks++] = line;
   return cycles;
}

/* ---- Both ------------------------------------------------------------ */

typedef struct {
   cs_clock clock;
   cs_ticks ticks;
   uint64_t paid[SITES][CS_N_HELD], paths[SITES][CS_N_HELD], total[CS_N_HELD];
   naive model;
} duel;

static duel *duel_new(const cs_machine *m)
{
   duel *d = calloc(1, sizeof *d);
   assert_non_null(d);
   cs_clock_init(&d->clock, m);
   d->model.m = *m;
   return d;
}

static void pass(duel *d, uint32_t instrs, uint32_t cycles)
{
   d->ticks += cs_ticks_of(instrs, cycles);
   naive_pass(&d->model, instrs, cycles);
}

static cs_payer payer(duel *d, int site)
{
   return (cs_payer){ d->paid[site], d->paths[site], d->total };
}

static void check(duel *d)
{
   for (int by = 0; by < CS_N_HELD; by++) {
      uint64_t sum = 0;
      for (int i = 0; i < SITES; i++) {
         assert_int_equal(d->paid[i][by], d->model.paid[i][by]);
         assert_int_equal(d->paths[i][by], d->paid[i][by]);
         sum += d->paid[i][by];
      }
      assert_int_equal(d->total[by], sum);
   }
}

static void settle(duel *d)
{
   cs_clock_flush(&d->clock, d->ticks);
   for (int kind = 0; kind < 2; kind++)
      for (int i = 0; i < d->model.n_events; i++)
         if (d->model.events[i].is_write == kind && !d->model.events[i].is_over)
            naive_end(&d->model, &d->model.events[i]);
   check(d);
}

static void miss_both(duel *d, bool is_write, cs_clock_miss miss, int site)
{
   miss.payer = payer(d, site);
   miss.prefetched = cs_clock_find(&d->clock, d->ticks,
                                   miss.addr & ~(uintptr_t)(LINE_B - 1));
   assert_int_equal(miss.prefetched != NULL,
                    naive_find(&d->model, miss.addr & ~(uintptr_t)(LINE_B - 1)) != NULL);
   naive_miss(&d->model, is_write, &miss, site);
   if (is_write)
      cs_clock_write(&d->clock, d->ticks, &miss);
   else
      cs_clock_load(&d->clock, d->ticks, &miss);
}

static void prefetch_both(duel *d, uintptr_t line, bool is_of_d1, uint32_t level,
                          uint32_t latency)
{
   cs_clock_prefetch(&d->clock, d->ticks, line, is_of_d1, level, latency);
   naive_ask(&d->model, line, is_of_d1, level, latency);
}

static const uint32_t latencies[] = { 4, 14, 50, 300 };

static void fill_both(duel *d, uintptr_t line)
{
   naive *n = &d->model;
   bool is_free = naive_filled(n, line) + n->m.d1.refill_cycles <= naive_now(n)
                  && n->all[1] <= naive_now(n) + latencies[1];
   assert_int_equal(cs_clock_fill(&d->clock, d->ticks, line, latencies[1]), is_free);
   if (!is_free)
      return;
   naive_port(n, 1, true);
   n->fills[n->n_fills++] = (naive_filling){ naive_set(n, line), naive_now(n) };
}

static void branch_both(duel *d, uint32_t cycles, uint64_t from, uint32_t span, int site)
{
   cs_payer p = payer(d, site);
   cs_clock_branch(&d->clock, d->ticks, cycles, from, span, &p);
   const naive_event *source = naive_source(&d->model, from, span, 0);
   if (source != NULL && source->done > naive_now(&d->model))
      naive_pay_for(&d->model, source, source->done - naive_now(&d->model));
   naive_pay(&d->model, site, cycles);
}

static void fetch_both(duel *d, uint32_t cycles, uintptr_t line, int site)
{
   cs_payer p = payer(d, site);
   naive_prefetch *known = naive_find(&d->model, line);
   int64_t late = cycles;
   if (known != NULL && known->comes < 0)
      known->is_over = true;
   if (known != NULL)
      late = known->comes < 0 ? cycles + (int64_t)known->latency
                              : most(cycles, known->comes - naive_now(&d->model));
   cs_clock_fetch(&d->clock, d->ticks, cycles, cs_clock_find(&d->clock, d->ticks, line),
                  &p);
   naive_pay(&d->model, site, late);
}

static void written_both(duel *d, uint32_t n)
{
   cs_clock_written(&d->clock, d->ticks, n);
   for (uint32_t i = 0; i < n; i++)
      naive_port(&d->model, d->model.m.n_levels + 1, false);
}

/* ---- Random programs ------------------------------------------------- */

static void random_miss(duel *d, unit_random *random)
{
   uintptr_t base = 0x500000, words[CS_CLOCK_WORDS];
   uint32_t level = (uint32_t)unit_random_below(random, 4);
   for (uint32_t i = 0; i < CS_CLOCK_WORDS; i++)
      words[i] = unit_random_below(random, 4) == 0
                    ? base + (uintptr_t)unit_random_below(random, 1 << 16)
                    : (uintptr_t)unit_random_below(random, 3) << 40;
   cs_clock_miss miss = { .level = level,
                          .latency_cycles = latencies[level],
                          .addr = base + (uintptr_t)unit_random_below(random, 1 << 16),
                          .from = UINT64_C(1) << unit_random_below(random, 64),
                          .to = UINT64_C(1) << unit_random_below(random, 64),
                          .span = (uint32_t)unit_random_below(random, 100),
                          .words = unit_random_below(random, 3) ? words : NULL };
   if (unit_random_below(random, 5) == 0) {
      miss.is_walk = true;
      miss.page_cycles = cs_clock_walk(&d->clock, miss.addr);
      assert_int_equal(miss.page_cycles, naive_walk(&d->model, miss.addr));
   } else if (unit_random_below(random, 4) == 0) {
      miss.page_cycles = 7;
   }
   miss_both(d, unit_random_below(random, 3) == 0, miss,
             (int)unit_random_below(random, SITES));
}

static void step(duel *d, unit_random *random)
{
   uint64_t kind = unit_random_below(random, 16);
   uintptr_t line = 0x500000 + LINE_B * (uintptr_t)unit_random_below(random, 1 << 10);
   int site = (int)unit_random_below(random, SITES);
   uint32_t level = 1 + (uint32_t)unit_random_below(random, 3);
   if (kind == 15 && unit_random_below(random, 20) != 0)
      return;
   pass(d, (uint32_t)unit_random_below(random, 40),
        (uint32_t)unit_random_below(random, 20));
   if (kind < 8)
      random_miss(d, random);
   else if (kind == 8)
      fill_both(d, line);
   else if (kind < 12)
      prefetch_both(d, line, unit_random_below(random, 2), level, latencies[level]);
   else if (kind == 12)
      branch_both(d, 16, UINT64_C(3) << unit_random_below(random, 63), 50, site);
   else if (kind == 13)
      fetch_both(d, (uint32_t)unit_random_below(random, 50), line, site);
   else if (kind == 14)
      written_both(d, (uint32_t)unit_random_below(random, 3));
   else
      settle(d);
}

static cs_machine random_machine(unit_random *random)
{
   cs_machine m = cs_machine_default;
   m.n_levels = 2;
   m.width = 1 + (uint32_t)unit_random_below(random, 8);
   m.window = 1 + (uint32_t)unit_random_below(random, 500);
   m.far_walk_cycles = (uint32_t)unit_random_below(random, 300);
   m.n_misses = 1 + (uint32_t)unit_random_below(random, 200);
   m.line_cycles = (uint32_t)unit_random_below(random, 40);
   m.page_B = PAGE_B;
   m.n_walkers = 1 + (uint32_t)unit_random_below(random, 4);
   m.dtlb[1].gap_cycles = (uint32_t)unit_random_below(random, 10);
   for (uint32_t i = 0; i < m.n_levels; i++)
      m.levels[i].gap_cycles = (uint32_t)unit_random_below(random, 5);
   m.d1.geometry = (cs_geometry){ 4096, 4, LINE_B };
   m.d1.refill_cycles = unit_random_below(random, 2)
                           ? (uint32_t)unit_random_below(random, 30)
                           : 0;
   return m;
}

static void test_random_programs(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 60; seed++) {
      unit_random random = unit_random_from(seed);
      cs_machine m = random_machine(&random);
      duel *d = duel_new(&m);
      for (int i = 0; i < 1500; i++)
         step(d, &random);
      settle(d);
      assert_int_equal(d->clock.waited, d->model.waited);
      free(d);
   }
}

/* ---- Known answers --------------------------------------------------- */

enum { FAR_CYCLES = 300, GAP_CYCLES = 6, L2_GAP_CYCLES = 2, L2_CYCLES = 14 };
/* GAP: cs_machine_default's */

static duel *duel_with(uint32_t refill_cycles, uint32_t page_gap_cycles)
{
   cs_machine m = cs_machine_default;
   m.n_levels = 1;
   m.page_B = PAGE_B;
   m.d1.geometry = (cs_geometry){ 32768, 8, LINE_B };
   m.d1.refill_cycles = refill_cycles;
   m.levels[0].gap_cycles = L2_GAP_CYCLES;
   m.dtlb[1].gap_cycles = page_gap_cycles;
   duel *d = duel_new(&m);
   pass(d, 0, 1000); /* the ports are free */
   return d;
}

static duel *default_duel(void)
{
   return duel_with(0, 0);
}

/* N loads from memory, `apart` cycles and 4 times as many instructions after each other;
   what they wait for. */
static uint64_t n_loads(int n, uint32_t apart, uint64_t from, uint64_t to)
{
   duel *d = default_duel();
   for (int i = 0; i < n; i++) {
      pass(d, 4 * apart, apart);
      miss_both(d, false,
                (cs_clock_miss){ .level = 2,
                                 .latency_cycles = FAR_CYCLES,
                                 .addr = 0x1000,
                                 .from = from,
                                 .to = to },
                0);
   }
   settle(d);
   uint64_t waited = d->total[0];
   free(d);
   return waited;
}

static void test_chain(void **state)
{
   (void)state;
   /* Each begins when the one before has ended; only the first cycles are not waited. */
   assert_int_equal(n_loads(100, 1, 1, 1), 100 * FAR_CYCLES - 99);
   assert_int_equal(n_loads(1, 1, 1, 1), FAR_CYCLES);
}

static void test_independent(void **state)
{
   (void)state;
   /* Twelve at a time (cs_machine_default), or as fast as memory hands them out. */
   assert_int_equal(n_loads(12, 1, 0, 1), 11 * GAP_CYCLES + FAR_CYCLES - 11);
   uint64_t waited = n_loads(120, 0, 0, 1);
   assert_int_equal(waited, 10 * FAR_CYCLES + 11 * GAP_CYCLES);
   /* A window of 224 instructions, 56 cycles, is between them: nothing overlaps. */
   assert_int_equal(n_loads(10, 60, 0, 1), 9 * (FAR_CYCLES - 56) + FAR_CYCLES);
}

static void test_pointers(void **state)
{
   (void)state;
   uintptr_t words[CS_CLOCK_WORDS] = { 7, 0x20000 };
   duel *d = default_duel();
   cs_clock_miss miss = {
      .level = 2, .latency_cycles = FAR_CYCLES, .addr = 0x10000, .words = words
   };
   miss_both(d, false, miss, 0);
   miss.addr = 0x20000 + CS_CLOCK_NEAR_B - 1;
   miss_both(d, false, miss, 1); /* depends on the first */
   settle(d);
   assert_int_equal(d->paid[1][0], FAR_CYCLES);
   miss.addr = 0x10000;
   miss_both(d, false, miss, 2);
   miss.addr = 0x20000 + CS_CLOCK_NEAR_B;
   miss_both(d, false, miss, 3);
   settle(d);
   assert_int_equal(d->paid[3][0], GAP_CYCLES);
   free(d);
}

/* The bit of a load of the superblock is another load's in the next pass. */
static void test_local_bits(void **state)
{
   (void)state;
   uint64_t bit = UINT64_C(1) << CS_CLOCK_LOCAL;
   for (uint32_t instrs = 9; instrs <= 10; instrs++) {
      duel *d = default_duel();
      cs_clock_miss miss = { .level = 2,
                             .latency_cycles = FAR_CYCLES,
                             .span = 10,
                             .addr = 0x1000,
                             .from = bit,
                             .to = bit };
      miss_both(d, false, miss, 0);
      pass(d, instrs, 0);
      miss_both(d, false, miss, 1);
      settle(d);
      assert_int_equal(d->paid[1][0], instrs < 10 ? FAR_CYCLES : GAP_CYCLES);
      free(d);
   }
}

static void test_prefetch(void **state)
{
   (void)state;
   duel *d = default_duel();
   uintptr_t line = 0x7000;
   prefetch_both(d, line, false, 2, FAR_CYCLES);
   pass(d, 400, 100);
   cs_clock_miss miss = { .level = 0, .latency_cycles = 4, .addr = line };
   miss_both(d, false, miss, 0); /* waits for the rest */
   settle(d);
   assert_int_equal(d->paid[0][0], FAR_CYCLES - 100);
   assert_null(cs_clock_find(&d->clock, d->ticks, line)); /* it has come */
   for (uintptr_t i = 1; i <= 60; i++)                    /* more than memory takes */
      prefetch_both(d, line + i * LINE_B, false, 2, FAR_CYCLES);
   const cs_clock_line *late = cs_clock_find(&d->clock, d->ticks, line + 60 * LINE_B);
   assert_non_null(late);
   assert_int_equal(late->comes, 0);
   pass(d, 40000, 10000);
   miss.addr = line + 60 * LINE_B;
   miss_both(d, false, miss, 1); /* begins only now */
   settle(d);
   assert_int_equal(d->paid[1][0], FAR_CYCLES);
   free(d);
}

static void test_branch(void **state)
{
   (void)state;
   duel *d = default_duel();
   miss_both(d, false,
             (cs_clock_miss){
                .level = 2, .latency_cycles = FAR_CYCLES, .addr = 0x1000, .to = 2 },
             0);
   branch_both(d, 16, 1, 10, 1);
   assert_int_equal(d->total[0], 16); /* its condition is known */
   branch_both(d, 16, 2, 10, 1);
   assert_int_equal(d->paid[0][0], FAR_CYCLES - 16);
   assert_int_equal(d->paid[1][0], 32);
   settle(d);
   assert_int_equal(d->total[0], FAR_CYCLES + 16);
   free(d);
}

static void test_writes(void **state)
{
   (void)state;
   duel *d = default_duel();
   cs_clock_miss miss = { .level = 2, .latency_cycles = FAR_CYCLES, .addr = 0x1000 };
   miss_both(d, true, miss, 0);
   pass(d, 2 * 224, 2 * FAR_CYCLES); /* two windows */
   settle(d);
   assert_int_equal(d->total[0], 0);
   written_both(d, 50);
   miss_both(d, false, miss, 1); /* memory is busy */
   settle(d);
   assert_int_equal(d->paid[1][0], 50 * GAP_CYCLES + FAR_CYCLES);
   free(d);
}

/* N loads from L2 that wait for nothing, a cycle and four instructions after each other,
   so many bytes apart; what they wait for. */
static duel *loads_apart(uint32_t refill_cycles, int n, uintptr_t apart_B)
{
   duel *d = duel_with(refill_cycles, 0);
   for (int i = 0; i < n; i++) {
      pass(d, 4, 1);
      miss_both(d, false,
                (cs_clock_miss){ .level = 1,
                                 .latency_cycles = L2_CYCLES,
                                 .addr = 0x10000 + (uintptr_t)i * apart_B },
                0);
   }
   settle(d);
   return d;
}

/* A column of a matrix whose rows are as far apart as one way of D1 is large: each line
   comes to the same set.  In rows beside each other, L2 hands them out. */
static void test_sets(void **state)
{
   (void)state;
   enum { N = 100, REFILL_CYCLES = 10 };
   duel *column = loads_apart(REFILL_CYCLES, N, 4096);
   duel *row = loads_apart(REFILL_CYCLES, N, LINE_B);
   duel *without = loads_apart(0, N, 4096);
   assert_int_equal(column->total[0], L2_CYCLES + (N - 1) * REFILL_CYCLES - (N - 1));
   assert_true(column->total[CS_HELD_SET] >= column->total[0] - 2 * L2_CYCLES);
   assert_int_equal(column->total[CS_HELD_PORT], 0);
   assert_int_equal(row->total[0], L2_CYCLES + (N - 1) * L2_GAP_CYCLES - (N - 1));
   assert_int_equal(row->total[CS_HELD_SET], 0);
   assert_int_equal(without->total[0], row->total[0]);
   free(column);
   free(row);
   free(without);
}

/* A request that was not taken is forgotten when a load has begun it: the next time, the
   prefetcher is as good as ever. */
static void test_dropped_once(void **state)
{
   (void)state;
   duel *d = default_duel();
   uintptr_t line = 0x7000;
   for (uintptr_t i = 1; i <= 60; i++) /* more than memory takes */
      prefetch_both(d, line + i * LINE_B, false, 2, FAR_CYCLES);
   cs_clock_miss miss = { .latency_cycles = 4, .addr = line + 60 * LINE_B };
   pass(d, 40000, 10000);
   miss_both(d, false, miss, 0);
   settle(d);
   assert_int_equal(d->paid[0][0], FAR_CYCLES);
   prefetch_both(d, miss.addr, false, 2, FAR_CYCLES);
   pass(d, 4000, 1000);
   miss_both(d, false, miss, 1);
   settle(d);
   assert_int_equal(d->paid[1][0], 4);
   free(d);
}

/* A prefetcher does not help: its lines come to that set, too. */
static void test_sets_prefetched(void **state)
{
   (void)state;
   enum { N = 100, REFILL_CYCLES = 10 };
   duel *d = duel_with(REFILL_CYCLES, 0);
   for (uintptr_t i = 0; i < N; i++) {
      pass(d, 4, 1);
      prefetch_both(d, 0x10000 + (i + 4) * 4096, true, 1, L2_CYCLES);
      miss_both(d, false,
                (cs_clock_miss){ .level = i < 4,
                                 .latency_cycles = i < 4 ? L2_CYCLES : 4,
                                 .addr = 0x10000 + i * 4096 },
                0);
   }
   settle(d);
   assert_true(d->total[0] > N * (REFILL_CYCLES - 2));
   assert_true(d->total[CS_HELD_SET] > d->total[0] / 2);
   free(d);
}

/* Pages that the second TLB has come one in `gap` cycles: more than the core needs. */
static void test_second_tlb(void **state)
{
   (void)state;
   enum { N = 100, PAGE_GAP = 3, LATENCY = 7, NEAR = 4 };
   duel *d = duel_with(0, PAGE_GAP);
   for (uintptr_t i = 0; i < N; i++) {
      pass(d, 1, 1);
      miss_both(d, false,
                (cs_clock_miss){
                   .latency_cycles = NEAR, .page_cycles = LATENCY, .addr = 0x100000 * i },
                0);
   }
   settle(d);
   /* The first one comes at once; the core gives each page a cycle. */
   assert_in_range(d->total[0], (N - 1) * (PAGE_GAP - 1),
                   N * (PAGE_GAP - 1) + LATENCY + NEAR);
   assert_true(d->total[CS_HELD_WALK] > d->total[0] / 2);
   free(d);
}

/* Two at a time. */
static void test_walkers(void **state)
{
   (void)state;
   duel *d = default_duel();
   uint32_t walk = d->model.m.walk_cycles;
   for (uintptr_t i = 0; i < 10; i++)
      miss_both(d, false,
                (cs_clock_miss){ .latency_cycles = 4,
                                 .page_cycles = walk,
                                 .is_walk = true,
                                 .addr = 0x100000 * i },
                0);
   settle(d);
   assert_int_equal(d->total[0], 5 * walk + 4);
   assert_int_equal(d->total[CS_HELD_WALK], 5 * walk);
   free(d);
}

static void test_walks(void **state)
{
   (void)state;
   duel *d = default_duel();
   uint32_t walk = d->model.m.walk_cycles;
   assert_int_equal(cs_clock_walk(&d->clock, 0x100000), walk);
   assert_int_equal(cs_clock_walk(&d->clock, 0x107fff), walk / 8); /* 8 pages a line */
   assert_int_equal(cs_clock_walk(&d->clock, 0x108000), walk);
   cs_machine m = d->model.m;
   free(d);
   m.far_walk_cycles = 10 * walk;
   d = duel_new(&m);
   uintptr_t line_B = 8 * PAGE_B, addr = 1000 * line_B;
   assert_int_equal(cs_clock_walk(&d->clock, addr), 10 * walk);
   assert_int_equal(cs_clock_walk(&d->clock, addr), walk / 8);
   assert_int_equal(cs_clock_walk(&d->clock, addr + CS_CLOCK_WALKS * line_B), 10 * walk);
   assert_int_equal(cs_clock_walk(&d->clock, addr), walk); /* it has been a while */
   cs_clock_walk(&d->clock, addr + CS_CLOCK_FAR_WALKS * line_B);
   assert_int_equal(cs_clock_walk(&d->clock, addr), 10 * walk);     /* and longer */
   assert_int_equal(cs_clock_walk(&d->clock, addr + line_B), walk); /* beside it */
   free(d);
}

/* Ticks may wrap. */
static void test_wrap(void **state)
{
   (void)state;
   duel *d = default_duel();
   for (int i = 0; i < 5; i++) {
      pass(d, 0, 0xf0000000u);
      miss_both(d, false,
                (cs_clock_miss){ .level = 2,
                                 .latency_cycles = FAR_CYCLES,
                                 .addr = 0x1000,
                                 .from = 1,
                                 .to = 1 },
                0);
   }
   settle(d);
   assert_int_equal(d->clock.cycles, 1000 + 5 * UINT64_C(0xf0000000));
   free(d);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain),        cmocka_unit_test(test_independent),
      cmocka_unit_test(test_pointers),     cmocka_unit_test(test_local_bits),
      cmocka_unit_test(test_prefetch),     cmocka_unit_test(test_branch),
      cmocka_unit_test(test_writes),       cmocka_unit_test(test_walks),
      cmocka_unit_test(test_wrap),         cmocka_unit_test(test_random_programs),
      cmocka_unit_test(test_sets),         cmocka_unit_test(test_sets_prefetched),
      cmocka_unit_test(test_dropped_once), cmocka_unit_test(test_walkers),
      cmocka_unit_test(test_second_tlb),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
