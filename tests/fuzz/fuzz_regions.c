/* fuzz_regions.c -- regions that threads enter, leave and jump out of in any
   order, while they allocate, against a model of every single visit.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "models/hp_regions_model.h"

enum { COMPARE_EVERY = 50 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   unsigned ends = 1 + (unsigned)unit_random_below(&random, 3);
   set_up();
   for (int i = 1; random.left_B > 0; i++) {
      random_step(&random, ends);
      if (i % COMPARE_EVERY == 0)
         compare();
   }
   compare();
   tear_down();
   return 0;
}
