/* hp_heap_model.h -- a heap that keeps every block and request, and adds
   everything up again after each event; and events, which happen in it and in an
   hp_heap.  The includer has included cmocka.h, or a substitute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_HP_HEAP_MODEL_H
#define MODELS_HP_HEAP_MODEL_H

#include "accounts/hp_snapshots.h"
#include "unit_alloc.h"

enum {
   MAX_BLOCKS = 4000, /* in the whole run */
   MAX_REQUESTS = 8000,
   MAX_EVENTS = 8000,
   N_SITES = 6,
   ADMIN_B = 8,
};

static const tk_layer H = TK_LAYER_HEAP, C = TK_LAYER_CUSTOM;

static unit_alloc memory;
static hp_timeline timeline;
static hp_heap heap;

/* ---- The naive model ------------------------------------------------- */

typedef struct {
   uint64_t address, bytes, born, died;
   uint64_t old_B; /* at its birth, or at the last zero */
   uint64_t thread;
   tk_layer layer;
   uint32_t site;
   size_t request; /* that it was allocated by */
   bool is_live, is_taken, was_temporary, was_outgrown, is_successor;
   bool is_old; /* from before the counts were set to zero: never temporary */
} model_block;

/* An allocation or a reallocation. */
typedef struct {
   size_t block;
   uint64_t thread, size_B;
   bool is_again;
} request;

/* What was live after an event, by walking over all blocks. */
typedef struct {
   uint64_t time, overhead_B, stack_B;
   hp_amount live, sites[N_SITES];
   bool is_of_stack; /* nothing happened in the heap */
} moment;

static model_block model_blocks[MAX_BLOCKS];
static size_t n_blocks;
static request requests[MAX_REQUESTS];
static size_t n_requests;
static moment history[MAX_EVENTS]; /* [0]: the start */
static size_t n_moments;
static uint64_t n_failed[N_SITES], failed_B[N_SITES], stack_B;
static uint64_t zero_end; /* after the last zero; 0: none */

/* 16 bytes of alignment, ADMIN_B of header, 32 at least. */
static uint64_t naive_overhead_B(uint64_t bytes)
{
   uint64_t overhead_B = ADMIN_B;
   while ((bytes + overhead_B) % 16 != 0 || bytes + overhead_B < 32)
      overhead_B++;
   return overhead_B;
}

static void add_amount(hp_amount *sum, uint64_t bytes)
{
   sum->bytes += bytes;
   sum->blocks++;
}

static void remember(uint64_t now)
{
   assert_true(n_moments < MAX_EVENTS);
   moment *m = &history[n_moments++];
   *m = (moment){ .time = now, .stack_B = stack_B };
   for (size_t i = 0; i < n_blocks; i++) {
      const model_block *b = &model_blocks[i];
      if (!b->is_live)
         continue;
      add_amount(&m->live, b->bytes);
      add_amount(&m->sites[b->site], b->bytes);
      m->overhead_B += naive_overhead_B(b->bytes);
   }
}

/* The block that begins there and can be freed; NULL: none. */
static model_block *model_find(tk_layer layer, uint64_t address)
{
   for (size_t i = n_blocks; i > 0; i--) {
      model_block *b = &model_blocks[i - 1];
      if (b->is_live && !b->is_taken && b->layer == layer && b->address == address)
         return b;
   }
   return NULL;
}

/* Nothing was allocated by its thread since it was, but for itself. */
static bool is_temporary(const model_block *b)
{
   if (b->is_old)
      return false;
   for (size_t i = b->request + 1; i < n_requests; i++)
      if (requests[i].thread == b->thread && &model_blocks[requests[i].block] != b)
         return false;
   return true;
}

/* Its site's latest block is of its thread, and larger, but not much. */
static bool is_outgrown_by_model(const model_block *b)
{
   model_block *last = NULL;
   for (size_t i = 0; i < n_blocks; i++)
      if (model_blocks[i].site == b->site && !model_blocks[i].is_old)
         last = &model_blocks[i];
   if (b->born < zero_end || last == NULL || !last->is_live || last->is_successor
       || last->thread != b->thread || last->bytes <= b->bytes
       || last->bytes > b->bytes * 5 / 2)
      return false;
   return last->is_successor = true;
}

