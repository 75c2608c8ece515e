/* heap_ad_hoc.c -- ad-hoc events, by heapprof.h's request and by DHAT's;
   with "allocate", also blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"
#include <valgrind/dhat.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* One event under either tool, on the same line of the source. */
#define EVENT(weight, by_dhat) \
   do { \
      if ((by_dhat) || !HEAPPROF_IS_RUNNING) \
         DHAT_AD_HOC_EVENT(weight); \
      else \
         HEAPPROF_AD_HOC_EVENT(weight); \
   } while (0)

static void case_by_heapprof(void)
{
   for (unsigned long i = 0; i < 100; i++)
      EVENT(i, 0);
}

static void case_by_dhat(void)
{
   for (unsigned long i = 0; i < 10; i++)
      EVENT(1000, 1);
   EVENT(0, 1);
}

static void case_recursive(int depth)
{
   EVENT(1, depth & 1);
   if (depth > 0)
      case_recursive(depth - 1);
}

static void *case_in_thread(void *unused)
{
   EVENT(7, 0);
   EVENT(8, 1);
   return unused;
}

static void case_allocates(void)
{
   for (int i = 0; i < 1000; i++)
      free(malloc(100));
}

int main(int argc, char **argv)
{
   pthread_t thread;
   HEAPPROF_REGION_BEGIN("main");
   case_by_heapprof();
   case_by_dhat();
   case_recursive(5);
   pthread_create(&thread, NULL, case_in_thread, NULL);
   pthread_join(thread, NULL);
   if (argc > 1 && strcmp(argv[1], "allocate") == 0)
      case_allocates();
   HEAPPROF_REGION_END;
   return 0;
}
