/* test_cs_flow.c -- what the values of a superblock are computed from.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#endif
#include "simulate/cs_flow.h"

static const cs_machine machine = {
   .i1.geometry.line_size_B = 64,
   .d1.latency_cycles = 5,
   .width = 4,
   .window = 100,
   .forward_cycles = 6,
   .n_stores = 1,
   .op_cycles = { [CS_OP_SIMPLE] = 1,
                  [CS_OP_MUL] = 3,
                  [CS_OP_DIV] = 20,
                  [CS_OP_FP_ADD] = 4,
                  [CS_OP_FP_MUL] = 4,
                  [CS_OP_FP_DIV] = 13,
                  [CS_OP_FP_SQRT] = 18,
                  [CS_OP_CONVERT] = 6,
                  [CS_OP_LOCKED] = 7,
                  [CS_OP_FENCE] = 50 },
};

/* ---- A superblock ---- */

static cs_flow flow;
static IRSB *sb;
static Addr next_instr;

static void begin(void)
{
   sb = emptyIRSB();
   sb->jumpkind = Ijk_Boring;
   sb->next = IRExpr_Const(IRConst_U64(0x9000));
   next_instr = 0x1000;
}

static void instr(void)
{
   addStmtToIRSB(sb, IRStmt_IMark(next_instr, 4, 0));
   next_instr += 4;
}

static IRExpr *let_of(IRType type, IRExpr *value)
{
   IRTemp t = newIRTemp(sb->tyenv, type);
   addStmtToIRSB(sb, IRStmt_WrTmp(t, value));
   return IRExpr_RdTmp(t);
}

static IRExpr *let(IRExpr *value)
{
   return let_of(Ity_I64, value);
}
static IRExpr *one(void)
{
   return IRExpr_Const(IRConst_U64(1));
}
static IRExpr *get(Int reg)
{
   return let(IRExpr_Get(8 * reg, Ity_I64));
}
static IRExpr *plus(IRExpr *a, IRExpr *b)
{
   return let(IRExpr_Binop(Iop_Add64, a, b));
}
static IRExpr *load(IRExpr *at)
{
   return let(IRExpr_Load(Iend_LE, Ity_I64, at));
}
static void put(Int reg, IRExpr *value)
{
   addStmtToIRSB(sb, IRStmt_Put(8 * reg, value));
}

static void read_all(void)
{
   if (flow.machine == NULL)
      cs_flow_init(&flow, &machine);
   cs_flow_read(&flow, sb);
}

/* ---- Its operations, as text: "instruction:cycles result<sources~stored" ---- */

/* Registers, what is carried over in memory, temporaries, what stores leave. */
enum { REGISTERS = 48, TEMPS = REGISTERS + CS_FORWARD_CARRIED };

static char *write_value(char *out, const char *before, uint32_t value)
{
   if (value == CS_CORE_NO_VALUE)
      return out;
   uint32_t stored = TEMPS + (uint32_t)sb->tyenv->types_used;
   return out
          + (value < REGISTERS ? sprintf(out, "%sr%u", before, value)
             : value < TEMPS   ? sprintf(out, "%sm%u", before, value - REGISTERS)
             : value < stored  ? sprintf(out, "%st%u", before, value - TEMPS)
                               : sprintf(out, "%ss%u", before, value - stored));
}

static void check_ops(const char *expected)
{
   static char text[4000];
   char *out = text;
   read_all();
   *out = '\0';
   for (Word i = 0; i < VG_(sizeXA)(flow.ops); i++) {
      const cs_core_op *op = VG_(indexXA)(flow.ops, i);
      out += sprintf(out, "%s%u:%u", i == 0 ? "" : "; ", op->instr, op->latency_cycles);
      if (op->class == CS_CORE_WRITE)
         out += sprintf(out, " w");
      if (op->class == CS_OP_LOCKED)
         out += sprintf(out, " l");
      out = write_value(out, " ", op->result);
      for (int k = 0; k < CS_CORE_SOURCES; k++)
         out = write_value(out, "<", op->sources[k]);
      out = write_value(out, "~", op->stored);
   }
   assert_string_equal(text, expected);
}

