/* hp_access_code.h -- the accesses of translated code, and of system calls; glue.

   Most code runs a few times, so it is first translated in a form that is quick to
   translate (cold): each piece ends with a call that passes the bases of all its
   accesses, and they are looked at one by one.  Code that has run often is
   translated again (hot), with a slot for each base (hp_accesses.h).

   Translated code holds the addresses of these records; they stay valid until the
   core discards the translation.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

#include "watch/hp_access_groups.h"
#include "code/tk_retranslate.h"

enum { HP_MAX_BASES = 5 }; /* that one call can pass */

/* The record of a superblock.  After it follow, if it is hot, a counter of passes for
   each piece, and the slots; if it is cold, its calls. */
typedef struct hp_access_code {
   tk_translation translation;
   UInt size_B; /* of the whole record */
   UShort n_pieces, n_slots;
   UInt n_passes; /* cold: so far */
   Bool is_hot;
} hp_access_code;

/* An hp_ref, and which of the call's bases it is counted from. */
typedef struct hp_cold_ref {
   Int offset : 18;
   UInt size_B : 10;
   UInt is_write : 1;
   UInt base : 3;
} hp_cold_ref;

/* The accesses that one call of cold code reports. */
typedef struct hp_cold_call {
   hp_access_code *record;
   UShort n_refs;
   Bool is_first; /* of its superblock */
   hp_cold_ref refs[];
} hp_cold_call;

static inline ULong *hp_access_code_passes(hp_access_code *record)
{
   return (ULong *)(record + 1);
}

static inline hp_slot *hp_access_code_slots(hp_access_code *record)
{
   return (hp_slot *)(hp_access_code_passes(record) + record->n_pieces);
}

static inline hp_cold_call *hp_access_code_calls(hp_access_code *record)
{
   return (hp_cold_call *)(record + 1);
}

static inline hp_cold_call *hp_cold_call_next(hp_cold_call *call)
{
   return (hp_cold_call *)&call->refs[call->n_refs];
}

/* The size of a slot, which is the distance to the next. */
static inline SizeT hp_slot_size_B(UInt n_refs)
{
   SizeT size_B = offsetof(hp_slot, refs) + n_refs * sizeof(hp_ref);
   return (size_B + sizeof(ULong) - 1) & ~(sizeof(ULong) - 1);
}

static inline hp_slot *hp_slot_next(hp_slot *slot)
{
   return (hp_slot *)((UChar *)slot + hp_slot_size_B(slot->n_refs));
}

/* Asks the core to report discarded translations.  To be called before the options
   are known. */
void hp_access_code_ask(void);

/* From now on, accesses are reported to `accesses`, which is borrowed. */
void hp_access_code_init(hp_accesses *accesses);

/* Makes the record of a superblock with these groups.  If it is hot, it has a slot
   for each group without guard; if it is cold, a call for every HP_MAX_BASES of
   them in a piece; in the order of the groups. */
hp_access_code *hp_access_code_add(Addr entry, Addr code, const hp_access_groups *groups);

/* A translation is gone.  One without a record is ignored. */
void hp_access_code_remove(Addr entry, Addr code);

/* Charges all passes so far.  hp_access_code_close also ends all ranges. */
void hp_access_code_flush(void);
void hp_access_code_close(void);

/* Discards the translations of code that has become hot, and begins an epoch of
   accesses if one is due.  To be called when no translated code runs. */
void hp_access_code_rest(void);

/* The kernel wrote, or a part of the core did. */
void hp_access_code_on_write(CorePart part, Addr address, SizeT size_B);

/* ---- Called from translated code ---- */

/* Cold code: the bases of some groups, as many as `call` needs. */
void hp_on_cold_call(const hp_cold_call *call, HWord base0, HWord base1, HWord base2,
                     HWord base3, HWord base4);

/* Hot code: a base is beyond the slot's range. */
void hp_on_slot_miss(hp_slot *slot, HWord base) VG_REGPARM(2);

/* Both: an access of size_B bytes.  `kind` is 2 * size_B, plus 1 for a write. */
void hp_on_access(HWord address, HWord kind) VG_REGPARM(2);
