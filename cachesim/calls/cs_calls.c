/* cs_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_calls.h"

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

#include "calls/cs_frames_usual.h"
#include "calls/cs_origin.h"
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
   cs_tree_init(&calls->tree, alloc, n_counts, UNFOLDED, MOST);
   cs_frames_init(&calls->frames, &calls->tree, alloc);
   calls->inlining = cs_inlining_new(alloc, names, calls->functions, &calls->tree);
   tk_where_set_part(where, part_of, calls->inlining);
   the = calls;
}

/* What a call or jump reports that leads to the function: NULL if its code can get
   another name until it runs.  Then the code says what it is when it is entered, as after
   a stub. */
static const cs_function *told_at_entry(const cs_function *function)
{
   return function != NULL && function->is_compiled ? NULL : function;
}

/* ---- Called from translated code -------------------------------------- */

static VG_REGPARM(3) void cs_on_call(const tk_line *line, const cs_function *function,
                                     Addr sp)
{
   if (!cs_frames_call_usual(&the->frames, line, function, sp))
      cs_frames_call(&the->frames, line, function, sp);
}

static VG_REGPARM(3) void cs_on_call_any(const tk_line *line, Addr target, Addr sp)
{
   Bool is_entry;
   cs_on_call(line, told_at_entry(cs_functions_at(the->functions, target, &is_entry)),
              sp);
}

/* The first function of a coroutine may return into the midst of another one, which did
   not call it. */
static VG_REGPARM(2) void cs_on_return(Addr sp, Addr target)
{
   if (cs_frames_return_usual(&the->frames, sp))
      return;
   cs_frames_return(&the->frames, sp);
   if (!cs_frames_is_outermost(&the->frames))
      return;
   Bool is_entry;
   const cs_function *function = cs_functions_at(the->functions, target, &is_entry);
   if (!is_entry)
      cs_frames_jump(&the->frames, NULL, function, sp, False);
}

static VG_REGPARM(3) void cs_on_enter(const cs_function *function, Addr sp,
                                      UWord is_entry)
{
   if (!cs_frames_enter_usual(&the->frames, function, sp))
      cs_frames_enter(&the->frames, function, sp, is_entry != 0);
}

static VG_REGPARM(3) void cs_on_jump(const tk_line *line, const cs_function *function,
                                     Addr sp)
{
   cs_frames_jump(&the->frames, line, function, sp, False);
}

static VG_REGPARM(3) void cs_on_tail_call(const tk_line *line,
                                          const cs_function *function, Addr sp)
{
   cs_frames_jump(&the->frames, line, function, sp, True);
}

static inline void set_sp(Addr old_sp, Addr sp, Addr target, Bool returns)
{
   Bool is_entry;
   const cs_function *function = cs_functions_at(the->functions, target, &is_entry);
   Bool is_far = sp - old_sp > NEAR_B;
   Bool leaves = is_entry ? returns : function != the->frames.function;
   if (is_far || leaves)
      cs_frames_set_sp(&the->frames, old_sp, sp, function, is_entry);
}

static VG_REGPARM(3) void cs_on_set_sp(Addr old_sp, Addr sp, Addr target)
{
   set_sp(old_sp, sp, target, False);
}

/* A return also set the stack pointer: to the beginning of a function, it starts a
   coroutine. */
static VG_REGPARM(3) void cs_on_set_sp_and_return(Addr old_sp, Addr sp, Addr target)
{
   set_sp(old_sp, sp, target, True);
}

/* The counts of inlined code, which the current node did not have yet. */
static VG_REGPARM(1) void cs_on_inlined(const cs_code *code)
{
   the->new_counts = cs_tree_counts(&the->tree, the->frames.counts, code);
}

/* ---- Reading ---------------------------------------------------------- */

static void add_crossing(cs_calls *calls, const cs_crossing *crossing)
{
   VG_(addToXA)(calls->crossings, crossing);
}

static const cs_function *function_at(const cs_calls *calls, const IRConst *address,
                                      Bool *is_entry)
{
   return cs_functions_at(calls->functions, tk_ir_guest_address(address), is_entry);
}

