/* test_cs_prefetch.c -- each kind of prefetcher against a naive model.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_prefetch.h"
#include "models/cs_prefetch_model.h"
#include "test_cs_traces.h"

enum { WALK_EVERY = 61, TOY_LINES = 64 };

/* ---- A prefetcher and its model, at a toy cache ---------------------- */

/* The cache is direct-mapped: it only has to give hits, misses and first uses. */
typedef struct {
   unit_alloc memory;
   cs_prefetcher actual;
   naive_prefetcher model;
   uintptr_t held[TOY_LINES];
   bool is_unused[TOY_LINES]; /* prefetched */
   unsigned n_steps, n_fetched, n_covered;
   uint32_t n; /* lines that the last step fetched */
   uintptr_t lines[CS_PREFETCH_DEGREE_MAX];
} duel;

static void duel_begin(duel *d, const cs_prefetcher_shape *shape, uint32_t line_B,
                       uint64_t page_B)
{
   memset(d, 0, sizeof *d);
   assert_null(cs_prefetch_error(shape));
   unit_alloc_init(&d->memory);
   memset(&d->actual, 0xa5, sizeof d->actual);
   cs_prefetch_init(&d->actual, shape, line_B, page_B, &d->memory.alloc);
   naive_prefetch_init(&d->model, shape, line_B, page_B);
   for (int i = 0; i < TOY_LINES; i++)
      d->held[i] = UINTPTR_MAX;
}

static void duel_end(duel *d)
{
   if (d->actual.runs != NULL)
      assert_true(cs_recent_is_valid(&d->actual.known));
   cs_prefetch_fini(&d->actual, &d->memory.alloc);
   assert_int_equal(d->memory.n_live, 0);
   naive_prefetch_free(&d->model);
}

/* Both see a reference, and must ask for the same lines. */
static uint32_t duel_see(duel *d, uintptr_t site_addr, uintptr_t addr, cs_seen seen)
{
   d->n = cs_prefetch_observe(&d->actual, site_addr, addr, seen, d->lines);
   naive_prefetch_observe(&d->model, site_addr, addr, seen);
   d->n_steps++;
   if (d->n != d->model.n_lines)
      fail_msg("step %u, %#lx: %u lines, but %u in the model", d->n_steps,
               (unsigned long)addr, d->n, d->model.n_lines);
   for (uint32_t i = 0; i < d->n; i++)
      assert_int_equal(d->lines[i], d->model.lines[i]);
   if (d->actual.runs != NULL && d->n_steps % WALK_EVERY == 0)
      assert_true(cs_recent_is_valid(&d->actual.known));
   d->n_fetched += d->n;
   return d->n;
}

static size_t toy_place(const duel *d, uintptr_t line)
{
   return line / (uintptr_t)d->model.line_B % TOY_LINES;
}

static void duel_step(duel *d, uintptr_t site_addr, uintptr_t addr)
{
   uintptr_t line = addr - addr % (uintptr_t)d->model.line_B;
   size_t at = toy_place(d, line);
   cs_seen seen = d->held[at] != line ? CS_SEEN_MISS
                  : d->is_unused[at]  ? CS_SEEN_FIRST_USE
                                      : CS_SEEN_HIT;
   d->n_covered += seen == CS_SEEN_FIRST_USE;
   d->held[at] = line;
   d->is_unused[at] = false;
   duel_see(d, site_addr, addr, seen);
   for (uint32_t i = 0; i < d->n; i++) {
      size_t place = toy_place(d, d->lines[i]);
      if (d->held[place] != d->lines[i])
         d->is_unused[place] = true;
      d->held[place] = d->lines[i];
   }
}

/* ---- Random shapes and traces ---------------------------------------- */

static uint32_t one_to(unit_random *random, uint32_t n)
{
   return 1 + (uint32_t)unit_random_below(random, n);
}

static cs_prefetcher_shape random_shape(unit_random *random, cs_prefetcher_kind kind)
{
   return (cs_prefetcher_shape){ .kind = kind,
                                 .level = 1,
                                 .n_entries = one_to(random, one_to(random, 40)),
                                 .n_to_begin = one_to(random, 4),
                                 .degree = one_to(random, 6),
                                 .distance = one_to(random, one_to(random, 40)),
                                 .crosses_pages = unit_random_below(random, 2) == 0 };
}

/* Some instructions go their ways, by a step that is changed rarely; some ways lead
   across the ends of the address space. */
