/* hp_hook.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_hook.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_transtab.h"
#include "pub_tool_vki.h"

#include "hp_where.h"
#include "tk_hash.h"

hp_near near;

/* ---- Registers and arguments ------------------------------------------------ */

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
typedef VexGuestAMD64State guest;
#define SP_FIELD guest_RSP
#define BP_FIELD guest_RBP
#define PC_FIELD guest_RIP
#define RESULT_FIELD guest_RAX
#elif defined(VGA_x86)
#include "libvex_guest_x86.h"
typedef VexGuestX86State guest;
#define SP_FIELD guest_ESP
#define BP_FIELD guest_EBP
#define PC_FIELD guest_EIP
#define RESULT_FIELD guest_EAX
#endif

/* Where an argument is, when a function has just been entered. */
static Addr *argument_of(guest *state, Int number)
{
#if defined(VGA_amd64) /* System V ABI, section 3.2.3 */
   switch (number) {
   case 0:  return (Addr *)&state->guest_RDI;
   case 1:  return (Addr *)&state->guest_RSI;
   default: return (Addr *)&state->guest_RDX;
   }
#else /* System V ABI for i386: on the stack, above the return address */
   return (Addr *)(Addr)state->SP_FIELD + 1 + number;
#endif
}

/* ---- Where calls return to ------------------------------------------------- */

/* The addresses that a watched call ever returned to: an open hash table. */
static struct {
   Addr *slots; /* 0: free */
   UInt n_slots, n_used;
} returns;

enum { FIRST_RETURNS = 1024 }; /* a power of two */

static Addr *return_slot(Addr address)
{
   UInt at = (UInt)tk_hash_word(address), mask = returns.n_slots - 1;
   while (returns.slots[at & mask] != address && returns.slots[at & mask] != 0)
      at++;
   return &returns.slots[at & mask];
}

static void make_returns(UInt n)
{
   returns.slots =
      tk_get(&run.alloc, "hp.hook.returns", n * sizeof *returns.slots);
   VG_(memset)(returns.slots, 0, n * sizeof *returns.slots);
   returns.n_slots = n;
}

static void double_returns(void)
{
   Addr *old = returns.slots;
   UInt n_old = returns.n_slots;
   make_returns(2 * n_old);
   for (UInt i = 0; i < n_old; i++)
      if (old[i] != 0)
         *return_slot(old[i]) = old[i];
   tk_put(&run.alloc, old);
}

/* The core lets tools discard translations at certain times only, and asserts
   that; no header of the SDK has this flag (configure looks).  Here the block
   that runs is that of the function's entry, and what is discarded is one that
   it will return to; were it the same, its code would stay until the core needs
   the room, which it does not look for while code runs. */
extern Bool VG_(ok_to_discard_translations);

static void watch_return(Addr address)
{
   Addr *slot = return_slot(address);
   if (*slot == address)
      return;
   *slot = address;
   returns.n_used++;
   if (returns.n_used > returns.n_slots / 2)
      double_returns();
   VG_(ok_to_discard_translations) = True;
   VG_(discard_translations_safely)(address, 1, "heapprof");
   VG_(ok_to_discard_translations) = False;
}

/* ---- Objects ------------------------------------------------------------------ */

static Bool soname_is(Addr address, const HChar *pattern)
{
   const DebugInfo *object =
      VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
   const HChar *soname =
      object == NULL ? NULL : VG_(DebugInfo_get_soname)(object);
   return soname != NULL && VG_(string_match)(pattern, soname);
}

/* ---- Events ------------------------------------------------------------------- */

static void warn_wrong(const hp_function *function, Addr pointer,
                       Bool is_ignored)
{
   static Bool has_warned;
   if (has_warned)
      return;
   has_warned = True;
   VG_(umsg)("warning: %s of %#lx, which is not the start of a live block;\n",
             function->name, pointer);
   VG_(umsg)("   it is %s, as will be others (their number is in the "
             "profile)\n", is_ignored ? "ignored" : "left to the program");
   VG_(get_and_pp_StackTrace)(near.thread->id, 12);
}

/* Makes the call one that does nothing: what it would do is not defined. */
static void defuse(guest *state, const hp_function *function)
{
   *argument_of(state, function->pointer) = 0;
   if (function->action == HP_REALLOCATE) {
      /* Of NULL and more than there can be: fails. */
      *argument_of(state, function->size) = ~(Addr)0 >> 1;
      if (function->count != HP_NO_ARGUMENT)
         *argument_of(state, function->count) = 1;
   }
}

