/* hp_references.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accesses/hp_references.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_mallocfree.h"

#include "code/tk_ir.h"

enum { MAX_DISPLACEMENT_B = 1 << 16 };

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
   references->stack = new_array("hp.references.stack", sizeof(IRTemp));
   tk_roots_init(&references->roots, MAX_DISPLACEMENT_B);
}

/* ---- Roots --------------------------------------------------------------- */

static void read_assignment(hp_references *references, IRTemp temp, IRExpr *e,
                            Int sp_offset)
{
   if (e->tag == Iex_Get && e->Iex.Get.offset == sp_offset)
      VG_(addToXA)(references->stack, &temp);
   else
      tk_roots_assign(&references->roots, temp, e);
}

static Bool is_stack(const hp_references *references, const IRExpr *root)
{
   for (Word i = 0; i < VG_(sizeXA)(references->stack); i++)
      if (root->tag == Iex_RdTmp
          && root->Iex.RdTmp.tmp
                == *(IRTemp *)VG_(indexXA)(references->stack, i))
         return True;
   return False;
}

/* Is it a constant, in the data of the program or a library? */
static Bool is_data(const IRExpr *address)
{
   if (address->tag != Iex_Const)
      return False;
   Addr at = tk_ir_guest_address(address->Iex.Const.con);
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
   tk_address counted = tk_roots_of(&references->roots, address);
   if (is_stack(references, counted.root) || is_data(address))
      return;
   hp_group *group = group_of(references, counted.root, stmt);
   for (UInt done_B = 0, n_B; done_B < size_B; done_B += n_B) {
      n_B = size_B - done_B < HP_REF_MAX_B ? size_B - done_B : HP_REF_MAX_B;
      hp_ref ref = { .offset = counted.displacement_B + (Int)done_B, .size_B = n_B,
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
   clear(references->groups);
   clear(references->refs);
   clear(references->stack);
   tk_roots_begin(&references->roots, sb);
   references->n_pieces = references->first_of_piece = 0;

   Int i = 0;
   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   for (; i < sb->stmts_used; i++)
      read_statement(references, i, sb, sp_offset);
   end_piece(references);
}