static void random_steps(duel *d, unit_random *random, int n)
{
   enum { SITES = 12 };
   uintptr_t at[SITES];
   intptr_t step_B[SITES];
   intptr_t line_B = (intptr_t)d->model.line_B;
   for (int i = 0; i < SITES; i++) {
      at[i] = 0x100000 + (uintptr_t)unit_random_below(random, 0x4000);
      step_B[i] = line_B;
   }
   for (int i = 0; i < n; i++) {
      uint64_t s = unit_random_below(random, SITES);
      uint64_t change = unit_random_below(random, 60);
      if (change == 0)
         at[s] = (uintptr_t)unit_random_below(random, 8) * 0x20
                 - (uintptr_t)unit_random_below(random, 2) * 0x400;
      else if (change == 1)
         step_B[s] = (intptr_t)unit_random_below(random, 5) * line_B - 2 * line_B;
      else if (change == 2)
         step_B[s] = (intptr_t)unit_random_below(random, 1000) - 500;
      else if (change == 3)
         step_B[s] = (intptr_t)unit_random_below(random, 3 * CS_PREFETCH_STEP_MAX_B);
      else if (change == 4)
         at[s] = at[unit_random_below(random, SITES)];
      at[s] += (uintptr_t)step_B[s];
      duel_step(d, 0x400000 + (uintptr_t)s * 3, at[s]);
   }
}

static void duel_at_random(cs_prefetcher_kind kind)
{
   unsigned n_fetched = 0, n_covered = 0;
   for (uint64_t seed = 1; seed <= 600; seed++) {
      unit_random random = unit_random_from(seed);
      cs_prefetcher_shape shape = random_shape(&random, kind);
      uint32_t line_B = 8u << unit_random_below(&random, 6);
      duel d;
      duel_begin(&d, &shape, line_B, 256u << unit_random_below(&random, 5));
      random_steps(&d, &random, 500);
      n_fetched += d.n_fetched;
      n_covered += d.n_covered;
      duel_end(&d);
   }
   assert_in_range(n_fetched, 10000, 5000000); /* the traces try everything */
   assert_in_range(n_covered, 3000, 290000);
}

static void test_random_next_line(void **state)
{
   (void)state;
   duel_at_random(CS_NEXT_LINE);
}

static void test_random_adjacent(void **state)
{
   (void)state;
   duel_at_random(CS_ADJACENT);
}

static void test_random_stream(void **state)
{
   (void)state;
   duel_at_random(CS_STREAM);
}

static void test_random_stride(void **state)
{
   (void)state;
   duel_at_random(CS_STRIDE);
}

/* ---- Real kernels ---------------------------------------------------- */

static const cs_prefetcher_shape real[] = {
   { .kind = CS_NEXT_LINE, .degree = 1 },
   { .kind = CS_ADJACENT },
   { .kind = CS_STREAM, .n_entries = 16, .n_to_begin = 2, .degree = 2, .distance = 20 },
   { .kind = CS_STREAM,
     .n_entries = 4,
     .n_to_begin = 3,
     .degree = 4,
     .distance = 16,
     .crosses_pages = true },
   { .kind = CS_STRIDE, .n_entries = 64, .n_to_begin = 2, .degree = 1, .distance = 4 },
   { .kind = CS_STRIDE,
     .n_entries = 3,
     .n_to_begin = 1,
     .degree = 2,
     .distance = 8,
     .crosses_pages = true },
};

enum { N_REAL = sizeof real / sizeof real[0] };

static void see(void *context, const trace_reference *r)
{
   duel_step(context, r->site_addr, r->addr);
}

static void test_kernels(void **state)
{
   (void)state;
   for (int i = 0; i < N_REAL; i++) {
      unsigned n_covered = 0;
      for (int k = 0; k < N_TRACE_KERNELS; k++) {
         duel d;
         duel_begin(&d, &real[i], 64, 4096);
         trace_run(k, see, &d);
         n_covered += d.n_covered;
         duel_end(&d);
      }
      assert_in_range(n_covered, 1000, 1000000); /* they are of some use */
   }
}

/* ---- By hand --------------------------------------------------------- */

enum { MOST = 4 };

/* One reference, and the lines that it must fetch: up to the first 0. */
static void expect(duel *d, uintptr_t site_addr, uintptr_t addr, cs_seen seen,
                   const uintptr_t lines[MOST])
{
   uint32_t n = duel_see(d, site_addr, addr, seen);
   for (uint32_t i = 0; i < MOST; i++)
      assert_int_equal(i < n ? d->lines[i] : 0, lines[i]);
   assert_true(n <= MOST);
}

