/* hp_slots.c -- the slots of hp_accesses.h: ranges of addresses that need no look;
   pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "accesses/hp_slots.h"

#include "accesses/hp_look.h"

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

void hp_accesses_flush(hp_accesses *accesses, hp_slot *slot)
{
   if (!slot->is_charged)
      return;
   uint64_t n = *slot->passes - slot->flushed;
   hp_use *use = slot->block->use;
   uint64_t address = tk_block_address(&slot->block->block);
   slot->flushed = *slot->passes;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      if (ref->is_write)
         use->writes_B += n * ref->size_B;
      else
         use->reads_B += n * ref->size_B;
      /* With a histogram, all passes had the base slot->low. */
      if (use->histogram_B != 0)
         hp_add_to_histogram(accesses, use, address_of(ref, slot->low) - address,
                             ref->size_B, ref->is_write, n);
   }
}

void hp_accesses_close(hp_accesses *accesses, hp_slot *slot)
{
   hp_accesses_flush(accesses, slot);
   leave_list(slot);
   slot->is_charged = false;
}

void hp_slots_end(hp_accesses *accesses, hp_slot **list)
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

/* Limits the bases so that an access lies within start to end, exclusive. */
static void confine_bases(bases *b, const hp_ref *ref, uint64_t start, uint64_t end)
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

/* Sets the range if all accesses of the slot are to memory without blocks. */
static void point_at_void(hp_accesses *accesses, hp_slot *slot, uint64_t base)
{
   uint64_t start, end;
   bases b = all_bases;
   if (!tk_blocks_void(&accesses->heap->blocks, address_of(&slot->refs[0], base), &start,
                       &end))
      return;
   for (uint32_t i = 0; i < slot->n_refs; i++)
      confine_bases(&b, &slot->refs[i], start, end);
   set_range(slot, b, base);
   if (slot->length != 0)
      join_list(slot, &accesses->voids[(start >> HP_REGION_SHIFT) % HP_VOID_LISTS]);
}

/* Finds the bases with which all accesses are to bytes of the block that need no look.
   False: there are none. */
static bool find_bases(const hp_slot *slot, const hp_block_use *block, uint64_t base,
                       bases *b)
{
   const tk_block *at = &block->block;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      uint64_t start = 0, end = at->size_B;
      if (block->use != NULL) {
         if (block->touch == NULL)
            return false;
         hp_touch_run(block->touch, address_of(ref, base) - at->address, ref->is_write,
                      &start, &end);
      }
      confine_bases(b, ref, at->address + start, at->address + end);
   }
   return true;
}

/* Sets the range: all accesses are to one block, repeatedly.  (A range costs more than
   one look.) */
static void point_at_block(const hp_accesses *accesses, hp_slot *slot,
                           hp_block_use *block, uint64_t base)
{
   bases b = all_bases;
   /* There can be inner blocks between the touched bytes. */
   if (hp_has_histogram(block) || accesses->has_custom)
      b = (bases){ base, base };
   else if (!find_bases(slot, block, base, &b))
      return;
   set_range(slot, b, base);
   if (slot->length == 0)
      return;
   slot->is_charged = block->use != NULL;
   join_list(slot, &block->slots);
   /* This pass is charged already; translated code counts it afterwards. */
   slot->flushed = *slot->passes + 1;
}

/* Charges this pass, access by access.  Returns the block of the first access, or NULL.
   *is_one: all others have the same. */
static hp_block_use *charge_pass(hp_accesses *accesses, const hp_slot *slot,
                                 uint64_t base, bool *is_one)
{
   hp_block_use *first = NULL;
   *is_one = true;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const hp_ref *ref = &slot->refs[i];
      uint64_t address = address_of(ref, base);
      hp_block_use *block = first;
      if (first == NULL || !tk_block_contains(&first->block, address)
          || accesses->has_custom)
         block = hp_find_block(accesses, address);
      if (i == 0)
         first = block;
      else
         *is_one &= block == first;
      if (block != NULL)
         hp_look_at(accesses, block, address, ref->size_B, ref->is_write);
   }
   return first;
}

enum {
   FEW_PASSES = 4, /* with fewer, a range was not worth its cost */
   MAX_PATIENCE = 63,
};

/* The base has left the slot's range.  If the range saved little, the next one needs
   more accesses in a row. */
static void leave_range(hp_accesses *accesses, hp_slot *slot)
{
   if (slot->is_charged) {
      bool is_few = *slot->passes - slot->flushed < FEW_PASSES;
      if (!is_few)
         slot->patience = 0;
      else if (slot->patience < MAX_PATIENCE)
         slot->patience = (uint8_t)(2 * slot->patience + 1);
   }
   hp_accesses_close(accesses, slot);
}

void hp_accesses_miss(hp_accesses *accesses, hp_slot *slot, uintptr_t base)
{
   bool is_one;
   if (slot->link != NULL)
      leave_range(accesses, slot);
   if (accesses->is_off)
      return;
   hp_block_use *block = charge_pass(accesses, slot, base, &is_one);
   if (block == NULL || block != slot->block
       || (hp_has_histogram(block) && base != slot->low))
      slot->streak = 0;
   else if (slot->streak < UINT8_MAX)
      slot->streak++;
   slot->block = block;
   slot->low = base;
   if (!is_one)
      return;
   if (block == NULL)
      point_at_void(accesses, slot, base);
   else if (slot->streak > slot->patience)
      point_at_block(accesses, slot, block, base);
}
