/* cs_address.h -- addresses that no program has, for data in another layout; pure.

   The program's are below CS_ADDRESS_MOST.  Above, a mirror has each of them once more,
   at the same place of every cache, and another area has memory that the program lacks.
   Both are there twice: with the machine's pages, and with pages of 2 MiB.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Caches have room for 46 bits (cs_last.h).  Valgrind gives its clients 44 at most, and
   in fact far less than these 43. */
#define CS_ADDRESS_MOST (UINT64_C(1) << 43)
#define CS_ADDRESS_HUGE (UINT64_C(1) << 43)
#define CS_ADDRESS_MIRROR (UINT64_C(1) << 45)
#define CS_ADDRESS_NEW (CS_ADDRESS_MIRROR + (UINT64_C(1) << 44))

enum { CS_ADDRESS_HUGE_BITS = 21 };

/* Can the program have it? */
static inline bool cs_address_is_own(uint64_t addr)
{
   return addr < CS_ADDRESS_MOST;
}

/* Is the address on a page of 2 MiB? */
static inline bool cs_address_is_huge(uint64_t addr)
{
   return ((addr - CS_ADDRESS_MIRROR) & ~(CS_ADDRESS_NEW - CS_ADDRESS_MIRROR))
             / CS_ADDRESS_HUGE
          == 1;
}

/* The program's address of which this is the one in a mirror; any other stays. */
static inline uintptr_t cs_address_unmirrored(uint64_t addr)
{
   return addr < CS_ADDRESS_MIRROR || addr >= CS_ADDRESS_NEW
             ? addr
             : (uintptr_t)((addr - CS_ADDRESS_MIRROR) & (CS_ADDRESS_HUGE - 1));
}

/* The number of its page, of the machine's of 2^page_bits bytes.  Huge ones have numbers
   that no other page has. */
static inline uintptr_t cs_address_page(uintptr_t addr, uint32_t page_bits)
{
   if (!cs_address_is_huge(addr) || page_bits >= CS_ADDRESS_HUGE_BITS)
      return addr >> page_bits;
   return (uintptr_t)((CS_ADDRESS_NEW + CS_ADDRESS_HUGE) >> page_bits)
          + (uintptr_t)(((uint64_t)addr & (CS_ADDRESS_MIRROR - 1))
                        >> CS_ADDRESS_HUGE_BITS);
}
