/* test_cs_host.h -- processors as tables of what CPUID answers.  A leaf that is not in
   the table answers zeros.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_CS_HOST_H
#define TEST_CS_HOST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_host.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Processors as tables -------------------------------------------- */

typedef struct {
   uint32_t leaf, subleaf, eax, ebx, ecx, edx;
} answer;

typedef struct {
   const answer *answers;
   size_t n_answers;
   unsigned n_asked;
} processor;

static inline void ask_table(void *context, uint32_t leaf, uint32_t subleaf,
                             uint32_t out[4])
{
   processor *p = context;
   p->n_asked++;
   memset(out, 0, 4 * sizeof out[0]);
   for (size_t i = 0; i < p->n_answers; i++) {
      const answer *a = &p->answers[i];
      if (a->leaf == leaf && a->subleaf == subleaf) {
         out[0] = a->eax;
         out[1] = a->ebx;
         out[2] = a->ecx;
         out[3] = a->edx;
      }
   }
}

/* Leaf 0: the highest leaf, and the name in the order ebx, edx, ecx. */
#define INTEL(max) { 0, 0, max, 0x756e6547, 0x6c65746e, 0x49656e69 }
#define AMD(max) { 0, 0, max, 0x68747541, 0x444d4163, 0x69746e65 }
#define HYGON(max) { 0, 0, max, 0x6f677948, 0x656e6975, 0x6e65476e }

#define EXT_MAX(max) { 0x80000000, 0, max, 0, 0, 0 }
/* The bit that says that leaf 0x8000001D exists, among others. */
#define TOPOLOGY_EXTENSIONS { 0x80000001, 0, 0x00b40f40, 0, 0x75c237ff, 0x2fd3fbff }
#define NO_TOPOLOGY_EXTENSIONS { 0x80000001, 0, 0, 0, 0x758237ff, 0x2fd3fbff }

/* One row of a list of caches.  Bits that do not matter are set, too: self
   initialising, shared by 2 threads; the write-back flags in edx. */
#define CACHE(leaf, sub, type, level, line_B, ways, sets) \
   { leaf, \
     sub, \
     (type) | (level) << 5 | 1 << 8 | 1 << 14 | 7u << 26, \
     ((line_B) - 1) | ((uint32_t)(ways) - 1) << 22, \
     (sets) - 1, \
     3 }
enum { DATA = 1, CODE = 2, UNIFIED = 3 };
enum { LIST = 4 };
#define AMD_LIST 0x8000001Du

/* ---- Asserting ------------------------------------------------------- */

static inline void assert_shape(const cs_geometry *g, uint64_t size_B, uint32_t assoc,
                                uint32_t line_size_B)
{
   assert_int_equal(g->size_B, size_B);
   assert_int_equal(g->assoc, assoc);
   assert_int_equal(g->line_size_B, line_size_B);
}

static inline void assert_caches(const cs_host_caches *c, const cs_host_caches *e)
{
   assert_shape(&c->i1, e->i1.size_B, e->i1.assoc, e->i1.line_size_B);
   assert_shape(&c->d1, e->d1.size_B, e->d1.assoc, e->d1.line_size_B);
   assert_shape(&c->ll, e->ll.size_B, e->ll.assoc, e->ll.line_size_B);
   assert_int_equal(c->ll_level, e->ll_level);
}

static inline void detect(const answer *answers, size_t n_answers, bool found,
                          const cs_host_caches *expected)
{
   processor p = { answers, n_answers, 0 };
   cs_host_caches caches;
   memset(&caches, 0xa5, sizeof caches);
   assert_int_equal(cs_host_detect(ask_table, &p, &caches), found);
   assert_caches(&caches, expected);
   assert_in_range(p.n_asked, 1, 300);
}

#define assert_found(answers, ...) \
   detect(answers, COUNT(answers), true, &(cs_host_caches){ __VA_ARGS__ })
#define assert_not_found(answers) detect(answers, COUNT(answers), false, &cs_host_default)

#endif