static void model_end(model_block *b, uint64_t now)
{
   b->was_outgrown = is_outgrown_by_model(b);
   b->was_temporary = is_temporary(b);
   b->is_live = b->is_taken = false;
   b->died = now;
   remember(now);
}

static void model_displace(tk_layer layer, uint64_t address, uint64_t now)
{
   model_block *b = model_find(layer, address);
   if (b != NULL)
      model_end(b, now);
}

static void model_request(const model_block *b, uint64_t thread, uint64_t size_B,
                          bool is_again)
{
   assert_true(n_requests < MAX_REQUESTS);
   requests[n_requests++] = (request){
      .block = (size_t)(b - model_blocks),
      .thread = thread,
      .size_B = size_B,
      .is_again = is_again,
   };
}

/* ---- Comparing ------------------------------------------------------- */

static void assert_amount(hp_amount got, hp_amount expected)
{
   assert_int_equal(got.bytes, expected.bytes);
   assert_int_equal(got.blocks, expected.blocks);
}

/* The latest moment with the most bytes, of those of the heap. */
static const moment *model_peak(void)
{
   const moment *peak = &history[0];
   for (size_t i = 1; i < n_moments; i++)
      if (history[i].live.bytes >= peak->live.bytes && !history[i].is_of_stack)
         peak = &history[i];
   return peak;
}

/* What is live, and the peak. */
static void check_live(void)
{
   const moment *now = &history[n_moments - 1], *peak = model_peak();
   uint64_t most_blocks = 0, most_stack_B = 0;
   for (size_t i = 0; i < n_moments; i++) {
      if (history[i].live.blocks > most_blocks)
         most_blocks = history[i].live.blocks;
      if (history[i].stack_B > most_stack_B)
         most_stack_B = history[i].stack_B;
   }
   assert_amount(heap.live, now->live);
   assert_int_equal(heap.overhead_B, now->overhead_B);
   assert_amount(heap.peak, peak->live);
   assert_int_equal(heap.peak_time, peak->time);
   assert_int_equal(heap.peak_overhead_B, peak->overhead_B);
   assert_int_equal(heap.most_blocks, most_blocks);
   assert_int_equal(heap.most_stack_B, most_stack_B);
   for (uint32_t s = 0; s < N_SITES; s++) {
      const hp_site *site = hp_heap_site(&heap, s);
      assert_amount(site->live, now->sites[s]);
      assert_amount(hp_site_at_peak(&heap, site), peak->sites[s]);
   }
}

/* The site's own maximum has the most bytes, and of equal ones the most blocks. */
static void check_max(uint32_t s)
{
   hp_amount max = { 0, 0 };
   for (size_t i = 0; i < n_moments; i++) {
      hp_amount live = history[i].sites[s];
      if (live.bytes > max.bytes || (live.bytes == max.bytes && live.blocks > max.blocks))
         max = live;
   }
   assert_amount(hp_heap_site(&heap, s)->max, max);
}

/* What was allocated at a site. */
static void check_requests(uint32_t s)
{
   const hp_site *site = hp_heap_site(&heap, s);
   hp_amount total = { 0, 0 };
   uint64_t min_B = UINT64_MAX, max_B = 0, reallocs = 0;
   for (size_t i = 0; i < n_requests; i++) {
      const request *r = &requests[i];
      if (model_blocks[r->block].site != s)
         continue;
      add_amount(&total, r->size_B == 0 ? 1 : r->size_B);
      min_B = r->size_B < min_B ? r->size_B : min_B;
      max_B = r->size_B > max_B ? r->size_B : max_B;
      reallocs += r->is_again;
   }
   assert_amount(site->total, total);
   assert_int_equal(site->min_B, min_B);
   assert_int_equal(site->max_B, max_B);
   assert_int_equal(site->reallocs, reallocs);
   assert_int_equal(site->failed, n_failed[s]);
   assert_int_equal(site->failed_B, failed_B[s]);
}

static uint64_t class_count(const hp_classes *classes, unsigned class)
{
   return class < classes->first || class >= (unsigned)classes->first + classes->n
             ? 0
             : classes->of[class - classes->first];
}

