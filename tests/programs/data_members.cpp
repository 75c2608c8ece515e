// data_members.cpp -- misses on variables whose names C++ mangles; see data.h.
// SPDX-License-Identifier: GPL-2.0-or-later

#include "data.h"

namespace space {
char plain[640];

template <typename T, int n> struct holder {
   static T table[n];
   static thread_local T mine[n];
};
template <typename T, int n> T holder<T, n>::table[n];
template <typename T, int n> thread_local T holder<T, n>::mine[n];
}

static void see(void *at, long bytes, const char *what)
{
   is_data(at, bytes, what);
   walk_lines(at, bytes);
}

int main()
{
   using namespace space;
   static char in_main[512];
   see(plain, sizeof plain, "static space::plain data_members");
   see(in_main, sizeof in_main, "static main::in_main data_members");
   see(holder<int, 100>::table, 400, "static space::holder<int,100>::table data_members");
   see(holder<long, 50>::table, 50 * sizeof(long),
       "static space::holder<long,50>::table data_members");
   see(holder<char, 900>::mine, 900, "tls space::holder<char,900>::mine data_members");
   print_notes();
   return 0;
}
