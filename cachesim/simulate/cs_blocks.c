/* cs_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_blocks.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "base/tk_hash.h"
#include "base/tk_pool.h"
#include "code/tk_retranslate.h"
#include "simulate/cs_slot_code.h"

struct cs_blocks {
   VgHashTable *table;    /* the blocks that are translated */
   VgHashTable *promoted; /* cold ones, until they are translated as hot */
   tk_pool memory;
};

/* A checksum of the bytes and of their addresses. */
static ULong checksum_of(const VexGuestExtents *extents)
{
   ULong sum = 0;
   for (UInt i = 0; i < extents->n_used; i++) {
      const HChar *code = (const HChar *)extents->base[i];
      UInt length = extents->len[i];
      sum = tk_hash_word(sum ^ extents->base[i] ^ (ULong)length << 48);
      sum ^= tk_hash_bytes(code, length);
   }
   return sum;
}

static Bool is_readable(const VexGuestExtents *extents)
{
   for (UInt i = 0; i < extents->n_used; i++)
      if (!VG_(am_is_valid_for_client)(extents->base[i], extents->len[i], VKI_PROT_READ))
         return False;
   return True;
}

cs_blocks *cs_blocks_new(const tk_alloc *alloc)
{
   cs_blocks *blocks = VG_(calloc)("cs.blocks", 1, sizeof *blocks);
   blocks->table = VG_(HT_construct)("cs.blocks.table");
   blocks->promoted = VG_(HT_construct)("cs.blocks.promoted");
   blocks->memory.alloc = alloc;
   blocks->memory.label = "cs.blocks.block";
   return blocks;
}

/* Where the extents after the first begin; the sites follow. */
static Addr *more_bases(const cs_block *block)
{
   return (Addr *)((Addr)block + block->sites_at) - (block->n_extents - 1);
}

static void set_extents(cs_block *block, const VexGuestExtents *extents)
{
   for (UInt i = 0; i < extents->n_used; i++)
      block->extent_B[i] = extents->len[i];
   for (UInt i = 1; i < extents->n_used; i++)
      more_bases(block)[i - 1] = extents->base[i];
}

static VexGuestExtents extents_of(const cs_block *block)
{
   VexGuestExtents extents = { .base = { block->translation.code },
                               .n_used = block->n_extents };
   for (UInt i = 0; i < extents.n_used; i++)
      extents.len[i] = block->extent_B[i];
   for (UInt i = 1; i < extents.n_used; i++)
      extents.base[i] = more_bases(block)[i - 1];
   return extents;
}

static void free_block(cs_blocks *blocks, cs_block *block)
{
   tk_pool_put(&blocks->memory, block, block->size_B);
}

static void copy_array(void *to, XArray *from, SizeT element_B)
{
   Word n = VG_(sizeXA)(from);
   if (n > 0)
      VG_(memcpy)(to, VG_(indexXA)(from, 0), n * element_B);
}

static void copy_sites(cs_block *block, const cs_plan *plan)
{
   for (UInt i = 0; i < block->n_sites; i++)
      VG_(memcpy)(cs_block_site(block, i), VG_(indexXA)(plan->sites, i), block->site_B);
}

static cs_known_ref known_ref(const cs_block *block, const cs_ref *ref)
{
   cs_site *site = cs_block_site(block, ref->site);
   if (ref->kind == CS_REF_FETCH && !block->is_hot)
      return (cs_known_ref){ .code = site->code,
                             .kind = ref->kind,
                             .n_lines = site->n_lines,
                             .size_B_or_site = ref->site };
   return (cs_known_ref){ .site = site,
                          .kind = ref->kind,
                          .inverted = ref->inverted,
                          .modifies = ref->modifies,
                          .size_B_or_site = ref->size_B,
                          .disp_B = ref->disp_B };
}

