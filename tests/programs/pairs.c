/* pairs.c -- reads pairs of neighbours, each pair many times, then never again:
   with lines of 8 bytes both reads miss at the first time.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

enum { PAIRS = 10000, TIMES = 64 };

static volatile long numbers[2 * PAIRS];

static __attribute__((noipa)) long read_pairs(const volatile long *p)
{
   long sum = 0;
   for (int i = 0; i < PAIRS * TIMES; i++) {
      sum += p[0] ^ p[1];
      p += i % TIMES == TIMES - 1 ? 2 : 0;
   }
   return sum;
}

int main(void)
{
   printf("%ld\n", read_pairs(numbers));
   return 0;
}
