/* requests.c -- every client request of cachesim.h; prints their results.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"

#include <stdio.h>
#include <string.h>

static volatile int cell;

__attribute__((noinline)) static void counted(int n)
{
   for (int i = 0; i < n; i++)
      cell += i;
}

__attribute__((noinline)) static void uncounted(int n)
{
   for (int i = 0; i < n; i++)
      cell -= i;
}

/* What CACHEGRIND_START_INSTRUMENTATION and _STOP_ of Valgrind 3.22 ask for. */
static void cachegrind_request(unsigned number)
{
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ_TOOL_BASE('C', 'G') + number,
                                   0, 0, 0, 0, 0);
}

int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "";
   printf("running %d\n", CACHESIM_IS_RUNNING);
   if (strcmp(what, "region") == 0) {
      uncounted(1000);
      CACHESIM_START_INSTRUMENTATION;
      counted(1000);
      CACHESIM_STOP_INSTRUMENTATION;
      uncounted(1000);
      CACHESIM_START_INSTRUMENTATION;
      counted(500);
      CACHESIM_STOP_INSTRUMENTATION;
      CACHESIM_STOP_INSTRUMENTATION;
   } else if (strcmp(what, "cachegrind") == 0) {
      uncounted(1000);
      cachegrind_request(0);
      counted(1000);
      cachegrind_request(1);
      uncounted(1000);
   } else if (strcmp(what, "zero") == 0) {
      uncounted(5000); /* enough to become hot */
      CACHESIM_ZERO;
      counted(5000);
   } else if (strcmp(what, "dump") == 0) {
      counted(100);
      printf("dump %d\n", CACHESIM_DUMP);
      counted(5000);
      printf("dump %d\n", CACHESIM_DUMP);
      counted(11);
   }
   return 0;
}
