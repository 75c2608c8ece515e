/* test_cs_plan.c -- the groups of references of superblocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "pub_tool_machine.h"

#include "simulate/cs_plan.h"

/* ---- What the plan asks: imitated ---- */

/* A line for each 256 bytes of code, whose number is its index. */
static struct {
   tk_line line;
   uint64_t counts[CS_N_EVENTS];
} lines[16], records[16];
static int n_looked_up;
static Addr last_run;

tk_line *tk_where_line(tk_where *where, Addr addr, Addr run)
{
   assert_null(where);
   n_looked_up++;
   last_run = run;
   return &lines[(addr >> 8) % 16].line;
}

/* An instruction for each 16 bytes of code. */
static UInt last_size_B;

tk_line *tk_where_instr(tk_where *where, Addr addr, UInt size_B, Addr run)
{
   assert_null(where);
   n_looked_up++;
   last_run = run;
   last_size_B = size_B;
   return &records[(addr >> 4) % 16].line;
}

/* The addresses that are marked; each has its number here. */
static Addr marked[8];
static uint32_t n_marked;

uint32_t tk_lines_mark(tk_lines *table, tk_line *line, uint64_t address)
{
   assert_non_null(table);
   assert_true(line->at.number > 0);
   marked[n_marked] = address;
   return ++n_marked;
}

static Int cut_at; /* calls: another function begins at this statement */

void cs_calls_read(cs_calls *calls, const IRSB *sb, const XArray *of)
{
   (void)calls, (void)sb;
   assert_true(VG_(sizeXA)(of) > 0);
}

Bool cs_calls_cuts(const cs_calls *calls, Int stmt)
{
   (void)calls;
   return stmt == cut_at;
}

static cs_flow_of flows[20]; /* of statements */
static bool is_read;

void cs_flow_read(cs_flow *flow, const IRSB *sb)
{
   (void)flow, (void)sb;
   is_read = true;
}

cs_flow_of cs_flow_at(const cs_flow *flow, Int stmt)
{
   (void)flow;
   return flows[stmt];
}

static const cs_core_cause *causes; /* of instructions */
static Bool is_loop;

const cs_core_cause *cs_flow_causes(const cs_flow *flow)
{
   (void)flow;
   return causes;
}

Bool cs_flow_is_loop(const cs_flow *flow)
{
   (void)flow;
   return is_loop;
}

UInt cs_flow_cycles(const cs_flow *flow, Word i)
{
   (void)flow;
   return (UInt)i; /* the first instruction adds none */
}

static UInt n_free;

UInt cs_flow_n_free(const cs_flow *flow)
{
   (void)flow;
   return n_free;
}

UInt cs_flow_later_cycles(const cs_flow *flow, Word i)
{
   (void)flow;
   return i == 1 ? 0 : (UInt)(10 + i);
}

/* ---- A superblock ---- */

static cs_sim sim;
static cs_plan plan;
static IRSB *sb;
static Addr next_instr;

static void begin_with(Bool caches, Bool branches)
{
   static const cs_geometry shape = { .size_B = 1024, .assoc = 2, .line_size_B = 64 };
   sb = emptyIRSB();
   sb->jumpkind = Ijk_Boring;
   sb->next = IRExpr_Const(IRConst_U64(0x9000));
   next_instr = 0x1000;
   cs_sim_init(&sim, &shape, &shape, &shape, &tk_tool_alloc);
   cs_plan_init(&plan, &sim, NULL, NULL, caches, branches);
   n_looked_up = 0;
   cut_at = -1;
   is_read = false;
   memset(flows, 0, sizeof flows);
}

static int begin(void **state)
{
   (void)state;
   begin_with(True, True);
   return 0;
}

static void end(void)
{
   XArray *arrays[] = { plan.groups, plan.refs,        plan.contributions,
                        plan.costs,  plan.sites,       plan.lines,
                        plan.instrs, plan.roots.temps, plan.lasts };
   for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
      VG_(deleteXA)(arrays[i]);
   cs_sim_fini(&sim, &tk_tool_alloc);
}

