/* cs_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_blocks.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "tk_hash.h"

enum { HOT_BITS = 16 };

struct cs_blocks {
   VgHashTable *table;
   /* Which places are hot, by a hash.  Places that share a byte share the
      verdict; that costs some time and nothing else. */
   Bool hot[1 << HOT_BITS];
};

static UWord key_of(Addr entry, Addr code)
{
   return entry ^ (entry == code ? 0 : ~code);
}

static Bool *hot_mark(cs_blocks *blocks, UWord key)
{
   return &blocks->hot[tk_hash_word(key) & ((1u << HOT_BITS) - 1)];
}

static Word compare(const void *a, const void *b)
{
   const cs_block *x = a, *y = b;
   return !(x->entry == y->entry && x->code == y->code);
}

cs_blocks *cs_blocks_new(void)
{
   cs_blocks *blocks = VG_(calloc)("cs.blocks", 1, sizeof *blocks);
   blocks->table = VG_(HT_construct)("cs.blocks.table");
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

static void fill_refs(cs_block *block, const cs_plan *plan)
{
   Word n = VG_(sizeXA)(plan->refs);
   for (Word i = 0; i < n; i++) {
      const cs_ref *ref = VG_(indexXA)(plan->refs, i);
      block->refs[i] = (cs_cold_ref){ .kind = ref->kind,
                                      .inverted = ref->inverted,
                                      .size_B = ref->size_B,
                                      .site = ref->site };
   }
}

cs_block *cs_blocks_add(cs_blocks *blocks, Addr entry, Addr code,
                        const cs_plan *plan)
{
   UInt n_segments = count_segments(plan);
   Word n_shares = VG_(sizeXA)(plan->shares);
   Word n_sites = VG_(sizeXA)(plan->sites);
   Word n_refs = VG_(sizeXA)(plan->refs);
   /* One allocation; the parts follow in falling order of alignment. */
   cs_block *block = VG_(malloc)(
      "cs.blocks.block",
      sizeof *block + n_segments * sizeof(cs_segment)
         + n_shares * sizeof(tk_share) + n_sites * sizeof(cs_site)
         + n_refs * sizeof(cs_cold_ref));
   block->key = key_of(entry, code);
   block->entry = entry;
   block->code = code;
   block->is_hot = *hot_mark(blocks, block->key);
   block->n_segments = n_segments;
   block->segments = (cs_segment *)(block + 1);
   block->shares = (tk_share *)(block->segments + n_segments);
   block->sites = (cs_site *)(block->shares + n_shares);
   block->refs = (cs_cold_ref *)(block->sites + n_sites);
   copy_array(block->shares, plan->shares, sizeof(tk_share));
   copy_array(block->sites, plan->sites, sizeof(cs_site));
   fill_refs(block, plan);
   fill_segments(block, plan);
   VG_(HT_add_node)(blocks->table, block);
   return block;
}

static void settle(cs_block *block)
{
   for (UInt i = 0; i < block->n_segments; i++)
      tk_segment_settle(&block->segments[i].counts);
}

void cs_blocks_remove(cs_blocks *blocks, Addr entry, Addr code)
{
   cs_block sought = { .key = key_of(entry, code), .entry = entry,
                       .code = code };
   cs_block *block = VG_(HT_gen_remove)(blocks->table, &sought, compare);
   if (block == NULL)
      return;
   settle(block);
   VG_(free)(block);
}

void cs_blocks_settle(cs_blocks *blocks)
{
   cs_block *block;
   VG_(HT_ResetIter)(blocks->table);
   while ((block = VG_(HT_Next)(blocks->table)) != NULL)
      settle(block);
}

void cs_blocks_mark_hot(cs_blocks *blocks, Addr entry, Addr code)
{
   *hot_mark(blocks, key_of(entry, code)) = True;
}
