/* tk_retranslate.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_retranslate.h"

#include "pub_tool_transtab.h"

/* The core allows tools to discard translations at certain times only, and
   asserts this flag; no header of the SDK declares it (configure looks for it).
   Discarding is safe here: the block that runs is another one.  Even if it were
   the same, its code would stay until the core needs the room, and the core does
   not look for room while translated code runs. */
extern Bool VG_(ok_to_discard_translations);

void tk_retranslate(Addr address, SizeT size_B)
{
   VG_(ok_to_discard_translations) = True;
   VG_(discard_translations_safely)(address, size_B, "tk_retranslate");
   VG_(ok_to_discard_translations) = False;
}
