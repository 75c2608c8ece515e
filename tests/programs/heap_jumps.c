/* heap_jumps.c -- leaves an allocator without returning: by longjmp and by another
   jump, out of a signal handler, by switching stacks.  The allocator is the program's
   own and allows this.  Prints the expected cases, as heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

enum { ARENA = 64 << 20, LEAVE = 7777, JUMP = 6666, SIGNAL = 5555 };

static char arena[ARENA] __attribute__((aligned(16)));
static size_t used;
static sigjmp_buf escape;
static void *nameless[5]; /* what the compiler jumps with */
static ucontext_t here, there;
static volatile sig_atomic_t may_escape;

/* Memory is never reused: there is enough for this program. */
void *malloc(size_t size)
{
   if (size == LEAVE)
      siglongjmp(escape, 1);
   if (size == JUMP)
      __builtin_longjmp(nameless, 1);
   if (size == SIGNAL)
      raise(SIGUSR1);
   size_t room = (size + 31) / 16 * 16;
   if (room > ARENA - used)
      return NULL;
   char *block = arena + used;
   used += room;
   return block;
}

void free(void *block)
{
   __asm__ volatile("" : : "r"(block) : "memory"); /* a call that must be made */
}

static void *volatile kept;

static void *use(void *p)
{
   kept = p;
   return kept;
}

static void on_signal(int number)
{
   (void)number;
   if (may_escape) {
      may_escape = 0;
      siglongjmp(escape, 1);
   }
}

__attribute__((noinline)) static void case_longjmp(void)
{
   for (volatile int i = 0; i < 100; i++) {
      if (sigsetjmp(escape, 1) == 0)
         use(malloc(LEAVE));
      free(use(malloc(10)));
      use(malloc(20));
   }
}

__attribute__((noinline)) static void case_raised(void)
{
   for (volatile int i = 0; i < 100; i++) {
      if (sigsetjmp(escape, 1) == 0) {
         may_escape = 1;
         use(malloc(SIGNAL));
      }
      use(malloc(30));
   }
}

__attribute__((noinline)) static int case_deeper(int depth)
{
   int result = 0;
   if (depth == 0)
      use(malloc(70));
   else
      result = case_deeper(depth - 1);
   return result + 1;
}

/* No function's name says that it jumps; all that follows is deeper in the stack. */
__attribute__((noinline)) static void case_jump(void)
{
   if (__builtin_setjmp(nameless) == 0)
      use(malloc(JUMP));
   for (int i = 0; i < 100; i++)
      case_deeper(i % 20);
}

/* Deeper and deeper, then out of all of it at once. */
__attribute__((noinline)) static int case_deep(int depth)
{
   int result = 0;
   if (depth == 0)
      use(malloc(LEAVE));
   else
      result = case_deep(depth - 1);
   return result + 1;
}

__attribute__((noinline)) static void case_after_deep(void)
{
   for (volatile int i = 0; i < 20; i++)
      if (sigsetjmp(escape, 1) == 0)
         case_deep(200);
   use(malloc(40));
}

/* On its own stack; left and entered again between two allocations. */
__attribute__((noinline)) static void case_coroutine(void)
{
   for (int i = 0; i < 50; i++) {
      use(malloc(60));
      swapcontext(&there, &here);
   }
}

static void coroutine(void)
{
   case_coroutine();
   setcontext(&here);
}

__attribute__((noinline)) static void case_main_stack(void)
{
   static char stack[256 << 10];
   getcontext(&there);
   there.uc_stack.ss_sp = stack;
   there.uc_stack.ss_size = sizeof stack;
   there.uc_link = NULL;
   makecontext(&there, coroutine, 0);
   for (int i = 0; i < 51; i++) {
      swapcontext(&here, &there);
      use(malloc(50));
   }
}

/* Signals at any moment, until 10 have left by longjmp.  It is unknown
   which allocations they interrupt: only bounds are known. */
__attribute__((noinline)) static void case_timer(size_t *done, size_t *jumps)
{
   volatile size_t n = 0, jumped = 0;
   const struct itimerval every = {{0, 300}, {0, 300}};
   if (sigsetjmp(escape, 1) != 0)
      jumped++;
   setitimer(ITIMER_REAL, &every, NULL);
   while (jumped < 10 && n < 1500000) {
      may_escape = 1;
      use(malloc(8));
      n++;
   }
   may_escape = 0;
   setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
   *done = n;
   *jumps = jumped;
}

int main(void)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   signal(SIGUSR1, on_signal);
   signal(SIGALRM, on_signal);
   case_longjmp();
   case_raised();
   case_jump();
   case_after_deep();
   case_main_stack();
   size_t done = 0, jumps = 0;
   case_timer(&done, &jumps);
   printf("case_after_deep 40 1 40 1 0 0\n");
   printf("case_coroutine 3000 50 3000 50 0 0\n");
   printf("case_deeper 7000 100 7000 100 0 0\n");
   /* A call that does not return may count as refused. */
   printf("case_longjmp 3000 200 2000 100 0 any\n");
   printf("case_main_stack 2550 51 2550 51 0 0\n");
   printf("case_raised 3000 100 3000 100 0 any\n");
   printf("timer %zu %zu\n", done, done + jumps);
   return 0;
}
