/* fuzz_accesses.c -- any sequence of accesses to blocks that come, go, grow and
   lie in one another, against a model that looks at every byte.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "test_hp_accesses_model.h"

enum { STEPS_MAX = 1000, COMPARE_EVERY = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   begin(unit_random_of(bytes, size_B));
   bool with_inner = chance(2);
   for (int i = 1; i <= STEPS_MAX && source.left_B > 0; i++) {
      random_step(with_inner);
      if (i % COMPARE_EVERY == 0)
         compare();
   }
   compare();
   end();
   return 0;
}
