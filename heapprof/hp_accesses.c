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
   hp_accesses_zero(accesses);
   for (uint32_t i = 0; i < accesses->n_chunks; i++)
      tk_put(alloc, accesses->chunks[i]);
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
      chunk[i] = (hp_block_use){ .size_B = 0 };
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
         *site->use = (hp_use){ .heat = NULL };
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
   site->use->heat_B = 0;
}

/* The site has a block of that size. */
static void note_size(hp_accesses *accesses, hp_site *site, uint64_t size_B)
{
   if (site->only_B == size_B || site->only_B == HP_MANY_SIZES)
      return;
   if (site->only_B != 0) {
      drop_heat(accesses, site);
      return;
   }
   site->only_B = size_B;
   if (site->use != NULL && size_B <= accesses->exact_B)
      site->use->heat_B = size_B;
}

static bool has_heat(const hp_block_use *block)
{
   return block->use != NULL && block->use->heat_B != 0;
}

bool hp_accesses_has_heat(const hp_accesses *accesses, const hp_site *site)
{
   (void)accesses;
   return site->use != NULL && site->use->heat != NULL;
}

/* The differences of the site's reads, or writes; NULL if memory ran out. */
static uint64_t *heat_of(hp_accesses *accesses, hp_use *use, bool is_write)
{
   if (use->heat == NULL) {
      size_t n = 2 * ((size_t)use->heat_B + 1);
      use->heat = tk_get(accesses->heap->alloc, "hp.accesses.heat",
                         n * sizeof *use->heat);
      for (size_t i = 0; use->heat != NULL && i < n; i++)
         use->heat[i] = 0;
   }
   return use->heat == NULL || !is_write ? use->heat
                                         : use->heat + use->heat_B + 1;
}

/* `times` accesses to n_B bytes from an offset on. */
static inline void add_heat(hp_accesses *accesses, hp_use *use, uint64_t offset,
                     uint64_t n_B, bool is_write, uint64_t times)
{
   uint64_t *heat = heat_of(accesses, use, is_write);
   if (heat == NULL)
      return;
   heat[offset] += times;
   heat[n_B < use->heat_B - offset ? offset + n_B : use->heat_B] -= times;
}

/* ---- Accesses ---------------------------------------------------------------- */

static bool is_in(const hp_block_use *block, uint64_t address)
{
   return address - block->address < block->size_B;
}

/* The block that an address is in, or NULL. */
static inline hp_block_use *find_block(hp_accesses *accesses, uint64_t address)
{
   hp_block_use **found =
      &accesses->found[address / HP_GRANULE_B % HP_FOUND];
   if (*found != NULL && is_in(*found, address))
      return *found;
   uint32_t index = hp_blocks_around(&accesses->heap->blocks, address,
                                     HP_LAYER_CUSTOM);
   hp_block_use *block = old_use_of_block(accesses, index);
   if (index == 0 || block == NULL || !is_in(block, address))
      return NULL;
   /* One around another could hide that. */
   if (!accesses->has_custom)
      *found = block;
   return block;
}

/* An access to a block of a site. */
static inline void look_at(hp_accesses *accesses, hp_block_use *block,
                    uint64_t address, uint64_t n_B, bool is_write)
{
   hp_use *use = block->use;
   uint64_t offset = address - block->address;
   if (use == NULL || n_B == 0)
      return;
   if (is_write)
      use->writes_B += n_B;
   else
      use->reads_B += n_B;
   if (block->touch == NULL)
      block->touch = hp_touch_new(&accesses->pool, block->size_B,
                                  accesses->exact_B);
   if (block->touch != NULL)
      hp_touch_mark(block->touch, offset, n_B, is_write);
   if (use->heat_B != 0)
      add_heat(accesses, use, offset, n_B, is_write, 1);
}