static const cs_crossing *crossing_at(const cs_calls *calls, Word i)
{
   return VG_(indexXA)(calls->crossings, i);
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
   Addr target = is_known ? tk_ir_guest_address(sb->next->Iex.Const.con) : 0;
   calls->end = CS_END_NOTHING;
   calls->function = NULL;
   if (is_known && sb->jumpkind != Ijk_Ret)
      calls->function = function_at(calls, sb->next->Iex.Const.con, &calls->is_entry);
   if (sb->jumpkind == Ijk_Ret)
      calls->end = CS_END_RETURN;
   else if (sb->jumpkind == Ijk_Call && !is_known)
      calls->end = CS_END_CALL_ANY;
   else if (sb->jumpkind == Ijk_Call && target != next) /* not to get the PC */
      calls->end = CS_END_CALL;
   else if (sb->jumpkind == Ijk_Boring && !is_known && current != NULL)
      calls->end = CS_END_JUMP_ANY;
   else if (sb->jumpkind == Ijk_Boring && calls->function != current && current != NULL)
      calls->end = CS_END_JUMP; /* not after a system call that does not return */
   if (calls->end == CS_END_CALL || (calls->end == CS_END_JUMP && calls->is_entry))
      calls->function = told_at_entry(calls->function);
}

/* longjmp, setcontext and exceptions take the stack pointer from elsewhere; then they
   jump or return out of the function, perhaps to one nearby.  A usual return takes it
   from the frame pointer. */
static void read_sp(cs_calls *calls, cs_origin from)
{
   calls->sets_sp = from != CS_FROM_SP;
   calls->may_leave = (calls->end == CS_END_JUMP_ANY && from != CS_FROM_SP)
                      || (calls->end == CS_END_RETURN && from == CS_FROM_ELSEWHERE);
}

/* The code that an instruction with this line belongs to. */
static const cs_function *owner_of(const tk_line *line)
{
   const cs_code *code = line->at.part;
   return code == NULL ? NULL : code->function;
}

/* Begins with the first instruction.  If a jump led into the midst of a function with
   inlined code, that must be found out: the current node must be that function's.
   Compilers that run with the program make such jumps: they replace a function's code
   while it runs a loop. */
static void read_first(cs_calls *calls, Addr addr, const XArray *lines)
{
   const tk_line *line = *(tk_line **)VG_(indexXA)(lines, 0);
   calls->first = owner_of(line);
   cs_functions_at(calls->functions, addr, &calls->begins);
   calls->asks = calls->first == NULL || calls->begins || calls->first->is_compiled;
   for (Word i = 0; i < VG_(sizeXA)(lines) && !calls->asks; i++) {
      const cs_code *code = (*(tk_line **)VG_(indexXA)(lines, i))->at.part;
      calls->asks = code != NULL && code->index > 0;
   }
}

/* An instruction of the function begins.  `next` is the one after the last, which may
   have put that address at `return_addr`, and may have set the stack pointer.  Was that a
   call?  One of the next instruction is none: it is made to get the PC. */
static Bool read_instruction(cs_calls *calls, Int stmt, const cs_function *function,
                             Addr next, Addr addr, IRExpr *return_addr, cs_origin sp_from)
{
   const cs_function *current = owner_of(calls->line);
   cs_crossing crossing = {
      .stmt = stmt,
      .line = calls->line,
      .function = function,
      .return_addr = addr == next ? NULL : return_addr,
   };
   Bool is_call = crossing.return_addr != NULL;
   if (!is_call && function == current)
      return False;
   cs_functions_at(calls->functions, addr, &crossing.is_entry);
   crossing.sp_set_by = is_call && sp_from != CS_FROM_SP ? calls->last : 0;
   add_crossing(calls, &crossing);
   return is_call;
}

/* A conditional jump out of the function? */
static void read_exit(cs_calls *calls, Int stmt, const IRStmt *st)
{
   const cs_function *current = owner_of(calls->line);
   cs_crossing crossing = { .stmt = stmt, .line = calls->line };
   if (st->Ist.Exit.jk != Ijk_Boring || current == NULL)
      return;
   crossing.function = function_at(calls, st->Ist.Exit.dst, &crossing.is_entry);
   if (crossing.function == current)
      return;
   if (crossing.is_entry)
      crossing.function = told_at_entry(crossing.function);
   add_crossing(calls, &crossing);
}

static void begin_superblock(cs_calls *calls, const IRSB *sb)
{
   VG_(dropTailXA)(calls->crossings, VG_(sizeXA)(calls->crossings));
   calls->n_emitted = 0;
   calls->line = NULL;
   calls->asks = False;
   cs_origin_begin(sb);
}

/* If the superblock ends with the jump of a PLT stub that it called, reports one call, to
   the jump's target. */