static void follows_values(void **state)
{
   (void)state;
   begin();
   get(3); /* before the first instruction: no operation */
   instr();
   put(2, plus(get(2), one()));
   instr();
   put(4, one());
   check_ops("0:0 t1<r2; 0:1 t2<t1; 0:0 r2<t2; 1:0 r4");
}

/* VEX takes an instruction to pieces: simple ones are one for the core. */
static void joins_simple_ones(void **state)
{
   (void)state;
   begin();
   instr();
   IRExpr *a = get(2);
   IRExpr *scaled = let(IRExpr_Binop(Iop_Shl64, a, IRExpr_Const(IRConst_U8(3))));
   IRExpr *sum = plus(a, scaled);
   let(IRExpr_Binop(Iop_Mul64, sum, a));        /* this one takes its time */
   let_of(Ity_I32, IRExpr_Unop(Iop_64to32, a)); /* this one none */
   plus(let(sum), one());
   instr();
   plus(sum, one());
   check_ops("0:0 t0<r2; 0:1 t1<t0; 0:0 t2<t0<t1; 0:3 t3<t2<t0; 0:0 t4<t0; 0:0 t5<t2; "
             "0:0 t6<t5; 1:1 t7<t2");
}

/* Each kind of expression, with all that it is computed from. */
static void has_sources(void **state)
{
   (void)state;
   IRExpr *rounding = IRExpr_Const(IRConst_U32(0));
   begin();
   instr();
   IRExpr *a = get(1), *b = get(2), *c = get(3);
   let(IRExpr_ITE(a, b, c));
   let(IRExpr_Triop(Iop_AddF64, rounding, b, c));
   let(IRExpr_Qop(Iop_MAddF64, rounding, a, b, c));
   let(IRExpr_Unop(Iop_SqrtF64, a));
   let(IRExpr_Binop(Iop_DivU64, a, b));
   let(mkIRExprCCall(Ity_I64, 0, "f", (void *)begin, mkIRExprVec_5(one(), a, b, c, a)));
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64);
   addStmtToIRSB(sb, IRStmt_Dirty(unsafeIRDirty_1_N(t, 0, "g", (void *)begin,
                                                    mkIRExprVec_2(c, one()))));
   addStmtToIRSB(
      sb, IRStmt_Dirty(unsafeIRDirty_0_N(0, "h", (void *)begin, mkIRExprVec_1(c))));
   check_ops("0:0 t0<r1; 0:0 t1<r2; 0:0 t2<r3; 0:1 t3<t0<t1<t2; 0:4 t4<t1<t2; "
             "0:4 t5<t0<t1<t2; 0:18 t6<t0; 0:20 t7<t0<t1; 0:1 t8<t0<t1<t2; 0:1 t9<t2");
}

/* A choice by a condition that the instruction before has computed, which did nothing
   else, unless it wrote a register. */
static void choose(bool writes)
{
   begin();
   instr();
   IRExpr *is = let_of(Ity_I1, IRExpr_Binop(Iop_CmpEQ64, get(1), one()));
   is = let_of(Ity_I1, IRExpr_Unop(Iop_Not1, is));
   if (writes)
      put(4, one());
   instr();
   IRExpr *yes = get(2), *no = get(3);
   let(IRExpr_ITE(is, yes, no));
}

static void guesses_branches(void **state)
{
   (void)state;
   choose(false);
   check_ops("0:0 t0<r1; 0:0 t1<t0; 0:0 t2<t1; 1:0 t3<r2; 1:0 t4<r3; 1:0 t5<t3<t4");
   choose(true);
   check_ops("0:0 t0<r1; 0:0 t1<t0; 0:0 t2<t1; 0:0 r4; 1:0 t3<r2; 1:0 t4<r3; "
             "1:1 t5<t2<t3<t4");
   begin(); /* by a condition of its own */
   instr();
   IRExpr *is = let_of(Ity_I1, IRExpr_Binop(Iop_CmpEQ64, get(1), one()));
   IRExpr *yes = get(2), *no = get(3);
   let(IRExpr_ITE(is, yes, no));
   instr();
   check_ops("0:0 t0<r1; 0:0 t1<t0; 0:0 t2<r2; 0:0 t3<r3; 0:1 t4<t1<t2<t3");
}

