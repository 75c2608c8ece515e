/* joins.c -- joins of two tables by a key: by hashing, in partitions, by sorting.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

enum { N_ROWS = 1 << 19, N_SLOTS = 1 << 20, PART_BITS = 7, N_PARTS = 1 << PART_BITS };

typedef struct {
   uint32_t key, value;
} row;

static row *left, *right, *left_again, *right_again, *slots;

/* All keys of the left table differ and are above 0; half of the right's are in it. */
static void set_up(void)
{
   left = truth_new(N_ROWS * sizeof *left);
   right = truth_new(N_ROWS * sizeof *right);
   left_again = truth_new(N_ROWS * sizeof *left);
   right_again = truth_new(N_ROWS * sizeof *right);
   slots = truth_new(N_SLOTS * sizeof *slots);
   const uint32_t *order = truth_shuffled(N_ROWS);
   for (size_t i = 0; i < N_ROWS; i++) {
      left[i] = (row){ 2 * order[i] + 1, (uint32_t)i };
      right[i] = (row){ (uint32_t)truth_random_below(2 * N_ROWS) + 1, (uint32_t)i };
   }
}

static uint64_t match(const row *a, const row *b)
{
   return (uint64_t)a->value * 31 + b->value;
}

static uint32_t hash(uint32_t key)
{
   return key * 0x9e3779b9u;
}

/* Joins rows by a hash table of 2^bits slots. */
static uint64_t join_by_table(const row *a, size_t n_a, const row *b, size_t n_b,
                              unsigned skip, unsigned bits)
{
   uint64_t sum = 0;
   uint32_t mask = (1u << bits) - 1;
   memset(slots, 0, sizeof *slots << bits);
   for (size_t i = 0; i < n_a; i++) {
      uint32_t at = hash(a[i].key) << skip >> (32 - bits);
      while (slots[at].key != 0)
         at = (at + 1) & mask;
      slots[at] = a[i];
   }
   for (size_t i = 0; i < n_b; i++) {
      uint32_t at = hash(b[i].key) << skip >> (32 - bits);
      for (; slots[at].key != 0; at = (at + 1) & mask)
         if (slots[at].key == b[i].key)
            sum += match(&slots[at], &b[i]);
   }
   return sum;
}

static uint64_t join_by_hash(void)
{
   return join_by_table(left, N_ROWS, right, N_ROWS, 0, 20);
}

/* Moves rows into parts by the highest bits of their hash; the parts' ends. */
static void part_rows(const row *rows, row *parted, uint32_t ends[N_PARTS])
{
   uint32_t sum = 0;
   memset(ends, 0, N_PARTS * sizeof *ends);
   for (size_t i = 0; i < N_ROWS; i++)
      ends[hash(rows[i].key) >> (32 - PART_BITS)]++;
   for (size_t i = 0; i < N_PARTS; i++) {
      uint32_t count = ends[i];
      ends[i] = sum;
      sum += count;
   }
   for (size_t i = 0; i < N_ROWS; i++)
      parted[ends[hash(rows[i].key) >> (32 - PART_BITS)]++] = rows[i];
}

static uint64_t join_in_parts(void)
{
   uint32_t left_ends[N_PARTS], right_ends[N_PARTS], l = 0, r = 0;
   uint64_t sum = 0;
   part_rows(left, left_again, left_ends);
   part_rows(right, right_again, right_ends);
   for (size_t i = 0; i < N_PARTS; i++) {
      sum += join_by_table(left_again + l, left_ends[i] - l, right_again + r,
                           right_ends[i] - r, PART_BITS, 20 - PART_BITS + 1);
      l = left_ends[i];
      r = right_ends[i];
   }
   return sum;
}

/* One step of a radix sort: by eleven bits of the key. */
static void sort_by(unsigned shift, const row *from, row *to)
{
   enum { N_DIGITS = 1 << 11 };
   uint32_t at[N_DIGITS + 1] = { 0 };
   for (size_t i = 0; i < N_ROWS; i++)
      at[(from[i].key >> shift) % N_DIGITS + 1]++;
   for (size_t i = 0; i < N_DIGITS; i++)
      at[i + 1] += at[i];
   for (size_t i = 0; i < N_ROWS; i++)
      to[at[(from[i].key >> shift) % N_DIGITS]++] = from[i];
}

static uint64_t join_by_sorting(void)
{
   row *between = slots;
   sort_by(0, left, between);
   sort_by(11, between, left_again);
   sort_by(0, right, between);
   sort_by(11, between, right_again);
   uint64_t sum = 0;
   for (size_t l = 0, r = 0; l < N_ROWS && r < N_ROWS;)
      if (left_again[l].key < right_again[r].key)
         l++;
      else if (left_again[l].key > right_again[r].key)
         r++;
      else
         sum += match(&left_again[l], &right_again[r++]);
   return sum;
}

const truth_kernel truth_joins[] = {
   { "join", true, 4, set_up,
     { { "hash", join_by_hash }, { "parts", join_in_parts },
       { "sorting", join_by_sorting } } },
   { 0 },
};
