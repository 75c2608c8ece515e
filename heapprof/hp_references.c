/* hp_references.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_references.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_mallocfree.h"

enum { MAX_DISPLACEMENT_B = 1 << 16 };

/* Where a temporary comes from: root + displacement_B. */
typedef struct {
   IRExpr *root; /* NULL: it is a root itself */
   Int displacement_B;
   Bool is_stack;
} origin;

static XArray *new_array(const HChar *label, Word element_B)
{
   return VG_(newXA)(VG_(malloc), label, VG_(free), element_B);
}

static void clear(XArray *array)
{
   VG_(dropTailXA)(array, VG_(sizeXA)(array));
}

void hp_references_init(hp_references *references)
{
   references->groups = new_array("hp.references.groups", sizeof(hp_group));
   references->refs = new_array("hp.references.refs", sizeof(hp_grouped_ref));
   references->origins = new_array("hp.references.origins", sizeof(origin));
}

/* ---- Roots --------------------------------------------------------------- */

static origin *origin_at(const hp_references *references, IRTemp temp)
{
   return VG_(indexXA)(references->origins, temp);
}

static origin origin_of(const hp_references *references, IRExpr *atom)
{
   origin o = { .root = NULL };
   if (atom->tag == Iex_RdTmp)
      o = *origin_at(references, atom->Iex.RdTmp.tmp);
   if (o.root == NULL)
      o.root = atom;
   return o;
}

/* The constant that a binary operation adds to its first argument; False if it
   does no such thing. */
static Bool added_constant(const IRExpr *e, Long *constant)
{
   const IRExpr *second = e->Iex.Binop.arg2;
   if (second->tag != Iex_Const)
      return False;
   switch (e->Iex.Binop.op) {
   case Iop_Add64: *constant = (Long)second->Iex.Const.con->Ico.U64; break;
   case Iop_Sub64: *constant = (Long)(0 - second->Iex.Const.con->Ico.U64);
      break;
   case Iop_Add32: *constant = (Int)second->Iex.Const.con->Ico.U32; break;
   case Iop_Sub32: *constant = -(Long)(Int)second->Iex.Const.con->Ico.U32;
      break;
   default: return False;
   }
   return True;
}

static void read_sum(hp_references *references, IRTemp temp, const IRExpr *e)
{
   Long constant;
   if (!added_constant(e, &constant))
      return;
   origin o = origin_of(references, e->Iex.Binop.arg1);
   Long sum_B = o.displacement_B + constant;
   if (constant < -MAX_DISPLACEMENT_B || constant > MAX_DISPLACEMENT_B
       || sum_B < -MAX_DISPLACEMENT_B || sum_B > MAX_DISPLACEMENT_B)
      return;
   o.displacement_B = (Int)sum_B;
   *origin_at(references, temp) = o;
}

static void read_assignment(hp_references *references, IRTemp temp, IRExpr *e,
                            Int sp_offset)
{
   if (e->tag == Iex_Binop)
      read_sum(references, temp, e);
   else if (e->tag == Iex_RdTmp)
      *origin_at(references, temp) = origin_of(references, e);
   else if (e->tag == Iex_Get)
      origin_at(references, temp)->is_stack = e->Iex.Get.offset == sp_offset;
}

/* Is it a constant, in the data of the program or a library? */
static Bool is_data(const IRExpr *address)
{
   if (address->tag != Iex_Const)
      return False;
   const IRConst *c = address->Iex.Const.con;
   Addr at = c->tag == Ico_U32 ? (Addr)c->Ico.U32 : (Addr)c->Ico.U64;
   const NSegment *segment = VG_(am_find_nsegment)(at);
   if (segment != NULL && segment->kind == SkFileC)
      return True;
   VgSectKind kind = VG_(DebugInfo_sect_kind)(NULL, at);
   return kind == Vg_SectData || kind == Vg_SectBSS;
}

/* ---- Groups --------------------------------------------------------------- */

/* That of the root in the piece being read, which is made if need be. */
static hp_group *group_of(hp_references *references, IRExpr *root, Int stmt)
{
   Word n = VG_(sizeXA)(references->groups);
   for (Word i = references->first_of_piece; i < n; i++) {
      hp_group *group = VG_(indexXA)(references->groups, i);
      if (group->guard == NULL && eqIRAtom(group->root, root)
          && group->n_refs < HP_SLOT_MAX_REFS)
         return group;
   }
   hp_group group = { .root = root, .stmt = stmt, .last_ref = -1,
                      .piece = references->n_pieces };
   return VG_(indexXA)(references->groups,
                       VG_(addToXA)(references->groups, &group));
}

static void add_to(hp_references *references, hp_group *group, hp_ref ref)
{
   hp_grouped_ref grouped = { .ref = ref, .previous = group->last_ref };
   group->last_ref = VG_(addToXA)(references->refs, &grouped);
   group->n_refs++;
}

