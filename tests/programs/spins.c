/* spins.c -- spins MODE: three threads that wait for each other, or compute; each mode
   runs some million blocks.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 3 };

static volatile int turn;
static volatile long memory[THREADS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- They wait -------------------------------------------------------- */

static void pause_until(int me)
{
   while (turn != me)
      __builtin_ia32_pause();
}

static void yield_until(int me)
{
   while (turn != me)
      sched_yield();
}

static void bare_until(int me)
{
   while (turn != me) {
   }
}

static void take_turns(int me, int n, void (*wait)(int me))
{
   for (int i = 0; i < n; i++) {
      wait(me);
      turn = (me + 1) % THREADS;
   }
}

static void sleep_until(int me, int n)
{
   for (int i = 0; i < n; i++) {
      pthread_mutex_lock(&mutex);
      while (turn != me)
         pthread_cond_wait(&changed, &mutex);
      turn = (me + 1) % THREADS;
      pthread_cond_broadcast(&changed);
      pthread_mutex_unlock(&mutex);
   }
}

/* ---- They compute ----------------------------------------------------- */

/* All that changes is in memory, beyond the stack; the inner loop always has the same
   registers. */
static void compute_in_memory(int me)
{
   for (memory[me] = 0; memory[me] < 2000; memory[me]++)
      for (int i = 0; i < 1000; i++)
         __asm__ volatile("");
}

static void compute(int me)
{
   double sum = 0;
   for (int i = 1; i < 1000000; i++)
      sum += 1.0 / i;
   memory[me] = (long)sum;
}

static void *run(void *arg)
{
   const char *mode = arg;
   static int started;
   int me = __sync_fetch_and_add(&started, 1);
   char name[16];
   snprintf(name, sizeof name, "turn %d", me);
   prctl(PR_SET_NAME, name);
   if (strcmp(mode, "pause") == 0)
      take_turns(me, 500, pause_until);
   else if (strcmp(mode, "yield") == 0)
      take_turns(me, 10000, yield_until);
   else if (strcmp(mode, "bare") == 0)
      take_turns(me, 10, bare_until);
   else if (strcmp(mode, "futex") == 0)
      sleep_until(me, 3000);
   else if (strcmp(mode, "memory") == 0)
      compute_in_memory(me);
   else
      compute(me);
   return NULL;
}

static void *nothing(void *arg)
{
   return arg;
}

/* A child that starts a thread of its own. */
static void fork_child(void)
{
   pthread_t thread;
   pid_t child = fork();
   if (child == 0) {
      compute(0);
      pthread_create(&thread, NULL, nothing, NULL);
      pthread_join(thread, NULL);
      _exit(0);
   }
   waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
   pthread_t threads[THREADS];
   if (argc < 2)
      return 2;
   for (int i = 0; i < THREADS; i++)
      pthread_create(&threads[i], NULL, run, argv[1]);
   if (strcmp(argv[1], "fork") == 0)
      fork_child();
   for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   return 0;
}
