/* soak.h -- shared by the soak programs: their size, and their output of the expected
   profile.

   Standard output is for soak_profile.py.  NAME is a function; its sites are all
   with the function on their path:

      site NAME tb tbk gb gbk eb ebk   bytes and blocks in all, at the peak, at the
                                       end, by closed forms of the size
      paths NAME N                     the number of sites
      calls NAME N                     the number of calls, each with the same
                                       number of instructions
      total KEY N                      of heapprof's totals

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SOAK_H
#define SOAK_H

#include <stdio.h>
#include <stdlib.h>

typedef unsigned long ulong_t;

typedef struct {
   ulong_t bytes, blocks;
} soak_amount;

/* A function that is never inlined, cloned or removed, and is the same in each
   call. */
#define SOAK_FUNCTION __attribute__((noinline, noclone)) static

static inline void soak_die(const char *what)
{
   perror(what);
   exit(2);
}

/* The requested size: a multiple of `unit`. */
static inline ulong_t soak_size(int argc, char **argv, ulong_t unit)
{
   char *end = NULL;
   ulong_t n = argc > 1 ? strtoul(argv[1], &end, 10) : 0;
   if (n == 0 || *end != '\0' || n % unit != 0) {
      fprintf(stderr, "%s: expected a size, a multiple of %lu\n", argv[0], unit);
      exit(2);
   }
   return n;
}

static inline void *soak_block(size_t size_B)
{
   void *block = malloc(size_B);
   if (block == NULL)
      soak_die("malloc");
   return block;
}

static inline void soak_site(const char *name, soak_amount total, soak_amount peak,
                             soak_amount end)
{
   printf("site %s %lu %lu %lu %lu %lu %lu\n", name, total.bytes, total.blocks,
          peak.bytes, peak.blocks, end.bytes, end.blocks);
}

static inline void soak_number(const char *what, const char *name, ulong_t n)
{
   printf("%s %s %lu\n", what, name, n);
}

#endif