static void knows_registers(void **state)
{
   (void)state;
   begin();
   instr();
   get(0);
   get(23);
#if defined(VGA_amd64)
   let(IRExpr_Get(224, Ity_I64));
   let(IRExpr_Get(224 + 31, Ity_I8));
   let(IRExpr_Get(224 + 32 * 15, Ity_I64));
   get(27); /* behind general ones: a bit again */
   check_ops("0:0 t0<r0; 0:0 t1<r23; 0:0 t2<r24; 0:0 t3<r24; 0:0 t4<r39; 0:0 t5<r3");
#endif
}

/* ---- Values that go through memory ---- */

static void store(IRExpr *at, IRExpr *value)
{
   addStmtToIRSB(sb, IRStmt_Store(Iend_LE, at, value));
}

static IRExpr *minus_8(IRExpr *at)
{
   return plus(at, IRExpr_Const(IRConst_U64((ULong)-8)));
}

/* A loop of one superblock that adds 1 to a word of its stack, and has another word from
   a pointer that advances; then a load of the first. */
static void count_all(Addr next)
{
   begin();
   instr();
   IRExpr *n = minus_8(get(5)); /* t0, t1 */
   store(n, plus(load(n), one()));
   instr();
   IRExpr *p = get(6), *before = load(minus_8(p));
   store(p, before);
   put(6, plus(p, IRExpr_Const(IRConst_U64(8))));
   instr();
   load(minus_8(get(5)));
   sb->next = IRExpr_Const(IRConst_U64(next));
}

static void forwards_stores(void **state)
{
   (void)state;
   count_all(0x9000); /* no loop: only what the superblock itself stores */
   check_ops("0:0 t0<r5; 0:1 t1<t0; 0:4 t2<t1; 0:1 t3<t2; 0:6 s1<t3; 1:0 t4<r6; "
             "1:1 t5<t4; 1:4 t6<t5; 1:0 s3<t6; 1:1 t7<t4; 1:0 r6<t7; 2:0 t8<r5; "
             "2:1 t9<t8; 2:4 t10<t9~s1");
   count_all(0x1000);
   check_ops(
      "0:0 t0<r5; 0:1 t1<t0; 0:4 t2<t1~m0; 0:1 t3<t2; 0:0 w; 0:6 s1<t3; 1:0 t4<r6; "
      "1:1 t5<t4; 1:4 t6<t5~m1; 1:0 w; 1:6 s3<t6; 1:1 t7<t4; 1:0 r6<t7; 2:0 t8<r5; "
      "2:1 t9<t8; 2:4 t10<t9~s1; 2:0 m1<s3; 2:0 m0<s1");
   assert_int_equal(cs_flow_cycles(&flow, 0) + cs_flow_cycles(&flow, 1)
                       + cs_flow_cycles(&flow, 2),
                    6 + 1);
   assert_int_equal(cs_flow_n_free(&flow), 0); /* the next run finds it, too */
}