static void join_stub(cs_calls *calls, const IRSB *sb)
{
   Word n = VG_(sizeXA)(calls->crossings);
   if (n == 0 || calls->end != CS_END_NOTHING || calls->sets_sp
       || sb->jumpkind != Ijk_Boring || sb->next->tag == Iex_Const)
      return;
   const cs_crossing *last = crossing_at(calls, n - 1);
   if (last->return_addr == NULL || last->function != NULL || last->sp_set_by != 0)
      return;
   calls->end = CS_END_CALL_ANY;
   calls->line = last->line;
   VG_(dropTailXA)(calls->crossings, 1);
}

void cs_calls_read(cs_calls *calls, const IRSB *sb, const XArray *lines)
{
   IRExpr *return_addr = NULL;
   cs_origin sp_from = CS_FROM_SP;
   Addr next = 0;
   Word n = 0;
   begin_superblock(calls, sb);
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      cs_origin from = cs_origin_read(st);
      sp_from = from < sp_from ? from : sp_from;
      if (st->tag == Ist_IMark) {
         Addr addr = st->Ist.IMark.addr;
         const tk_line *line = *(tk_line **)VG_(indexXA)(lines, n++);
         if (n == 1)
            read_first(calls, addr, lines);
         else if (read_instruction(calls, i, owner_of(line), next, addr, return_addr,
                                   sp_from))
            sp_from = CS_FROM_SP;
         calls->line = tk_line_whole(line);
         calls->last = addr;
         return_addr = NULL;
         next = addr + st->Ist.IMark.len;
      } else if (st->tag == Ist_Store && n > 0) {
         IRExpr *found = return_addr_of(st, next);
         return_addr = found != NULL ? found : return_addr;
      } else if (st->tag == Ist_Exit && n > 0) {
         read_exit(calls, i, st);
      }
   }
   read_end(calls, sb, n == 0 ? NULL : owner_of(calls->line), next);
   read_sp(calls, sp_from);
   join_stub(calls, sb);
}

Bool cs_calls_cuts(const cs_calls *calls, Int stmt)
{
   for (Word i = 0; i < VG_(sizeXA)(calls->crossings); i++)
      if (crossing_at(calls, i)->stmt == stmt)
         return True;
   return False;
}

/* ---- Writing ---------------------------------------------------------- */

void cs_calls_emit_start(cs_calls *calls, IRSB *out)
{
   Bool sets_sp = calls->sets_sp;
   for (Word i = 0; i < VG_(sizeXA)(calls->crossings); i++)
      sets_sp |= crossing_at(calls, i)->sp_set_by != 0;
   calls->old_sp = sets_sp ? tk_ir_register(out, SP) : NULL;
   if (!calls->asks)
      return;
   const cs_function *function = calls->first;
   IRExpr *current = tk_ir_load_word(out, tk_ir_address(&calls->frames.function));
   IRExpr *differs = tk_ir_compare(out, TK_IR_OP(CmpNE), current,
                                   tk_ir_address(function));
   TK_IR_CALL(out, cs_on_enter,
              mkIRExprVec_3(tk_ir_address(function), tk_ir_register(out, SP),
                            tk_ir_const(calls->begins)),
              3, differs);
}

/* The stack pointer after the return to an address that is at `sp`. */
static IRExpr *after_return(IRSB *out, IRExpr *sp)
{
   return tk_ir_binop(out, TK_IR_OP(Add), sp, tk_ir_const(WORD_B));
}

static void emit_jump(IRSB *out, IRExpr *line, IRExpr *function, Bool is_entry,
                      IRExpr *sp, IRExpr *guard)
{
   IRExpr **args = mkIRExprVec_3(line, function, sp);
   if (is_entry)
      TK_IR_CALL(out, cs_on_tail_call, args, 3, guard);
   else
      TK_IR_CALL(out, cs_on_jump, args, 3, guard);
}

/* Is the stack pointer far from what it was at the start? */
static IRExpr *is_far(IRSB *out, IRExpr *old_sp, IRExpr *sp)
{
   IRExpr *moved = tk_ir_binop(out, TK_IR_OP(Sub), sp, old_sp);
   return tk_ir_not(out,
                    tk_ir_compare(out, TK_IR_OP_U(CmpLE), moved, tk_ir_const(NEAR_B)));
}