static void fill_segment(cs_block *block, cs_segment *segment, const cs_group *group,
                         const cs_plan *plan)
{
   segment->counts = (tk_segment){ .contributions = cs_block_contributions(block)
                                                    + group->first_contribution,
                                   .n_contributions = group->n_contributions,
                                   .passes = 0 };
   segment->block = block;
   segment->slots = NULL;
   segment->n_refs = group->n_refs;
   segment->n_uncounted = 0;
   segment->ticks = group->ticks;
   for (UInt i = 0; i < group->n_refs; i++)
      segment->refs[i] = known_ref(block, VG_(indexXA)(plan->refs, group->first_ref + i));
   segment->n_costs = group->n_costs;
   for (UInt i = 0; i < group->n_costs; i++)
      cs_segment_costs(segment)[i] = *(cs_cost *)VG_(indexXA)(plan->costs,
                                                              group->first_cost + i);
}

/* Segments and predicated references have the order of the groups, in which they are
   translated. */
static void fill_groups(cs_block *block, const cs_plan *plan)
{
   cs_segment *segment = cs_block_segments(block);
   cs_known_ref *predicated = cs_block_predicated(block);
   for (Word i = 0; i < VG_(sizeXA)(plan->groups); i++) {
      const cs_group *group = VG_(indexXA)(plan->groups, i);
      if (group->guard != NULL) {
         *predicated++ = known_ref(block, VG_(indexXA)(plan->refs, group->first_ref));
      } else {
         fill_segment(block, segment, group, plan);
         segment = cs_segment_next(segment);
      }
   }
}

/* Copies what the cold block has learnt about its references. */
static void take_over(cs_block *block, const cs_block *cold)
{
   cs_segment *to = cs_block_segments(block);
   cs_segment *from = cs_block_segments(cold);
   block->run = cold->run;
   for (UInt s = 0; s < block->n_segments; s++) {
      for (UInt i = 0; i < to->n_refs; i++)
         to->refs[i].scattered = from->refs[i].scattered;
      to = cs_segment_next(to);
      from = cs_segment_next(from);
   }
}

cs_known_lines cs_blocks_known_lines(const cs_blocks *blocks, Addr entry, Addr code,
                                     const VexGuestExtents *extents)
{
   const cs_block *cold = tk_translation_find(blocks->promoted, entry, code);
   if (cold == NULL || cold->checksum != checksum_of(extents))
      return (cs_known_lines){ .contributions = NULL, .instrs = NULL };
   return (cs_known_lines){ .contributions = cs_block_contributions(cold),
                            .instrs = cs_block_instrs(cold) };
}

/* Allocates a block as planned, all at once.  The parts with the larger
   alignment come first. */
static cs_block *allocate_block(cs_blocks *blocks, const cs_plan *plan, UInt n_extents)
{
   UInt n_groups = VG_(sizeXA)(plan->groups), n_predicated = 0;
   for (UInt i = 0; i < n_groups; i++) {
      const cs_group *group = VG_(indexXA)(plan->groups, i);
      n_predicated += group->guard != NULL;
   }
   UInt n_segments = n_groups - n_predicated;
   /* Each reference belongs to a segment or is predicated. */
   SizeT groups_B = n_segments * sizeof(cs_segment)
                    + VG_(sizeXA)(plan->refs) * sizeof(cs_known_ref)
                    + VG_(sizeXA)(plan->costs) * sizeof(cs_cost);
   SizeT contributions_B = VG_(sizeXA)(plan->contributions) * sizeof(tk_contribution);
   SizeT bases_B = (n_extents - 1) * sizeof(Addr);
   SizeT site_B = plan->sim->machine != NULL ? sizeof(cs_site) : offsetof(cs_site, from);
   SizeT sites_B = VG_(sizeXA)(plan->sites) * site_B;
   SizeT instrs_B = VG_(sizeXA)(plan->instrs) * sizeof(UShort);
   SizeT contributions_at = sizeof(cs_block) + groups_B;
   SizeT sites_at = contributions_at + contributions_B + bases_B;
   SizeT size_B = sites_at + sites_B + instrs_B;
   cs_block *block = tk_pool_get(&blocks->memory, size_B);
   *block = (cs_block){ .size_B = size_B,
                        .contributions_at = contributions_at,
                        .sites_at = sites_at,
                        .instrs_at = sites_at + sites_B,
                        .n_segments = n_segments,
                        .n_predicated = n_predicated,
                        .n_sites = VG_(sizeXA)(plan->sites),
                        .n_extents = n_extents,
                        .site_B = site_B };
   return block;
}

