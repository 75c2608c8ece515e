// library.cc -- idioms of the C++ standard library; CURED: the twin.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#define APART __attribute__((noinline)) static

static long sum;

APART void use(const void *p)
{
   __asm__ volatile("" : : "r"(p) : "memory");
}

APART void regex_built()
{
#ifdef CURED
   static const std::regex r("^[a-z]+-[0-9]+$");
#endif
   for (int i = 0; i < 6; i++) {
#ifndef CURED
      std::regex r("^[a-z]+-[0-9]+$"); // IDIOM: regex-built
#endif
      sum += std::regex_match("abc-12", r);
   }
}

APART void locale_built()
{
#ifdef CURED
   std::locale l("C.UTF-8");
#endif
   for (int i = 0; i < 10; i++) {
#ifndef CURED
      std::locale l("C.UTF-8"); // IDIOM: locale-built
#endif
      sum += std::isalpha('a', l);
   }
}

APART void stream_parsed()
{
   std::string text = "12 17";
   for (int i = 0; i < 1500; i++) {
      int a = 0;
#ifdef CURED
      std::from_chars(text.data(), text.data() + 2, a);
#else
      std::istringstream in(text); in >> a; // IDIOM: string-stream-built
#endif
      sum += a;
   }
}

APART void stream_read()
{
   std::string text;
   for (int i = 0; i < 3000; i++)
      text += "123 ";
   std::istringstream in(text);
   const char *at = text.data();
   for (int i = 0; i < 3000; i++) {
      int a = 0;
#ifdef CURED
      at = std::from_chars(at, at + 4, a).ptr + 1;
#else
      in >> a; // IDIOM: stream-number-read
#endif
      sum += a;
   }
   use(at);
}

APART void stream_written()
{
   std::ofstream out("/dev/null");
   char to[32];
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      out.write(to, std::to_chars(to, to + 32, i).ptr - to);
#else
      out << i; // IDIOM: stream-number-written
#endif
   }
   use(to);
}

APART void endl_written()
{
   std::ofstream out("/dev/null");
   for (int i = 0; i < 2000; i++) {
#ifdef CURED
      out << "line" << '\n';
#else
      out << "line" << std::endl; // IDIOM: endl-flushed
#endif
   }
}

APART void strings_added()
{
   std::string all(40000, 'x');
   for (int i = 0; i < 300; i++) {
#ifdef CURED
      all += "ab"; all += ',';
#else
      all = all + "ab" + ","; // IDIOM: string-concatenated
#endif
   }
   sum += all.size();
}

APART size_t length_of(
#ifdef CURED
   const std::string &s)
#else
   std::string s)
#endif
{
   return s.size();
}

APART void string_copied()
{
   std::string s(60, 'x');
   for (int i = 0; i < 3000; i++)
      sum += length_of(s); // IDIOM: string-copied
}

APART long first_of(
#ifdef CURED
   const std::vector<int> &v)
#else
   std::vector<int> v)
#endif
{
   return v[0];
}

APART void vector_copied()
{
   std::vector<int> v(200, 3);
   for (int i = 0; i < 3000; i++)
      sum += first_of(v); // IDIOM: vector-copied
}

APART long size_of(
#ifdef CURED
   const std::map<int, int> &m)
#else
   std::map<int, int> m)
#endif
{
   return (long)m.size();
}

APART void map_copied()
{
   std::map<int, int> m;
   for (int i = 0; i < 50; i++)
      m[i] = i;
   for (int i = 0; i < 200; i++)
      sum += size_of(m); // IDIOM: map-copied
}

APART long hash_size_of(
#ifdef CURED
   const std::unordered_map<int, int> &m)
#else
   std::unordered_map<int, int> m)
#endif
{
   return (long)m.size();
}

APART void hash_map_copied()
{
   std::unordered_map<int, int> m;
   for (int i = 0; i < 50; i++)
      m[i] = i;
   for (int i = 0; i < 200; i++)
      sum += hash_size_of(m); // IDIOM: hash-map-copied
}