static void renames_words(void **state)
{
   (void)state;
   cs_machine renaming = machine;
   renaming.renames_memory = true;
   flow.machine = &renaming;
   count_all(0x1000);
   check_ops("0:0 t0<r5; 0:1 t1<t0; 0:0 t2<m0; 0:1 t3<t2; 0:0 w; 0:0 s1<t3; 1:0 t4<r6; "
             "1:1 t5<t4; 1:0 t6<m1; 1:0 w; 1:0 s3<t6; 1:1 t7<t4; 1:0 r6<t7; 2:0 t8<r5; "
             "2:1 t9<t8; 2:0 t10<t3; 2:0 m1<t6; 2:0 m0<t3");
   assert_int_equal(cs_flow_cycles(&flow, 0) + cs_flow_cycles(&flow, 1)
                       + cs_flow_cycles(&flow, 2),
                    2); /* two stores */
   begin();             /* not vectors, bytes, or the end of a word */
   instr();
   IRExpr *at = get(2);
   store(at, let(IRExpr_Get(CS_FORWARD_VECTORS_AT, Ity_I64)));
   load(at);
   store(at, let_of(Ity_I64, IRExpr_Unop(Iop_ReinterpF64asI64,
                                         let_of(Ity_F64, IRExpr_Get(300, Ity_F64)))));
   load(at);
   store(at, get(3));
   let_of(Ity_I8, IRExpr_Load(Iend_LE, Ity_I8, at));
   let_of(Ity_I32, IRExpr_Load(Iend_LE, Ity_I32, plus(at, IRExpr_Const(IRConst_U64(4)))));
   let_of(Ity_I32, IRExpr_Load(Iend_LE, Ity_I32, at)); /* but its beginning */
   check_ops("0:0 t0<r2; 0:0 t1<r24; 0:6 s0<t1; 0:5 t2<t0~s0; 0:0 t3<r26; 0:0 t4<t3; "
             "0:6 s2<t4; 0:5 t5<t0~s2; 0:0 t6<r3; 0:6 s4<t6; 0:5 t7<t0~s4; "
             "0:1 t8<t0; 0:4 t9<t8~s4; 0:0 t10<t6");
   flow.machine = &machine;
}

/* More words than are carried over: the others are loads as ever. */
static void has_room_for_words(void **state)
{
   (void)state;
   begin();
   instr();
   IRExpr *at = get(2);
   for (ULong i = 0; i < CS_FORWARD_CARRIED + 2; i++) {
      IRExpr *word = plus(at, IRExpr_Const(IRConst_U64(8 * i)));
      store(word, plus(load(word), one()));
   }
   instr(); /* no string instruction */
   sb->next = IRExpr_Const(IRConst_U64(0x1000));
   read_all();
   UInt n = 0;
   for (Word i = 0; i < VG_(sizeXA)(flow.ops); i++)
      n += ((const cs_core_op *)VG_(indexXA)(flow.ops, i))->stored != CS_CORE_NO_VALUE;
   assert_int_equal(n, CS_FORWARD_CARRIED);
   assert_int_equal(cs_flow_cycles(&flow, 0) + cs_flow_cycles(&flow, 1),
                    CS_FORWARD_CARRIED + 2); /* the stores */
}

/* A register of which a byte is written has an address that is not known. */
static void knows_parts_of_registers(void **state)
{
   (void)state;
   for (int is_part = 0; is_part < 2; is_part++) {
      begin();
      instr();
      IRExpr *at = get(2);
      store(at, plus(load(at), one()));
      if (is_part)
         addStmtToIRSB(sb, IRStmt_Put(2 * 8, IRExpr_Const(IRConst_U8(1))));
      sb->next = IRExpr_Const(IRConst_U64(0x1000));
      read_all();
      const cs_core_op *load_op = VG_(indexXA)(flow.ops, 1);
      assert_true((load_op->stored == CS_CORE_NO_VALUE) == is_part);
   }
}

/* ---- Branches ---- */

static void branch_to(Addr to)
{
   IRExpr *is = let_of(Ity_I1, IRExpr_Binop(Iop_CmpEQ64, get(4), one()));
   addStmtToIRSB(sb, IRStmt_Exit(is, Ijk_Boring, IRConst_U64(to), 0));
}

static void check_places(const char *expected)
{
   char text[20] = "";
   read_all();
   for (Word i = 0; i < VG_(sizeXA)(flow.places); i++)
      text[i] = ".ft"[*(UChar *)VG_(indexXA)(flow.places, i)];
   assert_string_equal(text, expected);
}

#if defined(VGA_amd64)
enum { FLAGS = offsetof(VexGuestAMD64State, guest_CC_OP) / 8 };

