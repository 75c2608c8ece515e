/* hp_instrument.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_instrument.h"

#include "pub_tool_options.h"

#include "watch/hp_access_code.h"
#include "watch/hp_allocations.h"
#include "watch/tk_objects.h"
#include "watch/tk_watch_code.h"
#include "watch/hp_allocator_code.h"
#include "watch/hp_written.h"
#include "state/hp_clock.h"
#include "state/hp_run.h"
#include "code/tk_ir.h"
#include "strmem/hp_strmem_hook.h"
#include "strmem/hp_strmem_known.h"

static const tk_watch_code watch_code = {
   .watch = &run.watch,
   .on_entry = hp_allocations_on_entry,
   .on_return = hp_allocations_on_return,
};

/* Adds the instructions since the last time, wherever the superblock may be
   left.  The clock is in the thread's shadow registers: near the registers, adding
   to it takes half the time. */
static void add_instrs(IRSB *out, UInt *n_instrs)
{
   if (*n_instrs == 0)
      return;
   IRExpr *before = tk_ir_temp(out, Ity_I64, IRExpr_Get(HP_CLOCK_AT, Ity_I64));
   IRExpr *sum = IRExpr_Binop(Iop_Add64, before, IRExpr_Const(IRConst_U64(*n_instrs)));
   addStmtToIRSB(out, IRStmt_Put(HP_CLOCK_AT, tk_ir_temp(out, Ity_I64, sum)));
   *n_instrs = 0;
}

/* Adds the call of a watched function that is entered here.  Superblocks do not
   continue into functions (hp_instrument_init). */
static void add_entry_at(IRSB *out, Addr address)
{
   Bool is_libc;
   const tk_function *function = tk_watch_function(&run.watch, address, &is_libc);
   if (function == NULL)
      return;
   tk_watch_code_enter(&watch_code, out, function, is_libc);
   if (!tk_function_leaves(function) && tk_objects_is_allocator(address))
      hp_allocator_code_enter(address);
}

/* ---- Accesses ----------------------------------------------------------------- */

/* What is being added to a superblock. */
typedef struct {
   IRSB *out;
   const hp_access_groups *groups; /* NULL: accesses are not looked at */
   Word next_group;
   Bool is_hot;
   /* Hot: */
   hp_slot *next_slot;
   ULong *passes;  /* of the piece being copied */
   Bool is_passed; /* the piece has slots, so its passes count */
   /* Cold: */
   hp_cold_call *next_call;
   IRExpr *bases[HP_MAX_BASES]; /* of this piece, not yet passed */
   UInt n_bases;
} accesses;

static hp_access_groups groups;

/* Calls if the base is not in the slot's range. */
static void add_slot(accesses *a, const hp_access_group *group)
{
   hp_slot *slot = a->next_slot;
   IRExpr *low = tk_ir_load_word(a->out, tk_ir_address(&slot->low));
   IRExpr *offset = tk_ir_binop(a->out, TK_IR_OP(Sub), group->root, low);
   IRExpr *length = tk_ir_load_word(a->out, tk_ir_address(&slot->length));
   /* This way round, VEX compares with memory. */
   IRExpr *is_in = tk_ir_compare(a->out, TK_IR_OP_U(CmpLT), offset, length);
   TK_IR_CALL(a->out, hp_on_slot_miss, mkIRExprVec_2(tk_ir_address(slot), group->root), 2,
              tk_ir_not(a->out, is_in));
   a->next_slot = hp_slot_next(slot);
   a->is_passed = True;
}

/* Passes the bases since the last call. */
static void add_cold_call(accesses *a)
{
   hp_cold_call *call = a->next_call;
   IRExpr *to = tk_ir_address(call), **b = a->bases, **arguments;
   switch (a->n_bases) {
   case 0: return;
   case 1: arguments = mkIRExprVec_2(to, b[0]); break;
   case 2: arguments = mkIRExprVec_3(to, b[0], b[1]); break;
   case 3: arguments = mkIRExprVec_4(to, b[0], b[1], b[2]); break;
   case 4: arguments = mkIRExprVec_5(to, b[0], b[1], b[2], b[3]); break;
   default: arguments = mkIRExprVec_6(to, b[0], b[1], b[2], b[3], b[4]);
   }
   TK_IR_CALL(a->out, hp_on_cold_call, arguments, 0, NULL);
   a->next_call = hp_cold_call_next(call);
   a->n_bases = 0;
}

