/* keeps.c -- owners of several kinds, and lost blocks, for tests/browser/views.sh.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct item {
   struct item *next;
   char *text;
};
static struct item *list;
static char *table[40];
static char *volatile middle;

static void push(int size)
{
   struct item *item = malloc(sizeof *item);
   item->text = memset(malloc(size), 'x', size);
   item->next = list;
   list = item;
}

static void fill(int from, int to)
{
   for (int i = from; i < to; i++)
      table[i] = calloc(1, 200);
}

static void lose(void)
{
   struct item *volatile a = malloc(sizeof *a), *volatile b = malloc(sizeof *b);
   a->next = b;
   b->next = a;
   for (int i = 0; i < 5; i++)
      a->text = malloc(30);
   middle = (char *)malloc(500) + 100;
}

/* Longer than all before, so that nothing is read in the second half. */
static void wait(void)
{
   for (volatile int i = 0; i < 500000; i++)
      continue;
}

int main(void)
{
   char **local = calloc(10, sizeof *local);
   for (int i = 0; i < 10; i++)
      local[i] = calloc(1, 100 * i);
   for (int i = 0; i < 100; i++)
      push(100);
   free(calloc(1, 20000)); /* the peak */
   fill(0, 40);
   lose();
   wait();
   _exit(local[9][0]); /* main keeps it until then */
}
