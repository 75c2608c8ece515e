/* fetch_rules.c -- 512 rules that a generator wrote judge one order after the other,
   all of them; the twin judges all orders by one rule, then by the next.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { N_ORDERS = 120 };

typedef struct {
   uint32_t amount, weight, distance, age;
   uint32_t scores[8], refusals;
} order;

/* What a rule does to an order that breaks it is long, and hardly happens. */
#define REFUSE(k) \
   order->scores[(k) % 8] ^= order->amount * (k) + (order->weight >> (k) % 5); \
   order->refusals += order->distance * ((k) + 3) ^ order->age;
#define REFUSE4(k) REFUSE(k) REFUSE(k + 1) REFUSE(k + 2) REFUSE(k + 3)

#define RULE(n) \
   static __attribute__((noinline)) void judge_by_##n(order *order) \
   { \
      if (__builtin_expect(order->amount < 0x##n, 0)) { \
         REFUSE4(0x##n * 8) \
      } \
      order->scores[0x##n % 8] += (order->amount ^ 0x##n * 0x3779u) + order->age; \
   }
#define RULES8(n) \
   RULE(n##0) RULE(n##1) RULE(n##2) RULE(n##3) RULE(n##4) RULE(n##5) RULE(n##6) RULE(n##7)
#define RULES64(n) \
   RULES8(n##0) \
   RULES8(n##1) \
   RULES8(n##2) RULES8(n##3) RULES8(n##4) RULES8(n##5) RULES8(n##6) RULES8(n##7)
#define RULES256(n) RULES64(n##0) RULES64(n##1) RULES64(n##2) RULES64(n##3)

RULES256(1) /* FAULT: fetch */
RULES256(2) /* FAULT: fetch */

#define NAMES8(n) \
   judge_by_##n##0, judge_by_##n##1, judge_by_##n##2, judge_by_##n##3, judge_by_##n##4, \
      judge_by_##n##5, judge_by_##n##6, judge_by_##n##7
#define NAMES64(n) \
   NAMES8(n##0), NAMES8(n##1), NAMES8(n##2), NAMES8(n##3), NAMES8(n##4), NAMES8(n##5), \
      NAMES8(n##6), NAMES8(n##7)
#define NAMES256(n) NAMES64(n##0), NAMES64(n##1), NAMES64(n##2), NAMES64(n##3)
static void (*const rules[])(order *) = { NAMES256(1), NAMES256(2) };
enum { N_RULES = sizeof rules / sizeof *rules };

static void judge(order *orders)
{
#ifdef CURED
   for (size_t rule = 0; rule < N_RULES; rule++)
      for (size_t i = 0; i < N_ORDERS; i++)
         rules[rule](&orders[i]);
#else
   for (size_t i = 0; i < N_ORDERS; i++)
      for (size_t rule = 0; rule < N_RULES; rule++)
         rules[rule](&orders[i]); /* FAULT: fetch */
#endif
}

int main(void)
{
   static order orders[N_ORDERS];
   uint64_t sum = 0;
   for (uint32_t day = 0; day < 8; day++) {
      for (uint32_t i = 0; i < N_ORDERS; i++)
         orders[i] = (order){ (i + 99) * 265443576u, day, i << 7, 77, { 0 }, 0 };
      judge(orders);
      for (size_t i = 0; i < N_ORDERS; i++)
         sum = sum * 3 + orders[i].scores[i % 8] + orders[i].refusals;
   }
   printf("%llu\n", (unsigned long long)sum);
   return 0;
}
