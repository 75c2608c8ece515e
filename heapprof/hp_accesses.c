/* hp_accesses.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_accesses.h"

enum {
   REGION_SHIFT = 21, /* what hp_blocks_void tells is within 2 MiB */
};

void hp_accesses_init(hp_accesses *accesses, hp_heap *heap, uint64_t exact_B)
{
   *accesses = (hp_accesses){
      .heap = heap,
      .pool = { .alloc = heap->alloc, .label = "hp.accesses" },
      .exact_B = exact_B,
   };
   heap->accesses = accesses;
}

void hp_accesses_fini(hp_accesses *accesses)
{
   const tk_alloc *alloc = accesses->heap->alloc;
   for (uint32_t i = 0; i < accesses->heap->n_sites; i++) {
      const hp_site *site = hp_heap_site(accesses->heap, i);
      if (site->use != NULL)
         tk_put(alloc, site->use->heat);
   }
   for (uint32_t i = 0; i < accesses->n_chunks; i++) {
      for (uint32_t j = 0; j < HP_BLOCKS_CHUNK; j++)
         hp_touch_free(&accesses->pool, accesses->chunks[i][j].touch);
      tk_put(alloc, accesses->chunks[i]);
   }
   tk_put(alloc, accesses->chunks);
   tk_pool_fini(&accesses->pool);
}

/* ---- Blocks ---------------------------------------------------------------- */

static bool add_chunk(hp_accesses *accesses)
{
   const tk_alloc *alloc = accesses->heap->alloc;
   if (accesses->n_chunks == accesses->max_chunks) {
      uint32_t max = accesses->max_chunks == 0 ? 64 : 2 * accesses->max_chunks;
      hp_block_use **chunks =
         tk_get(alloc, "hp.accesses.chunks", max * sizeof *chunks);
      if (chunks == NULL)
         return false;
      for (uint32_t i = 0; i < accesses->n_chunks; i++)
         chunks[i] = accesses->chunks[i];
      tk_put(alloc, accesses->chunks);
      accesses->chunks = chunks;
      accesses->max_chunks = max;
   }
   hp_block_use *chunk = tk_get(alloc, "hp.accesses.blocks",
                                HP_BLOCKS_CHUNK * sizeof *chunk);
   if (chunk == NULL)
      return false;
   for (uint32_t i = 0; i < HP_BLOCKS_CHUNK; i++)
      chunk[i] = (hp_block_use){ .touch = NULL };
   accesses->chunks[accesses->n_chunks++] = chunk;
   return true;
}

/* NULL: memory ran out. */
static hp_block_use *use_of_block(hp_accesses *accesses, uint32_t index)
{
   while (index / HP_BLOCKS_CHUNK >= accesses->n_chunks)
      if (!add_chunk(accesses))
         return NULL;
   return &accesses->chunks[index / HP_BLOCKS_CHUNK][index % HP_BLOCKS_CHUNK];
}

/* Of a block that had one before, if any. */
static hp_block_use *old_use_of_block(const hp_accesses *accesses,
                                      uint32_t index)
{
   if (index / HP_BLOCKS_CHUNK >= accesses->n_chunks)
      return NULL;
   return &accesses->chunks[index / HP_BLOCKS_CHUNK][index % HP_BLOCKS_CHUNK];
}

static hp_block *block_at(const hp_accesses *accesses, uint32_t index)
{
   return hp_blocks_at(&accesses->heap->blocks, index);
}

/* ---- Sites ------------------------------------------------------------------ */

/* NULL: memory ran out. */
static hp_use *use_of_site(hp_accesses *accesses, uint32_t number)
{
   hp_site *site = hp_heap_site(accesses->heap, number);
   if (site->use == NULL) {
      site->use = tk_pool_get(&accesses->pool, sizeof *site->use);
      if (site->use != NULL)
         *site->use = (hp_use){ .reads_B = 0 };
   }
   return site->use;
}

static void drop_heat(hp_accesses *accesses, hp_site *site)
{
   site->only_B = HP_MANY_SIZES;
   if (site->use == NULL)
      return;
   tk_put(accesses->heap->alloc, site->use->heat);
   site->use->heat = NULL;
}

static void note_size(hp_accesses *accesses, hp_site *site, uint64_t size_B)
{
   if (site->only_B == 0)
      site->only_B = size_B;
   else if (site->only_B != size_B && site->only_B != HP_MANY_SIZES)
      drop_heat(accesses, site);
}

static bool may_have_heat(const hp_accesses *accesses, const hp_site *site)
{
   return site->only_B != 0 && site->only_B <= accesses->exact_B;
}

