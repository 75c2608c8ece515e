/* hp_accesses.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accesses/hp_look.h"
#include "accesses/hp_slots.h"

void hp_accesses_fini(hp_accesses *accesses)
{
   hp_accesses_zero(accesses);
   tk_pool_fini(&accesses->pool);
}

/* ---- Blocks ---------------------------------------------------------------- */

static hp_block_use *use_of_block(const hp_accesses *accesses, uint32_t index)
{
   return (hp_block_use *)tk_blocks_at(&accesses->heap->blocks, index);
}

/* ---- Sites ------------------------------------------------------------------ */

static hp_use *use_of_site(hp_accesses *accesses, uint32_t number)
{
   hp_site *site = hp_heap_site(accesses->heap, number);
   if (site->use == NULL) {
      site->use = tk_pool_get(&accesses->pool, sizeof *site->use);
      *site->use = (hp_use){ .histogram = NULL };
   }
   return site->use;
}

static void drop_histogram(hp_accesses *accesses, hp_site *site)
{
   site->only_B = HP_MANY_SIZES;
   if (site->use == NULL)
      return;
   tk_put(accesses->heap->alloc, site->use->histogram);
   site->use->histogram = NULL;
   site->use->histogram_B = 0;
}

/* The site has a new block of this size. */
static void note_size(hp_accesses *accesses, hp_site *site, uint64_t size_B)
{
   if (site->only_B == size_B || site->only_B == HP_MANY_SIZES)
      return;
   if (site->only_B != 0) {
      drop_histogram(accesses, site);
      return;
   }
   site->only_B = size_B;
   if (site->use != NULL && size_B <= accesses->exact_B)
      site->use->histogram_B = size_B;
}

static void forget_touch(hp_accesses *accesses, hp_block_use *block)
{
   hp_touch_free(&accesses->pool, block->touch);
   block->touch = NULL;
}

bool hp_accesses_has_histogram(const hp_site *site)
{
   return site->use != NULL && site->use->histogram != NULL;
}

/* ---- Accesses ---------------------------------------------------------------- */

void hp_accesses_note(hp_accesses *accesses, uint64_t address, uint64_t size_B,
                      bool is_write)
{
   hp_block_use *block = accesses->is_off ? NULL : hp_find_block(accesses, address);
   if (block != NULL)
      hp_look_at(accesses, block, address, size_B, is_write);
}

/* ---- Events of blocks ----------------------------------------------------------- */

/* Ends the ranges without blocks in pages that got their first block. */
static void open_pages(hp_accesses *accesses, const tk_block *block)
{
   const tk_blocks *blocks = &accesses->heap->blocks;
   if (blocks->n_opened == accesses->n_opened)
      return;
   accesses->n_opened = blocks->n_opened;
   uint64_t first = block->address >> HP_REGION_SHIFT;
   uint64_t last = (block->address + block->size_B) >> HP_REGION_SHIFT;
   if (last - first >= HP_VOID_LISTS)
      last = first + HP_VOID_LISTS - 1;
   for (uint64_t region = first; region <= last; region++) {
      hp_slots_end(accesses, &accesses->voids[region % HP_VOID_LISTS]);
   }
}

/* A block within another takes bytes of that one. */
static void begin_inside(hp_accesses *accesses, uint64_t address)
{
   if (!accesses->has_custom)
      for (uint32_t i = 0; i < HP_FOUND; i++)
         accesses->found[i] = NULL;
   accesses->has_custom = true;
   uint32_t outer = tk_blocks_around(&accesses->heap->blocks, address, TK_LAYER_HEAP);
   if (outer != 0)
      hp_slots_end(accesses, &use_of_block(accesses, outer)->slots);
}

static void on_put_back(void *context, uint32_t index)
{
   hp_accesses *accesses = context;
   hp_block_use *use = use_of_block(accesses, index);
   use->use = use->block.site == HP_SITE_IGNORED ? NULL
                                                 : use_of_site(accesses, use->block.site);
   tk_blocks_cover(&accesses->heap->blocks, index);
   open_pages(accesses, &use->block);
}

