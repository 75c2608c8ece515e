/* fuzz_callgrind.c -- callgrind's format (fuzz_read.h); its identifying line
   comes before the bytes.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   static const char first[] = "# callgrind format\n";
   size_t first_B = sizeof first - 1;
   uint8_t *whole = malloc(first_B + size_B); /* sanitizers know its end */
   require(whole != NULL);
   memcpy(whole, first, first_B);
   if (size_B > 0)
      memcpy(whole + first_B, bytes, size_B);
   read_bytes(whole, first_B + size_B);
   free(whole);
   return 0;
}
