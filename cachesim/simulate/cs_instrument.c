/* cs_instrument.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_instrument.h"

#include "simulate/cs_guard.h"
#include "simulate/cs_helpers.h"
#include "simulate/cs_slot_code.h"
#include "simulate/cs_tage_code.h"
#include "simulate/cs_totals.h"
#include "code/tk_ir.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

/* ---- Fetches --------------------------------------------------------- */

enum { CS_TURNED_LINES = 2 }; /* few instructions lie in more */

/* True if `line` is not the MRU line of its set in I1. */
static IRExpr *line_differs(IRSB *out, const cs_icache *i1, Addr line)
{
   IRExpr *mru = tk_ir_load_word(out, tk_ir_address(&i1->mru[cs_icache_set(i1, line)]));
   return tk_ir_compare(out, TK_IR_OP(CmpNE), mru, tk_ir_const(line));
}

/* True if either condition is; `a` may be NULL for false. */
static IRExpr *either_condition(IRSB *out, IRExpr *a, IRExpr *b)
{
   if (a == NULL)
      return b;
   IRExpr *sum = tk_ir_binop(out, TK_IR_OP(Or), tk_ir_condition_word(out, a),
                             tk_ir_condition_word(out, b));
   return tk_ir_temp(out, Ity_I1, IRExpr_Unop(TK_IR_OP(CmpNEZ), sum));
}

/* The guard compares the lines that the instruction lies in (usually one or two),
   except a line that is known to be the MRU. */
static void emit_fetch(IRSB *out, const cs_icache *i1, const cs_ref *ref, cs_site *site)
{
   IRExpr *guard = NULL;
   const cs_icache_line *line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next)
      if (line->addr != ref->known_line)
         guard = either_condition(out, guard, line_differs(out, i1, line->addr));
   TK_IR_CALL(out, cs_on_fetch, mkIRExprVec_1(tk_ir_address(site)), 1, guard);
}

/* The lines of a scattered fetch, of a machine with turns: if all have one, their use is
   noted inline, as cs_hierarchy_hit does; else a call does all.  (It can give a line a
   turn, so the turns are those before it.) */
static void emit_turned_fetch(IRSB *out, const cs_sim *sim, cs_site *site)
{
   _Static_assert(offsetof(cs_icache_turn, keep) == 0, "it begins with what it keeps");
   static const cs_icache_turn none = { .keep = ~0ULL };
   const cs_first *first = &sim->machine->code;
   IRExpr *calls = NULL, *turns[CS_TURNED_LINES];
   cs_icache_line *line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next) {
      turns[i] = tk_ir_load_word(out, tk_ir_address(&line->turn));
      calls = either_condition(
         out, calls, tk_ir_compare(out, TK_IR_OP(CmpEQ), turns[i], tk_ir_const(0)));
   }
   TK_IR_CALL(out, cs_on_fetch, mkIRExprVec_1(tk_ir_address(site)), 1, calls);
   line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next) {
      cs_level_place p = cs_level_at_usual(&first->stage.cache, line->addr);
      IRExpr *turn = tk_ir_choose(out, calls, tk_ir_address(&none), turns[i]);
      IRExpr *keep = tk_ir_load_word(out, turn);
      IRExpr *turned = tk_ir_load_word(
         out, tk_ir_binop(out, TK_IR_OP(Add), turn,
                          tk_ir_const(offsetof(cs_icache_turn, away))));
      IRExpr *state = tk_ir_address(&p.set->state);
      IRExpr *kept = tk_ir_binop(out, TK_IR_OP(And), tk_ir_load_word(out, state), keep);
      tk_ir_store(out, state, tk_ir_binop(out, TK_IR_OP(Or), kept, turned));
      IRExpr *filter = tk_ir_address(line->mru);
      tk_ir_store(
         out, filter,
         tk_ir_choose(out, calls, tk_ir_load_word(out, filter), tk_ir_const(line->addr)));
      IRExpr *latest = tk_ir_address(&first->latest[p.index]);
      tk_ir_store(
         out, latest,
         tk_ir_choose(out, calls, tk_ir_load_word(out, latest), tk_ir_const(line->addr)));
   }
}

