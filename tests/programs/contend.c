/* contend.c -- four threads that allocate, and take turns in an order that depends on the
   schedule.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, TIMES = 3000, LINKS = 97 };

typedef struct item {
   struct item *next;
   uint64_t value;
} item;

static item *heads[LINKS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Adds an item at its place, so that the work depends on what others added. */
static void add(item *new)
{
   item **at = &heads[new->value % LINKS];
   while (*at != NULL && (*at)->value < new->value)
      at = &(*at)->next;
   new->next = *at;
   *at = new;
}

static void *work(void *argument)
{
   uint64_t x = (uint64_t)(uintptr_t)argument;
   for (int i = 0; i < TIMES; i++) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      item *new = malloc(sizeof *new + x % 64);
      if (new == NULL)
         abort();
      new->value = x >> 40;
      pthread_mutex_lock(&mutex);
      add(new);
      pthread_mutex_unlock(&mutex);
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[THREADS];
   uint64_t sum = 0;
   for (uintptr_t i = 0; i < THREADS; i++)
      if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
         return 1;
   for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   for (int i = 0; i < LINKS; i++)
      for (const item *at = heads[i]; at != NULL; at = at->next)
         sum += at->value;
   printf("%d\n", (int)(sum % 1000));
   return 0;
}
