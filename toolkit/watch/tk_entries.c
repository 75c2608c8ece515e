/* tk_entries.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_entries.h"

#include "libvex.h"

#include "code/tk_ir.h"
#include "watch/tk_guest.h"

static struct {
   tk_entries_add *add; /* NULL: superblocks stay as they are */
   /* Of the superblock that is made: */
   IRSB *sb;
   Bool (*preamble)(void *context, IRSB *sb);
   UInt (*self_check)(void *context, VexRegisterUpdates *updates,
                      const VexGuestExtents *extents);
} the;

/* Puts the statements from `first` to the end at `place`. */
static void move_to(IRSB *sb, Int place, Int first)
{
   for (; first < sb->stmts_used; first++, place++) {
      IRStmt *moved = sb->stmts[first];
      for (Int i = first; i > place; i--)
         sb->stmts[i] = sb->stmts[i - 1];
      sb->stmts[place] = moved;
   }
}

/* The instruction of the statement `mark` begins; the PC is set.  Returns the
   statement after what was added. */
static Int add_at(IRSB *sb, Int mark)
{
   Int end = sb->stmts_used;
   Addr address = (Addr)sb->stmts[mark]->Ist.IMark.addr;
   addStmtToIRSB(sb, IRStmt_Put(offsetof(tk_guest, TK_PC), tk_ir_const(address)));
   the.add(sb, address);
   if (sb->stmts_used == end + 1)
      sb->stmts_used = end;
   move_to(sb, mark + 1, end);
   return mark + 1 + sb->stmts_used - end;
}

static void add_all(IRSB *sb)
{
   Addr next = 0;
   for (Int i = 0; i < sb->stmts_used;) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag != Ist_IMark) {
         i++;
         continue;
      }
      Bool follows = (Addr)st->Ist.IMark.addr == next;
      next = (Addr)st->Ist.IMark.addr + st->Ist.IMark.len;
      i = follows ? i + 1 : add_at(sb, i);
   }
}

/* ---- VEX's callbacks -------------------------------------------------- */

/* Before the first instruction. */
static Bool on_begin(void *context, IRSB *sb)
{
   the.sb = sb;
   return the.preamble != NULL && the.preamble(context, sb);
}

/* After the last one; nothing is optimized yet. */
static UInt on_end(void *context, VexRegisterUpdates *updates,
                   const VexGuestExtents *extents)
{
   add_all(the.sb);
   return the.self_check(context, updates, extents);
}

/* The core's calls lead here (tool_link). */
extern VexTranslateResult __real_LibVEX_Translate(VexTranslateArgs *args);
extern VexTranslateResult __wrap_LibVEX_Translate(VexTranslateArgs *args);

VexTranslateResult __wrap_LibVEX_Translate(VexTranslateArgs *args)
{
   if (the.add == NULL)
      return __real_LibVEX_Translate(args);
   VexTranslateArgs ours = *args;
   the.preamble = args->preamble_function;
   the.self_check = args->needs_self_check;
   ours.preamble_function = on_begin;
   ours.needs_self_check = on_end;
   return __real_LibVEX_Translate(&ours);
}

void tk_entries_init(tk_entries_add *add)
{
   the.add = add;
}