bool hp_accesses_has_heat(const hp_accesses *accesses, const hp_site *site)
{
   return may_have_heat(accesses, site) && site->use != NULL
          && site->use->heat != NULL;
}

static uint64_t *new_heat(hp_accesses *accesses, uint64_t size_B)
{
   size_t n = 2 * ((size_t)size_B + 1);
   uint64_t *heat = tk_get(accesses->heap->alloc, "hp.accesses.heat",
                           n * sizeof *heat);
   for (size_t i = 0; heat != NULL && i < n; i++)
      heat[i] = 0;
   return heat;
}

static void add_heat(hp_accesses *accesses, hp_use *use, uint64_t only_B,
                     uint64_t offset, uint64_t n_B, bool is_write)
{
   if (use->heat == NULL) {
      use->heat = new_heat(accesses, only_B);
      use->heat_B = only_B;
   }
   if (use->heat == NULL)
      return;
   uint64_t *heat = use->heat + (is_write ? only_B + 1 : 0);
   heat[offset]++;
   heat[n_B < only_B - offset ? offset + n_B : only_B]--;
}

/* ---- Accesses ---------------------------------------------------------------- */

static uint32_t find_block(hp_accesses *accesses, uint64_t address)
{
   if (accesses->last != 0) {
      const hp_block *block = block_at(accesses, accesses->last);
      if (address - block->address < block->size_B)
         return accesses->last;
   }
   uint32_t index = hp_blocks_around(&accesses->heap->blocks, address,
                                     HP_LAYER_CUSTOM);
   if (index != 0 && !accesses->has_custom)
      accesses->last = index;
   return index;
}

static void mark(hp_accesses *accesses, uint32_t index, const hp_block *block,
                 uint64_t offset, uint64_t n_B, bool is_write)
{
   hp_block_use *use = use_of_block(accesses, index);
   if (use == NULL)
      return;
   if (use->touch == NULL)
      use->touch = hp_touch_new(&accesses->pool, block->size_B,
                                accesses->exact_B);
   if (use->touch != NULL)
      hp_touch_mark(use->touch, offset, n_B, is_write);
}

/* An access to a block, all but its bytes' sum. */
static void look_at(hp_accesses *accesses, uint32_t index, uint64_t address,
                    uint64_t n_B, bool is_write)
{
   const hp_block *block = block_at(accesses, index);
   uint64_t offset = address - block->address;
   if (block->site == HP_SITE_IGNORED || n_B == 0)
      return;
   mark(accesses, index, block, offset, n_B, is_write);
   const hp_site *site = hp_heap_site(accesses->heap, block->site);
   if (may_have_heat(accesses, site) && site->use != NULL)
      add_heat(accesses, site->use, site->only_B, offset, n_B, is_write);
}

static void charge(hp_accesses *accesses, uint32_t site, uint64_t reads_B,
                   uint64_t writes_B)
{
   if (site == HP_SITE_IGNORED)
      return;
   hp_use *use = use_of_site(accesses, site);
   if (use == NULL)
      return;
   use->reads_B += reads_B;
   use->writes_B += writes_B;
}

void hp_accesses_note(hp_accesses *accesses, uint64_t address,
                      uint64_t size_B, bool is_write)
{
   uint32_t index = accesses->is_off ? 0 : find_block(accesses, address);
   if (index == 0)
      return;
   charge(accesses, block_at(accesses, index)->site, is_write ? 0 : size_B,
          is_write ? size_B : 0);
   look_at(accesses, index, address, size_B, is_write);
}

/* ---- Slots --------------------------------------------------------------------- */

static void leave_list(hp_slot *slot)
{
   if (slot->link == NULL)
      return;
   *slot->link = slot->next;
   if (slot->next != NULL)
      slot->next->link = slot->link;
   slot->link = NULL;
   slot->length = 0;
}

static void join_list(hp_slot *slot, hp_slot **list)
{
   slot->next = *list;
   slot->link = list;
   if (slot->next != NULL)
      slot->next->link = &slot->next;
   *list = slot;
}

/* Those of a list are to look again. */
static void end_list(hp_slot *list)
{
   while (list != NULL) {
      hp_slot *next = list->next;
      list->link = NULL;
      list->length = 0;
      list = next;
   }
}

void hp_accesses_settle(hp_accesses *accesses, hp_slot *slot)
{
   uint64_t n = *slot->passes - slot->settled;
   slot->settled = *slot->passes;
   if (n != 0 && slot->site != HP_SITE_IGNORED)
      charge(accesses, slot->site, n * slot->reads_B, n * slot->writes_B);
}

void hp_accesses_close(hp_accesses *accesses, hp_slot *slot)
{
   hp_accesses_settle(accesses, slot);
   leave_list(slot);
   slot->site = HP_SITE_IGNORED;
}

