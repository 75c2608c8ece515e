/* fuzz_outfile.c -- the reader accepts the profile of any run, at its end and
   meanwhile, and gets what the writer wrote.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "models/hp_outfile_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   uint64_t kind = unit_random_below(&random, 256);
   int each = unit_random_below(&random, 8) == 1 ? 500 : 0;
   uint32_t n_sites = 1 + (uint32_t)unit_random_below(&random, 40);
   random_run_with_dumps(each, n_sites, kind, random);
   assert_reader_agrees();
   end();
   return 0;
}
