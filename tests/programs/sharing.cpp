// sharing.cpp -- as sharing.c, in C++: an object whose two members two threads use.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

#ifdef FIXED
#define APART alignas(64)
#else
#define APART
#endif

namespace {

constexpr int times = 30000;

struct Statistics {
   APART std::atomic<long> sent{0};
   APART std::atomic<long> received{0};

   void send()
   {
      sent.store(sent.load(std::memory_order_relaxed) + 1); // c++: one
   }
   void receive()
   {
      received.store(received.load(std::memory_order_relaxed) + 1); // c++: other
   }
};

} // namespace

int main()
{
   auto statistics = std::make_unique<Statistics>();
   std::thread sender([&] {
      for (int i = 0; i < times; i++)
         statistics->send();
   });
   std::thread receiver([&] {
      for (int i = 0; i < times; i++)
         statistics->receive();
   });
   sender.join();
   receiver.join();
   std::printf("%ld\n", statistics->sent + statistics->received);
}
