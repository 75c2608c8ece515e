/* forks.c -- work before, in the child, and in the parent after it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int table[8192];

static void work(int rounds)
{
   for (int i = 0; i < rounds; i++)
      table[i * 97 % 8192] += i;
}

int main(void)
{
   work(30000);
   pid_t child = fork();
   if (child < 0)
      return 1;
   if (child == 0) {
      work(10000);
      _exit(0);
   }
   int status;
   waitpid(child, &status, 0);
   work(20000);
   return status;
}
