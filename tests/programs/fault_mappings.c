/* fault_mappings.c -- maps, unmaps, moves, grows and shrinks pages at random: by mmap
   over existing mappings, mremap, munmap of parts, brk, shared memory.  It keeps a
   model of the map and compares the model with the kernel's map.  Prints the largest
   and the final number of mapped bytes.

   fault_mappings SEED    0: nothing at all
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

enum { PAGE_B = 4096, AREA = 400, STEPS = 3000, MOST_LENGTH = 24, SHARED = 6,
       BREAK_B = 100 * PAGE_B };

static char *area;
static int owner[AREA]; /* of each page: the number of its mapping; 0: none */
static int n_mappings;
static struct {
   char *at;
   size_t pages;
} shared[SHARED];
static uintptr_t first_break, now_break;
static size_t most_pages;
static int file;
static uint32_t state;

static int below(int n)
{
   state = state * 1103515245u + 12345u;
   return (int)((state >> 8) % (uint32_t)n);
}

static uintptr_t page_end(uintptr_t address)
{
   return (address + PAGE_B - 1) / PAGE_B;
}

static size_t count(void)
{
   size_t n = page_end(now_break) - page_end(first_break);
   for (int i = 0; i < AREA; i++)
      n += owner[i] != 0;
   for (int i = 0; i < SHARED; i++)
      n += shared[i].at != NULL ? shared[i].pages : 0;
   if (n > most_pages)
      most_pages = n;
   return n;
}

static void set(int from, int n, int number)
{
   for (int i = from; i < from + n; i++)
      owner[i] = number;
}

/* A range of the area. */
static int range(int *n)
{
   *n = 1 + below(MOST_LENGTH);
   return below(AREA - *n);
}

/* A range within one mapping, if there is one. */
static int of_one(int *n)
{
   for (int try = 0; try < 20; try++) {
      int at = range(n), i = 0;
      while (i < *n && owner[at + i] != 0 && owner[at + i] == owner[at])
         i++;
      if (i == *n)
         return at;
   }
   return -1;
}

static void map_over(void)
{
   int n, at = range(&n), of_file = below(4) == 0;
   size_t odd_B = below(2) == 0 ? 100 : 0; /* not always whole pages */
   char *p = mmap(area + at * PAGE_B, (size_t)n * PAGE_B - odd_B,
                  PROT_READ | PROT_WRITE,
                  MAP_FIXED | (of_file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS),
                  of_file ? file : -1, 0);
   if (p != MAP_FAILED)
      set(at, n, ++n_mappings);
}

static void unmap(void)
{
   int n, at = range(&n);
   if (munmap(area + at * PAGE_B, (size_t)n * PAGE_B) == 0)
      set(at, n, 0);
}

/* Grows or shrinks in place, if possible. */
static void resize(void)
{
   int n, at = of_one(&n), to = 1 + below(MOST_LENGTH);
   if (at < 0 || at + to > AREA)
      return;
   for (int i = n; i < to; i++)
      if (owner[at + i] != 0)
         return; /* not the end of the mapping */
   if (mremap(area + at * PAGE_B, (size_t)n * PAGE_B, (size_t)to * PAGE_B, 0)
       == MAP_FAILED)
      return;
   int number = owner[at];
   if (to < n)
      set(at + to, n - to, 0);
   set(at, to, number);
}

/* Moves over existing mappings, perhaps with another size. */
static void move(void)
{
   int n, at = of_one(&n), to = below(AREA - MOST_LENGTH);
   int n_to = below(2) == 0 ? n : 1 + below(MOST_LENGTH);
   if (at < 0 || (to < at + n && at < to + n_to))
      return;
   if (mremap(area + at * PAGE_B, (size_t)n * PAGE_B, (size_t)n_to * PAGE_B,
              MREMAP_MAYMOVE | MREMAP_FIXED, area + to * PAGE_B)
       == MAP_FAILED)
      return;
   set(at, n, 0);
   set(to, n_to, ++n_mappings);
}

/* Changes no mapping. */
static void protect(void)
{
   int n, at = range(&n);
   mprotect(area + at * PAGE_B, (size_t)n * PAGE_B,
            below(2) == 0 ? PROT_READ | PROT_WRITE : PROT_READ);
   madvise(area + at * PAGE_B, (size_t)n * PAGE_B, MADV_DONTNEED);
}

static void move_break(void)
{
   uintptr_t to = first_break + (uintptr_t)below(BREAK_B);
   if (brk((void *)to) == 0)
      now_break = to;
}

static void share(void)
{
   int i = below(SHARED);
   if (shared[i].at != NULL) {
      if (shmdt(shared[i].at) != 0)
         abort();
      shared[i].at = NULL;
      return;
   }
   size_t pages = 1 + (size_t)below(10);
   int id = shmget(IPC_PRIVATE, pages * PAGE_B - 77, 0600);
   char *p = shmat(id, NULL, 0);
   shmctl(id, IPC_RMID, NULL);
   if (p == (char *)-1)
      return;
   shared[i].at = p;
   shared[i].pages = pages;
}

static void step(void)
{
   switch (below(8)) {
   case 0: case 1: map_over(); break;
   case 2: unmap(); break;
   case 3: resize(); break;
   case 4: move(); break;
   case 5: protect(); break;
   case 6: move_break(); break;
   default: share();
   }
}

/* The kernel's map equals the model. */
static void check(void)
{
   unsigned char in_memory;
   for (int i = 0; i < AREA; i++)
      if ((mincore(area + i * PAGE_B, PAGE_B, &in_memory) == 0)
          != (owner[i] != 0)) {
         fprintf(stderr, "fault_mappings: page %d is %smapped\n", i,
                 owner[i] != 0 ? "not " : "");
         exit(1);
      }
}

__attribute__((noinline)) static void case_random(uint32_t seed)
{
   state = seed;
   /* At addresses that nothing else uses, not even in a hole. */
   area = mmap((void *)(uintptr_t)0x1000000000, (size_t)AREA * PAGE_B, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   file = memfd_create("fault_mappings", 0);
   if (area == MAP_FAILED || file < 0
       || ftruncate(file, MOST_LENGTH * PAGE_B) != 0)
      exit(1);
   set(0, AREA, ++n_mappings);
   first_break = now_break = (uintptr_t)sbrk(0);
   for (int i = 0; i < STEPS; i++) {
      count();
      step();
   }
   check();
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc != 2)
      return 2;
   if (atoi(argv[1]) > 0)
      case_random((uint32_t)atoi(argv[1]));
   size_t pages = area != NULL ? count() : 0;
   printf("most %zu\nend %zu\n", most_pages * PAGE_B, pages * PAGE_B);
   return 0;
}