APART void list_copied()
{
   std::list<std::function<long(long)>> handlers;
   for (long k = 0; k < 20; k++)
      handlers.push_back([k](long x) { return x + k; });
   for (int i = 0; i < 400; i++) {
#ifdef CURED
      const auto &all = handlers;
#else
      auto all = handlers; // IDIOM: list-copied
#endif
      for (const auto &h : all)
         sum += h(i);
   }
}

APART long call_once_more(
#ifdef CURED
   const std::function<long(long)> &f,
#else
   std::function<long(long)> f,
#endif
   long x)
{
   return f(x);
}

APART void function_copied()
{
   long a = 1, b = 2, c = 3;
   std::function<long(long)> f = [a, b, c](long x) { return x + a + b + c; };
   for (int i = 0; i < 3000; i++)
      sum += call_once_more(f, i); // IDIOM: function-copied
}

struct item {
   long value = 1;
};

APART long value_of(
#ifdef CURED
   const std::shared_ptr<item> &p)
#else
   std::shared_ptr<item> p)
#endif
{
   return p->value;
}

APART void shared_copied()
{
   auto p = std::make_shared<item>();
   for (int i = 0; i < 10000; i++)
      sum += value_of(p); // IDIOM: shared-ptr-copied
}

APART void shared_made()
{
   item one;
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      item *p = &one;
      use(p);
#else
      auto p = std::make_shared<item>(); // IDIOM: shared-ptr-made
      use(p.get());
#endif
      sum += p->value;
   }
   use(&one);
}

APART void vector_grown()
{
   for (int k = 0; k < 300; k++) {
      std::vector<long> v;
#ifdef CURED
      v.reserve(40);
#endif
      for (long i = 0; i < 40; i++)
         v.push_back(i); // IDIOM: vector-grown
      sum += v[7];
   }
}

APART void erased_front()
{
   std::vector<int> v(2000, 1);
#ifdef CURED
   for (int i : v)
      sum += i;
   v.clear();
#else
   while (!v.empty()) {
      sum += v[0];
      v.erase(v.begin()); // IDIOM: vector-erased
   }
#endif
}

APART void inserted_front()
{
   std::vector<int> v(30000);
#ifdef CURED
   for (int i = 0; i < 300; i++)
      v.push_back(i);
   std::reverse(v.begin(), v.end());
#else
   for (int i = 0; i < 300; i++)
      v.insert(v.begin(), i); // IDIOM: vector-inserted
#endif
   sum += v[7];
}

APART void map_indexed()
{
   std::map<std::string, long> m;
   std::vector<std::string> names;
   for (int i = 0; i < 100; i++)
      names.push_back("name-" + std::to_string(i));
   for (int k = 0; k < 30; k++)
#ifdef CURED
      for (int i = 0; i < 100; i++)
         sum += i;
   for (auto &s : names)
      m[s] += 30;
#else
      for (auto &s : names)
         m[s] += 1; // IDIOM: map-walked
#endif
   sum += (long)m.size();
}

APART void map_looked_up_again()
{
   std::map<int, long> m;
   for (int i = 0; i < 6000; i++) {
      int key = i * 17 % 500;
#ifdef CURED
      long &of_key = m[key];
      of_key += i;
#else
      if (m.count(key) == 0)
         m[key] = 0; // once for each key
      m[key] += i; // IDIOM: map-looked-up
#endif
   }
   sum += (long)m.size();
}

APART void map_looked_up()
{
   std::map<int, long> m;
   std::vector<long> v(500);
   for (int i = 0; i < 500; i++)
      m[i] = v[i] = i;
   for (int i = 0; i < 6000; i++) {
#ifdef CURED
      sum += v[i * 17 % 500];
#else
      sum += m.find(i * 17 % 500)->second; // IDIOM: map-walked
#endif
   }
}

APART void set_filled()
{
   for (int k = 0; k < 10; k++) {
#ifdef CURED
      std::vector<int> s;
      for (int i = 0; i < 200; i++)
         s.push_back(i * 37 % 200);
      std::sort(s.begin(), s.end());
#else
      std::set<int> s;
      for (int i = 0; i < 200; i++)
         s.insert(i * 37 % 200); // IDIOM: tree-filled
#endif
      sum += *s.begin();
   }
}

struct colliding {
   size_t operator()(long x) const
   {
      return
#ifdef CURED
         std::hash<long>()(x);
#else
         x & 3;
#endif
   }
};

