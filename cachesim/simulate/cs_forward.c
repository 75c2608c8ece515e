/* cs_forward.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_forward.h"

#include "pub_tool_mallocfree.h"

enum { PLACE_B = 4 }; /* of a register, at least */

/* What is known of a temporary. */
typedef struct {
   cs_form form;
   Bool of_vector; /* it comes from a register or an operation of vectors or reals */
} temp;

/* One of the accesses in `words`. */
typedef struct {
   Word op; /* its operation */
   UInt data, size_B;
   Bool is_integer;
} access;

static XArray *new_array(Word element_B)
{
   return VG_(newXA)(VG_(malloc), "cs.forward", VG_(free), element_B);
}

void cs_forward_init(cs_forward *forward)
{
   forward->temps = new_array(sizeof(temp));
   forward->accesses = new_array(sizeof(access));
}

void cs_forward_begin(cs_forward *forward, const IRSB *sb)
{
   VG_(dropTailXA)(forward->temps, VG_(sizeXA)(forward->temps));
   VG_(dropTailXA)(forward->accesses, VG_(sizeXA)(forward->accesses));
   for (Int t = 0; t < sb->tyenv->types_used; t++) {
      temp itself = { .form = cs_form_variable(CS_WORDS_OTHERS + (UInt)t) };
      VG_(addToXA)(forward->temps, &itself);
   }
   for (UInt i = 0; i < CS_WORDS_REGISTERS; i++)
      forward->registers[i] = cs_form_variable(i);
   cs_words_begin(&forward->words);
   forward->next_variable = CS_WORDS_OTHERS + (UInt)sb->tyenv->types_used;
   forward->n_carried = 0;
}

/* ---- Forms ------------------------------------------------------------ */

static temp *temp_at(const cs_forward *forward, IRTemp t)
{
   return VG_(indexXA)(forward->temps, t);
}

static cs_form *form_at(const cs_forward *forward, IRTemp t)
{
   return &temp_at(forward, t)->form;
}

/* Of a constant that can be in an address; others are of no use. */
static cs_form form_of_constant(const IRConst *c)
{
   switch (c->tag) {
   case Ico_U8: return cs_form_constant(c->Ico.U8);
   case Ico_U32: return cs_form_constant((ULong)(Long)(Int)c->Ico.U32);
   case Ico_U64: return cs_form_constant(c->Ico.U64);
   default: return cs_form_constant(0);
   }
}

static cs_form form_of(const cs_forward *forward, const IRExpr *atom)
{
   return atom->tag == Iex_RdTmp ? *form_at(forward, atom->Iex.RdTmp.tmp)
                                 : form_of_constant(atom->Iex.Const.con);
}

/* Is the type one that a general register has, and addresses? */
static Bool is_word(IRType type)
{
   return type == Ity_I64 || type == Ity_I32;
}

static Bool is_integer(IRType type)
{
   return type == Ity_I1 || type == Ity_I8 || type == Ity_I16 || is_word(type);
}

/* Is the value of vectors or reals?  VEX moves those as integers, too. */
static Bool is_of_vector(const cs_forward *forward, const IRSB *sb, const IRExpr *value)
{
   const IRExpr *from = value->tag == Iex_Unop ? value->Iex.Unop.arg : value;
   if (!is_integer(typeOfIRExpr(sb->tyenv, value))
       || !is_integer(typeOfIRExpr(sb->tyenv, from)))
      return True;
   return value->tag == Iex_Get
             ? value->Iex.Get.offset >= CS_FORWARD_VECTORS_AT
             : from->tag == Iex_RdTmp && temp_at(forward, from->Iex.RdTmp.tmp)->of_vector;
}

static Bool is_register(Int offset)
{
   return offset >= 0 && offset / PLACE_B < CS_WORDS_REGISTERS;
}

static void assign_binop(cs_forward *forward, IRTemp t, const IRExpr *e)
{
   static const cs_form zero;
   cs_form a = form_of(forward, e->Iex.Binop.arg1);
   cs_form b = form_of(forward, e->Iex.Binop.arg2);
   switch (e->Iex.Binop.op) {
   case Iop_Add64:
   case Iop_Add32: cs_form_add(&a, &b, 1, form_at(forward, t)); break;
   case Iop_Sub64:
   case Iop_Sub32: cs_form_add(&a, &b, (ULong)-1, form_at(forward, t)); break;
   case Iop_Shl64:
   case Iop_Shl32:
      if (b.n_terms == 0 && b.constant < 32)
         cs_form_add(&zero, &a, 1ULL << b.constant, form_at(forward, t));
      break;
   default: break;
   }
}

void cs_forward_assign(cs_forward *forward, const IRSB *sb, IRTemp t, const IRExpr *value)
{
   temp_at(forward, t)->of_vector = is_of_vector(forward, sb, value);
   switch (value->tag) {
   case Iex_RdTmp: *form_at(forward, t) = form_of(forward, value); break;
   case Iex_Const:
      if (value->Iex.Const.con->tag == Ico_U64 || value->Iex.Const.con->tag == Ico_U32)
         *form_at(forward, t) = form_of(forward, value);
      break;
   case Iex_Get:
      if (is_word(value->Iex.Get.ty) && is_register(value->Iex.Get.offset))
         *form_at(forward, t) = forward->registers[value->Iex.Get.offset / PLACE_B];
      break;
   case Iex_Unop:
      if (value->Iex.Unop.op == Iop_32Uto64 || value->Iex.Unop.op == Iop_32Sto64
          || value->Iex.Unop.op == Iop_64to32)
         *form_at(forward, t) = form_of(forward, value->Iex.Unop.arg);
      break;
   case Iex_Binop: assign_binop(forward, t, value); break;
   default: break;
   }
}

