/* cs_instrument.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_instrument.h"

#include "cs_calls.h"
#include "cs_ir.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

/* ---- Counting -------------------------------------------------------- */

/* Adds to the 64-bit counter at `addr`; its new value. */
static IRExpr *emit_add(const code *c, IRExpr *addr, IRExpr *addend)
{
   IRExpr *count = temp(c, Ity_I64, IRExpr_Load(HOST_ENDIAN, Ity_I64, addr));
   IRExpr *more = temp(c, Ity_I64, IRExpr_Binop(Iop_Add64, count, addend));
   emit(c, IRStmt_Store(HOST_ENDIAN, addr, more));
   return more;
}

static IRExpr *emit_increment(const code *c, IRExpr *addr)
{
   return emit_add(c, addr, IRExpr_Const(IRConst_U64(1)));
}

/* ---- Fetches --------------------------------------------------------- */

/* True if `line` is not the latest of its set in I1. */
static IRExpr *line_differs(const code *c, const cs_icache *i1, Addr line)
{
   IRExpr *mru = load_word(c, address(c, &i1->mru[cs_icache_set(i1, line)]));
   return temp(c, Ity_I1, IRExpr_Binop(WORD_OP(c, CmpNE), mru,
                                       word_const(c, line)));
}

/* Is one of two conditions true?  `a` may be NULL: not so. */
static IRExpr *either(const code *c, IRExpr *a, IRExpr *b)
{
   IROp widen = c->word == Ity_I64 ? Iop_1Uto64 : Iop_1Uto32;
   if (a == NULL)
      return b;
   IRExpr *sum = word_binop(c, WORD_OP(c, Or),
                            temp(c, c->word, IRExpr_Unop(widen, a)),
                            temp(c, c->word, IRExpr_Unop(widen, b)));
   return temp(c, Ity_I1, IRExpr_Unop(WORD_OP(c, CmpNEZ), sum));
}

/* The guard compares the (as a rule one or two) lines that the instruction
   lies in, but for the one that is known to be the latest. */
static void emit_fetch(const code *c, const cs_icache *i1, const cs_ref *ref,
                       cs_site *site)
{
   IRExpr *guard = NULL;
   const cs_icache_line *line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next)
      if (line->addr != ref->known_line)
         guard = either(c, guard, line_differs(c, i1, line->addr));
   CALL(c, cs_on_fetch, mkIRExprVec_1(address(c, site)), 1, guard);
}

/* Where the lines are seldom the latest, comparing with that would call again
   and again only to note that they were used.  Here this is done inline, as
   cs_icache_touch does it, and only a miss calls. */
static void emit_scattered_fetch(const code *c, cs_icache *i1,
                                 cs_site *site)
{
   _Static_assert(offsetof(cs_icache_way, last_use) == 0,
                  "a way's address is that of its last use");
   IRExpr *guard = NULL;
   cs_icache_line *line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next) {
      IRExpr *way = load_word(c, address(c, &line->way));
      guard = either(c, guard,
                     temp(c, Ity_I1, IRExpr_Binop(WORD_OP(c, CmpEQ), way,
                                                  word_const(c, 0))));
   }
   CALL(c, cs_on_fetch, mkIRExprVec_1(address(c, site)), 1, guard);
   line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next) {
      IRExpr *last_use = load_word(c, address(c, &line->way));
      IRExpr *now = emit_increment(c, address(c, &i1->clock));
      emit(c, IRStmt_Store(HOST_ENDIAN, last_use, now));
      emit(c, IRStmt_Store(HOST_ENDIAN, address(c, line->mru),
                           word_const(c, line->addr)));
   }
}

/* ---- Data ------------------------------------------------------------ */

/* The address of mru[set of addr], if the number of sets is a power of
   two; else NULL. */
static IRExpr *mru_slot(const code *c, const cs_cache *d1, IRExpr *addr)
{
   if (d1->n_sets == 1)
      return address(c, d1->mru);
   if (d1->set_mask == 0)
      return NULL;
   UInt scale_bits = c->word == Ity_I64 ? 3 : 2;
   IRExpr *shift = IRExpr_Const(IRConst_U8(d1->line_bits - scale_bits));
   IRExpr *block = word_binop(c, WORD_OP(c, Shr), addr, shift);
   IRExpr *offset =
      word_binop(c, WORD_OP(c, And), block,
                 word_const(c, d1->set_mask << scale_bits));
   return word_binop(c, WORD_OP(c, Add), offset, address(c, d1->mru));
}

