/* fault_debug.c -- a program for fault_debug_lib.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

struct node;
struct node *lib_make(int n);
long lib_sum(const struct node *list);

int main(void)
{
   struct node *list = lib_make(2000);
   long sum = 0;
   for (int i = 0; i < 20; i++)
      sum += lib_sum(list);
   printf("%ld\n", sum);
   return 0;
}