/* The lines of a scattered fetch are rarely the MRU: a guard would fail again and
   again, only to note that they were used.  Here the note is made inline, as
   cs_icache_touch makes it, and only a miss calls. */
static void emit_scattered_fetch(IRSB *out, cs_icache *i1, cs_site *site)
{
   _Static_assert(offsetof(cs_icache_way, last_use) == 0,
                  "a way's address is that of its last use");
   IRExpr *guard = NULL;
   cs_icache_line *line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next) {
      IRExpr *way = tk_ir_load_word(out, tk_ir_address(&line->way));
      guard = either_condition(out, guard,
                               tk_ir_compare(out, TK_IR_OP(CmpEQ), way, tk_ir_const(0)));
   }
   TK_IR_CALL(out, cs_on_fetch, mkIRExprVec_1(tk_ir_address(site)), 1, guard);
   line = site->code;
   for (UInt i = 0; i < site->n_lines; i++, line = line->next) {
      IRExpr *last_use = tk_ir_load_word(out, tk_ir_address(&line->way));
      IRExpr *now = tk_ir_increment(out, tk_ir_address(&i1->clock));
      tk_ir_store(out, last_use, now);
      tk_ir_store(out, tk_ir_address(line->mru), tk_ir_const(line->addr));
   }
}

/* ---- Data ------------------------------------------------------------ */

static Bool is_written(const cs_ref *ref)
{
   return ref->kind == CS_REF_WRITE || ref->modifies;
}

static void call_data(IRSB *out, const cs_sim *sim, const cs_ref *ref,
                      const cs_known_ref *known, IRExpr *guard)
{
   Bool reads = ref->kind == CS_REF_READ;
   IRExpr **args = mkIRExprVec_2(tk_ir_address(known), ref->atom);
   if (sim->layout != NULL && reads)
      TK_IR_CALL(out, cs_on_moved_read, args, 2, guard);
   else if (sim->layout != NULL)
      TK_IR_CALL(out, cs_on_moved_write, args, 2, guard);
   else if (sim->d1_reasons != NULL && reads)
      TK_IR_CALL(out, cs_on_split_read, args, 2, guard);
   else if (sim->d1_reasons != NULL)
      TK_IR_CALL(out, cs_on_split_write, args, 2, guard);
   else if (reads && sim->use == NULL)
      TK_IR_CALL(out, cs_on_read, args, 2, guard);
   else if (sim->use == NULL)
      TK_IR_CALL(out, cs_on_write, args, 2, guard);
   else if (reads)
      TK_IR_CALL(out, cs_on_used_read, args, 2, guard);
   else
      TK_IR_CALL(out, cs_on_used_write, args, 2, guard);
}

static void emit_data(IRSB *out, const cs_sim *sim, const cs_ref *ref,
                      const cs_known_ref *known)
{
   call_data(out, sim, ref, known,
             cs_guard(out, sim, ref->atom, ref->size_B, is_written(ref)));
   if (sim->use != NULL)
      cs_guard_use(out, sim, ref->atom,
                   cs_line_use_bytes(CS_LINE_USE_MOST_B, 0, ref->size_B));
}

/* ---- The call path --------------------------------------------------- */

enum { CODES_AT_HAND = 8 };

/* Where the counts of the path that runs are. */
typedef struct {
   IRExpr *counts; /* NULL: call paths are not kept */
   /* The counts of the inlined code that was met last. */
   UInt n_inlined;
   struct {
      const cs_code *code;
      IRExpr *counts;
   } inlined[CODES_AT_HAND];
} call_path;

static IRExpr *code_counts(IRSB *out, call_path *path, const cs_code *code)
{
   if (code == NULL || code->index == 0)
      return path->counts;
   for (UInt i = 0; i < path->n_inlined && i < CODES_AT_HAND; i++)
      if (path->inlined[i].code == code)
         return path->inlined[i].counts;
   IRExpr *counts = cs_calls_emit_counts(out, path->counts, code);
   UInt slot = path->n_inlined++ % CODES_AT_HAND;
   path->inlined[slot].code = code;
   path->inlined[slot].counts = counts;
   return counts;
}