static void on_begin(void *context, uint32_t index)
{
   hp_accesses *accesses = context;
   hp_block_use *use = use_of_block(accesses, index);
   const tk_block *block = &use->block;
   use->stamp = accesses->heap->stamp;
   on_put_back(accesses, index);
   if (block->site != HP_SITE_IGNORED)
      note_size(accesses, hp_heap_site(accesses->heap, block->site), block->size_B);
   if (block->layer == TK_LAYER_CUSTOM)
      begin_inside(accesses, block->address);
}

static void on_lift(void *context, uint32_t index)
{
   hp_accesses *accesses = context;
   tk_blocks_uncover(&accesses->heap->blocks, index);
   hp_slots_end(accesses, &use_of_block(accesses, index)->slots);
}

static void resize_touch(hp_accesses *accesses, hp_block_use *use)
{
   hp_touch *old = use->touch;
   use->touch = hp_look_new_touch(accesses, use);
   hp_touch_copy(use->touch, old);
   hp_touch_free(&accesses->pool, old);
}

/* What the parent did with the bytes before the fork is not known: they count as
   touched. */
static void touch_inherited(hp_accesses *accesses, hp_block_use *use, uint64_t n_B)
{
   if (use->touch == NULL)
      use->touch = hp_look_new_touch(accesses, use);
   if (n_B == 0)
      return;
   hp_touch_mark(use->touch, 0, n_B, false);
   hp_touch_mark(use->touch, 0, n_B, true);
}

static void on_resize(void *context, uint32_t index, uint64_t old_B)
{
   hp_accesses *accesses = context;
   hp_block_use *use = use_of_block(accesses, index);
   const tk_block *block = &use->block;
   uint64_t copied_B = old_B < block->size_B ? old_B : block->size_B;
   use->stamp = accesses->heap->stamp;
   if (use->use == NULL)
      return;
   use->use->reads_B += copied_B;
   use->use->writes_B += copied_B;
   drop_histogram(accesses, hp_heap_site(accesses->heap, block->site));
   if (use->touch != NULL)
      resize_touch(accesses, use);
   if (hp_heap_is_inherited(accesses->heap, index))
      touch_inherited(accesses, use, copied_B);
}

/* Adds a block to those of its kind. */
static void add_need(hp_need *need, uint64_t size_B, const hp_untouched *u,
                     const hp_touch *touch)
{
   hp_amount *kind = u->untouched_B == size_B ? &need->untouched
                     : u->unread_B == size_B  ? &need->unread
                                              : &need->read;
   kind->bytes += size_B;
   kind->blocks++;
   if (kind != &need->read || u->unread_B < HP_TOUCH_TAIL_B)
      return;
   hp_unused unused = hp_touch_unused(touch);
   need->unused.tail_B += unused.tail_B;
   need->unused.holes_B += unused.holes_B;
   need->unused.written_B += unused.written_B;
}

enum { IDLE_PARTS = sizeof((hp_idle *)NULL)->at_B / sizeof(uint64_t) };

static void forget_old_peak(hp_use *use, uint64_t stamp)
{
   if (use->stamp != stamp) {
      use->at_peak = (hp_need){ .untouched = { 0, 0 } };
      use->idle = (hp_idle){ .old_B = 0 };
   }
   use->stamp = stamp;
}

/* Of a read block that was live at the peak: was it read for the last time in an epoch
   before? */
static void add_idle(const hp_accesses *accesses, hp_idle *idle, const hp_block_use *of)
{
   const hp_heap *heap = accesses->heap;
   uint8_t epoch = hp_accesses_epoch_at(accesses, heap->peak_time);
   uint8_t last = of->touch->read_in;
   if (of->block.born >= accesses->epochs[epoch])
      return;
   idle->old_B += of->block.size_B;
   if (last >= epoch)
      return;
   idle->all.bytes += of->block.size_B;
   idle->all.blocks++;
   uint64_t part = heap->peak.bytes / IDLE_PARTS + 1;
   idle->at_B[accesses->peaks_B[last + 1] / part] += of->block.size_B;
}

