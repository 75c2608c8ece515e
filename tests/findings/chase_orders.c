/* chase_orders.c -- open orders are in a list, in the order in which customers sent
   them, which is not that of memory; the twin has them in an array.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_ORDERS = 30000, N_DAYS = 8 };

typedef struct order {
   struct order *next;
   uint32_t id;
   uint32_t amount;
   uint64_t filled;
   char customer[40];
} order;

static uint32_t seed = 3;
static uint32_t next_random(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8;
}

/* Orders lie at random places of one array, as they do after a long day. */
static order *receive(order *orders)
{
   uint32_t *places = malloc(N_ORDERS * sizeof *places);
   if (places == NULL)
      exit(1);
   for (uint32_t i = 0; i < N_ORDERS; i++)
      places[i] = i;
#ifndef CURED
   for (uint32_t i = N_ORDERS - 1; i > 0; i--) {
      uint32_t other = next_random() % (i + 1), place = places[i];
      places[i] = places[other];
      places[other] = place;
   }
#endif
   order *first = NULL;
   for (uint32_t i = N_ORDERS; i-- > 0;) {
      order *this = &orders[places[i]];
      this->id = i;
      this->amount = i * 2654435761u >> 20;
      this->filled = 0;
      this->next = first;
      first = this;
   }
   free(places);
   return first;
}

static uint64_t fill(order *first, uint32_t price)
{
   uint64_t volume = 0;
   for (order *this = first; this != NULL; this = this->next) { /* FAULT: pointer-chase */
      this->filled += this->amount & price;                     /* FAULT: pointer-chase */
      volume += this->filled;
   }
   return volume;
}

/* Work of another kind: a price series. */
static uint32_t quote(uint32_t *prices, size_t n)
{
   uint32_t last = 1000;
   for (size_t i = 0; i < n; i++) {
      last += next_random() % 7 - 3;
      prices[i % 1024] = last ^ prices[(i + 512) % 1024];
   }
   return prices[7];
}

int main(void)
{
   static uint32_t prices[1024];
   order *orders = calloc(N_ORDERS, sizeof *orders);
   if (orders == NULL)
      return 1;
   order *first = receive(orders);
   uint64_t sum = 0;
   for (uint32_t day = 0; day < N_DAYS; day++) {
      seed = day;
      sum += fill(first, quote(prices, 150000));
   }
   printf("%llu\n", (unsigned long long)sum);
   free(orders);
   return 0;
}
