/* cs_flow.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_flow.h"

#include "pub_tool_mallocfree.h"
#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#elif defined(VGA_x86)
#include "libvex_guest_x86.h"
#endif

#include "run/tk_tool.h"
#include "simulate/cs_ops.h"

enum {
   TESTS = 8,      /* conditions of an instruction that are known */
   REGISTERS = 48, /* bits of registers; the others name loads */
   LOADS = 64 - REGISTERS,
   /* In cs_core's numbers. */
   TEMPS = REGISTERS + CS_FORWARD_CARRIED,
#if defined(VGA_arm64)
   VECTOR_B = 16,
   FIRST_VECTOR = 34,
#else
   VECTOR_B = 32,
   FIRST_VECTOR = 24,
#endif
};

/* What is known of a temporary.  In cs_core's numbers, registers come first, then what is
   carried over in memory, then temporaries, then what stores leave. */
typedef struct {
   ULong needs;   /* registers and loads */
   Int simple;    /* the instruction that has computed it by simple operations, or -1 */
   Bool branches; /* a branch was taken by it, of which VEX has made choices */
} temp;

/* What an instruction has done that a branch with it or behind it depends on: nothing,
   written a register, flags, more. */
typedef enum { DOES_NOTHING, WRITES, SETS_FLAGS, DOES_MORE } deed;

/* A superblock that is being read. */
typedef struct {
   cs_flow *flow;
   const IRSB *sb;
   cs_forward_values values;
   Bool loops;             /* it leads to itself */
   ULong needs[REGISTERS]; /* what each register needs now */
   ULong changed;          /* registers that were written */
   Int instr;              /* -1: before the first */
   Addr next, line;        /* where the code after it is; its line */
   deed does, did;         /* it, so far; the one before, if it is before it in memory */
   IRTemp tests[TESTS];    /* the conditions that it has computed */
   UInt n_tests;
   UInt n_loads;
} reader;

static UInt register_at(Int offset)
{
   if (offset < CS_FORWARD_VECTORS_AT)
      return (UInt)offset / sizeof(ULong) % FIRST_VECTOR;
   return FIRST_VECTOR
          + (UInt)(offset - CS_FORWARD_VECTORS_AT) / VECTOR_B
               % (REGISTERS - FIRST_VECTOR);
}

static temp *temp_at(const cs_flow *flow, IRTemp t)
{
   return VG_(indexXA)(flow->temps, t);
}

static ULong needs_of(const cs_flow *flow, const IRExpr *atom)
{
   return atom->tag == Iex_RdTmp ? temp_at(flow, atom->Iex.RdTmp.tmp)->needs : 0;
}

/* ---- Operations ------------------------------------------------------ */

/* An operation without sources. */
static cs_core_op op_of(const reader *r, UInt latency_cycles, UInt class, UInt result)
{
   cs_core_op op = cs_core_copy((UInt)r->instr, CS_CORE_NO_VALUE, result);
   op.latency_cycles = latency_cycles;
   op.class = class;
   return op;
}

/* Has the instruction computed this by simple operations?  They are one for the core: an
   address or a scaled index takes no more cycles. */
static Bool is_simple_here(const reader *r, const IRExpr *atom)
{
   return atom->tag == Iex_RdTmp
          && temp_at(r->flow, atom->Iex.RdTmp.tmp)->simple == r->instr;
}

/* What an expression is computed from: `atoms` gets as many as the result says. */
static UInt sources_of(const IRExpr *e, const IRExpr *atoms[CS_CORE_SOURCES])
{
   switch (e->tag) {
   case Iex_RdTmp: atoms[0] = e; return 1;
   case Iex_Unop: atoms[0] = e->Iex.Unop.arg; return 1;
   case Iex_Binop:
      atoms[0] = e->Iex.Binop.arg1;
      atoms[1] = e->Iex.Binop.arg2;
      return 2;
   case Iex_Triop: /* the first is a rounding mode */
      atoms[0] = e->Iex.Triop.details->arg2;
      atoms[1] = e->Iex.Triop.details->arg3;
      return 2;
   case Iex_Qop:
      atoms[0] = e->Iex.Qop.details->arg2;
      atoms[1] = e->Iex.Qop.details->arg3;
      atoms[2] = e->Iex.Qop.details->arg4;
      return 3;
   case Iex_ITE:
      atoms[0] = e->Iex.ITE.cond;
      atoms[1] = e->Iex.ITE.iftrue;
      atoms[2] = e->Iex.ITE.iffalse;
      return 3;
   default: return 0;
   }
}

