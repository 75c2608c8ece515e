/* hp_pages_model.h -- an array with one entry for each page, and operations
   on it and on an hp_pages.  The includer has included cmocka.h, or what stands
   for it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_HP_PAGES_MODEL_H
#define MODELS_HP_PAGES_MODEL_H

#include "accounts/hp_pages.h"
#include "unit_alloc.h"

enum { PAGE_B = 4096, N_PAGES = 256, N_SITES = 5, NO_SITE = UINT32_MAX };

static const uint64_t BASE = 0x7ffff0000000;

static unit_alloc memory;
static hp_pages pages;

/* ---- The naive model ------------------------------------------------- */

static uint32_t model[N_PAGES];      /* the site of each page, or NO_SITE */
static uint64_t model_gone[N_SITES]; /* bytes that each site mapped */
static uint64_t told_gone[N_SITES];
static uint32_t told_pages[N_PAGES]; /* the site that mapped it, or NO_SITE */

static void take(void *context, uint32_t site, uint64_t bytes, uint64_t start)
{
   assert_ptr_equal(context, told_gone);
   assert_true(site < N_SITES);
   assert_true(bytes > 0);
   told_gone[site] += bytes;
   for (uint64_t at = start; at < start + bytes; at += PAGE_B) {
      uint64_t page = (at - BASE) / PAGE_B;
      assert_true(page < N_PAGES);
      assert_int_equal(told_pages[page], NO_SITE); /* only once */
      told_pages[page] = site;
   }
}

static const hp_pages_gone gone = { take, told_gone };

static void begin(void)
{
   unit_alloc_init(&memory);
   pages = (hp_pages){ .alloc = &memory.alloc };
   memset(model, 0xff, sizeof model);
   memset(told_pages, 0xff, sizeof told_pages);
   memset(model_gone, 0, sizeof model_gone);
   memset(told_gone, 0, sizeof told_gone);
}

static void end(void)
{
   hp_pages_fini(&pages);
   assert_int_equal(memory.n_live, 0);
}

static void model_lose(size_t from, size_t n)
{
   for (size_t i = from; i < from + n; i++) {
      if (model[i] != NO_SITE)
         model_gone[model[i]] += PAGE_B;
      model[i] = NO_SITE;
   }
}

static void model_map(size_t from, size_t n, uint32_t site)
{
   model_lose(from, n);
   for (size_t i = from; i < from + n; i++)
      model[i] = site;
}

static void model_move(size_t from, size_t n_from, size_t to, size_t n_to,
                       uint32_t growth_site)
{
   uint32_t old[N_PAGES];
   memcpy(old, model, sizeof old);
   if (n_from > n_to)
      model_lose(from + n_to, n_from - n_to);
   for (size_t i = from; i < from + n_from; i++)
      model[i] = NO_SITE;
   model_lose(to, n_to);
   for (size_t i = 0; i < n_to; i++)
      model[to + i] = i < n_from ? old[from + i] : growth_site;
}

/* Checks that the ranges hold the model's pages, and are as few as can be. */
static void check(void)
{
   size_t n = 0;
   for (size_t i = 0; i < N_PAGES; i++)
      n += model[i] != NO_SITE && (i == 0 || model[i] != model[i - 1]);
   assert_int_equal(pages.n, n);
   for (size_t r = 0; r < pages.n; r++) {
      const hp_pages_range *range = &pages.ranges[r];
      assert_true(range->start < range->end);
      assert_true(r == 0 || range->start >= range[-1].end);
      for (uint64_t at = range->start; at < range->end; at += PAGE_B)
         if (model[(at - BASE) / PAGE_B] != range->site)
            fail_msg("page at %#jx", (uintmax_t)at);
   }
   assert_memory_equal(told_gone, model_gone, sizeof model_gone);
}

/* Each page is found, by any of its bytes. */
static void check_find(void)
{
   for (size_t i = 0; i < N_PAGES; i++)
      for (uint64_t byte = 0; byte < PAGE_B; byte += PAGE_B - 1) {
         uint32_t site = NO_SITE;
         bool found = hp_pages_find(&pages, BASE + i * PAGE_B + byte, &site);
         assert_int_equal(found, model[i] != NO_SITE);
         assert_int_equal(site, model[i]);
      }
}

/* ---- Random operations ----------------------------------------------- */

typedef struct {
   enum { MAP, UNMAP, MOVE } kind;
   size_t from, n_from, to, n_to;
   uint32_t site;
} operation;

/* Short ranges mostly, so that many stay. */
static size_t random_length(unit_random *random, size_t max)
{
   size_t limit = unit_random_below(random, 8) == 0 ? max + 1 : 9;
   size_t n = unit_random_below(random, limit);
   return n < max ? n : max;
}

static operation random_operation(unit_random *random)
{
   operation op = { .kind = unit_random_below(random, 3),
                    .from = unit_random_below(random, N_PAGES),
                    .to = unit_random_below(random, N_PAGES),
                    .site = (uint32_t)unit_random_below(random, N_SITES) };
   uint64_t how = unit_random_below(random, 4);
   if (how == 0)
      op.to = op.from; /* grows or shrinks in place */
   else if (how == 1)  /* may overlap */
      op.to = op.from < 4 ? op.from + 2 : op.from - 3;
   op.n_from = random_length(random, N_PAGES - op.from);
   op.n_to = how == 0 && op.n_from > 2 ? op.n_from - 2
                                       : random_length(random, N_PAGES - op.to);
   if (op.n_to > N_PAGES - op.to)
      op.n_to = N_PAGES - op.to;
   return op;
}

static void run(const operation *op)
{
   uint64_t from = BASE + op->from * PAGE_B, to = BASE + op->to * PAGE_B;
   memset(told_pages, 0xff, sizeof told_pages);
   switch (op->kind) {
   case MAP: hp_pages_map(&pages, from, op->n_from * PAGE_B, op->site, &gone); break;
   case UNMAP: hp_pages_unmap(&pages, from, op->n_from * PAGE_B, &gone); break;
   default:
      hp_pages_move(&pages, from, op->n_from * PAGE_B, to, op->n_to * PAGE_B, op->site,
                    &gone);
   }
}

static void run_model(const operation *op)
{
   switch (op->kind) {
   case MAP: model_map(op->from, op->n_from, op->site); break;
   case UNMAP: model_lose(op->from, op->n_from); break;
   default: model_move(op->from, op->n_from, op->to, op->n_to, op->site); break;
   }
}

#endif
