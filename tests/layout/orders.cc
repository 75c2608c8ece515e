// orders.cc -- sums over a vector of orders, most of them of one field.
// Layouts: 1 the fields that sums read apart; 2 each field an array; 3 each order a line.
// Objects: load
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <vector>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

static constexpr int ORDERS = 60000, ROUNDS = 25 * TIMES;

#if LAYOUT == 1
struct Hot {
   int64_t amount;
   int32_t city, state;
};
struct Cold {
   int64_t id, customer, placed, shipped;
};
static std::vector<Hot> hot;
static std::vector<Cold> cold;
#define H(field, i) (hot[i].field)
#define C(field, i) (cold[i].field)
#elif LAYOUT == 2
static std::vector<int64_t> id, customer, amount, placed, shipped;
static std::vector<int32_t> city, state;
#define H(field, i) (field[i])
#define C(field, i) (field[i])
#else
#if LAYOUT == 3
struct alignas(64) Order {
#else
struct Order {
#endif
   int64_t id, customer, amount, placed, shipped;
   int32_t city, state;
};
static std::vector<Order> orders;
#define H(field, i) (orders[i].field)
#define C(field, i) (orders[i].field)
#endif

// Room is made here, so that nothing is copied.
static __attribute__((noinline)) void load()
{
#if LAYOUT == 1
   hot.resize(ORDERS);
   cold.resize(ORDERS);
#elif LAYOUT == 2
   id.resize(ORDERS);
   customer.resize(ORDERS);
   amount.resize(ORDERS);
   placed.resize(ORDERS);
   shipped.resize(ORDERS);
   city.resize(ORDERS);
   state.resize(ORDERS);
#else
   orders.resize(ORDERS);
#endif
   for (int i = 0; i < ORDERS; i++) {
      C(id, i) = i;
      C(customer, i) = i * 7 % 1009;
      H(amount, i) = i % 101;
      C(placed, i) = i / 3;
      C(shipped, i) = i / 3 + i % 5;
      H(city, i) = i % 16;
      H(state, i) = i % 3;
   }
}

static int64_t open_amount()
{
   int64_t sum = 0;
   for (int i = 0; i < ORDERS; i++)
      if (H(state, i) == 1)
         sum += H(amount, i);
   return sum;
}

static int64_t largest()
{
   int64_t most = 0;
   for (int i = 0; i < ORDERS; i++)
      most = H(amount, i) > most ? H(amount, i) : most;
   return most;
}

static int64_t late()
{
   int64_t n = 0;
   for (int i = 0; i < ORDERS; i++)
      n += C(shipped, i) - C(placed, i) > 3 && C(customer, i) > 10 && C(id, i) > 0;
   return n;
}

int main()
{
   int64_t sum = 0;
   load();
   for (int i = 0; i < ROUNDS; i++) {
      sum += open_amount() + largest() + i;
      if (i % 10 == 0)
         sum += late() + H(city, i);
   }
   std::printf("%ld\n", static_cast<long>(sum));
}
