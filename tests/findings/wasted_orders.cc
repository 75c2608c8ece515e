// wasted_orders.cc -- each order has 96 bytes, of which the daily sum reads eight; the
// twin keeps those apart.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace
{

struct Address {
   char street[48];
   char city[24];
};

#ifdef CURED
struct Order {
   uint64_t id;
   Address address;
   uint64_t sent;
};
#else
struct Order {
   uint64_t id;
   uint64_t amount;
   Address address;
   uint64_t sent;
};
#endif
class Orders
{
 public:
   void add(uint64_t id, uint64_t amount)
   {
      Order order = {};
      order.id = id;
      std::memcpy(order.address.city, "Ulm", 4);
#ifdef CURED
      amounts_.push_back(amount);
#else
      order.amount = amount;
#endif
      orders_.push_back(order);
   }

   void reserve(size_t n)
   {
      orders_.reserve(n);
   }

   uint64_t sum_up(uint64_t least) const
   {
      uint64_t sum = 0;
#ifdef CURED
      for (uint64_t amount : amounts_)
         sum += amount & least;
#else
      for (const Order &order : orders_)
         sum += order.amount & least; // FAULT: wasted-line or stride
#endif
      return sum;
   }

 private:
   std::vector<Order> orders_;
#ifdef CURED
   std::vector<uint64_t> amounts_;
#endif
};

// Work of another kind: a checksum of the day's protocol.
uint32_t sign(uint32_t sum, int n)
{
   for (int i = 0; i < n; i++)
      sum = (sum << 5 | sum >> 27) + 0x9e3779b9u;
   return sum;
}

} // namespace

int main()
{
   constexpr int n_orders = 400000, n_days = 6;
   Orders orders;
   orders.reserve(n_orders);
   uint32_t seed = 17;
   for (int i = 0; i < n_orders; i++) {
      seed = seed * 1664525 + 1013904223;
      orders.add(i, seed >> 12);
   }
   uint64_t sum = 0;
   for (int day = 0; day < n_days; day++)
      sum = sign(uint32_t(sum), 400000) + orders.sum_up(~uint64_t(day));
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   return 0;
}
