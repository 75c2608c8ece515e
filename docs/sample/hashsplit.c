/* hashsplit.c -- hashjoin.c with what a look-up needs of a customer in 24 bytes, and the
   names in an array of their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

enum { CUSTOMERS = 20000, ORDERS = 100000, BUCKETS = 4096, CITIES = 16 };

typedef struct Node {
   struct Node *next;
   long id;
   int city;
} Node;

typedef struct {
   long customer;
   int amount;
} Order;

static Node nodes[CUSTOMERS];
static char names[CUSTOMERS][48];
static long n_nodes;
static Node *buckets[BUCKETS];
static long sums[CITIES];

static void add_customer(long id)
{
   Node *node = &nodes[n_nodes];
   snprintf(names[n_nodes++], sizeof names[0], "customer number %ld", id);
   node->id = id;
   node->city = (int)(id % CITIES);
   node->next = buckets[id % BUCKETS];
   buckets[id % BUCKETS] = node;
}

static const Node *find(long id)
{
   const Node *node = buckets[id % BUCKETS];
   while (node != NULL && node->id != id)
      node = node->next;
   return node;
}

static void join(const Order *orders)
{
   for (long i = 0; i < ORDERS; i++) {
      const Node *node = find(orders[i].customer);
      if (node != NULL)
         sums[node->city] += orders[i].amount;
   }
}

int main(void)
{
   Order *orders = malloc(ORDERS * sizeof *orders);
   unsigned random = 1;
   if (orders == NULL)
      return EXIT_FAILURE;
   for (long id = 0; id < CUSTOMERS; id++)
      add_customer(id * 7919 % 1000003);
   for (long i = 0; i < ORDERS; i++) {
      random = random * 1664525 + 1013904223;
      orders[i].customer = (random >> 8) % CUSTOMERS * 7919 % 1000003;
      orders[i].amount = (int)(i % 100);
   }
   join(orders);
   printf("%ld\n", sums[7]);
   free(orders);
   return EXIT_SUCCESS;
}