/* Bases from low to high, inclusive. */
typedef struct {
   uint64_t low, high;
} bases;

/* Of those, the ones with which an access is from start to end, exclusive. */
static void confine(bases *b, const hp_ref *ref, uint64_t start, uint64_t end)
{
   uint64_t low = start - (uint64_t)(int64_t)ref->offset;
   uint64_t high = end - ref->size_B - (uint64_t)(int64_t)ref->offset;
   if (end - start < ref->size_B)
      high = low - 1;
   if ((int64_t)low > (int64_t)b->low)
      b->low = low;
   if ((int64_t)high < (int64_t)b->high)
      b->high = high;
}

static void set_range(hp_slot *slot, bases b, uint64_t base)
{
   if ((int64_t)b.low > (int64_t)base || (int64_t)b.high < (int64_t)base)
      return;
   slot->low = (uintptr_t)b.low;
   slot->length = (uintptr_t)(b.high - b.low + 1);
}

static const bases all_bases = { (uint64_t)INT64_MIN, INT64_MAX };

/* All of the slot's accesses are to memory without blocks. */
static void point_at_void(hp_accesses *accesses, hp_slot *slot, uint64_t base)
{
   uint64_t start, end, first = base + (uint64_t)(int64_t)slot->refs[0].offset;
   bases b = all_bases;
   if (!hp_blocks_void(&accesses->heap->blocks, first, &start, &end))
      return;
   for (uint32_t i = 0; i < slot->n_refs; i++)
      confine(&b, &slot->refs[i], start, end);
   set_range(slot, b, base);
   if (slot->length != 0)
      join_list(slot, &accesses->voids[(start >> REGION_SHIFT)
                                       % HP_VOID_LISTS]);
}

/* All are to one block, without heat.  A small one must be it the second time: to
   point costs more than to look. */
static void point_at_block(hp_accesses *accesses, hp_slot *slot,
                           uint32_t index, uint64_t base)
{
   const hp_block *block = block_at(accesses, index);
   hp_block_use *use = use_of_block(accesses, index);
   bases b = all_bases;
   bool is_second = slot->block == index;
   slot->block = index;
   if (use == NULL
       || (block->site != HP_SITE_IGNORED
           && may_have_heat(accesses, hp_heap_site(accesses->heap,
                                                   block->site)))
       || (block->size_B <= accesses->exact_B && !is_second))
      return;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      uint64_t offset = base + (uint64_t)(int64_t)ref->offset - block->address;
      uint64_t start = 0, end = block->size_B;
      if (block->site != HP_SITE_IGNORED) {
         if (use->touch == NULL)
            return;
         hp_touch_run(use->touch, offset, ref->is_write, &start, &end);
      }
      confine(&b, ref, block->address + start, block->address + end);
   }
   set_range(slot, b, base);
   if (slot->length == 0)
      return;
   slot->site = block->site;
   join_list(slot, &use->slots);
}

static const uint32_t MANY_BLOCKS = UINT32_MAX;

/* Charges this pass, access by access.  The one block that all are to, 0 if none
   is to any, or MANY_BLOCKS. */

static uint32_t look(hp_accesses *accesses, const hp_slot *slot, uint64_t base)
{
   uint32_t common = 0;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      uint64_t address = base + (uint64_t)(int64_t)ref->offset;
      uint32_t index = find_block(accesses, address);
      if (i > 0 && index != common)
         common = MANY_BLOCKS;
      else
         common = index;
      if (index == 0)
         continue;
      charge(accesses, block_at(accesses, index)->site,
             ref->is_write ? 0 : ref->size_B, ref->is_write ? ref->size_B : 0);
      look_at(accesses, index, address, ref->size_B, ref->is_write);
   }
   return common;
}

void hp_accesses_miss(hp_accesses *accesses, hp_slot *slot, uintptr_t base)
{
   hp_accesses_close(accesses, slot);
   if (accesses->is_off)
      return;
   uint32_t common = look(accesses, slot, base);
   if (common == 0)
      point_at_void(accesses, slot, base);
   else if (common != MANY_BLOCKS)
      point_at_block(accesses, slot, common, base);
   /* This pass was charged above, and will be counted. */
   if (slot->site != HP_SITE_IGNORED)
      slot->settled++;
}

/* ---- What happens to blocks ----------------------------------------------------- */

