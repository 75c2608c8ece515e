/* cs_filter.h -- the lines to which a further reference changes nothing, one for each set
   of a first-level cache; pure.

   Translated code compares with them, and calls the simulation only for other lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uintptr_t *latest;  /* [n_sets]: a fetch, or a read, in this line changes nothing */
   uintptr_t *written; /* [n_sets]: a write, or a read and write; NULL for code */
   uintptr_t n_sets;
   uintptr_t set_mask; /* n_sets - 1 if n_sets is a power of two, else 0 */
   uint32_t line_bits;
} cs_filter;

static inline uintptr_t cs_filter_set(const cs_filter *filter, uintptr_t addr)
{
   uintptr_t block = addr >> filter->line_bits;
   return filter->set_mask != 0 ? block & filter->set_mask : block % filter->n_sets;
}

/* What translated code compares; `lines` is latest or written. */
static inline bool cs_filter_passes(const cs_filter *filter, const uintptr_t *lines,
                                    uintptr_t addr, uintptr_t size_B)
{
   uintptr_t offset = addr - lines[cs_filter_set(filter, addr)];
   return offset <= ((uintptr_t)1 << filter->line_bits) - size_B;
}

/* What an empty entry of a set holds: an address that cs_filter_passes() takes for none
   of this set, but for the last line of the address space if that is in set 0, where
   every access faults.  So line 0 needs no care. */
static inline uintptr_t cs_filter_none(const cs_filter *filter, uintptr_t set)
{
   /* UINTPTR_MAX is near line 0, which is in set 0; so that has the last line instead. */
   return set == 0 ? (uintptr_t)0 - ((uintptr_t)1 << filter->line_bits) : UINTPTR_MAX;
}

static inline void cs_filter_empty(cs_filter *filter, uintptr_t set)
{
   uintptr_t none = cs_filter_none(filter, set);
   filter->latest[set] = none;
   if (filter->written != NULL)
      filter->written[set] = none;
}
