/* cs_slots.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sharing/cs_slots.h"

#include "base/tk_array.h"
#include "base/tk_count.h"

_Static_assert(sizeof(cs_slot_ref) % _Alignof(cs_slot) == 0,
               "a slot follows the references of another");

void cs_slots_init(cs_slots *slots, const tk_alloc *alloc, size_t most_rows,
                   const uint64_t *step, cs_sharing_find *find)
{
   *slots = (cs_slots){ .step = step };
   cs_sharing_init(&slots->sharing, alloc, most_rows, find);
}

void cs_slots_fini(cs_slots *slots)
{
   tk_put(slots->sharing.alloc, slots->armed);
   cs_sharing_fini(&slots->sharing);
}

/* The bytes of accesses of size_B bytes that begin at these. */
static uint64_t bytes_of(uint64_t starts, uint32_t size_B)
{
   uint64_t bytes = starts;
   uint32_t n = 1;
   for (; 2 * n <= size_B; n *= 2)
      bytes |= bytes << n;
   return n < size_B ? bytes | bytes << (size_B - n) : bytes;
}

/* Charges the passes in the slot's line of memory, but for the last `more`. */
static void charge_slot(cs_slots *slots, const cs_slot *slot, uint64_t more)
{
   uint64_t n = *slot->passes - more - slot->charged;
   if (slot->line == CS_NO_MEMORY || n == 0 || slots->is_alone)
      return;
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const cs_slot_ref *ref = &slot->refs[i];
      cs_sharing_add(&slots->sharing, slot->line, slots->thread, ref->at,
                     bytes_of(slot->starts << ref->offset, ref->size_B), ref->is_write,
                     n);
   }
}

/* Lists the slot, so that it will be charged. */
static void list_slot(cs_slots *slots, cs_slot *slot)
{
   if (slot->armed != 0)
      return;
   TK_ARRAY_ROOM(slots->sharing.alloc, "cs.slots", slots->armed, slots->n_armed,
                 slots->capacity);
   slots->armed[slots->n_armed++] = slot;
   slot->armed = (uint32_t)slots->n_armed;
}

/* Is the access to a page with data in another layout? */
static bool is_laid(cs_slots *slots, uintptr_t address, uint64_t size_B)
{
   return slots->layout != NULL
          && cs_layout_asks(slots->layout, address,
                            (uint32_t)tk_smaller(size_B, CS_LAYOUT_ACCESS_MOST_B));
}

/* A piece of an access; of which data it is, is known only now. */
static void note_piece(cs_slots *slots, const tk_line *at, const cs_layout_access *piece,
                       bool is_write)
{
   for (uint32_t done = 0; done < piece->size_B;) {
      uintptr_t address = piece->addr + done;
      uint32_t offset = address % CS_MEMORY_LINE_B;
      uint64_t bytes = cs_sharing_mask(offset, piece->size_B - done);
      cs_sharing_add_moved(&slots->sharing, address - offset, slots->thread, at, bytes,
                           is_write && !piece->is_link,
                           piece->own == 0 ? 0 : piece->own + done);
      done += CS_MEMORY_LINE_B - offset;
   }
}

/* An access to a page with data in another layout. */
static void note_laid(cs_slots *slots, const tk_line *at, uintptr_t address,
                      uint64_t size_B, bool is_write)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   uint32_t within = size_B < CS_LAYOUT_ACCESS_MOST_B ? (uint32_t)size_B
                                                      : CS_LAYOUT_ACCESS_MOST_B;
   uint32_t n = cs_layout_locate(slots->layout, address, within, pieces);
   for (uint32_t i = 0; i < n; i++)
      note_piece(slots, at, &pieces[i], is_write);
   if (size_B > within)
      cs_slots_access(slots, at, address + within, size_B - within, is_write);
}