static void instr(void)
{
   addStmtToIRSB(sb, IRStmt_IMark(next_instr, 4, 0));
   next_instr += 4;
}

static IRExpr *let(IRType type, IRExpr *value)
{
   IRTemp t = newIRTemp(sb->tyenv, type);
   addStmtToIRSB(sb, IRStmt_WrTmp(t, value));
   return IRExpr_RdTmp(t);
}

static IRExpr *number(ULong n)
{
   return IRExpr_Const(IRConst_U64(n));
}
static IRExpr *get(Int reg)
{
   return let(Ity_I64, IRExpr_Get(8 * reg, Ity_I64));
}

static IRExpr *plus(IRExpr *a, ULong n)
{
   return let(Ity_I64, IRExpr_Binop(Iop_Add64, a, number(n)));
}

static IRExpr *load(IRType type, IRExpr *at)
{
   return let(type, IRExpr_Load(Iend_LE, type, at));
}

static void store(IRExpr *at, IRExpr *value)
{
   addStmtToIRSB(sb, IRStmt_Store(Iend_LE, at, value));
}

static void leave(ULong to, IRJumpKind kind)
{
   IRExpr *is = let(Ity_I1, IRExpr_Unop(Iop_64to1, number(1)));
   addStmtToIRSB(sb, IRStmt_Exit(is, kind, IRConst_U64(to), 0));
}

/* ---- Its groups as text ---- */

/* "references|contributions; ..." for each group: f r8 (a read of 8 bytes) m8 (modified)
   w8 c !c (inverted) j, each with its site's offset from 0x1000; "line.event*amount". */
static char text[4000];

static char *write_ref(char *out, const cs_ref *ref)
{
   const cs_site *site = VG_(indexXA)(plan.sites, ref->site);
   switch (ref->kind) {
   case CS_REF_FETCH: out += sprintf(out, "f"); break;
   case CS_REF_READ:
      out += sprintf(out, ref->modifies ? "m%u" : "r%u", ref->size_B);
      break;
   case CS_REF_WRITE: out += sprintf(out, "w%u", ref->size_B); break;
   case CS_REF_COND: out += sprintf(out, ref->inverted ? "!c" : "c"); break;
   case CS_REF_JUMP: out += sprintf(out, "j"); break;
   }
   return out + sprintf(out, "@%x ", (unsigned)(site->addr - 0x1000));
}

static const char *event_name(UInt column)
{
   return column == CS_IR   ? "Ir"
          : column == CS_DR ? "Dr"
          : column == CS_DW ? "Dw"
          : column == CS_BC ? "Bc"
          : column == CS_BI ? "Bi"
          : column == CS_CX ? "Cx"
                            : "?";
}

static void dump(cs_known_lines known)
{
   char *out = text;
   cs_plan_read(&plan, sb, known);
   *out = '\0';
   for (Word i = 0; i < VG_(sizeXA)(plan.groups); i++) {
      const cs_group *group = VG_(indexXA)(plan.groups, i);
      out += sprintf(out, "%s%s", i == 0 ? "" : "; ", group->guard != NULL ? "if " : "");
      for (UInt k = 0; k < group->n_refs; k++)
         out = write_ref(out, VG_(indexXA)(plan.refs, group->first_ref + k));
      out += sprintf(out, "|");
      for (UInt k = 0; k < group->n_contributions; k++) {
         const tk_contribution *s = VG_(indexXA)(plan.contributions,
                                                 group->first_contribution + k);
         out += sprintf(out, " %d.%s*%u",
                        (int)((UChar *)s->line - (UChar *)lines) / (int)sizeof *lines,
                        event_name(s->column), s->amount);
      }
   }
}

static const cs_known_lines unknown = { NULL, NULL };

static void check(const char *expected)
{
   dump(unknown);
   assert_string_equal(text, expected);
}