/* The address of a counter of the path. */
static IRExpr *path_count(IRSB *out, call_path *path, const cs_code *code, UInt column)
{
   return tk_ir_binop(out, TK_IR_OP(Add), code_counts(out, path, code),
                      tk_ir_const(column * sizeof(uint64_t)));
}

/* ---- Branches -------------------------------------------------------- */

/* `number`, of 64 bits, if code is counted that runs; else 0.  It is 0 or 1. */
static IRExpr *if_collected(IRSB *out, const cs_sim *sim, IRExpr *number)
{
   if (!sim->can_toggle)
      return number;
   return tk_ir_temp(
      out, Ity_I64,
      IRExpr_Binop(Iop_And64, number,
                   tk_ir_load(out, Ity_I64, tk_ir_address(&sim->collects))));
}

/* Adds `addend`, a word, to a counter of a line, and to what else is kept. */
static void emit_count(IRSB *out, cs_sim *sim, call_path *path, tk_line *line,
                       cs_event event, IRExpr *addend)
{
   UInt column = sim->columns.of[event];
   if (sizeof(UWord) == 4)
      addend = tk_ir_temp(out, Ity_I64, IRExpr_Unop(Iop_32Uto64, addend));
   IRExpr *counted = if_collected(out, sim, addend);
   tk_ir_add(out, tk_ir_address(&line->counts[column]), counted);
   if (path->counts != NULL)
      tk_ir_add(out, path_count(out, path, line->at.part, column), addend);
   if (sim->keeps_totals)
      tk_ir_add(out, tk_ir_address(&sim->totals[column]), counted);
}

/* Counts one of this event if `missed`, a word, is 1; it is 0 otherwise. */
static void emit_mispredicted(IRSB *out, cs_sim *sim, call_path *path,
                              const cs_site *site, cs_event event, IRExpr *missed)
{
   emit_count(out, sim, path, site->line, event, missed);
   if (sim->machine != NULL)
      TK_IR_CALL(out, cs_on_mispredicted, mkIRExprVec_1(tk_ir_address(site)), 1,
                 tk_ir_temp(out, Ity_I1, IRExpr_Unop(TK_IR_OP(CmpNEZ), missed)));
}

/* Writes the code of cs_branch_cond. */
static void emit_cond(IRSB *out, cs_sim *sim, call_path *path, const cs_ref *ref,
                      const cs_site *site)
{
   cs_branch *b = &sim->branch;
   IRExpr *taken = tk_ir_condition_word(out, ref->atom);
   if (ref->inverted)
      taken = tk_ir_binop(out, TK_IR_OP(Xor), taken, tk_ir_const(1));
   if (sim->tage != NULL) {
      cs_tage_code_cond(out, sim->tage, site, taken);
      return;
   }
   IRExpr *row = tk_ir_load_word(out, tk_ir_address(&b->row));
   IRExpr *counter = tk_ir_binop(
      out, TK_IR_OP(Add), row, tk_ir_address(b->counters + cs_branch_column(site->addr)));
   IRExpr *index = tk_ir_binop(out, TK_IR_OP(Or), tk_ir_load_byte(out, counter), taken);
   IRExpr *step = tk_ir_load_byte(
      out, tk_ir_binop(out, TK_IR_OP(Add), index, tk_ir_address(cs_branch_steps)));
   IRExpr *next = tk_ir_binop(out, TK_IR_OP(And), step, tk_ir_const(CS_BRANCH_COUNTER));
   tk_ir_store_byte(out, counter, next);
   IRExpr *added = tk_ir_binop(out, TK_IR_OP(Shl), taken, tk_ir_byte(CS_COND_ADDR_BITS));
   IRExpr *moved = tk_ir_binop(out, TK_IR_OP(Shl), row, tk_ir_byte(1));
   IRExpr *history = tk_ir_binop(out, TK_IR_OP(Or), moved, added);
   tk_ir_store(out, tk_ir_address(&b->row),
               tk_ir_binop(out, TK_IR_OP(And), history, tk_ir_const(CS_BRANCH_ROW_MASK)));
   emit_mispredicted(
      out, sim, path, site, CS_BCM,
      tk_ir_binop(out, TK_IR_OP(Shr), step, tk_ir_byte(CS_BRANCH_MISSED_BIT)));
}

