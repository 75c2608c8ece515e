/* fuzz_cachegrind.c -- the formats of cachegrind and cachesim (fuzz_read.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   read_bytes(bytes, size_B);
   return 0;
}
