/* fault_depth.c -- almost endless recursion, and many call paths.
   Prints the expected cases, as heap_calls.c.

   fault_depth deep       a million deep, and allocates at every 10,000th call
   fault_depth deep N     N deep
   fault_depth wide BITS  allocates once from each of 2^BITS call paths
   fault_depth endless    until the stack is full, and the program is killed
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE __attribute__((noinline)) static

enum { DEEP = 1000000, EVERY = 10000 };

static void *volatile kept;
static volatile unsigned never = ~0u;

static void *use(void *p)
{
   if (p == NULL)
      abort();
   kept = p;
   return kept;
}

CASE unsigned case_deep(unsigned n)
{
   if (n % EVERY == 0)
      use(malloc(16));
   unsigned below = n == 1 ? 0 : case_deep(n - 1);
   return below + 1;
}

static void *dive(void *unused)
{
   if (case_deep(DEEP) != DEEP)
      abort();
   return unused;
}

static void go_deep(void)
{
   pthread_t thread;
   pthread_attr_t attributes;
   pthread_attr_init(&attributes);
   if (pthread_attr_setstacksize(&attributes, (size_t)256 << 20) != 0
       || pthread_create(&thread, &attributes, dive, NULL) != 0)
      abort();
   pthread_join(thread, NULL);
   printf("case_deep %d %d %d %d 0 0\n", DEEP / EVERY * 16, DEEP / EVERY,
          DEEP / EVERY * 16, DEEP / EVERY);
}

/* Each level makes one of two calls, which the compiler must keep apart: each choice
   is another path. */
CASE void case_wide(unsigned path, int bits)
{
   if (bits == 0) {
      use(malloc(8));
   } else if (path % 2 == 0) {
      case_wide(path / 2, bits - 1);
      __asm__ volatile("# even");
   } else {
      case_wide(path / 2, bits - 1);
      __asm__ volatile("# odd");
   }
}

CASE unsigned case_endless(unsigned n)
{
   use(malloc(24));
   return n == never ? 0 : case_endless(n + 1) + 1;
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc > 2 && strcmp(argv[1], "wide") == 0) {
      int bits = atoi(argv[2]);
      for (unsigned path = 0; path < 1u << bits; path++)
         case_wide(path, bits);
      printf("case_wide %u %u %u %u 0 0\n", 8u << bits, 1u << bits, 8u << bits,
             1u << bits);
   } else if (argc > 2 && strcmp(argv[1], "deep") == 0) {
      case_deep((unsigned)atoi(argv[2]));
   } else if (argc > 1 && strcmp(argv[1], "endless") == 0) {
      case_endless(0);
   } else {
      go_deep();
   }
   return 0;
}