/* Writes the code of cs_branch_jump. */
static void emit_jump(IRSB *out, cs_sim *sim, call_path *path, const cs_ref *ref,
                      const cs_site *site)
{
   if (sim->tage != NULL) {
      cs_tage_code_jump(out, sim->tage, site, ref->atom);
      return;
   }
   IRExpr *last = tk_ir_address(&sim->branch.last_target[cs_branch_entry(site->addr)]);
   IRExpr *differs = tk_ir_compare(out, TK_IR_OP(CmpNE), tk_ir_load_word(out, last),
                                   ref->atom);
   emit_mispredicted(out, sim, path, site, CS_BIM, tk_ir_condition_word(out, differs));
   tk_ir_store(out, last, ref->atom);
}

/* ---- Single references ----------------------------------------------- */

static void emit_hot_fetch(IRSB *out, cs_sim *sim, const cs_ref *ref,
                           const cs_known_ref *known, cs_site *site)
{
   /* Inline, no line may push out another of the same instruction. */
   Bool is_inline = known->scattered && site->n_lines <= sim->i1.n_sets;
   if (is_inline && sim->machine == NULL)
      emit_scattered_fetch(out, &sim->i1, site);
   else if (is_inline && sim->machine->code.turns != NULL
            && site->n_lines <= CS_TURNED_LINES)
      emit_turned_fetch(out, sim, site);
   else
      emit_fetch(out, &sim->i1, ref, site);
}

static void emit_hot_ref(IRSB *out, cs_sim *sim, call_path *path, const cs_block *block,
                         const cs_ref *ref, const cs_known_ref *known)
{
   switch (ref->kind) {
   case CS_REF_FETCH:
      emit_hot_fetch(out, sim, ref, known, cs_block_site(block, ref->site));
      break;
   case CS_REF_READ:
   case CS_REF_WRITE: emit_data(out, sim, ref, known); break;
   case CS_REF_COND: emit_cond(out, sim, path, ref, known->site); break;
   case CS_REF_JUMP: emit_jump(out, sim, path, ref, known->site); break;
   }
}

/* ---- Runs ------------------------------------------------------------ */

/* References of one root within this many bytes, and within the size of a line,
   share a guard.  A longer range would lie in two lines more often. */
enum { RUN_MAX_B = 16 };

static Int run_max_B(const cs_filter *filter)
{
   Int line_B = (Int)1 << filter->line_bits;
   return line_B < RUN_MAX_B ? line_B : RUN_MAX_B;
}

/* Successive data references of a hot group with one root and one guard: all of
   them are to the MRU line of their set.  Then none changes anything. */
typedef struct {
   UInt first, n_refs;   /* of the group's */
   const cs_ref *lowest; /* the one with the lowest address */
   Int end_B;            /* of all, as a displacement from the root */
   Bool writes;          /* one of them does */
} run;

static Bool can_join(const cs_ref *ref, const cs_known_ref *known)
{
   return (ref->kind == CS_REF_READ || ref->kind == CS_REF_WRITE) && !known->scattered;
}

/* Adds a reference that can join a run; False if it must begin another run. */
static Bool join_run(run *r, const cs_filter *filter, const cs_ref *ref)
{
   Int begin_B = ref->disp_B, end_B = begin_B + (Int)ref->size_B;
   if (r->n_refs == 0) {
      r->lowest = ref;
   } else {
      Int low_B = r->lowest->disp_B < begin_B ? r->lowest->disp_B : begin_B;
      if (r->end_B > end_B)
         end_B = r->end_B;
      if (!eqIRAtom(r->lowest->root, ref->root) || end_B - low_B > run_max_B(filter))
         return False;
      if (begin_B < r->lowest->disp_B)
         r->lowest = ref;
   }
   r->end_B = end_B;
   r->writes |= is_written(ref);
   r->n_refs++;
   return True;
}

