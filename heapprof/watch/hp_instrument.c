/* hp_instrument.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_instrument.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

#include "accesses/hp_places.h"
#include "watch/hp_allocations.h"
#include "watch/tk_objects.h"
#include "accesses/hp_quiet.h"
#include "hp_clock.h"
#include "hp_run.h"
#include "strmem/hp_strmem_hook.h"
#include "strmem/hp_strmem_known.h"

static IRExpr *constant(Addr value)
{
   return sizeof(Addr) == 8 ? IRExpr_Const(IRConst_U64(value))
                            : IRExpr_Const(IRConst_U32((UInt)value));
}

static void state_effect(IRDirty *call, IREffect effect, Int offset)
{
   Int i = call->nFxState++;
   VG_(memset)(&call->fxState[i], 0, sizeof call->fxState[i]);
   call->fxState[i].fx = effect;
   call->fxState[i].offset = (UShort)offset;
   call->fxState[i].size = sizeof(Addr);
}

/* What every call may look at: unwinding begins there. */
static void reads_registers(IRDirty *call)
{
   state_effect(call, Ifx_Read, offsetof(tk_guest, TK_SP));
   state_effect(call, Ifx_Read, offsetof(tk_guest, TK_BP));
   state_effect(call, Ifx_Read, offsetof(tk_guest, TK_PC));
}

static void add_entry(IRSB *out, const tk_function *function, Bool is_libc)
{
   IRDirty *call = unsafeIRDirty_0_N(
      0, "hp_allocations_on_entry",
      VG_(fnptr_to_fnentry)(hp_allocations_on_entry),
      mkIRExprVec_3(IRExpr_GSPTR(), constant((Addr)function),
                    constant(is_libc)));
   reads_registers(call);
#if defined(VGA_amd64)
   state_effect(call, Ifx_Modify, offsetof(tk_guest, guest_RDI));
   state_effect(call, Ifx_Modify, offsetof(tk_guest, guest_RSI));
   state_effect(call, Ifx_Modify, offsetof(tk_guest, guest_RDX));
   state_effect(call, Ifx_Read, offsetof(tk_guest, guest_RCX));
#endif
   addStmtToIRSB(out, IRStmt_Dirty(call));
}

static IRExpr *load_near(IRSB *out, IRType type, const void *place)
{
   IRTemp value = newIRTemp(out->tyenv, type);
   addStmtToIRSB(out, IRStmt_WrTmp(value, IRExpr_Load(Iend_LE, type,
                                                      constant((Addr)place))));
   return IRExpr_RdTmp(value);
}

