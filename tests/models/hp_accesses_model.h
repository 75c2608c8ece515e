/* hp_accesses_model.h -- a model that records every access to each byte of a block,
   beside an hp_accesses; accesses go to both, through slots.  The includer has included
   cmocka.h or a substitute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_HP_ACCESSES_MODEL_H
#define MODELS_HP_ACCESSES_MODEL_H

#include "accesses/hp_accesses.h"
#include "unit_alloc.h"

enum {
   EXACT_B = 64,
   N_SITES = 6,
   MAX_BLOCKS = 60,
   MAX_BLOCK_B = 6000,
   N_PLACES = 12,
   MAX_REFS = 4,
   MEMORY_B = 1 << 19,
};

/* An area across a region's end. */
static const uint64_t START = sizeof(uintptr_t) > 4 ? 0x5555ff000 : 0x555ff000;

/* ---- The model: all that happened to each byte of each block -------------- */

typedef struct {
   bool is_live, was_resized, is_at_peak;
   uint32_t site;
   tk_layer layer;
   uint64_t address, size_B, born, last_read;
   uint64_t n[2][MAX_BLOCK_B]; /* reads, writes */
   bool was[2][MAX_BLOCK_B];   /* units of large blocks count as a whole */
} model_block;

typedef struct {
   uint64_t bytes[2], never[3], never_blocks[3];
   hp_need need, at_peak;
   hp_amount idle;
   uint64_t old_B;
   uint64_t histogram[2][EXACT_B];
   uint64_t only_B;
   bool is_mixed, is_used;
} model_site;

static model_block blocks[MAX_BLOCKS];
static model_site sites[N_SITES];

static unit_alloc memory;
static hp_heap heap;
static hp_accesses accesses;
static unit_random source;
static uint64_t now, peak_B, peak_time;

static uint32_t chance(uint32_t n)
{
   return (uint32_t)unit_random_below(&source, n);
}

static uint64_t unit_of(uint64_t size_B)
{
   uint64_t unit = 16;
   if (size_B <= EXACT_B)
      return 1;
   while ((size_B + unit - 1) / unit > 1024)
      unit *= 2;
   return unit;
}

/* The inner block around an address. */
static model_block *model_find(uint64_t address)
{
   model_block *found = NULL;
   for (int i = 0; i < MAX_BLOCKS; i++) {
      model_block *b = &blocks[i];
      if (b->is_live && address - b->address < b->size_B
          && (found == NULL || b->layer == TK_LAYER_CUSTOM))
         found = b;
   }
   return found;
}

static void model_access(uint64_t address, uint64_t n_B, bool is_write)
{
   model_block *b = model_find(address);
   if (b == NULL || b->site == HP_SITE_IGNORED || n_B == 0)
      return;
   uint64_t offset = address - b->address, unit = unit_of(b->size_B);
   model_site *site = &sites[b->site];
   site->bytes[is_write] += n_B;
   site->is_used = true;
   for (int i = 0; i < MAX_BLOCKS && !is_write; i++)
      if (&blocks[i] == b
          || (b->layer == TK_LAYER_CUSTOM && blocks[i].is_live
              && address - blocks[i].address < blocks[i].size_B))
         blocks[i].last_read = now; /* of the outer one, too */
   for (uint64_t i = offset; i < offset + n_B && i < b->size_B; i++) {
      b->n[is_write][i]++;
      if (b->size_B <= EXACT_B && !site->is_mixed)
         site->histogram[is_write][i]++;
      for (uint64_t j = i / unit * unit; j < i / unit * unit + unit && j < b->size_B; j++)
         b->was[is_write][j] = true;
   }
}

/* By walking over the block's bytes. */
static hp_unused model_unused(const model_block *b)
{
   hp_unused u = { 0, 0, 0 };
   uint64_t end = b->size_B;
   while (!b->was[0][end - 1] && !b->was[1][end - 1])
      end--;
   if (b->size_B - end >= 16)
      u.tail_B = b->size_B - end;
   for (uint64_t at = 0, next; at < end; at = next + 1) {
      for (next = at; next < end && !b->was[0][next];)
         next++;
      for (uint64_t i = at; next - at >= 32 && i < next; i++) {
         u.written_B += b->was[1][i];
         u.holes_B += !b->was[1][i];
      }
   }
   return u;
}

