/* parts.cc -- prices of parts, and a queue: templates, lambdas, virtual functions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "parts.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace
{

// Of the same name as one of stock.cc.
[[gnu::noinline]] unsigned step(unsigned x)
{
   return x * 1103515245u + 12345u;
}

[[gnu::noinline]] std::string make_text(std::size_t n)
{
   std::string text;
   unsigned x = 3;
   while (text.size() < n) {
      x = step(x);
      text += static_cast<char>(x >> 29 == 0 ? ' ' : 'a' + (x >> 16) % 5);
   }
   return text;
}

template <typename T, typename Less>
[[gnu::noinline]] void sift(std::vector<T> &heap, std::size_t at, Less less)
{
   for (std::size_t child; (child = 2 * at + 1) < heap.size(); at = child) {
      if (child + 1 < heap.size() && less(heap[child], heap[child + 1]))
         child++;
      if (!less(heap[at], heap[child]))
         return;
      std::swap(heap[at], heap[child]);
   }
}

template <typename T, typename Less>
[[gnu::noinline]] T take(std::vector<T> &heap, Less less)
{
   if (heap.empty())
      throw std::runtime_error("take: nothing is left");
   T first = heap.front();
   heap.front() = heap.back();
   heap.pop_back();
   sift(heap, 0, less);
   return first;
}

template <typename T> [[gnu::noinline]] T checksum(const std::vector<T> &all, int mode)
{
   T sum{};
   for (const T &one : all)
      sum = mode == 0 ? sum + one : mode == 1 ? sum ^ one : sum * 31 + one;
   return sum;
}

} // namespace

int main()
{
   unsigned sum = 0, x = 11;
   std::vector<unsigned> heap;
   std::vector<double> prices;
   auto less = [](auto a, auto b) { return a < b; };
   for (unsigned i = 0; i < 4000; i++) {
      heap.push_back(x = step(x));
      prices.push_back(x % 1000 / 7.0);
   }
   std::make_heap(heap.begin(), heap.end(), less);
   std::make_heap(prices.begin(), prices.end(), less);
   for (int i = 0; i < 3000; i++)
      sum += take(heap, less) % 7 + static_cast<unsigned>(take(prices, less));
   for (int i = 0; i < 20; i++)
      sum += checksum(heap, 2);

   stock::list list;
   for (unsigned i = 0; i < 300; i++)
      list.add(stock::make_part(i));
   for (unsigned i = 0; i < 40; i++)
      sum += list.total(i);
   std::string text = make_text(30000);
   for (const auto &[word, n] : stock::count_words(text))
      sum += static_cast<unsigned>(word.size()) * n;
   std::printf("%u\n", sum);
}
