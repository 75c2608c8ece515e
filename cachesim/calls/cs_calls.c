/* cs_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_calls.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

#include "code/tk_ir.h"
#include "watch/tk_guest.h"

/* Translated code can pass few arguments. */
static cs_calls *the;

enum {
   SP = offsetof(tk_guest, TK_SP),
   WORD_B = sizeof(Addr),
   /* A stack pointer that moves by less stays on its stack. */
   NEAR_B = 4096,
   UNFOLDED = 1 << 17,
   MOST = 1 << 21,
};

static const void *part_of(void *inlining, Addr addr, const tk_place *place)
{
   return cs_inlining_at(inlining, addr, place);
}

void cs_calls_init(cs_calls *calls, const tk_alloc *alloc, tk_strings *names,
                   tk_where *where, UInt n_counts)
{
   *calls = (cs_calls){ .functions = cs_functions_new(alloc, names, where) };
   calls->crossings = VG_(newXA)(VG_(malloc), "cs.calls.crossings", VG_(free),
                                 sizeof(cs_crossing));
   Bool has_room =
      cs_tree_init(&calls->tree, alloc, n_counts, UNFOLDED, MOST);
   tl_assert(has_room);
   cs_frames_init(&calls->frames, &calls->tree, alloc);
   calls->inlining =
      cs_inlining_new(alloc, names, calls->functions, &calls->tree);
   tk_where_set_part(where, part_of, calls->inlining);
   the = calls;
}

/* ---- Called from translated code -------------------------------------- */

static VG_REGPARM(3) void cs_on_call(const tk_line *line, const cs_function *function,
                                     Addr sp)
{
   cs_frames_call(&the->frames, line, function, sp);
}

static VG_REGPARM(3) void cs_on_call_any(const tk_line *line, Addr target, Addr sp)
{
   Bool is_entry;
   cs_frames_call(&the->frames, line,
                  cs_functions_at(the->functions, target, &is_entry), sp);
}

static VG_REGPARM(1) void cs_on_return(Addr sp)
{
   cs_frames_return(&the->frames, sp);
}

static VG_REGPARM(2) void cs_on_enter(const cs_function *function, Addr sp)
{
   cs_frames_enter(&the->frames, function, sp);
}

static VG_REGPARM(3) void cs_on_jump(const tk_line *line, const cs_function *function,
                                     Addr sp)
{
   cs_frames_jump(&the->frames, line, function, sp);
}

static VG_REGPARM(3) void cs_on_set_sp(Addr old_sp, Addr sp, Addr target)
{
   Bool is_entry;
   const cs_function *function =
      cs_functions_at(the->functions, target, &is_entry);
   cs_frames_set_sp(&the->frames, old_sp, sp, function, is_entry);
}

/* The counts of inlined code, which the current node did not have yet. */
static VG_REGPARM(1) UWord cs_on_inlined(const cs_code *code)
{
   return (UWord)cs_tree_counts(&the->tree, cs_node_of(the->frames.counts), code);
}

/* ---- Reading ---------------------------------------------------------- */

/* Does the superblock set the stack pointer to what is not reckoned from it? */
static Bool sets_sp(const IRSB *sb)
{
   /* For each temporary: is it reckoned from the stack pointer? */
   static XArray *is_reckoned;
   Bool found = False;
   if (is_reckoned == NULL)
      is_reckoned = VG_(newXA)(VG_(malloc), "cs.calls.temps", VG_(free), sizeof(Bool));
   VG_(dropTailXA)(is_reckoned, VG_(sizeXA)(is_reckoned));
   Bool no = False;
   for (Int i = 0; i < sb->tyenv->types_used; i++)
      VG_(addToXA)(is_reckoned, &no);
#define RECKONED(atom) \
   ((atom)->tag == Iex_RdTmp \
    && *(Bool *)VG_(indexXA)(is_reckoned, (atom)->Iex.RdTmp.tmp))
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_Put && st->Ist.Put.offset == SP)
         found |= !RECKONED(st->Ist.Put.data);
      if (st->tag != Ist_WrTmp)
         continue;
      const IRExpr *value = st->Ist.WrTmp.data;
      Bool yes = (value->tag == Iex_Get && value->Iex.Get.offset == SP)
                 || RECKONED(value)
                 || (value->tag == Iex_Unop && RECKONED(value->Iex.Unop.arg))
                 || (value->tag == Iex_Binop
                     && (RECKONED(value->Iex.Binop.arg1)
                         || RECKONED(value->Iex.Binop.arg2)));
      *(Bool *)VG_(indexXA)(is_reckoned, st->Ist.WrTmp.tmp) = yes;
   }