void cs_slots_access(cs_slots *slots, const tk_line *at, uintptr_t address,
                     uint64_t size_B, bool is_write)
{
   uint32_t offset = address % CS_MEMORY_LINE_B;
   uint64_t room_B = CS_MEMORY_LINE_B - offset;
   if (*slots->step == 0 || slots->is_alone)
      return;
   if (is_laid(slots, address, size_B)) {
      note_laid(slots, at, address, size_B, is_write);
      return;
   }
   cs_sharing_add(&slots->sharing, address - offset, slots->thread, at,
                  cs_sharing_mask(offset, size_B), is_write, 1);
   if (size_B > room_B)
      cs_slots_access(slots, at, address + room_B, size_B - room_B, is_write);
}

static uint32_t *n_at(cs_slots *slots, uintptr_t line)
{
   return &slots->n_at[line / CS_MEMORY_LINE_B % CS_SLOT_LINES];
}

static void set_line(cs_slots *slots, cs_slot *slot, uintptr_t line)
{
   if (slot->line != CS_NO_MEMORY)
      --*n_at(slots, slot->line);
   if (line != CS_NO_MEMORY)
      ++*n_at(slots, line);
   slot->line = line;
}

void cs_slots_miss(cs_slots *slots, cs_slot *slot, uintptr_t address)
{
   charge_slot(slots, slot, *slots->step);
   slot->starts = 0;
   slot->charged = *slot->passes - *slots->step;
   if (address % CS_MEMORY_LINE_B + slot->size_B <= CS_MEMORY_LINE_B
       && !is_laid(slots, address, slot->size_B)) {
      list_slot(slots, slot);
      set_line(slots, slot, address - address % CS_MEMORY_LINE_B);
      return;
   }
   set_line(slots, slot, CS_NO_MEMORY);
   for (uint32_t i = 0; i < slot->n_refs; i++) {
      const cs_slot_ref *ref = &slot->refs[i];
      cs_slots_access(slots, ref->at, address + ref->offset, ref->size_B, ref->is_write);
   }
}

/* Charges the slot.  It can be freed then, but for the list. */
static void empty_slot(cs_slots *slots, cs_slot *slot)
{
   charge_slot(slots, slot, 0);
   set_line(slots, slot, CS_NO_MEMORY);
   slot->armed = 0;
}

void cs_slots_flush(cs_slots *slots)
{
   for (size_t i = 0; i < slots->n_armed; i++)
      empty_slot(slots, slots->armed[i]);
   slots->n_armed = 0;
}

/* Is a byte of the slot's line of memory one of these? */
static bool is_within(const cs_slot *slot, uintptr_t address, uintptr_t size_B)
{
   return slot->line - address < size_B || address - slot->line < CS_MEMORY_LINE_B;
}

/* False: no slot is in a line of these bytes. */
static bool may_be_in_use(cs_slots *slots, uintptr_t address, uintptr_t size_B)
{
   uintptr_t first = address / CS_MEMORY_LINE_B;
   uintptr_t n = (address % CS_MEMORY_LINE_B + size_B - 1) / CS_MEMORY_LINE_B + 1;
   if (n > CS_SLOT_LINES || size_B > CS_SLOT_LINES * CS_MEMORY_LINE_B)
      return true;
   for (uintptr_t i = 0; i < n; i++)
      if (*n_at(slots, (first + i) * CS_MEMORY_LINE_B) != 0)
         return true;
   return false;
}

static void empty_slots_at(cs_slots *slots, uintptr_t address, uintptr_t size_B)
{
   for (size_t i = 0; i < slots->n_armed;) {
      cs_slot *slot = slots->armed[i];
      if (!is_within(slot, address, size_B)) {
         i++;
         continue;
      }
      empty_slot(slots, slot);
      slots->armed[i] = slots->armed[--slots->n_armed];
      if (i < slots->n_armed)
         slots->armed[i]->armed = (uint32_t)i + 1;
   }
}

void cs_slots_end(cs_slots *slots, uintptr_t address, uintptr_t size_B)
{
   if (may_be_in_use(slots, address, size_B))
      empty_slots_at(slots, address, size_B);
   cs_sharing_end(&slots->sharing, address, size_B);
}