/* Forgets what the bytes of the register had. */
void cs_forward_put(cs_forward *forward, const IRSB *sb, Int offset, const IRExpr *data)
{
   IRType type = typeOfIRExpr(sb->tyenv, data);
   Int end = offset + sizeofIRType(type);
   for (Int at = offset; at < end && is_register(at); at += PLACE_B)
      forward->registers[at / PLACE_B] = cs_form_variable(forward->next_variable++);
   if (is_word(type) && is_register(offset))
      forward->registers[offset / PLACE_B] = form_of(forward, data);
}

/* ---- Accesses --------------------------------------------------------- */

void cs_forward_load(cs_forward *forward, const IRSB *sb, const XArray *ops, IRTemp t,
                     const IRExpr *addr)
{
   IRType type = typeOfIRTemp(sb->tyenv, t);
   cs_form at = form_of(forward, addr), value;
   access a = { .op = VG_(sizeXA)(ops) - 1,
                .size_B = (UInt)sizeofIRType(type),
                .is_integer = is_integer(type) };
   if (a.op < 0 || !cs_words_load(&forward->words, &at, a.size_B, &value))
      return;
   VG_(addToXA)(forward->accesses, &a);
   if (is_word(type))
      *form_at(forward, t) = value;
}

void cs_forward_store(cs_forward *forward, const IRSB *sb, XArray *ops, UInt instr,
                      const IRExpr *addr, const IRExpr *data,
                      const cs_forward_values *values)
{
   IRType type = typeOfIRExpr(sb->tyenv, data);
   cs_form at = form_of(forward, addr), value = form_of(forward, data);
   UInt i = (UInt)VG_(sizeXA)(forward->accesses);
   access a = { .op = VG_(sizeXA)(ops),
                .data = data->tag == Iex_RdTmp ? values->temps + data->Iex.RdTmp.tmp
                                               : CS_CORE_NO_VALUE,
                .size_B = (UInt)sizeofIRType(type),
                .is_integer = !is_of_vector(forward, sb, data) };
   if (!cs_words_store(&forward->words, &at, a.size_B, &value))
      return;
   VG_(addToXA)(forward->accesses, &a);
   cs_core_op op = cs_core_copy(instr, a.data, values->stored + i);
   op.is_beside = True;
   VG_(addToXA)(ops, &op);
}

/* ---- The end ---------------------------------------------------------- */

/* A value that each run leaves for the next: it is carried over, and then copied. */
typedef struct {
   UInt value;
   UInt n_runs; /* so many */
} left;

/* The number of what was `value` so many runs before; CS_CORE_NO_VALUE if there is no
   number left. */
static UInt value_before(cs_forward *forward, left *all, left wanted,
                         const cs_forward_values *values)
{
   if (wanted.n_runs == 0 || wanted.value == CS_CORE_NO_VALUE)
      return wanted.value;
   for (UInt i = 0; i < forward->n_carried; i++)
      if (all[i].value == wanted.value && all[i].n_runs == wanted.n_runs)
         return values->carried + i;
   /* What is carried over first is copied first. */
   UInt before = value_before(forward, all, (left){ wanted.value, wanted.n_runs - 1 },
                              values);
   if (before == CS_CORE_NO_VALUE || forward->n_carried == CS_FORWARD_CARRIED)
      return CS_CORE_NO_VALUE;
   all[forward->n_carried] = wanted;
   return values->carried + forward->n_carried++;
}

static void find_store(cs_forward *forward, const cs_machine *machine, UInt i,
                       XArray *ops, left *all, const cs_forward_values *values)
{
   cs_word_source source = cs_words_source(&forward->words, i);
   if (source.store == CS_WORDS_MOST)
      return;
   const access *load = VG_(indexXA)(forward->accesses, i);
   const access *store = VG_(indexXA)(forward->accesses, source.store);
   cs_core_op *op = VG_(indexXA)(ops, load->op);
   Bool renamed = machine->renames_memory && source.is_same && load->is_integer
                  && store->is_integer && load->size_B >= 4;
   UInt value = value_before(
      forward, all,
      (left){ renamed ? store->data : values->stored + source.store, source.n_runs },
      values);
   if (renamed && value == CS_CORE_NO_VALUE && store->data != value)
      return; /* no number is left */
   if (renamed) {
      *op = cs_core_copy(op->instr, value, op->result);
   } else {
      op->stored = value;
      ((cs_core_op *)VG_(indexXA)(ops, store->op))->latency_cycles =
         machine->forward_cycles;
   }
}

void cs_forward_end(cs_forward *forward, const cs_machine *machine, Bool is_loop,
                    XArray *ops, const cs_forward_values *values)
{
   left all[CS_FORWARD_CARRIED];
   cs_words_end(&forward->words, is_loop ? forward->registers : NULL);
   for (UInt i = 0; i < forward->words.n; i++)
      if (!forward->words.accesses[i].is_store)
         find_store(forward, machine, i, ops, all, values);
   if (forward->n_carried == 0)
      return;
   const cs_core_op *last = VG_(indexXA)(ops, VG_(sizeXA)(ops) - 1);
   UInt instr = last->instr;
   /* From the oldest on: each is overwritten when it has been copied. */
   for (UInt i = forward->n_carried; i-- > 0;) {
      left before = { all[i].value, all[i].n_runs - 1 };
      cs_core_op op = cs_core_copy(instr, value_before(forward, all, before, values),
                                   values->carried + i);
      op.is_beside = all[i].value >= values->stored;
      VG_(addToXA)(ops, &op);
   }
}
