/* calls_split.c -- functions whose stack is split (gcc -fsplit-stack): deep ones go on
   with another stack.  Prints its calls; see calls.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <string.h>

#include "calls.h"

static volatile long n_calls;

static void small(void)
{
   ENTERED()
   n_calls++;
}

static long deep(int depth, int frame_B)
{
   ENTERED()
   volatile char frame[frame_B];
   memset((char *)frame, depth, (size_t)frame_B);
   CALL(small);
   if (depth == 0)
      return frame[0];
   return CALL(deep, depth - 1, frame_B) + frame[frame_B - 1];
}

static void *in_thread(void *arg)
{
   ENTERED()
   for (int i = 1; i < 5; i++)
      CALL(deep, 20 * i, 3000);
   CALL(small);
   return arg;
}

int main(void)
{
   pthread_t thread;
   pthread_create(&thread, NULL, in_thread, NULL);
   pthread_join(thread, NULL);
   for (int i = 1; i < 10; i++) {
      CALL(deep, 30 * i, 100);
      CALL(deep, i, 40000);
      CALL(small);
   }
   calls_print();
   return 0;
}
