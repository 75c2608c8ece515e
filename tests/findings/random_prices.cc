// random_prices.cc -- the worth of orders: each looks up its product's price, of half a
// million products, in the order of arrival, or, in the twin, of products.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <vector>

namespace
{

struct Order {
   uint32_t product;
   uint32_t pieces;
};

struct Product {
   uint32_t price;
   uint32_t stock;
   uint64_t supplier;
};

constexpr uint32_t n_products = 1000000, n_orders = 500000;

std::vector<Product> list_products()
{
   std::vector<Product> products(n_products);
   for (uint32_t i = 0; i < n_products; i++)
      products[i] = { i * 2654435761u >> 20, i % 100, i };
   return products;
}

std::vector<Order> take_orders()
{
   std::vector<Order> orders(n_orders);
   for (uint32_t i = 0; i < n_orders; i++) {
#ifdef CURED
      const uint32_t product = i * (n_products / n_orders);
#else
      const uint64_t place = uint64_t(i) * 77773 % n_orders;
      const uint32_t product = uint32_t(place) * (n_products / n_orders);
#endif
      orders[i] = { product, product % 9 + 1 };
   }
   return orders;
}

uint64_t find_worth(const std::vector<Order> &orders,
                    const std::vector<Product> &products)
{
   uint64_t worth = 0;
   for (const Order &order : orders)
      worth += order.pieces * products[order.product].price; // FAULT: random-access
   return worth;
}

// Work of another kind: a histogram of sizes.
uint64_t count_sizes(const std::vector<Order> &orders)
{
   uint64_t sizes[16] = {};
   for (const Order &order : orders)
      sizes[order.pieces & 15] += order.pieces * order.pieces;
   uint64_t sum = 0;
   for (uint64_t size : sizes)
      sum = sum * 3 + size;
   return sum;
}

} // namespace

int main()
{
   const std::vector<Product> products = list_products();
   const std::vector<Order> orders = take_orders();
   uint64_t sum = 0;
   for (int day = 0; day < 3; day++)
      sum += find_worth(orders, products) + count_sizes(orders);
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   return 0;
}
