/* hp_allocator_code.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_allocator_code.h"

#include "state/hp_run.h"
#include "base/tk_words.h"
#include "code/tk_ir.h"

enum {
   NEAR_B = 1 << 15, /* code further away is only slower: its accesses are seen */
   MAX_ENTRIES = 256,
};

static tk_words starts = { .alloc = &run.alloc, .label = "hp.allocator_code" };
static Addr entries[MAX_ENTRIES];
static UInt n_entries;

void hp_allocator_code_enter(Addr address)
{
   if (tk_words_add(&starts, address) && n_entries < MAX_ENTRIES)
      entries[n_entries++] = address;
}

Bool hp_allocator_code_has(Addr address)
{
   return tk_words_has(&starts, address);
}

/* Forgets all allocators, which are few; the others are found again when they are
   next translated. */
void hp_allocator_code_unmapped(Addr start, SizeT length_B)
{
   for (UInt i = 0; i < n_entries; i++)
      if (entries[i] - start < length_B) {
         tk_words_fini(&starts);
         n_entries = 0;
      }
}

static Bool is_near(Addr address)
{
   for (UInt i = 0; i < n_entries; i++)
      if (address - entries[i] + NEAR_B < 2 * NEAR_B)
         return True;
   return False;
}

static void add_start(Addr address)
{
   if (is_near(address))
      tk_words_add(&starts, address);
}

void hp_allocator_code_follow(const IRSB *sb)
{
   Addr end = 0;
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *stmt = sb->stmts[i];
      if (stmt->tag == Ist_Exit)
         add_start(tk_ir_guest_address(stmt->Ist.Exit.dst));
      else if (stmt->tag == Ist_IMark)
         end = stmt->Ist.IMark.addr + stmt->Ist.IMark.len;
   }
   if (sb->next->tag == Iex_Const)
      add_start(tk_ir_guest_address(sb->next->Iex.Const.con));
   if (tk_ir_ends_with_call(sb))
      add_start(end);
}