/* The statement before which the i-th group ends. */
static Int stmt_of(Word i)
{
   return ((cs_group *)VG_(indexXA)(plan.groups, i))->stmt;
}

/* ---- Instructions, data, branches ---- */

static void ends_groups_at_exits(void **state)
{
   (void)state;
   get(1); /* before the first instruction */
   instr();
   store(get(2), load(Ity_I32, get(3)));
   leave(0x5000, Ijk_Boring);
   instr();
   sb->next = get(4);
   check("f@0 r4@0 w4@0 c@0 | 0.Ir*1 0.Dr*1 0.Dw*1 0.Bc*1; j@4 | 0.Ir*1 0.Bi*1");
   assert_int_equal(plan.first_stmt, 1);
   assert_int_equal(stmt_of(0), 7);
   assert_int_equal(stmt_of(1), sb->stmts_used);
   assert_int_equal(n_looked_up, 2);
   assert_int_equal(last_run, 0x1000); /* one run of instructions */
   end();
}

static void fetches_lines(void **state)
{
   (void)state;
   instr();
   next_instr = 0x103c;
   instr(); /* up to the end of the same line */
   next_instr = 0x103e;
   instr(); /* into the next */
   instr();
   next_instr = 0x1000;
   instr();
   check("f@0 f@3e f@0 | 0.Ir*5");
   assert_int_equal(((cs_ref *)VG_(indexXA)(plan.refs, 0))->known_line, CS_NO_LINE);
   assert_int_equal(((cs_ref *)VG_(indexXA)(plan.refs, 1))->known_line,
                    cs_icache_line_of(&sim.i1, 0x1000));
   sim.fetches = CS_FETCH_EACH;
   check("f@0 f@3c f@3e f@42 f@0 | 0.Ir*5");
   sim.fetches = CS_FETCH_AFTER_DATA;
   check("f@0 f@3e f@0 | 0.Ir*5");
   load(Ity_I8, get(2));
   instr();
   check("f@0 f@3e f@0 r1@0 f@4 | 0.Ir*6 0.Dr*1");
   end();
   begin(NULL);
   next_instr = 0x1040;
   instr();
   next_instr = 0x103e;
   instr(); /* it ends where the one before was */
   check("f@40 f@3e | 0.Ir*2");
   end();
}

/* What VEX could not decode has no length. */
static void has_instructions_without_length(void **state)
{
   (void)state;
   addStmtToIRSB(sb, IRStmt_IMark(0x1000, 0, 0));
   instr();
   dump(unknown);
   assert_int_equal(((cs_site *)VG_(indexXA)(plan.sites, 0))->size_B, VG_MIN_INSTR_SZB);
   assert_int_equal(last_run, 0x1000);
   end();
   begin(NULL);
   sb->next = get(2);
   check(""); /* no instruction */
   end();
}

static void modifies(void **state)
{
   (void)state;
   IRExpr *at = get(2);
   instr();
   store(at, load(Ity_I64, at));
   instr(); /* others: of another size, place, instruction; not the last event */
   store(at, let(Ity_I32, IRExpr_Unop(Iop_64to32, load(Ity_I64, at))));
   instr();
   store(plus(at, 8), load(Ity_I64, at));
   instr();
   IRExpr *value = load(Ity_I64, at);
   instr();
   store(at, value);
   store(at, value);
   check("f@0 m8@0 r8@4 w4@4 r8@8 w8@8 r8@c w8@10 w8@10 | 0.Ir*5 0.Dr*4 0.Dw*4");
   end();
}

static void cuts_sizes(void **state)
{
   (void)state;
   sim.max_data_B = 16;
   IRExpr *at = get(2);
   instr();
   store(at, load(Ity_V256, at));
   load(Ity_V128, at);
   check("f@0 m16@0 r16@0 | 0.Ir*1 0.Dr*2");
   end();
}