#undef RECKONED
   return found;
}

static void add_crossing(cs_calls *calls, Int stmt, const tk_line *line,
                         const cs_function *function, IRExpr *return_addr)
{
   cs_crossing crossing = { .stmt = stmt, .line = line, .function = function,
                            .return_addr = return_addr };
   VG_(addToXA)(calls->crossings, &crossing);
}

static const cs_function *function_at(const cs_calls *calls, const IRConst *address)
{
   Bool is_entry;
   return cs_functions_at(calls->functions, tk_ir_guest_address(address), &is_entry);
}

/* Where the statement puts the address of the next instruction: a call does.  NULL: it
   does not. */
static IRExpr *return_addr_of(const IRStmt *st, Addr next)
{
   if (st->tag != Ist_Store || st->Ist.Store.data->tag != Iex_Const)
      return NULL;
   const IRConst *value = st->Ist.Store.data->Iex.Const.con;
   Bool is_word = value->tag == (WORD_B == 8 ? Ico_U64 : Ico_U32);
   return is_word && tk_ir_guest_address(value) == next ? st->Ist.Store.addr : NULL;
}

/* `next` is the instruction after the last. */
static void read_end(cs_calls *calls, const IRSB *sb, const cs_function *current,
                     Addr next)
{
   Bool is_known = sb->next->tag == Iex_Const;
   Addr target =
      is_known ? tk_ir_guest_address(sb->next->Iex.Const.con) : 0;
   calls->end = CS_END_NOTHING;
   calls->function = NULL;
   if (is_known && sb->jumpkind != Ijk_Ret)
      calls->function = function_at(calls, sb->next->Iex.Const.con);
   if (sb->jumpkind == Ijk_Ret)
      calls->end = CS_END_RETURN;
   else if (sb->jumpkind == Ijk_Call && !is_known)
      calls->end = CS_END_CALL_ANY;
   else if (sb->jumpkind == Ijk_Call && target != next) /* not to get the PC */
      calls->end = CS_END_CALL;
   else if (sb->jumpkind == Ijk_Boring && !is_known && current != NULL)
      calls->end = CS_END_JUMP_ANY;
   else if (is_known && calls->function != current && current != NULL)
      calls->end = CS_END_JUMP;
}

/* The code that an instruction with this line belongs to. */
static const cs_function *owner_of(const tk_line *line)
{
   const cs_code *code = line->at.part;
   return code == NULL ? NULL : code->function;
}

/* Begins with the first instruction.  If a jump led into the midst of a function with
   inlined code, that must be found out: the current node must be that function's. */
static void read_first(cs_calls *calls, Addr addr, const XArray *lines)
{
   Bool is_entry;
   const tk_line *line = *(tk_line **)VG_(indexXA)(lines, 0);
   calls->first = owner_of(line);
   cs_functions_at(calls->functions, addr, &is_entry);
   calls->asks = calls->first == NULL || is_entry;
   for (Word i = 0; i < VG_(sizeXA)(lines) && !calls->asks; i++) {
      const cs_code *code = (*(tk_line **)VG_(indexXA)(lines, i))->at.part;
      calls->asks = code != NULL && code->index > 0;
   }
}