static void check_classes(uint32_t s)
{
   const hp_site *site = hp_heap_site(&heap, s);
   uint64_t low = 0, high = 0;
   for (unsigned class = 0; class < HP_CLASSES; class ++) {
      uint64_t n = 0, n_lives = 0;
      for (size_t i = 0; i < n_blocks; i++) {
         const model_block *b = &model_blocks[i];
         uint64_t life = b->died - b->born;
         n_lives += b->site == s && !b->is_live && b->born >= zero_end && !b->was_outgrown
                    && life >= low && life <= high;
      }
      assert_int_equal(class_count(&site->lives, class), n_lives);
      for (size_t i = 0; i < n_requests; i++)
         n += model_blocks[requests[i].block].site == s && requests[i].size_B >= low
              && requests[i].size_B <= high;
      assert_int_equal(class_count(&site->sizes, class), n);
      low = high + 1;
      high = 2 * high + 1;
   }
}

static void check_shares(uint32_t s)
{
   const hp_site *site = hp_heap_site(&heap, s);
   hp_amount sum = { 0, 0 };
   for (const hp_share *share = site->shares; share != NULL; share = share->next) {
      hp_amount own = { 0, 0 };
      for (size_t i = 0; i < n_requests; i++)
         if (model_blocks[requests[i].block].site == s
             && requests[i].thread == share->thread)
            add_amount(&own, requests[i].size_B == 0 ? 1 : requests[i].size_B);
      assert_amount(share->total, own);
      assert_int_not_equal(own.blocks, 0);
      sum.bytes += own.bytes;
      sum.blocks += own.blocks;
   }
   assert_amount(site->total, sum); /* no thread is missing, or twice */
}

/* What became of a site's blocks. */
static void check_fates(uint32_t s, uint64_t now)
{
   const hp_site *site = hp_heap_site(&heap, s);
   hp_amount temporary = { 0, 0 };
   uint64_t all = 0, freed = 0, n_freed = 0, shortest = UINT64_MAX, longest = 0,
            n_old_freed = 0, old_freed = 0;
   hp_amount old = { 0, 0 }, outgrown = { 0, 0 };
   for (size_t i = 0; i < n_blocks; i++) {
      const model_block *b = &model_blocks[i];
      if (b->site != s)
         continue;
      uint64_t lifetime = (b->is_live ? now : b->died) - b->born;
      all += lifetime;
      bool is_old = b->born < zero_end;
      if (is_old)
         add_amount(&old, b->old_B);
      if (b->is_live)
         continue;
      n_old_freed += is_old;
      old_freed += is_old ? lifetime : 0;
      n_freed++;
      freed += lifetime;
      shortest = lifetime < shortest ? lifetime : shortest;
      longest = lifetime > longest ? lifetime : longest;
      if (b->was_temporary)
         add_amount(&temporary, b->bytes);
      if (b->was_outgrown)
         add_amount(&outgrown, b->bytes);
   }
   assert_amount(site->outgrown, outgrown);
   assert_int_equal(hp_site_lifetime(site, now), all);
   assert_int_equal(site->freed_blocks, n_freed);
   assert_int_equal(site->freed_lifetime, freed);
   assert_int_equal(site->shortest, shortest);
   assert_int_equal(site->longest, longest);
   assert_amount(site->temporary, temporary);
   assert_amount(site->old, old);
   assert_int_equal(site->old_freed, n_old_freed);
   assert_int_equal(site->old_lifetime, old_freed);
}

static void check_totals(void)
{
   hp_amount total = { 0, 0 }, freed = { 0, 0 }, temporary = { 0, 0 };
   uint64_t zero = 0, reallocs = 0, failed = 0;
   for (size_t i = 0; i < n_requests; i++) {
      add_amount(&total, requests[i].size_B == 0 ? 1 : requests[i].size_B);
      zero += requests[i].size_B == 0;
      reallocs += requests[i].is_again;
   }
   for (size_t i = 0; i < n_blocks; i++) {
      if (model_blocks[i].is_live)
         continue;
      add_amount(&freed, model_blocks[i].bytes);
      if (model_blocks[i].was_temporary)
         add_amount(&temporary, model_blocks[i].bytes);
   }
   for (size_t s = 0; s < N_SITES; s++)
      failed += n_failed[s];
   assert_amount(heap.total, total);
   assert_amount(heap.freed, freed);
   assert_amount(heap.temporary, temporary);
   assert_int_equal(heap.zero_blocks, zero);
   assert_int_equal(heap.reallocs, reallocs);
   assert_int_equal(heap.failed, failed);
}