/* The queue is emptied as cachegrind's is, of 16 events. */
static void empties_the_queue(void **state)
{
   (void)state;
   IRExpr *at = get(2);
   for (int i = 0; i < 6; i++) {
      instr();
      load(Ity_I64, at);
      load(Ity_I8, at);
   }
   check("f@0 r8@0 r1@0 r8@4 r1@4 r8@8 r1@8 r8@c r1@c r8@10 r1@10 | 0.Ir*6 0.Dr*10; "
         "r8@14 r1@14 | 0.Dr*2");
   end();
}

static void has_predicated(void **state)
{
   (void)state;
   IRExpr *at = get(2);
   instr();
   IRExpr *is = let(Ity_I1, IRExpr_Unop(Iop_64to1, at));
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64);
   addStmtToIRSB(sb, IRStmt_LoadG(Iend_LE, ILGop_8Uto32, t, at, number(1), is));
   addStmtToIRSB(sb, IRStmt_StoreG(Iend_LE, at, number(1), is));
   load(Ity_I8, at);
   check("f@0 | 0.Ir*1; if r1@0 |; if w8@0 |; r1@0 | 0.Dr*1");
   end();
}

static void counts_branches(void **state)
{
   (void)state;
   static const IRJumpKind kinds[] = { Ijk_Boring, Ijk_Call, Ijk_Ret, Ijk_SigTRAP };
   for (int i = 0; i < 4; i++) {
      begin(NULL);
      instr();
      leave(0x1004, kinds[i]); /* the fall-through: it is inverted */
      instr();
      leave(0x1004, kinds[i]); /* the second's own address */
      check(i < 3 ? "f@0 !c@0 | 0.Ir*1 0.Bc*1; c@4 | 0.Ir*1 0.Bc*1"
                  : "f@0 | 0.Ir*1; | 0.Ir*1");
      end();
      begin(NULL);
      instr();
      sb->next = get(2);
      sb->jumpkind = kinds[i];
      check(i < 2 ? "f@0 j@0 | 0.Ir*1 0.Bi*1" : "f@0 | 0.Ir*1");
      end();
   }
}

static void counts_what_is_asked(void **state)
{
   (void)state;
   for (int i = 0; i < 3; i++) {
      end();
      begin_with(i == 1, i == 2);
      instr();
      store(get(3), load(Ity_I64, get(2)));
      leave(0x5000, Ijk_Boring);
      sb->next = get(2);
      check(i == 0   ? "| 0.Ir*1"
            : i == 1 ? "f@0 r8@0 w8@0 | 0.Ir*1 0.Dr*1 0.Dw*1"
                     : "c@0 | 0.Ir*1 0.Bc*1; j@0 | 0.Bi*1");
   }
   end();
}

/* Nothing may come between a load-linked and its store. */
static void ends_at_load_linked(void **state)
{
   (void)state;
   IRExpr *at = get(2);
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64), done = newIRTemp(sb->tyenv, Ity_I1);
   instr();
   addStmtToIRSB(sb, IRStmt_LLSC(Iend_LE, t, at, NULL));
   instr();
   addStmtToIRSB(sb, IRStmt_LLSC(Iend_LE, done, at, number(1)));
   instr();
   check("f@0 r8@0 | 0.Ir*1 0.Dr*1; w8@4 | 0.Ir*2 0.Dw*1");
   end();
}