/* Pages had no blocks, and have some now. */
static void open_pages(hp_accesses *accesses, const hp_block *block)
{
   const hp_blocks *blocks = &accesses->heap->blocks;
   if (blocks->n_opened == accesses->n_opened)
      return;
   accesses->n_opened = blocks->n_opened;
   uint64_t first = block->address >> REGION_SHIFT;
   uint64_t last = (block->address + block->size_B) >> REGION_SHIFT;
   if (last - first >= HP_VOID_LISTS)
      last = first + HP_VOID_LISTS - 1;
   for (uint64_t region = first; region <= last; region++) {
      hp_slot **list = &accesses->voids[region % HP_VOID_LISTS];
      end_list(*list);
      *list = NULL;
   }
}

void hp_accesses_put_back(hp_accesses *accesses, uint32_t index)
{
   hp_blocks_cover(&accesses->heap->blocks, index);
   open_pages(accesses, block_at(accesses, index));
}

static void end_ranges(hp_accesses *accesses, uint32_t index)
{
   hp_block_use *use = old_use_of_block(accesses, index);
   if (use == NULL)
      return;
   end_list(use->slots);
   use->slots = NULL;
}

/* A block within another takes its bytes from that. */
static void begin_inside(hp_accesses *accesses, uint64_t address)
{
   accesses->has_custom = true;
   accesses->last = 0;
   uint32_t outer = hp_blocks_around(&accesses->heap->blocks, address,
                                     HP_LAYER_HEAP);
   if (outer != 0)
      end_ranges(accesses, outer);
}

void hp_accesses_begin(hp_accesses *accesses, uint32_t index)
{
   const hp_block *block = block_at(accesses, index);
   hp_accesses_put_back(accesses, index);
   if (block->site != HP_SITE_IGNORED)
      note_size(accesses, hp_heap_site(accesses->heap, block->site),
                block->size_B);
   if (block->layer == HP_LAYER_CUSTOM)
      begin_inside(accesses, block->address);
}

void hp_accesses_lift(hp_accesses *accesses, uint32_t index)
{
   hp_blocks_uncover(&accesses->heap->blocks, index);
   accesses->last = 0;
   end_ranges(accesses, index);
}

void hp_accesses_resize(hp_accesses *accesses, uint32_t index, uint64_t old_B)
{
   const hp_block *block = block_at(accesses, index);
   hp_block_use *use = old_use_of_block(accesses, index);
   uint64_t copied_B = old_B < block->size_B ? old_B : block->size_B;
   if (block->site == HP_SITE_IGNORED)
      return;
   charge(accesses, block->site, copied_B, copied_B);
   drop_heat(accesses, hp_heap_site(accesses->heap, block->site));
   if (use == NULL || use->touch == NULL)
      return;
   hp_touch *touch =
      hp_touch_new(&accesses->pool, block->size_B, accesses->exact_B);
   if (touch != NULL)
      hp_touch_copy(touch, use->touch);
   hp_touch_free(&accesses->pool, use->touch);
   use->touch = touch;
}

/* Adds what never happened to a block's bytes. */
static void add_untouched(hp_use *use, const hp_block *block,
                          const hp_touch *touch)
{
   hp_untouched u = { block->size_B, block->size_B, block->size_B };
   if (touch != NULL)
      u = hp_touch_untouched(touch);
   use->unread.bytes += u.unread_B;
   use->unread.blocks += u.unread_B == block->size_B;
   use->unwritten.bytes += u.unwritten_B;
   use->unwritten.blocks += u.unwritten_B == block->size_B;
   use->untouched.bytes += u.untouched_B;
   use->untouched.blocks += u.untouched_B == block->size_B;
}

void hp_accesses_end(hp_accesses *accesses, uint32_t index)
{
   const hp_block *block = block_at(accesses, index);
   hp_block_use *use = old_use_of_block(accesses, index);
   hp_touch *touch = use == NULL ? NULL : use->touch;
   hp_use *site_use = block->site == HP_SITE_IGNORED
                         ? NULL : use_of_site(accesses, block->site);
   if (site_use != NULL)
      add_untouched(site_use, block, touch);
   hp_touch_free(&accesses->pool, touch);
   if (use != NULL)
      use->touch = NULL;
}

/* ---- Results ---------------------------------------------------------------------- */

typedef struct {
   const hp_accesses *accesses;
   hp_use *uses;
} adding;

static void add_live(void *context, uint32_t index)
{
   adding *a = context;
   const hp_block *block = block_at(a->accesses, index);
   const hp_block_use *use = old_use_of_block(a->accesses, index);
   if (block->site != HP_SITE_IGNORED)
      add_untouched(&a->uses[block->site], block,
                    use == NULL ? NULL : use->touch);
}

void hp_accesses_add_live(const hp_accesses *accesses, hp_use *uses)
{
   adding a = { .accesses = accesses, .uses = uses };
   hp_blocks_each(&accesses->heap->blocks, add_live, &a);
}
