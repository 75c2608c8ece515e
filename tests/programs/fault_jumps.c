/* fault_jumps.c -- calls that do not return, between many allocations:
   longjmp out of a deep recursion, out of signal handlers on an alternate stack,
   coroutines on stacks of every kind, threads that exit or are cancelled
   anywhere.  Prints the expected cases, as heap_calls.c.

   fault_jumps            without threads
   fault_jumps threads    with
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "cachesim.h"
#include "heapprof.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define CASE __attribute__((noinline)) static

enum { STACK_B = 128 << 10 };

static void *volatile kept;

static void *use(void *p)
{
   if (p == NULL)
      abort();
   kept = p;
   return kept;
}

/* ---- Out of a recursion ------------------------------------------------------ */

enum { DEEP = 300, DIVES = 100 };
static jmp_buf surface;
static volatile int deepest = DEEP - 1; /* unknown to the compiler */
static void *dived[DEEP];

CASE int case_recursion(int depth)
{
   dived[depth] = use(malloc(24));
   int result = 0;
   if (depth == deepest)
      longjmp(surface, 1);
   else
      result = case_recursion(depth + 1);
   return result + 1;
}

static void dive_again_and_again(void)
{
   for (volatile int i = 0; i < DIVES; i++) {
      if (setjmp(surface) == 0)
         case_recursion(0);
      for (int k = 0; k < DEEP; k++)
         free(dived[k]);
   }
   printf("case_recursion %d %d 0 0 0 0\n", DIVES * DEEP * 24, DIVES * DEEP);
}

/* ---- Out of signal handlers, on an alternate stack ------------------------------ */

enum { SIGNALS = 300 };
static sigjmp_buf safe;
static int *volatile nowhere;

CASE void case_in_handler(void)
{
   use(malloc(48));
}

static void on_signal(int number)
{
   case_in_handler();
   if (number == SIGUSR1) /* one handler within another, both left at once */
      raise(SIGUSR2);
   siglongjmp(safe, 1);
}

CASE void case_before_signal(void)
{
   use(malloc(32));
}

static void be_signalled(int i)
{
   case_before_signal();
   if (i % 2 == 0)
      raise(SIGUSR1);
   else
      *nowhere = 1;
   use(malloc(1000)); /* never */
}

CASE void case_after_signal(void)
{
   free(use(malloc(16)));
}

static void leave_handlers(void)
{
   static char alternate[64 << 10];
   stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate };
   sigaltstack(&stack, NULL);
   struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
   sigaction(SIGUSR1, &action, NULL);
   sigaction(SIGUSR2, &action, NULL);
   sigaction(SIGSEGV, &action, NULL);
   for (volatile int i = 0; i < SIGNALS; i++) {
      if (sigsetjmp(safe, 1) == 0)
         be_signalled(i);
      case_after_signal();
   }
   printf("case_before_signal %d %d %d %d 0 0\n", SIGNALS * 32, SIGNALS,
          SIGNALS * 32, SIGNALS);
   printf("case_in_handler %d %d %d %d 0 0\n", SIGNALS / 2 * 3 * 48,
          SIGNALS / 2 * 3, SIGNALS / 2 * 3 * 48, SIGNALS / 2 * 3);
   printf("case_after_signal %d %d 0 0 0 0\n", SIGNALS * 16, SIGNALS);
}

/* ---- Coroutines ------------------------------------------------------------------ */

enum { COROUTINES = 4, SWITCHES = 2500 };
static ucontext_t scheduler, coroutines[COROUTINES];

CASE void *case_coroutine(void)
{
   return use(malloc(40));
}

CASE void case_scheduler(void)
{
   free(use(malloc(8)));
}

/* One coroutine frees the blocks of another. */
static void coroutine(int me)
{
   static void *left;
   for (;;) {
      free(left);
      left = case_coroutine();
      swapcontext(&coroutines[me], &scheduler);
   }
}