#define LINES(...) ((const uintptr_t[MOST]){ __VA_ARGS__ })
#define NOTHING LINES(0)
#define MISS CS_SEEN_MISS
#define HIT CS_SEEN_HIT
#define FIRST_USE CS_SEEN_FIRST_USE

static void test_next_line(void **state)
{
   (void)state;
   duel d;
   const cs_prefetcher_shape shape = { .kind = CS_NEXT_LINE, .degree = 2 };
   duel_begin(&d, &shape, 64, 4096);
   expect(&d, 1, 0x1008, MISS, LINES(0x1040, 0x1080));
   expect(&d, 1, 0x1040, FIRST_USE, LINES(0x1080, 0x10c0));
   expect(&d, 1, 0x1048, HIT, NOTHING);
   expect(&d, 1, 0x1f80, MISS, LINES(0x1fc0)); /* not the next page */
   expect(&d, 1, 0x1fc0, MISS, NOTHING);
   duel_end(&d);
}

static void test_adjacent(void **state)
{
   (void)state;
   duel d;
   duel_begin(&d, &(cs_prefetcher_shape){ .kind = CS_ADJACENT }, 64, 4096);
   expect(&d, 1, 0x1008, MISS, LINES(0x1040));
   expect(&d, 1, 0x1040, FIRST_USE, NOTHING);
   expect(&d, 1, 0x10ff, MISS, LINES(0x1080));
   expect(&d, 1, 0x10c0, HIT, NOTHING);
   duel_end(&d);
}

static void test_stream(void **state)
{
   (void)state;
   duel d;
   duel_begin(
      &d,
      &(cs_prefetcher_shape){
         .kind = CS_STREAM, .n_entries = 2, .n_to_begin = 2, .degree = 2, .distance = 3 },
      64, 4096);
   expect(&d, 1, 0x1000, MISS, NOTHING);
   expect(&d, 1, 0x1040, MISS, NOTHING);               /* one step */
   expect(&d, 2, 0x1080, MISS, LINES(0x10c0, 0x1100)); /* two */
   expect(&d, 1, 0x10c0, FIRST_USE, LINES(0x1140, 0x1180));
   expect(&d, 1, 0x10c8, HIT, NOTHING);
   expect(&d, 1, 0x1100, FIRST_USE, LINES(0x11c0)); /* three lines ahead */
   expect(&d, 1, 0x1080, MISS, NOTHING);            /* down: a new run */
   expect(&d, 1, 0x1040, MISS, LINES(0x1000));      /* and the page ends */
   expect(&d, 1, 0x2f00, MISS, NOTHING);
   expect(&d, 1, 0x2f80, MISS, NOTHING);
   expect(&d, 1, 0x2fc0, MISS, NOTHING); /* the page ends */
   expect(&d, 1, 0x3000, MISS, NOTHING); /* a stream of its own */
   duel_end(&d);
}

static void test_stream_across_pages(void **state)
{
   (void)state;
   duel d;
   duel_begin(&d,
              &(cs_prefetcher_shape){ .kind = CS_STREAM,
                                      .n_entries = 1,
                                      .n_to_begin = 1,
                                      .degree = 2,
                                      .distance = 2,
                                      .crosses_pages = true },
              64, 4096);
   expect(&d, 1, 0x1f00, MISS, NOTHING);
   expect(&d, 1, 0x1fc0, MISS, LINES(0x2000, 0x2040));
   expect(&d, 1, 0x2000, FIRST_USE, LINES(0x2080)); /* goes on */
   expect(&d, 1, 0x1f00, MISS, NOTHING);            /* no stream runs down */
   expect(&d, 1, 0x1e80, MISS, LINES(0x1e40, 0x1e00));
   expect(&d, 1, 0x0fc0, MISS, LINES(0x0f80, 0x0f40));
   duel_end(&d);
}

