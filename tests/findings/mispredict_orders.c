/* mispredict_orders.c -- orders above a limit go another way than those below, in the
   order of arrival; in the twin they come sorted by amount.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef CURED
#include <string.h>
#endif

enum { N_ORDERS = 60000, N_DAYS = 8, N_AMOUNTS = 10000 };

typedef struct {
   uint32_t amount;
   uint32_t customer;
} order;

typedef struct {
   uint64_t large, small;
   uint64_t by_customer[64];
} totals;

static uint32_t seed = 19;
static uint32_t next_random(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8;
}

#ifdef CURED
static void sort_by_amount(order *orders)
{
   static order sorted[N_ORDERS];
   static uint32_t place[N_AMOUNTS + 1];
   for (size_t i = 0; i < N_ORDERS; i++)
      place[orders[i].amount + 1]++;
   for (size_t amount = 0; amount < N_AMOUNTS; amount++)
      place[amount + 1] += place[amount];
   for (size_t i = 0; i < N_ORDERS; i++)
      sorted[place[orders[i].amount]++] = orders[i];
   memcpy(orders, sorted, sizeof sorted);
}
#endif

static void receive(order *orders)
{
   for (size_t i = 0; i < N_ORDERS; i++)
      orders[i] = (order){ next_random() % N_AMOUNTS, next_random() % 64 };
#ifdef CURED
   sort_by_amount(orders);
#endif
}

static void classify(const order *orders, totals *t, uint32_t limit)
{
   for (size_t i = 0; i < N_ORDERS; i++) {
      if (orders[i].amount > limit) { /* FAULT: mispredict */
         t->large += orders[i].amount - limit;
         t->by_customer[orders[i].customer]++;
      } else {
         t->small += orders[i].amount ^ limit;
      }
   }
}

/* Work of another kind. */
static uint32_t sign(uint32_t sum, int n)
{
   for (int i = 0; i < n; i++)
      sum = (sum << 5 | sum >> 27) + 0x9e3779b9u;
   return sum;
}

int main(void)
{
   order *orders = malloc(N_ORDERS * sizeof *orders);
   if (orders == NULL)
      return 1;
   receive(orders);
   totals t = { 0 };
   uint32_t sum = 1;
   for (uint32_t day = 0; day < N_DAYS; day++) {
      classify(orders, &t, 4500 + day * 100);
      sum = sign(sum, 300000);
   }
   for (size_t i = 0; i < 64; i++)
      sum = sum * 3 + (uint32_t)t.by_customer[i];
   printf("%llu\n", (unsigned long long)(sum + t.large + t.small));
   free(orders);
   return 0;
}
