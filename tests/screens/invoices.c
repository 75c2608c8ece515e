/* invoices.c -- prices the lines of invoices from a price list.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_ARTICLES = 900, N_LINES = 16000 };

struct article {
   char code[12];
   uint32_t cents;
};

static struct article articles[N_ARTICLES];

static void make_code(char *code, unsigned number)
{
   snprintf(code, sizeof articles[0].code, "A%c-%05u", 'A' + number % 26,
            number * 7919 % 99991);
}

#ifdef FIXED
static int by_code(const void *a, const void *b)
{
   return strcmp(((const struct article *)a)->code, ((const struct article *)b)->code);
}
#endif

static const struct article *find(const char *code)
{
#ifdef FIXED
   struct article key;
   strcpy(key.code, code);
   return bsearch(&key, articles, N_ARTICLES, sizeof key, by_code); /* CURED */
#else
   for (int i = 0; i < N_ARTICLES; i++)        /* FAULT */
      if (strcmp(articles[i].code, code) == 0) /* FAULT */
         return &articles[i];
   return NULL;
#endif
}

/* Every tenth of a hundred and more is free. */
static uint64_t price(const char *code, unsigned amount)
{
   const struct article *article = find(code);
   if (article == NULL)
      return 0;
   return (uint64_t)article->cents * (amount >= 100 ? amount - amount / 10 : amount);
}

int main(void)
{
   for (unsigned i = 0; i < N_ARTICLES; i++) {
      make_code(articles[i].code, i);
      articles[i].cents = 99 + i * 613 % 20000;
   }
#ifdef FIXED
   qsort(articles, N_ARTICLES, sizeof articles[0], by_code);
#endif
   uint64_t total = 0;
   uint32_t seed = 4;
   for (int i = 0; i < N_LINES; i++) {
      char code[12];
      seed = seed * 1664525 + 1013904223;
      make_code(code, (seed >> 8) % N_ARTICLES);
      total += price(code, 1 + (seed >> 20) % 150);
   }
   printf("%llu.%02llu\n", (unsigned long long)total / 100,
          (unsigned long long)total % 100);
   return 0;
}
