/* fault_left.c -- a program whose own allocator can be left or interrupted at any
   point: by a thread that ends in the allocator, by nested signal handlers, by a
   switch to another stack.  Prints the expected cases, as
   heap_calls.c.

   fault_left            without threads
   fault_left threads    with
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define CASE __attribute__((noinline)) static

/* Sizes that make the allocator do something before it returns. */
enum { ARENA_B = 16 << 20, LEAVE = 7777, PROBE = 6666, SWITCH = 5555, END = 4444,
       ROUNDS = 100, STACK_B = 64 << 10 };

static char arena[ARENA_B] __attribute__((aligned(16)));
static size_t used_B;
static sigjmp_buf past;
static int *volatile nowhere;
static ucontext_t of_main, of_other;

static void do_as_size_says(size_t size)
{
   if (size == LEAVE)
      pthread_exit(NULL);
   if (size == PROBE)
      raise(SIGUSR1);
   if (size == END)
      exit(3);
   if (size == SWITCH)
      swapcontext(&of_other, &of_main);
}

/* Memory is never reused: there is enough for this program. */
void *malloc(size_t size)
{
   do_as_size_says(size);
   size_t room_B = (size + 31) / 16 * 16;
   if (room_B > ARENA_B - used_B)
      return NULL;
   char *block = arena + used_B;
   used_B += room_B;
   return block;
}

void free(void *block)
{
   __asm__ volatile("" : : "r"(block) : "memory"); /* a call that must be made */
}

/* Never larger than the block: for blocks that keep their size. */
void *realloc(void *block, size_t size)
{
   do_as_size_says(size);
   return block != NULL ? block : malloc(size);
}

static void *volatile kept;

static void *use(void *p)
{
   if (p == NULL)
      abort();
   kept = p;
   return kept;
}

static void run_thread(void *(*work)(void *))
{
   pthread_t thread;
   if (pthread_create(&thread, NULL, work, NULL) != 0)
      abort();
   pthread_join(thread, NULL);
}

/* ---- Threads that end in an allocator ------------------------------------------- */

static void *block_of_main;

CASE void case_before_end(void)
{
   use(malloc(30));
}

static void *end_in_malloc(void *unused)
{
   case_before_end();
   use(malloc(LEAVE));
   return unused;
}

static void *end_in_realloc(void *unused)
{
   use(realloc(block_of_main, LEAVE));
   return unused;
}

CASE void case_block_of_main(void)
{
   block_of_main = use(malloc(50));
}

static void end_in_allocator(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      run_thread(end_in_malloc);
      case_block_of_main();
      run_thread(end_in_realloc);
      free(block_of_main); /* which was never reallocated */
   }
   printf("case_block_of_main %d %d 0 0 0 0\n", ROUNDS * 50, ROUNDS);
   printf("case_before_end %d %d %d %d 0 0\n", ROUNDS * 30, ROUNDS, ROUNDS * 30,
          ROUNDS);
}

/* ---- Handlers within handlers ---------------------------------------------------- */

static void on_fault(int number)
{
   (void)number;
   siglongjmp(past, 1);
}

/* As in profilers that read memory which may be unmapped. */
static void on_probe(int number)
{
   (void)number;
   for (volatile int i = 0; i < 3; i++)
      if (sigsetjmp(past, 1) == 0)
         *nowhere = 1;
}

CASE void case_probed(void)
{
   free(use(malloc(PROBE)));
}

CASE void case_probed_realloc(void)
{
   void *block = use(malloc(70));
   block = use(realloc(block, PROBE));
   free(block);
}

static void probe_in_allocator(void)
{
   signal(SIGUSR1, on_probe);
   signal(SIGSEGV, on_fault);
   for (int i = 0; i < ROUNDS; i++) {
      case_probed();
      case_probed_realloc();
   }
   printf("case_probed %d %d 0 0 0 0\n", ROUNDS * PROBE, ROUNDS);
   printf("case_probed_realloc %d %d 0 0 %d 0\n", ROUNDS * (70 + PROBE),
          ROUNDS * 2, ROUNDS);
   signal(SIGSEGV, SIG_DFL);
}

/* ---- Stacks that are switched in an allocator, and taken away --------------------- */

static void other(void)
{
   use(malloc(10));
   use(malloc(SWITCH)); /* never returns */
}

CASE void case_stack_is_gone(void)
{
   use(malloc(60));
}

static void take_stacks_away(void)
{
   /* All stacks are in one mapping: facts about one hold for all. */
   char *stacks = mmap(NULL, (size_t)ROUNDS * STACK_B, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   for (volatile int i = 0; i < ROUNDS; i++) {
      getcontext(&of_other);
      of_other.uc_stack.ss_sp = stacks + i * STACK_B;
      of_other.uc_stack.ss_size = STACK_B;
      of_other.uc_link = NULL;
      makecontext(&of_other, other, 0);
      swapcontext(&of_main, &of_other);
      if (i % 3 == 0)
         munmap(stacks + i * STACK_B, STACK_B);
      else if (i % 3 == 1)
         mprotect(stacks + i * STACK_B, STACK_B, PROT_NONE);
      else if (mmap(stacks + i * STACK_B, STACK_B, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
         abort();
      case_stack_is_gone();
   }
   printf("case_stack_is_gone %d %d %d %d 0 0\n", ROUNDS * 60, ROUNDS, ROUNDS * 60,
          ROUNDS);
}

/* ---- The program ends in an allocator -------------------------------------------- */

CASE void case_at_exit(void)
{
   use(malloc(80));
   free(use(malloc(81)));
}

CASE void case_at_thread_exit(void *unused)
{
   (void)unused;
   use(malloc(90));
}

static void *end_with_cleanup(void *unused)
{
   pthread_cleanup_push(case_at_thread_exit, NULL);
   use(malloc(LEAVE));
   pthread_cleanup_pop(0);
   return unused;
}

static void end_all(void)
{
   for (int i = 0; i < ROUNDS; i++)
      run_thread(end_with_cleanup);
   atexit(case_at_exit);
   printf("case_at_exit 161 2 80 1 0 0\n");
   printf("case_at_thread_exit %d %d %d %d 0 0\n", ROUNDS * 90, ROUNDS, ROUNDS * 90,
          ROUNDS);
   use(malloc(END));
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   probe_in_allocator();
   take_stacks_away();
   if (argc > 1 && strcmp(argv[1], "threads") == 0) {
      end_in_allocator();
      end_all();
   }
   return 3;
}
