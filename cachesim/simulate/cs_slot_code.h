/* cs_slot_code.h -- slots for the data references of a superblock, and the code that
   fills them; glue.  See cs_slots.h.

   References of one root within a few bytes share a slot.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "simulate/cs_block.h"

/* From now on, blocks get slots. */
void cs_slot_code_begin(cs_slots *slots);

/* Makes the slots of a block as planned, if blocks get some. */
void cs_slot_code_add(cs_block *block, const cs_plan *plan);

/* Charges the slots of a block, and frees them. */
void cs_slot_code_remove(cs_block *block);

/* Writes the code of a hot group. */
void cs_slot_code_emit(IRSB *out, const cs_plan *plan, const cs_group *group,
                       const cs_segment *segment);

/* In cold code, which value of the call each slot needs, as the references say. */
void cs_slot_code_set_values(const cs_plan *plan, const cs_group *group,
                             cs_segment *segment);

/* ---- Called from translated code --------------------------------------- */

/* Hot code: the slot's line of memory does not hold all of its references. */
VG_REGPARM(2) void cs_on_slot(cs_slot *slot, Addr addr);

/* Cold code: a pass of a segment with slots, which is counted. */
void cs_on_slots(const cs_segment *segment, const UWord *values);

/* A predicated reference happens. */
void cs_on_unslotted(const cs_known_ref *ref, Addr addr, Bool is_write);