static void wait_for(hp_call *call, guest *state, const hp_function *function)
{
   call->function = function;
   call->entry_pc = state->PC_FIELD;
   call->return_sp = state->SP_FIELD + sizeof(Addr);
   call->return_pc = *(Addr *)(Addr)state->SP_FIELD;
   for (Int i = 0; i < HP_MAX_ARGUMENTS; i++)
      call->arguments[i] = *argument_of(state, i);
   near.return_sp = (Addr)call->return_sp;
   watch_return((Addr)call->return_pc);
}

/* It will not return. */
static void abandon(hp_call *call)
{
   call->return_sp = near.return_sp = 0;
   if (call->block != 0)
      hp_heap_realloc_cancel(&run.heap, call->block);
   call->block = 0;
}

/* The C library has memory of its own that it never got from a function that we
   watch, and frees by one that we do (glibc: a thread's cache, when it ends).  In
   a static program its functions are known by their names. */
static Bool is_called_by_libc(const guest *state)
{
   Addr caller = *(Addr *)(Addr)state->SP_FIELD;
   const HChar *name;
   if (soname_is(caller, "libc.so*") || soname_is(caller, "ld-linux*"))
      return True;
   return VG_(get_fnname)(VG_(current_DiEpoch)(), caller, &name)
          && (VG_(string_match)("*thread_freeres", name)
              || VG_(string_match)("tcache_thread_*", name));
}

/* A block that is none.  `is_real`: the function is libc's own, which would end
   the process, or worse; others may know better than we do. */
static void take_wrong(guest *state, const hp_function *function,
                       Addr pointer, Bool is_real)
{
   if (is_called_by_libc(state))
      return;
   run.heap.invalid++;
   warn_wrong(function, pointer, is_real);
   if (is_real)
      defuse(state, function);
}

static void begin_realloc(hp_call *call, guest *state,
                          const hp_function *function, Bool is_real)
{
   Addr pointer = *argument_of(state, function->pointer);
   wait_for(call, state, function);
   call->block = 0;
   if (pointer == 0)
      return;
   call->block = hp_heap_realloc_begin(&run.heap, HP_LAYER_HEAP, pointer);
   if (call->block == 0)
      take_wrong(state, function, pointer, is_real);
}

/* libc's own calls none of the others: there is nothing to wait for. */
static void begin_free(hp_call *call, guest *state,
                       const hp_function *function, Bool is_real)
{
   Addr pointer = *argument_of(state, function->pointer);
   if (!is_real)
      wait_for(call, state, function);
   if (pointer != 0
       && !hp_heap_free(&run.heap, HP_LAYER_HEAP, pointer, hp_now()))
      take_wrong(state, function, pointer, is_real);
}

/* A function is entered from within another.  What is freed there, of what the
   program was given, is freed. */
static void begin_nested(guest *state, const hp_function *function)
{
   if (function->action != HP_FREE)
      return;
   hp_heap_free(&run.heap, HP_LAYER_HEAP,
                *argument_of(state, function->pointer), hp_now());
}

/* The call that is waited for, if any, is left for good. */
static void leave(hp_call *call, Bool has_failed)
{
   if (near.return_sp == 0)
      return;
   if (has_failed && call->function->action == HP_ALLOCATE)
      hp_heap_fail(&run.heap,
                   hp_where_site_of(near.thread->id, near.return_sp),
                   hp_function_size(call->function, call->arguments));
   abandon(call);
}

/* What is where the return address of the call that is waited for was; 0 if
   there is no memory any more: the stack of a coroutine, say. */
static Addr its_return_pc(void)
{
   Addr place = near.return_sp - sizeof(Addr);
   if (hp_where_is_on_stack(place)
       || VG_(am_is_valid_for_client)(place, sizeof(Addr), VKI_PROT_READ))
      return *(Addr *)place;
   return 0;
}

/* Called from translated code. */
static void on_entry(guest *state, const hp_function *function, HWord is_real)
{
   hp_call *call = hp_calls_top(&near.thread->calls);
   if (function->action == HP_THROW || function->action == HP_LEAVE) {
      leave(call, function->action == HP_THROW);
      return;
   }
   run.n_hooks++;
   if (near.return_sp != 0) {
      if (hp_call_goes_on(call, state->PC_FIELD, state->SP_FIELD,
                          its_return_pc(), sizeof(Addr))) {
         begin_nested(state, function);
         return;
      }
      abandon(call);
   }
   switch (function->action) {
   case HP_FREE:
      begin_free(call, state, function, is_real);
      break;
   case HP_REALLOCATE:
      begin_realloc(call, state, function, is_real);
      break;
   default:
      wait_for(call, state, function);
   }
}

static uint32_t site_now(const guest *state)
{
   hp_registers registers = {
      state->PC_FIELD - 1, state->SP_FIELD, state->BP_FIELD,
   };
   return hp_where_site(&registers);
}