/* A branch is one with what sets its flags; not behind a store, nor one that writes. */
static void fuses_branches(void **state)
{
   (void)state;
   begin();
   instr();
   put(FLAGS, one());
   put(2, one());
   instr(); /* fused */
   branch_to(0x2000);
   instr(); /* another branch of the same flags */
   branch_to(0x2000);
   instr();
   put(2, one());
   put(FLAGS, one());
   instr(); /* one that counts, too */
   put(1, one());
   branch_to(0x2000);
   instr();
   store(get(2), one());
   put(FLAGS, one());
   instr();
   branch_to(0x2000);
   instr();
   put(FLAGS, one());
   next_instr += 4; /* there by another branch */
   instr();
   branch_to(0x2000);
   check_places(".f......t");
}
#endif

/* An instruction that is elsewhere, and the first of a loop. */
static void sees_taken_branches(void **state)
{
   (void)state;
   begin();
   instr();
   next_instr = 0x3000;
   instr();
   instr();
   next_instr = 0x1000;
   instr();
   sb->next = IRExpr_Const(IRConst_U64(0x9000));
   check_places(".t.t");
   branch_to(0x1000);
   check_places("tt.t");
   assert_int_equal(cs_flow_cycles(&flow, 0) + cs_flow_cycles(&flow, 1)
                       + cs_flow_cycles(&flow, 2) + cs_flow_cycles(&flow, 3),
                    3); /* one in a cycle */
}

static void sees_lines_of_code(void **state)
{
   (void)state;
   begin();
   next_instr = 0x1038; /* instructions of four bytes, in lines of 64 */
   instr();
   instr();
   instr();
   instr();
   sb->next = IRExpr_Const(IRConst_U64(0x9000));
   check_places("..t.");
   sb->next = IRExpr_Const(IRConst_U64(0x1038));
   check_places("t.t.");
   assert_int_equal(cs_flow_cycles(&flow, 0) + cs_flow_cycles(&flow, 1)
                       + cs_flow_cycles(&flow, 2) + cs_flow_cycles(&flow, 3),
                    2);
}

/* ---- What waits for what ---- */

#define R(n) (1ULL << (n))
#define LOAD(n) (1ULL << (REGISTERS + (n)))

static void check_of(Int stmt, ULong from, ULong to)
{
   cs_flow_of of = cs_flow_at(&flow, stmt);
   assert_int_equal(of.from, from);
   assert_int_equal(of.to, to);
}

static void chases_pointers(void **state)
{
   (void)state;
   begin();
   instr();                          /* 0 */
   IRExpr *first = load(get(2));     /* 1, 2 */
   instr();                          /* 3 */
   IRExpr *at = plus(first, get(3)); /* 4, 5 */
   IRExpr *second = load(at);        /* 6 */
   put(4, second);                   /* 7 */
   put(5, first);                    /* 8 */
   put(2, one());                    /* 9 */
   IRExpr *third = load(get(2));     /* 10, 11: r2 needs nothing now */
   IRExpr *is = let_of(Ity_I1, IRExpr_Binop(Iop_CmpEQ64, second, third));  /* 12 */
   addStmtToIRSB(sb, IRStmt_Exit(is, Ijk_Boring, IRConst_U64(0x2000), 0)); /* 13 */
   put(5, one());                                                          /* 14 */
   check_ops("0:0 t0<r2; 0:5 t1<t0; 1:0 t2<r3; 1:1 t3<t1<t2; 1:4 t4<t3; 1:0 r4<t4; "
             "1:0 r5<t1; 1:0 r2; 1:0 t5<r2; 1:5 t6<t5; 1:0 t7<t4<t6; 1:0 r5");
   check_of(2, R(2), LOAD(0) | R(4));
   check_of(6, R(2) | R(3) | LOAD(0), LOAD(1) | R(4));
   check_of(11, 0, LOAD(2));
   check_of(13, R(2) | R(3) | LOAD(0) | LOAD(1) | LOAD(2), 0);
   check_of(5, 0, 0);
   check_of(15, 0, 0); /* behind the end */
}

static void check_advance(Int stmt, cs_advance advance)
{
   assert_int_equal(cs_flow_at(&flow, stmt).advance, advance);
}

