/* soak_stacks.c N -- N blocks, each with its own call path, all live to the end: the
   path to block i follows the decimal digits of i.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "soak.h"

enum { DIGITS = 6, LARGEST = 1000000, SIZE_B = 32 };

static void *last;

SOAK_FUNCTION void case_path(void)
{
   last = soak_block(SIZE_B);
}

SOAK_FUNCTION void step(ulong_t i, int digits);

/* Each is a separate call: the comments in the assembly keep them apart. */
#define STEP(digit) \
   case digit: \
      step(i / 10, digits - 1); \
      __asm__ volatile("# " #digit); \
      break

SOAK_FUNCTION void step(ulong_t i, int digits)
{
   if (digits == 0) {
      case_path();
      return;
   }
   switch (i % 10) {
      STEP(0);
      STEP(1);
      STEP(2);
      STEP(3);
      STEP(4);
      STEP(5);
      STEP(6);
      STEP(7);
      STEP(8);
      STEP(9);
   }
}

int main(int argc, char **argv)
{
   ulong_t n = soak_size(argc, argv, 1);
   if (n > LARGEST) {
      fprintf(stderr, "%s: there are %d paths\n", argv[0], LARGEST);
      return 2;
   }
   for (ulong_t i = 0; i < n; i++)
      step(i, DIGITS);
   soak_amount all = { n * SIZE_B, n };
   soak_site("case_path", all, all, all);
   soak_number("paths", "case_path", n);
   soak_number("calls", "case_path", n);
   return 0;
}
