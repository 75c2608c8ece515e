/* layout.c -- data whose layout costs misses, for tests/tool/layout.sh; with -DPADDED,
   rows of the table are longer, as the layout file says.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, COLUMNS = 512, ITEMS = 3000, ROUNDS = 5 };

#ifdef PADDED
enum { PAD = 8 };
#else
enum { PAD = 0 };
#endif

typedef struct item {
   struct item *next;
   char note[50];
   int value;
} item;

static double table[ROWS][COLUMNS + PAD] = { { 1 } };

static double sum_table(void)
{
   double sum = 0;
   for (int round = 0; round < ROUNDS; round++)
      for (int column = 0; column < COLUMNS; column++)
         for (int row = 0; row < ROWS; row++)
            sum += table[row][column];
   return sum;
}

static item *add_item(item *before, int value)
{
   item *new = malloc(sizeof *new);
   if (new == NULL)
      exit(1);
   new->next = before;
   new->value = value;
   snprintf(new->note, sizeof new->note, "item %d of %d", value, ITEMS);
   return new;
}

static long sum_items(const item *first)
{
   long sum = 0;
   for (const item *i = first; i != NULL; i = i->next)
      sum += i->value;
   return sum;
}

static void *run(void *context)
{
   item *first = NULL;
   for (int i = 0; i < ITEMS; i++)
      first = add_item(first, i);
   long sum = 0;
   for (int i = 0; i < ROUNDS; i++)
      sum += sum_items(first);
   item copy = *first;
   first->next = copy.next;
   for (item *i = first, *next; i != NULL; i = next) {
      next = i->next;
      free(i);
   }
   *(long *)context = sum;
   return NULL;
}

/* An argument: the second half is a thread's. */
int main(int argc, char **argv)
{
   long sums[2];
   pthread_t thread;
   run(&sums[0]);
   if (argc > 1 && pthread_create(&thread, NULL, run, &sums[1]) != 0)
      return 1;
   if (argc > 1)
      pthread_join(thread, NULL);
   else
      run(&sums[1]);
   printf("%g %ld %ld\n", sum_table(), sums[0], sums[1]);
   return argc > 1 && strcmp(argv[1], "thread") != 0;
}