static UInt arguments_of(IRExpr *const *args, const IRExpr *atoms[CS_CORE_SOURCES])
{
   UInt n = 0;
   for (Int i = 0; args[i] != NULL && n < CS_CORE_SOURCES; i++)
      if (args[i]->tag == Iex_RdTmp)
         atoms[n++] = args[i];
   return n;
}

static IROp vex_op_of(const IRExpr *e)
{
   return e->tag == Iex_Unop    ? e->Iex.Unop.op
          : e->tag == Iex_Binop ? e->Iex.Binop.op
          : e->tag == Iex_Triop ? e->Iex.Triop.details->op
          : e->tag == Iex_Qop   ? e->Iex.Qop.details->op
                                : Iop_INVALID;
}

/* Does the expression take a simple operation? */
static Bool is_simple(const IRExpr *e)
{
   IROp op = vex_op_of(e);
   return op == Iop_INVALID ? e->tag == Iex_ITE || e->tag == Iex_CCall
                            : !cs_ops_is_free(op) && cs_ops_class(op) == CS_OP_SIMPLE;
}

static void add_op(reader *r, const cs_core_op *op)
{
   if (r->instr >= 0)
      VG_(addToXA)(r->flow->ops, op);
}

/* Assigns to a temporary the value of an operation on the atoms. */
static void assign_temp(reader *r, IRTemp t, cs_core_op op, UInt n,
                        const IRExpr *const *atoms)
{
   temp *known = temp_at(r->flow, t);
   for (UInt i = 0; i < n; i++) {
      if (atoms[i]->tag != Iex_RdTmp)
         continue;
      op.sources[i] = TEMPS + atoms[i]->Iex.RdTmp.tmp;
      known->needs |= needs_of(r->flow, atoms[i]);
      if (is_simple_here(r, atoms[i]))
         known->simple = r->instr;
   }
   add_op(r, &op);
}

/* VEX makes choices of a branch over few instructions.  The core guesses which way it
   goes, and does not wait for the condition. */
static Bool is_guessed(const reader *r, const IRExpr *e)
{
   return e->tag == Iex_ITE && e->Iex.ITE.cond->tag == Iex_RdTmp
          && temp_at(r->flow, e->Iex.ITE.cond->Iex.RdTmp.tmp)->branches;
}

static void read_guess(reader *r, IRTemp t, const IRExpr *e)
{
   const IRExpr *arms[] = { e->Iex.ITE.iftrue, e->Iex.ITE.iffalse };
   assign_temp(r, t, op_of(r, 0, CS_OP_SIMPLE, TEMPS + t), 2, arms);
}

static void read_operation(reader *r, IRTemp t, const IRExpr *e)
{
   if (typeOfIRTemp(r->sb->tyenv, t) == Ity_I1 && r->n_tests < TESTS)
      r->tests[r->n_tests++] = t;
   if (is_guessed(r, e)) {
      read_guess(r, t, e);
      return;
   }
   const IRExpr *atoms[CS_CORE_SOURCES];
   UInt n = e->tag == Iex_CCall ? arguments_of(e->Iex.CCall.args, atoms)
                                : sources_of(e, atoms);
   IROp vex_op = vex_op_of(e);
   cs_op class = vex_op == Iop_INVALID ? CS_OP_SIMPLE : cs_ops_class(vex_op);
   Bool takes_time = is_simple(e), is_done = False;
   for (UInt i = 0; i < n; i++)
      is_done |= is_simple_here(r, atoms[i]);
   UInt cycles = class != CS_OP_SIMPLE || (takes_time && !is_done)
                    ? r->flow->machine->op_cycles[class]
                    : 0;
   assign_temp(r, t, op_of(r, cycles, class, TEMPS + t), n, atoms);
   if (class == CS_OP_SIMPLE && takes_time)
      temp_at(r->flow, t)->simple = r->instr;
}

