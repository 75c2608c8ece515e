/* searches.c -- finding a number: binary searches in several layouts, hash tables.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

/* ---- Sorted numbers ----------------------------------------------------- */

/* A number's rank is how many of the table are smaller.  The table has even numbers. */
static uint32_t *table, *by_level, *level_ranks, *wanted;
static size_t n;

enum { N_WANTED = 1 << 16 };

/* Eytzinger: the children of k are 2 k and 2 k + 1. */
static size_t place_by_level(size_t from, size_t k)
{
   if (k <= n) {
      from = place_by_level(from, 2 * k);
      by_level[k] = table[from];
      level_ranks[k] = (uint32_t)from++;
      from = place_by_level(from, 2 * k + 1);
   }
   return from;
}

static void set_up_sorted(size_t size)
{
   n = size;
   table = truth_ordered(n);
   for (size_t i = 0; i < n; i++)
      table[i] *= 2;
   by_level = truth_new((n + 1) * sizeof *by_level);
   level_ranks = truth_new((n + 1) * sizeof *level_ranks);
   level_ranks[0] = (uint32_t)n;
   place_by_level(0, 1);
   wanted = truth_new(N_WANTED * sizeof *wanted);
   for (size_t i = 0; i < N_WANTED; i++)
      wanted[i] = (uint32_t)truth_random_below(2 * n - 1);
}

static size_t rank_branchy(uint32_t x)
{
   size_t low = 0, high = n;
   while (low < high) {
      size_t middle = (low + high) / 2;
      if (table[middle] < x)
         low = middle + 1;
      else if (table[middle] > x)
         high = middle;
      else
         return middle;
   }
   return low;
}

static size_t rank_branch_free(uint32_t x)
{
   const uint32_t *base = table;
   for (size_t left = n; left > 1;) {
      size_t half = left / 2;
      base += (base[half - 1] < x) * half;
      left -= half;
   }
   return (size_t)(base - table) + (*base < x);
}

static size_t rank_by_level(uint32_t x)
{
   size_t k = 1;
   while (k <= n)
      k = 2 * k + (by_level[k] < x);
   k >>= __builtin_ffsl((long)~k);
   return level_ranks[k];
}

#define SEARCH(NAME) \
   static uint64_t search_##NAME(void) \
   { \
      uint64_t sum = 0; \
      for (size_t i = 0; i < N_WANTED; i++) \
         sum = truth_mix(sum, rank_##NAME(wanted[i])); \
      return sum; \
   }

SEARCH(branchy)
SEARCH(branch_free)
SEARCH(by_level)

static void set_up_small(void) { set_up_sorted(2000); }
static void set_up_large(void) { set_up_sorted(6000000); }

/* A few numbers: all are compared, or half of them after each step. */
static size_t rank_all(uint32_t x)
{
   size_t rank = 0;
   for (size_t i = 0; i < n; i++)
      rank += table[i] < x;
   return rank;
}

static size_t rank_until(uint32_t x)
{
   size_t rank = 0;
   while (rank < n && table[rank] < x)
      rank++;
   return rank;
}

SEARCH(all)
SEARCH(until)

static void set_up_few(void) { set_up_sorted(32); }

/* ---- Dictionaries: a number's number ------------------------------------ */

enum { N_KEYS = 200000, N_SLOTS = 1 << 19, N_LOOK_UPS = 1 << 16 };

typedef struct entry {
   struct entry *next;
   uint64_t key, value;
} entry;

static struct { uint64_t key, value; } *slots;
static entry **buckets;
static size_t n_buckets;
static uint64_t *sorted_keys, *sorted_values, *questions;

static uint64_t key_of(uint64_t i) { return i * 977 + 13; }

static size_t slot_of(uint64_t key, size_t count)
{
   return (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (count - 1);
}

static void put_in_slot(uint64_t key, uint64_t value)
{
   size_t at = slot_of(key, N_SLOTS);
   while (slots[at].key != 0)
      at = (at + 1) & (N_SLOTS - 1);
   slots[at].key = key;
   slots[at].value = value;
}

static void put_in_buckets(entry *e, uint64_t key, uint64_t value)
{
   entry **bucket = &buckets[slot_of(key, n_buckets)];
   e->next = *bucket;
   e->key = key;
   e->value = value;
   *bucket = e;
}

static void set_up_dictionary(size_t bucket_count)
{
   n_buckets = bucket_count;
   slots = truth_new(N_SLOTS * sizeof *slots);
   buckets = truth_new(n_buckets * sizeof(entry *));
   sorted_keys = truth_new(N_KEYS * sizeof *sorted_keys);
   sorted_values = truth_new(N_KEYS * sizeof *sorted_values);
   entry *entries = truth_new(N_KEYS * sizeof *entries);
   const uint32_t *order = truth_shuffled(N_KEYS);
   for (size_t i = 0; i < N_KEYS; i++) {
      uint64_t key = key_of(order[i]);
      put_in_slot(key, order[i]);
      put_in_buckets(&entries[i], key, order[i]);
      sorted_keys[order[i]] = key;
      sorted_values[order[i]] = order[i];
   }
   questions = truth_new(N_LOOK_UPS * sizeof *questions);
   for (size_t i = 0; i < N_LOOK_UPS; i++)
      questions[i] = key_of(truth_random_below(N_KEYS));
}

static uint64_t value_in_slots(uint64_t key)
{
   size_t at = slot_of(key, N_SLOTS);
   while (slots[at].key != key)
      at = (at + 1) & (N_SLOTS - 1);
   return slots[at].value;
}

static uint64_t value_in_buckets(uint64_t key)
{
   const entry *e = buckets[slot_of(key, n_buckets)];
   while (e->key != key)
      e = e->next;
   return e->value;
}

static uint64_t value_sorted(uint64_t key)
{
   size_t low = 0, high = N_KEYS;
   while (high - low > 1) {
      size_t middle = (low + high) / 2;
      if (sorted_keys[middle] <= key)
         low = middle;
      else
         high = middle;
   }
   return sorted_values[low];
}

#define LOOK_UP(NAME) \
   static uint64_t look_up_##NAME(void) \
   { \
      uint64_t sum = 0; \
      for (size_t i = 0; i < N_LOOK_UPS; i++) \
         sum += value_##NAME(questions[i]) ^ i; \
      return sum; \
   }

LOOK_UP(in_slots)
LOOK_UP(in_buckets)
LOOK_UP(sorted)

static void set_up_short_chains(void) { set_up_dictionary(1 << 18); }
static void set_up_middle_chains(void) { set_up_dictionary(1 << 16); }
static void set_up_long_chains(void) { set_up_dictionary(1 << 14); }

const truth_kernel truth_searches[] = {
   { "search-few", true, 40, set_up_few,
     { { "all", search_all }, { "until", search_until },
       { "binary", search_branchy } } },
   { "search-small", true, 20, set_up_small,
     { { "branchy", search_branchy }, { "branch-free", search_branch_free },
       { "by-level", search_by_level } } },
   { "search-large", true, 3, set_up_large,
     { { "branchy", search_branchy }, { "branch-free", search_branch_free },
       { "by-level", search_by_level } } },
   { "dictionary", true, 12, set_up_short_chains,
     { { "slots", look_up_in_slots }, { "buckets", look_up_in_buckets },
       { "sorted", look_up_sorted } } },
   { "hash-chains", true, 12, NULL,
     { { "short", look_up_in_buckets, set_up_short_chains },
       { "middle", look_up_in_buckets, set_up_middle_chains },
       { "long", look_up_in_buckets, set_up_long_chains } } },
   { 0 },
};
