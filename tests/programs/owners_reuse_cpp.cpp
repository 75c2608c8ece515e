/* owners_reuse_cpp.cpp -- containers that are filled, emptied and filled again: what keeps
   their objects, in memory that had the same pointers before.

      owners_reuse_cpp CASE

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cstdio>
#include <cstring>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

constexpr int n = 300, rounds = 4;

struct object {
   explicit object(int i) : number(i), text(100, 'x'), more(std::make_unique<int>(i)) {}
   int number;
   std::string text;
   std::unique_ptr<int> more;
};

struct shape {
   virtual ~shape() = default;
};

struct circle : shape {
   std::unique_ptr<object> own = std::make_unique<object>(1);
};

// They live until the end, and are not destroyed.
template <typename type> type &kept()
{
   static type *it = new type;
   return *it;
}

void vectors()
{
   auto &v = kept<std::vector<std::unique_ptr<object>>>();
   for (int r = 0; r < rounds; r++) {
      v.clear();
      v.shrink_to_fit();
      for (int i = 0; i < n; i++)
         v.push_back(std::make_unique<object>(i));
   }
}

void maps()
{
   auto &m = kept<std::map<int, object>>();
   for (int r = 0; r < rounds; r++) {
      m.clear();
      for (int i = 0; i < n; i++)
         m.emplace(i * 7919 % 10007, i);
   }
}

void hashes()
{
   auto &m = kept<std::unordered_map<std::string, std::shared_ptr<object>>>();
   for (int r = 0; r < rounds; r++) {
      for (int i = 0; i < n; i += 2)
         m.erase("a key that is long enough " + std::to_string(i));
      for (int i = 0; i < n; i++)
         m["a key that is long enough " + std::to_string(i)]
            = std::make_shared<object>(i);
   }
}

void lists()
{
   auto &l = kept<std::list<object>>();
   auto &f = kept<std::forward_list<std::shared_ptr<object>>>();
   for (int r = 0; r < rounds; r++) {
      l.clear();
      f.clear();
      for (int i = 0; i < n; i++) {
         l.emplace_back(i);
         f.push_front(std::make_shared<object>(i));
      }
   }
}

void deques()
{
   auto &d = kept<std::deque<std::shared_ptr<object>>>();
   for (int i = 0; i < n * rounds; i++) {
      d.push_back(std::make_shared<object>(i));
      if (d.size() > static_cast<std::size_t>(n))
         d.pop_front();
   }
}

void functions()
{
   auto &f = kept<std::vector<std::function<int()>>>();
   for (int r = 0; r < rounds; r++) {
      f.clear();
      for (int i = 0; i < n; i++) {
         auto o = std::make_shared<object>(i);
         f.push_back([o, i] { return o->number + i; });
      }
   }
}

void bases()
{
   auto &v = kept<std::vector<shape *>>();
   for (int r = 0; r < rounds; r++) {
      for (shape *s : v)
         delete s;
      v.clear();
      for (int i = 0; i < n; i++)
         v.push_back(new circle);
   }
}

// Every other one is lost.
void lost()
{
   auto &v = kept<std::vector<object *>>();
   for (int r = 0; r < 2; r++) {
      for (object *&o : v)
         delete std::exchange(o, nullptr);
      v.clear();
      for (int i = 0; i < n; i++)
         v.push_back(new object(i));
   }
   for (int i = 0; i < n; i += 2)
      v[static_cast<std::size_t>(i)] = nullptr;
}

struct {
   const char *name;
   void (*run)();
} const cases[] = { { "vectors", vectors },     { "maps", maps },   { "hashes", hashes },
                    { "lists", lists },         { "deques", deques },
                    { "functions", functions }, { "bases", bases }, { "lost", lost } };

// What dead frames have of a case is overwritten.
__attribute__((noinline)) void forget()
{
   volatile char frames[1 << 14];
   for (volatile char &c : frames)
      c = 0;
}

} // namespace

int main(int argc, char **argv)
{
   for (const auto &c : cases)
      if (argc == 2 && std::strcmp(c.name, argv[1]) == 0) {
         c.run();
         forget();
         return 0;
      }
   for (const auto &c : cases)
      std::puts(c.name);
   return argc == 1 ? 0 : 2;
}
