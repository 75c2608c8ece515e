// repeated_erase.cc -- a queue of orders is worked off from the front of a vector, so
// all others move up each time; the twin has a deque.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace
{

struct Order {
   uint64_t customer;
   uint32_t amount;
   std::string id;
};

class Queue
{
 public:
   void add(const Order &order)
   {
      orders_.push_back(order);
   }
   bool is_empty() const
   {
      return orders_.empty();
   }

   Order take()
   {
      Order first = std::move(orders_.front());
#ifdef CURED
      orders_.pop_front();
#else
      orders_.erase(orders_.begin()); // FAULT: vector-erased
#endif
      return first;
   }

 private:
#ifdef CURED
   std::deque<Order> orders_;
#else
   std::vector<Order> orders_;
#endif
};

// Work of another kind: an order is filled in steps.
uint64_t fill(const Order &order)
{
   uint64_t filled = order.customer + order.id.size();
   for (uint32_t step = 0; step < 800; step++)
      filled = (filled ^ filled >> 9) * 5 + order.amount;
   return filled;
}

} // namespace

int main()
{
   Queue queue;
   uint32_t seed = 73;
   for (int id = 0; id < 1200; id++) {
      seed = seed * 1664525 + 1013904223;
      queue.add({ seed >> 8, seed >> 20, std::to_string(id) });
   }
   uint64_t sum = 0;
   while (!queue.is_empty())
      sum = sum * 3 + fill(queue.take());
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   return 0;
}