static void model_need(const model_block *b, const uint64_t never[3], hp_need *need)
{
   hp_amount *kind = never[2] == b->size_B   ? &need->untouched
                     : never[0] == b->size_B ? &need->unread
                                             : &need->read;
   kind->bytes += b->size_B;
   kind->blocks++;
   if (kind != &need->read)
      return;
   hp_unused u = model_unused(b);
   need->unused.tail_B += u.tail_B;
   need->unused.holes_B += u.holes_B;
   need->unused.written_B += u.written_B;
}

/* To be called after each allocation and reallocation that counts. */
static void model_peak(void)
{
   uint64_t live_B = 0;
   for (int i = 0; i < MAX_BLOCKS; i++)
      if (blocks[i].is_live && blocks[i].site != HP_SITE_IGNORED)
         live_B += blocks[i].size_B;
   if (live_B < peak_B)
      return;
   peak_B = live_B;
   peak_time = now;
   for (uint32_t i = 0; i < N_SITES; i++) {
      sites[i].at_peak = (hp_need){ .untouched = { 0, 0 } };
      sites[i].idle = (hp_amount){ 0, 0 };
      sites[i].old_B = 0;
   }
   for (int i = 0; i < MAX_BLOCKS; i++)
      blocks[i].is_at_peak = blocks[i].is_live;
}

/* What the epoch of the peak began after: a block that was read. */
static void model_idle(const model_block *b, model_site *site)
{
   uint64_t start = 0;
   for (uint8_t i = 1; i <= accesses.epoch && accesses.epochs[i] <= peak_time; i++)
      start = accesses.epochs[i];
   bool is_idle = b->born < start && b->last_read < start;
   site->old_B += b->born < start ? b->size_B : 0;
   site->idle.bytes += is_idle ? b->size_B : 0;
   site->idle.blocks += is_idle;
}

static void model_end(const model_block *b, model_site *site)
{
   uint64_t never[3] = { 0, 0, 0 };
   for (uint64_t i = 0; i < b->size_B; i++) {
      never[0] += !b->was[0][i];
      never[1] += !b->was[1][i];
      never[2] += !b->was[0][i] && !b->was[1][i];
   }
   model_need(b, never, &site->need);
   if (b->is_at_peak)
      model_need(b, never, &site->at_peak);
   if (b->is_at_peak && never[0] < b->size_B)
      model_idle(b, site);
   for (int k = 0; k < 3; k++) {
      site->never[k] += never[k];
      site->never_blocks[k] += never[k] == b->size_B;
   }
}

static void model_size(model_site *site, uint64_t size_B)
{
   if (site->only_B == 0)
      site->only_B = size_B;
   else if (site->only_B != size_B)
      site->is_mixed = true;
}

/* ---- Both --------------------------------------------------------------------- */

/* Sites 0 and 1 have one size, with and without a histogram; others many; the last is one
   that is ignored. */
static uint64_t size_for(uint32_t site)
{
   switch (site) {
   case 0: return 24;
   case 1: return 3000;
   case 2: return 1 + chance(40);
   case 3: return EXACT_B;
   case 4: return 1 + chance(MAX_BLOCK_B);
   default: return 50;
   }
}

static bool is_free(uint64_t address, uint64_t size_B, const model_block *but)
{
   for (int i = 0; i < MAX_BLOCKS; i++) {
      const model_block *b = &blocks[i];
      if (b->is_live && b != but && b->address < address + size_B
          && address < b->address + b->size_B)
         return false;
   }
   return true;
}

