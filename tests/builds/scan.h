/* scan.h -- the parts of scan.c.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>

#ifdef PLANT
/* More work for the function that calls it: what a gate must find. */
#define PLANTED(n) \
   for (volatile int planted = 0; planted < (n); planted++) \
      ;
#else
#define PLANTED(n)
#endif

typedef struct {
   const char *text;
   size_t at, n;
   unsigned long sum;
   int depth;
} scan;

unsigned long words_count(scan *s);
unsigned long numbers_sum(const char *text, size_t n);
unsigned long table_fill(unsigned n);
unsigned long table_find(unsigned n);
void table_free(void);