uint64_t hp_idle_saves(const hp_idle *idle, uint64_t peak_B)
{
   uint64_t freed_B = 0, rest_B = 0;
   /* What was left when the heap was as large as each part says. */
   for (uint64_t i = 0; i < IDLE_PARTS; i++) {
      uint64_t heap_B = (i + 1) * (peak_B / IDLE_PARTS + 1);
      if (idle->at_B[i] > 0 && heap_B - freed_B > rest_B)
         rest_B = heap_B - freed_B;
      freed_B += idle->at_B[i];
   }
   if (peak_B - freed_B > rest_B)
      rest_B = peak_B - freed_B;
   return rest_B < peak_B ? peak_B - rest_B : 0;
}

/* Adds the bytes of a block that were never read, written or touched, if it was
   watched for its whole life. */
static void add_untouched(const hp_accesses *accesses, hp_use *use,
                          const hp_block_use *of)
{
   const tk_block *block = &of->block;
   const hp_touch *touch = of->touch;
   hp_untouched u = { block->size_B, block->size_B, block->size_B };
   if (hp_heap_is_partly_watched(accesses->heap, block->born)) {
      use->partly.bytes += block->size_B;
      use->partly.blocks++;
      return;
   }
   if (touch != NULL)
      u = hp_touch_untouched(touch);
   use->unread.bytes += u.unread_B;
   use->unread.blocks += u.unread_B == block->size_B;
   use->unwritten.bytes += u.unwritten_B;
   use->unwritten.blocks += u.unwritten_B == block->size_B;
   use->untouched.bytes += u.untouched_B;
   use->untouched.blocks += u.untouched_B == block->size_B;
   add_need(&use->need, block->size_B, &u, touch);
   if (of->stamp >= accesses->heap->stamp)
      return;
   forget_old_peak(use, accesses->heap->stamp);
   add_need(&use->at_peak, block->size_B, &u, touch);
   if (u.unread_B < block->size_B)
      add_idle(accesses, &use->idle, of);
}

static void on_end(void *context, uint32_t index)
{
   hp_accesses *accesses = context;
   hp_block_use *use = use_of_block(accesses, index);
   if (use->use != NULL && !hp_heap_is_inherited(accesses->heap, index))
      add_untouched(accesses, use->use, use);
   forget_touch(accesses, use);
}

/* ---- Control ----------------------------------------------------------------------- */

bool hp_accesses_want_histogram(hp_accesses *accesses, uint64_t address)
{
   uint32_t index = tk_blocks_around(&accesses->heap->blocks, address, TK_LAYER_CUSTOM);
   const hp_block_use *block = index == 0 ? NULL : use_of_block(accesses, index);
   if (block == NULL || block->use == NULL)
      return false;
   hp_use *use = block->use;
   const hp_site *site = hp_heap_site(accesses->heap, block->block.site);
   if (site->only_B > HP_MOST_HISTOGRAM_B)
      return false;
   if (use->histogram_B != 0)
      return true;
   /* Existing ranges were made for blocks without a histogram. */
   for (uint32_t i = 1; i <= accesses->heap->blocks.n_used; i++)
      if (use_of_block(accesses, i)->use == use)
         hp_slots_end(accesses, &use_of_block(accesses, i)->slots);
   use->histogram_B = site->only_B;
   return true;
}

/* A site with inherited blocks has no histogram: its other blocks may have another
   size. */
static void note_live(void *context, uint32_t index)
{
   hp_accesses *accesses = context;
   const tk_block *block = &use_of_block(accesses, index)->block;
   if (block->site == HP_SITE_IGNORED)
      return;
   hp_site *site = hp_heap_site(accesses->heap, block->site);
   if (hp_heap_is_inherited(accesses->heap, index))
      drop_histogram(accesses, site);
   else
      note_size(accesses, site, block->size_B);
}

void hp_accesses_zero(hp_accesses *accesses)
{
   accesses->epoch = 0;
   for (uint32_t i = 0; i < accesses->heap->n_sites; i++) {
      hp_site *site = hp_heap_site(accesses->heap, i);
      site->only_B = 0;
      if (site->use == NULL)
         continue;
      tk_put(accesses->heap->alloc, site->use->histogram);
      *site->use = (hp_use){ .histogram = NULL };
   }
   tk_blocks_each(&accesses->heap->blocks, note_live, accesses);
   for (uint32_t i = 1; i <= accesses->heap->blocks.n_used; i++)
      forget_touch(accesses, use_of_block(accesses, i));
}

