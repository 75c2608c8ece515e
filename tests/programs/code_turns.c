/* code_turns.c -- functions that lie in one set of a first level for code, called in an
   order by chance.  So a fetch that enters one is rarely to the latest line of the set;
   most of what loops in one are, and of those that enter one five times in a row.  Some
   read memory, which may drive the line out of a level that includes the first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <unistd.h>

static unsigned memory[4096 / sizeof(unsigned)][16];

/* Each has its own number: equal ones might be merged. */
#define FUNCTION(name, number, reads, loops) \
   static __attribute__((noinline, aligned(4096))) unsigned name(unsigned x) \
   { \
      if (reads) \
         x += ((volatile unsigned(*)[16])memory)[x >> 26][0]; \
      for (int n = loops; n > 0; n--) \
         x = (x ^ (x >> 7)) * number; \
      return x * number + 1; \
   }

FUNCTION(a, 5, 0, 0)
FUNCTION(b, 7, 0, 0)
FUNCTION(c, 11, 0, 4)
FUNCTION(d, 13, 1, 0)
FUNCTION(e, 17, 1, 4)
FUNCTION(f, 19, 1, 4)
FUNCTION(g, 23, 0, 0)
FUNCTION(h, 29, 0, 0)

typedef unsigned function(unsigned);

int main(void)
{
   static function *const functions[] = { a, b, c, d, e, f, g, h };
   unsigned x = 1, chance = 1;
   for (int n = 0; n < 74000; n++) {
      chance = chance * 1103515245 + 12345;
      unsigned which = (chance >> 16) % 8;
      for (int left = which < 6 ? 1 : 5; left > 0; left--)
         x = functions[which](x ^ chance);
      /* Code has asked twice by now, each 4,096 passes, and becomes hot. */
      if (n == 69000)
         getppid();
   }
   return x == 0;
}
