// five.cc -- a warehouse with five faults of different weight.  -DCURED_STRIDE,
// -DCURED_CHASE, -DCURED_ERASE, -DCURED_BRANCH and -DCURED_CHAIN cure one each.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace
{

uint32_t seed = 101;
uint32_t next_random(uint32_t below)
{
   seed = seed * 1664525 + 1013904223;
   return uint32_t(uint64_t(seed) * below >> 32);
}

// ---- Shelves: the fullest of each column is looked for, column by column

class Shelves
{
 public:
   Shelves() : levels_(size_t(n_rows) * pitch)
   {
      for (size_t row = 0; row < n_rows; row++)
         for (size_t column = 0; column < n_columns; column++)
            levels_[row * pitch + column] = uint16_t(row * 7 ^ column * 31);
   }

   uint64_t find_fullest() const
   {
      std::vector<std::pair<uint32_t, uint32_t>> fullest(n_columns);
#ifdef CURED_STRIDE
      for (uint32_t row = 0; row < n_rows; row++)
         for (uint32_t column = 0; column < n_columns; column++)
            compare(fullest[column], row, column);
#else
      for (uint32_t column = 0; column < n_columns; column++)
         for (uint32_t row = 0; row < n_rows; row++)
            compare(fullest[column], row, column); // FAULT: stride
#endif
      uint64_t sum = 0;
      for (const auto &[level, row] : fullest)
         sum = sum * 3 + level + row;
      return sum;
   }

 private:
   static constexpr size_t n_rows = 20000, n_columns = 60, pitch = 416;

   void compare(std::pair<uint32_t, uint32_t> &best, uint32_t row, uint32_t column) const
   {
      const uint32_t level = levels_[row * pitch + column]; // FAULT: stride
      if (level > best.first)
         best = { level, row };
   }

   std::vector<uint16_t> levels_;
};

// ---- Orders: a list in the order of arrival, which is not that of memory

struct Order {
   Order *next;
   uint32_t amount;
   uint32_t customer;
   char address[48];
};

class Orders
{
 public:
   explicit Orders(uint32_t n) : orders_(n)
   {
      std::vector<uint32_t> places(n);
      for (uint32_t i = 0; i < n; i++) {
         places[i] = i;
         const uint32_t other = next_random(i + 1);
#ifndef CURED_CHASE
         std::swap(places[i], places[other]);
#else
         (void)other;
#endif
      }
      for (uint32_t i = 0; i < n; i++) {
         orders_[places[i]] = { first_, i * 2654435761u >> 20, i % 64, {} };
         first_ = &orders_[places[i]];
      }
   }

   uint64_t sum_up(uint32_t mask) const
   {
      uint64_t sum = 0;
      const Order *order = first_;
      while (order != nullptr) {
         sum += order->amount & mask; // FAULT: pointer-chase
         order = order->next;         // FAULT: pointer-chase
      }
      return sum;
   }

 private:
   std::vector<Order> orders_;
   Order *first_ = nullptr;
};

// ---- Parcels: taken from the front of a vector

class Parcels
{
 public:
   void add(std::string label)
   {
      labels_.push_back(std::move(label));
   }
   bool is_empty() const
   {
      return labels_.empty();
   }

   std::string take()
   {
      std::string first = std::move(labels_.front());
#ifdef CURED_ERASE
      labels_.pop_front();
#else
      labels_.erase(labels_.begin()); // FAULT: vector-erased
#endif
      return first;
   }

 private:
#ifdef CURED_ERASE
   std::deque<std::string> labels_;
#else
   std::vector<std::string> labels_;
#endif
};

uint64_t send_parcels(int n)
{
   Parcels parcels;
   for (int i = 0; i < n; i++)
      parcels.add(std::to_string(i * 7));
   uint64_t sum = 0;
   while (!parcels.is_empty())
      sum = sum * 3 + parcels.take().size();
   return sum;
}

// ---- Weights: light and heavy parcels, at random

uint64_t classify(const std::vector<uint32_t> &weights, uint32_t limit)
{
   uint64_t light = 0, heavy = 0;
   for (const uint32_t weight : weights) {
#ifdef CURED_BRANCH
      const uint64_t is_heavy = -uint64_t(weight > limit);
      heavy += (weight - limit) & is_heavy;
      light += (weight ^ limit) & ~is_heavy;
#else
      if (weight > limit) { // FAULT: mispredict
         heavy += weight - limit;
         asm volatile("" : "+r"(heavy)); // or the compiler takes the branch away
      } else {
         light += weight ^ limit;
      }
#endif
   }
   return light + heavy * 3;
}

// ---- Labels: a hash with a division that waits for the one before

uint64_t hash(const std::vector<uint32_t> &weights, uint64_t prime)
{
   uint64_t hash = 1;
   for (const uint32_t weight : weights) {
#ifdef CURED_CHAIN
      hash = hash * 31 + weight;
      hash = (hash & prime) + (hash >> 31);
      hash = hash >= prime ? hash - prime : hash;
#else
      hash = (hash * 31 + weight) % prime; // FAULT: slow-chain
#endif
   }
   return hash;
}

} // namespace

int main(int argc, char **)
{
   const Shelves shelves;
   const Orders orders(24000);
   std::vector<uint32_t> weights;
   for (int i = 0; i < 80000; i++)
      weights.push_back(next_random(10000));
   uint64_t sum = send_parcels(900);
   for (uint32_t day = 0; day < 4; day++) {
      sum += shelves.find_fullest();
      for (uint32_t hour = 0; hour < 2; hour++)
         sum = sum * 3 + orders.sum_up(~hour);
      sum = sum * 3 + classify(weights, 4800 + day * 100);
      if (day < 2)
         sum = sum * 3 + hash(weights, (1u << 31) - uint32_t(argc));
   }
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   return 0;
}