static void *stack_of(int i, void *on_main_stack)
{
   static char fixed[STACK_B];
   switch (i) {
   case 0: return fixed;
   case 1: return on_main_stack;
   case 2: return use(malloc(STACK_B));
   default:
      return use(mmap(NULL, STACK_B, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
   }
}

static void begin_coroutine(int i, void *stack)
{
   getcontext(&coroutines[i]);
   coroutines[i].uc_stack.ss_sp = stack;
   coroutines[i].uc_stack.ss_size = STACK_B;
   makecontext(&coroutines[i], (void (*)(void))coroutine, 1, i);
}

static void switch_stacks(void)
{
   char on_main_stack[STACK_B];
   for (int i = 0; i < COROUTINES; i++)
      begin_coroutine(i, stack_of(i, on_main_stack));
   for (int i = 0; i < COROUTINES * SWITCHES; i++) {
      if (i % 1000 == 999) { /* it is dropped, and its stack reused */
         void *stack = coroutines[3].uc_stack.ss_sp;
         munmap(stack, STACK_B);
         begin_coroutine(3, stack_of(3, NULL));
      }
      swapcontext(&scheduler, &coroutines[i % COROUTINES]);
      case_scheduler();
   }
   printf("case_coroutine %d %d 40 1 0 0\n", COROUTINES * SWITCHES * 40,
          COROUTINES * SWITCHES);
   printf("case_scheduler %d %d 0 0 0 0\n", COROUTINES * SWITCHES * 8,
          COROUTINES * SWITCHES);
}

/* ---- Threads that do not return ---------------------------------------------------- */

enum { ROUNDS = 100, NESTED = 20 };
static int never[2];
static volatile int innermost; /* 0 */
static pthread_barrier_t is_inside;
static unsigned long most_open; /* regions that a new thread finds open */

static void note_open(void)
{
   unsigned long open = HEAPPROF_REGION_DEPTH + CACHESIM_REGION_DEPTH;
   if (open > most_open)
      most_open = open;
}

static void enter_regions(void)
{
   HEAPPROF_REGION_BEGIN("left open");
   CACHESIM_REGION_BEGIN("left open");
}

CASE void case_cancelled(int depth)
{
   void *block = use(malloc(56));
   pthread_cleanup_push(free, block);
   if (depth > 0) {
      case_cancelled(depth - 1);
   } else {
      char c;
      pthread_barrier_wait(&is_inside);
      if (read(never[0], &c, 1) != 0)
         abort();
   }
   pthread_cleanup_pop(1);
}

CASE void case_exits(int depth)
{
   use(malloc(72));
   enter_regions();
   if (depth == innermost)
      pthread_exit(NULL);
   else
      case_exits(depth - 1);
   use(malloc(1000)); /* never */
}

static void *be_cancelled(void *unused)
{
   note_open();
   enter_regions();
   case_cancelled(NESTED - 1);
   return unused;
}

static void *exit_inside(void *unused)
{
   note_open();
   case_exits(NESTED - 1);
   return unused;
}

/* Can be cancelled at any instruction. */
CASE void case_spins(void)
{
   use(malloc(88));
   pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
   pthread_barrier_wait(&is_inside);
   for (volatile unsigned i = 0;; i++)
      ;
}

static void *spin(void *unused)
{
   case_spins();
   return unused;
}

static void cancel(void *(*work)(void *))
{
   pthread_t thread;
   void *result;
   if (pthread_create(&thread, NULL, work, NULL) != 0)
      abort();
   pthread_barrier_wait(&is_inside);
   pthread_cancel(thread);
   pthread_join(thread, &result);
   if (result != PTHREAD_CANCELED)
      abort();
}

static void end_threads(void)
{
   if (pipe(never) != 0)
      abort();
   pthread_barrier_init(&is_inside, NULL, 2);
   for (int i = 0; i < ROUNDS; i++) {
      pthread_t thread;
      cancel(be_cancelled);
      cancel(spin);
      if (pthread_create(&thread, NULL, exit_inside, NULL) != 0)
         abort();
      pthread_join(thread, NULL);
   }
   printf("case_cancelled %d %d 0 0 0 0\n", ROUNDS * NESTED * 56,
          ROUNDS * NESTED);
   printf("case_exits %d %d %d %d 0 0\n", ROUNDS * NESTED * 72, ROUNDS * NESTED,
          ROUNDS * NESTED * 72, ROUNDS * NESTED);
   printf("case_spins %d %d %d %d 0 0\n", ROUNDS * 88, ROUNDS,
          ROUNDS * 88, ROUNDS);
   printf("most_open %lu\n", most_open);
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc > 1 && strcmp(argv[1], "threads") == 0) {
      end_threads();
      return 0;
   }
   dive_again_and_again();
   leave_handlers();
   switch_stacks();
   return 0;
}