/* Frees the records of lines of code that no block refers to. */
static void sweep_lines(cs_blocks *blocks, cs_icache *i1)
{
   cs_block *block;
   VG_(HT_ResetIter)(blocks->table);
   while ((block = VG_(HT_Next)(blocks->table)) != NULL)
      for (UInt i = 0; i < block->n_sites; i++) {
         const cs_site *site = cs_block_site(block, i);
         if (site->code != NULL)
            cs_icache_keep(site->code, site->n_lines);
      }
   cs_icache_sweep(i1);
}

cs_block *cs_blocks_add(cs_blocks *blocks, Addr entry, Addr code,
                        const VexGuestExtents *extents, const cs_plan *plan)
{
   cs_block *cold = tk_translation_remove(blocks->promoted, entry, code);
   cs_block *block = allocate_block(blocks, plan, extents->n_used);
   block->translation = tk_translation_of(entry, code);
   set_extents(block, extents);
   block->checksum = checksum_of(extents);
   block->is_hot = cold != NULL && cold->checksum == block->checksum;
   copy_array(cs_block_contributions(block), plan->contributions,
              sizeof(tk_contribution));
   copy_sites(block, plan);
   copy_array(cs_block_instrs(block), plan->instrs, sizeof(UShort));
   fill_groups(block, plan);
   if (block->is_hot)
      take_over(block, cold);
   cs_slot_code_add(block, plan);
   VG_(HT_add_node)(blocks->table, block);
   if (cold != NULL)
      free_block(blocks, cold);
   if (cs_icache_has_enough(&plan->sim->i1))
      sweep_lines(blocks, &plan->sim->i1);
   return block;
}

static void flush_block(cs_block *block)
{
   cs_segment *segment = cs_block_segments(block);
   for (UInt i = 0; i < block->n_segments; i++) {
      if (segment->counts.passes > 0)
         tk_segment_flush(&segment->counts);
      segment = cs_segment_next(segment);
   }
}

void cs_blocks_remove(cs_blocks *blocks, Addr entry, Addr code)
{
   cs_block *block = tk_translation_remove(blocks->table, entry, code);
   if (block == NULL)
      return;
   cs_slot_code_remove(block);
   flush_block(block);
   if (block->is_promoted)
      VG_(HT_add_node)(blocks->promoted, block);
   else
      free_block(blocks, block);
}

void cs_blocks_flush(cs_blocks *blocks)
{
   cs_block *block;
   VG_(HT_ResetIter)(blocks->table);
   while ((block = VG_(HT_Next)(blocks->table)) != NULL)
      flush_block(block);
}

/* A fetch is scattered if it was not to the MRU in a quarter of the passes or more; if
   less often, a guard is cheaper.  For data it is a sixteenth: more would make the
   guard of a run fail too often (docs/PERFORMANCE-LOG.md). */
static Bool is_scattered(const cs_known_ref *ref, ULong passes)
{
   ULong share = ref->kind == CS_REF_FETCH ? 4 : 16;
   return ref->n_not_latest > 0 && ref->n_not_latest * share >= passes;
}

Bool cs_blocks_promote(cs_blocks *blocks, Addr entry, Addr code)
{
   cs_block *block = tk_translation_find(blocks->table, entry, code);
   if (block == NULL || block->is_hot)
      return False;
   VexGuestExtents extents = extents_of(block);
   if (!is_readable(&extents) || checksum_of(&extents) != block->checksum)
      return False;
   cs_segment *segment = cs_block_segments(block);
   for (UInt s = 0; s < block->n_segments; s++) {
      for (UInt i = 0; i < segment->n_refs; i++)
         segment->refs[i].scattered = is_scattered(
            &segment->refs[i], segment->counts.passes + segment->n_uncounted);
      segment = cs_segment_next(segment);
   }
   block->is_promoted = True;
   return True;
}
