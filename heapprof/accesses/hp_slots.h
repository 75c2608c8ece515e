/* hp_slots.h -- the slots of hp_accesses.h in lists: of a block, or of a region without
   blocks; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accesses/hp_accesses.h"

/* Ends the ranges of all slots in a list. */
void hp_slots_end(hp_accesses *accesses, hp_slot **list);
