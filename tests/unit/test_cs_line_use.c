/* test_cs_line_use.c -- the bytes used of lines, against a naive model: lists of lines in
   order of use, with a flag for each byte.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data/cs_line_use.h"
#include "unit_alloc.h"

enum { N_DATA = 5, DATUM_B = 1000, SPAN_B = N_DATA * DATUM_B, MOST_WAYS = 20 };

static cs_data data[N_DATA];
static unit_alloc memory;

static uint64_t heap_bytes(const cs_data *of, uintptr_t line, uint32_t line_B)
{
   uint64_t bytes = 0;
   for (uint32_t i = 0; i < line_B; i++)
      if (line + i < SPAN_B && &data[(line + i) / DATUM_B] == of)
         bytes |= (uint64_t)1 << i;
   return bytes;
}

/* The first is a heap's, the second's extent is known, the third's is not, ... */
static cs_data_at find(uintptr_t addr)
{
   size_t i = addr / DATUM_B;
   return (cs_data_at){ .data = &data[i],
                        .offset = i % 3 == 2 ? 0 : addr % DATUM_B,
                        .size_B = i % 3 == 2 ? 0 : DATUM_B };
}

/* ---- The model --------------------------------------------------------- */

typedef struct {
   uintptr_t line;
   cs_data *data;
   bool is_own[64], is_used[64];
} model_line;

typedef struct {
   model_line lines[MOST_WAYS]; /* the latest first */
   uint32_t n;
} model_set;

typedef struct {
   cs_geometry g;
   uint32_t n_sets;
   model_set *sets;
   cs_data_use use[N_DATA];
} model;

static void model_count(model *m, const model_line *line)
{
   for (uint32_t i = 0; line->data != NULL && i < m->g.line_size_B; i++)
      m->use[line->data - data].used_B += line->is_own[i] && line->is_used[i];
}

/* True: it was missing. */
static bool model_touch(model *m, uintptr_t line)
{
   model_set *set = &m->sets[line / m->g.line_size_B % m->n_sets];
   uint32_t i = 0;
   while (i < set->n && set->lines[i].line != line)
      i++;
   bool misses = i == set->n;
   model_line found = { .line = line };
   if (!misses)
      found = set->lines[i];
   else if (set->n < m->g.assoc)
      set->n++;
   else
      model_count(m, &set->lines[--i]);
   memmove(&set->lines[1], &set->lines[0], i * sizeof set->lines[0]);
   set->lines[0] = found;
   return misses;
}

static void model_fetch(model *m, uintptr_t addr, uintptr_t line)
{
   model_line *at = &m->sets[line / m->g.line_size_B % m->n_sets].lines[0];
   cs_data_at datum = find(addr);
   size_t i = (size_t)(datum.data - data);
   at->data = datum.data;
   m->use[i].n_lines++;
   for (uintptr_t k = 0; k < m->g.line_size_B; k++) {
      at->is_own[k] = i % 3 == 2 || (line + k < SPAN_B && (line + k) / DATUM_B == i);
      m->use[i].inside_B += at->is_own[k];
   }
}

/* Lines of a reference that push each other out are as in the cache: one by one. */
static void model_refer(model *m, uintptr_t addr, uint32_t size_B, bool is_counted)
{
   uint32_t line_B = m->g.line_size_B;
   uintptr_t first = addr / line_B * line_B, end = addr + size_B;
   for (uintptr_t line = first; line < end; line += line_B) {
      bool misses = model_touch(m, line);
      if (misses && is_counted)
         model_fetch(m, addr, line);
      model_line *at = &m->sets[line / line_B % m->n_sets].lines[0];
      for (uintptr_t k = 0; k < line_B; k++)
         at->is_used[k] |= line + k >= addr && line + k < end;
   }
}

/* ---- Tests ------------------------------------------------------------- */

static void check(const model *of)
{
   model m = *of; /* what is in the cache counts, and stays */
   for (uint32_t s = 0; s < m.n_sets; s++)
      for (uint32_t i = 0; i < m.sets[s].n; i++)
         model_count(&m, &m.sets[s].lines[i]);
   for (size_t i = 0; i < N_DATA; i++) {
      const cs_data_use *expected = &m.use[i], *found = &data[i].use;
      if (expected->n_lines != found->n_lines || expected->inside_B != found->inside_B
          || expected->used_B != found->used_B)
         fail_msg("%u,%u,%u: datum %zu: %ju lines, %ju inside, %ju used; expected %ju, "
                  "%ju, %ju",
                  (unsigned)m.g.size_B, m.g.assoc, m.g.line_size_B, i,
                  (uintmax_t)found->n_lines, (uintmax_t)found->inside_B,
                  (uintmax_t)found->used_B, (uintmax_t)expected->n_lines,
                  (uintmax_t)expected->inside_B, (uintmax_t)expected->used_B);
   }
}

static void refer(cs_line_use *use, cs_cache *d1, uintptr_t addr, uint32_t size_B,
                  bool is_counted)
{
   cs_data_at at = find(addr);
   if (cs_cache_is_latest(d1, addr, size_B)) {
      cs_line_use_latest(use, addr, size_B);
      return;
   }
   if (!cs_line_use_refer_second(use, d1, addr, size_B)
       && cs_line_use_refer(use, d1, addr, size_B) && is_counted)
      cs_line_use_fetched(use, &at, addr);
}

