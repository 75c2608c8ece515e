/* ends.c -- a program that ends, or does not, in the way that it is asked; for quern run.

      ends exit N        after some work, with status N
      ends raise N       by signal N
      ends cat           copies its input
      ends fork          after two children, of which the second works most
      ends exec PROGRAM  becomes another program
      ends daemon        leaves a child behind, until it is killed
      ends wait          prints "ready", works a little, and waits for a signal
      ends catch         the same; takes SIGINT, and ends with 9
      ends talk SECONDS  works that long, with a line of output now and then, and the last
                         without an end
      ends pipe          with 1 if SIGPIPE is ignored
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void work(unsigned long n)
{
   for (unsigned long i = 0; i < n; i++) {
      char *block = malloc(16 + i % 64);
      block[0] = (char)i;
      sum += (unsigned char)block[0];
      free(block);
   }
}

static void on_interrupt(int number)
{
   static const char text[] = "caught\n";
   (void)number;
   _exit(write(STDOUT_FILENO, text, sizeof text - 1) > 0 ? 9 : 10);
}

static int wait_for_signal(void)
{
   work(2000);
   puts("ready");
   fflush(stdout);
   for (;;)
      pause();
}

static int talk(int seconds)
{
   time_t end = time(NULL) + seconds, now = 0;
   while (time(NULL) < end) {
      work(1000);
      if (time(NULL) == now)
         continue;
      now = time(NULL);
      puts("a line of the program");
      printf("and a part");
      fflush(stdout);
      work(20000);
      puts(" of another");
   }
   return 0;
}

static int make_children(void)
{
   for (int i = 0; i < 2; i++)
      if (fork() == 0) {
         work(i == 0 ? 100 : 20000);
         _exit(0);
      }
   while (wait(NULL) > 0)
      ;
   return 5;
}

int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "exit", *with = argc > 2 ? argv[2] : "0";
   if (strcmp(what, "cat") == 0)
      for (int c; (c = getchar()) != EOF;)
         putchar(c);
   else if (strcmp(what, "exit") == 0)
      work(1000);
   else if (strcmp(what, "raise") == 0)
      return work(1000), raise(atoi(with));
   else if (strcmp(what, "fork") == 0)
      return make_children();
   else if (strcmp(what, "exec") == 0)
      execlp(with, with, (char *)NULL);
   else if (strcmp(what, "daemon") == 0 && fork() == 0)
      for (;;)
         pause();
   else if (strcmp(what, "wait") == 0)
      return wait_for_signal();
   else if (strcmp(what, "catch") == 0)
      return signal(SIGINT, on_interrupt), wait_for_signal();
   else if (strcmp(what, "talk") == 0)
      return talk(atoi(with));
   else if (strcmp(what, "pipe") == 0)
      return signal(SIGPIPE, SIG_DFL) == SIG_IGN;
   return strcmp(what, "exit") == 0 ? atoi(with) : 0;
}