/* The function has returned a block, or NULL. */
static void end_allocate(const guest *state, const hp_call *call, Addr block)
{
   uint64_t size_B = hp_function_size(call->function, call->arguments);
   uint32_t site = site_now(state);
   if (block == 0)
      hp_heap_fail(&run.heap, site, size_B);
   else
      hp_heap_alloc(&run.heap, site, near.thread->number, HP_LAYER_HEAP,
                    block, size_B, hp_now());
}

static void end_realloc(const guest *state, hp_call *call, Addr block)
{
   uint64_t size_B = hp_function_size(call->function, call->arguments);
   uint32_t old = call->block;
   call->block = 0;
   if (old == 0) {
      if (call->arguments[call->function->pointer] == 0)
         end_allocate(state, call, block);
   } else if (block != 0) {
      hp_heap_realloc_end(&run.heap, old, near.thread->number, block, size_B,
                          hp_now());
   } else if (size_B == 0) {
      hp_heap_realloc_free(&run.heap, old, hp_now());
   } else {
      hp_heap_realloc_cancel(&run.heap, old);
      hp_heap_fail(&run.heap, site_now(state), size_B);
   }
}

/* The size that was asked for, as Valgrind's own tools tell it: programs that
   use what they are told to have then behave as they do there. */
static void end_tell_size(guest *state, const hp_call *call)
{
   uint32_t block =
      hp_blocks_find(&run.heap.blocks,
                     call->arguments[call->function->pointer], HP_LAYER_HEAP);
   if (block != 0)
      state->RESULT_FIELD = hp_blocks_at(&run.heap.blocks, block)->size_B;
}

/* Called from translated code. */
static void on_return(guest *state)
{
   hp_call *call = hp_calls_top(&near.thread->calls);
   Addr result = state->RESULT_FIELD;
   if (state->PC_FIELD != call->return_pc)
      return;
   call->return_sp = near.return_sp = 0;
   switch (call->function->action) {
   case HP_ALLOCATE:
      end_allocate(state, call, result);
      break;
   case HP_ALLOCATE_AT: /* 0 is success */
      end_allocate(state, call,
                   result != 0 ? 0
                   : *(Addr *)(Addr)call->arguments[call->function->pointer]);
      break;
   case HP_REALLOCATE:
      end_realloc(state, call, result);
      break;
   case HP_TELL_SIZE:
      end_tell_size(state, call);
      break;
   default:
      break;
   }
}

/* ---- Threads and signals ------------------------------------------------------- */

void hp_hook_thread_begins(ThreadId id)
{
   if (run.threads[id] == NULL)
      run.threads[id] =
         tk_get(&run.alloc, "hp.hook.thread", sizeof *run.threads[id]);
   *run.threads[id] = (hp_thread){ .id = id, .number = ++run.n_threads };
}

void hp_hook_thread_runs(ThreadId id)
{
   near.thread = run.threads[id];
   near.return_sp = (Addr)hp_calls_top(&near.thread->calls)->return_sp;
}

void hp_hook_signal(ThreadId id)
{
   hp_calls_interrupt(&run.threads[id]->calls);
   hp_hook_thread_runs(id);
}

void hp_hook_signal_done(ThreadId id)
{
   hp_calls_resume(&run.threads[id]->calls);
   hp_hook_thread_runs(id);
}

void hp_hook_init(void)
{
   /* Within a superblock registers need not be in the guest state: functions must
      begin one.  (It costs nothing: less is translated twice.) */
   VG_(clo_vex_control).guest_chase = False;
   make_returns(FIRST_RETURNS);
   run.threads = tk_get(&run.alloc, "hp.hook.threads",
                        VG_N_THREADS * sizeof *run.threads);
   VG_(memset)(run.threads, 0, VG_N_THREADS * sizeof *run.threads);
}

/* ---- Which functions ------------------------------------------------------------ */

/* The core's option --soname-synonyms: the part of it that follows
   "somalloc=", up to a comma.  The library has it, the headers of the SDK do not
   (configure looks). */
extern const HChar *VG_(clo_soname_synonyms);

/* The pattern of other objects to watch than the C and C++ libraries: all,
   unless the user says which; NULL: none. */
static const HChar *other_objects(void)
{
   static HChar pattern[200];
   if (VG_(clo_soname_synonyms) == NULL)
      return "*";
   const HChar *value = VG_(strstr)(VG_(clo_soname_synonyms), "somalloc=");
   if (value == NULL)
      return "*";
   VG_(strncpy)(pattern, value + 9, sizeof pattern - 1);
   HChar *comma = VG_(strchr)(pattern, ',');
   if (comma != NULL)
      *comma = '\0';
   return VG_(strcmp)(pattern, "nouserintercepts") == 0 ? NULL : pattern;
}

