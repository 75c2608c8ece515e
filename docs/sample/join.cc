// join.cc -- adds up orders by city: each order looks up its customer, twice.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

enum { CUSTOMERS = 5000, ORDERS = 40000, CITIES = 20 };

struct order {
   std::string customer;
   int amount;
};

static std::unordered_map<std::string, int> city_by_customer;
static std::vector<order> orders;
static int sums[CITIES];

static std::string name_of(int customer)
{
   return "customer number " + std::to_string(customer);
}

static void read_all()
{
   for (int i = 0; i < CUSTOMERS; i++)
      city_by_customer[name_of(i)] = i % CITIES;
   for (int i = 0; i < ORDERS; i++)
      orders.push_back({ name_of(i * 7 % (2 * CUSTOMERS)), i % 100 });
}

static bool is_known(const order &o)
{
   return city_by_customer.count(o.customer) > 0;
}

static void add_up()
{
   for (const order &o : orders)
      if (is_known(o))
         sums[city_by_customer[o.customer]] += o.amount;
}

int main()
{
   read_all();
   add_up();
   std::printf("%d\n", sums[7]);
}
