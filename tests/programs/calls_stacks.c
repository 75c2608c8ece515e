/* calls_stacks.c -- coroutines: by swapcontext, and by switches in assembly that return
   or jump, as those of boost.context do.  Prints its calls; see calls.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "calls.h"

enum { STACK_B = 1 << 16, N_ROUNDS = 10 };

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

/* ---- swapcontext ------------------------------------------------------- */

static ucontext_t home, contexts[2];

static void yield(int from, int to)
{
   ENTERED()
   CALL(leaf);
   swapcontext(&contexts[from], &contexts[to]);
   CALL(leaf);
}

static void yield_deep(int from, int to, int depth)
{
   ENTERED()
   if (depth == 0)
      CALL(yield, from, to);
   else
      CALL(yield_deep, from, to, depth - 1);
}

static void first(void)
{
   ENTERED()
   for (int i = 0; i < N_ROUNDS; i++) {
      CALL(leaves, 3);
      CALL(yield_deep, 0, 1, i);
   }
}

static void second(void)
{
   ENTERED()
   for (int i = 0; i < N_ROUNDS; i++) {
      CALL(leaves, 5);
      CALL(yield, 1, 0);
   }
}

static void make(int i, void (*function)(void), char *stack)
{
   ENTERED()
   getcontext(&contexts[i]);
   contexts[i].uc_stack.ss_sp = stack;
   contexts[i].uc_stack.ss_size = STACK_B;
   contexts[i].uc_link = &home;
   makecontext(&contexts[i], function, 0);
}

static void swap_contexts(char *a, char *b)
{
   ENTERED()
   CALL(make, 0, first, a);
   CALL(make, 1, second, b);
   swapcontext(&home, &contexts[0]);
   CALL(leaves, 2);
}

/* Stacks that are variables of a function. */
static void on_own_stack(void)
{
   ENTERED()
   char a[STACK_B], b[STACK_B];
   CALL(swap_contexts, a, b);
   CALL(leaf);
}

/* ---- In assembly -------------------------------------------------------- */

/* Pushes what must be kept, puts the stack pointer into *from, and goes on with `to`: by
   a return, or by a jump.  */
void switch_by_return(void **from, void *to);
void switch_by_jump(void **from, void *to);

#ifdef __x86_64__
#define SWITCH(name, leave)                                                      \
   __asm__(".text\n.globl " name "\n.type " name ", @function\n" name ":\n"      \
           "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n" \
           "mov %rsp, (%rdi)\nmov %rsi, %rsp\n"                                  \
           "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\n" leave \
           "\n.size " name ", . - " name "\n");
SWITCH("switch_by_return", "ret")
SWITCH("switch_by_jump", "pop %r8\njmp *%r8")
enum { N_KEPT = 6 };
#else
#define SWITCH(name, leave)                                                      \
   __asm__(".text\n.globl " name "\n.type " name ", @function\n" name ":\n"      \
           "mov 4(%esp), %eax\nmov 8(%esp), %edx\n"                              \
           "push %ebp\npush %ebx\npush %esi\npush %edi\n"                        \
           "mov %esp, (%eax)\nmov %edx, %esp\n"                                  \
           "pop %edi\npop %esi\npop %ebx\npop %ebp\n" leave                      \
           "\n.size " name ", . - " name "\n");
SWITCH("switch_by_return", "ret")
SWITCH("switch_by_jump", "pop %ecx\njmp *%ecx")
enum { N_KEPT = 4 };
#endif

typedef void switcher(void **from, void *to);
static void *main_sp, *fiber_sp;
static switcher *change;

/* `change` is called by a pointer. */
#define CHANGE(from, to)                                                         \
   {                                                                             \
      if (change == switch_by_return)                                            \
         CALLS_COUNT("switch_by_return")                                         \
      else                                                                       \
         CALLS_COUNT("switch_by_jump")                                           \
      change(from, to);                                                          \
   }

static void suspend(int depth)
{
   ENTERED()
   CALL(leaf);
   if (depth > 0)
      CALL(suspend, depth - 1);
   else
      CHANGE(&fiber_sp, main_sp)
   CALL(leaf);
}

static void fiber(void)
{
   ENTERED()
   for (int i = 0;; i++) {
      CALL(leaves, i);
      CALL(suspend, i % 3);
   }
}

static void *new_fiber(char *stack, size_t size_B)
{
   ENTERED()
   uintptr_t top = ((uintptr_t)stack + size_B) & ~(uintptr_t)63;
   void **sp = (void **)top - 4;
   *--sp = (void *)fiber;
   for (int i = 0; i < N_KEPT; i++)
      *--sp = NULL;
   return sp;
}

static void resume(void)
{
   ENTERED()
   CALL(leaf);
   CHANGE(&main_sp, fiber_sp)
   CALL(leaf);
}

/* A fiber that is never ended; the next one has the same stack. */
static void run_fibers(switcher *how, char *stack, size_t size_B)
{
   ENTERED()
   for (int i = 0; i < 3; i++) {
      fiber_sp = CALL(new_fiber, stack, size_B);
      change = size_B < 4096 ? switch_by_return : how;
      CALL(resume);
      change = how;
      for (int k = 0; k < N_ROUNDS; k++) {
         CALL(resume);
         CALL(leaves, 2);
      }
   }
}

/* Stacks so small that a switch moves the stack pointer by less than a page.  Then a jump
   to the beginning of a function would be a tail call. */
static void near_fibers(switcher *how)
{
   ENTERED()
   char stack[2000];
   CALL(run_fibers, how, stack, sizeof stack);
   CALL(leaf);
}

/* Fibers that go on in another thread. */
static void *other_thread(void *arg)
{
   ENTERED()
   for (int k = 0; k < N_ROUNDS; k++)
      CALL(resume);
   CALL(leaf);
   return arg;
}

static void migrate(switcher *how, char *stack)
{
   ENTERED()
   change = how;
   fiber_sp = CALL(new_fiber, stack, STACK_B);
   CALL(resume);
   for (int i = 0; i < 3; i++) {
      pthread_t thread;
      pthread_create(&thread, NULL, other_thread, NULL);
      pthread_join(thread, NULL);
      CALL(resume);
   }
}

/* ---- The whole ---------------------------------------------------------- */

/* The argument: which of them. */
int main(int argc, char **argv)
{
   const char *what = argc > 1 ? argv[1] : "corjRJmM";
   char *a = malloc(STACK_B), *b = malloc(STACK_B);
   for (int i = 0; i < 3; i++) {
      if (strchr(what, 'c') != NULL)
         CALL(swap_contexts, i == 0 ? b : a, i == 0 ? a : b);
      if (strchr(what, 'o') != NULL)
         CALL(on_own_stack);
   }
   if (strchr(what, 'r') != NULL)
      CALL(run_fibers, switch_by_return, a, STACK_B);
   if (strchr(what, 'j') != NULL)
      CALL(run_fibers, switch_by_jump, b, STACK_B);
   if (strchr(what, 'R') != NULL)
      CALL(near_fibers, switch_by_return);
   if (strchr(what, 'J') != NULL)
      CALL(near_fibers, switch_by_jump);
   if (strchr(what, 'm') != NULL)
      CALL(migrate, switch_by_return, a);
   if (strchr(what, 'M') != NULL)
      CALL(migrate, switch_by_jump, b);
   calls_print();
   return 0;
}