/* A call has room for five values; the sixth root is for another. */
static void splits_by_roots(void **state)
{
   (void)state;
   IRExpr *at[6];
   instr();
   for (int i = 0; i < 6; i++)
      at[i] = get(i);
   for (int i = 0; i < 6; i++)
      load(Ity_I64, plus(at[i], 8));
   load(Ity_I64, at[0]);
   check("f@0 r8@0 r8@0 r8@0 r8@0 r8@0 | 0.Ir*1 0.Dr*7; r8@0 r8@0 |");
   const cs_ref *first = VG_(indexXA)(plan.refs, 1), *last = VG_(indexXA)(plan.refs, 7);
   assert_true(eqIRAtom(first->root, last->root));
   assert_int_equal(first->disp_B, 8);
   assert_int_equal(last->disp_B, 0);
   plan.flow = (void *)&sim;
   instr();
   dump(unknown);
   const cs_group *groups = VG_(indexXA)(plan.groups, 0);
   assert_int_equal(groups[0].ticks, cs_ticks_of(2, 1));
   assert_int_equal(groups[1].ticks, 0); /* the first counts for all */
   cs_roots roots = { .n = 0 };
   for (int i = 0; i < 5; i++) {
      assert_true(cs_roots_has_room(&roots, at[i]));
      assert_int_equal(cs_roots_add(&roots, at[i]), i);
   }
   assert_int_equal(cs_roots_add(&roots, at[2]), 2);
   assert_true(cs_roots_has_room(&roots, at[4]));
   assert_false(cs_roots_has_room(&roots, at[5]));
   end();
}

/* ---- Lines, call paths, cycles ---- */

/* Instructions of one line have contributions of their own. */
static void counts_instructions(void **state)
{
   (void)state;
   plan.by_instr = True;
   instr();
   next_instr = 0x1010;
   instr();
   cs_plan_read(&plan, sb, unknown);
   assert_int_equal(last_size_B, 4);
   assert_int_equal(VG_(sizeXA)(plan.contributions), 2);
   for (Word i = 0; i < 2; i++) {
      const tk_contribution *c = VG_(indexXA)(plan.contributions, i);
      assert_ptr_equal(c->line, &records[i].line);
      assert_int_equal(c->amount, 1);
   }
   plan.by_instr = False;
   end();
}

/* The last instruction of each line of a group, and the last up to a jump, to which the
   next one may be joined: then no exit follows it.  No line, no mark. */
static void marks_instructions(void **state)
{
   (void)state;
   static UChar code[0x400] __attribute__((aligned(0x1000))) = { [8] = 0x74, 0x02 };
   static const UInt at[] = { 0, 4, 8, 0xa, 0x100, 0x200, 0x20 };
   UInt first = ((Addr)code >> 8) % 16;
   plan.marks = (void *)&sim;
   lines[first].line.at.number = lines[first + 1].line.at.number = 1;
   for (UInt i = 0; i < sizeof at / sizeof *at; i++)
      addStmtToIRSB(sb, IRStmt_IMark((Addr)code + at[i], code[at[i]] == 0x74 ? 2 : 4, 0));
   leave(0x5000, Ijk_Boring);
   addStmtToIRSB(sb, IRStmt_IMark((Addr)code + 0x30, 4, 0));
   cs_plan_read(&plan, sb, unknown);
   static const Addr expected[] = { 0x8, 0x20, 0x100, 0x30 };
   assert_int_equal(n_marked, 4);
   for (UInt i = 0; i < n_marked; i++)
      assert_int_equal(marked[i], (Addr)code + expected[i]);
   for (Word i = 0; i < VG_(sizeXA)(plan.contributions); i++) {
      const tk_contribution *c = VG_(indexXA)(plan.contributions, i);
      assert_true(c->mark > 0 || c->column != CS_IR || c->line->at.number == 0);
   }
   plan.marks = NULL;
   lines[first].line.at.number = lines[first + 1].line.at.number = 0;
   end();
}