static void read_get(reader *r, IRTemp t, Int offset)
{
   UInt reg = register_at(offset);
   cs_core_op op = op_of(r, 0, CS_OP_SIMPLE, TEMPS + t);
   op.sources[0] = reg;
   temp_at(r->flow, t)->needs = r->needs[reg];
   add_op(r, &op);
}

static void read_put(reader *r, Int offset, const IRExpr *data)
{
   UInt reg = register_at(offset);
   r->changed |= 1ULL << reg;
   cs_core_op op = op_of(r, 0, CS_OP_SIMPLE, reg);
   if (data->tag == Iex_RdTmp)
      op.sources[0] = TEMPS + data->Iex.RdTmp.tmp;
   r->needs[reg] = needs_of(r->flow, data);
   add_op(r, &op);
   cs_forward_put(&r->flow->forward, r->sb, offset, data);
}

/* A load includes the computation of its address. */
static void read_load(reader *r, Int stmt, IRTemp t, const IRExpr *addr)
{
   cs_flow_of *of = VG_(indexXA)(r->flow->of, stmt);
   UInt cycles = r->flow->machine->d1.latency_cycles;
   if (is_simple_here(r, addr) && cycles > 0)
      cycles--;
   assign_temp(r, t, op_of(r, cycles, CS_OP_SIMPLE, TEMPS + t), 1, &addr);
   temp *known = temp_at(r->flow, t);
   of->from = of->address = known->needs;
   of->to = 1ULL << (REGISTERS + r->n_loads++ % LOADS);
   *known = (temp){ .needs = of->from | of->to, .simple = -1 };
   if (r->instr >= 0)
      cs_forward_load(&r->flow->forward, r->sb, r->flow->ops, t, addr);
}

static void read_write(reader *r, Int stmt, const IRExpr *addr, const IRExpr *data)
{
   r->does = DOES_MORE;
   if (r->loops) {
      cs_core_op op = op_of(r, 0, CS_CORE_WRITE, CS_CORE_NO_VALUE);
      add_op(r, &op);
   }
   if (r->instr >= 0)
      cs_forward_store(&r->flow->forward, r->sb, r->flow->ops, (UInt)r->instr, addr, data,
                       &r->values);
   ((cs_flow_of *)VG_(indexXA)(r->flow->of, stmt))->address = needs_of(r->flow, addr);
}

/* ---- What is atomic --------------------------------------------------- */

/* The way to memory is taken for so long.  It has loaded and changed the word before. */
static void read_locked(reader *r, IRTemp old, UInt n, const IRExpr *const *atoms)
{
   UInt cycles = r->flow->machine->op_cycles[CS_OP_LOCKED];
   r->does = DOES_MORE;
   assign_temp(r, old, op_of(r, cycles, CS_OP_LOCKED, TEMPS + old), n, atoms);
}

/* Does the instruction wait for what was written before it?  VEX has one statement for
   x86's mfence, lfence and sfence: only the first does, and the last byte tells. */
static Bool is_full_fence(const reader *r)
{
#if defined(VGA_amd64) || defined(VGA_x86)
   enum { MFENCE = 0xf0 >> 3 };
   return r->instr >= 0 && *(const UChar *)(r->next - 1) >> 3 == MFENCE;
#else
   return r->instr >= 0;
#endif
}

static void read_fence(reader *r)
{
   cs_core_op op = op_of(r, r->flow->machine->op_cycles[CS_OP_FENCE], CS_OP_LOCKED,
                         CS_CORE_NO_VALUE);
   r->does = DOES_MORE;
   if (is_full_fence(r))
      add_op(r, &op);
}

/* ---- Branches --------------------------------------------------------- */

