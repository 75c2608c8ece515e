// stock.cc -- a warehouse's stock, from its movements: what is there, and its mean price.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace
{

struct Movement {
   std::string article;
   int amount = 0; // negative: taken out
   int cents = 0;
};

struct Stock {
   int amount = 0;
   long value = 0;
};

class Warehouse
{
 public:
   void book(const Movement &movement)
   {
#ifdef FIXED
      Stock &stock = stocks_[movement.article]; // CURED
      const long price = movement.amount < 0 && stock.amount > 0
         ? stock.value / stock.amount
         : movement.cents;
      stock.amount += movement.amount;
      stock.value += movement.amount * price;
#else
      if (stocks_.count(movement.article) == 0) // FAULT
         stocks_[movement.article] = Stock();
      const long price = movement.amount < 0
            && stocks_[movement.article].amount > 0                           // FAULT
         ? stocks_[movement.article].value / stocks_[movement.article].amount // FAULT
         : movement.cents;
      stocks_[movement.article].amount += movement.amount;        // FAULT
      stocks_[movement.article].value += movement.amount * price; // FAULT
#endif
   }

   void print() const
   {
      long value = 0, amount = 0;
      for (const auto &[article, stock] : stocks_) {
         value += stock.value;
         amount += stock.amount;
      }
      std::printf("%zu articles, %ld pieces, %ld\n", stocks_.size(), amount, value);
   }

 private:
   std::map<std::string, Stock> stocks_;
};

} // namespace

int main()
{
   std::vector<std::string> articles;
   for (int i = 0; i < 1500; i++)
      articles.push_back("warehouse/shelf-" + std::to_string(i * 7919 % 1500));
   Warehouse warehouse;
   uint32_t seed = 2;
   for (int i = 0; i < 50000; i++) {
      seed = seed * 1664525 + 1013904223;
      const int amount = int(seed >> 24) % 9 - 3;
      warehouse.book({ articles[(seed >> 8) % articles.size()], amount, 100 + i % 71 });
   }
   warehouse.print();
   return 0;
}
