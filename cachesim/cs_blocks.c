/* cs_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_blocks.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "tk_hash.h"

struct cs_blocks {
   VgHashTable *table;    /* the blocks that are translated */
   VgHashTable *promoted; /* cold ones, until they are translated as hot */
};

static UWord key_of(Addr entry, Addr code)
{
   return entry ^ (entry == code ? 0 : ~code);
}

static Word compare(const void *a, const void *b)
{
   const cs_block *x = a, *y = b;
   return !(x->entry == y->entry && x->code == y->code);
}

static cs_block *find(VgHashTable *table, Addr entry, Addr code)
{
   cs_block sought = { .key = key_of(entry, code), .entry = entry,
                       .code = code };
   return VG_(HT_gen_lookup)(table, &sought, compare);
}

static cs_block *take_out(VgHashTable *table, Addr entry, Addr code)
{
   cs_block sought = { .key = key_of(entry, code), .entry = entry,
                       .code = code };
   return VG_(HT_gen_remove)(table, &sought, compare);
}

static ULong checksum_of(const VexGuestExtents *extents)
{
   ULong sum = 0;
   for (UInt i = 0; i < extents->n_used; i++)
      sum = tk_hash_word(sum ^ tk_hash_bytes((const HChar *)extents->base[i],
                                             extents->len[i]));
   return sum;
}

static Bool is_readable(const VexGuestExtents *extents)
{
   for (UInt i = 0; i < extents->n_used; i++)
      if (!VG_(am_is_valid_for_client)(extents->base[i], extents->len[i],
                                       VKI_PROT_READ))
         return False;
   return True;
}

cs_blocks *cs_blocks_new(void)
{
   cs_blocks *blocks = VG_(malloc)("cs.blocks", sizeof *blocks);
   blocks->table = VG_(HT_construct)("cs.blocks.table");
   blocks->promoted = VG_(HT_construct)("cs.blocks.promoted");
   return blocks;
}

static void copy_array(void *to, XArray *from, SizeT element_B)
{
   Word n = VG_(sizeXA)(from);
   if (n > 0)
      VG_(memcpy)(to, VG_(indexXA)(from, 0), n * element_B);
}

static UInt count_segments(const cs_plan *plan)
{
   UInt n = 0;
   for (Word i = 0; i < VG_(sizeXA)(plan->groups); i++) {
      const cs_group *group = VG_(indexXA)(plan->groups, i);
      if (group->guard == NULL)
         n++;
   }
   return n;
}

/* Translated code refers to a segment by its place among the groups
   without guard, in order. */
static void fill_segments(cs_block *block, const cs_plan *plan)
{
   UInt n = 0;
   for (Word i = 0; i < VG_(sizeXA)(plan->groups); i++) {
      const cs_group *group = VG_(indexXA)(plan->groups, i);
      if (group->guard != NULL)
         continue;
      block->segments[n++] = (cs_segment){
         .counts = { .passes = 0,
                     .shares = block->shares + group->first_share,
                     .n_shares = group->n_shares },
         .block = block,
         .refs = block->refs + group->first_ref,
         .n_refs = group->n_refs };
   }
}

/* `cold` is the block's predecessor or NULL. */
static void fill_refs(cs_block *block, const cs_plan *plan,
                      const cs_block *cold)
{
   for (UInt i = 0; i < block->n_refs; i++) {
      const cs_ref *ref = VG_(indexXA)(plan->refs, i);
      block->refs[i] = (cs_known_ref){
         .site = &block->sites[ref->site],
         .kind = ref->kind,
         .inverted = ref->inverted,
         .scattered = cold != NULL && cold->refs[i].scattered,
         .size_B = ref->size_B };
   }
}

const cs_block *cs_blocks_promoted(const cs_blocks *blocks, Addr entry,
                                   Addr code, const VexGuestExtents *extents)
{
   const cs_block *cold = find(blocks->promoted, entry, code);
   return cold != NULL && cold->checksum == checksum_of(extents) ? cold : NULL;
}

