// lru.cc -- a cache of the entries used last, by a hash table and a list.
// Layouts: 1 what look-ups need apart; 2 the same, with a pointer to the value; 3 that in
// front, and each entry begins with a line.
// Objects: new_entry
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

constexpr int ENTRIES = 9000, BUCKETS = 8192, ASKED = 1000000 * TIMES;

struct Value {
   int64_t bytes[13];
};

#if LAYOUT == 0
struct Entry {
   int64_t bytes[13];
   Entry *older, *newer, *chain;
   uint64_t key;
};
#define VALUE(e) ((e)->bytes)
#elif LAYOUT == 3
struct alignas(64) Entry {
   Entry *older, *newer, *chain;
   uint64_t key;
   int64_t bytes[13];
};
#define VALUE(e) ((e)->bytes)
#else
struct Entry {
   Entry *older, *newer, *chain;
   uint64_t key;
#if LAYOUT == 2
   Value *value;
#endif
};
#if LAYOUT == 2
#define VALUE(e) ((e)->value->bytes)
#else
#define VALUE(e) (values[(e) - pool].bytes)
#endif
static Value *values;
#endif

static Entry *buckets[BUCKETS];
static Entry ends; // its older one is the newest entry
static int n_entries;

#if LAYOUT == 0 || LAYOUT == 3
__attribute__((noinline)) static Entry *new_entry()
{
   Entry *e = new Entry;
   e->key = 0;
   return e;
}

static void free_entry(Entry *e)
{
   delete e;
}
#else
static Entry *pool, *unused;

__attribute__((noinline)) static Entry *new_entry()
{
   static int n;
   if (pool == nullptr) {
      pool = static_cast<Entry *>(std::malloc(ENTRIES * sizeof *pool));
      values = static_cast<Value *>(std::malloc(ENTRIES * sizeof *values));
   }
   Entry *e = unused;
   if (e != nullptr) {
      unused = e->chain;
      return e;
   }
#if LAYOUT == 2
   pool[n].value = &values[n];
#endif
   return &pool[n++];
}

static void free_entry(Entry *e)
{
   e->chain = unused;
   unused = e;
}
#endif

static void unlink(Entry *e)
{
   e->older->newer = e->newer;
   e->newer->older = e->older;
}

static void put_first(Entry *e)
{
   e->older = ends.older;
   e->newer = &ends;
   ends.older->newer = e;
   ends.older = e;
}

static void drop_oldest()
{
   Entry *e = ends.newer, **at = &buckets[e->key % BUCKETS];
   while (*at != e)
      at = &(*at)->chain;
   *at = e->chain;
   unlink(e);
   free_entry(e);
   n_entries--;
}

static Entry *add(uint64_t key)
{
   if (n_entries == ENTRIES)
      drop_oldest();
   Entry *e = new_entry();
   e->key = key;
   e->chain = buckets[key % BUCKETS];
   buckets[key % BUCKETS] = e;
   for (int i = 0; i < 13; i++)
      VALUE(e)[i] = static_cast<int64_t>(key) + i;
   put_first(e);
   n_entries++;
   return e;
}

static Entry *ask(uint64_t key)
{
   Entry *e = buckets[key % BUCKETS];
   while (e != nullptr && e->key != key)
      e = e->chain;
   if (e == nullptr)
      return add(key);
   unlink(e);
   put_first(e);
   return e;
}

int main()
{
   unsigned random = 21;
   int64_t sum = 0;
   ends.older = ends.newer = &ends;
   for (int i = 0; i < ASKED; i++) {
      random = random * 1664525 + 1013904223;
      // One in 256 is of ever more keys, the others of as many as there is room for.
      uint64_t key = (random >> 8) % 8200
                     + (i % 256 == 0 ? static_cast<uint64_t>(i) / 64 : 0);
      Entry *e = ask(key * 2654435761U % 4294967291U);
      if (i % 16 == 0)
         sum += VALUE(e)[i % 13];
   }
   std::printf("%ld %d\n", static_cast<long>(sum % 1000003), n_entries);
}