void hp_accesses_note(hp_accesses *accesses, uint64_t address,
                      uint64_t size_B, bool is_write)
{
   hp_block_use *block =
      accesses->is_off ? NULL : find_block(accesses, address);
   if (block != NULL)
      look_at(accesses, block, address, size_B, is_write);
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

static uint64_t address_of(const hp_ref *ref, uint64_t base)
{
   return base + (uint64_t)(int64_t)ref->offset;
}

void hp_accesses_settle(hp_accesses *accesses, hp_slot *slot)
{
   if (!slot->is_charged)
      return;
   uint64_t n = *slot->passes - slot->settled;
   hp_use *use = slot->block->use;
   slot->settled = *slot->passes;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      if (ref->is_write)
         use->writes_B += n * ref->size_B;
      else
         use->reads_B += n * ref->size_B;
      /* With heat, all passes had the base slot->low. */
      if (use->heat_B != 0)
         add_heat(accesses, use,
                  address_of(ref, slot->low) - slot->block->address,
                  ref->size_B, ref->is_write, n);
   }
}

void hp_accesses_close(hp_accesses *accesses, hp_slot *slot)
{
   hp_accesses_settle(accesses, slot);
   leave_list(slot);
   slot->is_charged = false;
}

/* Those of a list are to look again. */
static void end_list(hp_accesses *accesses, hp_slot **list)
{
   while (*list != NULL) {
      hp_slot *slot = *list;
      hp_accesses_close(accesses, slot);
      slot->block = NULL;
   }
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
   uint64_t start, end;
   bases b = all_bases;
   if (!hp_blocks_void(&accesses->heap->blocks,
                       address_of(&slot->refs[0], base), &start, &end))
      return;
   for (uint32_t i = 0; i < slot->n_refs; i++)
      confine(&b, &slot->refs[i], start, end);
   set_range(slot, b, base);
   if (slot->length != 0)
      join_list(slot, &accesses->voids[(start >> REGION_SHIFT)
                                       % HP_VOID_LISTS]);
}

/* The bases with which all accesses are to bytes of the block that need no look;
   false: there are none. */
static bool find_bases(const hp_slot *slot, const hp_block_use *block,
                       uint64_t base, bases *b)
{
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      uint64_t start = 0, end = block->size_B;
      if (block->use != NULL) {
         if (block->touch == NULL)
            return false;
         hp_touch_run(block->touch, address_of(ref, base) - block->address,
                      ref->is_write, &start, &end);
      }
      confine(b, ref, block->address + start, block->address + end);
   }
   return true;
}

/* All are to one block, the second time: to point costs more than to look. */
static void point_at_block(const hp_accesses *accesses, hp_slot *slot,
                           hp_block_use *block, uint64_t base)
{
   bases b = all_bases;
   /* There may be others between the bytes that were touched. */
   if (has_heat(block) || accesses->has_custom)
      b = (bases){ base, base };
   else if (!find_bases(slot, block, base, &b))
      return;
   set_range(slot, b, base);
   if (slot->length == 0)
      return;
   slot->is_charged = block->use != NULL;
   join_list(slot, &block->slots);
   /* This pass was charged, and will be counted. */
   slot->settled = *slot->passes + 1;
}

/* Charges this pass, access by access.  The block of the first, or NULL; *is_one:
   so are all others. */
static inline hp_block_use *look(hp_accesses *accesses, const hp_slot *slot,
                          uint64_t base, bool *is_one)
{
   hp_block_use *first = NULL;
   *is_one = true;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      uint64_t address = address_of(ref, base);
      hp_block_use *block = first != NULL && is_in(first, address)
                            && !accesses->has_custom
                               ? first : find_block(accesses, address);
      if (i == 0)
         first = block;
      else
         *is_one &= block == first;
      if (block != NULL)
         look_at(accesses, block, address, ref->size_B, ref->is_write);
   }
   return first;
}

void hp_accesses_miss(hp_accesses *accesses, hp_slot *slot, uintptr_t base)
{
   bool is_one;
   if (slot->link != NULL)
      hp_accesses_close(accesses, slot);
   if (accesses->is_off)
      return;
   hp_block_use *block = look(accesses, slot, base, &is_one);
   bool is_second = block != NULL && block == slot->block
                    && (!has_heat(block) || base == slot->low);
   slot->block = block;
   slot->low = base;
   if (!is_one)
      return;
   if (block == NULL)
      point_at_void(accesses, slot, base);
   else if (is_second)
      point_at_block(accesses, slot, block, base);
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
      end_list(accesses, &accesses->voids[region % HP_VOID_LISTS]);
   }
}

static void end_ranges(hp_accesses *accesses, uint32_t index)
{
   hp_block_use *block = old_use_of_block(accesses, index);
   if (block != NULL)
      end_list(accesses, &block->slots);
}

