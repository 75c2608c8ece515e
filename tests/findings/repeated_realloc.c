/* repeated_realloc.c -- a list of tokens grows by one at a time, beside another that
   does; the twin doubles them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_TOKENS = 8000, N_TEXTS = 3 };

typedef struct {
   uint64_t *items;
   size_t n, room;
} list;

static void append(list *l, uint64_t item)
{
#ifdef CURED
   if (l->n == l->room) {
      l->room = l->room ? 2 * l->room : 16;
      l->items = realloc(l->items, l->room * sizeof *l->items);
   }
#else
   l->items = realloc(l->items, /* FAULT: realloc-by-one */
                      (l->n + 1) * sizeof *l->items);
#endif
   if (l->items == NULL)
      exit(1);
   l->items[l->n++] = item;
}

static uint32_t seed = 83;
static uint32_t next_random(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8;
}

/* Names and numbers come in turn. */
static void read_text(list *names, list *numbers)
{
   for (size_t i = 0; i < N_TOKENS; i++) {
      append(names, next_random());
      append(numbers, next_random() % 1000);
   }
}

static uint64_t sign(const list *l)
{
   uint64_t sum = 1;
   for (int round = 0; round < 60; round++)
      for (size_t i = 0; i < l->n; i++)
         sum = (sum ^ sum >> 11) * 5 + l->items[i];
   return sum;
}

int main(void)
{
   uint64_t sum = 0;
   for (int i = 0; i < N_TEXTS; i++) {
      list names = { NULL, 0, 0 }, numbers = { NULL, 0, 0 };
      read_text(&names, &numbers);
      sum = sum * 3 + sign(&names) + sign(&numbers);
      free(names.items);
      free(numbers.items);
   }
   printf("%llu\n", (unsigned long long)sum);
   return 0;
}