/* Each moment is within its bucket, and the last one at its end. */
static void check_timeline(uint64_t now)
{
   size_t n = hp_timeline_reach(&timeline, now), b = 0;
   uint64_t largest = 0;
   for (size_t i = 0; i < n; i++)
      if (timeline.buckets[i].max > largest)
         largest = timeline.buckets[i].max;
   for (size_t i = 0; i < n_moments; i++) {
      while (history[i].time > timeline.buckets[b].end)
         b++;
      assert_in_range(history[i].live.bytes, timeline.buckets[b].min,
                      timeline.buckets[b].max);
   }
   const hp_timeline_bucket *last = &timeline.buckets[n - 1];
   const moment *latest = &history[n_moments - 1];
   assert_int_equal(largest, heap.peak.bytes);
   assert_int_equal(last->last, latest->live.bytes);
   assert_int_equal(last->last_blocks, latest->live.blocks);
   assert_int_equal(last->last_overhead, latest->overhead_B);
   assert_int_equal(last->last_stack, latest->stack_B);
}

/* The state before the first event at its time or later. */
static const moment *moment_before(uint64_t time)
{
   const moment *m = &history[0];
   for (size_t i = 1; i < n_moments && history[i].time < time; i++)
      m = &history[i];
   return m;
}

static void check_snapshot(const hp_snapshot *snapshot)
{
   const moment *m = moment_before(snapshot->time);
   hp_amount rest = { 0, 0 };
   uint32_t k = 0;
   uint64_t n_rest = 0;
   assert_amount(snapshot->live, m->live);
   assert_int_equal(snapshot->overhead_B, m->overhead_B);
   assert_int_equal(snapshot->stack_B, m->stack_B);
   for (uint32_t s = 0; s < N_SITES; s++) {
      if (m->sites[s].blocks == 0)
         continue;
      if (k < snapshot->n_sites && snapshot->sites[k].site == s) {
         assert_amount(snapshot->sites[k++].live, m->sites[s]);
         continue;
      }
      assert_false(snapshot->asked);
      assert_true(m->sites[s].bytes * 2000 < m->live.bytes);
      n_rest++;
      rest.bytes += m->sites[s].bytes;
      rest.blocks += m->sites[s].blocks;
   }
   assert_int_equal(k, snapshot->n_sites);
   assert_int_equal(snapshot->n_rest, n_rest);
   assert_amount(snapshot->rest, rest);
}

static void check_snapshots(void)
{
   uint64_t before = UINT64_MAX;
   uint32_t n_periodic = 0;
   for (const hp_snapshot *s = heap.snapshots; s != NULL; s = s->next) {
      check_snapshot(s);
      assert_true(s->time <= before);
      before = s->time;
      n_periodic += !s->asked;
      assert_true(s->asked || s->time % heap.interval == 0 || heap.interval > 1);
   }
   assert_int_equal(n_periodic, heap.n_periodic);
   assert_true(n_periodic == 0 || n_periodic < heap.max_periodic);
}

static void check_all(uint64_t now)
{
   check_live();
   check_totals();
   check_timeline(now);
   for (uint32_t s = 0; s < N_SITES; s++) {
      check_max(s);
      check_requests(s);
      check_fates(s, now);
      check_classes(s);
      check_shares(s);
   }
   check_snapshots();
}

/* ---- Events, in both ------------------------------------------------- */

static void do_alloc(uint32_t site, uint64_t thread, tk_layer layer, uint64_t address,
                     uint64_t size_B, uint64_t now)
{
   model_displace(layer, address, now);
   hp_heap_alloc(&heap, site, thread, layer, address, size_B, now);
   assert_true(n_blocks < MAX_BLOCKS);
   model_block *b = &model_blocks[n_blocks++];
   *b = (model_block){
      .address = address,
      .bytes = size_B == 0 ? 1 : size_B,
      .born = now,
      .old_B = size_B == 0 ? 1 : size_B,
      .thread = thread,
      .layer = layer,
      .site = site,
      .request = n_requests,
      .is_live = true,
   };
   model_request(b, thread, size_B, false);
   remember(now);
}