/* The bytes of the run, from its lowest on. */
static uint64_t bytes_of_run(const cs_known_ref *first, const run *r)
{
   uint64_t bytes = 0;
   for (UInt i = 0; i < r->n_refs; i++)
      bytes |= cs_line_use_bytes(CS_LINE_USE_MOST_B,
                                 (uint64_t)(first[i].disp_B - r->lowest->disp_B),
                                 first[i].size_B_or_site);
   return bytes;
}

static void emit_long_run(IRSB *out, const cs_sim *sim, cs_known_ref *first, const run *r)
{
   UInt size_B = (UInt)(r->end_B - r->lowest->disp_B);
   IRExpr *guard = cs_guard(out, sim, r->lowest->atom, size_B, r->writes);
   IRExpr **args = mkIRExprVec_2(tk_ir_address(first), r->lowest->root);
   first[r->n_refs - 1].ends_run = True;
   if (sim->layout != NULL)
      TK_IR_CALL(out, cs_on_moved_run, args, 2, guard);
   else if (sim->d1_reasons != NULL)
      TK_IR_CALL(out, cs_on_split_run, args, 2, guard);
   else if (sim->use == NULL)
      TK_IR_CALL(out, cs_on_run, args, 2, guard);
   else {
      TK_IR_CALL(out, cs_on_used_run, args, 2, guard);
      cs_guard_use(out, sim, r->lowest->atom, bytes_of_run(first, r));
   }
}

/* Writes the run, and begins the next. */
static void emit_run(IRSB *out, const cs_plan *plan, cs_segment *segment, run *r)
{
   cs_known_ref *first = &segment->refs[r->first];
   if (r->n_refs == 1)
      emit_data(out, plan->sim, r->lowest, first);
   else if (r->n_refs > 1)
      emit_long_run(out, plan->sim, first, r);
   *r = (run){ .first = r->first + r->n_refs };
}

/* ---- Groups ---------------------------------------------------------- */

/* This much, in 64 bits; if there is a mask, only if that is all ones and not 0. */
static IRExpr *masked(IRSB *out, IRExpr *mask, ULong amount)
{
   IRExpr *whole = IRExpr_Const(IRConst_U64(amount));
   return mask == NULL ? whole
                       : tk_ir_temp(out, Ity_I64, IRExpr_Binop(Iop_And64, mask, whole));
}

/* Adds the counts of one pass to the totals. */
static void emit_totals(IRSB *out, const cs_columns *columns, const tk_segment *counts,
                        IRExpr *mask)
{
   UWord amounts[CS_N_EVENTS] = { 0 };
   for (UInt i = 0; i < counts->n_contributions; i++)
      amounts[counts->contributions[i].column] += counts->contributions[i].amount;
   for (UInt k = 0; k < columns->n; k++)
      if (amounts[k] > 0)
         cs_totals_emit(out, columns->events[k], masked(out, mask, amounts[k]));
}

/* Adds the costs of one pass to the counts of the call path. */
static void emit_costs(IRSB *out, call_path *path, const cs_segment *segment,
                       IRExpr *mask)
{
   const cs_cost *costs = cs_segment_costs(segment);
   for (UInt i = 0; i < segment->n_costs; i++)
      tk_ir_add(out,
                path_count(out, path,
                           cs_cost_code(&costs[i], segment->counts.contributions),
                           costs[i].column),
                masked(out, mask, costs[i].amount));
}

/* Neighbours add to different words. */
static void emit_ticks(IRSB *out, cs_sim *sim, const cs_segment *segment, IRExpr *mask)
{
   UWord word = (Addr)segment / sizeof(UWord) % CS_TICK_WORDS;
   if (segment->ticks != 0)
      tk_ir_add(out, tk_ir_address(&sim->ticks[word]), masked(out, mask, segment->ticks));
}

