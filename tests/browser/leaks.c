/* leaks.c -- blocks lost by 256 call paths, for tests/browser/views.sh.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

static void *volatile last;

static void lose(int depth, int n)
{
   if (depth == 0) {
      last = malloc(n + 1);
      return;
   }
   lose(depth - 1, 2 * n);
   lose(depth - 1, 2 * n + 1);
}

int main(void)
{
   lose(8, 1);
   last = NULL;
   return 0;
}
