/* pages.c -- an open hash table of many pages, asked for random keys.
   Layouts: 1 huge pages; 2 keys apart; 3 keys apart, on huge pages.
   Objects: new_table
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum { SLOTS = 1 << 18, KEYS = 100000, LOOKUPS = 500000 * TIMES };

#if LAYOUT >= 2
typedef struct {
   uint64_t key;
} Key;
typedef struct {
   uint64_t uses;
   int32_t values[12];
} Value;
static Key *keys;
static Value *values;
#define KEY(i) (keys[i].key)
#define VALUE(i) (values[i])
#else
typedef struct {
   uint64_t key, uses;
   int32_t values[12];
} Slot;
static Slot *slots;
#define KEY(i) (slots[i].key)
#define VALUE(i) (slots[i])
#endif

/* Zeroed memory; the blocks with huge pages begin at one. */
static inline __attribute__((always_inline)) void *zeroed(size_t size_B)
{
#if LAYOUT == 1 || LAYOUT == 3
   char *block = aligned_alloc(1 << 21, size_B);
   if (block != NULL)
      madvise(block, size_B, MADV_HUGEPAGE);
   return block;
#else
   return calloc(size_B, 1);
#endif
}

static __attribute__((noinline)) void new_table(void)
{
#if LAYOUT >= 2
   keys = zeroed(SLOTS * sizeof *keys);
   values = zeroed(SLOTS * sizeof *values);
#else
   slots = zeroed(SLOTS * sizeof *slots);
#endif
}

static uint64_t slot_of(uint64_t key)
{
   uint64_t i = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 46;
   while (KEY(i) != 0 && KEY(i) != key)
      i = (i + 1) % SLOTS;
   return i;
}

int main(void)
{
   unsigned random = 11;
   int64_t sum = 0;
   new_table();
   for (uint64_t key = 1; key <= KEYS; key++) {
      uint64_t i = slot_of(key);
      KEY(i) = key;
      VALUE(i).uses = 0;
      VALUE(i).values[key % 12] = (int32_t)(key % 100);
   }
   for (int n = 0; n < LOOKUPS; n++) {
      random = random * 1664525 + 1013904223;
      uint64_t i = slot_of(1 + (random >> 8) % (2 * KEYS));
      if (KEY(i) != 0 && n % 4 == 0)
         sum += VALUE(i).values[n % 12] + (int64_t)VALUE(i).uses++;
   }
   printf("%ld\n", (long)sum);
   return 0;
}
