/* cs_slot_code.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_slot_code.h"

#include "pub_tool_libcassert.h"

#include "base/tk_pool.h"
#include "code/tk_ir.h"
#include "code/tk_near.h"
#include "run/tk_tool.h"

/* A global, because calls from translated code can pass few arguments. */
static struct {
   cs_slots *slots; /* NULL: blocks get none */
   tk_pool cold, hot;
} the;

void cs_slot_code_begin(cs_slots *slots)
{
   the.slots = slots;
   the.cold = (tk_pool){ .alloc = &tk_tool_alloc, .label = "cs.slots.cold" };
   the.hot = (tk_pool){ .alloc = &tk_near_alloc, .label = "cs.slots.hot" };
}

/* ---- Which references share a slot ------------------------------------- */

enum { MOST_REFS = 64 }; /* of a group: its queue is much shorter */

/* A slot to be made. */
typedef struct {
   const cs_ref *lowest;
   Int end_B; /* of all references, as a displacement from the root */
   UInt n_refs;
} draft;

/* The slots to be made of a group. */
typedef struct {
   UInt n;
   draft of[MOST_REFS];
   Short slot[MOST_REFS]; /* by reference; -1: it is none to data */
} drafts;

static Bool is_data(const cs_ref *ref)
{
   return ref->kind == CS_REF_READ || ref->kind == CS_REF_WRITE;
}

static UInt size_of(const cs_ref *ref)
{
   return ref->size_B < CS_MEMORY_LINE_B ? ref->size_B : CS_MEMORY_LINE_B;
}

static Bool join_draft(draft *d, const cs_ref *ref)
{
   Int begin_B = ref->disp_B, end_B = begin_B + (Int)size_of(ref);
   Int low_B = d->lowest->disp_B < begin_B ? d->lowest->disp_B : begin_B;
   Int high_B = d->end_B > end_B ? d->end_B : end_B;
   if (!eqIRAtom(d->lowest->root, ref->root) || high_B - low_B > CS_SLOT_MAX_B)
      return False;
   if (begin_B < d->lowest->disp_B)
      d->lowest = ref;
   d->end_B = high_B;
   d->n_refs++;
   return True;
}

static void draw_up(drafts *all, const cs_plan *plan, const cs_group *group)
{
   all->n = 0;
   tl_assert(group->n_refs <= MOST_REFS);
   for (UInt i = 0; i < group->n_refs; i++) {
      const cs_ref *ref = cs_plan_ref(plan, group, i);
      UInt d = 0;
      all->slot[i] = -1;
      if (!is_data(ref))
         continue;
      while (d < all->n && !join_draft(&all->of[d], ref))
         d++;
      if (d == all->n)
         all->of[all->n++] = (draft){ .lowest = ref,
                                      .n_refs = 1,
                                      .end_B = ref->disp_B + (Int)size_of(ref) };
      all->slot[i] = (Short)d;
   }
}

/* ---- Records ------------------------------------------------------------ */

static tk_pool *pool_of(const cs_block *block)
{
   return block->is_hot ? &the.hot : &the.cold;
}

static SizeT size_of_slots(const cs_plan *plan)
{
   SizeT size_B = 0;
   drafts all;
   for (Word g = 0; g < VG_(sizeXA)(plan->groups); g++) {
      const cs_group *group = VG_(indexXA)(plan->groups, g);
      if (group->guard != NULL)
         continue;
      draw_up(&all, plan, group);
      for (UInt d = 0; d < all.n; d++)
         size_B += cs_slot_size_B(all.of[d].n_refs);
   }
   return size_B;
}

/* A locked instruction is a read and then a compare-and-swap in VEX's code: one access
   is enough. */
static Bool is_repeated(const cs_plan *plan, const cs_group *group, UInt i)
{
   if (i + 1 == group->n_refs)
      return False;
   const cs_ref *ref = cs_plan_ref(plan, group, i);
   const cs_ref *next = cs_plan_ref(plan, group, i + 1);
   return ref->kind == CS_REF_READ && !ref->modifies && next->modifies
          && next->site == ref->site && next->size_B == ref->size_B
          && eqIRAtom(next->atom, ref->atom);
}

static void add_ref(cs_slot *slot, const draft *d, const cs_ref *ref, const tk_line *at)
{
   slot->refs[slot->n_refs++] =
      (cs_slot_ref){ .at = at,
                     .offset = (UChar)(ref->disp_B - d->lowest->disp_B),
                     .size_B = (UChar)size_of(ref),
                     .is_write = ref->kind == CS_REF_WRITE || ref->modifies };
}