/* The sizes of a block's parts, which are in one allocation, in falling order
   of alignment. */
static cs_block *allocate(const cs_plan *plan, UInt n_segments)
{
   Word n_shares = VG_(sizeXA)(plan->shares);
   Word n_sites = VG_(sizeXA)(plan->sites);
   Word n_refs = VG_(sizeXA)(plan->refs);
   Word n_instrs = VG_(sizeXA)(plan->lines);
   cs_block *block = VG_(malloc)(
      "cs.blocks.block",
      sizeof *block + n_segments * sizeof(cs_segment)
         + n_shares * sizeof(tk_share) + n_sites * sizeof(cs_site)
         + n_refs * sizeof(cs_known_ref) + n_instrs * sizeof(tk_line *));
   block->n_segments = n_segments;
   block->n_refs = n_refs;
   block->n_instrs = n_instrs;
   block->segments = (cs_segment *)(block + 1);
   block->shares = (tk_share *)(block->segments + n_segments);
   block->sites = (cs_site *)(block->shares + n_shares);
   block->refs = (cs_known_ref *)(block->sites + n_sites);
   block->lines = (tk_line **)(block->refs + n_refs);
   return block;
}

cs_block *cs_blocks_add(cs_blocks *blocks, Addr entry, Addr code,
                        const VexGuestExtents *extents, const cs_plan *plan)
{
   cs_block *cold = take_out(blocks->promoted, entry, code);
   cs_block *block = allocate(plan, count_segments(plan));
   block->key = key_of(entry, code);
   block->entry = entry;
   block->code = code;
   block->extents = *extents;
   block->checksum = checksum_of(extents);
   block->is_hot = cold != NULL && cold->checksum == block->checksum
                   && cold->n_refs == block->n_refs;
   block->is_promoted = False;
   copy_array(block->shares, plan->shares, sizeof(tk_share));
   copy_array(block->sites, plan->sites, sizeof(cs_site));
   copy_array(block->lines, plan->lines, sizeof(tk_line *));
   fill_refs(block, plan, block->is_hot ? cold : NULL);
   fill_segments(block, plan);
   VG_(HT_add_node)(blocks->table, block);
   if (cold != NULL)
      VG_(free)(cold);
   return block;
}

static void settle(cs_block *block)
{
   for (UInt i = 0; i < block->n_segments; i++)
      tk_segment_settle(&block->segments[i].counts);
}

void cs_blocks_remove(cs_blocks *blocks, Addr entry, Addr code)
{
   cs_block *block = take_out(blocks->table, entry, code);
   if (block == NULL)
      return;
   settle(block);
   if (block->is_promoted)
      VG_(HT_add_node)(blocks->promoted, block);
   else
      VG_(free)(block);
}

void cs_blocks_settle(cs_blocks *blocks)
{
   cs_block *block;
   VG_(HT_ResetIter)(blocks->table);
   while ((block = VG_(HT_Next)(blocks->table)) != NULL)
      settle(block);
}

/* In a quarter of the passes at least; below, a guard costs less than what
   it saves (docs/PERFORMANCE.md). */
static Bool is_scattered(const cs_known_ref *ref, ULong passes)
{
   return (ULong)ref->n_not_latest * 4 >= passes;
}

Bool cs_blocks_promote(cs_blocks *blocks, Addr entry, Addr code)
{
   cs_block *block = find(blocks->table, entry, code);
   if (block == NULL || block->is_hot || !is_readable(&block->extents)
       || checksum_of(&block->extents) != block->checksum)
      return False;
   for (UInt s = 0; s < block->n_segments; s++) {
      const cs_segment *segment = &block->segments[s];
      for (UInt i = 0; i < segment->n_refs; i++)
         segment->refs[i].scattered =
            is_scattered(&segment->refs[i], segment->counts.passes);
   }
   block->is_promoted = True;
   return True;
}
