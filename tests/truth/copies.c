/* copies.c -- copying and filling memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

static uint8_t *from, *to;
static size_t size_B;

static void set_up(size_t bytes)
{
   size_B = bytes;
   from = truth_new(size_B);
   to = truth_new(size_B);
   for (size_t i = 0; i < size_B; i++)
      from[i] = (uint8_t)truth_random();
}

static void set_up_small(void) { set_up(16 << 10); }
static void set_up_large(void) { set_up(64 << 20); }

static uint64_t sample(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < size_B; i += size_B / 16)
      sum = truth_mix(sum, to[i]);
   return sum;
}

static uint64_t copy_by_libc(void)
{
   memcpy(to, from, size_B);
   return sample();
}

/* The compiler makes no call of memcpy out of volatile accesses. */
static uint64_t copy_bytes(void)
{
   volatile uint8_t *out = to;
   for (size_t i = 0; i < size_B; i++)
      out[i] = from[i];
   return sample();
}

static uint64_t copy_words(void)
{
   const uint64_t *in = (const uint64_t *)from;
   volatile uint64_t *out = (volatile uint64_t *)to;
   for (size_t i = 0; i < size_B / sizeof *in; i++)
      out[i] = in[i];
   return sample();
}

/* ---- Filling ------------------------------------------------------------ */

enum { N_WORDS = 1 << 21, LINE_WORDS = 8 };

static uint64_t *words;
static uint32_t *order;

static void set_up_fill(void)
{
   words = truth_new(N_WORDS * sizeof *words);
   order = truth_shuffled(N_WORDS);
}

static uint64_t fill_in_order(void)
{
   volatile uint64_t *out = words;
   for (size_t i = 0; i < N_WORDS; i++)
      out[i] = i;
   return words[N_WORDS / 2];
}

/* All lines, then the next word of each. */
static uint64_t fill_by_lines(void)
{
   volatile uint64_t *out = words;
   for (size_t j = 0; j < LINE_WORDS; j++)
      for (size_t i = j; i < N_WORDS; i += LINE_WORDS)
         out[i] = i;
   return words[N_WORDS / 2];
}

static uint64_t fill_shuffled(void)
{
   volatile uint64_t *out = words;
   for (size_t i = 0; i < N_WORDS; i++)
      out[order[i]] = order[i];
   return words[N_WORDS / 2];
}

/* ---- Updates: read, add, write ------------------------------------------ */

static void set_up_updates(void)
{
   words = truth_new(N_WORDS * sizeof *words);
   order = truth_ordered(N_WORDS / 8);
}

static void spread_updates(size_t n_words)
{
   for (size_t i = 0; i < N_WORDS / 8; i++)
      order[i] = (uint32_t)truth_random_below(n_words);
}

static void set_up_one_word(void) { spread_updates(1); }
static void set_up_l1_words(void) { spread_updates(2048); }
static void set_up_all_words(void) { spread_updates(N_WORDS); }

static uint64_t update(void)
{
   for (size_t i = 0; i < N_WORDS / 8; i++)
      words[order[i]] += i;
   for (size_t i = 0; i < N_WORDS / 8; i++)
      words[order[i]] -= i;
   return words[order[0]];
}

const truth_kernel truth_copies[] = {
   { "copy-l1", true, 20000, set_up_small,
     { { "libc", copy_by_libc }, { "words", copy_words }, { "bytes", copy_bytes } } },
   { "copy-memory", true, 2, set_up_large,
     { { "libc", copy_by_libc }, { "words", copy_words }, { "bytes", copy_bytes } } },
   { "fill", true, 6, set_up_fill,
     { { "in-order", fill_in_order }, { "lines", fill_by_lines },
       { "shuffled", fill_shuffled } } },
   { "updates", false, 60, set_up_updates,
     { { "one-word", update, set_up_one_word }, { "L1", update, set_up_l1_words },
       { "16M", update, set_up_all_words } } },
   { 0 },
};
