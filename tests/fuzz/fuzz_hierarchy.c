/* fuzz_hierarchy.c -- machines of any caches, prefetchers and TLBs, referred to in any
   order, against a naive machine, with and without the filter.

   The first bytes are the machine; the others are references.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "test_cs_random_machine.h"

enum { STEPS_MAX = 400 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   trio t;
   random_machine(&t, unit_random_of(bytes, size_B));
   trio_begin(&t);
   random_trace(&t, STEPS_MAX);
   trio_end(&t);
   return 0;
}
