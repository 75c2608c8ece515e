/* fuzz_pages.c -- any sequence of mappings, unmappings and moves against an array
   with an entry for each page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "models/hp_pages_model.h"

static void step(unit_random *random)
{
   operation op = random_operation(random);
   run(&op);
   run_model(&op);
   check();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   begin();
   while (random.left_B > 0)
      step(&random);
   check_find();
   end();
   return 0;
}
