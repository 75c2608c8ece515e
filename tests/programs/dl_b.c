/* dl_b.c -- the other library for dl.c: other code at the same address.
   SPDX-License-Identifier: GPL-2.0-or-later */

int work(int rounds);

static int helper(int x)
{
   return x * 5 % 7;
}

int work(int rounds)
{
   int sum = 0;

   for (volatile int i = 0; i < rounds; i++)
      if (i % 5 != 0)
         sum += helper(i);
   return sum;
}
