/* heap_pages.c -- maps and unmaps in every way, and prints the largest and the
   final number of bytes that each case has mapped.  With an argument, that case
   only; or none, if there is none of the name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#define CASE(name) __attribute__((noinline)) static void name(void)

enum { PAGE = 4096 };

static char *checked(void *p)
{
   if (p == MAP_FAILED || p == NULL) {
      perror("heap_pages");
      exit(1);
   }
   return p;
}

static char *map(void *at, int pages, int flags)
{
   return checked(mmap(at, (size_t)pages * PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0));
}

CASE(case_plain)
{
   char *p = map(NULL, 10, 0);
   munmap(p, 10 * PAGE);
   map(NULL, 4, 0);
}

/* A length that is not of whole pages. */
CASE(case_odd_length)
{
   checked(mmap(NULL, 2 * PAGE + 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0));
}

CASE(case_partial)
{
   char *p = map(NULL, 10, 0);
   munmap(p + 3 * PAGE, 2 * PAGE); /* a hole */
   munmap(p, PAGE);                /* the start */
   munmap(p + 8 * PAGE, 2 * PAGE); /* the end */
   munmap(p + 3 * PAGE, 2 * PAGE); /* nothing is mapped there */
   munmap(p + 2 * PAGE, 4 * PAGE); /* across the hole */
}

/* Over the middle of a mapping, and across two mappings. */
CASE(case_fixed)
{
   char *p = map(NULL, 12, 0);
   map(p + 2 * PAGE, 3, MAP_FIXED);
   map(p + 4 * PAGE, 4, MAP_FIXED);
   map(p + 4 * PAGE, 4, MAP_FIXED);
}

__attribute__((noinline)) static char *map_below(void)
{
   return map(NULL, 6, 0);
}

CASE(case_over_second)
{
   map(map_below() + PAGE, 2, MAP_FIXED);
}

/* Of two neighbours, with one call. */
CASE(case_neighbours)
{
   char *room = map(NULL, 8, 0);
   munmap(room, 8 * PAGE);
   char *a = map(room, 4, MAP_FIXED);
   char *b = map(room + 4 * PAGE, 4, MAP_FIXED);
   munmap(a + 2 * PAGE, 4 * PAGE);
   munmap(b + 2 * PAGE, PAGE);
}

CASE(case_mremap)
{
   char *p = map(NULL, 4, 0);
   p = checked(mremap(p, 4 * PAGE, 9 * PAGE, MREMAP_MAYMOVE));
   p = checked(mremap(p, 9 * PAGE, 3 * PAGE, 0));
   char *to = map(NULL, 8, 0);
   p = checked(mremap(p, 3 * PAGE, 5 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
                      to));
   munmap(p + 5 * PAGE, PAGE);
}

CASE(case_brk)
{
   char *start = sbrk(0);
   if (brk(start + 20 * PAGE) != 0 || brk(start + 6 * PAGE) != 0
       || sbrk(3 * PAGE) == (void *)-1 || sbrk(-2 * PAGE) == (void *)-1)
      exit(1);
}

CASE(case_shm)
{
   int id = shmget(IPC_PRIVATE, 5 * PAGE, 0600);
   char *a = checked(shmat(id, NULL, 0));
   char *b = checked(shmat(id, NULL, 0));
   shmctl(id, IPC_RMID, NULL);
   b[0] = 1;
   shmdt(a);
}

CASE(case_protect)
{
   char *p = map(NULL, 6, 0);
   mprotect(p + PAGE, 2 * PAGE, PROT_NONE);
   munmap(p, 3 * PAGE);
}

CASE(case_failed)
{
   if (mmap(NULL, (size_t)1 << 60, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
            0) != MAP_FAILED || munmap((void *)1, PAGE) == 0)
      exit(1);
   map(NULL, 1, 0);
}

#define ROW(name, most, end) {#name, name, most, end}
static const struct {
   const char *name;
   void (*run)(void);
   int most, end; /* pages */
} cases[] = {
   ROW(case_plain, 10, 4), ROW(case_odd_length, 3, 3),
   ROW(case_partial, 10, 3), ROW(case_fixed, 12, 12),
   ROW(case_over_second, 6, 6), ROW(case_neighbours, 8, 3),
   ROW(case_mremap, 11, 7), ROW(case_brk, 20, 7), ROW(case_shm, 10, 5),
   ROW(case_protect, 6, 3), ROW(case_failed, 1, 1),
};

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
      if (argc == 1 || strcmp(argv[1], cases[i].name) == 0) {
         cases[i].run();
         printf("%s %d %d\n", cases[i].name, cases[i].most * PAGE,
                cases[i].end * PAGE);
      }
   return 0;
}
