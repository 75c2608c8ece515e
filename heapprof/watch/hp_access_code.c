/* hp_access_code.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_access_code.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "state/hp_run.h"
#include "code/tk_near.h"
#include "code/tk_retranslate.h"
#include "base/tk_words.h"

enum { HOT_PASSES = 1 << 13 };

static struct {
   hp_accesses *accesses;
   VgHashTable *table;
   tk_pool memory, hot_memory;
   tk_words hot;         /* keys of superblocks */
   tk_hot_list hot_list; /* those of them to be promoted */
} all = { .hot_list = { .batch = 1, .max = TK_HOT_MAX } };

/* Copies the accesses of a group, which are linked from the last to the first. */
static void copy_refs(const hp_access_groups *groups, const hp_access_group *group,
                      hp_ref *to)
{
   UInt n = group->n_refs;
   for (Int i = group->last_ref; i >= 0;) {
      const hp_grouped_ref *grouped = VG_(indexXA)(groups->refs, i);
      to[--n] = grouped->ref;
      i = grouped->previous;
   }
}

static const hp_access_group *group_at(const hp_access_groups *groups, Word i)
{
   return VG_(indexXA)(groups->list, i);
}

static hp_access_code *new_record(Addr entry, Addr code, Bool is_hot, SizeT rest_B)
{
   SizeT size_B = sizeof(hp_access_code) + rest_B;
   hp_access_code *record = tk_pool_get(is_hot ? &all.hot_memory : &all.memory, size_B);
   *record = (hp_access_code){
      .translation = tk_translation_of(entry, code),
      .size_B = (UInt)size_B,
      .is_hot = is_hot,
   };
   return record;
}

/* ---- Hot code ------------------------------------------------------------------- */

static SizeT size_of_slots(const hp_access_groups *groups)
{
   SizeT size_B = 0;
   for (Word i = 0; i < VG_(sizeXA)(groups->list); i++)
      if (group_at(groups, i)->guard == NULL)
         size_B += hp_slot_size_B(group_at(groups, i)->n_refs);
   return size_B;
}

static hp_access_code *add_hot(Addr entry, Addr code, const hp_access_groups *groups)
{
   SizeT passes_B = groups->n_pieces * sizeof(ULong);
   hp_access_code *record = new_record(entry, code, True,
                                       passes_B + size_of_slots(groups));
   record->n_pieces = (UShort)groups->n_pieces;
   ULong *passes = hp_access_code_passes(record);
   VG_(memset)(passes, 0, passes_B);
   hp_slot *slot = hp_access_code_slots(record);
   for (Word i = 0; i < VG_(sizeXA)(groups->list); i++) {
      const hp_access_group *group = group_at(groups, i);
      if (group->guard != NULL)
         continue;
      *slot = (hp_slot){
         .passes = (const uint64_t *)&passes[group->piece],
         .n_refs = (UChar)group->n_refs,
      };
      copy_refs(groups, group, slot->refs);
      slot = hp_slot_next(slot);
      record->n_slots++;
   }
   return record;
}

/* ---- Cold code ------------------------------------------------------------------- */

/* The end of the groups that one call reports, which begin at `first`.  Groups with
   a guard may be among them; they do not count. */
static Word end_of_call(const hp_access_groups *groups, Word first, UInt *n_bases,
                        UInt *n_refs)
{
   Word i = first, n = VG_(sizeXA)(groups->list);
   *n_bases = *n_refs = 0;
   for (; i < n && group_at(groups, i)->piece == group_at(groups, first)->piece; i++) {
      if (group_at(groups, i)->guard != NULL)
         continue;
      if (*n_bases == HP_MAX_BASES)
         return i;
      (*n_bases)++;
      *n_refs += group_at(groups, i)->n_refs;
   }
   return i;
}

static SizeT size_of_calls(const hp_access_groups *groups)
{
   SizeT size_B = 0;
   UInt n_bases, n_refs;
   for (Word i = 0; i < VG_(sizeXA)(groups->list);) {
      i = end_of_call(groups, i, &n_bases, &n_refs);
      if (n_bases > 0)
         size_B += sizeof(hp_cold_call) + n_refs * sizeof(hp_cold_ref);
   }
   return size_B;
}

static void fill_call(hp_cold_call *call, const hp_access_groups *groups, Word first,
                      Word end)
{
   UInt base = 0;
   hp_cold_ref *refs = call->refs;
   for (Word i = first; i < end; i++) {
      const hp_access_group *group = group_at(groups, i);
      if (group->guard != NULL)
         continue;
      hp_ref of_group[HP_SLOT_MAX_REFS];
      copy_refs(groups, group, of_group);
      for (UInt k = 0; k < group->n_refs; k++)
         *refs++ = (hp_cold_ref){
            .offset = of_group[k].offset,
            .size_B = of_group[k].size_B,
            .is_write = of_group[k].is_write,
            .base = base,
         };
      base++;
   }
}