/* A step of a loop: a list in r2, an array of pointers in r3, a list in r4 whose next
   node is found elsewhere. */
static void walk_all(Addr next)
{
   begin();
   instr();                                               /* 0 */
   IRExpr *node = get(2);                                 /* 1 */
   load(node);                                            /* 2 */
   put(2, load(plus(node, one())));                       /* 3, 4, 5 */
   instr();                                               /* 6 */
   IRExpr *at = get(3);                                   /* 7 */
   IRExpr *pointer = load(at);                            /* 8 */
   load(pointer);                                         /* 9 */
   put(3, plus(at, one()));                               /* 10, 11 */
   addStmtToIRSB(sb, IRStmt_Store(Iend_LE, at, one()));   /* 12 */
   addStmtToIRSB(sb, IRStmt_Store(Iend_LE, node, one())); /* 13 */
   load(get(4));                                          /* 14, 15 */
   sb->next = IRExpr_Const(IRConst_U64(next));
   read_all();
}

static void knows_how_addresses_advance(void **state)
{
   (void)state;
   for (int is_loop = 0; is_loop < 2; is_loop++) {
      walk_all(is_loop ? 0x1000 : 0x2000);
      check_advance(2, is_loop ? CS_ADVANCE_CHAINS : CS_ADVANCE_UNKNOWN);
      check_advance(4, is_loop ? CS_ADVANCE_CHAINS : CS_ADVANCE_UNKNOWN);
      check_advance(13, is_loop ? CS_ADVANCE_CHAINS : CS_ADVANCE_UNKNOWN);
      check_advance(8, CS_ADVANCE_COUNTS);
      check_advance(12, CS_ADVANCE_COUNTS);
      check_advance(9, CS_ADVANCE_UNKNOWN);
      check_advance(15, CS_ADVANCE_UNKNOWN);
   }
   walk_all(0x2000); /* and a branch back */
   IRExpr *is = let_of(Ity_I1, IRExpr_Binop(Iop_CmpEQ64, one(), one()));
   addStmtToIRSB(sb, IRStmt_Exit(is, Ijk_Boring, IRConst_U64(0x1000), 0));
   read_all();
   check_advance(2, CS_ADVANCE_CHAINS);
}

/* A sum of what is loaded is no way to the next element. */
static void sums_are_no_chains(void **state)
{
   (void)state;
   begin();
   instr();
   IRExpr *at = get(2), *value = load(at), *sum = get(3); /* 1, 2, 3 */
   put(3, plus(sum, value));
   put(2, plus(at, one()));
   sb->next = IRExpr_Const(IRConst_U64(0x1000));
   read_all();
   check_advance(2, CS_ADVANCE_COUNTS);
   begin(); /* nor is an index that is loaded */
   instr();
   IRExpr *i = get(2), *index = load(i), *base = get(3); /* 1, 2, 3 */
   load(plus(base, index));                              /* 4, 5 */
   put(2, plus(i, one()));
   sb->next = IRExpr_Const(IRConst_U64(0x1000));
   read_all();
   check_advance(2, CS_ADVANCE_COUNTS);
   check_advance(5, CS_ADVANCE_UNKNOWN);
}

/* A load that is made only if its guard holds; and more loads than bits. */
static void has_bits_for_loads(void **state)
{
   (void)state;
   begin();
   instr();
   IRExpr *at = get(2);
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64);
   addStmtToIRSB(sb, IRStmt_LoadG(Iend_LE, ILGop_Ident64, t, at, one(),
                                  IRExpr_Const(IRConst_U1(True))));
   for (int i = 0; i < 16; i++)
      load(at);
   read_all();
   check_of(2, R(2), LOAD(0));
   check_of(17, R(2), LOAD(15));
   check_of(18, R(2), LOAD(0));
   begin(); /* all again */
   instr();
   load(get(3));
   read_all();
   check_of(2, R(3), LOAD(0));
}

/* ---- Cycles ---- */