/* An instruction of the function begins.  `next` is the one after the last, which may
   have put that address at `return_addr`.  A call of the next instruction is none: it is
   made to get the PC. */
static void read_instruction(cs_calls *calls, Int stmt, const cs_function *current,
                             const cs_function *function, Addr next, Addr addr,
                             IRExpr *return_addr)
{
   if (addr == next)
      return_addr = NULL;
   if (return_addr != NULL || function != current)
      add_crossing(calls, stmt, calls->line, function, return_addr);
}

void cs_calls_read(cs_calls *calls, const IRSB *sb, const XArray *lines)
{
   const cs_function *current = NULL;
   IRExpr *return_addr = NULL;
   Addr next = 0;
   Word n = 0;
   VG_(dropTailXA)(calls->crossings, VG_(sizeXA)(calls->crossings));
   calls->n_emitted = 0;
   calls->line = NULL;
   calls->asks = False;
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_IMark) {
         Addr addr = st->Ist.IMark.addr;
         const tk_line *line = *(tk_line **)VG_(indexXA)(lines, n++);
         const cs_function *function = owner_of(line);
         if (n == 1)
            read_first(calls, addr, lines);
         else
            read_instruction(calls, i, current, function, next, addr, return_addr);
         current = function;
         calls->line = line;
         return_addr = NULL;
         next = addr + st->Ist.IMark.len;
      } else if (st->tag == Ist_Store && n > 0) {
         IRExpr *found = return_addr_of(st, next);
         return_addr = found != NULL ? found : return_addr;
      } else if (st->tag == Ist_Exit && st->Ist.Exit.jk == Ijk_Boring
                 && current != NULL) {
         const cs_function *function = function_at(calls, st->Ist.Exit.dst);
         if (function != current)
            add_crossing(calls, i, calls->line, function, NULL);
      }
   }
   calls->sets_sp = sets_sp(sb);
   read_end(calls, sb, current, next);
}

Bool cs_calls_cuts(const cs_calls *calls, Int stmt)
{
   for (Word i = 0; i < VG_(sizeXA)(calls->crossings); i++)
      if (((cs_crossing *)VG_(indexXA)(calls->crossings, i))->stmt == stmt)
         return True;
   return False;
}

/* ---- Writing ---------------------------------------------------------- */

void cs_calls_emit_start(cs_calls *calls, IRSB *out)
{
   calls->old_sp = calls->sets_sp ? tk_ir_register(out, SP) : NULL;
   if (!calls->asks)
      return;
   const cs_function *function = calls->first;
   IRExpr *current = tk_ir_load_word(out, tk_ir_address(&calls->frames.function));
   IRExpr *differs = tk_ir_compare(out, TK_IR_OP(CmpNE), current,
                                   tk_ir_address(function));
   TK_IR_CALL(out, cs_on_enter,
              mkIRExprVec_2(tk_ir_address(function), tk_ir_register(out, SP)), 2,
              differs);
}

/* The stack pointer after the return to an address that is at `sp`. */
static IRExpr *after_return(IRSB *out, IRExpr *sp)
{
   return tk_ir_binop(out, TK_IR_OP(Add), sp, tk_ir_const(WORD_B));
}

Bool cs_calls_emit(cs_calls *calls, IRSB *out, const IRSB *sb, Int stmt)
{
   if ((Word)calls->n_emitted == VG_(sizeXA)(calls->crossings))
      return False;
   const cs_crossing *crossing = VG_(indexXA)(calls->crossings, calls->n_emitted);
   if (crossing->stmt != stmt)
      return False;
   const IRStmt *st = sb->stmts[stmt];
   IRExpr *guard = st->tag == Ist_Exit ? st->Ist.Exit.guard : NULL;
   IRExpr *line = tk_ir_address(crossing->line);
   IRExpr *function = tk_ir_address(crossing->function);
   if (crossing->return_addr != NULL)
      TK_IR_CALL(out, cs_on_call,
                 mkIRExprVec_3(line, function,
                               after_return(out, crossing->return_addr)), 3, NULL);
   else
      TK_IR_CALL(out, cs_on_jump,
                 mkIRExprVec_3(line, function, tk_ir_register(out, SP)), 3, guard);
   calls->n_emitted++;
   return True;
}