/* Counts a pass of a group, whatever it refers to. */
static void emit_pass(IRSB *out, cs_sim *sim, call_path *path, cs_segment *segment,
                      IRExpr *mask)
{
   if (segment->counts.n_contributions > 0 || segment->slots != NULL)
      tk_ir_add(out, tk_ir_address(&segment->counts.passes),
                if_collected(out, sim, masked(out, mask, 1)));
   emit_costs(out, path, segment, mask);
   emit_ticks(out, sim, segment, mask);
   if (sim->keeps_totals)
      emit_totals(out, &sim->columns, &segment->counts, mask);
}

static void emit_hot_group(IRSB *out, const cs_plan *plan, call_path *path,
                           const cs_group *group, cs_segment *segment)
{
   emit_pass(out, plan->sim, path, segment, NULL);
   const cs_filter *filter = &plan->sim->data;
   run r = { .first = 0 };
   for (UInt i = 0; i < group->n_refs; i++) {
      const cs_ref *ref = cs_plan_ref(plan, group, i);
      cs_known_ref *known = &segment->refs[i];
      if (!can_join(ref, known)) {
         emit_run(out, plan, segment, &r);
         emit_hot_ref(out, plan->sim, path, segment->block, ref, known);
         r.first = i + 1;
      } else if (!join_run(&r, filter, ref)) {
         emit_run(out, plan, segment, &r);
         join_run(&r, filter, ref);
      }
   }
   emit_run(out, plan, segment, &r);
   cs_slot_code_emit(out, plan, group, segment);
}

/* The value of a root that the simulation needs at run time, as a word. */
static IRExpr *run_time_value(IRSB *out, const cs_ref *ref)
{
   return ref->kind == CS_REF_COND ? tk_ir_condition_word(out, ref->root) : ref->root;
}

static void emit_cold_call(IRSB *out, const cs_segment *segment, UInt n,
                           IRExpr *v[CS_MAX_VALUES])
{
   IRExpr *s = tk_ir_address(segment);
   switch (n) {
   case 0: TK_IR_CALL(out, cs_on_pass_0, mkIRExprVec_1(s), 1, NULL); break;
   case 1: TK_IR_CALL(out, cs_on_pass_1, mkIRExprVec_2(s, v[0]), 2, NULL); break;
   case 2: TK_IR_CALL(out, cs_on_pass_2, mkIRExprVec_3(s, v[0], v[1]), 3, NULL); break;
   case 3:
      TK_IR_CALL(out, cs_on_pass_3, mkIRExprVec_4(s, v[0], v[1], v[2]), 3, NULL);
      break;
   case 4:
      TK_IR_CALL(out, cs_on_pass_4, mkIRExprVec_5(s, v[0], v[1], v[2], v[3]), 3, NULL);
      break;
   case 5:
      TK_IR_CALL(out, cs_on_pass_5, mkIRExprVec_6(s, v[0], v[1], v[2], v[3], v[4]), 3,
                 NULL);
      break;
   default: tl_assert(0);
   }
}

static void emit_cold_group(IRSB *out, const cs_plan *plan, const cs_group *group,
                            cs_segment *segment)
{
   IRExpr *v[CS_MAX_VALUES];
   cs_roots roots = { .n = 0 };
   for (UInt i = 0; i < group->n_refs; i++) {
      const cs_ref *ref = cs_plan_ref(plan, group, i);
      if (ref->root == NULL)
         continue;
      UInt n = roots.n, value = cs_roots_add(&roots, ref->root);
      if (value == n)
         v[value] = run_time_value(out, ref);
      segment->refs[i].value = value;
   }
   cs_slot_code_set_values(plan, group, segment);
   emit_cold_call(out, segment, roots.n, v);
}

/* ---- Runs of loops --------------------------------------------------- */

static IRExpr *fresh_registers(IRSB *out, const cs_sim *sim)
{
   return tk_ir_load(out, Ity_I64, tk_ir_address(&sim->fresh));
}

static IRExpr *mask_by(IRSB *out, IROp op, IRExpr *value, ULong mask)
{
   return tk_ir_temp(out, Ity_I64,
                     IRExpr_Binop(op, value, IRExpr_Const(IRConst_U64(mask))));
}

