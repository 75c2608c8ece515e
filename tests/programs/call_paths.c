/* call_paths.c -- call paths that begin or change while they are followed: the requests
   of callgrind.h and cachesim.h deep in calls, threads that wait there, fork, signals.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cachesim.h"

#include <valgrind/callgrind.h>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTION __attribute__((noinline, noclone)) static

static volatile int cell;
static const char *what;
static pthread_barrier_t begun, done;
static jmp_buf back;

FUNCTION void work(int n)
{
   for (int i = 0; i < n; i++)
      cell += i;
}

FUNCTION void other_work(int n)
{
   for (int i = 0; i < n; i++)
      cell -= i;
}

static int is(const char *name)
{
   return strcmp(what, name) == 0;
}

/* ---- Begun in the middle ------------------------------------------------- */

FUNCTION void *thread(void *nothing)
{
   other_work(1000);
   pthread_barrier_wait(&begun);
   pthread_barrier_wait(&done);
   work(300);
   cell++;
   return nothing;
}

FUNCTION void handler(int number)
{
   CACHESIM_START_INSTRUMENTATION;
   work(100);
   cell++;
}

FUNCTION void request(void)
{
   if (is("start"))
      CACHESIM_START_INSTRUMENTATION;
   else if (is("callgrind-start"))
      CALLGRIND_START_INSTRUMENTATION;
   else if (is("zero"))
      CACHESIM_ZERO;
   else if (is("callgrind-zero"))
      CALLGRIND_ZERO_STATS;
   else if (is("signal"))
      raise(SIGUSR1);
   else if (is("again")) {
      CACHESIM_STOP_INSTRUMENTATION;
      other_work(1000);
      CACHESIM_START_INSTRUMENTATION;
   }
   cell++;
}

FUNCTION void inner(void)
{
   other_work(1000);
   request();
   work(200);
   cell++;
}

FUNCTION void recurse(int n)
{
   if (n > 0)
      recurse(n - 1);
   else
      inner();
   work(1000);
   cell++;
}

/* While another thread waits in a call. */
FUNCTION void in_the_middle(void)
{
   pthread_t other;
   pthread_barrier_init(&begun, NULL, 2);
   pthread_barrier_init(&done, NULL, 2);
   pthread_create(&other, NULL, thread, NULL);
   pthread_barrier_wait(&begun);
   recurse(3);
   pthread_barrier_wait(&done);
   pthread_join(other, NULL);
   other_work(5);
}

/* ---- Fork ------------------------------------------------------------------ */

FUNCTION void forks(void)
{
   pid_t child = fork();
   if (child == 0) {
      work(400);
      CACHESIM_REGION_BEGIN("child");
      work(300);
      CACHESIM_REGION_END;
      _exit(0);
   }
   printf("child %d\n", (int)child);
   waitpid(child, NULL, 0);
}

FUNCTION void fork_in_the_middle(void)
{
   pthread_t other;
   pthread_barrier_init(&begun, NULL, 2);
   pthread_barrier_init(&done, NULL, 2);
   pthread_create(&other, NULL, thread, NULL);
   pthread_barrier_wait(&begun);
   forks();
   pthread_barrier_wait(&done);
   pthread_join(other, NULL);
}

/* ---- callgrind.h ----------------------------------------------------------- */

FUNCTION void dumps(void)
{
   work(100);
   CALLGRIND_DUMP_STATS;
   work(200);
   CALLGRIND_DUMP_STATS_AT("half\nway");
   work(400);
}

FUNCTION void starts(void)
{
   other_work(1000);
   CALLGRIND_START_INSTRUMENTATION;
   work(1000);
   CALLGRIND_STOP_INSTRUMENTATION;
   other_work(1000);
}

/* ---- Collection ------------------------------------------------------------- */

FUNCTION void toggled(int n)
{
   work(n);
   cell++;
}

FUNCTION void toggled_again(int depth)
{
   work(1);
   if (depth > 0)
      toggled_again(depth - 1);
   cell++;
}

FUNCTION void jumps(void)
{
   work(7);
   longjmp(back, 1);
}

FUNCTION void toggles(void)
{
   for (int i = 0; i < 20000; i++) { /* enough to become hot */
      other_work(3);
      toggled(2);
      toggled_again(2);
      if (setjmp(back) == 0)
         jumps();
   }
   other_work(3);
}

FUNCTION void requested(void)
{
   for (int i = 0; i < 20000; i++) {
      other_work(3);
      CALLGRIND_TOGGLE_COLLECT;
      work(2);
      CALLGRIND_TOGGLE_COLLECT;
   }
   CACHESIM_REGION_BEGIN("both");
   other_work(3000);
   CALLGRIND_TOGGLE_COLLECT;
   work(1000);
   CALLGRIND_TOGGLE_COLLECT;
   other_work(3000);
   CACHESIM_REGION_END;
}

int main(int argc, char **argv)
{
   what = argc > 1 ? argv[1] : "";
   signal(SIGUSR1, handler);
   if (is("dumps"))
      dumps();
   else if (is("starts"))
      starts();
   else if (is("fork"))
      fork_in_the_middle();
   else if (is("toggles"))
      toggles();
   else if (is("requested"))
      requested();
   else
      in_the_middle();
   return 0;
}