/* Where x86's flags are.  What sets them is one instruction with the conditional branch
   behind it.  Other cores compare and branch in one, or in two. */
enum {
#if defined(VGA_amd64)
   FLAGS_AT = offsetof(VexGuestAMD64State, guest_CC_OP),
   NEXT_AT = offsetof(VexGuestAMD64State, guest_RIP),
#elif defined(VGA_x86)
   FLAGS_AT = offsetof(VexGuestX86State, guest_CC_OP),
   NEXT_AT = offsetof(VexGuestX86State, guest_EIP),
#else
   FLAGS_AT = -1,
   NEXT_AT = -1,
#endif
};

static void set_place(const cs_flow *flow, Word instr, cs_core_place place)
{
   *(UChar *)VG_(indexXA)(flow->places, instr) = (UChar)place;
}

/* An instruction that has only computed conditions was a branch. */
static void end_instr(reader *r)
{
   for (UInt i = 0; i < r->n_tests && r->does == DOES_NOTHING; i++)
      temp_at(r->flow, r->tests[i])->branches = True;
   r->n_tests = 0;
}

/* An instruction that is not behind the one before it is the target of a branch.  One
   that begins another line of code counts as such: only one line comes in a cycle. */
static void begin_instr(reader *r, const IRStmt *mark)
{
   end_instr(r);
   Addr addr = mark->Ist.IMark.addr;
   Bool follows = r->instr < 0 || addr == r->next;
   Addr line = addr / r->flow->machine->i1.geometry.line_size_B;
   Bool is_near = r->instr < 0 || (follows && line == r->line);
   UChar place = is_near ? CS_CORE_PLAIN : CS_CORE_TARGET;
   VG_(addToXA)(r->flow->places, &place);
   r->instr++;
   r->next = addr + mark->Ist.IMark.len;
   r->line = line;
   r->did = follows ? r->does : DOES_MORE;
   r->does = DOES_NOTHING;
}

static void note_put(reader *r, Int offset)
{
   deed did = offset == FLAGS_AT ? SETS_FLAGS : offset == NEXT_AT ? DOES_NOTHING : WRITES;
   r->does = did > r->does ? did : r->does;
}

/* A conditional branch does nothing else. */
static void read_exit(reader *r, Int stmt, const IRStmt *exit)
{
   cs_flow_of *of = VG_(indexXA)(r->flow->of, stmt);
   of->from = needs_of(r->flow, exit->Ist.Exit.guard);
   if (exit->Ist.Exit.jk == Ijk_Boring && r->does == DOES_NOTHING && r->did == SETS_FLAGS)
      set_place(r->flow, r->instr, CS_CORE_FUSED);
   r->does = DOES_MORE;
}

static void read_assignment(reader *r, Int stmt, IRTemp t, const IRExpr *e)
{
   if (e->tag == Iex_Load) {
      read_load(r, stmt, t, e->Iex.Load.addr);
      return;
   }
   if (e->tag == Iex_Get)
      read_get(r, t, e->Iex.Get.offset);
   else
      read_operation(r, t, e);
   cs_forward_assign(&r->flow->forward, r->sb, t, e);
}