/* Fills the slots of a segment; returns where the next may be. */
static cs_slot *fill_slots(cs_segment *segment, const cs_plan *plan,
                           const cs_group *group, cs_slot *slot)
{
   drafts all;
   draw_up(&all, plan, group);
   segment->slots = all.n > 0 ? slot : NULL;
   for (UInt d = 0; d < all.n; d++) {
      const draft *of = &all.of[d];
      *slot = (cs_slot){ .line = CS_NO_MEMORY,
                         .passes = &segment->counts.passes,
                         .disp_B = of->lowest->disp_B,
                         .size_B = (UChar)(of->end_B - of->lowest->disp_B),
                         .is_last = d + 1 == all.n };
      for (UInt i = 0; i < group->n_refs; i++)
         if (all.slot[i] == (Short)d && !is_repeated(plan, group, i))
            add_ref(slot, of, cs_plan_ref(plan, group, i),
                    tk_line_whole(segment->refs[i].site->line));
      slot = cs_slot_next(slot);
   }
   return slot;
}

void cs_slot_code_add(cs_block *block, const cs_plan *plan)
{
   if (the.slots == NULL)
      return;
   block->slots_B = size_of_slots(plan);
   if (block->slots_B == 0)
      return;
   block->slots = tk_pool_get(pool_of(block), block->slots_B);
   cs_slot *slot = block->slots;
   cs_segment *segment = cs_block_segments(block);
   for (Word g = 0; g < VG_(sizeXA)(plan->groups); g++) {
      const cs_group *group = VG_(indexXA)(plan->groups, g);
      if (group->guard != NULL)
         continue;
      slot = fill_slots(segment, plan, group, slot);
      segment = cs_segment_next(segment);
   }
}

void cs_slot_code_remove(cs_block *block)
{
   if (block->slots == NULL)
      return;
   cs_slots_flush(the.slots);
   tk_pool_put(pool_of(block), block->slots, block->slots_B);
   block->slots = NULL;
}

/* ---- Code --------------------------------------------------------------- */

/* Writes the code of cs_slots_pass for one slot. */
static void emit_slot(IRSB *out, cs_slot *slot, IRExpr *addr)
{
   IRExpr *line = tk_ir_load_word(out, tk_ir_address(&slot->line));
   IRExpr *offset = tk_ir_binop(out, TK_IR_OP(Sub), addr, line);
   IRExpr *holds = tk_ir_compare(out, TK_IR_OP_U(CmpLE), offset,
                                 tk_ir_const(CS_MEMORY_LINE_B - slot->size_B));
   TK_IR_CALL(out, cs_on_slot, mkIRExprVec_2(tk_ir_address(slot), addr), 2,
              tk_ir_not(out, holds));
   IRExpr *byte = tk_ir_binop(out, TK_IR_OP(And), addr,
                              tk_ir_const(CS_MEMORY_LINE_B - 1));
   IROp narrow = sizeof(UWord) == 8 ? Iop_64to8 : Iop_32to8;
   IRExpr *shift = tk_ir_temp(out, Ity_I8, IRExpr_Unop(narrow, byte));
   IRExpr *one = IRExpr_Const(IRConst_U64(1));
   IRExpr *start = tk_ir_temp(out, Ity_I64, IRExpr_Binop(Iop_Shl64, one, shift));
   IRExpr *starts = tk_ir_load(out, Ity_I64, tk_ir_address(&slot->starts));
   tk_ir_store(out, tk_ir_address(&slot->starts),
               tk_ir_temp(out, Ity_I64, IRExpr_Binop(Iop_Or64, starts, start)));
}

void cs_slot_code_emit(IRSB *out, const cs_plan *plan, const cs_group *group,
                       const cs_segment *segment)
{
   drafts all;
   if (segment->slots == NULL)
      return;
   draw_up(&all, plan, group);
   cs_slot *slot = segment->slots;
   for (UInt d = 0; d < all.n; d++, slot = cs_slot_next(slot))
      emit_slot(out, slot, all.of[d].lowest->atom);
}

void cs_slot_code_set_values(const cs_plan *plan, const cs_group *group,
                             cs_segment *segment)
{
   drafts all;
   if (segment->slots == NULL)
      return;
   draw_up(&all, plan, group);
   cs_slot *slot = segment->slots;
   for (UInt d = 0; d < all.n; d++, slot = cs_slot_next(slot))
      for (UInt i = 0; i < group->n_refs; i++)
         if (all.slot[i] == (Short)d)
            slot->value = (UChar)segment->refs[i].value;
}

VG_REGPARM(2) void cs_on_slot(cs_slot *slot, Addr addr)
{
   cs_slots_miss(the.slots, slot, addr);
}

void cs_on_slots(const cs_segment *segment, const UWord *values)
{
   for (cs_slot *slot = segment->slots;; slot = cs_slot_next(slot)) {
      cs_slots_pass(the.slots, slot, values[slot->value] + (Addr)(Word)slot->disp_B);
      if (slot->is_last)
         return;
   }
}

void cs_on_unslotted(const cs_known_ref *ref, Addr addr, Bool is_write)
{
   if (the.slots != NULL)
      cs_slots_access(the.slots, tk_line_whole(ref->site->line), addr,
                      ref->size_B_or_site, is_write);
}