/* Where a block can go; 0: nowhere now. */
static uint64_t place_for(uint64_t size_B, const model_block *but)
{
   for (int i = 0; i < 30; i++) {
      uint64_t address = START + chance(MEMORY_B / 16) * 16;
      if (is_free(address, size_B, but))
         return address;
   }
   return 0;
}

static void begin_block(void)
{
   model_block *b = &blocks[chance(MAX_BLOCKS)];
   if (b->is_live)
      return;
   uint32_t number = chance(N_SITES);
   uint64_t size_B = size_for(number), address = place_for(size_B, NULL);
   if (address == 0)
      return;
   memset(b, 0, sizeof *b);
   b->is_live = true;
   b->site = number == N_SITES - 1 ? HP_SITE_IGNORED : number;
   b->address = address;
   b->size_B = size_B;
   b->born = now;
   if (b->site != HP_SITE_IGNORED)
      model_size(&sites[number], size_B);
   hp_heap_alloc(&heap, b->site, 1, TK_LAYER_HEAP, address, size_B, now);
   if (b->site != HP_SITE_IGNORED)
      model_peak();
}

/* One within another. */
static void begin_inner(void)
{
   model_block *outer = &blocks[chance(MAX_BLOCKS)];
   model_block *b = &blocks[chance(MAX_BLOCKS)];
   if (!outer->is_live || outer->layer != TK_LAYER_HEAP || b->is_live
       || outer->size_B < 300)
      return;
   uint64_t offset = chance((uint32_t)outer->size_B - 100);
   uint64_t size_B = 1 + chance(100);
   for (int i = 0; i < MAX_BLOCKS; i++)
      if (blocks[i].is_live && blocks[i].layer == TK_LAYER_CUSTOM
          && blocks[i].address < outer->address + offset + size_B
          && outer->address + offset < blocks[i].address + blocks[i].size_B)
         return;
   memset(b, 0, sizeof *b);
   b->is_live = true;
   b->layer = TK_LAYER_CUSTOM;
   b->site = 2;
   b->address = outer->address + offset;
   b->size_B = size_B;
   b->born = now;
   model_size(&sites[2], size_B);
   hp_heap_alloc(&heap, 2, 1, TK_LAYER_CUSTOM, b->address, size_B, now);
   model_peak();
}

static bool has_inner(const model_block *outer)
{
   for (int i = 0; i < MAX_BLOCKS; i++)
      if (blocks[i].is_live && blocks[i].layer == TK_LAYER_CUSTOM
          && blocks[i].address - outer->address < outer->size_B)
         return true;
   return false;
}

static void end_block(void)
{
   model_block *b = &blocks[chance(MAX_BLOCKS)];
   if (!b->is_live || (b->layer == TK_LAYER_HEAP && has_inner(b)))
      return;
   b->is_live = false;
   if (b->site != HP_SITE_IGNORED)
      model_end(b, &sites[b->site]);
   assert_true(hp_heap_free(&heap, b->layer, b->address, now));
}

/* The common bytes are copied, and count as read and written. */
static void resize_block(void)
{
   model_block *b = &blocks[chance(MAX_BLOCKS)];
   if (!b->is_live || b->layer != TK_LAYER_HEAP || has_inner(b) || b->site == 0
       || chance(3) != 0)
      return;
   uint32_t index = hp_heap_realloc_begin(&heap, TK_LAYER_HEAP, b->address);
   assert_int_not_equal(index, 0);
   uint64_t size_B = 1 + chance(MAX_BLOCK_B);
   uint64_t address = place_for(size_B, b);
   if (address == 0 || chance(4) == 0) {
      hp_heap_realloc_cancel(&heap, index);
      return;
   }
   hp_heap_realloc_end(&heap, index, 1, address, size_B, now);
   uint64_t old_B = b->size_B, common_B = old_B < size_B ? old_B : size_B;
   uint64_t unit = unit_of(old_B), new_unit = unit_of(size_B);
   static model_block old;
   old = *b;
   b->address = address;
   b->size_B = size_B;
   memset(b->was, 0, sizeof b->was);
   for (int k = 0; k < 2; k++)
      for (uint64_t i = 0; i < old_B; i += unit)
         for (uint64_t j = i; old.was[k][i] && j < i + unit && j < size_B; j++)
            for (uint64_t l = j / new_unit * new_unit;
                 l < j / new_unit * new_unit + new_unit && l < size_B; l++)
               b->was[k][l] = true;
   if (b->site == HP_SITE_IGNORED)
      return;
   model_site *site = &sites[b->site];
   site->bytes[0] += common_B;
   site->bytes[1] += common_B;
   site->is_mixed = true;
   b->is_at_peak = false; /* with that size */
   model_peak();
}