static void read_statement(reader *r, const IRSB *sb, Int i)
{
   const IRStmt *st = sb->stmts[i];
   const IRExpr *atoms[CS_CORE_SOURCES];
   switch (st->tag) {
   case Ist_IMark: begin_instr(r, st); break;
   case Ist_WrTmp: read_assignment(r, i, st->Ist.WrTmp.tmp, st->Ist.WrTmp.data); break;
   case Ist_LoadG:
      read_load(r, i, st->Ist.LoadG.details->dst, st->Ist.LoadG.details->addr);
      break;
   case Ist_Store: read_write(r, i, st->Ist.Store.addr, st->Ist.Store.data); break;
   case Ist_CAS: {
      const IRCAS *cas = st->Ist.CAS.details;
      read_locked(r, cas->oldLo, CS_CORE_SOURCES,
                  (const IRExpr *[]){ cas->addr, cas->expdLo, cas->dataLo });
      break;
   }
   case Ist_LLSC:
      if (st->Ist.LLSC.storedata != NULL)
         read_locked(r, st->Ist.LLSC.result, 2,
                     (const IRExpr *[]){ st->Ist.LLSC.addr, st->Ist.LLSC.storedata });
      break;
   case Ist_MBE:
      if (st->Ist.MBE.event == Imbe_Fence)
         read_fence(r);
      break;
   case Ist_StoreG:
      read_write(r, i, st->Ist.StoreG.details->addr, st->Ist.StoreG.details->data);
      break;
   case Ist_Dirty: {
      IRTemp t = st->Ist.Dirty.details->tmp;
      if (t != IRTemp_INVALID)
         assign_temp(r, t, op_of(r, 1, CS_OP_SIMPLE, TEMPS + t),
                     arguments_of(st->Ist.Dirty.details->args, atoms), atoms);
      break;
   }
   case Ist_Put:
      note_put(r, st->Ist.Put.offset);
      read_put(r, st->Ist.Put.offset, st->Ist.Put.data);
      break;
   case Ist_Exit: read_exit(r, i, st); break;
   default: break;
   }
}

/* ---- A superblock ---------------------------------------------------- */

static XArray *new_array(Word element_B)
{
   return VG_(newXA)(VG_(malloc), "cs.flow", VG_(free), element_B);
}

void cs_flow_init(cs_flow *flow, const cs_machine *machine)
{
   *flow = (cs_flow){ .machine = machine };
   cs_core_init(&flow->core, &tk_tool_alloc);
   cs_forward_init(&flow->forward);
   flow->of = new_array(sizeof(cs_flow_of));
   flow->temps = new_array(sizeof(temp));
   flow->ops = new_array(sizeof(cs_core_op));
   flow->cycles = new_array(sizeof(UInt));
   flow->later = new_array(sizeof(UInt));
   flow->causes = new_array(sizeof(cs_core_cause));
   flow->places = new_array(sizeof(UChar));
}

static void make_room(XArray *array, Word n, const void *element)
{
   VG_(dropTailXA)(array, VG_(sizeXA)(array));
   for (Word i = 0; i < n; i++)
      VG_(addToXA)(array, element);
}

/* Adds the registers that need a load at the end. */
static void find_users(const reader *r, Int n_stmts)
{
   for (Int i = 0; i < n_stmts; i++) {
      cs_flow_of *of = VG_(indexXA)(r->flow->of, i);
      ULong load = of->to;
      for (UInt reg = 0; reg < REGISTERS && load != 0; reg++)
         if (r->needs[reg] & load)
            of->to |= 1ULL << reg;
   }
}

static Addr value_of(const IRConst *c)
{
   return c->tag == Ico_U64 ? (Addr)c->Ico.U64 : (Addr)c->Ico.U32;
}

/* Does the superblock lead to itself? */
static Bool is_loop(const IRSB *sb)
{
   Int i = 0;
   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   if (i == sb->stmts_used)
      return False;
   Addr start = sb->stmts[i]->Ist.IMark.addr;
   for (; i < sb->stmts_used; i++)
      if (sb->stmts[i]->tag == Ist_Exit && value_of(sb->stmts[i]->Ist.Exit.dst) == start)
         return True;
   return sb->next->tag == Iex_Const && value_of(sb->next->Iex.Const.con) == start;
}

/* Finds out what the superblock, which has been read, makes of chains. */
static void find_fresh(cs_flow *flow, const reader *r)
{
   ULong registers = (1ULL << REGISTERS) - 1;
   flow->fresh = flow->mixed = flow->found = 0;
   for (UInt reg = 0; reg < REGISTERS; reg++) {
      ULong bit = 1ULL << reg, needs = r->needs[reg];
      if ((flow->chain & bit) != 0)
         flow->begin = (needs | bit) & registers;
      if ((r->changed & bit) == 0)
         continue;
      ULong found = needs & flow->chains & ~bit;
      flow->found |= found;
      flow->mixed |= found != 0 ? bit : 0;
      flow->fresh |= (needs & bit) == 0 ? bit : 0;
   }
   flow->all_mixed |= flow->mixed;
   flow->begins |= flow->n_free > 0 ? flow->begin : 0;
}

