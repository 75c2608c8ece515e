/* hp_returns.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_returns.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_transtab.h"

#include "hp_run.h"
#include "tk_hash.h"

/* The addresses that a watched call ever returned to: an open hash table. */
static struct {
   Addr *slots; /* 0: free */
   UInt n_slots, n_used;
} returns;

enum { FIRST_RETURNS = 1024 }; /* a power of two */

static Addr *return_slot(Addr address)
{
   UInt at = (UInt)tk_hash_word(address), mask = returns.n_slots - 1;
   while (returns.slots[at & mask] != address && returns.slots[at & mask] != 0)
      at++;
   return &returns.slots[at & mask];
}

static void make_returns(UInt n)
{
   returns.slots =
      tk_get(&run.alloc, "hp.hook.returns", n * sizeof *returns.slots);
   VG_(memset)(returns.slots, 0, n * sizeof *returns.slots);
   returns.n_slots = n;
}

static void double_returns(void)
{
   Addr *old = returns.slots;
   UInt n_old = returns.n_slots;
   make_returns(2 * n_old);
   for (UInt i = 0; i < n_old; i++)
      if (old[i] != 0)
         *return_slot(old[i]) = old[i];
   tk_put(&run.alloc, old);
}

/* The core lets tools discard translations at certain times only, and asserts
   that; no header of the SDK has this flag (configure looks).  Here the block
   that runs is that of the function's entry, and what is discarded is one that
   it will return to; were it the same, its code would stay until the core needs
   the room, which it does not look for while code runs. */
extern Bool VG_(ok_to_discard_translations);

void hp_returns_add(Addr address)
{
   Addr *slot = return_slot(address);
   if (*slot == address)
      return;
   *slot = address;
   returns.n_used++;
   if (returns.n_used > returns.n_slots / 2)
      double_returns();
   VG_(ok_to_discard_translations) = True;
   VG_(discard_translations_safely)(address, 1, "heapprof");
   VG_(ok_to_discard_translations) = False;
}

Bool hp_returns_has(Addr address)
{
   return *return_slot(address) == address;
}

void hp_returns_init(void)
{
   make_returns(FIRST_RETURNS);
}