/* What cs_sim has. */
static cs_filter filter_of(const cs_cache *d1)
{
   return (cs_filter){ .latest = d1->mru,
                       .written = d1->mru,
                       .n_sets = d1->n_sets,
                       .set_mask = d1->set_mask,
                       .line_bits = d1->line_bits };
}

static void run(const cs_geometry *g, uint32_t seed)
{
   cs_cache d1;
   cs_line_use use;
   model m = { .g = *g, .n_sets = g->size_B / g->assoc / g->line_size_B };
   m.sets = calloc(m.n_sets, sizeof *m.sets);
   memset(data, 0, sizeof data);
   for (size_t i = 0; i < N_DATA; i++)
      data[i].key.kind = i % 3 == 0   ? CS_DATA_HEAP
                         : i % 3 == 1 ? CS_DATA_STATIC
                                      : CS_DATA_STACK;
   cs_cache_init(&d1, g, &memory.alloc);
   const cs_filter filter = filter_of(&d1);
   const cs_line_use_setup setup = { .alloc = &memory.alloc,
                                     .near_alloc = &memory.alloc,
                                     .data = &filter,
                                     .assoc = d1.assoc,
                                     .d1 = &d1,
                                     .of_heap = heap_bytes };
   cs_cache_touch(&d1, 0);
   model_touch(&m, 0);
   cs_line_use_init(&use, &setup);
   srand(seed);
   uintptr_t addr = 0;
   for (int i = 0; i < 20000; i++) {
      uint32_t size_B = 1 + (uint32_t)rand() % g->line_size_B;
      bool is_counted = rand() % 16 != 0;
      if (rand() % 3 != 0) /* nearby */
         addr += (uintptr_t)rand() % 48;
      else
         addr = (uintptr_t)rand() % SPAN_B;
      addr %= SPAN_B - 64;
      refer(&use, &d1, addr, size_B, is_counted);
      model_refer(&m, addr, size_B, is_counted);
      if (i % 1000 == 999) {
         cs_line_use_flush(&use);
         check(&m);
      }
   }
   assert_true(cs_cache_is_valid(&d1));
   cs_line_use_fini(&use);
   cs_cache_fini(&d1, &memory.alloc);
   free(m.sets);
}

static void equals_the_model(void **state)
{
   (void)state;
   static const cs_geometry shapes[] = {
      { 512, 1, 64 },   { 1024, 2, 64 }, { 2048, 8, 64 }, { 1024, 4, 32 }, { 512, 8, 64 },
      { 1280, 20, 64 }, { 768, 4, 64 },  { 128, 2, 64 },  { 512, 2, 16 },
   };
   for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
      for (uint32_t seed = 1; seed <= 5; seed++)
         run(&shapes[i], seed);
}

static void bytes_of_a_line(void **state)
{
   (void)state;
   assert_int_equal(cs_line_use_bytes(64, 0, 1), 1);
   assert_true(cs_line_use_bytes(64, 0, 64) == UINT64_MAX);
   assert_true(cs_line_use_bytes(64, 63, 8) == UINT64_C(1) << 63);
   assert_int_equal(cs_line_use_bytes(32, 30, 8), 0xc0000000);
   assert_int_equal(cs_line_use_bytes(16, 2, 3), 0x1c);
}

static void zero_begins_again(void **state)
{
   (void)state;
   const cs_geometry g = { 512, 2, 64 };
   cs_cache d1;
   cs_line_use use;
   memset(data, 0, sizeof data);
   cs_cache_init(&d1, &g, &memory.alloc);
   const cs_filter filter = filter_of(&d1);
   const cs_line_use_setup setup = { .alloc = &memory.alloc,
                                     .near_alloc = &memory.alloc,
                                     .data = &filter,
                                     .assoc = d1.assoc,
                                     .d1 = &d1,
                                     .of_heap = heap_bytes };
   cs_cache_touch(&d1, 0);
   cs_line_use_init(&use, &setup);
   refer(&use, &d1, 640, 8, true);
   cs_data *all[] = { &data[0] };
   cs_line_use_zero(&use, all, 1);
   refer(&use, &d1, 648, 8, true);
   cs_line_use_flush(&use);
   assert_int_equal(data[0].use.n_lines, 0);
   assert_int_equal(data[0].use.used_B, 0);
   refer(&use, &d1, 128, 8, true);
   cs_line_use_flush(&use);
   cs_line_use_flush(&use);
   assert_int_equal(data[0].use.n_lines, 1);
   assert_int_equal(data[0].use.inside_B, 64);
   assert_int_equal(data[0].use.used_B, 8);
   cs_line_use_fini(&use);
   cs_cache_fini(&d1, &memory.alloc);
}

int main(void)
{
   unit_alloc_init(&memory);
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(equals_the_model),
      cmocka_unit_test(bytes_of_a_line),
      cmocka_unit_test(zero_begins_again),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
