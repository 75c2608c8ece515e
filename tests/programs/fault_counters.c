/* fault_counters.c -- counts above 2^32 and up to 2^63, in seconds.

      fault_counters instructions   5,033,164,800 on one line
      fault_counters blocks         5 of 3 * 2^32 bytes, without memory behind them
      fault_counters full           50,000 of 2^47 bytes, and as many again
      fault_counters weights        events of 2^62 units

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"

#include <stddef.h>
#include <string.h>

enum { ROUNDS = 1 << 24 };

static void case_instructions(void)
{
   for (int i = 0; i < ROUNDS; i++)
      __asm__ volatile(".rept 300; nop; .endr"); /* the line that is counted */
}

/* There is no memory: the request needs only an address. */
static void case_blocks(unsigned long n, unsigned long size_B)
{
   for (unsigned long i = 0; i < n; i++)
      VALGRIND_MALLOCLIKE_BLOCK((char *)NULL + 0x10000 + 16 * i, size_B, 0, 0);
}

static void case_frees(unsigned long n)
{
   for (unsigned long i = 0; i < n; i++)
      VALGRIND_FREELIKE_BLOCK((char *)NULL + 0x10000 + 16 * i, 0);
}

static void case_weights(int n)
{
   for (int i = 0; i < n; i++)
      HEAPPROF_AD_HOC_EVENT(1ul << 62);
}

int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "";
   HEAPPROF_REGION_BEGIN("main");
   if (strcmp(what, "instructions") == 0) {
      case_instructions();
   } else if (strcmp(what, "blocks") == 0) {
      case_blocks(5, 3ul << 32);
   } else if (strcmp(what, "full") == 0) {
      case_blocks(50000, 1ul << 47);
      case_frees(50000);
      case_blocks(50000, 1ul << 47);
   } else if (strcmp(what, "weights") == 0) {
      case_weights(1);
      case_weights(4);
   }
   HEAPPROF_REGION_END;
   return 0;
}
