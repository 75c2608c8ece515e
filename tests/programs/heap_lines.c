/* heap_lines.c -- lines with the same numbers in two files, whose code is neighbouring.
   SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
volatile int sink; void *volatile kept;
#include "heap_lines.h"
int main(int argc, char **argv)
{  int n = argc * 100;
   n ^= sink; kept = first(n);
   free(kept);
   if (argv == NULL)
      return 1;


   n += argc;
   n ^= sink; kept = second(n);
   return 0;
}