/* Finds out how each address comes to the next: of its registers, those that are written,
   and those that get what was loaded from an address that needed them. */
static void find_advances(const reader *r, const IRSB *sb)
{
   ULong loaded = 0, chained = 0, registers = (1ULL << REGISTERS) - 1;
   for (UInt reg = 0; reg < REGISTERS; reg++)
      loaded |= (ULong)((r->needs[reg] & ~registers) != 0) << reg;
   for (Int i = 0; i < sb->stmts_used; i++) {
      const cs_flow_of *of = VG_(indexXA)(r->flow->of, i);
      chained |= of->to & of->from & registers;
   }
   chained = chained != 0 && is_loop(sb) ? chained : 0;
   for (Int i = 0; i < sb->stmts_used; i++) {
      cs_flow_of *of = VG_(indexXA)(r->flow->of, i);
      ULong changed = of->address & r->changed;
      if (of->address & chained)
         of->advance = CS_ADVANCE_CHAINS;
      else if (changed != 0 && (of->address & ~registers) == 0 && (changed & loaded) == 0)
         of->advance = CS_ADVANCE_COUNTS;
   }
}

/* What a chain through memory leaves is there for the next run, too. */
static void run_core(cs_flow *flow, const cs_core_code *code, Bool is_loop)
{
   cs_core_loop loop = { .later = VG_(indexXA)(flow->later, 0) };
   UInt *cycles = VG_(indexXA)(flow->cycles, 0);
   cs_core_cause *causes = flow->asks_causes ? VG_(indexXA)(flow->causes, 0) : NULL;
   cs_core_run(&flow->core, flow->machine, code, cycles, is_loop ? &loop : NULL, causes);
   if (is_loop && loop.n_free > 0 && loop.chain >= REGISTERS)
      cs_core_run(&flow->core, flow->machine, code, cycles, NULL, NULL);
   else if (is_loop && loop.n_free > 0) {
      flow->n_free = loop.n_free;
      flow->chain = 1ULL << loop.chain;
      flow->chains |= flow->chain;
   }
}

static void find_cycles(cs_flow *flow, UInt n_instrs, UInt n_values, Bool is_loop)
{
   static const UInt none;
   static const cs_core_cause unknown;
   make_room(flow->cycles, n_instrs, &none);
   make_room(flow->later, n_instrs, &none);
   make_room(flow->causes, flow->asks_causes ? n_instrs : 0, &unknown);
   flow->n_free = 0;
   flow->chain = 0;
   const cs_core_code code = {
      .ops = VG_(sizeXA)(flow->ops) > 0 ? VG_(indexXA)(flow->ops, 0) : NULL,
      .n_ops = (UInt)VG_(sizeXA)(flow->ops),
      .n_instrs = n_instrs,
      .places = n_instrs > 0 ? VG_(indexXA)(flow->places, 0) : NULL,
      .n_values = n_values,
      .n_registers = TEMPS
   };
   if (n_instrs > 0)
      run_core(flow, &code, is_loop);
}

/* ---- Strings ---------------------------------------------------------- */

/* What the core does with `rep movs` and `rep stos`, once it is told to: many bytes in a
   cycle.  Intel, "64 and IA-32 Architectures Optimization Reference Manual", "Enhanced
   REP MOVSB and STOSB operation". */
enum { STRING_START_CYCLES = 30, STRING_CYCLE_B = 32 };

/* A superblock that ends with a string instruction: VEX makes one that does a step, and
   then runs itself again. */
typedef struct {
   Int first, last; /* its steps, among the instructions; none: first > last */
   UInt step_B;
} string;