static IRExpr *mask_of(IRSB *out, IRExpr *condition)
{
   return tk_ir_temp(out, Ity_I64, IRExpr_Unop(Iop_1Sto64, condition));
}

/* Is one of these registers not fresh? */
static IRExpr *is_one_stale(IRSB *out, IRExpr *fresh, ULong of)
{
   IRExpr *stale = tk_ir_temp(out, Ity_I64, IRExpr_Unop(Iop_Not64, fresh));
   return tk_ir_temp(out, Ity_I1,
                     IRExpr_Unop(Iop_CmpNEZ64, mask_by(out, Iop_And64, stale, of)));
}

/* Notes what begins another chain, should a loop follow.  Cold code is often older than
   the loops that it leads to. */
static void emit_fresh(IRSB *out, const cs_plan *plan, const cs_block *block)
{
   if (plan->flow == NULL)
      return;
   ULong found, mixed = cs_flow_mixed(plan->flow, &found);
   ULong fresh = cs_flow_fresh(plan->flow, !block->is_hot);
   if ((fresh | mixed) == 0)
      return;
   IRExpr *before = fresh_registers(out, plan->sim), *after = before;
   if (fresh != 0)
      after = mask_by(out, Iop_Or64, after, fresh);
   if (mixed != 0) {
      IRExpr *stale = mask_by(out, Iop_And64,
                              mask_of(out, is_one_stale(out, before, found)), mixed);
      after = tk_ir_temp(
         out, Ity_I64,
         IRExpr_Binop(Iop_And64, after,
                      tk_ir_temp(out, Ity_I64, IRExpr_Unop(Iop_Not64, stale))));
   }
   tk_ir_store(out, tk_ir_address(&plan->sim->fresh), after);
}

/* Counts a pass of the run, and what its group of late passes counts.  If the chain goes
   on from the last run, all passes are late. */
static void emit_late_group(IRSB *out, const cs_plan *plan, call_path *path,
                            cs_segment *segment)
{
   cs_block *block = segment->block;
   IRExpr *passes = tk_ir_address(&block->run), *before = tk_ir_load_word(out, passes);
   IRExpr *n_free = tk_ir_const(cs_flow_n_free(plan->flow));
   IRExpr *goes_on = is_one_stale(out, fresh_registers(out, plan->sim),
                                  cs_flow_begin(plan->flow));
   IRExpr *is_first = tk_ir_compare(out, TK_IR_OP(CmpEQ), before, tk_ir_const(0));
   IRExpr *first = tk_ir_choose(out, goes_on, n_free, before);
   IRExpr *at = tk_ir_choose(out, is_first, first, before);
   tk_ir_store(out, passes, tk_ir_binop(out, TK_IR_OP(Add), at, tk_ir_const(1)));
   IRExpr *is_late = tk_ir_compare(out, TK_IR_OP_U(CmpLE), n_free, at);
   if (block->is_hot)
      emit_pass(out, plan->sim, path, segment, mask_of(out, is_late));
   else
      TK_IR_CALL(out, cs_on_pass_0, mkIRExprVec_1(tk_ir_address(segment)), 1, is_late);
}

/* The run ends if the superblock is left here, and not to its own start: if the condition
   holds, or, NULL, in any case. */
static void emit_run_end(IRSB *out, const cs_plan *plan, cs_block *block,
                         IRExpr *condition, const IRConst *to)
{
   if (plan->flow == NULL || cs_flow_n_free(plan->flow) == 0
       || (to != NULL && tk_ir_guest_address(to) == block->translation.code))
      return;
   IRExpr *passes = tk_ir_address(&block->run), *none = tk_ir_const(0);
   IRExpr *fresh = fresh_registers(out, plan->sim);
   IRExpr *others = mask_by(out, Iop_And64, fresh, ~cs_flow_chain(plan->flow));
   if (condition != NULL) {
      none = tk_ir_choose(out, condition, none, tk_ir_load_word(out, passes));
      others = tk_ir_temp(out, Ity_I64, IRExpr_ITE(condition, others, fresh));
   }
   tk_ir_store(out, passes, none);
   tk_ir_store(out, tk_ir_address(&plan->sim->fresh), others);
}