/* True if size_B bytes at `addr` are not wholly inside the line whose address
   is `line`.  One unsigned comparison tells: addr - line is at most line size -
   size if so, and larger, perhaps by wrapping round, for a reference before
   the line, behind it, or reaching into the next.  (VEX wants the constant on
   the right, and has no "greater than".) */
static IRExpr *is_outside(const code *c, const cs_cache *d1, IRExpr *addr,
                          UInt size_B, IRExpr *line)
{
   IRExpr *offset = word_binop(c, WORD_OP(c, Sub), addr, line);
   UWord limit = ((UWord)1 << d1->line_bits) - size_B;
   IRExpr *inside = temp(c, Ity_I1, IRExpr_Binop(WORD_OP_U(c, CmpLE), offset,
                                                 word_const(c, limit)));
   return temp(c, Ity_I1, IRExpr_Unop(Iop_Not1, inside));
}

/* True if they are not wholly inside the latest line of their set. */
static IRExpr *data_guard(const code *c, const cs_cache *d1, IRExpr *addr,
                          UInt size_B)
{
   IRExpr *slot = mru_slot(c, d1, addr);
   return slot == NULL ? NULL
                       : is_outside(c, d1, addr, size_B, load_word(c, slot));
}

static void emit_data(const code *c, const cs_cache *d1, const cs_ref *ref,
                      const cs_known_ref *known)
{
   IRExpr **args = mkIRExprVec_2(address(c, known), ref->atom);
   IRExpr *guard = data_guard(c, d1, ref->atom, ref->size_B);
   if (ref->kind == CS_REF_READ)
      CALL(c, cs_on_read, args, 2, guard);
   else
      CALL(c, cs_on_write, args, 2, guard);
}

/* ---- Branches -------------------------------------------------------- */

/* A condition as a word, 0 or 1. */
static IRExpr *condition_word(const code *c, IRExpr *condition)
{
   IROp widen = c->word == Ity_I64 ? Iop_1Uto64 : Iop_1Uto32;
   return temp(c, c->word, IRExpr_Unop(widen, temp(c, Ity_I1, condition)));
}

/* Adds `addend`, a word, to a counter of a line. */
static void emit_count(const code *c, tk_line *line, cs_event column,
                       IRExpr *addend)
{
   IRExpr *addr = address(c, &line->counts[column]);
   if (c->word == Ity_I32)
      addend = temp(c, Ity_I64, IRExpr_Unop(Iop_32Uto64, addend));
   emit_add(c, addr, addend);
   if (c->totals != NULL)
      emit_add(c, address(c, &c->totals[column]), addend);
}

/* As cs_branch_cond. */
static void emit_cond(const code *c, cs_branch *b, const cs_ref *ref,
                      const cs_site *site)
{
   IRExpr *taken = condition_word(c, ref->atom);
   if (ref->inverted)
      taken = word_binop(c, WORD_OP(c, Xor), taken, word_const(c, 1));
   IRExpr *row = load_word(c, address(c, &b->row));
   IRExpr *counter =
      word_binop(c, WORD_OP(c, Add), row,
                 address(c, b->counters + cs_branch_column(site->addr)));
   IRExpr *index =
      word_binop(c, WORD_OP(c, Or), load_byte(c, counter), taken);
   IRExpr *step = load_byte(c, word_binop(c, WORD_OP(c, Add), index,
                                          address(c, cs_branch_steps)));
   IRExpr *next = word_binop(c, WORD_OP(c, And), step,
                             word_const(c, CS_BRANCH_COUNTER));
   store_byte(c, counter, next);
   IRExpr *added = word_binop(c, WORD_OP(c, Shl), taken,
                              IRExpr_Const(IRConst_U8(CS_COND_ADDR_BITS)));
   IRExpr *moved = word_binop(c, WORD_OP(c, Shl), row,
                              IRExpr_Const(IRConst_U8(1)));
   emit(c, IRStmt_Store(HOST_ENDIAN, address(c, &b->row),
                        word_binop(c, WORD_OP(c, And),
                                   word_binop(c, WORD_OP(c, Or), moved, added),
                                   word_const(c, CS_BRANCH_ROW_MASK))));
   emit_count(c, site->line, CS_BCM,
              word_binop(c, WORD_OP(c, Shr), step,
                         IRExpr_Const(IRConst_U8(CS_BRANCH_MISSED_BIT))));
}

/* As cs_branch_jump. */
static void emit_jump(const code *c, cs_branch *b, const cs_ref *ref,
                      const cs_site *site)
{
   IRExpr *last = address(c, &b->last_target[cs_branch_entry(site->addr)]);
   IRExpr *differs = IRExpr_Binop(WORD_OP(c, CmpNE), load_word(c, last),
                                  ref->atom);
   emit_count(c, site->line, CS_BIM, condition_word(c, differs));
   emit(c, IRStmt_Store(HOST_ENDIAN, last, ref->atom));
}

