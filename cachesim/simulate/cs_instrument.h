/* cs_instrument.h -- writes counters, guards and calls into translated code.

   Code has two forms.  Translating a block takes as long as running it some
   thousand times, and most blocks run less often.  So a block is first translated
   in the form that is quick to translate:

   cold: one call for each group of references (cs_plan.h) counts the pass and
         simulates all of them.
   hot:  an inline counter counts the passes of the group.  An inline guard
         compares each reference, or each run of neighbouring references, with
         the MRU line of its set.  A reference to that line changes nothing in an
         LRU cache, so only the others call the simulation; its state is as if it
         had seen all.  Branches are predicted inline.

   A block that has run CS_HOT_PASSES times (cs_helpers.h) asks for its hot form.

   VEX may move a load of the program behind a call, but not behind a store.  Cold
   code stores nothing, so an access that faults there leaves the same counts as
   under cachegrind.  In hot code a fault may change the counts of one superblock.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "simulate/cs_blocks.h"
#include "simulate/cs_plan.h"

/* A copy of `sb` with the instrumentation added.  `plan` has read the references of
   `sb`, and `block` records them. */
IRSB *cs_instrument(const cs_plan *plan, cs_block *block, IRSB *sb);
