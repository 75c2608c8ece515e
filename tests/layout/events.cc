// events.cc -- a simulation's queue of events: a heap in a vector.
// Layouts: 1 times apart; 2 times, who and the rest apart; 3 times with who.
// Objects: room
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <vector>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

constexpr int EVENTS = 60000, STEPS = 60000 * TIMES;

#if LAYOUT == 1
struct Cold {
   int64_t number, from, to, bytes, sent;
   double weight;
};
static std::vector<double> hot;
static std::vector<Cold> cold;
#define TIME(i) (hot[i])
#define WHO(field, i) (cold[i].field)
#define REST(field, i) (cold[i].field)
#elif LAYOUT == 2
struct Who {
   int64_t number, from, to;
};
struct Cold {
   int64_t bytes, sent;
   double weight;
};
static std::vector<double> hot;
static std::vector<Who> who;
static std::vector<Cold> cold;
#define TIME(i) (hot[i])
#define WHO(field, i) (who[i].field)
#define REST(field, i) (cold[i].field)
#elif LAYOUT == 3
struct Hot {
   double time;
   int64_t number, from, to;
};
struct Cold {
   int64_t bytes, sent;
   double weight;
};
static std::vector<Hot> hot;
static std::vector<Cold> cold;
#define TIME(i) (hot[i].time)
#define WHO(field, i) (hot[i].field)
#define REST(field, i) (cold[i].field)
#else
struct Event {
   double time;
   int64_t number, from, to, bytes, sent;
   double weight;
};
static std::vector<Event> events;
#define TIME(i) (events[i].time)
#define WHO(field, i) (events[i].field)
#define REST(field, i) (events[i].field)
#endif

static int n_events;

// Children of an event are at 4 i + 1 to 4 i + 4.
__attribute__((noinline)) static void room()
{
#if LAYOUT != 0
   hot.resize(EVENTS);
#if LAYOUT == 2
   who.resize(EVENTS);
#endif
   cold.resize(EVENTS);
#else
   events.resize(EVENTS);
#endif
   n_events = 0;
}

// Inlined in all layouts, as the compiler does for one block.
__attribute__((always_inline)) static inline void move(int b, int a)
{
#if LAYOUT != 0
   hot[b] = hot[a];
#if LAYOUT == 2
   who[b] = who[a];
#endif
   cold[b] = cold[a];
#else
   events[b] = events[a];
#endif
}

static void set(int i, double time, int64_t n)
{
   TIME(i) = time;
   WHO(number, i) = n;
   WHO(from, i) = n % 97;
   WHO(to, i) = n % 89;
   REST(bytes, i) = n % 1500;
   REST(sent, i) = n;
   REST(weight, i) = 1;
}

static void add(double time, int64_t n)
{
   int i = n_events++;
   while (i > 0 && TIME((i - 1) / 4) > time) {
      move(i, (i - 1) / 4);
      i = (i - 1) / 4;
   }
   set(i, time, n);
}

static int first_child(int i)
{
   int best = 4 * i + 1, end = best + 4 < n_events ? best + 4 : n_events;
   double least = TIME(best);
   for (int k = best + 1; k < end; k++) {
      double time = TIME(k);
      best = time < least ? k : best;
      least = time < least ? time : least;
   }
   return best;
}

static void remove_first()
{
   int i = 0, last = --n_events;
   double time = TIME(last);
   while (4 * i + 1 < n_events) {
      int child = first_child(i);
      if (TIME(child) >= time)
         break;
      move(i, child);
      i = child;
   }
   move(i, last);
}

int main()
{
   unsigned random = 13;
   int64_t sum = 0;
   room();
   for (int i = 0; i < EVENTS; i++) {
      random = random * 1664525 + 1013904223;
      add(random >> 8, i);
   }
   for (int i = 0; i < STEPS; i++) {
      double now = TIME(0);
      sum += WHO(number, 0) + REST(bytes, 0);
      remove_first();
      random = random * 1664525 + 1013904223;
      add(now + (random >> 8), i);
   }
   std::printf("%ld\n", static_cast<long>(sum));
}