/* ---- Places of the code --------------------------------------------------------- */

static struct {
   hp_slot *slot;
   uint64_t passes;
   uint64_t base;
} places[N_PLACES];

static uint64_t n_looks, n_passes;

static void make_places(void)
{
   for (int i = 0; i < N_PLACES; i++) {
      uint32_t n = 1 + chance(MAX_REFS);
      hp_slot *slot = calloc(1, sizeof *slot + n * sizeof slot->refs[0]);
      slot->passes = &places[i].passes;
      slot->n_refs = (uint8_t)n;
      for (uint32_t r = 0; r < n; r++) {
         static const uint16_t widths[] = { 1, 2, 4, 8, 8, 16, 32, 10 };
         slot->refs[r] = (hp_ref){
            .offset = (int32_t)chance(i % 2 == 0 ? 24 : 200) - 16,
            .size_B = widths[chance(8)],
            .is_write = chance(2),
         };
      }
      places[i].slot = slot;
      places[i].passes = 0;
      places[i].base = START;
   }
}

/* Like a program: the same address again, a little further, or elsewhere. */
static void choose_base(int i)
{
   switch (chance(6)) {
   case 0:
   case 1: break;
   case 2: places[i].base += 8; break;
   case 3: places[i].base = START + chance(MEMORY_B); break;
   default: {
      const model_block *b = &blocks[chance(MAX_BLOCKS)];
      if (b->is_live)
         places[i].base = b->address + chance((uint32_t)b->size_B);
   }
   }
}

static void pass(void)
{
   int i = (int)chance(N_PLACES);
   hp_slot *slot = places[i].slot;
   choose_base(i);
   for (uint32_t times = 1 + chance(3); times > 0; times--) {
      n_passes++;
      if (places[i].base - slot->low >= slot->length) {
         n_looks++;
         hp_accesses_miss(&accesses, slot, places[i].base);
      }
      places[i].passes++;
      for (uint32_t r = 0; r < slot->n_refs; r++)
         model_access(places[i].base + (uint64_t)(int64_t)slot->refs[r].offset,
                      slot->refs[r].size_B, slot->refs[r].is_write);
   }
}

static void call(void)
{
   uint64_t address = START + chance(MEMORY_B), n_B = chance(500);
   bool is_write = chance(2);
   const model_block *b = &blocks[chance(MAX_BLOCKS)];
   if (b->is_live)
      address = b->address + chance((uint32_t)b->size_B);
   hp_accesses_note(&accesses, address, n_B, is_write);
   model_access(address, n_B, is_write);
}

static void begin_epoch(void)
{
   if (!hp_accesses_epoch_is_due(&accesses, now))
      return;
   for (int i = 0; i < N_PLACES; i++)
      hp_accesses_close(&accesses, places[i].slot);
   hp_accesses_begin_epoch(&accesses, now);
}

/* ---- Comparing -------------------------------------------------------------------- */

static void compare_heat(const hp_site *site, const model_site *m)
{
   bool has = m->only_B != 0 && m->only_B <= EXACT_B && !m->is_mixed && m->is_used;
   assert_int_equal(hp_accesses_has_histogram(site), has);
   uint64_t sums[2] = { 0, 0 };
   for (uint64_t i = 0; has && i < m->only_B; i++)
      for (int k = 0; k < 2; k++) {
         sums[k] += site->use->histogram[(k == 0 ? 0 : m->only_B + 1) + i];
         assert_int_equal(sums[k], m->histogram[k][i]);
      }
}

