// sharing_counters.cc -- each thread counts the words of its part; the counters lie
// side by side in one line, or, in the twin, each in its own.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace
{

constexpr int n_threads = 4;

#ifdef CURED
struct alignas(64) Counter {
#else
struct Counter {
#endif
   std::atomic<uint64_t> words{ 0 };
};

struct Counters {
   alignas(64) Counter of_thread[n_threads];
};

std::string write_text(size_t n)
{
   std::string text;
   uint32_t seed = 13;
   while (text.size() < n) {
      seed = seed * 1664525 + 1013904223;
      text.append(seed >> 29, char('a' + (seed >> 8) % 26));
      text.push_back(' ');
   }
   text.resize(n);
   return text;
}

void count_words(const char *text, size_t n, Counter &counter)
{
   bool was_letter = false;
   for (size_t i = 0; i < n; i++) {
      const bool is_letter = text[i] != ' ';
      if (was_letter && !is_letter)
         counter.words.fetch_add(1, std::memory_order_relaxed); // FAULT: false-sharing
      was_letter = is_letter;
   }
}

} // namespace

int main()
{
   const std::string text = write_text(1000000);
   auto counters = new Counters;
   std::vector<std::thread> threads;
   const size_t part = text.size() / n_threads;
   for (int i = 0; i < n_threads; i++)
      threads.emplace_back(count_words, text.data() + part * i, part,
                           std::ref(counters->of_thread[i]));
   for (std::thread &thread : threads)
      thread.join();
   uint64_t sum = 0;
   for (const Counter &counter : counters->of_thread)
      sum = sum * 3 + counter.words;
   std::printf("%llu\n", static_cast<unsigned long long>(sum));
   delete counters;
   return 0;
}
