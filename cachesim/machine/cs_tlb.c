/* cs_tlb.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_tlb.h"

const char *cs_tlb_error(const cs_tlb_shape *shape)
{
   if (shape->n_entries == 0)
      return NULL;
   if (shape->n_entries > CS_RECENT_MAX)
      return "entries must be at most 32768";
   if (shape->assoc == 0 || shape->n_entries % shape->assoc != 0)
      return "entries must be <ways> times a power of two";
   return NULL;
}

/* A cache whose lines are pages: none if the shape has no entries. */
static void init_second(cs_cache *second, const cs_tlb_shape *shape, uint64_t page_B,
                        const tk_alloc *alloc)
{
   const cs_geometry g = { .size_B = shape->n_entries * page_B,
                           .assoc = shape->assoc,
                           .line_size_B = (uint32_t)page_B };
   if (shape->n_entries > 0)
      cs_cache_init(second, &g, alloc);
}

static void forget_known(cs_tlb *tlb)
{
   for (uint32_t i = 0; i < CS_TLB_KNOWN; i++)
      tlb->known[i] = CS_NO_LINE;
}

static void init_first(cs_tlb *tlb, const cs_tlb_shape *shape, uint64_t page_B,
                       const tk_alloc *alloc)
{
   *tlb = (cs_tlb){ .is_there = shape->n_entries > 0 };
   forget_known(tlb);
   while (page_B >> tlb->page_bits > 1)
      tlb->page_bits++;
   if (tlb->is_there)
      cs_recent_init(&tlb->first, shape->n_entries, shape->assoc, alloc);
}

void cs_tlbs_init(cs_tlbs *tlbs, const cs_machine *machine, const tk_alloc *alloc)
{
   const cs_tlb_shape none = { .n_entries = 0 };
   const cs_tlb_shape *seconds[2] = { machine->has_unified_tlb ? &none
                                                               : &machine->itlb[1],
                                      &machine->dtlb[1] };
   uint64_t page_B = machine->page_B;
   *tlbs = (cs_tlbs){ .code = { .page_bits = 0 } };
   init_first(&tlbs->code, &machine->itlb[0], page_B, alloc);
   init_first(&tlbs->data, &machine->dtlb[0], page_B, alloc);
   init_second(&tlbs->seconds[0], seconds[0], page_B, alloc);
   init_second(&tlbs->seconds[1], seconds[1], page_B, alloc);
   if (seconds[0]->n_entries > 0)
      tlbs->code.second = &tlbs->seconds[0];
   if (seconds[1]->n_entries > 0)
      tlbs->data.second = &tlbs->seconds[1];
   if (machine->has_unified_tlb)
      tlbs->code.second = tlbs->data.second;
}

void cs_tlbs_fini(cs_tlbs *tlbs, const tk_alloc *alloc)
{
   cs_recent_fini(&tlbs->code.first, alloc);
   cs_recent_fini(&tlbs->data.first, alloc);
   cs_cache_fini(&tlbs->seconds[0], alloc);
   cs_cache_fini(&tlbs->seconds[1], alloc);
}

static uintptr_t *known_slot(cs_tlb *tlb, uintptr_t page)
{
   return &tlb->known[page & (CS_TLB_KNOWN - 1)];
}

bool cs_tlb_learns(cs_tlb *tlb, uintptr_t addr)
{
   uintptr_t page = cs_address_page(addr, tlb->page_bits);
   if (!tlb->is_there || !cs_recent_renew(&tlb->first, page))
      return false;
   *known_slot(tlb, page) = page;
   return true;
}

cs_tlb_found cs_tlb_refer_other(cs_tlb *tlb, uintptr_t page)
{
   uintptr_t *known = known_slot(tlb, page);
   *known = page;
   if (!tlb->is_there)
      return (cs_tlb_found){ .level = CS_TLB_FIRST };
   cs_recent_place place = cs_recent_refer(&tlb->first, page);
   if (place.forgot) {
      forget_known(tlb);
      *known = page;
   }
   cs_tlb_found found = { .level = CS_TLB_FIRST, .forgot = place.forgot };
   if (place.is_new)
      found.level = tlb->second == NULL
                          || cs_cache_touch(tlb->second, page << tlb->page_bits)
                       ? CS_TLB_WALK
                       : CS_TLB_SECOND;
   return found;
}

static bool keeps_page(const cs_tlb *tlb, uintptr_t page)
{
   uint16_t entry = cs_recent_find(&tlb->first, page);
   return entry != CS_RECENT_NONE && tlb->first.entries[entry].is_used;
}

bool cs_tlb_keeps(const cs_tlb *tlb, uintptr_t addr)
{
   return !tlb->is_there || keeps_page(tlb, cs_address_page(addr, tlb->page_bits));
}

/* Is each page that is known used? */
static bool known_are_used(const cs_tlb *tlb)
{
   uintptr_t none = CS_NO_LINE;
   for (uint32_t i = 0; i < CS_TLB_KNOWN; i++)
      if (tlb->known[i] != none && !keeps_page(tlb, tlb->known[i]))
         return false;
   return true;
}

bool cs_tlb_is_valid(const cs_tlb *tlb)
{
   return !tlb->is_there
          || (cs_recent_is_valid(&tlb->first) && known_are_used(tlb)
              && (tlb->second == NULL || cs_cache_is_valid(tlb->second)));
}
