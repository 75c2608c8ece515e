/* hp_heap.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_heap_private.h"

#include "base/tk_array.h"
#include "accounts/hp_regions.h"
#include "accounts/hp_snapshots.h"

enum {
   ALIGNMENT_B = 16,
   LEAST_B = 32, /* glibc's smallest chunk */
};

uint64_t hp_overhead_B(uint64_t size_B, uint64_t admin_B)
{
   if (admin_B == 0)
      return 0;
   uint64_t whole_B = (size_B + admin_B + ALIGNMENT_B - 1) / ALIGNMENT_B * ALIGNMENT_B;
   return (whole_B < LEAST_B ? LEAST_B : whole_B) - size_B;
}

void hp_heap_init(hp_heap *heap, const tk_alloc *alloc, uint64_t admin_B,
                  hp_timeline *timeline)
{
   *heap = (hp_heap){
      .alloc = alloc,
      .admin_B = admin_B,
      .pool = { .alloc = alloc, .label = "hp.heap" },
      .timeline = timeline,
      .due = UINT64_MAX,
      .next_periodic = UINT64_MAX,
   };
   tk_blocks_init(&heap->blocks, alloc);
}

void hp_heap_fini(hp_heap *heap)
{
   tk_blocks_fini(&heap->blocks);
   hp_snapshots_free(heap);
   for (uint32_t i = 0; i * HP_SITES_CHUNK < heap->n_sites; i++)
      tk_put(heap->alloc, heap->chunks[i]);
   tk_put(heap->alloc, heap->chunks);
   tk_put(heap->alloc, heap->last_block);
   tk_put(heap->alloc, heap->inherited.is_own);
   tk_pool_fini(&heap->pool);
}

/* ---- Sites ------------------------------------------------------------- */

static void add_chunk(hp_heap *heap)
{
   uint32_t n = heap->n_sites / HP_SITES_CHUNK;
   TK_ARRAY_ROOM(heap->alloc, "hp.heap.tables", heap->chunks, n, heap->max_chunks);
   heap->chunks[n] = tk_get(heap->alloc, "hp.heap.sites",
                            HP_SITES_CHUNK * sizeof **heap->chunks);
}

uint32_t hp_heap_add_site(hp_heap *heap, const uint32_t *frames, uint32_t n)
{
   if (heap->n_sites % HP_SITES_CHUNK == 0)
      add_chunk(heap);
   *hp_heap_site(heap, heap->n_sites) = (hp_site){
      .frames = frames,
      .n_frames = n,
      .shortest = UINT64_MAX,
      .min_B = UINT64_MAX,
   };
   return heap->n_sites++;
}

hp_amount hp_site_at_peak(const hp_heap *heap, const hp_site *site)
{
   return site->stamp == heap->stamp ? site->at_peak : site->live;
}

uint64_t hp_site_lifetime(const hp_site *site, uint64_t now)
{
   tk_wide live = tk_wide_product(site->live.blocks, now);
   tk_wide_sub(&live, site->born);
   return tk_count_add(site->freed_lifetime, tk_wide_capped(live));
}

bool hp_heap_is_full(const hp_heap *heap, uint64_t now)
{
   bool is_full = heap->total.bytes == TK_COUNT_MAX;
   for (uint32_t i = 0; i < heap->n_sites && !is_full; i++)
      is_full = hp_site_lifetime(hp_heap_site(heap, i), now) == TK_COUNT_MAX;
   return is_full;
}

static unsigned class_of(uint64_t number)
{
   return number == 0 ? 0 : 64 - (unsigned)__builtin_clzll(number);
}

void hp_classes_free(hp_heap *heap, hp_classes *classes)
{
   if (classes->of != NULL)
      tk_pool_put(&heap->pool, classes->of, classes->n * sizeof *classes->of);
   *classes = (hp_classes){ .of = NULL };
}

/* Makes room for a class.  Most sites have only one. */
static void widen_classes(hp_heap *heap, hp_classes *classes, unsigned class)
{
   hp_classes old = *classes;
   unsigned first = old.first, end = first + old.n;
   if (old.n == 0)
      first = class, end = class + 1;
   else if (class < first)
      first = class;
   else
      end = class + 1;

   uint64_t *of = tk_pool_get(&heap->pool, (end - first) * sizeof *of);
   for (unsigned i = first; i < end; i++)
      of[i - first] = i >= old.first && i - old.first < old.n ? old.of[i - old.first] : 0;
   hp_classes_free(heap, &old);
   *classes = (hp_classes){ of, (uint8_t)first, (uint8_t)(end - first) };
}