/* ---- Single references ----------------------------------------------- */

static const cs_ref *nth_ref(const cs_plan *plan, const cs_group *group, UInt i)
{
   return VG_(indexXA)(plan->refs, group->first_ref + i);
}

static void emit_hot_fetch(const code *c, cs_icache *i1, const cs_ref *ref,
                           const cs_known_ref *known, cs_site *site)
{
   /* Inline, no line may push out another of the same instruction. */
   if (known->scattered && site->n_lines <= i1->n_sets)
      emit_scattered_fetch(c, i1, site);
   else
      emit_fetch(c, i1, ref, site);
}

static void emit_hot_ref(const code *c, cs_sim *sim, const cs_block *block,
                         const cs_ref *ref, const cs_known_ref *known)
{
   switch (ref->kind) {
   case CS_REF_FETCH:
      emit_hot_fetch(c, &sim->i1, ref, known, &block->sites[ref->site]);
      break;
   case CS_REF_READ:
   case CS_REF_WRITE:
      emit_data(c, &sim->d1, ref, known);
      break;
   case CS_REF_COND:  emit_cond(c, &sim->branch, ref, known->site); break;
   case CS_REF_JUMP:  emit_jump(c, &sim->branch, ref, known->site); break;
   }
}

/* ---- Runs ------------------------------------------------------------ */

/* References of one root that lie within so many bytes, and no more than a
   line, are guarded as one; a longer range would more often lie in two. */
enum { RUN_MAX_B = 16 };

static Int run_max_B(const cs_cache *d1)
{
   Int line_B = (Int)1 << d1->line_bits;
   return line_B < RUN_MAX_B ? line_B : RUN_MAX_B;
}

/* Successive references of a hot group to data, of one root, with one guard:
   that all of them are to the latest line of their set.  Then none changes
   anything. */
typedef struct {
   UInt first, n_refs;   /* of the group's */
   const cs_ref *lowest; /* the one with the lowest address */
   Int end_B;            /* of them all, as a displacement from the root */
} run;

static Bool can_join(const cs_ref *ref, const cs_known_ref *known)
{
   return (ref->kind == CS_REF_READ || ref->kind == CS_REF_WRITE)
          && !known->scattered;
}

/* Adds a reference that can join; False if it must be another run's. */
static Bool join_run(run *r, const cs_cache *d1, const cs_ref *ref)
{
   Int begin_B = ref->disp_B, end_B = begin_B + (Int)ref->size_B;
   if (r->n_refs == 0) {
      r->lowest = ref;
   } else {
      Int low_B = r->lowest->disp_B < begin_B ? r->lowest->disp_B : begin_B;
      if (r->end_B > end_B)
         end_B = r->end_B;
      if (!eqIRAtom(r->lowest->root, ref->root)
          || end_B - low_B > run_max_B(d1))
         return False;
      if (begin_B < r->lowest->disp_B)
         r->lowest = ref;
   }
   r->end_B = end_B;
   r->n_refs++;
   return True;
}

/* Writes the run, and begins the next. */
static void emit_run(const code *c, const cs_plan *plan, cs_segment *segment,
                     run *r)
{
   cs_known_ref *first = &segment->refs[r->first];
   if (r->n_refs == 1) {
      emit_data(c, &plan->sim->d1, r->lowest, first);
   } else if (r->n_refs > 1) {
      first[r->n_refs - 1].ends_run = True;
      UInt size_B = (UInt)(r->end_B - r->lowest->disp_B);
      CALL(c, cs_on_run,
           mkIRExprVec_2(address(c, first), r->lowest->root), 2,
           data_guard(c, &plan->sim->d1, r->lowest->atom, size_B));
   }
   *r = (run){ .first = r->first + r->n_refs };
}

/* ---- Groups ---------------------------------------------------------- */

/* What a pass is worth, to the totals. */
static void emit_totals(const code *c, const tk_segment *counts)
{
   UWord amounts[CS_N_EVENTS] = { 0 };
   for (UInt i = 0; i < counts->n_shares; i++)
      amounts[counts->shares[i].column] += counts->shares[i].amount;
   for (cs_event e = 0; e < CS_N_EVENTS; e++)
      if (amounts[e] > 0)
         emit_add(c, address(c, &c->totals[e]),
                  IRExpr_Const(IRConst_U64(amounts[e])));
}

