/* calls_jumps.c -- calls that are left by longjmp, siglongjmp and setcontext; signals;
   deep recursion; threads.  Prints its calls; see calls.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "calls.h"

static volatile long n_leaves;

static void leaf(void)
{
   ENTERED()
   n_leaves++;
}

static void leaves(int n)
{
   ENTERED()
   for (int i = 0; i < n; i++)
      CALL(leaf);
}

/* ---- longjmp ----------------------------------------------------------- */

static jmp_buf env;

static void dive(int depth, int frame_B)
{
   ENTERED()
   volatile char frame[frame_B];
   frame[0] = 1;
   CALL(leaf);
   if (depth == 0)
      longjmp(env, 1);
   CALL(dive, depth - 1, frame_B);
   CALL(leaf); /* never */
}

static void jump_back(int depth, int frame_B)
{
   ENTERED()
   if (setjmp(env) == 0)
      CALL(dive, depth, frame_B);
   CALL(leaves, 2);
}

/* One setjmp, many longjmps: from functions that differ, near and far. */
static void jump_again(void)
{
   ENTERED()
   for (volatile int i = 0; i < 12; i++) {
      if (setjmp(env) != 0)
         continue;
      if (i % 3 == 0)
         CALL(dive, i, 16);
      CALL(leaf);
      CALL(dive, 1, i * 1000 + 8);
   }
   CALL(leaf);
}

/* ---- setcontext -------------------------------------------------------- */

static ucontext_t context;

static void resume(int depth)
{
   ENTERED()
   if (depth == 0)
      setcontext(&context);
   CALL(resume, depth - 1);
}

static void contexts(void)
{
   ENTERED()
   volatile int n = 0;
   getcontext(&context);
   CALL(leaf);
   if (n++ < 5)
      CALL(resume, n);
   CALL(leaf);
}

/* ---- Signals ----------------------------------------------------------- */

static sigjmp_buf signal_env;

static void on_usr1(int number)
{
   ENTERED()
   (void)number;
   CALL(leaves, 3);
}

static void on_usr2(int number)
{
   ENTERED()
   (void)number;
   CALL(leaf);
   raise(SIGUSR1); /* within the handler */
   CALL(leaf);
}

static void leave_by_jump(void)
{
   ENTERED()
   CALL(leaf);
   siglongjmp(signal_env, 1);
}

static void on_alarm(int number)
{
   ENTERED()
   (void)number;
   raise(SIGUSR2);
   CALL(leave_by_jump);
}

static void on_fault(int number)
{
   ENTERED()
   (void)number;
   CALL(leave_by_jump);
}

static void handle(int number, void (*handler)(int), int flags)
{
   ENTERED()
   struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
   sigaction(number, &action, NULL);
}

static void fault(void)
{
   ENTERED()
   CALL(leaf);
   *(volatile int *)8 = 1;
}

static void signals(int flags)
{
   ENTERED()
   CALL(handle, SIGUSR1, on_usr1, flags);
   CALL(handle, SIGUSR2, on_usr2, flags);
   CALL(handle, SIGALRM, on_alarm, flags | SA_NODEFER);
   CALL(handle, SIGSEGV, on_fault, flags | SA_NODEFER);
   for (volatile int i = 0; i < 4; i++) {
      raise(SIGUSR1);
      CALL(leaf);
      raise(SIGUSR2);
      if (sigsetjmp(signal_env, 1) == 0)
         raise(SIGALRM);
      CALL(leaf);
      if (sigsetjmp(signal_env, 1) == 0)
         CALL(fault);
      CALL(leaf);
   }
}

/* ---- Processes and threads --------------------------------------------- */

static void children(void)
{
   ENTERED()
   for (int i = 0; i < 3; i++) {
      int status;
      pid_t pid = vfork();
      if (pid == 0)
         _exit(0);
      CALL(leaf);
      waitpid(pid, &status, 0);
   }
}

static long deep(long n)
{
   ENTERED()
   if (n == 0)
      return 0;
   return CALL(deep, n - 1) + 1;
}

static long even(long n);

static long odd(long n)
{
   ENTERED()
   return n == 0 ? 0 : CALL(even, n - 1);
}

static long even(long n)
{
   ENTERED()
   return n == 0 ? 1 : CALL(odd, n - 1);
}

static int fib(int n)
{
   ENTERED()
   if (n < 2)
      return n;
   return CALL(fib, n - 1) + CALL(fib, n - 2);
}

static void *in_thread(void *depth)
{
   ENTERED()
   CALL(deep, *(long *)depth);
   CALL(even, 1000);
   CALL(leaves, 7);
   return NULL;
}

static void exit_thread(int depth)
{
   ENTERED()
   CALL(leaf);
   if (depth == 0)
      pthread_exit(NULL);
   CALL(exit_thread, depth - 1);
}

static void *leaving(void *arg)
{
   ENTERED()
   CALL(exit_thread, 5);
   return arg;
}

static void threads(long depth)
{
   ENTERED()
   pthread_t a, b;
   pthread_attr_t large;
   pthread_attr_init(&large);
   pthread_attr_setstacksize(&large, (size_t)depth * 200 + (1 << 20));
   pthread_create(&a, &large, in_thread, &depth);
   CALL(leaves, 5);
   pthread_join(a, NULL);
   pthread_create(&a, NULL, leaving, NULL);
   pthread_create(&b, NULL, leaving, NULL);
   pthread_join(b, NULL);
   pthread_join(a, NULL);
}

/* ---- By others --------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
   ENTERED()
   CALL(leaf);
   return *(const int *)a - *(const int *)b;
}

static void sort(void)
{
   ENTERED()
   int numbers[50];
   for (int i = 0; i < 50; i++)
      numbers[i] = i * 7 % 50;
   qsort(numbers, 50, sizeof numbers[0], compare);
   CALL(leaf);
}

static void __attribute__((noreturn)) last(void)
{
   ENTERED()
   CALL(leaves, 4);
   calls_print();
   exit(0);
}

int main(int argc, char **argv)
{
   long depth = argc > 1 ? atol(argv[1]) : 1000000;
   static char other_stack[1 << 16];
   stack_t other = { .ss_sp = other_stack, .ss_size = sizeof other_stack };
   for (int i = 1; i < 4; i++) {
      CALL(jump_back, i, 16);
      CALL(jump_back, 3 * i, 3000);
   }
   CALL(jump_again);
   CALL(contexts);
   CALL(signals, 0);
   sigaltstack(&other, NULL);
   CALL(signals, SA_ONSTACK);
   CALL(children);
   CALL(sort);
   CALL(threads, depth);
   CALL(fib, 15);
   CALL(last);
}
