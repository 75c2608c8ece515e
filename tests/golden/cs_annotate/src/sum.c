/* The program behind stock-*.out: no libc, so the profile is small.
   SPDX-License-Identifier: GPL-2.0-or-later */
#include "sum.h"

enum { N = 1000 };

static int table[N];
static volatile int seed = 1;

static void fill(void)
{
   int x = seed;
   for (int i = 0; i < N; i++)
      table[i] = x = next(x);
}

static int sum(void)
{
   int total = 0;
   for (int i = 0; i < N; i++)
      if (table[i] > 0)
         total += table[i];
   return total;
}

/* Far enough below that the report leaves a gap. */







/* The system call exit_group, number 231. */
static void leave(int status)
{
   __asm__ volatile("syscall" : : "a"(231), "D"(status));
}

void _start(void)
{
   fill();
   leave(sum() & 1);
}