static void count_class(hp_heap *heap, hp_classes *classes, uint64_t number, uint64_t n)
{
   unsigned class = class_of(number);
   if (class - classes->first >= classes->n)
      widen_classes(heap, classes, class);
   classes->of[class - classes->first] += n;
}

/* Readers expect sizes of at most 63 bits; only a client request can pass a larger
   one. */
void hp_heap_count_size(hp_heap *heap, hp_site *site, uint64_t size_B)
{
   if (size_B > INT64_MAX)
      size_B = INT64_MAX;
   if (size_B < site->min_B)
      site->min_B = size_B;
   if (size_B > site->max_B)
      site->max_B = size_B;
   count_class(heap, &site->sizes, size_B, 1);
}

static void count_share(hp_heap *heap, hp_site *site, uint64_t thread, hp_amount amount)
{
   hp_share **link = &site->shares;
   /* A thread that is new to a site is mostly newer than all threads there. */
   while (thread <= site->last_thread && *link != NULL && (*link)->thread != thread)
      link = &(*link)->next;
   hp_share *share = thread <= site->last_thread ? *link : NULL;
   if (share == NULL) {
      share = tk_pool_get(&heap->pool, sizeof *share);
      *share = (hp_share){ .thread = thread };
      site->n_shares++;
   } else {
      *link = share->next;
   }
   if (thread > site->last_thread)
      site->last_thread = thread;
   share->next = site->shares;
   site->shares = share;
   share->total.bytes += amount.bytes;
   share->total.blocks += amount.blocks;
}

/* ---- Amounts ------------------------------------------------------------- */

inline void hp_heap_begin_event(hp_heap *heap, hp_site *site, uint64_t now)
{
   if (now >= heap->due)
      hp_snapshots_take(heap, now);
   if (site->stamp != heap->stamp) {
      site->at_peak = site->live;
      site->stamp = heap->stamp;
   }
}

static inline void note_in_timeline(hp_heap *heap, uint64_t now)
{
   if (heap->timeline != NULL)
      hp_timeline_note(heap->timeline, now, heap->live.bytes, heap->live.blocks,
                       heap->overhead_B, heap->stack_B);
}

static inline void check_site_max(hp_site *site)
{
   if (site->live.bytes > site->max.bytes
       || (site->live.bytes == site->max.bytes && site->live.blocks > site->max.blocks))
      site->max = site->live;
}

static inline void check_peak(hp_heap *heap, uint64_t now)
{
   if (heap->regions != NULL)
      hp_regions_live(heap->regions, heap->live.bytes);
   if (heap->live.blocks > heap->most_blocks)
      heap->most_blocks = heap->live.blocks;
   if (heap->live.bytes < heap->peak.bytes)
      return;
   heap->peak = heap->live;
   heap->peak_time = now;
   heap->peak_overhead_B = heap->overhead_B;
   heap->stamp++;
}

inline void hp_heap_end_growth(hp_heap *heap, hp_site *site, uint64_t now)
{
   check_site_max(site);
   check_peak(heap, now);
   note_in_timeline(heap, now);
}

void hp_heap_add_total(hp_heap *heap, hp_site *site, uint64_t thread, hp_amount amount)
{
   amount.bytes = tk_count_room(heap->total.bytes, amount.bytes);
   heap->total.bytes += amount.bytes;
   heap->total.blocks += amount.blocks;
   site->total.bytes += amount.bytes;
   site->total.blocks += amount.blocks;
   count_share(heap, site, thread, amount);
   if (heap->regions != NULL)
      hp_regions_add(heap->regions, thread, amount);
}

static void grow_amount(hp_heap *heap, hp_site *site, uint64_t thread, hp_amount amount,
                        uint64_t overhead_B, uint64_t now)
{
   hp_heap_begin_event(heap, site, now);
   hp_heap_add_total(heap, site, thread, amount);
   heap->overhead_B += overhead_B;
   site->live.bytes += amount.bytes;
   site->live.blocks += amount.blocks;
   heap->live.bytes += amount.bytes;
   heap->live.blocks += amount.blocks;
   hp_heap_end_growth(heap, site, now);
}

