// wild_throw.cpp -- exceptions: from deep down, through destructors, rethrown, out of
// a callback of the C library, between threads, and an uncaught one.
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static int n_destroyed;

struct Counted {
   std::vector<int> held = std::vector<int>(10);
   ~Counted() { n_destroyed++; }
};

static int deep(int depth)
{
   Counted counted;
   if (depth == 0)
      throw std::runtime_error("the bottom");
   return deep(depth - 1) + static_cast<int>(counted.held.size());
}

static int rethrown(int depth)
{
   try {
      return deep(depth);
   } catch (const std::exception &) {
      throw;
   }
}

static int compare(const void *a, const void *b)
{
   if (*static_cast<const int *>(a) == 77)
      throw 77;
   return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

int main(int argc, char **)
{
   int n_caught = 0;
   for (int i = 0; i < 300; i++) {
      try {
         rethrown(i % 40);
      } catch (const std::runtime_error &) {
         n_caught++;
      }
   }
   std::printf("%d caught, %d destroyed\n", n_caught, n_destroyed);

   int numbers[] = {5, 77, 3, 12};
   try {
      std::qsort(numbers, 4, sizeof numbers[0], compare);
   } catch (int n) {
      std::printf("out of qsort: %d\n", n);
   }
   auto later = std::async(std::launch::async, [] { return deep(5); });
   try {
      later.get();
   } catch (const std::exception &e) {
      std::printf("from a thread: %s\n", e.what());
   }
   try {
      std::map<std::string, int>().at("nothing");
   } catch (const std::out_of_range &) {
      std::printf("out of range\n");
   }
   try {
      auto huge = std::make_unique<char[]>(static_cast<size_t>(-1) / 4);
      std::printf("%p\n", static_cast<void *>(huge.get()));
   } catch (const std::bad_alloc &) {
      std::printf("out of memory\n");
   }
   std::fflush(stdout);
   if (argc > 1)
      throw std::logic_error("nobody catches this");
   return 20;
}
