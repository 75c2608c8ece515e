/* cs_tlb.h -- the TLBs of a machine; pure.

   The first level is bit-PLRU (cs_recent.h), so a reference to a page that is *used*
   changes nothing.  A page that was just referenced is used.  The second level, which
   only references see that miss the first, is true LRU.  A page that is in neither is
   walked, and then is in both.  A page may leave one level and stay in the other.

   The filter of translated code may hold a line of memory only if its page is used.
   cs_tlb_found.forgot says that other pages may have ceased to be; then the caller drops
   from its filters all lines for which cs_tlb_forgets() is true.

   Pages have one size, but for those of cs_address_is_huge.  Not modelled: address
   spaces, what walks do to the caches.  Prefetches do not come here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_address.h"
#include "machine/cs_cache.h"
#include "machine/cs_machine.h"
#include "machine/cs_recent.h"

/* Where a page was found. */
typedef enum { CS_TLB_FIRST, CS_TLB_SECOND, CS_TLB_WALK } cs_tlb_level;

typedef struct {
   cs_tlb_level level;
   bool forgot; /* drop the lines of which cs_tlb_forgets() is true */
} cs_tlb_found;

enum { CS_TLB_KNOWN = 128 }; /* a power of two */

/* One first level, and the way to the second. */
typedef struct {
   /* Pages that are used, each in the slot of its low bits; CS_NO_LINE: none. */
   uintptr_t known[CS_TLB_KNOWN];
   uint32_t page_bits; /* log2 of the page's size */
   bool is_there;      /* else every page is found in the first level */
   cs_recent first;    /* keys: pages */
   cs_cache *second;   /* a "line" is a page; NULL: there is none */
} cs_tlb;

/* Must not move once it is made: the first levels point to the second ones. */
typedef struct {
   cs_tlb code, data;
   cs_cache seconds[2]; /* code's, and data's or that of both */
} cs_tlbs;

/* NULL if a TLB of this shape can be simulated, else a sentence with the rule that it
   breaks.  n_entries == 0 is valid: there is none. */
const char *cs_tlb_error(const cs_tlb_shape *shape);

/* Empty TLBs.  The shapes must be valid, page_B a power of two from 256 to 2^30 and not
   smaller than a line of any cache.  A second level without a first is never used. */
void cs_tlbs_init(cs_tlbs *tlbs, const cs_machine *machine, const tk_alloc *alloc);
void cs_tlbs_fini(cs_tlbs *tlbs, const tk_alloc *alloc);

/* Is the page of `addr` known to be used?  Then a reference to it changes nothing. */
static inline bool cs_tlb_knows(const cs_tlb *tlb, uintptr_t addr)
{
   uintptr_t page = cs_address_page(addr, tlb->page_bits);
   return tlb->known[page & (CS_TLB_KNOWN - 1)] == page;
}

/* References a page that is not known if the first level has it and nothing is forgotten.
   Then it is known; else false, and nothing has changed. */
bool cs_tlb_learns(cs_tlb *tlb, uintptr_t addr);

/* cs_tlb_refer for a page that is not known. */
cs_tlb_found cs_tlb_refer_other(cs_tlb *tlb, uintptr_t page);

/* References the page of one address, by &tlbs->code or &tlbs->data.  Afterwards it is
   known. */
static inline cs_tlb_found cs_tlb_refer(cs_tlb *tlb, uintptr_t addr)
{
   if (cs_tlb_knows(tlb, addr))
      return (cs_tlb_found){ .level = CS_TLB_FIRST };
   return cs_tlb_refer_other(tlb, cs_address_page(addr, tlb->page_bits));
}

/* After a reference to `addr` that forgot: is the page of `line` no longer used, though
   it was before?  False for the page of `addr`, and for CS_NO_LINE true or false. */
static inline bool cs_tlb_forgets(const cs_tlb *tlb, uintptr_t addr, uintptr_t line)
{
   uintptr_t page = cs_address_page(addr, tlb->page_bits);
   uintptr_t other = cs_address_page(line, tlb->page_bits);
   return other != page
          && cs_recent_set_of(&tlb->first, other) == cs_recent_set_of(&tlb->first, page);
}

/* Is a reference to the page of `addr` sure to change nothing?  For tests and debug
   builds: is a line in the filter rightly there? */
bool cs_tlb_keeps(const cs_tlb *tlb, uintptr_t addr);

/* For tests and debug builds. */
bool cs_tlb_is_valid(const cs_tlb *tlb);
