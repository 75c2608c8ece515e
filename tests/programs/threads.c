/* threads.c -- threads that run one after another, each to its end, so that
   every run is the same: 200 of them, thread ids reused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int table[4096];

static void *work(void *argument)
{
   uint32_t x = (uint32_t)(uintptr_t)argument;
   for (int i = 0; i < 2000; i++) {
      x = x * 1103515245u + 12345u;
      table[(x >> 8) % 4096] += i;
   }
   return NULL;
}

int main(void)
{
   for (uintptr_t i = 1; i <= 200; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, work, (void *)i) != 0)
         return 1;
      pthread_join(thread, NULL);
   }
   printf("%d\n", table[7]);
   return 0;
}