static hp_access_code *add_cold(Addr entry, Addr code, const hp_access_groups *groups)
{
   hp_access_code *record = new_record(entry, code, False, size_of_calls(groups));
   hp_cold_call *call = hp_access_code_calls(record);
   UInt n_bases, n_refs;
   for (Word i = 0; i < VG_(sizeXA)(groups->list);) {
      Word end = end_of_call(groups, i, &n_bases, &n_refs);
      if (n_bases > 0) {
         *call = (hp_cold_call){
            .record = record,
            .n_refs = (UShort)n_refs,
            .is_first = call == hp_access_code_calls(record),
         };
         fill_call(call, groups, i, end);
         call = hp_cold_call_next(call);
      }
      i = end;
   }
   return record;
}

hp_access_code *hp_access_code_add(Addr entry, Addr code, const hp_access_groups *groups)
{
   hp_access_code_remove(entry, code);
   Bool is_hot = tk_words_has(&all.hot, tk_translation_of(entry, code).key);
   hp_access_code *record = is_hot ? add_hot(entry, code, groups)
                                   : add_cold(entry, code, groups);
   VG_(HT_add_node)(all.table, record);
   return record;
}

static void become_hot(hp_access_code *record)
{
   if (tk_hot_add(&all.hot_list, &record->translation))
      tk_words_add(&all.hot, record->translation.key);
   else
      record->n_passes = HOT_PASSES / 2; /* try again later */
}

/* ---- All ------------------------------------------------------------------------ */

static void each_slot(hp_access_code *record, void (*call)(hp_accesses *, hp_slot *))
{
   hp_slot *slot = hp_access_code_slots(record);
   for (UInt i = 0; i < record->n_slots; i++) {
      call(all.accesses, slot);
      slot = hp_slot_next(slot);
   }
}

void hp_access_code_remove(Addr entry, Addr code)
{
   hp_access_code *record = tk_translation_remove(all.table, entry, code);
   if (record == NULL)
      return;
   each_slot(record, hp_accesses_close);
   tk_pool_put(record->is_hot ? &all.hot_memory : &all.memory, record, record->size_B);
}

static void each_slot_of_all(void (*call)(hp_accesses *, hp_slot *))
{
   hp_access_code *record;
   VG_(HT_ResetIter)(all.table);
   while ((record = VG_(HT_Next)(all.table)) != NULL)
      each_slot(record, call);
}

void hp_access_code_flush(void)
{
   each_slot_of_all(hp_accesses_flush);
}

void hp_access_code_close(void)
{
   each_slot_of_all(hp_accesses_close);
}

void hp_access_code_rest(void)
{
   tk_hot_promote(&all.hot_list, NULL);
   if (hp_accesses_epoch_is_due(all.accesses, hp_now())) {
      hp_access_code_close();
      hp_accesses_begin_epoch(all.accesses, hp_now());
   }
}

/* ---- Calls ------------------------------------------------------------------- */

/* The accesses of an allocation function are not the program's. */
static Bool is_allocating(void)
{
   return run.watch.return_sp != 0;
}

void hp_on_cold_call(const hp_cold_call *call, HWord base0, HWord base1, HWord base2,
                     HWord base3, HWord base4)
{
   const HWord bases[HP_MAX_BASES] = { base0, base1, base2, base3, base4 };
   if (call->is_first && ++call->record->n_passes == HOT_PASSES)
      become_hot(call->record);
   if (is_allocating())
      return;
   for (UInt i = 0; i < call->n_refs; i++) {
      const hp_cold_ref *ref = &call->refs[i];
      hp_accesses_note(all.accesses, bases[ref->base] + ref->offset, ref->size_B,
                       ref->is_write);
   }
}

VG_REGPARM(2) void hp_on_slot_miss(hp_slot *slot, HWord base)
{
   if (is_allocating()) {
      if (slot->link != NULL)
         hp_accesses_close(all.accesses, slot);
   } else {
      hp_accesses_miss(all.accesses, slot, base);
   }
}

VG_REGPARM(2) void hp_on_access(HWord address, HWord kind)
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

/* Counts all bytes of the text but its last and its NUL, as DHAT does. */
static void on_read_text(CorePart part, ThreadId id, const HChar *what, Addr address)
{
   tk_blocks *blocks = &all.accesses->heap->blocks;
   uint32_t index = tk_blocks_around(blocks, address, TK_LAYER_CUSTOM);
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

void hp_access_code_on_write(CorePart part, Addr address, SizeT size_B)
{
   if (part == Vg_CoreSysCall || part == Vg_CoreClientReq)
      hp_accesses_note(all.accesses, address, size_B, True);
}

static void on_discard(Addr entry, VexGuestExtents extents)
{
   if (all.table != NULL)
      hp_access_code_remove(entry, extents.base[0]);
}

void hp_access_code_ask(void)
{
   VG_(needs_superblock_discards)(on_discard);
}

void hp_access_code_init(hp_accesses *accesses)
{
   all.accesses = accesses;
   all.table = VG_(HT_construct)("hp.access_code.table");
   all.memory.alloc = accesses->heap->alloc;
   all.memory.label = "hp.access_code";
   all.hot_memory.alloc = &tk_near_alloc;
   all.hot_memory.label = "hp.access_code.slots";
   all.hot = (tk_words){ .alloc = all.memory.alloc, .label = "hp.access_code.hot" };
   VG_(track_pre_mem_read)(on_read);
   VG_(track_pre_mem_read_asciiz)(on_read_text);
}
