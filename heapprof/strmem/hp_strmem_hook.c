/* hp_strmem_hook.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "strmem/hp_strmem_hook.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"

#include "watch/tk_guest.h"
#include "state/hp_run.h"
#include "code/tk_ir.h"
#include "code/tk_retranslate.h"
#include "strmem/hp_strmem_known.h"
#include "state/hp_sites.h"

enum {
   PAGE_B = 4096,
   N_PAGES = 64,     /* a power of two */
   MAX_CALLERS = 16, /* of resolvers: a few, in the dynamic loader */
};

static struct {
   Bool is_on;
   Addr pages[N_PAGES];       /* readable when last checked; 0: none */
   ULong map_changes;         /* run.threads.n_map_changes at that time */
   Addr callers[MAX_CALLERS]; /* addresses that resolvers return to */
   UInt n_callers;
   /* The resolver that runs; of two threads' at once, the later. */
   const hp_strmem_entry *resolver;
   Addr resolver_pc; /* where it returns to */
   /* Read and written by translated code; 0: none. */
   Addr resolver_sp; /* the stack pointer when the resolver has returned */
   Addr jumped_sp;   /* a function jumped to another, with this one */
} hook;

/* ---- Memory ------------------------------------------------------------------ */

static void forget_pages(void)
{
   VG_(memset)(hook.pages, 0, sizeof hook.pages);
   hook.map_changes = run.threads.n_map_changes;
}

static void on_brk_down(Addr address, SizeT length_B)
{
   forget_pages();
}

/* How many bytes can be read, up to the end of the page. */
static size_t readable_B(void *context, uintptr_t address)
{
   Addr page = address & ~(Addr)(PAGE_B - 1);
   Addr *seen = &hook.pages[address / PAGE_B % N_PAGES];
   if (hook.map_changes != run.threads.n_map_changes)
      forget_pages();
   if (*seen != page || page == 0) {
      if (!VG_(am_is_valid_for_client)(page, PAGE_B, VKI_PROT_READ))
         return 0;
      *seen = page;
   }
   return page + PAGE_B - address;
}

static void count_access(void *context, uintptr_t address, size_t size_B, bool is_write)
{
   hp_accesses_note(&run.accesses, address, size_B, is_write);
}

static void count_nothing(void *context, uintptr_t address, size_t size_B, bool is_write)
{
}

static const hp_strmem_world with_accesses = {
   .readable = readable_B,
   .access = count_access,
};
static const hp_strmem_world without = {
   .readable = readable_B,
   .access = count_nothing,
};

/* ---- Events ------------------------------------------------------------------ */

static void get_arguments(const tk_guest *state, uintptr_t *arguments)
{
#if defined(VGA_amd64)
   arguments[0] = state->guest_RDI;
   arguments[1] = state->guest_RSI;
   arguments[2] = state->guest_RDX;
   arguments[3] = state->guest_RCX;
#elif defined(VGA_arm64)
   for (UInt i = 0; i < HP_STRMEM_ARGUMENTS; i++)
      arguments[i] = (&state->guest_X0)[i];
#else
   for (UInt i = 0; i < HP_STRMEM_ARGUMENTS; i++)
      arguments[i] = *((const Addr *)(Addr)state->TK_SP + 1 + i);
#endif
}

/* Was the function entered from another such one, which has been counted? */
static Bool is_part_of_another(const tk_guest *state)
{
   Addr sp = state->TK_SP, jumped_sp = hook.jumped_sp;
   hook.jumped_sp = 0;
   return jumped_sp == sp || hp_strmem_is_quiet(tk_guest_return_pc(state));
}

static void on_call(const tk_guest *state, const hp_strmem_entry *entry)
{
   uintptr_t arguments[HP_STRMEM_ARGUMENTS];
   hp_strmem_known_discard();
   if (is_part_of_another(state))
      return;
   get_arguments(state, arguments);
   hp_strmem_call(entry->function, arguments, &with_accesses);
}

static void on_copy(const tk_guest *state, const hp_strmem_entry *entry)
{
   uintptr_t arguments[HP_STRMEM_ARGUMENTS];
   tk_registers registers = { entry->address, state->TK_SP, state->TK_BP };
   size_t size_B;
   hp_strmem_known_discard();
   if (is_part_of_another(state))
      return;
   get_arguments(state, arguments);
   size_B = hp_strmem_call(entry->function, arguments, &without);
   if (size_B != HP_STRMEM_NO_COPY)
      hp_heap_occur(&run.heap, hp_sites_here(&registers), run.threads.running->number,
                    (hp_amount){ size_B, 1 });
}

/* ---- Resolvers --------------------------------------------------------------- */

static Bool is_caller(Addr address)
{
   for (UInt i = 0; i < hook.n_callers; i++)
      if (hook.callers[i] == address)
         return True;
   return False;
}

static void on_resolver(const tk_guest *state, const hp_strmem_entry *entry)
{
   Addr caller = tk_guest_return_pc(state);
   if (!is_caller(caller)) {
      if (hook.n_callers == MAX_CALLERS)
         return;
      hook.callers[hook.n_callers++] = caller;
      tk_retranslate(caller, 1);
   }
   hook.resolver = entry;
   hook.resolver_pc = caller;
   hook.resolver_sp = tk_guest_return_sp(state);
}