static Bool is_watched_object(Addr address)
{
   static const HChar *others;
   static Bool is_known;
   if (!is_known)
      others = other_objects();
   is_known = True;
   if (others != NULL && VG_(strcmp)(others, "*") == 0)
      return True; /* also code whose object the core does not tell */
   return (others != NULL && soname_is(address, others))
          || soname_is(address, "libc.so*")
          || soname_is(address, "libstdc++*") || soname_is(address, "libc++*");
}

/* The function to watch that is entered at an address, or NULL. */
static const hp_function *function_at(Addr address)
{
   const HChar *name;
   if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name))
      return NULL;
   const hp_function *function = hp_function_named(name);
   if (function == NULL || !is_watched_object(address))
      return NULL;
   /* libstdc++'s operators delete are nothing but calls of free. */
   if (function->action == HP_FREE && name[0] == 'o'
       && soname_is(address, "libstdc++*"))
      return NULL;
   return function;
}

/* ---- Translated code ------------------------------------------------------------- */

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
   state_effect(call, Ifx_Read, offsetof(guest, SP_FIELD));
   state_effect(call, Ifx_Read, offsetof(guest, BP_FIELD));
   state_effect(call, Ifx_Read, offsetof(guest, PC_FIELD));
}

static void add_entry(IRSB *out, const hp_function *function, Bool is_real)
{
   IRDirty *call = unsafeIRDirty_0_N(
      0, "on_entry", VG_(fnptr_to_fnentry)(on_entry),
      mkIRExprVec_3(IRExpr_GSPTR(), constant((Addr)function),
                    constant(is_real)));
   reads_registers(call);
#if defined(VGA_amd64)
   state_effect(call, Ifx_Modify, offsetof(guest, guest_RDI));
   state_effect(call, Ifx_Modify, offsetof(guest, guest_RSI));
   state_effect(call, Ifx_Modify, offsetof(guest, guest_RDX));
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
   IRExpr *expected = load_near(out, word, &near.return_sp);
   addStmtToIRSB(out, IRStmt_WrTmp(sp, IRExpr_Get(offsetof(guest, SP_FIELD),
                                                  word)));
   addStmtToIRSB(out,
                 IRStmt_WrTmp(is_it,
                              IRExpr_Binop(word == Ity_I64 ? Iop_CmpEQ64
                                                           : Iop_CmpEQ32,
                                           IRExpr_RdTmp(sp), expected)));
   IRDirty *call =
      unsafeIRDirty_0_N(0, "on_return", VG_(fnptr_to_fnentry)(on_return),
                        mkIRExprVec_1(IRExpr_GSPTR()));
   call->guard = IRExpr_RdTmp(is_it);
   reads_registers(call);
   state_effect(call, Ifx_Modify, offsetof(guest, RESULT_FIELD));
   addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* Adds the instructions since the last time, wherever the superblock may be
   left. */
static void add_instrs(IRSB *out, UInt *n_instrs)
{
   if (*n_instrs == 0)
      return;
   IRTemp sum = newIRTemp(out->tyenv, Ity_I64);
   IRExpr *before = load_near(out, Ity_I64, &near.instrs);
   addStmtToIRSB(out,
                 IRStmt_WrTmp(sum, IRExpr_Binop(Iop_Add64, before,
                                                IRExpr_Const(IRConst_U64(
                                                   *n_instrs)))));
   addStmtToIRSB(out, IRStmt_Store(Iend_LE, constant((Addr)&near.instrs),
                                   IRExpr_RdTmp(sum)));
   *n_instrs = 0;
}

/* If that is where a function to watch is entered: superblocks do not go on
   into functions (hp_hook_init). */
static void add_entry_at(IRSB *out, Addr address)
{
   const hp_function *function = function_at(address);
   if (function != NULL)
      add_entry(out, function, soname_is(address, "libc.so*"));
}

IRSB *hp_hook_instrument(IRSB *sb, Bool watch, Bool count_instrs)
{
   IRSB *out = deepCopyIRSBExceptStmts(sb);
   UInt n_instrs = 0;
   Int i = 0;

   /* What the core put before the first instruction stays there. */
   for (; i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark; i++)
      addStmtToIRSB(out, sb->stmts[i]);
   if (watch && i < sb->stmts_used) {
      Addr first = (Addr)sb->stmts[i]->Ist.IMark.addr;
      if (*return_slot(first) == first)
         add_return(out);
      add_entry_at(out, first);
   }
   for (; i < sb->stmts_used; i++) {
      const IRStmt *stmt = sb->stmts[i];
      if (stmt->tag == Ist_Exit && count_instrs)
         add_instrs(out, &n_instrs);
      addStmtToIRSB(out, sb->stmts[i]);
      n_instrs += stmt->tag == Ist_IMark;
   }
   if (count_instrs)
      add_instrs(out, &n_instrs);
   return out;
}