/* A block within another takes its bytes from that. */
static void begin_inside(hp_accesses *accesses, uint64_t address)
{
   if (!accesses->has_custom)
      for (uint32_t i = 0; i < HP_FOUND; i++)
         accesses->found[i] = NULL;
   accesses->has_custom = true;
   uint32_t outer = hp_blocks_around(&accesses->heap->blocks, address,
                                     HP_LAYER_HEAP);
   if (outer != 0)
      end_ranges(accesses, outer);
}

void hp_accesses_put_back(hp_accesses *accesses, uint32_t index)
{
   const hp_block *block = block_at(accesses, index);
   hp_block_use *use = use_of_block(accesses, index);
   if (use == NULL)
      return;
   use->address = block->address;
   use->size_B = block->size_B;
   use->use = block->site == HP_SITE_IGNORED
                 ? NULL : use_of_site(accesses, block->site);
   hp_blocks_cover(&accesses->heap->blocks, index);
   open_pages(accesses, block);
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
   hp_block_use *use = old_use_of_block(accesses, index);
   hp_blocks_uncover(&accesses->heap->blocks, index);
   end_ranges(accesses, index);
   if (use != NULL)
      use->size_B = 0;
}

void hp_accesses_resize(hp_accesses *accesses, uint32_t index, uint64_t old_B)
{
   const hp_block *block = block_at(accesses, index);
   hp_block_use *use = old_use_of_block(accesses, index);
   uint64_t copied_B = old_B < block->size_B ? old_B : block->size_B;
   if (use == NULL || use->use == NULL)
      return;
   use->use->reads_B += copied_B;
   use->use->writes_B += copied_B;
   drop_heat(accesses, hp_heap_site(accesses->heap, block->site));
   if (use->touch == NULL)
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
   hp_block_use *use = old_use_of_block(accesses, index);
   if (use == NULL)
      return;
   if (use->use != NULL)
      add_untouched(use->use, block_at(accesses, index), use->touch);
   hp_touch_free(&accesses->pool, use->touch);
   use->touch = NULL;
}

/* ---- Control ----------------------------------------------------------------------- */

bool hp_accesses_want_heat(hp_accesses *accesses, uint64_t address)
{
   uint32_t index = hp_blocks_around(&accesses->heap->blocks, address,
                                     HP_LAYER_CUSTOM);
   const hp_block_use *block = old_use_of_block(accesses, index);
   if (index == 0 || block == NULL || block->use == NULL)
      return false;
   hp_use *use = block->use;
   const hp_site *site =
      hp_heap_site(accesses->heap, block_at(accesses, index)->site);
   if (site->only_B > HP_MOST_HEAT_B)
      return false;
   if (use->heat_B != 0)
      return true;
   /* Ranges of its blocks were made for blocks without. */
   for (uint32_t i = 0; i < accesses->n_chunks; i++)
      for (uint32_t j = 0; j < HP_BLOCKS_CHUNK; j++)
         if (accesses->chunks[i][j].use == use)
            end_list(accesses, &accesses->chunks[i][j].slots);
   use->heat_B = site->only_B;
   return true;
}

static void note_live(void *context, uint32_t index)
{
   hp_accesses *accesses = context;
   const hp_block *block = block_at(accesses, index);
   if (block->site != HP_SITE_IGNORED)
      note_size(accesses, hp_heap_site(accesses->heap, block->site),
                block->size_B);
}

void hp_accesses_zero(hp_accesses *accesses)
{
   for (uint32_t i = 0; i < accesses->heap->n_sites; i++) {
      hp_site *site = hp_heap_site(accesses->heap, i);
      site->only_B = 0;
      if (site->use == NULL)
         continue;
      tk_put(accesses->heap->alloc, site->use->heat);
      *site->use = (hp_use){ .heat = NULL };
   }
   hp_blocks_each(&accesses->heap->blocks, note_live, accesses);
   for (uint32_t i = 0; i < accesses->n_chunks; i++)
      for (uint32_t j = 0; j < HP_BLOCKS_CHUNK; j++) {
         hp_touch_free(&accesses->pool, accesses->chunks[i][j].touch);
         accesses->chunks[i][j].touch = NULL;
      }
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
