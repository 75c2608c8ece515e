/* fuzz_strmem.c -- calls of the C library's memory and string functions on strings
   at the end of readable memory: they read and write the same as simple
   loops.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "models/hp_strmem_model.h"

enum { CALLS_MAX = 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   source = unit_random_of(bytes, size_B);
   if (areas[0] == NULL)
      assert_true(map_areas(NULL) == 0);
   for (int i = 0; i < CALLS_MAX && source.left_B > 0; i++)
      check_case(chance(N_CASES));
   return 0;
}
