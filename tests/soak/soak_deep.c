/* soak_deep.c N -- recursion N deep, with a block at each thousandth level; twenty
   times, left by returning and by longjmp in turn.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <setjmp.h>
#include <sys/mman.h>

#include "soak.h"

enum { STEP = 1000, SIZE_B = 48, ROUNDS = 20, FRAME_B = 128, REST_B = 1 << 20 };

typedef struct block {
   struct block *next;
} block;

static ulong_t size;
static block *blocks;
static jmp_buf top;

SOAK_FUNCTION void case_level(void)
{
   block *b = soak_block(SIZE_B);
   b->next = blocks;
   blocks = b;
}

SOAK_FUNCTION void leave_by(int round)
{
   if (round % 2 > 0)
      longjmp(top, 1);
}

/* Empty; called at each level. */
SOAK_FUNCTION void on_level(void)
{
   __asm__ volatile("");
}

SOAK_FUNCTION ulong_t descend(ulong_t levels, int round)
{
   on_level();
   if (levels % STEP == 0)
      case_level();
   if (levels > 1)
      return descend(levels - 1, round) + 1;
   leave_by(round);
   return 1;
}

static void free_all(void)
{
   while (blocks != NULL) {
      block *next = blocks->next;
      free(blocks);
      blocks = next;
   }
}

static void *work(void *unused)
{
   for (volatile int round = 0; round < ROUNDS; round++) {
      if (setjmp(top) == 0 && descend(size, round) != size)
         abort();
      if (round < ROUNDS - 1)
         free_all();
   }
   return unused;
}

/* On a stack that is large enough. */
static void run(void)
{
   size_t stack_B = size * FRAME_B + REST_B;
   void *stack = mmap(NULL, stack_B, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (stack == MAP_FAILED)
      soak_die("mmap");
   pthread_t thread;
   pthread_attr_t attributes;
   pthread_attr_init(&attributes);
   pthread_attr_setstack(&attributes, stack, stack_B);
   if (pthread_create(&thread, &attributes, work, NULL) != 0)
      soak_die("pthread_create");
   pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
   size = soak_size(argc, argv, STEP);
   run();
   ulong_t n = size / STEP;
   soak_amount of_round = { n * SIZE_B, n };
   soak_site("case_level", (soak_amount){ ROUNDS * n * SIZE_B, ROUNDS * n }, of_round,
             of_round);
   /* Of the first level, and of all levels deeper than call paths. */
   soak_number("paths", "case_level", n > 1 ? 2 : 1);
   soak_number("calls", "case_level", ROUNDS * n);
   soak_number("calls", "on_level", ROUNDS * size);
   return 0;
}
