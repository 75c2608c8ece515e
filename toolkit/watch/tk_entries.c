/* tk_entries.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_entries.h"

#include "code/tk_ir.h"
#include "watch/tk_guest.h"

static tk_entries_add *add_to; /* NULL: superblocks stay as they are */

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
   add_to(sb, address);
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

/* VEX's optimizer, as it is called for each superblock that was just read.  The linker
   leads the call to us (tool_link).  No header of the SDK has it, so all that we know of
   its other arguments is that each is a word: they are handed on, with some to spare. */
#define OTHERS UWord b, UWord c, UWord d, UWord e, UWord f, UWord g, UWord h
extern IRSB *__real_do_iropt_BB(IRSB *sb, OTHERS);
extern IRSB *__wrap_do_iropt_BB(IRSB *sb, OTHERS);

IRSB *__wrap_do_iropt_BB(IRSB *sb, OTHERS)
{
   if (add_to != NULL)
      add_all(sb);
   return __real_do_iropt_BB(sb, b, c, d, e, f, g, h);
}

void tk_entries_init(tk_entries_add *add)
{
   add_to = add;
}