APART void hash_colliding()
{
   std::unordered_map<long, long, colliding> m;
   for (long i = 0; i < 500; i++)
      m.emplace(i, i); // IDIOM: hash-collides
   for (long i = 0; i < 2000; i++) {
      auto it = m.find(i % 500); // IDIOM: hash-collides
      sum += it->second;
   }
}

APART void pair_copied()
{
   std::unordered_map<std::string, std::string> m;
   for (int i = 0; i < 100; i++)
      m[std::to_string(i)] = "a name that is long enough";
   for (int i = 0; i < 30; i++)
#ifdef CURED
      for (const auto &each : m)
#else
      for (const std::pair<std::string, std::string> &each : m) // IDIOM: pair-copied
#endif
         sum += each.second.size();
}

APART void key_built()
{
   std::unordered_map<std::string, long> m;
   m["a name that is long enough"] = 1;
#ifdef CURED
   const std::string key = "a name that is long enough";
#endif
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      sum += m.find(key)->second;
#else
      sum += m.find("a name that is long enough")->second; // IDIOM: string-copied
#endif
   }
}

APART void hash_filled()
{
   for (int k = 0; k < 5; k++) {
#ifdef CURED
      std::vector<long> s;
#else
      std::unordered_set<long> s;
#endif
      for (long i = 0; i < 2000; i++)
#ifdef CURED
         s.push_back(i * 7);
#else
         s.insert(i * 7); // IDIOM: hash-node-allocated
#endif
      sum += (long)s.size();
   }
}

__attribute__((unused)) APART int thrower(int i)
{
   if (i % 2 == 0)
      throw i; // IDIOM: exception-thrown
   return i;
}

__attribute__((unused)) APART int teller(int i)
{
   return i % 2 == 0 ? -1 : i;
}

APART void exceptions()
{
   for (int i = 0; i < 300; i++) {
#ifdef CURED
      sum += teller(i);
#else
      try {
         sum += thrower(i);
      } catch (int) {
         sum--;
      }
#endif
   }
}

struct shape {
   virtual ~shape() {}
   int kind = 0;
};
struct square : shape {
   int a = 2;
};
struct circle : shape {
   int r = 2;
};

APART void cast()
{
   square s;
   circle c;
   s.kind = 1;
   shape *all[] = { &s, &c };
   use(all);
   for (int i = 0; i < 5000; i++) {
      shape *p = all[i & 1];
#ifdef CURED
      if (p->kind == 1)
         sum += static_cast<square *>(p)->a;
#else
      if (auto *q = dynamic_cast<square *>(p)) // IDIOM: dynamic-cast
         sum += q->a;
#endif
   }
}

APART void list_filled()
{
   for (int k = 0; k < 20; k++) {
#ifdef CURED
      std::vector<int> l;
#else
      std::list<int> l;
#endif
      for (int i = 0; i < 200; i++)
         l.push_back(i); // IDIOM: list-filled
      sum += l.front();
   }
}

APART void sorted_again()
{
   std::vector<int> v;
   for (int i = 0; i < 250; i++) {
      v.push_back(i * 7919 % 250);
#ifndef CURED
      std::sort(v.begin(), v.end()); // IDIOM: sort-repeated
#endif
   }
#ifdef CURED
   std::sort(v.begin(), v.end());
#endif
   sum += v[3];
}

APART void to_string_made()
{
   char to[32];
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      sum += std::to_chars(to, to + 32, i * 1000003L * 100000).ptr - to;
#else
      sum += (long)std::to_string(i * 1000003L * 100000).size(); // IDIOM: to-string-made
#endif
   }
   use(to);
}

APART void float_written()
{
   char to[32];
   for (int i = 0; i < 300; i++) {
#ifdef CURED
      sum += std::to_chars(to, to + 32, i * 100).ptr - to;
#else
      sum += (long)std::to_string(i * 0.37).size(); // IDIOM: to-string-made
#endif
   }
   use(to);
}

APART void stoi_parsed()
{
   std::string s = "12345";
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      int a = 0;
      std::from_chars(s.data(), s.data() + 5, a);
      sum += a;
#else
      sum += std::stoi(s); // IDIOM: stoi-parsed
#endif
   }
}

