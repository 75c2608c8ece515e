/* fault_sizes.c -- asks every allocation function for impossible sizes, and prints
   the results, which are the same under every tool.  With "cases", it prints the
   expected cases instead, as heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE(name) __attribute__((noinline)) static void *name(size_t size)

/* Unknown to the compiler. */
static void *volatile kept;
static volatile size_t most = SIZE_MAX;

static void *use(void *p)
{
   kept = p;
   return kept;
}

CASE(case_malloc) { return use(malloc(size)); }
CASE(case_calloc) { return use(calloc(1, size)); }
CASE(case_calloc_product) { return use(calloc(size, 16)); }
CASE(case_calloc_wraps) /* to 16 */
{
   return use(calloc(size - size % 16 + 1, most / 16 * 16));
}
CASE(case_realloc_null) { return use(realloc(NULL, size)); }
CASE(case_reallocarray) { return use(reallocarray(NULL, size, 8)); }
CASE(case_memalign) { return use(memalign(64, size)); }
CASE(case_aligned_alloc) { return use(aligned_alloc(64, size)); }
CASE(case_valloc) { return use(valloc(size)); }
CASE(case_pvalloc) { return use(pvalloc(size)); }

CASE(case_posix_memalign)
{
   void *p = NULL;
   errno = posix_memalign(&p, 64, size);
   return use(p);
}

CASE(case_realloc)
{
   char *block = malloc(40);
   void *moved;
   strcpy(use(block), "it is still there");
   moved = use(realloc(block, size));
   int error = errno;
   if (moved != NULL || strcmp(block, "it is still there") != 0)
      abort();
   free(block);
   errno = error;
   return moved;
}

static const struct {
   const char *name;
   void *(*ask)(size_t);
} cases[] = {
   {"case_malloc", case_malloc},
   {"case_calloc", case_calloc},
   {"case_calloc_product", case_calloc_product},
   {"case_calloc_wraps", case_calloc_wraps},
   {"case_realloc_null", case_realloc_null},
   {"case_reallocarray", case_reallocarray},
   {"case_memalign", case_memalign},
   {"case_aligned_alloc", case_aligned_alloc},
   {"case_valloc", case_valloc},
   {"case_pvalloc", case_pvalloc},
   {"case_posix_memalign", case_posix_memalign},
   {"case_realloc", case_realloc},
};

static const size_t sizes[] = {
   SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 15, SIZE_MAX - 4096, SIZE_MAX / 2 + 1,
   SIZE_MAX / 2, SIZE_MAX / 2 - 4096, SIZE_MAX / 4, (size_t)1 << 60,
};

enum {
   ROUNDS = 50,
   CASES = sizeof cases / sizeof cases[0],
   SIZES = sizeof sizes / sizeof sizes[0],
};

static void tell_results(void)
{
   for (int i = 0; i < CASES; i++)
      for (int k = 0; k < SIZES; k++) {
         errno = 0;
         void *block = cases[i].ask(sizes[k]);
         printf("%s %zx: %s, %d\n", cases[i].name, sizes[k],
                block == NULL ? "NULL" : "a block", errno);
      }
}

static void tell_cases(void)
{
   for (int i = 0; i < CASES; i++) {
      for (int n = 0; n < ROUNDS; n++)
         for (int k = 0; k < SIZES; k++)
            if (cases[i].ask(sizes[k]) != NULL)
               abort();
      if (cases[i].ask == case_realloc)
         printf("%s %d %d 0 0 0 %d\n", cases[i].name, ROUNDS * SIZES * 40,
                ROUNDS * SIZES, ROUNDS * SIZES);
      else
         printf("%s 0 0 0 0 0 %d\n", cases[i].name, ROUNDS * SIZES);
   }
}

int main(int argc, char **argv)
{
   static char buffer[16384];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc > 1 && strcmp(argv[1], "cases") == 0)
      tell_cases();
   else
      tell_results();
   return 0;
}
