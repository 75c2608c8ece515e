/* test_cs_machine_text.h -- texts of machines, read and written.
   The includer has included cmocka.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_CS_MACHINE_TEXT_H
#define TEST_CS_MACHINE_TEXT_H

#include "machine/cs_machine_text.h"

typedef struct {
   size_t used_B;
   char text[8192];
} sheet;

static inline bool drain(void *context, const char *bytes, size_t length_B)
{
   sheet *s = context;
   assert_true(s->used_B + length_B < sizeof s->text);
   memcpy(s->text + s->used_B, bytes, length_B);
   s->used_B += length_B;
   s->text[s->used_B] = '\0';
   return true;
}

/* The canonical text, without its name. */
static inline const char *written(const cs_machine *m, sheet *s)
{
   tk_text out;
   *s = (sheet){ 0 };
   tk_text_init(&out, drain, s);
   cs_machine_write(&out, "", m);
   assert_true(tk_text_flush(&out));
   return s->text;
}

/* Parses a copy that ends where its memory does, to find reads beyond. */
static inline bool parse(const char *text, size_t length_B, cs_machine *m, tk_problem *f)
{
   char *copy = malloc(length_B == 0 ? 1 : length_B);
   memcpy(copy, text, length_B);
   memset(m, 0xa5, sizeof *m);
   bool ok = cs_machine_parse(copy, length_B, m, f);
   free(copy);
   return ok;
}

static inline cs_machine parsed(const char *text)
{
   cs_machine m;
   tk_problem problem = { 0 };
   if (!parse(text, strlen(text), &m, &problem))
      fail_msg("%u: %s", problem.line, problem.reason);
   assert_null(cs_machine_error(&m));
   return m;
}

#define I1 "I1 size=32K ways=8 latency=4\n"
#define D1 "D1 size=48K ways=12 latency=5\n"
#define L2 "L2 size=1M ways=16 latency=14\n"
#define CACHES "name test\n" I1 D1 L2

/* Everything that a text can say, and what it becomes. */
static const char whole[] =
   "# Comment\n"
   "name   zen4-like# and another\n"
   "\n"
   "I1 size=32K ways=8 line=64 policy=plru latency=4\r\n"
   "D1 ways=8 size=32768 policy=srrip\tlatency=4 writes=through allocate=no "
   "refill=10\n"
   "L2 size=1M ways=8 policy=plru inclusion=inclusive latency=14\n"
   "L3 size=32M ways=16 policy=random seed=7 inclusion=exclusive shared=yes latency=50 "
   "gap=3\n"
   "prefetch at=D1 kind=stride entries=64 begin=3 degree=2 distance=8 pages=yes\n"
   "prefetch at=I1 kind=next-line\n"
   "prefetch at=L2 kind=adjacent\n"
   "prefetch at=L3 kind=stream entries=16 distance=20\n"
   "page 16K\n"
   "ITLB entries=64 ways=64\n"
   "DTLB entries=72 ways=72\n"
   "ITLB2 entries=512 ways=8 latency=7\n"
   "DTLB2 entries=3072 ways=24 latency=8 gap=3\n"
   "core width=6 window=320 misses=24 walkers=6 mispredict=13 forward=7 renames=yes "
   "stores=2 walk=40 predictor=tage jump-history=12\n"
   "memory latency=350 gap=8\n"
   "ops simple=1 mul=3 div=14 fadd=3 fmul=3 fdiv=11 fsqrt=15 convert=3 "
   "locked=8 fence=40"; /* no LF */

static inline uint32_t below(uint64_t *state, uint32_t n)
{
   *state = *state * 6364136223846793005u + 1442695040888963407u;
   return (uint32_t)(*state >> 33) % n;
}

static inline void assert_prefetcher(const cs_prefetcher_shape *p, cs_prefetcher_shape e)
{
   assert_int_equal(p->kind, e.kind);
   assert_int_equal(p->level, e.level);
   assert_int_equal(p->of_code, e.of_code);
   assert_int_equal(p->n_entries, e.n_entries);
   assert_int_equal(p->n_to_begin, e.n_to_begin);
   assert_int_equal(p->degree, e.degree);
   assert_int_equal(p->distance, e.distance);
   assert_int_equal(p->crosses_pages, e.crosses_pages);
}

static inline void assert_tlb(const cs_tlb_shape *t, uint32_t n, uint32_t ways,
                              uint32_t cycles)
{
   assert_int_equal(t->n_entries, n);
   assert_int_equal(t->assoc, ways);
   assert_int_equal(t->latency_cycles, cycles);
}

#endif
