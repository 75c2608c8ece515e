/* hp_places.h -- accesses by the code that is translated just now, and by system
   calls; glue.

   Most code runs a few times.  It is translated so that translating takes little:
   at the end of each piece it tells the bases of all its accesses, which are looked
   at one by one.  Code that has run often is translated once more, with slots
   (hp_accesses.h).

   Translated code holds the addresses of what is kept for it here; they hold until
   the core discards the translation.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_PLACES_H
#define HP_PLACES_H

#include <stddef.h>

#include "accesses/hp_references.h"
#include "code/tk_retranslate.h"

enum { HP_MAX_BASES = 5 }; /* that one call can tell */

/* Of one superblock.  If it is hot, what counts the passes of each piece follows
   it, and then its slots; if not, its calls. */
typedef struct hp_places {
   tk_translation translation;
   UInt size_B;          /* of the whole record */
   UShort n_pieces, n_slots;
   UInt n_passes;        /* not hot: so far */
   Bool is_hot;
} hp_places;

/* As hp_ref; and which of the bases that are told. */
typedef struct hp_told_ref {
   Int offset : 18;
   UInt size_B : 10;
   UInt is_write : 1;
   UInt base : 3;
} hp_told_ref;

/* What a call of code that is not hot tells of. */
typedef struct hp_told {
   hp_places *places;
   UShort n_refs;
   Bool is_first; /* of its superblock */
   hp_told_ref refs[];
} hp_told;

static inline ULong *hp_places_passes(hp_places *places)
{
   return (ULong *)(places + 1);
}

static inline hp_slot *hp_places_slots(hp_places *places)
{
   return (hp_slot *)(hp_places_passes(places) + places->n_pieces);
}

static inline hp_told *hp_places_told(hp_places *places)
{
   return (hp_told *)(places + 1);
}

static inline hp_told *hp_places_told_next(hp_told *told)
{
   return (hp_told *)&told->refs[told->n_refs];
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

/* A record for a superblock with these references: hot, with a slot for each group
   without guard, or with a call for each HP_MAX_BASES of them in a piece; in their
   order. */
hp_places *hp_places_add(Addr entry, Addr code, const hp_references *references);

/* The translation is gone.  One that has no record is ignored. */
void hp_places_remove(Addr entry, Addr code);

/* Charges all passes so far; _close: and all ranges end. */
void hp_places_settle(void);
void hp_places_close(void);

/* Throws away the translations of code that has become hot.  To be called when no
   translated code runs. */
void hp_places_retranslate(void);

/* Called from translated code.  The bases of some groups, as many as `told` needs.
   Or: a base is beyond the slot's range.  And: an access
   to look at, of size_B bytes; kind is 2 * size_B, and 1 more for a write. */
void hp_places_on_told(const hp_told *told, HWord base0, HWord base1,
                       HWord base2, HWord base3, HWord base4);
void hp_places_on_miss(hp_slot *slot, HWord base) VG_REGPARM(2);
void hp_places_on_access(HWord address, HWord kind) VG_REGPARM(2);

#endif