static void add_base(accesses *a, const hp_access_group *group)
{
   if (a->n_bases == HP_MAX_BASES)
      add_cold_call(a);
   a->bases[a->n_bases++] = group->root;
}

/* A conditional access is looked at each time it is made. */
static void add_conditional(accesses *a, const hp_access_group *group)
{
   const hp_grouped_ref *ref = VG_(indexXA)(a->groups->refs, group->last_ref);
   IRExpr *kind = tk_ir_const(ref->ref.size_B * 2 + ref->ref.is_write);
   TK_IR_CALL(a->out, hp_on_access, mkIRExprVec_2(group->root, kind), 2, group->guard);
}

/* Adds the groups whose roots are known before a statement. */
static void add_groups(accesses *a, Int stmt)
{
   if (a->groups == NULL)
      return;
   while (a->next_group < VG_(sizeXA)(a->groups->list)) {
      const hp_access_group *group = VG_(indexXA)(a->groups->list, a->next_group);
      if (group->stmt != stmt)
         return;
      if (group->guard != NULL)
         add_conditional(a, group);
      else if (a->is_hot)
         add_slot(a, group);
      else
         add_base(a, group);
      a->next_group++;
   }
}

/* A piece of the code ends here, or may be left. */
static void add_pass(accesses *a)
{
   if (a->groups == NULL)
      return;
   add_cold_call(a);
   if (a->is_passed)
      tk_ir_increment(a->out, tk_ir_address(a->passes));
   a->passes++;
   a->is_passed = False;
}

static accesses begin_accesses(IRSB *out, const IRSB *sb, const hp_superblock *which)
{
   accesses a = { .out = out };
   if (!which->accesses || hp_strmem_is_quiet(which->code))
      return a;
   if (hp_allocator_code_has(which->code)) {
      hp_allocator_code_follow(sb);
      return a;
   }
   hp_access_groups_read(&groups, sb, which->sp_offset);
   if (VG_(sizeXA)(groups.list) == 0)
      return a;
   hp_access_code *record = hp_access_code_add(which->entry, which->code, &groups);
   a.groups = &groups;
   a.is_hot = record->is_hot;
   a.next_slot = hp_access_code_slots(record);
   a.passes = hp_access_code_passes(record);
   a.next_call = hp_access_code_calls(record);
   return a;
}

void hp_instrument_init(void)
{
   /* A function must begin a superblock: within one, registers need not be in the
      guest state.  (This costs nothing: less is translated twice.) */
   VG_(clo_vex_control).guest_chase = False;
   hp_access_groups_init(&groups);
}

IRSB *hp_instrument(IRSB *sb, const hp_superblock *which)
{
   IRSB *out = deepCopyIRSBExceptStmts(sb);
   UInt n_instrs = 0;
   Int i = 0;

   /* What the core put before the first instruction stays there. */
   for (; i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark; i++)
      addStmtToIRSB(out, sb->stmts[i]);
   Addr first = i < sb->stmts_used ? (Addr)sb->stmts[i]->Ist.IMark.addr : 0;
   hp_strmem_instrument(out, first);
   if (which->watch && i < sb->stmts_used) {
      if (tk_watch_returns_to(&run.watch, first))
         tk_watch_code_return(&watch_code, out);
      add_entry_at(out, first);
   }
   accesses a = begin_accesses(out, sb, which);
   for (; i < sb->stmts_used; i++) {
      const IRStmt *stmt = sb->stmts[i];
      add_groups(&a, i);
      if (stmt->tag == Ist_Exit) {
         add_pass(&a);
         if (which->count_instrs)
            add_instrs(out, &n_instrs);
         hp_strmem_instrument_exit(out, first, stmt);
      }
      if (which->writes)
         hp_written_add(out, sb, stmt);
      addStmtToIRSB(out, sb->stmts[i]);
      n_instrs += stmt->tag == Ist_IMark;
   }
   add_pass(&a);
   if (which->count_instrs)
      add_instrs(out, &n_instrs);
   hp_strmem_instrument_end(out, first);
   return out;
}