/* The code at an address goes on with the stack pointer that was set. */
static void emit_set_sp(cs_calls *calls, IRSB *out, IRExpr *target, IRExpr *sp,
                        Bool always)
{
   TK_IR_CALL(out, cs_on_set_sp, mkIRExprVec_3(calls->old_sp, sp, target), 3,
              always ? NULL : is_far(out, calls->old_sp, sp));
   calls->old_sp = sp;
}

Bool cs_calls_emit(cs_calls *calls, IRSB *out, const IRSB *sb, Int stmt)
{
   if ((Word)calls->n_emitted == VG_(sizeXA)(calls->crossings))
      return False;
   const cs_crossing *crossing = crossing_at(calls, calls->n_emitted);
   if (crossing->stmt != stmt)
      return False;
   const IRStmt *st = sb->stmts[stmt];
   IRExpr *guard = st->tag == Ist_Exit ? st->Ist.Exit.guard : NULL;
   IRExpr *line = tk_ir_address(crossing->line);
   IRExpr *function = tk_ir_address(crossing->function);
   IRExpr *sp = tk_ir_register(out, SP);
   calls->n_emitted++;
   if (crossing->sp_set_by != 0)
      emit_set_sp(calls, out, tk_ir_const(crossing->sp_set_by), sp, False);
   if (crossing->return_addr != NULL)
      TK_IR_CALL(out, cs_on_call,
                 mkIRExprVec_3(line, function, after_return(out, crossing->return_addr)),
                 3, NULL);
   else
      emit_jump(out, line, function, crossing->is_entry, sp, guard);
   return True;
}

IRExpr *cs_calls_emit_counts(IRSB *out, IRExpr *path, const cs_code *code)
{
   if (code == NULL || code->index == 0)
      return path;
   IRExpr *slots = tk_ir_load_word(
      out,
      tk_ir_binop(out, TK_IR_OP(Sub), path,
                  tk_ir_const(offsetof(cs_body, counts) - offsetof(cs_body, slots))));
   IRExpr *known = tk_ir_load_word(
      out, tk_ir_binop(out, TK_IR_OP(Add), slots,
                       tk_ir_const(code->index * sizeof(uint64_t *))));
   IRExpr *is_missing = tk_ir_compare(out, TK_IR_OP(CmpEQ), known, tk_ir_const(0));
   /* Not each host can return a value from a call that is made by a condition. */
   TK_IR_CALL(out, cs_on_inlined, mkIRExprVec_1(tk_ir_address(code)), 1, is_missing);
   return tk_ir_choose(out, is_missing,
                       tk_ir_load_word(out, tk_ir_address(&the->new_counts)), known);
}

/* What code runs with the new stack pointer?  If that is a call, first the caller's. */
static IRExpr *next_code(const cs_calls *calls, const IRSB *out)
{
   Bool is_call = calls->end == CS_END_CALL || calls->end == CS_END_CALL_ANY;
   return is_call ? tk_ir_const(calls->last) : out->next;
}

void cs_calls_emit_end(cs_calls *calls, IRSB *out)
{
   IRExpr *line = tk_ir_address(calls->line);
   IRExpr *function = tk_ir_address(calls->function);
   IRExpr *sp = NULL;
   if (calls->end != CS_END_NOTHING || calls->sets_sp)
      sp = tk_ir_register(out, SP);
   if (calls->may_leave && calls->end == CS_END_RETURN)
      TK_IR_CALL(out, cs_on_set_sp_and_return,
                 mkIRExprVec_3(calls->old_sp, sp, out->next), 3, NULL);
   else if (calls->sets_sp)
      emit_set_sp(calls, out, next_code(calls, out), sp, calls->may_leave);
   switch (calls->end) {
   case CS_END_NOTHING: break;
   case CS_END_CALL:
      TK_IR_CALL(out, cs_on_call, mkIRExprVec_3(line, function, after_return(out, sp)), 3,
                 NULL);
      break;
   case CS_END_CALL_ANY:
      TK_IR_CALL(out, cs_on_call_any,
                 mkIRExprVec_3(line, out->next, after_return(out, sp)), 3, NULL);
      break;
   case CS_END_RETURN:
      TK_IR_CALL(out, cs_on_return, mkIRExprVec_2(sp, out->next), 2, NULL);
      break;
   case CS_END_JUMP: emit_jump(out, line, function, calls->is_entry, sp, NULL); break;
   case CS_END_JUMP_ANY:
      tk_ir_store(out, tk_ir_address(&calls->frames.jumped_from), line);
      break;
   }
}