APART void stod_parsed()
{
   std::string s = "3.25";
   for (int i = 0; i < 2000; i++) {
#ifdef CURED
      sum += s[0] - '0';
#else
      sum += (long)std::stod(s); // IDIOM: stoi-parsed
#endif
   }
}

APART void substr_copied()
{
   std::string s(200, 'x');
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      sum += std::string_view(s).substr(i % 50, 40)[1];
#else
      sum += s.substr(i % 50, 40)[1]; // IDIOM: substr-copied
#endif
   }
}

APART void path_built()
{
   std::string s = "/usr/share/doc/file.txt";
   for (int i = 0; i < 300; i++) {
#ifdef CURED
      sum += (long)s.rfind('.');
#else
      sum += (long)std::filesystem::path(s).extension().string().size(); // IDIOM: path-built
#endif
   }
}

APART void engine_built()
{
#ifdef CURED
   std::mt19937 g(7);
#endif
   for (int i = 0; i < 40; i++) {
#ifndef CURED
      std::mt19937 g(i); // IDIOM: random-engine-built
#endif
      sum += (long)g();
   }
}

APART void locked_each()
{
   std::mutex m;
#ifdef CURED
   std::lock_guard<std::mutex> hold(m);
#endif
   for (int i = 0; i < 5000; i++) {
#ifndef CURED
      std::lock_guard<std::mutex> hold(m); // IDIOM: mutex-locked
#endif
      sum += i;
      use(&sum);
   }
}

APART void thread_each()
{
   for (int i = 0; i < 60; i++) {
#ifdef CURED
      sum++;
#else
      std::thread([] { use(nullptr); }).join(); // IDIOM: thread-started
#endif
   }
}

APART void new_each()
{
   item one;
   for (int i = 0; i < 5000; i++) {
#ifdef CURED
      item *p = &one;
      use(p);
#else
      auto p = std::make_unique<item>(); use(p.get()); // IDIOM: new-in-loop
#endif
      sum += p->value;
   }
   use(&one);
}

APART void vector_each()
{
   std::vector<int> v;
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      v.assign(100, 0);
#else
      std::vector<int> v(100); // IDIOM: vector-built
#endif
      use(v.data());
      sum += v[i % 100];
   }
}

APART void string_grown()
{
   for (int k = 0; k < 200; k++) {
      std::string s;
#ifdef CURED
      s.reserve(400);
#endif
      for (int i = 0; i < 40; i++)
         s += "abcdefghij"; // IDIOM: string-grown
      sum += (long)s.size();
   }
}

APART void stable_count()
{
   std::set<int> s;
   for (int i = 0; i < 300; i++)
      s.insert(i);
   std::vector<int> v(s.begin(), s.end());
   for (int i = 0; i < 100; i++) {
#ifdef CURED
      sum += std::lower_bound(v.begin(), v.end(), 150) - v.begin();
#else
      sum += std::distance(s.begin(), s.find(150)); // IDIOM: distance-counted
#endif
   }
}

APART void cin_read()
{
   std::string word;
   while (std::cin >> word) // IDIOM: stdio-synced
      sum += (long)word.size();
}

int main()
{
#ifdef CURED
   std::ios::sync_with_stdio(false);
#endif
   cin_read();
   regex_built();
   locale_built();
   stream_parsed();
   stream_read();
   stream_written();
   endl_written();
   strings_added();
   string_copied();
   vector_copied();
   map_copied();
   hash_map_copied();
   list_copied();
   function_copied();
   shared_copied();
   shared_made();
   vector_grown();
   erased_front();
   inserted_front();
   map_indexed();
   map_looked_up();
   map_looked_up_again();
   set_filled();
   hash_colliding();
   key_built();
   pair_copied();
   hash_filled();
   exceptions();
   cast();
   list_filled();
   sorted_again();
   to_string_made();
   float_written();
   stoi_parsed();
   stod_parsed();
   substr_copied();
   path_built();
   engine_built();
   locked_each();
   thread_each();
   new_each();
   vector_each();
   string_grown();
   stable_count();
   printf("%d\n", sum != 0);
}
