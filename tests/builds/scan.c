/* scan.c -- reads words and numbers: functions of the kinds that compilers make parts,
   copies and cold halves of.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_B = 40000, ROUNDS = 4 };

/* Of the same name as one of numbers.c. */
static __attribute__((noinline)) unsigned step(unsigned x)
{
   return x * 1103515245u + 12345u;
}

static char *make_text(void)
{
   char *text = malloc(TEXT_B + 1);
   unsigned x = 7;
   for (size_t i = 0; i < TEXT_B; i++) {
      x = step(x);
      unsigned kind = x >> 28;
      text[i] = kind < 3   ? ' '
                : kind < 8 ? (char)('0' + (x >> 16) % 10)
                           : (char)('a' + (x >> 16) % 26);
   }
   text[TEXT_B] = '\0';
   return text;
}

/* Two ways to weigh, of which each caller wants one: a copy for each constant. */
static __attribute__((noinline)) unsigned long weigh(const char *text, size_t n, int mode)
{
   unsigned long sum = 0;
   for (size_t i = 0; i < n; i++)
      switch (mode) {
      case 0: sum += (unsigned char)text[i]; break;
      case 1: sum ^= (unsigned long)text[i] << i % 8; break;
      default: sum = sum * 31 + (unsigned char)text[i]; break;
      }
   return sum;
}

#if defined __x86_64__ && !defined ONE_TARGET
__attribute__((target_clones("avx2", "default")))
#endif
unsigned long
blend(const char *a, const char *b, size_t n)
{
   unsigned long sum = 0;
   for (size_t i = 0; i < n; i++)
      sum += (unsigned)(a[i] * b[n - 1 - i]);
   return sum;
}

int main(int argc, char **argv)
{
   char *text = make_text();
   unsigned long sum = 0;
   unsigned scale = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
   for (unsigned round = 0; round < ROUNDS * scale; round++) {
      scan s = { .text = text, .n = TEXT_B };
      sum += words_count(&s) + s.sum;
      sum += numbers_sum(text, TEXT_B);
      sum += weigh(text, TEXT_B / 2, 2) + weigh(text + 1, TEXT_B / 2, 2);
      sum += blend(text, text, TEXT_B);
   }
   sum += table_fill(3000 * scale) + table_find(3000 * scale);
   table_free();
   free(text);
   printf("%lu\n", sum);
}