IRExpr *cs_calls_emit_counts(IRSB *out, IRExpr *path, const cs_code *code)
{
   if (code == NULL || code->index == 0)
      return path;
   IRExpr *slots = tk_ir_load_word(
      out, tk_ir_binop(out, TK_IR_OP(Sub), path,
                       tk_ir_const(offsetof(cs_node, counts)
                                   - offsetof(cs_node, slots))));
   IRExpr *known = tk_ir_load_word(
      out, tk_ir_binop(out, TK_IR_OP(Add), slots,
                       tk_ir_const(code->index * sizeof(uint64_t *))));
   IRExpr *is_missing =
      tk_ir_compare(out, TK_IR_OP(CmpEQ), known, tk_ir_const(0));
   return tk_ir_call_if(out, "cs_on_inlined", cs_on_inlined,
                        mkIRExprVec_1(tk_ir_address(code)), 1, is_missing, known);
}

/* Is the stack pointer far from what it was at the start? */
static IRExpr *is_far(IRSB *out, IRExpr *old_sp, IRExpr *sp)
{
   IRExpr *moved = tk_ir_binop(out, TK_IR_OP(Sub), sp, old_sp);
   return tk_ir_not(out, tk_ir_compare(out, TK_IR_OP_U(CmpLE), moved,
                                       tk_ir_const(NEAR_B)));
}

void cs_calls_emit_end(const cs_calls *calls, IRSB *out)
{
   IRExpr *line = tk_ir_address(calls->line);
   IRExpr *function = tk_ir_address(calls->function);
   IRExpr *sp = NULL;
   if (calls->end != CS_END_NOTHING || calls->sets_sp)
      sp = tk_ir_register(out, SP);
   if (calls->sets_sp)
      TK_IR_CALL(out, cs_on_set_sp, mkIRExprVec_3(calls->old_sp, sp, out->next), 3,
                 is_far(out, calls->old_sp, sp));
   switch (calls->end) {
   case CS_END_NOTHING:
      break;
   case CS_END_CALL:
      TK_IR_CALL(out, cs_on_call,
                 mkIRExprVec_3(line, function, after_return(out, sp)), 3, NULL);
      break;
   case CS_END_CALL_ANY:
      TK_IR_CALL(out, cs_on_call_any,
                 mkIRExprVec_3(line, out->next, after_return(out, sp)), 3, NULL);
      break;
   case CS_END_RETURN:
      TK_IR_CALL(out, cs_on_return, mkIRExprVec_1(sp), 1, NULL);
      break;
   case CS_END_JUMP:
      TK_IR_CALL(out, cs_on_jump, mkIRExprVec_3(line, function, sp), 3, NULL);
      break;
   case CS_END_JUMP_ANY:
      tk_ir_store(out, tk_ir_address(&calls->frames.jumped_from), line);
      break;
   }
}

/* ---- The core's events ------------------------------------------------ */

void cs_calls_run(ThreadId tid)
{
   cs_frames_run(&the->frames, tid, VG_(thread_get_stack_max)(tid));
}

void cs_calls_thread_ends(ThreadId tid)
{
   cs_frames_thread_ends(&the->frames, tid);
}

static void on_signal(ThreadId tid, Int number, Bool has_other_stack)
{
   cs_frames_signal(&the->frames, VG_(get_SP)(tid));
}

static void on_signal_done(ThreadId tid, Int number)
{
   cs_frames_signal_done(&the->frames);
}

void cs_calls_track(void)
{
   VG_(track_pre_deliver_signal)(on_signal);
   VG_(track_post_deliver_signal)(on_signal_done);
}

void cs_calls_forget(cs_calls *calls)
{
   cs_frames_forget(&calls->frames);
}
