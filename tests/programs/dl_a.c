/* dl_a.c -- one of two libraries for dl.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

int work(int rounds);

int work(int rounds)
{
   int sum = 0;
   for (volatile int i = 0; i < rounds; i++)
      sum += i & 3;
   return sum;
}