static void test_stride(void **state)
{
   (void)state;
   duel d;
   duel_begin(
      &d,
      &(cs_prefetcher_shape){
         .kind = CS_STRIDE, .n_entries = 2, .n_to_begin = 2, .degree = 1, .distance = 2 },
      64, 4096);
   expect(&d, 1, 0x1008, MISS, NOTHING);
   expect(&d, 2, 0x1f00, MISS, NOTHING);
   expect(&d, 1, 0x10d0, HIT, NOTHING); /* a step of 200 */
   expect(&d, 3, 0x1f80, HIT, NOTHING); /* not known: pushes nothing out */
   expect(&d, 2, 0x1ec8, MISS, NOTHING);
   expect(&d, 1, 0x1198, MISS, LINES(0x1240));
   expect(&d, 2, 0x1e80, MISS, LINES(0x1e40)); /* 56 and 72 are one line each */
   expect(&d, 1, 0x11a0, HIT, NOTHING);        /* in the same line */
   expect(&d, 1, 0x1260, HIT, LINES(0x1300));  /* 0x1328 comes next */
   expect(&d, 1, 0x2000, HIT, NOTHING);
   duel_end(&d);
}

/* At the first and last line of the address space. */
static void test_ends(void **state)
{
   (void)state;
   uintptr_t last = UINTPTR_MAX - 63;
   for (int kind = CS_NEXT_LINE; kind <= CS_ADJACENT; kind++) {
      duel d;
      duel_begin(&d,
                 &(cs_prefetcher_shape){ .kind = (cs_prefetcher_kind)kind,
                                         .n_entries = 3,
                                         .n_to_begin = 1,
                                         .degree = 4,
                                         .distance = 9,
                                         .crosses_pages = true },
                 64, 4096);
      for (uintptr_t i = 0; i < 6; i++) {
         duel_see(&d, 1, last - 64 * (5 - i), MISS);
         duel_see(&d, 2, 64 * (5 - i), MISS);
         duel_see(&d, 3, last - 4096 * (5 - i), MISS);
         duel_see(&d, 4, 0x80000 * (5 - i), MISS);
      }
      duel_end(&d);
   }
}

/* A step may be long, but not longer than that. */
static void test_longest_step(void **state)
{
   (void)state;
   for (uintptr_t more = 0; more < 2; more++) {
      duel d;
      duel_begin(&d,
                 &(cs_prefetcher_shape){ .kind = CS_STRIDE,
                                         .n_entries = 1,
                                         .n_to_begin = 1,
                                         .degree = 1,
                                         .distance = 1,
                                         .crosses_pages = true },
                 64, 4096);
      uintptr_t step_B = CS_PREFETCH_STEP_MAX_B + more;
      expect(&d, 1, 0x1000, MISS, NOTHING);
      expect(&d, 1, 0x1000 + step_B, MISS, more ? NOTHING : LINES(0x1000 + 2 * step_B));
      duel_end(&d);
   }
}

static void test_errors(void **state)
{
   (void)state;
   const cs_prefetcher_shape bad[] = {
      { .kind = CS_NEXT_LINE },
      { .kind = CS_NEXT_LINE, .degree = CS_PREFETCH_DEGREE_MAX + 1 },
      { .kind = CS_STREAM, .degree = 1, .n_to_begin = 1, .distance = 1 },
      { .kind = CS_STREAM, .degree = 1, .n_entries = 1, .distance = 1 },
      { .kind = CS_STRIDE, .degree = 1, .n_entries = 1, .n_to_begin = 1 },
      { .kind = CS_STRIDE,
        .degree = 1,
        .n_entries = 1,
        .n_to_begin = 1,
        .distance = CS_PREFETCH_DISTANCE_MAX + 1 },
      { .kind = CS_STRIDE,
        .degree = 1,
        .n_to_begin = 1,
        .distance = 1,
        .n_entries = CS_PREFETCH_ENTRIES_MAX + 1 },
      { .kind = CS_STRIDE,
        .degree = 1,
        .n_entries = 1,
        .distance = 1,
        .n_to_begin = CS_PREFETCH_BEGIN_MAX + 1 },
   };
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
      assert_non_null(cs_prefetch_error(&bad[i]));
   for (int i = 0; i < N_REAL; i++)
      assert_null(cs_prefetch_error(&real[i]));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_next_line),
      cmocka_unit_test(test_random_adjacent),
      cmocka_unit_test(test_random_stream),
      cmocka_unit_test(test_random_stride),
      cmocka_unit_test(test_kernels),
      cmocka_unit_test(test_next_line),
      cmocka_unit_test(test_adjacent),
      cmocka_unit_test(test_stream),
      cmocka_unit_test(test_stream_across_pages),
      cmocka_unit_test(test_stride),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_longest_step),
      cmocka_unit_test(test_errors),
   };
   return cmocka_run_group_tests_name("cs_prefetch", tests, NULL, NULL);
}
