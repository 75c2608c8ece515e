// data_new.cpp -- misses on what C++ allocates: new[], containers and their nodes,
// variables of namespaces and classes.  See data.h.
// SPDX-License-Identifier: GPL-2.0-or-later

#include "data.h"
#include <list>
#include <map>
#include <memory>
#include <vector>

struct shape {
   long corners, colour;
   char more[48];
};

namespace space
{
char table[2048];
struct box {
   static char lid[640];
};
char box::lid[640];
}

static void arrays()
{
   auto *shapes = new shape[70]; // @new_array
   is_data(shapes, 70 * sizeof *shapes, "heap @new_array");
   auto *one = new shape; // @new_one
   is_data(one, sizeof *one, "heap @new_one");
   forget();
   walk(&shapes->colour, 70, sizeof *shapes);
   forget();
   walk(one, 1, 1);
}

static APART void add_up(const std::vector<long> &values)
{
   const volatile long *at = values.data();
   for (size_t i = 0; i < 1000; i++)
      (void)at[i]; // @vector_read
}

static void vectors()
{
   std::vector<long> values(1000); // @vector
   is_data(values.data(), 1000 * sizeof(long), "heap @vector");
   forget();
   add_up(values);
   accessed("r @vector_read", values.data(), sizeof(long), 1000, sizeof(long));
   is_gone(values.data());
}

static void nodes()
{
   std::map<int, shape> by_number;
   std::list<shape> in_order;
   for (int i = 0; i < 40; i++) {
      shape *s = &by_number[i * 7 % 40]; // @map_node
      is_data(s, sizeof *s, "heap @map_node part");
   }
   for (int i = 0; i < 30; i++) {
      in_order.push_back({}); // @list_node
      is_data(&in_order.back(), sizeof(shape), "heap @list_node part");
   }
   for (auto &of_number : by_number) {
      forget();
      walk(&of_number.second.colour, 1, 1);
   }
   for (auto &s : in_order) {
      forget();
      walk(&s.corners, 1, 1);
   }
}

static void variables()
{
   is_data(space::table, sizeof space::table, "static space::table data_new");
   is_data(space::box::lid, sizeof space::box::lid, "static space::box::lid data_new");
   walk_lines(space::table, sizeof space::table);
   walk_lines(space::box::lid, sizeof space::box::lid);
}

int main()
{
   arrays();
   vectors();
   nodes();
   variables();
   print_notes();
}
