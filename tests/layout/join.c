/* join.c -- a hash join: a table with chains finds the customer of each order.
   Layouts: 1 what look-ups read apart from the rest; 2 the same, in front; 3 a pool.
   Objects: add_customer
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum { CUSTOMERS = 20000, LOOKUPS = 800000 * TIMES, BUCKETS = 8192, CITIES = 16 };

#if LAYOUT == 1
typedef struct Node {
   struct Node *next;
   long id;
   int city;
} Node;
typedef struct {
   char name[52];
} Name;
static Name *names;
#define NAME(node) (names[(node) - pool].name)
#elif LAYOUT == 2
typedef struct Node {
   struct Node *next;
   long id;
   int city;
   char name[52];
} Node;
#define NAME(node) ((node)->name)
#else
typedef struct Node {
   struct Node *next;
   char name[52];
   int city;
   long id;
} Node;
#define NAME(node) ((node)->name)
#endif

static Node *buckets[BUCKETS];
static long sums[CITIES];

#if LAYOUT == 1 || LAYOUT == 3
static Node *pool;
static size_t n_nodes;
#endif

static __attribute__((noinline)) void add_customer(long id)
{
#if LAYOUT == 1 || LAYOUT == 3
   if (pool == NULL) {
      pool = malloc(CUSTOMERS * sizeof *pool);
#if LAYOUT == 1
      names = malloc(CUSTOMERS * sizeof *names);
#endif
   }
   Node *node = &pool[n_nodes++];
#else
   Node *node = malloc(sizeof *node);
#endif
   memset(NAME(node), 'a' + (int)(id % 26), sizeof NAME(node));
   node->id = id;
   node->city = (int)(id % CITIES);
   node->next = buckets[id % BUCKETS];
   buckets[id % BUCKETS] = node;
}

static Node *find(long id)
{
   Node *node = buckets[id % BUCKETS];
   while (node != NULL && node->id != id)
      node = node->next;
   return node;
}

int main(void)
{
   unsigned random = 1;
   long letters = 0;
   for (long i = 0; i < CUSTOMERS; i++)
      add_customer(i * 7919 % 1000003);
   for (int i = 0; i < LOOKUPS; i++) {
      random = random * 1664525 + 1013904223;
      Node *node = find((random >> 8) % CUSTOMERS * 7919L % 1000003);
      sums[node->city] += i % 100;
      if (i % 8 == 0)
         letters += NAME(node)[i % 52];
   }
   printf("%ld %ld\n", sums[7], letters);
   return 0;
}
