/* hp_places.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_places.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "hp_run.h"

static struct {
   hp_accesses *accesses;
   VgHashTable *table;
   tk_pool memory;
} all;

static UWord key_of(Addr entry, Addr code)
{
   return entry ^ (entry == code ? 0 : ~code);
}

static Word compare(const void *a, const void *b)
{
   const hp_places *x = a, *y = b;
   return !(x->entry == y->entry && x->code == y->code);
}

static void fill_slot(hp_slot *slot, const hp_references *references,
                      const hp_group *group, const ULong *passes)
{
   *slot = (hp_slot){ .passes = (const uint64_t *)passes,
                      .n_refs = group->n_refs };
   UInt n = group->n_refs;
   for (Int i = group->last_ref; i >= 0;) {
      const hp_grouped_ref *grouped = VG_(indexXA)(references->refs, i);
      slot->refs[--n] = grouped->ref;
      i = grouped->previous;
   }
}

static SizeT size_of_slots(const hp_references *references)
{
   SizeT size_B = 0;
   for (Word i = 0; i < VG_(sizeXA)(references->groups); i++) {
      const hp_group *group = VG_(indexXA)(references->groups, i);
      if (group->guard == NULL)
         size_B += hp_places_slot_B(group->n_refs);
   }
   return size_B;
}

hp_places *hp_places_add(Addr entry, Addr code, const hp_references *references)
{
   SizeT passes_B = references->n_pieces * sizeof(ULong);
   SizeT size_B = sizeof(hp_places) + passes_B + size_of_slots(references);
   hp_places_remove(entry, code);
   hp_places *places = tk_pool_get(&all.memory, size_B);
   *places = (hp_places){ .key = key_of(entry, code), .entry = entry,
                          .code = code, .size_B = (UInt)size_B,
                          .n_pieces = (UShort)references->n_pieces };
   VG_(memset)(hp_places_passes(places), 0, passes_B);
   hp_slot *slot = hp_places_slots(places);
   for (Word i = 0; i < VG_(sizeXA)(references->groups); i++) {
      const hp_group *group = VG_(indexXA)(references->groups, i);
      if (group->guard != NULL)
         continue;
      fill_slot(slot, references, group,
                &hp_places_passes(places)[group->piece]);
      slot = hp_places_next(slot);
      places->n_slots++;
   }
   VG_(HT_add_node)(all.table, places);
   return places;
}

static void each_slot(hp_places *places, void (*call)(hp_accesses *, hp_slot *))
{
   hp_slot *slot = hp_places_slots(places);
   for (UInt i = 0; i < places->n_slots; i++) {
      call(all.accesses, slot);
      slot = hp_places_next(slot);
   }
}

void hp_places_remove(Addr entry, Addr code)
{
   hp_places sought = { .key = key_of(entry, code), .entry = entry,
                        .code = code };
   hp_places *places = VG_(HT_gen_remove)(all.table, &sought, compare);
   if (places == NULL)
      return;
   each_slot(places, hp_accesses_close);
   tk_pool_put(&all.memory, places, places->size_B);
}

static void each_slot_of_all(void (*call)(hp_accesses *, hp_slot *))
{
   hp_places *places;
   VG_(HT_ResetIter)(all.table);
   while ((places = VG_(HT_Next)(all.table)) != NULL)
      each_slot(places, call);
}

void hp_places_settle(void)
{
   each_slot_of_all(hp_accesses_settle);
}

void hp_places_close(void)
{
   each_slot_of_all(hp_accesses_close);
}

/* ---- Calls ------------------------------------------------------------------- */

/* What an allocation function does while it is at work is its own affair. */
static Bool is_allocating(void)
{
   return near.return_sp != 0;
}

VG_REGPARM(2) void hp_places_on_miss(hp_slot *slot, HWord base)
{
   if (is_allocating()) {
      if (slot->link != NULL)
         hp_accesses_close(all.accesses, slot);
   } else {
      hp_accesses_miss(all.accesses, slot, base);
   }
}

VG_REGPARM(2) void hp_places_on_access(HWord address, HWord kind)
{
   if (!is_allocating())
      hp_accesses_note(all.accesses, address, kind / 2, kind % 2);
}

/* ---- System calls -------------------------------------------------------------- */

static void on_read(CorePart part, ThreadId id, const HChar *what, Addr address,
                    SizeT size_B)
{
   if (part == Vg_CoreSysCall)
      hp_accesses_note(all.accesses, address, size_B, False);
}

/* Of a text DHAT counts the bytes between the first and the last. */
static void on_read_text(CorePart part, ThreadId id, const HChar *what,
                         Addr address)
{
   const hp_blocks *blocks = &all.accesses->heap->blocks;
   uint32_t index = hp_blocks_around(&all.accesses->heap->blocks, address,
                                     HP_LAYER_CUSTOM);
   if (index == 0)
      return;
   const hp_block *block = hp_blocks_at(blocks, index);
   SizeT n = 0, rest_B = block->address + block->size_B - address;
   if (!VG_(am_is_valid_for_client)(address, rest_B, VKI_PROT_READ))
      return;
   while (n < rest_B && ((const HChar *)address)[n] != '\0')
      n++;
   if (n > 1)
      on_read(part, id, what, address, n - 1);
}

static void on_write(CorePart part, ThreadId id, Addr address, SizeT size_B)
{
   if (part == Vg_CoreSysCall || part == Vg_CoreClientReq)
      hp_accesses_note(all.accesses, address, size_B, True);
}

static void on_discard(Addr entry, VexGuestExtents extents)
{
   if (all.table != NULL)
      hp_places_remove(entry, extents.base[0]);
}

void hp_places_ask(void)
{
   VG_(needs_superblock_discards)(on_discard);
}

void hp_places_init(hp_accesses *accesses)
{
   all.accesses = accesses;
   all.table = VG_(HT_construct)("hp.places.table");
   all.memory.alloc = accesses->heap->alloc;
   all.memory.label = "hp.places";
   VG_(track_pre_mem_read)(on_read);
   VG_(track_pre_mem_read_asciiz)(on_read_text);
   VG_(track_post_mem_write)(on_write);
}
