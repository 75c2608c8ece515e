/* hp_places.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accesses/hp_places.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "code/tk_retranslate.h"
#include "hp_run.h"
#include "code/tk_near.h"
#include "base/tk_words.h"

enum {
   HOT_PASSES = 1 << 13,
   MAX_HOT = 1024, /* that wait for being translated anew */
};

static struct {
   hp_accesses *accesses;
   VgHashTable *table;
   tk_pool memory, hot_memory;
   tk_words hot;       /* keys of superblocks */
   Addr waiting[MAX_HOT]; /* addresses of their code */
   UInt n_waiting;
} all;

static UWord key_of(Addr entry, Addr code)
{
   return entry ^ (entry == code ? 0 : ~code);
}

static Word compare(const void *a, const void *b)
{
   const hp_places *x = a, *y = b;
   return !(x->key == y->key && x->code == y->code);
}

/* Copies the accesses of a group, the last of which comes first there. */
static void copy_refs(const hp_references *references, const hp_group *group,
                      hp_ref *to)
{
   UInt n = group->n_refs;
   for (Int i = group->last_ref; i >= 0;) {
      const hp_grouped_ref *grouped = VG_(indexXA)(references->refs, i);
      to[--n] = grouped->ref;
      i = grouped->previous;
   }
}

static const hp_group *group_at(const hp_references *references, Word i)
{
   return VG_(indexXA)(references->groups, i);
}

static hp_places *new_places(Addr entry, Addr code, Bool is_hot, SizeT rest_B)
{
   SizeT size_B = sizeof(hp_places) + rest_B;
   hp_places *places =
      tk_pool_get(is_hot ? &all.hot_memory : &all.memory, size_B);
   *places = (hp_places){ .key = key_of(entry, code), .code = code,
                          .size_B = (UInt)size_B, .is_hot = is_hot };
   return places;
}

/* ---- Hot code ------------------------------------------------------------------- */

static SizeT size_of_slots(const hp_references *references)
{
   SizeT size_B = 0;
   for (Word i = 0; i < VG_(sizeXA)(references->groups); i++)
      if (group_at(references, i)->guard == NULL)
         size_B += hp_places_slot_B(group_at(references, i)->n_refs);
   return size_B;
}

static hp_places *add_hot(Addr entry, Addr code,
                          const hp_references *references)
{
   SizeT passes_B = references->n_pieces * sizeof(ULong);
   hp_places *places =
      new_places(entry, code, True, passes_B + size_of_slots(references));
   places->n_pieces = (UShort)references->n_pieces;
   VG_(memset)(hp_places_passes(places), 0, passes_B);
   hp_slot *slot = hp_places_slots(places);
   for (Word i = 0; i < VG_(sizeXA)(references->groups); i++) {
      const hp_group *group = group_at(references, i);
      if (group->guard != NULL)
         continue;
      *slot = (hp_slot){
         .passes = (const uint64_t *)&hp_places_passes(places)[group->piece],
         .n_refs = (UChar)group->n_refs,
      };
      copy_refs(references, group, slot->refs);
      slot = hp_places_next(slot);
      places->n_slots++;
   }
   return places;
}

/* ---- Other code ------------------------------------------------------------------ */

/* The groups that one call tells of, from `first` on, some of which may have a
   guard: where the next one's begin. */
static Word end_of_call(const hp_references *references, Word first,
                        UInt *n_bases, UInt *n_refs)
{
   Word i = first, n = VG_(sizeXA)(references->groups);
   *n_bases = *n_refs = 0;
   for (; i < n && group_at(references, i)->piece
                      == group_at(references, first)->piece; i++) {
      if (group_at(references, i)->guard != NULL)
         continue;
      if (*n_bases == HP_MAX_BASES)
         return i;
      (*n_bases)++;
      *n_refs += group_at(references, i)->n_refs;
   }
   return i;
}

static SizeT size_of_calls(const hp_references *references)
{
   SizeT size_B = 0;
   UInt n_bases, n_refs;
   for (Word i = 0; i < VG_(sizeXA)(references->groups);) {
      i = end_of_call(references, i, &n_bases, &n_refs);
      if (n_bases > 0)
         size_B += sizeof(hp_told) + n_refs * sizeof(hp_told_ref);
   }
   return size_B;
}

