/* cs_slots.h -- counts accesses of translated code by line of memory; pure.

   Most accesses of an instruction are to the line of memory that it accessed last.  So
   each place in the code that accesses memory has a slot.  While the place stays in the
   line, code marks in the slot which bytes it begins at, and a counter that the code has
   anyway counts its passes.  When the place leaves the line, the passes are charged to
   the line (cs_sharing.h).  All slots are emptied when another thread runs: each count
   belongs to the thread that ran.

   In another layout, bytes of one line of the program can lie in several lines of memory:
   on a mirrored page (cs_layout.h), no slot stays in a line, and each pass is charged at
   once.

   Only accesses while several threads exist are counted: others cannot be contended.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "layout/cs_layout.h"
#include "sharing/cs_sharing.h"

/* One reference of a slot's place. */
typedef struct cs_slot_ref {
   const tk_line *at; /* its source line */
   uint8_t offset;    /* from the slot's lowest byte */
   uint8_t size_B;
   bool is_write;
} cs_slot_ref;

/* The references of a place: each pass makes all of them, at fixed distances.  Translated
   code does nothing but mark the start while the line of memory holds all. */
typedef struct cs_slot {
   uintptr_t line;         /* its address; CS_NO_MEMORY: none */
   uint64_t starts;        /* bit i: a pass had its lowest byte at byte i of the line */
   uint64_t charged;       /* the passes when `line` was set */
   const uint64_t *passes; /* of its piece of code */
   uint32_t armed;         /* its place in the list of slots in use, from 1; 0: none */
   int16_t disp_B;         /* in cold code: from a value of the call to its lowest byte */
   uint8_t value;          /* likewise: which one */
   uint8_t size_B;         /* of all references; at most CS_MEMORY_LINE_B */
   uint8_t n_refs;
   bool is_last; /* of its piece of code */
   cs_slot_ref refs[];
} cs_slot;

/* No address is near behind it. */
#define CS_NO_MEMORY UINTPTR_MAX

enum {
   CS_SLOT_MAX_B = 16, /* of all references, if there are several */
   CS_SLOT_MAX_REFS = 255,
   CS_SLOT_LINES = 1 << 12,
};

typedef struct cs_slots {
   cs_sharing sharing;
   cs_slot **armed;
   size_t n_armed, capacity;
   uint32_t n_at[CS_SLOT_LINES]; /* slots by a part of their line's address */
   uint32_t thread;              /* that runs */
   bool is_alone;                /* no other thread exists: nothing is charged */
   const uint64_t *step;         /* what a pass adds to the counters: 1, or 0 */
   cs_layout *layout;            /* NULL: all data are where the program has them */
} cs_slots;

/* `step` is borrowed.  The others are as for cs_sharing_init.  `layout` may be set
   afterwards, before the first access; it is borrowed. */
void cs_slots_init(cs_slots *slots, const tk_alloc *alloc, size_t most_rows,
                   const uint64_t *step, cs_sharing_find *find);
void cs_slots_fini(cs_slots *slots);

/* The place has passed, with its lowest byte at an address that is not in the slot's line
   of memory, or that is near its end.  The counter includes this pass. */
void cs_slots_miss(cs_slots *slots, cs_slot *slot, uintptr_t address);

/* The place has passed; translated code does the same itself. */
static inline void cs_slots_pass(cs_slots *slots, cs_slot *slot, uintptr_t address)
{
   if (address - slot->line > (uintptr_t)CS_MEMORY_LINE_B - slot->size_B)
      cs_slots_miss(slots, slot, address);
   slot->starts |= (uint64_t)1 << (address % CS_MEMORY_LINE_B);
}

/* One access without slot. */
void cs_slots_access(cs_slots *slots, const tk_line *at, uintptr_t address,
                     uint64_t size_B, bool is_write);

/* Charges the passes of all slots, and empties them.  To be called before another thread
   runs, a counter of passes or the step changes, or a slot is freed. */
void cs_slots_flush(cs_slots *slots);

/* Ends the rows of these bytes. */
void cs_slots_end(cs_slots *slots, uintptr_t address, uintptr_t size_B);

static inline size_t cs_slot_size_B(uint32_t n_refs)
{
   return sizeof(cs_slot) + n_refs * sizeof(cs_slot_ref);
}

static inline cs_slot *cs_slot_next(cs_slot *slot)
{
   return (cs_slot *)&slot->refs[slot->n_refs];
}
