/* heap_frees.c -- threads free blocks that main allocated, as their first call of the
   allocator, and blocks of their own.  Prints the expected cases, as heap_calls.c, and
   how many blocks of each are still mapped after their frees: no tool may change that.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Blocks of this size have a mapping of their own, which a free unmaps. */
enum { THREADS = 10, SIZE = 1 << 20, PAGE = 4096 };

static void *case_malloc(void)
{
   return malloc(SIZE);
}

static void *case_calloc(void)
{
   return calloc(SIZE / 8, 8);
}

static void *case_realloc(void)
{
   return realloc(NULL, SIZE);
}

static void *case_aligned_alloc(void)
{
   return aligned_alloc(PAGE, SIZE);
}

static void *case_posix_memalign(void)
{
   void *block;
   return posix_memalign(&block, PAGE, SIZE) == 0 ? block : NULL;
}

static const struct {
   const char *name;
   void *(*allocate)(void);
} cases[] = {
   { "case_malloc", case_malloc },
   { "case_calloc", case_calloc },
   { "case_realloc", case_realloc },
   { "case_aligned_alloc", case_aligned_alloc },
   { "case_posix_memalign", case_posix_memalign },
};

static int n_mapped;

static void free_block(void *block)
{
   void *page = (void *)((uintptr_t)block & -(uintptr_t)PAGE);
   free(block);
   n_mapped += msync(page, PAGE, MS_ASYNC) == 0;
}

static void *free_of_main(void *block)
{
   free_block(block);
   return NULL;
}

static void *free_own(void *allocate)
{
   free_block((*(void *(**)(void))allocate)());
   return NULL;
}

static int run(void *(*function)(void *), void *argument)
{
   pthread_t thread;
   return pthread_create(&thread, NULL, function, argument) == 0
          && pthread_join(thread, NULL) == 0;
}

int main(void)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      n_mapped = 0;
      for (int n = 0; n < THREADS; n++)
         if (!run(free_of_main, cases[i].allocate())
             || !run(free_own, (void *)&cases[i].allocate))
            return 1;
      printf("%s %d %d 0 0 0 0\n", cases[i].name, 2 * THREADS * SIZE, 2 * THREADS);
      printf("mapped %s %d\n", cases[i].name, n_mapped);
   }
   return 0;
}