/* Where a watched call returns to: calls if it is that one that has. */
static void add_return(IRSB *out)
{
   const IRType word = sizeof(Addr) == 8 ? Ity_I64 : Ity_I32;
   IRTemp sp = newIRTemp(out->tyenv, word);
   IRTemp is_it = newIRTemp(out->tyenv, Ity_I1);
   IRExpr *expected = load_near(out, word, &run.watch.return_sp);
   addStmtToIRSB(out, IRStmt_WrTmp(sp, IRExpr_Get(offsetof(tk_guest, TK_SP),
                                                  word)));
   addStmtToIRSB(out,
                 IRStmt_WrTmp(is_it,
                              IRExpr_Binop(word == Ity_I64 ? Iop_CmpEQ64
                                                           : Iop_CmpEQ32,
                                           IRExpr_RdTmp(sp), expected)));
   IRDirty *call =
      unsafeIRDirty_0_N(0, "hp_allocations_on_return",
                        VG_(fnptr_to_fnentry)(hp_allocations_on_return),
                        mkIRExprVec_1(IRExpr_GSPTR()));
   call->guard = IRExpr_RdTmp(is_it);
   reads_registers(call);
   state_effect(call, Ifx_Modify, offsetof(tk_guest, TK_RESULT));
   addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* Adds the instructions since the last time, wherever the superblock may be
   left.  The clock is in the thread's shadow registers: near the registers,
   adding to it takes half of what it takes elsewhere. */
static void add_instrs(IRSB *out, UInt *n_instrs)
{
   if (*n_instrs == 0)
      return;
   IRTemp before = newIRTemp(out->tyenv, Ity_I64);
   IRTemp sum = newIRTemp(out->tyenv, Ity_I64);
   addStmtToIRSB(out,
                 IRStmt_WrTmp(before, IRExpr_Get(HP_CLOCK_AT, Ity_I64)));
   addStmtToIRSB(out,
                 IRStmt_WrTmp(sum, IRExpr_Binop(Iop_Add64,
                                                IRExpr_RdTmp(before),
                                                IRExpr_Const(IRConst_U64(
                                                   *n_instrs)))));
   addStmtToIRSB(out, IRStmt_Put(HP_CLOCK_AT, IRExpr_RdTmp(sum)));
   *n_instrs = 0;
}

/* If that is where a function to watch is entered: superblocks do not go on
   into functions (hp_instrument_init). */
static void add_entry_at(IRSB *out, Addr address)
{
   Bool is_libc;
   const tk_function *function = tk_watch_function(&run.watch, address, &is_libc);
   if (function == NULL)
      return;
   add_entry(out, function, is_libc);
   if (function->action != TK_THROW && function->action != TK_LEAVE
       && tk_objects_is_allocator(address))
      hp_quiet_enter(address);
}

/* ---- Accesses ----------------------------------------------------------------- */

/* What is being added to a superblock. */
typedef struct {
   IRSB *out;
   const hp_references *references; /* NULL: accesses are not followed */
   Word next_group;
   Bool is_hot;
   /* If it is: */
   hp_slot *next_slot;
   ULong *passes;  /* of the piece being copied */
   Bool is_passed; /* it has slots, so that its passes count */
   /* If not: */
   hp_told *next_told;
   IRExpr *bases[HP_MAX_BASES]; /* of this piece, not yet told */
   UInt n_bases;
} accesses;

static hp_references references;

static IRExpr *word_binop(IRSB *out, IROp op64, IROp op32, IRExpr *a, IRExpr *b)
{
   const Bool is_64 = sizeof(Addr) == 8;
   IRTemp t = newIRTemp(out->tyenv, is_64 ? Ity_I64 : Ity_I32);
   addStmtToIRSB(out, IRStmt_WrTmp(t, IRExpr_Binop(is_64 ? op64 : op32, a, b)));
   return IRExpr_RdTmp(t);
}

/* Calls if the base is not in the slot's range. */
static void add_slot(accesses *a, const hp_group *group)
{
   const IRType word = sizeof(Addr) == 8 ? Ity_I64 : Ity_I32;
   hp_slot *slot = a->next_slot;
   IRExpr *offset = word_binop(a->out, Iop_Sub64, Iop_Sub32, group->root,
                               load_near(a->out, word, &slot->low));
   IRExpr *length = load_near(a->out, word, &slot->length);
   IRTemp is_in = newIRTemp(a->out->tyenv, Ity_I1);
   IRTemp is_beyond = newIRTemp(a->out->tyenv, Ity_I1);
   /* This way round VEX compares with memory. */
   addStmtToIRSB(a->out,
                 IRStmt_WrTmp(is_in,
                              IRExpr_Binop(word == Ity_I64 ? Iop_CmpLT64U
                                                           : Iop_CmpLT32U,
                                           offset, length)));
   addStmtToIRSB(a->out,
                 IRStmt_WrTmp(is_beyond, IRExpr_Unop(Iop_Not1,
                                                     IRExpr_RdTmp(is_in))));
   IRDirty *call = unsafeIRDirty_0_N(
      2, "hp_places_on_miss", VG_(fnptr_to_fnentry)(hp_places_on_miss),
      mkIRExprVec_2(constant((Addr)slot), group->root));
   call->guard = IRExpr_RdTmp(is_beyond);
   addStmtToIRSB(a->out, IRStmt_Dirty(call));
   a->next_slot = hp_places_next(slot);
   a->is_passed = True;
}

/* Tells the bases that were met. */
static void add_told(accesses *a)
{
   hp_told *told = a->next_told;
   IRExpr *to = constant((Addr)told), **b = a->bases, **arguments;
   switch (a->n_bases) {
   case 0:  return;
   case 1:  arguments = mkIRExprVec_2(to, b[0]); break;
   case 2:  arguments = mkIRExprVec_3(to, b[0], b[1]); break;
   case 3:  arguments = mkIRExprVec_4(to, b[0], b[1], b[2]); break;
   case 4:  arguments = mkIRExprVec_5(to, b[0], b[1], b[2], b[3]); break;
   default: arguments = mkIRExprVec_6(to, b[0], b[1], b[2], b[3], b[4]);
   }
   addStmtToIRSB(a->out, IRStmt_Dirty(unsafeIRDirty_0_N(
      0, "hp_places_on_told", VG_(fnptr_to_fnentry)(hp_places_on_told),
      arguments)));
   a->next_told = hp_places_told_next(told);
   a->n_bases = 0;
}

static void add_base(accesses *a, const hp_group *group)
{
   if (a->n_bases == HP_MAX_BASES)
      add_told(a);
   a->bases[a->n_bases++] = group->root;
}

/* An access that is made on a condition is looked at each time it is. */
static void add_conditional(accesses *a, const hp_group *group)
{
   const hp_grouped_ref *ref =
      VG_(indexXA)(a->references->refs, group->last_ref);
   IRDirty *call = unsafeIRDirty_0_N(
      2, "hp_places_on_access", VG_(fnptr_to_fnentry)(hp_places_on_access),
      mkIRExprVec_2(group->root, constant(ref->ref.size_B * 2
                                          + ref->ref.is_write)));
   call->guard = group->guard;
   addStmtToIRSB(a->out, IRStmt_Dirty(call));
}

/* Those that are known before a statement. */
static void add_groups(accesses *a, Int stmt)
{
   if (a->references == NULL)
      return;
   while (a->next_group < VG_(sizeXA)(a->references->groups)) {
      const hp_group *group =
         VG_(indexXA)(a->references->groups, a->next_group);
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
   if (a->references == NULL)
      return;
   add_told(a);
   if (a->is_passed) {
      IRExpr *place = constant((Addr)a->passes);
      IRExpr *before = load_near(a->out, Ity_I64, a->passes);
      IRTemp sum = newIRTemp(a->out->tyenv, Ity_I64);
      addStmtToIRSB(a->out,
                    IRStmt_WrTmp(sum, IRExpr_Binop(Iop_Add64, before,
                                                   IRExpr_Const(
                                                      IRConst_U64(1)))));
      addStmtToIRSB(a->out, IRStmt_Store(Iend_LE, place, IRExpr_RdTmp(sum)));
   }
   a->passes++;
   a->is_passed = False;
}

static accesses begin_accesses(IRSB *out, const IRSB *sb,
                               const hp_superblock *which)
{
   accesses a = { .out = out };
   if (!which->accesses || hp_strmem_is_quiet(which->code))
      return a;
   if (hp_quiet_has(which->code)) {
      hp_quiet_follow(sb);
      return a;
   }
   hp_references_read(&references, sb, which->sp_offset);
   if (VG_(sizeXA)(references.groups) == 0)
      return a;
   hp_places *places = hp_places_add(which->entry, which->code, &references);
   a.references = &references;
   a.is_hot = places->is_hot;
   a.next_slot = hp_places_slots(places);
   a.passes = hp_places_passes(places);
   a.next_told = hp_places_told(places);
   return a;
}

void hp_instrument_init(void)
{
   /* Within a superblock registers need not be in the guest state: functions must
      begin one.  (It costs nothing: less is translated twice.) */
   VG_(clo_vex_control).guest_chase = False;
   hp_references_init(&references);
}

IRSB *hp_instrument(IRSB *sb, const hp_superblock *which)
{
   IRSB *out = deepCopyIRSBExceptStmts(sb);
   UInt n_instrs = 0;
   Int i = 0;

   /* What the core put before the first instruction stays there. */
   for (; i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark; i++)
      addStmtToIRSB(out, sb->stmts[i]);
   Addr first =
      i < sb->stmts_used ? (Addr)sb->stmts[i]->Ist.IMark.addr : 0;
   hp_strmem_instrument(out, first);
   if (which->watch && i < sb->stmts_used) {
      if (tk_watch_returns_to(&run.watch, first))
         add_return(out);
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
      }
      addStmtToIRSB(out, sb->stmts[i]);
      n_instrs += stmt->tag == Ist_IMark;
   }
   add_pass(&a);
   if (which->count_instrs)
      add_instrs(out, &n_instrs);
   hp_strmem_instrument_end(out, first);
   return out;
}
