/* words.c -- the words of a text.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "scan.h"

#include <stdio.h>
#include <stdlib.h>

/* Of a structure it needs two members: they are passed in its place. */
static __attribute__((noinline)) int is_space(const scan *s)
{
   return s->text[s->at] == ' ' || s->text[s->at] == '\0';
}

/* Most calls end at once: that half is inlined, the rest is a function of its own. */
static int nested(scan *s, int depth)
{
   if (depth < 6)
      return depth;
   unsigned long sum = 0;
   for (int i = 0; i < 20; i++)
      sum = sum * 33 + (unsigned char)s->text[(s->at + (size_t)i * 7) % s->n];
   s->sum += sum % 1000;
   if (sum == 12345) {
      fprintf(stderr, "words: %lu at %zu\n", sum, s->at);
      abort();
   }
   return (int)(sum % 7);
}

/* The error is far from everything else: a cold half. */
static __attribute__((noinline)) unsigned long one_word(scan *s, size_t end)
{
   unsigned long hash = 5381;
   for (size_t i = s->at; i < end; i++) {
      hash = hash * 33 + (unsigned char)s->text[i];
      if (__builtin_expect(s->text[i] < 0, 0)) {
         fprintf(stderr, "words: a byte of %d at %zu\n", s->text[i], i);
         exit(1);
      }
   }
   s->depth = nested(s, (int)(end - s->at));
   return hash % 1009;
}

unsigned long words_count(scan *s)
{
   unsigned long sum = 0;
   while (s->at < s->n) {
      while (s->at < s->n && is_space(s))
         s->at++;
      size_t end = s->at;
      while (end < s->n && s->text[end] != ' ')
         end++;
      if (end > s->at)
         sum += one_word(s, end);
      sum += (unsigned)nested(s, (int)(end - s->at) - 1);
      s->at = end;
   }
   return sum;
}