static void compare_idle(const model_block *b)
{
   uint32_t record = tk_blocks_around(&heap.blocks, b->address, b->layer);
   for (uint8_t epoch = 1; epoch <= accesses.epoch; epoch++) {
      uint64_t start = accesses.epochs[epoch];
      assert_int_equal(hp_accesses_is_idle(&accesses, record, epoch),
                       b->born < start && b->last_read < start);
   }
}

static void compare_need(const hp_need *is, const hp_need *expected)
{
   assert_memory_equal(is, expected, sizeof *is);
}

static void compare(void)
{
   static hp_use uses[N_SITES];
   static model_site models[N_SITES];
   for (int i = 0; i < N_PLACES; i++)
      hp_accesses_flush(&accesses, places[i].slot);
   memcpy(models, sites, sizeof models);
   for (int i = 0; i < MAX_BLOCKS; i++)
      if (blocks[i].is_live && blocks[i].site != HP_SITE_IGNORED) {
         model_end(&blocks[i], &models[blocks[i].site]);
         compare_idle(&blocks[i]);
      }
   for (uint32_t i = 0; i < N_SITES - 1; i++) {
      const hp_site *site = hp_heap_site(&heap, i);
      uses[i] = site->use == NULL ? (hp_use){ .histogram = NULL } : *site->use;
   }
   hp_accesses_add_live(&accesses, uses);
   for (uint32_t i = 0; i < N_SITES - 1; i++) {
      assert_int_equal(uses[i].reads_B, models[i].bytes[0]);
      assert_int_equal(uses[i].writes_B, models[i].bytes[1]);
      const hp_amount *never[] = { &uses[i].unread, &uses[i].unwritten,
                                   &uses[i].untouched };
      for (int k = 0; k < 3; k++) {
         assert_int_equal(never[k]->bytes, models[i].never[k]);
         assert_int_equal(never[k]->blocks, models[i].never_blocks[k]);
      }
      compare_need(&uses[i].need, &models[i].need);
      compare_need(&uses[i].at_peak, &models[i].at_peak);
      assert_int_equal(uses[i].idle.all.bytes, models[i].idle.bytes);
      assert_int_equal(uses[i].idle.all.blocks, models[i].idle.blocks);
      assert_int_equal(uses[i].idle.old_B, models[i].old_B);
      assert_true(hp_idle_saves(&uses[i].idle, heap.peak.bytes) <= models[i].idle.bytes);
      compare_heat(hp_heap_site(&heap, i), &models[i]);
   }
}

static void begin(unit_random random)
{
   static const uint32_t path[N_SITES]; /* of which each site has so many */
   unit_alloc_init(&memory);
   for (int i = 0; i < MAX_BLOCKS; i++)
      blocks[i].is_live = false;
   memset(sites, 0, sizeof sites);
   source = random;
   n_looks = n_passes = now = peak_B = 0;
   hp_heap_init(&heap, &memory.alloc, 0, NULL);
   hp_accesses_init(&accesses, &heap, EXACT_B);
   for (uint32_t i = 0; i < N_SITES - 1; i++)
      hp_heap_add_site(&heap, path, i);
   make_places();
}

static void end(void)
{
   for (int i = 0; i < N_PLACES; i++) {
      hp_accesses_close(&accesses, places[i].slot);
      free(places[i].slot);
   }
   hp_accesses_fini(&accesses);
   hp_heap_fini(&heap);
   assert_int_equal(memory.n_live, 0);
}

static void random_step(bool with_inner)
{
   now++;
   begin_epoch();
   switch (chance(20)) {
   case 0:
   case 1: begin_block(); break;
   case 2: end_block(); break;
   case 3: resize_block(); break;
   case 4: call(); break;
   case 5:
      if (with_inner)
         begin_inner();
      break;
   default: pass(); break;
   }
}

#endif
