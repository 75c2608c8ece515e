/* fault_alignment.c -- asks for invalid and too large alignments, and prints
   the results.  With "count", it also prints the numbers of blocks, of bytes and of
   refused requests.
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

static void *volatile kept;
static size_t bytes, blocks, failed;

static void *use(void *p)
{
   kept = p;
   return kept;
}

/* Prints whether the block has the requested alignment, and writes to all of the
   block. */
static void tell(const char *function, size_t alignment, size_t size, void *p,
                 int error)
{
   printf("%s(%#zx, %#zx): ", function, alignment, size);
   if (p == NULL) {
      printf("NULL, %d\n", error);
      failed++;
      return;
   }
   memset(p, 1, size);
   int is_power = (alignment & (alignment - 1)) == 0 && alignment != 0;
   printf("a block%s, %d\n",
          !is_power ? "" : (uintptr_t)p % alignment == 0 ? ", aligned"
                                                         : ", NOT aligned",
          error);
   bytes += size == 0 ? 1 : size;
   blocks++;
   free(p);
}

__attribute__((noinline)) static void ask(size_t alignment, size_t size)
{
   static int untouched;
   void *p = &untouched;
   int result = posix_memalign(&p, alignment, size);
   if (result != 0 && p != &untouched)
      abort();
   tell("posix_memalign", alignment, size, result == 0 ? use(p) : NULL, result);
   errno = 0;
   p = use(memalign(alignment, size));
   tell("memalign", alignment, size, p, errno);
   errno = 0;
   p = use(aligned_alloc(alignment, size));
   tell("aligned_alloc", alignment, size, p, errno);
}

int main(int argc, char **argv)
{
   static char buffer[65536];
   static volatile size_t alignments[] = {
      0, 1, 2, 3, 4, 7, 8, 12, 16, 24, 48, 63, 64, 65, 100, 4095, 4096, 4097,
      12288, 1 << 20, (size_t)1 << 24, (size_t)1 << 40, (size_t)1 << 62,
      (size_t)1 << 63, SIZE_MAX / 2, SIZE_MAX / 2 + 2, SIZE_MAX - 1, SIZE_MAX,
   };
   static volatile size_t sizes[] = {
      0, 1, 100, 5000, SIZE_MAX / 2, SIZE_MAX - 4096, SIZE_MAX - 16, SIZE_MAX,
   };
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   for (size_t i = 0; i < sizeof alignments / sizeof alignments[0]; i++)
      for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
         ask(alignments[i], sizes[k]);
   if (argc > 1 && strcmp(argv[1], "count") == 0)
      printf("bytes %zu\nblocks %zu\nfailed %zu\n", bytes, blocks, failed);
   return 0;
}