static void shrink_amount(hp_heap *heap, hp_site *site, hp_amount amount,
                          uint64_t overhead_B, uint64_t now)
{
   hp_heap_begin_event(heap, site, now);
   heap->overhead_B -= overhead_B;
   site->live.bytes -= amount.bytes;
   site->live.blocks -= amount.blocks;
   heap->live.bytes -= amount.bytes;
   heap->live.blocks -= amount.blocks;
   heap->freed.bytes += amount.bytes;
   heap->freed.blocks += amount.blocks;
   note_in_timeline(heap, now);
}

void hp_heap_grow(hp_heap *heap, uint32_t number, uint64_t thread, hp_amount amount,
                  uint64_t now)
{
   hp_site *site = hp_heap_site(heap, number);
   grow_amount(heap, site, thread, amount, 0, now);
   tk_wide_add(&site->born, tk_wide_product(amount.blocks, now));
}

void hp_heap_shrink(hp_heap *heap, uint32_t number, hp_amount amount, uint64_t now)
{
   hp_site *site = hp_heap_site(heap, number);
   shrink_amount(heap, site, amount, 0, now);
   /* Subtracts when the blocks ended, not when they were born, which is not known:
      the sum of lifetimes comes out right. */
   tk_wide_sub(&site->born, tk_wide_product(amount.blocks, now));
}

void hp_heap_stack(hp_heap *heap, uint64_t stack_B, uint64_t now)
{
   if (now >= heap->due)
      hp_snapshots_take(heap, now);
   heap->stack_B = stack_B;
   if (stack_B > heap->most_stack_B)
      heap->most_stack_B = stack_B;
   note_in_timeline(heap, now);
}

void hp_heap_occur(hp_heap *heap, uint32_t number, uint64_t thread, hp_amount amount)
{
   if (number != HP_SITE_IGNORED)
      hp_heap_add_total(heap, hp_heap_site(heap, number), thread, amount);
}

void hp_heap_fail(hp_heap *heap, uint32_t number, uint64_t size_B)
{
   if (number == HP_SITE_IGNORED)
      return;
   hp_site *site = hp_heap_site(heap, number);
   heap->failed++;
   site->failed++;
   /* Two requests of SIZE_MAX overflow. */
   if (__builtin_add_overflow(site->failed_B, size_B, &site->failed_B)
       || site->failed_B > INT64_MAX)
      site->failed_B = INT64_MAX;
}

/* ---- Blocks --------------------------------------------------------------- */

/* Only false client requests report blocks above 2^48 - 1 bytes. */
uint64_t hp_heap_counted_B(const hp_heap *heap, uint64_t size_B)
{
   const uint64_t most_B = ((uint64_t)1 << 48) - 1;
   return tk_count_room(heap->total.bytes, size_B == 0       ? 1
                                           : size_B < most_B ? size_B
                                                             : most_B);
}

uint32_t *hp_heap_last_of(hp_heap *heap, uint64_t thread)
{
   if (thread > TK_MAX_THREAD)
      thread = TK_MAX_THREAD;
   while (thread >= heap->n_threads) {
      TK_ARRAY_ROOM(heap->alloc, "hp.heap.tables", heap->last_block, heap->n_threads,
                    heap->max_threads);
      heap->last_block[heap->n_threads++] = 0;
   }
   return &heap->last_block[thread];
}

/* A growing array's old block is freed once its contents are in the new one, which is up
   to twice as large, or to the next prime number of buckets. */
static bool is_outgrown(const hp_heap *heap, const hp_site *site, const tk_block *block)
{
   if (site->last == 0)
      return false;
   const tk_block *last = tk_blocks_at(&heap->blocks, site->last);
   return (last->thread == block->thread) & (last->size_B > block->size_B)
          & (2 * last->size_B <= 5 * block->size_B);
}

/* How long it lived, unless that is not known, or its size is why it ended.  Without a
   branch for the latter, which cannot be foreseen. */
static void count_life(hp_heap *heap, hp_site *site, const tk_block *block,
                       uint64_t lifetime)
{
   if (hp_heap_is_old(heap, block->born)) {
      site->old_freed++;
      site->old_lifetime = tk_count_add(site->old_lifetime, lifetime);
      return;
   }
   bool is_out = is_outgrown(heap, site, block);
   site->outgrown.bytes += is_out ? block->size_B : 0;
   site->outgrown.blocks += is_out;
   site->last = is_out ? 0 : site->last; /* each is the successor of one */
   count_class(heap, &site->lives, lifetime, !is_out);
}

