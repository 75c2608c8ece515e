/* crash.c -- follows a null pointer after some work.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>

static int follow(int *const *pointers, int i)
{
   return *pointers[i];
}

int main(void)
{
   int x = 1, sum = 0;
   int *pointers[8];
   for (int i = 0; i < 8; i++)
      pointers[i] = i == 5 ? NULL : &x;
   for (int i = 0; i < 8; i++)
      sum += follow(pointers, i);
   return sum;
}