static void add_access(hp_references *references, Int stmt, IRExpr *address,
                       UInt size_B, Bool is_write)
{
   origin o = origin_of(references, address);
   Bool is_stack = o.root->tag == Iex_RdTmp
                   && origin_at(references, o.root->Iex.RdTmp.tmp)->is_stack;
   if (is_stack || o.is_stack || is_data(address))
      return;
   hp_group *group = group_of(references, o.root, stmt);
   for (UInt done_B = 0, n_B; done_B < size_B; done_B += n_B) {
      n_B = size_B - done_B < HP_REF_MAX_B ? size_B - done_B : HP_REF_MAX_B;
      hp_ref ref = { .offset = o.displacement_B + (Int)done_B, .size_B = n_B,
                     .is_write = is_write };
      add_to(references, group, ref);
   }
}

/* An access that is made only if `guard` holds: a group of its own. */
static void add_guarded(hp_references *references, Int stmt, IRExpr *address,
                        UInt size_B, Bool is_write, IRExpr *guard)
{
   hp_group group = { .root = address, .guard = guard, .stmt = stmt,
                      .last_ref = -1, .piece = references->n_pieces };
   hp_ref ref = { .offset = 0, .size_B = size_B, .is_write = is_write };
   add_to(references, &group, ref);
   VG_(addToXA)(references->groups, &group);
}

static void end_piece(hp_references *references)
{
   references->n_pieces++;
   references->first_of_piece = VG_(sizeXA)(references->groups);
}

/* ---- Statements -------------------------------------------------------------- */

static UInt size_of(const IRSB *sb, const IRExpr *e)
{
   return sizeofIRType(typeOfIRExpr(sb->tyenv, e));
}

static void read_helper_call(hp_references *references, Int i, const IRDirty *d)
{
   if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
      add_access(references, i, d->mAddr, d->mSize, False);
   if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
      add_access(references, i, d->mAddr, d->mSize, True);
}

/* A compare-and-swap reads and writes, whether it succeeds or not. */
static void read_cas(hp_references *references, Int i, const IRSB *sb,
                     const IRCAS *cas)
{
   UInt size_B = size_of(sb, cas->dataLo) * (cas->dataHi != NULL ? 2 : 1);
   add_access(references, i, cas->addr, size_B, False);
   add_access(references, i, cas->addr, size_B, True);
}

static void read_llsc(hp_references *references, Int i, const IRSB *sb,
                      const IRStmt *st)
{
   if (st->Ist.LLSC.storedata != NULL)
      add_access(references, i, st->Ist.LLSC.addr,
                 size_of(sb, st->Ist.LLSC.storedata), True);
   else
      add_access(references, i, st->Ist.LLSC.addr,
                 sizeofIRType(typeOfIRTemp(sb->tyenv, st->Ist.LLSC.result)),
                 False);
}

static void read_guarded_load(hp_references *references, Int i,
                              const IRLoadG *load)
{
   IRType widened = Ity_INVALID, loaded = Ity_INVALID;
   typeOfIRLoadGOp(load->cvt, &widened, &loaded);
   add_guarded(references, i, load->addr, sizeofIRType(loaded), False,
               load->guard);
}

/* Long because it names every statement that matters. */
static void read_statement(hp_references *references, Int i, const IRSB *sb,
                           Int sp_offset)
{
   const IRStmt *st = sb->stmts[i];
   switch (st->tag) {
   case Ist_WrTmp:
      if (st->Ist.WrTmp.data->tag == Iex_Load)
         add_access(references, i, st->Ist.WrTmp.data->Iex.Load.addr,
                    sizeofIRType(st->Ist.WrTmp.data->Iex.Load.ty), False);
      else
         read_assignment(references, st->Ist.WrTmp.tmp, st->Ist.WrTmp.data,
                         sp_offset);
      break;
   case Ist_Store:
      add_access(references, i, st->Ist.Store.addr,
                 size_of(sb, st->Ist.Store.data), True);
      break;
   case Ist_StoreG: {
      const IRStoreG *store = st->Ist.StoreG.details;
      add_guarded(references, i, store->addr, size_of(sb, store->data), True,
                  store->guard);
      break;
   }
   case Ist_LoadG:
      read_guarded_load(references, i, st->Ist.LoadG.details);
      break;
   case Ist_Dirty:
      read_helper_call(references, i, st->Ist.Dirty.details);
      break;
   case Ist_CAS:
      read_cas(references, i, sb, st->Ist.CAS.details);
      break;
   case Ist_LLSC:
      read_llsc(references, i, sb, st);
      break;
   case Ist_Exit:
      end_piece(references);
      break;
   default: /* no memory, no way out */
      break;
   }
}

void hp_references_read(hp_references *references, const IRSB *sb,
                        Int sp_offset)
{
   origin itself = { .root = NULL };
   clear(references->groups);
   clear(references->refs);
   clear(references->origins);
   references->n_pieces = references->first_of_piece = 0;
   for (Int t = 0; t < sb->tyenv->types_used; t++)
      VG_(addToXA)(references->origins, &itself);

   Int i = 0;
   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   for (; i < sb->stmts_used; i++)
      read_statement(references, i, sb, sp_offset);
   end_piece(references);
}