/* ---- Epochs ------------------------------------------------------------------------ */

/* Time counts from here: the run's begin, or the last time that all was forgotten. */
static uint64_t origin_of(const hp_accesses *accesses)
{
   const hp_timeline *timeline = accesses->heap->timeline;
   return timeline == NULL ? 0 : timeline->origin;
}

bool hp_accesses_epoch_is_due(const hp_accesses *accesses, uint64_t now)
{
   enum { PART = 8 };
   uint8_t epoch = accesses->epoch;
   uint64_t origin = origin_of(accesses);
   uint64_t last = epoch == 0 ? 0 : accesses->epochs[epoch] - origin;
   return now - origin > last + last / PART && epoch + 1 < HP_EPOCHS;
}

void hp_accesses_begin_epoch(hp_accesses *accesses, uint64_t now)
{
   accesses->epochs[++accesses->epoch] = now;
   accesses->peaks_B[accesses->epoch] = accesses->heap->peak.bytes;
}

uint8_t hp_accesses_epoch_at(const hp_accesses *accesses, uint64_t time)
{
   uint8_t epoch = accesses->epoch;
   while (epoch > 0 && accesses->epochs[epoch] > time)
      epoch--;
   return epoch;
}

uint8_t hp_accesses_old_epoch(const hp_accesses *accesses, uint64_t now)
{
   uint64_t origin = origin_of(accesses);
   return hp_accesses_epoch_at(accesses, origin + (now - origin) / 2);
}

bool hp_accesses_is_idle(const hp_accesses *accesses, uint32_t record, uint8_t epoch)
{
   const hp_block_use *use = use_of_block(accesses, record);
   uint64_t born = use->block.born;
   return born < accesses->epochs[epoch]
          && !hp_heap_is_partly_watched(accesses->heap, born)
          && !hp_heap_is_inherited(accesses->heap, record)
          && (use->touch == NULL || use->touch->read_in < epoch);
}

/* ---- Results ---------------------------------------------------------------------- */

typedef struct {
   const hp_accesses *accesses;
   hp_use *uses;
} adding;

static void add_live(void *context, uint32_t index)
{
   adding *a = context;
   const hp_block_use *use = use_of_block(a->accesses, index);
   if (use->block.site != HP_SITE_IGNORED
       && !hp_heap_is_inherited(a->accesses->heap, index))
      add_untouched(a->accesses, &a->uses[use->block.site], use);
}

void hp_accesses_add_live(const hp_accesses *accesses, hp_use *uses)
{
   for (uint32_t i = 0; i < accesses->heap->n_sites; i++)
      forget_old_peak(&uses[i], accesses->heap->stamp);
   adding a = { .accesses = accesses, .uses = uses };
   tk_blocks_each(&accesses->heap->blocks, add_live, &a);
}

hp_use hp_accesses_sum(const hp_accesses *accesses)
{
   hp_use sum = { .histogram = NULL };
   for (uint32_t i = 0; i < accesses->heap->n_sites; i++) {
      const hp_use *use = hp_heap_site(accesses->heap, i)->use;
      if (use == NULL)
         continue;
      sum.reads_B += use->reads_B;
      sum.writes_B += use->writes_B;
   }
   return sum;
}

/* ---- The whole ----------------------------------------------------------------- */

static void on_zero(void *context)
{
   hp_accesses_zero(context);
}

static const hp_block_events events = {
   .begin = on_begin,
   .lift = on_lift,
   .put_back = on_put_back,
   .resize = on_resize,
   .end = on_end,
   .zero = on_zero,
};

void hp_accesses_init(hp_accesses *accesses, hp_heap *heap, uint64_t exact_B)
{
   *accesses = (hp_accesses){
      .heap = heap,
      .pool = { .alloc = heap->alloc, .label = "hp.accesses" },
      .exact_B = exact_B,
   };
   heap->blocks.record_B = sizeof(hp_block_use);
   heap->block_events = &events;
   heap->block_context = accesses;
}
