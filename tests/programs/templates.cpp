/* templates.cpp -- a large C++ program in small: containers of the standard library,
   and 300 templates with long names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

typedef std::pair<std::string, std::vector<int> > record;
typedef std::map<std::string, std::vector<record> > records;

template <class Key, class Value, int N> struct table {
   static __attribute__((noinline)) long find(const std::vector<int> &keys)
   {
      long sum = N;
      for (size_t i = 0; i < keys.size(); i++)
         if (keys[i] % (N % 7 + 2) == 0)
            sum += keys[i];
      return sum;
   }
};

template <int N> struct all {
   static long find(const std::vector<int> &keys)
   {
      return table<std::map<std::string, int>, std::pair<record, records>,
                   N>::find(keys) + all<N - 1>::find(keys);
   }
};

template <> struct all<0> {
   static long find(const std::vector<int> &) { return 0; }
};

static bool later(const record &a, const record &b)
{
   return b.first < a.first;
}

int main()
{
   std::vector<int> keys;
   std::unordered_map<int, std::string> names;
   records found;
   for (int i = 0; i < 300; i++) {
      keys.push_back(i * 7919 % 1009);
      names[keys.back()] += "name";
      found[names[keys.back()]].push_back(record("x" + names[i], keys));
   }
   for (records::iterator at = found.begin(); at != found.end(); ++at)
      std::sort(at->second.begin(), at->second.end(), later);
   std::printf("%ld\n", all<300>::find(keys) + (long)found.size());
   return 0;
}
