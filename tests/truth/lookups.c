/* lookups.c -- trees against sorted arrays, and hash tables at four loads.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

/* So many that no predictor of jumps learns them by heart in repeated runs. */
enum { N_LOOK_UPS = 1 << 19 };

static uint64_t *questions;

/* ---- Trees and arrays --------------------------------------------------- */

/* A tree into which keys were inserted in random order, each node from the heap then. */
typedef struct node {
   struct node *less, *greater;
   uint64_t key;
} node;

static node *root;
static uint64_t *sorted;
static size_t n;

/* Keys are even, so that half of the questions have no answer. */
static void set_up(size_t size)
{
   n = size;
   node *nodes = truth_new(n * sizeof *nodes);
   const uint32_t *order = truth_shuffled(n);
   sorted = truth_new(n * sizeof *sorted);
   for (size_t i = 0; i < n; i++) {
      node **at = &root;
      nodes[i].key = 2 * (uint64_t)order[i];
      while (*at != NULL)
         at = nodes[i].key < (*at)->key ? &(*at)->less : &(*at)->greater;
      *at = &nodes[i];
      sorted[i] = 2 * i;
   }
   questions = truth_new(N_LOOK_UPS * sizeof *questions);
   for (size_t i = 0; i < N_LOOK_UPS; i++)
      questions[i] = truth_random_below(2 * n);
}

static void set_up_1k(void) { set_up(1 << 10); }
static void set_up_32k(void) { set_up(1 << 15); }
static void set_up_512k(void) { set_up(1 << 19); }

static bool is_in_tree(uint64_t key)
{
   const node *at = root;
   while (at != NULL && at->key != key)
      at = key < at->key ? at->less : at->greater;
   return at != NULL;
}

static bool is_in_array(uint64_t key)
{
   size_t low = 0, high = n;
   while (low < high) {
      size_t middle = (low + high) / 2;
      if (sorted[middle] == key)
         return true;
      if (sorted[middle] < key)
         low = middle + 1;
      else
         high = middle;
   }
   return false;
}

/* ---- Hash tables -------------------------------------------------------- */

enum { N_SLOTS = 1 << 16, SLOT_SHIFT = 64 - 16 };

typedef struct entry {
   struct entry *next;
   uint64_t key;
} entry;

static uint64_t *slots; /* keys; 0 where there is none */
static entry **buckets;

static size_t slot_of(uint64_t key)
{
   return key * 0x9e3779b97f4a7c15u >> SLOT_SHIFT;
}

static void put_in_slot(uint64_t key)
{
   size_t at = slot_of(key);
   while (slots[at] != 0)
      at = (at + 1) & (N_SLOTS - 1);
   slots[at] = key;
}

static void put_in_bucket(entry *e, uint64_t key)
{
   entry **bucket = &buckets[slot_of(key)];
   e->key = key;
   e->next = *bucket;
   *bucket = e;
}

/* Odd keys are in the tables; half of the questions are about even ones. */
static void set_up_tables(size_t percent)
{
   size_t n_keys = N_SLOTS / 100 * percent;
   entry *entries = truth_new(n_keys * sizeof *entries);
   uint64_t *keys = truth_new(n_keys * sizeof *keys);
   slots = truth_new(N_SLOTS * sizeof *slots);
   buckets = truth_new(N_SLOTS * sizeof(entry *));
   for (size_t i = 0; i < n_keys; i++) {
      keys[i] = truth_random() | 1;
      put_in_slot(keys[i]);
      put_in_bucket(&entries[i], keys[i]);
   }
   questions = truth_new(N_LOOK_UPS * sizeof *questions);
   for (size_t i = 0; i < N_LOOK_UPS; i++)
      questions[i] = truth_random() & 1 ? keys[truth_random_below(n_keys)]
                                        : (truth_random() | 1) - 1;
}

static void set_up_25(void) { set_up_tables(25); }
static void set_up_50(void) { set_up_tables(50); }
static void set_up_75(void) { set_up_tables(75); }
static void set_up_90(void) { set_up_tables(90); }

static bool is_in_slots(uint64_t key)
{
   size_t at = slot_of(key);
   while (slots[at] != 0 && slots[at] != key)
      at = (at + 1) & (N_SLOTS - 1);
   return slots[at] == key && key != 0;
}

static bool is_in_buckets(uint64_t key)
{
   const entry *e = buckets[slot_of(key)];
   while (e != NULL && e->key != key)
      e = e->next;
   return e != NULL;
}

#define LOOK_UP(NAME) \
   static uint64_t look_up_in_##NAME(void) \
   { \
      uint64_t sum = 0; \
      for (size_t i = 0; i < N_LOOK_UPS; i++) \
         sum += is_in_##NAME(questions[i]) ? i : 1; \
      return sum; \
   }

LOOK_UP(tree)
LOOK_UP(array)
LOOK_UP(slots)
LOOK_UP(buckets)

/* ---- All keys in order -------------------------------------------------- */

/* Its chain is two cycles, where truth_mix's hides most of a walk. */
static uint64_t added(uint64_t sum, uint64_t key)
{
   return sum * 5 + key;
}

static uint64_t added_tree(uint64_t sum, const node *at)
{
   for (; at != NULL; at = at->greater)
      sum = added(added_tree(sum, at->less), at->key);
   return sum;
}

static uint64_t walk_tree(void)
{
   return added_tree(0, root);
}

static uint64_t walk_array(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < n; i++)
      sum = added(sum, sorted[i]);
   return sum;
}

#define FINDS { { "tree", look_up_in_tree }, { "array", look_up_in_array } }
#define WALKS { { "tree", walk_tree }, { "array", walk_array } }
#define TABLES { { "open", look_up_in_slots }, { "chained", look_up_in_buckets } }
const truth_kernel truth_lookups[] = {
   { "find-1K", true, 3, set_up_1k, FINDS },
   { "find-32K", true, 2, set_up_32k, FINDS },
   { "find-512K", true, 1, set_up_512k, FINDS },
   { "keys-1K", true, 20000, set_up_1k, WALKS },
   { "keys-512K", true, 4, set_up_512k, WALKS },
   { "hash-25", true, 10, set_up_25, TABLES },
   { "hash-50", true, 8, set_up_50, TABLES },
   { "hash-75", true, 8, set_up_75, TABLES },
   { "hash-90", true, 4, set_up_90, TABLES },
   { 0 },
};
