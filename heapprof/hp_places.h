/* hp_places.h -- accesses by the code that is translated just now, and by system
   calls; glue.

   Translated code holds the addresses of its slots and of what counts the passes of
   its pieces; they hold until the core discards the translation.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_PLACES_H
#define HP_PLACES_H

#include <stddef.h>

#include "hp_references.h"

/* Of one superblock.  What counts the passes of each piece follows it, and then
   its slots. */
typedef struct hp_places {
   struct hp_places *next; /* the hash table's */
   UWord key;            /* the hash table's */
   Addr entry, code;     /* what names a translation; see cs_blocks.h */
   UInt size_B;          /* of the whole record */
   UShort n_pieces, n_slots;
} hp_places;

static inline ULong *hp_places_passes(hp_places *places)
{
   return (ULong *)(places + 1);
}

static inline hp_slot *hp_places_slots(hp_places *places)
{
   return (hp_slot *)(hp_places_passes(places) + places->n_pieces);
}

/* The size of a slot, and so where the next one is. */
static inline SizeT hp_places_slot_B(UInt n_refs)
{
   SizeT size_B = offsetof(hp_slot, refs) + n_refs * sizeof(hp_ref);
   return (size_B + sizeof(ULong) - 1) & ~(sizeof(ULong) - 1);
}

static inline hp_slot *hp_places_next(hp_slot *slot)
{
   return (hp_slot *)((UChar *)slot + hp_places_slot_B(slot->n_refs));
}

/* Asks the core for what it tells of translations: before options are known. */
void hp_places_ask(void);

/* Begins to tell `accesses` of them. */
void hp_places_init(hp_accesses *accesses);

/* A record for a superblock with these references: a slot for each group without
   guard, in their order. */
hp_places *hp_places_add(Addr entry, Addr code, const hp_references *references);

/* The translation is gone.  One that has no record is ignored. */
void hp_places_remove(Addr entry, Addr code);

/* Charges all passes so far; _close: and all ranges end. */
void hp_places_settle(void);
void hp_places_close(void);

/* Called from translated code.  A base is beyond the slot's range.  And: an access
   to look at, of size_B bytes; kind is 2 * size_B, and 1 more for a write. */
void hp_places_on_miss(hp_slot *slot, HWord base) VG_REGPARM(2);
void hp_places_on_access(HWord address, HWord kind) VG_REGPARM(2);

#endif
