/* heap_arena.c -- a program with its own allocator of blocks in memory that it
   maps.

      heap_arena mmap|brk|told|buffer MIB

   MIB MiB in blocks of 100 bytes, by mmap or brk; told: by mmap, with client requests
   for the blocks.  buffer: no allocator; a mapping like that of a file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <valgrind/valgrind.h>

enum { CHUNK_B = 1 << 20, BLOCK_B = 100 };

static int by_brk, is_told;
static char *place, *end;

__attribute__((noinline)) static void arena_grow(void)
{
   void *chunk = by_brk ? sbrk(CHUNK_B)
                        : mmap(NULL, CHUNK_B, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (chunk == MAP_FAILED)
      exit(1);
   place = chunk;
   end = place + CHUNK_B;
}

__attribute__((noinline)) static void *arena_alloc(size_t size)
{
   if (place == NULL || (size_t)(end - place) < size)
      arena_grow();
   void *block = place;
   place += size;
   if (is_told)
      VALGRIND_MALLOCLIKE_BLOCK(block, size, 0, 0);
   return block;
}

__attribute__((noinline)) static void *map_buffer(size_t size)
{
   return mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(int argc, char **argv)
{
   if (argc < 3)
      return 2;
   size_t n = (size_t)atoi(argv[2]) * (CHUNK_B / BLOCK_B);
   by_brk = strcmp(argv[1], "brk") == 0;
   is_told = strcmp(argv[1], "told") == 0;
   void *volatile known = malloc(10); /* by a function that is watched */
   free(known);
   if (strcmp(argv[1], "buffer") == 0)
      return map_buffer(n * BLOCK_B) == MAP_FAILED;
   for (size_t i = 0; i < n; i++)
      memset(arena_alloc(BLOCK_B), 1, BLOCK_B);
   return 0;
}
