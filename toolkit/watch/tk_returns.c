/* tk_returns.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_returns.h"

#include "pub_tool_transtab.h"

#include "hp_run.h"
#include "base/tk_words.h"

/* The addresses that a watched call ever returned to. */
static tk_words returns = { .alloc = &run.alloc, .label = "tk.returns" };

/* The core lets tools discard translations at certain times only, and asserts
   that; no header of the SDK has this flag (configure looks).  Here the block
   that runs is that of the function's entry, and what is discarded is one that
   it will return to; were it the same, its code would stay until the core needs
   the room, which it does not look for while code runs. */
extern Bool VG_(ok_to_discard_translations);

void tk_returns_discard(Addr address, SizeT size_B)
{
   VG_(ok_to_discard_translations) = True;
   VG_(discard_translations_safely)(address, size_B, "heapprof");
   VG_(ok_to_discard_translations) = False;
}

void tk_returns_add(Addr address)
{
   if (tk_words_add(&returns, address))
      tk_returns_discard(address, 1);
}

Bool tk_returns_has(Addr address)
{
   return tk_words_has(&returns, address);
}
