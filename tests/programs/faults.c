/* faults.c -- faults in the middle of straight-line code, many times: the
   part of a superblock before the fault must be counted as by cachegrind.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;
static volatile int cells[64];

static void on_fault(int signal)
{
   (void)signal;
   siglongjmp(back, 1);
}

/* More memory events than fit cachegrind's queue, with the fault at a
   moving position. */
static int touch(int *const pointers[24])
{
   int sum = 0;
   for (int k = 0; k < 2; k++)
      sum += *pointers[0] + *pointers[1] + *pointers[2] + *pointers[3]
             + *pointers[4] + *pointers[5] + *pointers[6] + *pointers[7]
             + *pointers[8] + *pointers[9] + *pointers[10] + *pointers[11]
             + *pointers[12] + *pointers[13] + *pointers[14] + *pointers[15]
             + *pointers[16] + *pointers[17] + *pointers[18] + *pointers[19]
             + *pointers[20] + *pointers[21] + *pointers[22] + *pointers[23];
   return sum;
}

int main(void)
{
   volatile int n_faults = 0;
   struct sigaction action = { .sa_handler = on_fault };
   sigaction(SIGSEGV, &action, NULL);

   for (volatile int round = 0; round < 480; round++) {
      int *pointers[24];
      for (int i = 0; i < 24; i++)
         pointers[i] = (int *)&cells[i];
      pointers[round % 24] = (int *)8;
      if (sigsetjmp(back, 1) == 0)
         cells[0] += touch(pointers);
      else
         n_faults++;
   }
   printf("%d faults\n", n_faults);
   return n_faults == 480 ? 0 : 1;
}
