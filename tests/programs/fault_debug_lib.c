/* fault_debug_lib.c -- a library for every kind of debug information, for
   tests/faults/34-debug-info.sh.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

struct node {
   struct node *next;
   long value;
   char name[24];
};

struct node *lib_make(int n)
{
   struct node *list = NULL;
   for (int i = 0; i < n; i++) {
      struct node *node = malloc(sizeof *node);
      node->next = list;
      node->value = i;
      list = node;
   }
   return list;
}

long lib_sum(const struct node *list)
{
   long sum = 0;
   for (; list != NULL; list = list->next)
      sum += list->value;
   return sum;
}