static void has_cycles(void **state)
{
   (void)state;
   begin();
   instr();
   put(2, let(IRExpr_Binop(Iop_Mul64, get(2), one())));
   instr();
   put(2, plus(get(2), one()));
   instr();
   put(2, load(get(2)));
   read_all();
   assert_int_equal(cs_flow_cycles(&flow, 0) + cs_flow_cycles(&flow, 1)
                       + cs_flow_cycles(&flow, 2),
                    3 + 1 + 5);
   begin();
   read_all(); /* no instruction */
   assert_int_equal(VG_(sizeXA)(flow.cycles), 0);
}

/* Only a loop has passes that the next ones wait for. */
static void has_later_cycles(void **state)
{
   (void)state;
   for (int is_loop = 0; is_loop < 2; is_loop++) {
      begin();
      instr();
      put(2, let(IRExpr_Binop(Iop_Mul64, get(2), one())));
      instr();
      put(3, plus(get(3), one()));
      sb->next = IRExpr_Const(IRConst_U64(is_loop ? 0x1000 : 0x9000));
      read_all();
      assert_int_equal(cs_flow_cycles(&flow, 0) + cs_flow_cycles(&flow, 1),
                       is_loop ? 1 : 3);
      assert_int_equal(cs_flow_n_free(&flow), is_loop ? machine.window / 5 : 0);
      if (is_loop) {
         assert_int_equal(cs_flow_later_cycles(&flow, 0), 2);
         assert_int_equal(cs_flow_chain(&flow), 1 << 2);
      }
   }
}

/* Once a loop's chain is known, who gives its register a new value begins another. */
static void sees_fresh_registers(void **state)
{
   (void)state;
   has_later_cycles(state);
   begin();
   instr();
   put(2, plus(get(2), one())); /* it goes on */
   put(3, one());               /* it is no chain */
   read_all();
   assert_int_equal(cs_flow_fresh(&flow, False), 0);
   assert_int_equal(cs_flow_fresh(&flow, True), 1 << 3);
   begin();
   instr();
   put(2, load(get(4)));
   read_all();
   assert_int_equal(cs_flow_fresh(&flow, False), 1 << 2);
   begin();
   instr();
   put(2, load(get(2))); /* a list goes on */
   read_all();
   assert_int_equal(cs_flow_fresh(&flow, True), 0);
}

/* A step of `rep stos`, as often as VEX repeats it; then it runs itself again. */
static void string(int n_before, int n_steps, bool runs_again)
{
   begin();
   for (int i = 0; i < n_before; i++)
      instr();
   for (int i = 0; i < n_steps; i++) {
      addStmtToIRSB(sb, IRStmt_IMark(next_instr, 3, 0));
      addStmtToIRSB(sb, IRStmt_Store(Iend_LE, get(7), get(0)));
   }
   sb->next = IRExpr_Const(IRConst_U64(runs_again ? next_instr : 0x9000));
   read_all();
}

static void pays_strings(void **state)
{
   (void)state;
   string(0, 8, true); /* 64 bytes, 32 a cycle */
   for (int i = 0; i < 8; i++)
      assert_int_equal(cs_flow_cycles(&flow, i), i % 4 == 3);
   string(2, 5, true); /* the start is paid once, where other code is before */
   for (int i = 2; i < 7; i++)
      assert_int_equal(cs_flow_cycles(&flow, i), i == 2 ? 30 : i == 5);
   string(0, 1, true);
   assert_int_equal(cs_flow_cycles(&flow, 0), 0);
   string(0, 1, false); /* any store */
   assert_true(cs_flow_cycles(&flow, 0) > 0);
   begin(); /* a store before the loop is none in it */
   instr();
   addStmtToIRSB(sb, IRStmt_Store(Iend_LE, get(7), get(0)));
   instr();
   put(2, plus(get(2), one()));
   sb->next = IRExpr_Const(IRConst_U64(next_instr - 4));
   read_all();
   assert_true(cs_flow_cycles(&flow, 1) < 30);
   begin(); /* a loop that stores nothing */
   instr();
   put(2, plus(get(2), one()));
   sb->next = IRExpr_Const(IRConst_U64(next_instr - 4));
   read_all();
   assert_int_equal(cs_flow_cycles(&flow, 0), 1);
}