/* A loop says why an instruction takes its time, else the longest. */
static void knows_causes(void **state)
{
   (void)state;
   static tk_instr of[2];
   static const cs_core_cause one[] = { { CS_BOUND_CHAIN, 1, 9 },
                                        { CS_BOUND_WINDOW, 0, 4 } };
   static const cs_core_cause two[] = { { CS_BOUND_LATENCY, 0, 8 },
                                        { CS_BOUND_UNIT, 0, 5 } };
   cs_flow flow;
   records[0].line.instr = &of[0];
   records[1].line.instr = &of[1];
   plan.by_instr = True;
   plan.flow = &flow;
   instr();
   next_instr = 0x1010;
   instr();
   causes = one;
   cs_plan_read(&plan, sb, unknown);
   assert_int_equal(of[0].wait, CS_BOUND_CHAIN);
   assert_ptr_equal(of[0].waits_for, &of[1]);
   assert_null(of[1].waits_for);
   causes = two;
   cs_plan_read(&plan, sb, unknown);
   assert_int_equal(of[0].wait, CS_BOUND_CHAIN); /* 9 is longer than 8 */
   assert_int_equal(of[1].wait, CS_BOUND_UNIT);
   assert_ptr_equal(of[1].waits_for, &of[0]);
   is_loop = True;
   cs_plan_read(&plan, sb, unknown);
   assert_int_equal(of[0].wait, CS_BOUND_LATENCY);
   is_loop = False;
   causes = one;
   cs_plan_read(&plan, sb, unknown);
   assert_int_equal(of[0].wait, CS_BOUND_LATENCY);
   causes = NULL;
   plan.by_instr = False;
   plan.flow = NULL;
   records[0].line.instr = records[1].line.instr = NULL;
   end();
}

static void knows_lines(void **state)
{
   (void)state;
   static const UShort instrs[] = { 1, 0 };
   const tk_contribution contributions[] = { { .line = &lines[3].line },
                                             { .line = &lines[5].line } };
   instr();
   next_instr = 0x1100;
   instr();
   check("f@0 f@100 | 0.Ir*1 1.Ir*1");
   assert_int_equal(last_run, 0x1100);
   n_looked_up = 0;
   dump((cs_known_lines){ .contributions = contributions, .instrs = instrs });
   assert_string_equal(text, "f@0 f@100 | 5.Ir*1 3.Ir*1");
   assert_int_equal(n_looked_up, 0);
   const UShort *of = VG_(indexXA)(plan.instrs, 0);
   assert_int_equal(of[0], 0);
   assert_int_equal(of[1], 1);
   end();
}

/* Costs are by code and event; cachegrind's queue goes on where a function begins. */
static void adds_costs(void **state)
{
   (void)state;
   static const cs_code codes[] = { { .index = 0 }, { .index = 1 } };
   lines[1].line.at.part = &codes[0];
   lines[2].line.at.part = lines[3].line.at.part = &codes[1];
   plan.calls = (void *)&sim;
   for (int i = 0; i < 4; i++) {
      next_instr = 0x1000 + (Addr)i * 0x100;
      instr();
   }
   dump(unknown);
   assert_int_equal(VG_(sizeXA)(plan.groups), 1);
   assert_int_equal(VG_(sizeXA)(plan.costs), 2);
   const cs_cost *costs = VG_(indexXA)(plan.costs, 0);
   assert_int_equal(costs[0].amount, 2); /* lines 0 and 1: the function's own */
   assert_int_equal(costs[0].contribution, CS_OWN_CODE);
   assert_int_equal(costs[1].amount, 2);
   assert_ptr_equal(cs_cost_code(&costs[1], VG_(indexXA)(plan.contributions, 0)),
                    &codes[1]);
   load(Ity_I64, number(0x5000)); /* of the last line */
   dump(unknown);
   assert_int_equal(VG_(sizeXA)(plan.costs), 3);
   costs = VG_(indexXA)(plan.costs, 2);
   assert_int_equal(costs->column, CS_DR);
   assert_int_equal(costs->amount, 1);
   cut_at = 2;
   next_instr = 0x1400;
   for (int i = 0; i < 13; i++)
      instr();
   dump(unknown);
   assert_int_equal(VG_(sizeXA)(plan.groups), 3); /* of 2, 14, and two more events */
   assert_int_equal(stmt_of(0), 2);
   assert_int_equal(stmt_of(1), 16);
   memset(lines, 0, sizeof lines);
   end();
}

