/* cs_instrument.h -- writes the counting and the simulation's calls into
   translated code.

   Code comes in two forms.  Translating costs as much as running a block
   some thousand times, and most blocks never run that often, so a block
   is first translated in the form that is cheap to translate:

   cold: for each group of references (cs_plan.h) one call counts the pass
         and simulates them all.
   hot:  one counter is incremented for the group, and each reference, or
         a run of neighbouring ones, is guarded inline by a comparison with
         the latest line of its set.  A reference that passes changes nothing
         in a cache with LRU replacement, so the simulation is called only for
         the others, and its state is as if it had seen them all.  Branches
         are predicted inline.

   A block that has run CS_HOT_PASSES times (cs_calls.h) asks to be translated
   anew.

   VEX may move a load of the program's behind a call, but not behind a
   store.  In cold code, where nothing is stored, an access that faults so
   leaves the same counts as under cachegrind; in hot code they may differ
   by what one superblock counts, a fault.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_INSTRUMENT_H
#define CS_INSTRUMENT_H

#include "cs_blocks.h"
#include "cs_plan.h"

/* A copy of `sb`, whose references `plan` has read and `block` records,
   with the instrumentation added.  `word` is the host's word type. */
IRSB *cs_instrument(const cs_plan *plan, cs_block *block, IRSB *sb,
                    IRType word);

#endif