/* An atomic addition: a load, an addition, and what makes it one. */
static void has_locked_ones(void **state)
{
   (void)state;
   begin();
   instr();
   IRExpr *at = get(2), *value = load(at), *sum = plus(value, one());
   IRTemp old = newIRTemp(sb->tyenv, Ity_I64);
   addStmtToIRSB(
      sb, IRStmt_CAS(mkIRCAS(IRTemp_INVALID, old, Iend_LE, at, NULL, value, NULL, sum)));
   check_ops("0:0 t0<r2; 0:5 t1<t0; 0:1 t2<t1; 0:7 l t3<t0<t1<t2");
   /* Eight take the way to memory in turn, whatever each of them waits for. */
   begin();
   for (int i = 0; i < 8; i++) {
      instr();
      old = newIRTemp(sb->tyenv, Ity_I64);
      addStmtToIRSB(sb, IRStmt_CAS(mkIRCAS(IRTemp_INVALID, old, Iend_LE, get(2), NULL,
                                           one(), NULL, one())));
   }
   read_all();
   UInt cycles = 0;
   for (Word i = 0; i < 8; i++)
      cycles += cs_flow_cycles(&flow, i);
   assert_int_equal(cycles, 8 * 7);
}

/* What is conditional has a price where it stores. */
static void has_conditional_stores(void **state)
{
   (void)state;
   begin();
   instr();
   IRTemp t = newIRTemp(sb->tyenv, Ity_I64), done = newIRTemp(sb->tyenv, Ity_I1);
   IRExpr *at = get(2), *value = get(3);
   addStmtToIRSB(sb, IRStmt_LLSC(Iend_LE, t, at, NULL));
   instr();
   addStmtToIRSB(sb, IRStmt_LLSC(Iend_LE, done, at, value));
   check_ops("0:0 t2<r2; 0:0 t3<r3; 1:7 l t1<t2<t3");
}

/* Of x86's fences, which VEX does not tell apart, one waits for what was written. */
static void has_fences(void **state)
{
   (void)state;
   static const UChar code[] = { 0x0f, 0xae, 0xf0, 0x0f, 0xae, 0xe8, 0x0f, 0xae, 0xf8 };
   begin();
   for (int i = 0; i < 3; i++) {
      addStmtToIRSB(sb, IRStmt_IMark((Addr)code + 3 * (Addr)i, 3, 0));
      addStmtToIRSB(sb, IRStmt_MBE(Imbe_Fence));
   }
#if defined(VGA_amd64) || defined(VGA_x86)
   check_ops("0:50 l");
#else
   check_ops("0:50 l; 1:50 l; 2:50 l");
#endif
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(has_locked_ones),
      cmocka_unit_test(has_conditional_stores),
      cmocka_unit_test(has_fences),
      cmocka_unit_test(follows_values),
      cmocka_unit_test(joins_simple_ones),
      cmocka_unit_test(has_sources),
      cmocka_unit_test(guesses_branches),
      cmocka_unit_test(knows_registers),
      cmocka_unit_test(chases_pointers),
      cmocka_unit_test(has_bits_for_loads),
      cmocka_unit_test(has_cycles),
      cmocka_unit_test(has_later_cycles),
      cmocka_unit_test(sees_fresh_registers),
      cmocka_unit_test(pays_strings),
      cmocka_unit_test(knows_how_addresses_advance),
      cmocka_unit_test(sums_are_no_chains),
      cmocka_unit_test(forwards_stores),
#if defined(VGA_amd64)
      cmocka_unit_test(fuses_branches),
#endif
      cmocka_unit_test(sees_taken_branches),
      cmocka_unit_test(sees_lines_of_code),
      cmocka_unit_test(renames_words),
      cmocka_unit_test(has_room_for_words),
      cmocka_unit_test(knows_parts_of_registers),
   };
   return cmocka_run_group_tests_name("cs_flow", tests, NULL, NULL);
}
