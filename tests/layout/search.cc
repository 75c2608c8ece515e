// search.cc -- binary search in sorted records.
// Layouts: 1 keys and where the text is apart; 2 keys alone; 3 each record a line.
// Objects: load
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

constexpr int RECORDS = 30000, SEARCHES = 200000 * TIMES;

#if LAYOUT == 1
struct Hot {
   uint64_t key;
   uint32_t offset, length;
};
struct Cold {
   int64_t created, changed, owner, group;
   double price;
};
static std::vector<Hot> hot;
static std::vector<Cold> cold;
#define KEY(i) (hot[i].key)
#define TEXT(field, i) (hot[i].field)
#define REST(field, i) (cold[i].field)
#elif LAYOUT == 2
struct Rest {
   uint32_t offset, length;
   int64_t created, changed, owner, group;
   double price;
};
static std::vector<uint64_t> keys;
static std::vector<Rest> rest;
#define KEY(i) (keys[i])
#define TEXT(field, i) (rest[i].field)
#define REST(field, i) (rest[i].field)
#else
#if LAYOUT == 3
struct alignas(64) Record {
#else
struct Record {
#endif
   uint64_t key;
   uint32_t offset, length;
   int64_t created, changed, owner, group;
   double price;
};
static std::vector<Record> records;
#define KEY(i) (records[i].key)
#define TEXT(field, i) (records[i].field)
#define REST(field, i) (records[i].field)
#endif

__attribute__((noinline)) static void load()
{
#if LAYOUT == 1
   hot.resize(RECORDS);
   cold.resize(RECORDS);
#elif LAYOUT == 2
   keys.resize(RECORDS);
   rest.resize(RECORDS);
#else
   records.resize(RECORDS);
#endif
   for (int i = 0; i < RECORDS; i++) {
      KEY(i) = static_cast<uint64_t>(i) * 3 + static_cast<uint64_t>(i % 3);
      TEXT(offset, i) = static_cast<uint32_t>(i) * 20;
      TEXT(length, i) = static_cast<uint32_t>(i % 50);
      REST(created, i) = i;
      REST(changed, i) = i + i % 9;
      REST(owner, i) = i % 77;
      REST(group, i) = i % 7;
      REST(price, i) = i % 101;
   }
}

// The last record whose key is not larger.
static int find(uint64_t key)
{
   int low = 0, high = RECORDS;
   while (high - low > 1) {
      int middle = (low + high) / 2;
      if (KEY(middle) <= key)
         low = middle;
      else
         high = middle;
   }
   return low;
}

int main()
{
   unsigned random = 5;
   int64_t sum = 0;
   load();
   for (int n = 0; n < SEARCHES; n++) {
      random = random * 1664525 + 1013904223;
      int i = find((random >> 8) % (3 * RECORDS));
      sum += TEXT(offset, i) + TEXT(length, i);
      if (n % 32 == 0)
         sum += REST(owner, i) + static_cast<int64_t>(REST(price, i));
   }
   std::printf("%ld\n", static_cast<long>(sum));
}