static inline void do_free(tk_layer layer, uint64_t address, uint64_t now)
{
   model_block *b = model_find(layer, address);
   assert_int_equal(hp_heap_free(&heap, layer, address, now), b != NULL);
   if (b != NULL)
      model_end(b, now);
}

static inline model_block *do_realloc_begin(tk_layer layer, uint64_t address,
                                            uint32_t *index)
{
   model_block *b = model_find(layer, address);
   *index = hp_heap_realloc_begin(&heap, layer, address);
   assert_int_equal(*index != 0, b != NULL);
   if (b != NULL)
      b->is_taken = true;
   return b;
}

static inline void do_realloc_end(model_block *b, uint32_t index, uint64_t thread,
                                  uint64_t address, uint64_t size_B, uint64_t now)
{
   model_displace(b->layer, address, now);
   hp_heap_realloc_end(&heap, index, thread, address, size_B, now);
   b->is_taken = false;
   b->address = address;
   b->bytes = size_B == 0 ? 1 : size_B;
   model_request(b, thread, size_B, true);
   remember(now);
}

/* Both at once; nothing if no block begins there. */
static inline void do_realloc(tk_layer layer, uint64_t from, uint64_t thread, uint64_t to,
                              uint64_t size_B, uint64_t now)
{
   uint32_t index;
   model_block *b = do_realloc_begin(layer, from, &index);
   if (b != NULL)
      do_realloc_end(b, index, thread, to, size_B, now);
}

static inline void do_realloc_free(model_block *b, uint32_t index, uint64_t now)
{
   hp_heap_realloc_free(&heap, index, now);
   model_end(b, now);
}

static inline void do_realloc_cancel(model_block *b, uint32_t index)
{
   hp_heap_realloc_cancel(&heap, index);
   b->is_taken = false;
}

static inline void do_stack(uint64_t size_B, uint64_t now)
{
   stack_B = size_B;
   hp_heap_stack(&heap, size_B, now);
   remember(now);
   history[n_moments - 1].is_of_stack = true;
}

static inline void do_fail(uint32_t site, uint64_t size_B)
{
   hp_heap_fail(&heap, site, size_B);
   n_failed[site]++;
   failed_B[site] = size_B > INT64_MAX - failed_B[site] ? INT64_MAX
                                                        : failed_B[site] + size_B;
}

/* Only what is live was ever there, since now.  Moves the blocks. */
static inline void do_zero(uint64_t now)
{
   size_t n_live = 0;
   hp_heap_zero(&heap, now);
   zero_end = now + 1;
   n_requests = n_moments = 0;
   memset(n_failed, 0, sizeof n_failed);
   memset(failed_B, 0, sizeof failed_B);
   for (size_t i = 0; i < n_blocks; i++) {
      if (!model_blocks[i].is_live)
         continue;
      model_block *b = &model_blocks[n_live++];
      *b = model_blocks[i];
      b->born = now;
      b->old_B = b->bytes;
      b->is_old = true;
      b->request = n_requests;
      model_request(b, b->thread, b->bytes, false);
   }
   n_blocks = n_live;
   remember(now);
}

/* The block that is being reallocated, or NULL. */
static inline model_block *model_taken(void)
{
   for (size_t i = 0; i < n_blocks; i++)
      if (model_blocks[i].is_taken)
         return &model_blocks[i];
   return NULL;
}

/* ---- Beginning and ending -------------------------------------------- */

static inline void begin(void)
{
   n_blocks = n_requests = n_moments = 0;
   stack_B = zero_end = 0;
   memset(n_failed, 0, sizeof n_failed);
   memset(failed_B, 0, sizeof failed_B);
   remember(0);
   unit_alloc_init(&memory);
   memset(&heap, 0xa5, sizeof heap);
   hp_timeline_init(&timeline, &memory.alloc, 8);
   hp_heap_init(&heap, &memory.alloc, ADMIN_B, &timeline);
   for (uint32_t s = 0; s < N_SITES; s++)
      assert_int_equal(hp_heap_add_site(&heap, NULL, 0), s);
}

static void end(uint64_t now)
{
   check_all(now);
   hp_heap_fini(&heap);
   hp_timeline_fini(&timeline);
   assert_int_equal(memory.n_live, 0);
}

#endif
