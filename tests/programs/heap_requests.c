/* heap_requests.c -- an allocator that reports its blocks to Valgrind by client
   requests.  Prints the expected cases, as heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <valgrind/valgrind.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char *arena, *next;

static char *carve(size_t size)
{
   char *block = next;
   next += (size + 31) / 16 * 16;
   return block;
}

__attribute__((noinline)) static char *own_alloc(size_t size)
{
   char *block = carve(size);
   VALGRIND_MALLOCLIKE_BLOCK(block, size, 0, 0);
   return block;
}

__attribute__((noinline)) static void case_malloclike(void)
{
   own_alloc(100);
   char *block = own_alloc(200);
   VALGRIND_FREELIKE_BLOCK(block, 0);
}

__attribute__((noinline)) static void case_resize(void)
{
   char *block = own_alloc(100);
   VALGRIND_RESIZEINPLACE_BLOCK(block, 100, 40, 0);
   VALGRIND_RESIZEINPLACE_BLOCK(block, 40, 90, 0);
}

__attribute__((noinline)) static void case_pool(void)
{
   static int pool, other;
   VALGRIND_CREATE_MEMPOOL(&pool, 0, 0);
   char *a = carve(64), *b = carve(64), *c = carve(64);
   VALGRIND_MEMPOOL_ALLOC(&pool, a, 10);
   VALGRIND_MEMPOOL_ALLOC(&pool, b, 20);
   VALGRIND_MEMPOOL_ALLOC(&pool, c, 30);
   VALGRIND_MEMPOOL_FREE(&pool, b);
   VALGRIND_CREATE_MEMPOOL(&other, 0, 0);
   char *d = carve(64);
   VALGRIND_MEMPOOL_ALLOC(&other, d, 1000);
   VALGRIND_DESTROY_MEMPOOL(&other);
}

/* Frees of an invalid pointer, of the same block twice, in an invalid pool. */
__attribute__((noinline)) static void case_unbalanced(void)
{
   static int none;
   char *block = own_alloc(50);
   VALGRIND_FREELIKE_BLOCK(block, 0);
   for (int i = 0; i < 100; i++)
      VALGRIND_FREELIKE_BLOCK(block, 0);
   VALGRIND_FREELIKE_BLOCK(arena + 4000, 0);
   VALGRIND_RESIZEINPLACE_BLOCK(arena + 4000, 10, 20, 0);
   VALGRIND_MEMPOOL_FREE(&none, block);
   VALGRIND_DESTROY_MEMPOOL(&none);
   own_alloc(60);
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   arena = next = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (arena == MAP_FAILED)
      return 1;
   if (argc > 1 && strcmp(argv[1], "unbalanced") == 0) {
      case_unbalanced();
      printf("case_unbalanced 110 2 60 1 0 0\n");
      return 0;
   }
   case_malloclike();
   printf("case_malloclike 300 2 100 1 0 0\n");
   case_pool();
   printf("case_pool 1060 4 40 2 0 0\n");
   case_resize();
   printf("case_resize 230 3 90 1 2 0\n");
   return 0;
}