static void fill_call(hp_told *told, const hp_references *references,
                      Word first, Word end)
{
   UInt base = 0;
   hp_told_ref *refs = told->refs;
   for (Word i = first; i < end; i++) {
      const hp_group *group = group_at(references, i);
      if (group->guard != NULL)
         continue;
      hp_ref of_group[HP_SLOT_MAX_REFS];
      copy_refs(references, group, of_group);
      for (UInt k = 0; k < group->n_refs; k++)
         *refs++ = (hp_told_ref){
            .offset = of_group[k].offset, .size_B = of_group[k].size_B,
            .is_write = of_group[k].is_write, .base = base,
         };
      base++;
   }
}

static hp_places *add_cold(Addr entry, Addr code,
                           const hp_references *references)
{
   hp_places *places = new_places(entry, code, False,
                                  size_of_calls(references));
   hp_told *told = hp_places_told(places);
   UInt n_bases, n_refs;
   for (Word i = 0; i < VG_(sizeXA)(references->groups);) {
      Word end = end_of_call(references, i, &n_bases, &n_refs);
      if (n_bases > 0) {
         *told = (hp_told){ .places = places, .n_refs = (UShort)n_refs,
                            .is_first = told == hp_places_told(places) };
         fill_call(told, references, i, end);
         told = hp_places_told_next(told);
      }
      i = end;
   }
   return places;
}

hp_places *hp_places_add(Addr entry, Addr code, const hp_references *references)
{
   hp_places_remove(entry, code);
   hp_places *places = tk_words_has(&all.hot, key_of(entry, code))
                          ? add_hot(entry, code, references)
                          : add_cold(entry, code, references);
   VG_(HT_add_node)(all.table, places);
   return places;
}

/* It has run often. */
static void become_hot(hp_places *places)
{
   if (all.n_waiting == MAX_HOT) {
      places->n_passes = HOT_PASSES / 2; /* later */
      return;
   }
   tk_words_add(&all.hot, places->key);
   all.waiting[all.n_waiting++] = places->code;
}

void hp_places_retranslate(void)
{
   while (all.n_waiting > 0)
      tk_retranslate(all.waiting[--all.n_waiting], 1);
}

/* ---- All ------------------------------------------------------------------------ */

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
   hp_places sought = { .key = key_of(entry, code), .code = code };
   hp_places *places = VG_(HT_gen_remove)(all.table, &sought, compare);
   if (places == NULL)
      return;
   each_slot(places, hp_accesses_close);
   tk_pool_put(places->is_hot ? &all.hot_memory : &all.memory, places,
               places->size_B);
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
   return run.watch.return_sp != 0;
}

void hp_places_on_told(const hp_told *told, HWord base0, HWord base1,
                       HWord base2, HWord base3, HWord base4)
{
   const HWord bases[HP_MAX_BASES] = { base0, base1, base2, base3, base4 };
   if (told->is_first && ++told->places->n_passes == HOT_PASSES)
      become_hot(told->places);
   if (is_allocating())
      return;
   for (UInt i = 0; i < told->n_refs; i++) {
      const hp_told_ref *t = &told->refs[i];
      hp_accesses_note(all.accesses, bases[t->base] + t->offset, t->size_B,
                       t->is_write);
   }
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
   const tk_blocks *blocks = &all.accesses->heap->blocks;
   uint32_t index = tk_blocks_around(&all.accesses->heap->blocks, address,
                                     TK_LAYER_CUSTOM);
   if (index == 0)
      return;
   const tk_block *block = tk_blocks_at(blocks, index);
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
   all.hot_memory.alloc = &tk_near_alloc;
   all.hot_memory.label = "hp.places.slots";
   all.hot = (tk_words){ .alloc = all.memory.alloc, .label = "hp.places.hot" };
   VG_(track_pre_mem_read)(on_read);
   VG_(track_pre_mem_read_asciiz)(on_read_text);
   VG_(track_post_mem_write)(on_write);
}