/* The one reference of a predicated group. */
static void emit_predicated(IRSB *out, const cs_plan *plan, const cs_group *group,
                            const cs_known_ref *known)
{
   const cs_ref *ref = cs_plan_ref(plan, group, 0);
   IRExpr **args = mkIRExprVec_2(tk_ir_address(known), ref->atom);
   if (ref->kind == CS_REF_READ)
      TK_IR_CALL(out, cs_on_predicated_read, args, 2, group->guard);
   else
      TK_IR_CALL(out, cs_on_predicated_write, args, 2, group->guard);
}

/* The next records of the block to be used. */
typedef struct {
   cs_segment *segment;
   const cs_known_ref *predicated;
   call_path path; /* in hot code */
} position;

/* Does a pass of the group do nothing but count?  Then a call takes longer to translate
   than an addition, too. */
static Bool only_counts(const cs_plan *plan, const cs_group *group,
                        const cs_segment *segment)
{
   return group->n_refs == 0 && segment->slots == NULL && plan->calls == NULL;
}

static void emit_group(IRSB *out, const cs_plan *plan, const cs_group *group,
                       position *at)
{
   if (group->guard != NULL) {
      emit_predicated(out, plan, group, at->predicated++);
      return;
   }
   if (group->is_late)
      emit_late_group(out, plan, &at->path, at->segment);
   else if (at->segment->block->is_hot || only_counts(plan, group, at->segment))
      emit_hot_group(out, plan, &at->path, group, at->segment);
   else
      emit_cold_group(out, plan, group, at->segment);
   at->segment = cs_segment_next(at->segment);
}

/* The call path that runs now. */
static call_path current_path(IRSB *out, const cs_plan *plan, const cs_block *block)
{
   call_path path = { .counts = NULL };
   if (plan->calls != NULL && block->is_hot)
      path.counts = tk_ir_load_word(out, tk_ir_address(&plan->calls->frames.counts));
   return path;
}

/* Where the first instruction begins.  The core may put a check before it: has the code
   changed since?  Then nothing of it runs. */
static Int first_instruction(const IRSB *sb)
{
   Int i = 0;
   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   return i;
}

IRSB *cs_instrument(const cs_plan *plan, cs_block *block, IRSB *sb)
{
   IRSB *out = deepCopyIRSBExceptStmts(sb);
   cs_calls *calls = plan->calls;
   position at = { cs_block_segments(block),
                   cs_block_predicated(block),
                   { .counts = NULL } };
   emit_fresh(out, plan, block);
   Word n_groups = VG_(sizeXA)(plan->groups), g = 0;
   Int first = first_instruction(sb);

   for (Int i = 0; i <= sb->stmts_used; i++) {
      if (i == first) {
         if (calls != NULL)
            cs_calls_emit_start(calls, out);
         at.path = current_path(out, plan, block);
      }
      for (; g < n_groups; g++) {
         const cs_group *group = VG_(indexXA)(plan->groups, g);
         if (group->stmt != i)
            break;
         emit_group(out, plan, group, &at);
      }
      if (i == sb->stmts_used)
         break;
      if (calls != NULL && cs_calls_emit(calls, out, sb, i)
          && sb->stmts[i]->tag != Ist_Exit)
         at.path = current_path(out, plan, block);
      if (sb->stmts[i]->tag == Ist_Exit)
         emit_run_end(out, plan, block, sb->stmts[i]->Ist.Exit.guard,
                      sb->stmts[i]->Ist.Exit.dst);
      addStmtToIRSB(out, sb->stmts[i]);
   }
   emit_run_end(out, plan, block, NULL,
                sb->next->tag == Iex_Const ? sb->next->Iex.Const.con : NULL);
   if (calls != NULL)
      cs_calls_emit_end(calls, out);
   tl_assert(g == n_groups);
   return out;
}