static void count_end(hp_heap *heap, uint32_t index, const tk_block *block, uint64_t now)
{
   hp_site *site = hp_heap_site(heap, block->site);
   hp_amount amount = { block->size_B, 1 };
   uint64_t lifetime = now - block->born;
   uint32_t *last = &heap->last_block[block->thread];

   shrink_amount(heap, site, amount, hp_overhead_B(block->size_B, heap->admin_B), now);
   tk_wide_sub(&site->born, tk_wide_of(block->born));
   site->freed_blocks++;
   site->freed_lifetime = tk_count_add(site->freed_lifetime, lifetime);
   count_life(heap, site, block, lifetime);
   if (site->last == index)
      site->last = 0;
   if (lifetime < site->shortest)
      site->shortest = lifetime;
   if (lifetime > site->longest)
      site->longest = lifetime;
   if (*last == index) {
      *last = 0;
      heap->temporary.bytes += amount.bytes;
      heap->temporary.blocks++;
      site->temporary.bytes += amount.bytes;
      site->temporary.blocks++;
   }
}

void hp_heap_retire(hp_heap *heap, uint32_t index, uint64_t now)
{
   tk_block *block = tk_blocks_at(&heap->blocks, index);
   if (heap->block_events != NULL)
      heap->block_events->end(heap->block_context, index);
   if (block->site != HP_SITE_IGNORED && hp_heap_is_inherited(heap, index))
      hp_heap_free_inherited(heap, (hp_amount){ block->size_B, 1 });
   else if (block->site != HP_SITE_IGNORED)
      count_end(heap, index, block, now);
   tk_blocks_drop(&heap->blocks, index);
}

void hp_heap_own(hp_heap *heap, uint32_t index)
{
   if (index <= heap->inherited.n_records)
      heap->inherited.is_own[index / 8] |= (uint8_t)(1 << index % 8);
}

void hp_heap_free_inherited(hp_heap *heap, hp_amount amount)
{
   heap->inherited.freed.bytes += amount.bytes;
   heap->inherited.freed.blocks += amount.blocks;
}

uint32_t hp_heap_lift(hp_heap *heap, tk_layer layer, uint64_t address)
{
   uint32_t index = tk_blocks_take(&heap->blocks, address, layer);
   if (index != 0 && heap->block_events != NULL)
      heap->block_events->lift(heap->block_context, index);
   return index;
}

bool hp_heap_free(hp_heap *heap, tk_layer layer, uint64_t address, uint64_t now)
{
   uint32_t index = hp_heap_lift(heap, layer, address);
   if (index == 0)
      return false;
   hp_heap_retire(heap, index, now);
   return true;
}

void hp_heap_displace(hp_heap *heap, tk_layer layer, uint64_t address, uint64_t now)
{
   uint32_t index = hp_heap_lift(heap, layer, address);
   if (index != 0)
      hp_heap_retire(heap, index, now);
}

void hp_heap_count(hp_heap *heap, tk_block *block, uint64_t thread, uint64_t size_B,
                   uint64_t now)
{
   hp_site *site = hp_heap_site(heap, block->site);
   block->born = now;
   hp_heap_count_size(heap, site, size_B);
   heap->zero_blocks += size_B == 0;
   grow_amount(heap, site, thread, (hp_amount){ block->size_B, 1 },
               hp_overhead_B(block->size_B, heap->admin_B), now);
   tk_wide_add(&site->born, tk_wide_of(now));
   if (hp_heap_is_old(heap, now)) {
      site->old.bytes += block->size_B;
      site->old.blocks++;
   }
}

void hp_heap_alloc(hp_heap *heap, uint32_t number, uint64_t thread, tk_layer layer,
                   uint64_t address, uint64_t size_B, uint64_t now)
{
   hp_heap_displace(heap, layer, address, now);
   uint32_t *last = hp_heap_last_of(heap, thread);
   uint32_t index = tk_blocks_add(&heap->blocks, address, layer);
   if (index == 0)
      return;

   tk_block *block = tk_blocks_at(&heap->blocks, index);
   block->born = now;
   block->size_B = hp_heap_counted_B(heap, size_B);
   block->thread = thread > TK_MAX_THREAD ? TK_MAX_THREAD : thread;
   block->site = number;
   hp_heap_own(heap, index);
   if (heap->block_events != NULL)
      heap->block_events->begin(heap->block_context, index);
   if (number == HP_SITE_IGNORED)
      return;
   *last = hp_heap_site(heap, number)->last = index;
   hp_heap_count(heap, block, thread, size_B, now);
}
