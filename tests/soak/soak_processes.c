/* soak_processes.c N -- N processes, forked and exec'd, a few at a time.  Number i
   allocates i blocks: each process has different sums.  Each has a different pid,
   because the pid names its profile: a child that gets a pid of an earlier one is
   killed immediately.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "soak.h"

enum { AT_ONCE = 2, SIZE_B = 16, MAX_PID = 1 << 22 };

static unsigned char had[MAX_PID];

SOAK_FUNCTION void *case_child(void)
{
   return soak_block(SIZE_B);
}

static int run_child(ulong_t number)
{
   for (ulong_t i = 0; i < number; i++)
      free(case_child());
   return 0;
}

/* A child that executes the program after a go. */
static pid_t fork_child(const char *program, ulong_t number, int go[2])
{
   char text[24], byte;
   snprintf(text, sizeof text, "%lu", number);
   pid_t pid = fork();
   if (pid < 0)
      soak_die("fork");
   if (pid > 0)
      return pid;
   if (read(go[0], &byte, 1) == 1)
      execl(program, program, "child", text, (char *)NULL);
   _exit(127);
}

static void start_child(const char *program, ulong_t number)
{
   int go[2], status;
   if (pipe(go) != 0)
      soak_die("pipe");
   pid_t pid = fork_child(program, number, go);
   while (had[pid % MAX_PID]) {
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
      pid = fork_child(program, number, go);
   }
   had[pid % MAX_PID] = 1;
   if (write(go[1], "", 1) != 1)
      soak_die("write");
   close(go[0]);
   close(go[1]);
}

static void wait_for_child(void)
{
   int status;
   if (wait(&status) < 0)
      soak_die("wait");
   if (status != 0) {
      fprintf(stderr, "a child ended with status %#x\n", status);
      exit(1);
   }
}

int main(int argc, char **argv)
{
   if (argc == 3 && strcmp(argv[1], "child") == 0)
      return run_child(strtoul(argv[2], NULL, 10));
   ulong_t n = soak_size(argc, argv, 1), running = 0;
   for (ulong_t i = 1; i <= n; i++) {
      if (running == AT_ONCE)
         wait_for_child();
      else
         running++;
      start_child(argv[0], i);
   }
   while (running-- > 0)
      wait_for_child();
   for (ulong_t i = 1; i <= n; i++)
      printf("each case_child %lu %lu\n", i * SIZE_B, i);
   return 0;
}
