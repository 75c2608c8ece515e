/* hp_access_groups.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_access_groups.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_mallocfree.h"

#include "code/tk_ir.h"
#include "code/tk_ir_accesses.h"

enum { MAX_DISPLACEMENT_B = 1 << 16 };

static XArray *new_array(const HChar *label, Word element_B)
{
   return VG_(newXA)(VG_(malloc), label, VG_(free), element_B);
}

static void clear_array(XArray *array)
{
   VG_(dropTailXA)(array, VG_(sizeXA)(array));
}

void hp_access_groups_init(hp_access_groups *groups)
{
   groups->list = new_array("hp.access_groups.groups", sizeof(hp_access_group));
   groups->refs = new_array("hp.access_groups.refs", sizeof(hp_grouped_ref));
   groups->stack = new_array("hp.access_groups.stack", sizeof(IRTemp));
   tk_roots_init(&groups->roots, MAX_DISPLACEMENT_B);
}

/* ---- Roots --------------------------------------------------------------- */

static void read_assignment(hp_access_groups *groups, IRTemp temp, IRExpr *e,
                            Int sp_offset)
{
   if (e->tag == Iex_Get && e->Iex.Get.offset == sp_offset)
      VG_(addToXA)(groups->stack, &temp);
   else
      tk_roots_assign(&groups->roots, temp, e);
}

static Bool is_stack(const hp_access_groups *groups, const IRExpr *root)
{
   for (Word i = 0; i < VG_(sizeXA)(groups->stack); i++)
      if (root->tag == Iex_RdTmp
          && root->Iex.RdTmp.tmp == *(IRTemp *)VG_(indexXA)(groups->stack, i))
         return True;
   return False;
}

/* Is the address a constant, in the data of the program or of a library? */
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

/* The group of a root in the current piece; a new one if there is none. */
static hp_access_group *group_of(hp_access_groups *groups, IRExpr *root, Int stmt)
{
   Word n = VG_(sizeXA)(groups->list);
   for (Word i = groups->first_of_piece; i < n; i++) {
      hp_access_group *group = VG_(indexXA)(groups->list, i);
      if (group->guard == NULL && eqIRAtom(group->root, root)
          && group->n_refs < HP_SLOT_MAX_REFS)
         return group;
   }
   hp_access_group group = {
      .root = root, .stmt = stmt, .last_ref = -1, .piece = groups->n_pieces
   };
   return VG_(indexXA)(groups->list, VG_(addToXA)(groups->list, &group));
}

static void add_to(hp_access_groups *groups, hp_access_group *group, hp_ref ref)
{
   hp_grouped_ref grouped = { .ref = ref, .previous = group->last_ref };
   group->last_ref = VG_(addToXA)(groups->refs, &grouped);
   group->n_refs++;
}

static void add_access(hp_access_groups *groups, Int stmt, const tk_ir_access *access)
{
   tk_address counted = tk_roots_of(&groups->roots, access->addr);
   UInt size_B = access->size_B;
   if (is_stack(groups, counted.root) || is_data(access->addr))
      return;
   hp_access_group *group = group_of(groups, counted.root, stmt);
   for (UInt done_B = 0, n_B; done_B < size_B; done_B += n_B) {
      n_B = size_B - done_B < HP_REF_MAX_B ? size_B - done_B : HP_REF_MAX_B;
      hp_ref ref = { .offset = counted.displacement_B + (Int)done_B,
                     .size_B = n_B,
                     .is_write = access->is_write };
      add_to(groups, group, ref);
   }
}

/* An access that is made only if `guard` holds is a group of its own. */
static void add_guarded(hp_access_groups *groups, Int stmt, const tk_ir_access *access)
{
   hp_access_group group = { .root = access->addr,
                             .guard = access->guard,
                             .stmt = stmt,
                             .last_ref = -1,
                             .piece = groups->n_pieces };
   hp_ref ref = { .offset = 0, .size_B = access->size_B, .is_write = access->is_write };
   add_to(groups, &group, ref);
   VG_(addToXA)(groups->list, &group);
}

static void end_piece(hp_access_groups *groups)
{
   groups->n_pieces++;
   groups->first_of_piece = VG_(sizeXA)(groups->list);
}

/* ---- Statements -------------------------------------------------------------- */

static void read_statement(hp_access_groups *groups, Int i, const IRSB *sb, Int sp_offset)
{
   const IRStmt *st = sb->stmts[i];
   tk_ir_access found[TK_IR_MAX_ACCESSES];
   UInt n = tk_ir_accesses(sb, st, found);
   for (UInt k = 0; k < n; k++)
      if (found[k].guard != NULL)
         add_guarded(groups, i, &found[k]);
      else
         add_access(groups, i, &found[k]);
   if (st->tag == Ist_WrTmp && n == 0)
      read_assignment(groups, st->Ist.WrTmp.tmp, st->Ist.WrTmp.data, sp_offset);
   else if (st->tag == Ist_Exit)
      end_piece(groups);
}

void hp_access_groups_read(hp_access_groups *groups, const IRSB *sb, Int sp_offset)
{
   clear_array(groups->list);
   clear_array(groups->refs);
   clear_array(groups->stack);
   tk_roots_begin(&groups->roots, sb);
   groups->n_pieces = groups->first_of_piece = 0;

   Int i = 0;
   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   for (; i < sb->stmts_used; i++)
      read_statement(groups, i, sb, sp_offset);
   end_piece(groups);
}