static void on_resolved(const tk_guest *state)
{
   if (state->TK_PC != hook.resolver_pc)
      return;
   hook.resolver_sp = 0;
   hp_strmem_known_resolve(hook.resolver, state->TK_RESULT);
}

/* ---- Translated code ---------------------------------------------------------- */

/* For the stack pointer, unwinding and, where they are in registers, the return address
   and the arguments. */
static void reads_registers(IRDirty *call)
{
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_SP));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_BP));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_PC));
#if defined(VGA_amd64)
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, guest_RDI));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, guest_RSI));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, guest_RDX));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, guest_RCX));
#elif defined(VGA_arm64)
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_LINK));
   /* VEX has room for seven: these are one. */
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, guest_X0));
   call->fxState[call->nFxState - 1].size = HP_STRMEM_ARGUMENTS
                                            * sizeof(((tk_guest *)0)->guest_X0);
#endif
}

static void add_entry(IRSB *out, const hp_strmem_entry *entry)
{
   IRExpr **arguments = mkIRExprVec_2(IRExpr_GSPTR(), tk_ir_address(entry));
   IRDirty *call;
   if (entry->is_resolver)
      call = TK_IR_CALL(out, on_resolver, arguments, 0, NULL);
   else if (run.mode == HP_MODE_COPY)
      call = TK_IR_CALL(out, on_copy, arguments, 0, NULL);
   else
      call = TK_IR_CALL(out, on_call, arguments, 0, NULL);
   reads_registers(call);
}

static IRExpr *stack_pointer(IRSB *out)
{
   return tk_ir_register(out, offsetof(tk_guest, TK_SP));
}

/* Resolvers return here.  Calls if it is the one that waits. */
static void add_resolved(IRSB *out)
{
   IRExpr *expected = tk_ir_load_word(out, tk_ir_address(&hook.resolver_sp));
   IRExpr *is_it = tk_ir_compare(out, TK_IR_OP(CmpEQ), stack_pointer(out), expected);
   IRDirty *call = TK_IR_CALL(out, on_resolved, mkIRExprVec_1(IRExpr_GSPTR()), 0, is_it);
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_PC));
   tk_ir_effect(call, Ifx_Read, offsetof(tk_guest, TK_RESULT));
}

void hp_strmem_instrument(IRSB *out, Addr first)
{
   if (!hook.is_on)
      return;
   hp_strmem_known_update();
   if (is_caller(first))
      add_resolved(out);
   const hp_strmem_entry *entry = hp_strmem_known_at(first);
   if (entry == NULL)
      return;
   if (run.mode != HP_MODE_COPY || entry->is_resolver || entry->function->is_copy)
      add_entry(out, entry);
   else /* a copy may end here, wcpncpy in wmemset; the next call is another */
      tk_ir_store(out, tk_ir_address(&hook.jumped_sp), tk_ir_const(0));
}

/* A function may end with a jump to another of them, or to the stub of one. */
static Bool is_function(Addr to)
{
   return hp_strmem_known_at(to) != NULL || hp_strmem_known_is_stub(to);
}

/* A loop may begin with the function's first instruction. */
void hp_strmem_instrument_exit(IRSB *out, Addr first, const IRStmt *exit)
{
   if (!hook.is_on || !hp_strmem_is_quiet(first) || exit->Ist.Exit.jk != Ijk_Boring
       || !is_function(tk_ir_guest_address(exit->Ist.Exit.dst)))
      return;
   IRExpr *jumped_sp = tk_ir_choose(out, exit->Ist.Exit.guard, stack_pointer(out),
                                    tk_ir_const(0));
   tk_ir_store(out, tk_ir_address(&hook.jumped_sp), jumped_sp);
}

void hp_strmem_instrument_end(IRSB *out, Addr first)
{
   if (!hook.is_on || !hp_strmem_is_quiet(first))
      return;
   for (Int i = 0; i < out->stmts_used; i++) {
      const IRStmt *stmt = out->stmts[i];
      if (stmt->tag == Ist_Exit && stmt->Ist.Exit.jk == Ijk_Boring)
         hp_strmem_known_follow(first, tk_ir_guest_address(stmt->Ist.Exit.dst));
   }
   if (out->next->tag != Iex_Const
       || (out->jumpkind != Ijk_Boring && out->jumpkind != Ijk_Call))
      return;
   Addr to = tk_ir_guest_address(out->next->Iex.Const.con);
   hp_strmem_known_follow(first, to);
   if (!tk_ir_ends_with_call(out) && is_function(to))
      tk_ir_store(out, tk_ir_address(&hook.jumped_sp), stack_pointer(out));
}

void hp_strmem_init(void)
{
   hook.is_on = run.follow_accesses || run.mode == HP_MODE_COPY;
   if (!hook.is_on)
      return;
   /* In the mode of the heap, hp_uncounted.c has this event. */
   if (run.mode == HP_MODE_COPY)
      VG_(track_die_mem_brk)(on_brk_down);
}