static string find_string(const IRSB *sb)
{
   string s = { .first = 0, .last = -1 };
   Addr addr = 0;
   Int n = 0;
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_IMark) {
         s.first = st->Ist.IMark.addr == addr ? s.first : n;
         s.step_B = st->Ist.IMark.addr == addr ? s.step_B : 0;
         addr = st->Ist.IMark.addr;
         n++;
      } else if (st->tag == Ist_Store) {
         s.step_B = (UInt)sizeofIRType(typeOfIRExpr(sb->tyenv, st->Ist.Store.data));
      }
   }
   if (s.step_B > 0 && sb->next->tag == Iex_Const
       && value_of(sb->next->Iex.Const.con) == addr)
      s.last = n - 1;
   return s;
}

/* The start is paid where other code comes before it. */
static void pay_string(cs_flow *flow, const string *s)
{
   UInt done_B = 0, paid = 0;
   for (Int i = s->first; i <= s->last; i++) {
      done_B += s->step_B;
      UInt cycles = done_B / STRING_CYCLE_B - paid;
      paid += cycles;
      if (i == s->first && s->first > 0)
         cycles += STRING_START_CYCLES;
      *(UInt *)VG_(indexXA)(flow->cycles, i) = cycles;
   }
}

void cs_flow_read(cs_flow *flow, const IRSB *sb)
{
   static const cs_flow_of nothing;
   static const temp unknown = { .needs = 0, .simple = -1 };
   make_room(flow->of, sb->stmts_used, &nothing);
   make_room(flow->temps, sb->tyenv->types_used, &unknown);
   make_room(flow->ops, 0, NULL);
   make_room(flow->places, 0, NULL);
   UInt n_temps = (UInt)sb->tyenv->types_used;
   reader r = { .flow = flow,
                .sb = sb,
                .loops = is_loop(sb),
                .values = { REGISTERS, TEMPS, TEMPS + n_temps },
                .instr = -1 };
   flow->is_loop = r.loops;
   cs_forward_begin(&flow->forward, sb);
   for (UInt reg = 0; reg < REGISTERS; reg++)
      r.needs[reg] = 1ULL << reg;
   for (Int i = 0; i < sb->stmts_used; i++)
      read_statement(&r, sb, i);
   find_users(&r, sb->stmts_used);
   find_advances(&r, sb);
   if (r.loops)
      set_place(flow, 0, CS_CORE_TARGET);
   cs_forward_end(&flow->forward, flow->machine, r.loops, flow->ops, &r.values);
   string s = find_string(sb);
   find_cycles(flow, (UInt)(r.instr + 1), r.values.stored + CS_WORDS_MOST,
               r.loops && s.first > s.last);
   find_fresh(flow, &r);
   pay_string(flow, &s);
}

cs_flow_of cs_flow_at(const cs_flow *flow, Int stmt)
{
   static const cs_flow_of nothing;
   return stmt < VG_(sizeXA)(flow->of) ? *(cs_flow_of *)VG_(indexXA)(flow->of, stmt)
                                       : nothing;
}

UInt cs_flow_cycles(const cs_flow *flow, Word instr)
{
   return *(UInt *)VG_(indexXA)(flow->cycles, instr);
}

UInt cs_flow_n_free(const cs_flow *flow)
{
   return flow->n_free;
}

ULong cs_flow_chain(const cs_flow *flow)
{
   return flow->chain;
}

ULong cs_flow_begin(const cs_flow *flow)
{
   return flow->begin;
}

ULong cs_flow_fresh(const cs_flow *flow, Bool all)
{
   ULong matter = flow->chains | (flow->begins & flow->all_mixed);
   return all ? flow->fresh : flow->fresh & matter;
}

ULong cs_flow_mixed(const cs_flow *flow, ULong *found)
{
   *found = flow->found;
   return flow->mixed & flow->begins;
}

UInt cs_flow_later_cycles(const cs_flow *flow, Word instr)
{
   return *(UInt *)VG_(indexXA)(flow->later, instr);
}

const cs_core_cause *cs_flow_causes(const cs_flow *flow)
{
   return VG_(sizeXA)(flow->causes) == 0 ? NULL : VG_(indexXA)(flow->causes, 0);
}

Bool cs_flow_is_loop(const cs_flow *flow)
{
   return flow->is_loop;
}