static void estimates_cycles(void **state)
{
   (void)state;
   plan.flow = (void *)&sim;
   IRExpr *at = get(2);             /* 0 */
   instr();                         /* 1 */
   load(Ity_I64, at);               /* 2 */
   load(Ity_I64, plus(at, 56));     /* 3, 4: near the first */
   load(Ity_I64, plus(at, 64));     /* 5, 6: not */
   store(plus(at, 120), number(1)); /* 7, 8 */
   instr();                         /* 9 */
   load(Ity_I64, plus(at, 128));    /* 10, 11 */
   instr();                         /* 12 */
   leave(0x5000, Ijk_Boring);       /* 13, 14 */
   flows[2] = (cs_flow_of){ .from = 1, .to = 0x100 };
   flows[4] = (cs_flow_of){ .from = 2, .to = 0x200 };
   flows[6] = (cs_flow_of){ .from = 4, .to = 0x400 };
   flows[8] = (cs_flow_of){ .from = 8, .to = 0x800 };
   flows[11] = (cs_flow_of){ .from = 16, .to = 0x1000 };
   flows[14] = (cs_flow_of){ .from = 32 };
   check("f@0 r8@0 r8@0 r8@0 w8@0 r8@4 c@8 | 0.Ir*3 0.Dr*4 0.Dw*1 0.Cx*3 0.Bc*1");
   assert_true(is_read);
   const cs_group *group = VG_(indexXA)(plan.groups, 0);
   assert_int_equal(group->ticks, cs_ticks_of(3, 0 + 1 + 2));
   const cs_site *sites = VG_(indexXA)(plan.sites, 0);
   assert_int_equal(sites[0].from, 1 | 2 | 4 | 8);
   assert_int_equal(sites[0].to, 0x100 | 0x200 | 0x400);
   assert_int_equal(sites[0].span, 3);
   assert_int_equal(sites[1].from, 16);
   assert_int_equal(sites[1].to, 0x1000);
   assert_int_equal(sites[2].from, 32);
   assert_int_equal(sites[2].to, 0);
   end();
}

/* What late passes of a run take comes first, by line, and refers to nothing. */
static void has_late_passes(void **state)
{
   (void)state;
   plan.flow = (void *)&sim;
   n_free = 5;
   instr();
   instr();
   leave(0x5000, Ijk_Boring);
   next_instr = 0x1100;
   instr();
   check("| 0.Cx*10 1.Cx*12; f@0 c@4 | 0.Ir*2 0.Cx*1 0.Bc*1; f@100 | 1.Ir*1 1.Cx*2");
   const cs_group *groups = VG_(indexXA)(plan.groups, 0);
   assert_true(groups[0].is_late);
   assert_int_equal(groups[0].stmt, plan.first_stmt + 1);
   assert_int_equal(groups[0].ticks, cs_ticks_of(0, 10 + 12));
   assert_false(groups[1].is_late);
   assert_int_equal(groups[1].ticks, cs_ticks_of(2, 1));
   n_free = 0;
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(ends_groups_at_exits, begin),
      cmocka_unit_test_setup(fetches_lines, begin),
      cmocka_unit_test_setup(has_instructions_without_length, begin),
      cmocka_unit_test_setup(modifies, begin),
      cmocka_unit_test_setup(cuts_sizes, begin),
      cmocka_unit_test_setup(empties_the_queue, begin),
      cmocka_unit_test_setup(has_predicated, begin),
      cmocka_unit_test(counts_branches),
      cmocka_unit_test_setup(counts_what_is_asked, begin),
      cmocka_unit_test_setup(ends_at_load_linked, begin),
      cmocka_unit_test_setup(splits_by_roots, begin),
      cmocka_unit_test_setup(counts_instructions, begin),
      cmocka_unit_test_setup(marks_instructions, begin),
      cmocka_unit_test_setup(knows_causes, begin),
      cmocka_unit_test_setup(knows_lines, begin),
      cmocka_unit_test_setup(adds_costs, begin),
      cmocka_unit_test_setup(estimates_cycles, begin),
      cmocka_unit_test_setup(has_late_passes, begin),
   };
   return cmocka_run_group_tests_name("cs_plan", tests, NULL, NULL);
}