static void emit_hot_group(const code *c, const cs_plan *plan,
                           const cs_group *group, cs_segment *segment)
{
   if (group->n_shares > 0)
      emit_increment(c, address(c, &segment->counts.passes));
   if (c->totals != NULL)
      emit_totals(c, &segment->counts);
   const cs_cache *d1 = &plan->sim->d1;
   run r = { .first = 0 };
   for (UInt i = 0; i < group->n_refs; i++) {
      const cs_ref *ref = nth_ref(plan, group, i);
      cs_known_ref *known = &segment->refs[i];
      if (!can_join(ref, known)) {
         emit_run(c, plan, segment, &r);
         emit_hot_ref(c, plan->sim, segment->block, ref, known);
         r.first = i + 1;
      } else if (!join_run(&r, d1, ref)) {
         emit_run(c, plan, segment, &r);
         join_run(&r, d1, ref);
      }
   }
   emit_run(c, plan, segment, &r);
}

/* What the simulation must be told of a root at run time, as a word. */
static IRExpr *run_time_value(const code *c, const cs_ref *ref)
{
   return ref->kind == CS_REF_COND ? condition_word(c, ref->root) : ref->root;
}

static void emit_cold_group(const code *c, const cs_plan *plan,
                            const cs_group *group, cs_segment *segment)
{
   IRExpr *v[CS_MAX_VALUES];
   cs_roots roots = { .n = 0 };
   for (UInt i = 0; i < group->n_refs; i++) {
      const cs_ref *ref = nth_ref(plan, group, i);
      if (ref->root == NULL)
         continue;
      UInt n = roots.n, value = cs_roots_add(&roots, ref->root);
      if (value == n)
         v[value] = run_time_value(c, ref);
      segment->refs[i].value = value;
   }
   IRExpr *s = address(c, segment);
   switch (roots.n) {
   case 0: CALL(c, cs_on_pass_0, mkIRExprVec_1(s), 1, NULL); break;
   case 1: CALL(c, cs_on_pass_1, mkIRExprVec_2(s, v[0]), 2, NULL); break;
   case 2: CALL(c, cs_on_pass_2, mkIRExprVec_3(s, v[0], v[1]), 3, NULL); break;
   case 3: CALL(c, cs_on_pass_3, mkIRExprVec_4(s, v[0], v[1], v[2]), 3, NULL);
           break;
   case 4: CALL(c, cs_on_pass_4, mkIRExprVec_5(s, v[0], v[1], v[2], v[3]), 3,
                NULL);
           break;
   case 5: CALL(c, cs_on_pass_5,
                mkIRExprVec_6(s, v[0], v[1], v[2], v[3], v[4]), 3, NULL);
           break;
   default: tl_assert(0);
   }
}

/* The one reference of a predicated group. */
static void emit_predicated(const code *c, const cs_plan *plan,
                            const cs_group *group, const cs_known_ref *known)
{
   const cs_ref *ref = nth_ref(plan, group, 0);
   IRExpr **args = mkIRExprVec_2(address(c, known), ref->atom);
   if (ref->kind == CS_REF_READ)
      CALL(c, cs_on_predicated_read, args, 2, group->guard);
   else
      CALL(c, cs_on_predicated_write, args, 2, group->guard);
}

/* Where in the block's records translation has come to. */
typedef struct {
   cs_segment *segment;
   const cs_known_ref *predicated;
} position;

static void emit_group(const code *c, const cs_plan *plan,
                       const cs_group *group, position *at)
{
   if (group->guard != NULL) {
      emit_predicated(c, plan, group, at->predicated++);
      return;
   }
   if (at->segment->block->is_hot)
      emit_hot_group(c, plan, group, at->segment);
   else
      emit_cold_group(c, plan, group, at->segment);
   at->segment = cs_segment_next(at->segment);
}

IRSB *cs_instrument(const cs_plan *plan, cs_block *block, IRSB *sb,
                    IRType word)
{
   code c = { .sb = deepCopyIRSBExceptStmts(sb), .word = word,
              .totals = plan->sim->keeps_totals ? plan->sim->totals : NULL };
   position at = { block->segments, block->predicated };
   Word n_groups = VG_(sizeXA)(plan->groups), g = 0;

   for (Int i = 0; i <= sb->stmts_used; i++) {
      for (; g < n_groups; g++) {
         const cs_group *group = VG_(indexXA)(plan->groups, g);
         if (group->stmt != i)
            break;
         emit_group(&c, plan, group, &at);
      }
      if (i < sb->stmts_used)
         emit(&c, sb->stmts[i]);
   }
   tl_assert(g == n_groups);
   return c.sb;
}
