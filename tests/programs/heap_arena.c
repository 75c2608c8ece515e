/* heap_arena.c -- a program with its own allocator of blocks in memory that it
   maps.

      heap_arena mmap|brk|told|buffer|shared|file|sysv|remap MIB [fork|daemon]

   MIB MiB in blocks of 100 bytes, by mmap or brk; told: by mmap, with client requests
   for the blocks.  The others have no allocator; buffer: a mapping like that of a file;
   shared, file, sysv: memory shared by processes; remap: shared memory that grows.
   fork: afterwards a child, which allocates a little.  daemon: a child does it all.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
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

/* Writable memory that other processes may share. */
__attribute__((noinline)) static void *share(const char *how, size_t size)
{
   int prot = PROT_READ | PROT_WRITE;
   if (strcmp(how, "sysv") == 0) {
      int id = shmget(IPC_PRIVATE, size, 0600);
      void *at = shmat(id, NULL, 0);
      shmctl(id, IPC_RMID, NULL);
      return at;
   }
   if (strcmp(how, "file") == 0) {
      int fd = memfd_create("heap_arena", 0);
      return ftruncate(fd, (off_t)size) != 0
                ? MAP_FAILED : mmap(NULL, size, prot, MAP_SHARED, fd, 0);
   }
   if (strcmp(how, "remap") == 0) {
      void *at = mmap(NULL, CHUNK_B, prot, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      return mremap(at, CHUNK_B, size, MREMAP_MAYMOVE);
   }
   return mmap(NULL, size, prot, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static int is_shared(const char *how)
{
   return strcmp(how, "shared") == 0 || strcmp(how, "file") == 0
          || strcmp(how, "sysv") == 0 || strcmp(how, "remap") == 0;
}

/* A child that allocates a little, and ends. */
static int run_child(void)
{
   int status = 1;
   if (fork() == 0) {
      free(malloc(20));
      exit(0);
   }
   wait(&status);
   return status;
}

/* The parent ends with its child, which goes on. */
static void become_child(void)
{
   int status = 1;
   if (fork() == 0)
      return;
   wait(&status);
   exit(status != 0);
}

int main(int argc, char **argv)
{
   if (argc < 3)
      return 2;
   size_t n = (size_t)atoi(argv[2]) * (CHUNK_B / BLOCK_B);
   int is_daemon = argc > 3 && strcmp(argv[3], "daemon") == 0;
   by_brk = strcmp(argv[1], "brk") == 0;
   is_told = strcmp(argv[1], "told") == 0;
   void *volatile known = malloc(10); /* by a function that is watched */
   free(known);
   if (strcmp(argv[1], "buffer") == 0)
      return map_buffer(n * BLOCK_B) == MAP_FAILED;
   if (is_shared(argv[1]))
      return share(argv[1], n * BLOCK_B) == MAP_FAILED;
   if (is_daemon)
      become_child();
   for (size_t i = 0; i < n; i++)
      memset(arena_alloc(BLOCK_B), 1, BLOCK_B);
   return argc > 3 && !is_daemon ? run_child() : 0;
}
