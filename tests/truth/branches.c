/* branches.c -- jumps that follow the data, and code that does without them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

enum { N = 1 << 19 };

/* ---- The sum of the large numbers --------------------------------------- */

static uint32_t *numbers;

static void set_up_random(void)
{
   numbers = truth_new(N * sizeof *numbers);
   for (size_t i = 0; i < N; i++)
      numbers[i] = (uint32_t)truth_random_below(1000);
}

/* By counting. */
static void set_up_sorted(void)
{
   size_t counts[1000] = { 0 }, at = 0;
   for (size_t i = 0; i < N; i++)
      counts[numbers[i]]++;
   for (size_t value = 0; value < 1000; value++)
      while (counts[value]-- > 0)
         numbers[at++] = (uint32_t)value;
}

static uint64_t sum_if(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      if (numbers[i] >= 500) {
         __asm__("" ::: "memory"); /* keeps the jump */
         sum += numbers[i];
      }
   return sum;
}

static uint64_t sum_masked(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      sum += numbers[i] & -(uint64_t)(numbers[i] >= 500);
   return sum;
}

/* ---- Packing: the numbers that pass, side by side ----------------------- */

static uint32_t *packed;

static void set_up_packing(void)
{
   set_up_random();
   packed = truth_new((N + 1) * sizeof *packed);
}

static uint64_t pack_if(void)
{
   size_t n = 0;
   for (size_t i = 0; i < N; i++)
      if (numbers[i] % 8 < 4) {
         __asm__("" ::: "memory");
         packed[n++] = numbers[i];
      }
   return truth_mix(n, packed[n / 2]);
}

static uint64_t pack_always(void)
{
   size_t n = 0;
   for (size_t i = 0; i < N; i++) {
      packed[n] = numbers[i];
      n += numbers[i] % 8 < 4;
   }
   return truth_mix(n, packed[n / 2]);
}

/* ---- How often a branch is taken, at random ----------------------------- */

static uint32_t threshold;

static uint64_t count_below(void)
{
   uint64_t odd = 0, even = 0;
   for (size_t i = 0; i < N; i++)
      if (numbers[i] < threshold) {
         __asm__("" ::: "memory");
         odd += numbers[i] | 1;
      } else {
         __asm__("" ::: "memory");
         even ^= numbers[i];
      }
   return truth_mix(odd, even);
}

static void set_up_2_percent(void) { threshold = 20; }
static void set_up_10_percent(void) { threshold = 100; }
static void set_up_50_percent(void) { threshold = 500; }

/* ---- Patterns: taken every second time, by a period of 24, at random ---- */

static uint8_t *pattern;

static void set_up_pattern(size_t period)
{
   pattern = truth_new(N);
   for (size_t i = 0; i < N; i++)
      pattern[i] = i < period ? (i == 0 || (i != 1 && truth_random_below(2)))
                              : pattern[i - period];
}

static void set_up_alternating(void) { set_up_pattern(2); }
static void set_up_period_24(void) { set_up_pattern(24); }
static void set_up_no_period(void) { set_up_pattern(N); }

static uint64_t follow_pattern(void)
{
   uint64_t a = 1, b = 1;
   for (size_t i = 0; i < N; i++)
      if (pattern[i]) {
         __asm__("" ::: "memory");
         a += i;
      } else {
         __asm__("" ::: "memory");
         b ^= i;
      }
   return truth_mix(a, b);
}

/* ---- Classes of bytes --------------------------------------------------- */

static uint8_t *text, class_of[256];

static unsigned class_by_jumps(uint8_t c)
{
   if (c >= 'a' && c <= 'z')
      return 1;
   if (c >= 'A' && c <= 'Z')
      return 2;
   if (c >= '0' && c <= '9')
      return 3;
   if (c == ' ' || c == '\t' || c == '\n')
      return 4;
   return 0;
}

static void set_up_text(void)
{
   text = truth_new(N);
   for (size_t i = 0; i < N; i++)
      text[i] = "etaoinshrdluETAOIN0123 \n,."[truth_random_below(26)];
   for (unsigned c = 0; c < 256; c++)
      class_of[c] = (uint8_t)class_by_jumps((uint8_t)c);
}

static uint64_t classify_by_jumps(void)
{
   uint64_t counts[5] = { 0 };
   for (size_t i = 0; i < N; i++)
      counts[class_by_jumps(text[i])]++;
   return counts[1] + counts[2] * 3 + counts[3] * 5 + counts[4] * 7;
}

static uint64_t classify_by_table(void)
{
   uint64_t counts[5] = { 0 };
   for (size_t i = 0; i < N; i++)
      counts[class_of[text[i]]]++;
   return counts[1] + counts[2] * 3 + counts[3] * 5 + counts[4] * 7;
}

const truth_kernel truth_branches[] = {
   { "sum-if", true, 40, set_up_random,
     { { "random", sum_if }, { "sorted", sum_if, set_up_sorted },
       { "branch-free", sum_masked } } },
   { "packing", true, 40, set_up_packing,
     { { "branchy", pack_if }, { "branch-free", pack_always } } },
   { "bias", false, 40, set_up_random,
     { { "2-percent", count_below, set_up_2_percent },
       { "10-percent", count_below, set_up_10_percent },
       { "50-percent", count_below, set_up_50_percent } } },
   { "pattern", false, 40, NULL,
     { { "alternating", follow_pattern, set_up_alternating },
       { "period-24", follow_pattern, set_up_period_24 },
       { "random", follow_pattern, set_up_no_period } } },
   { "classes", true, 20, set_up_text,
     { { "jumps", classify_by_jumps }, { "table", classify_by_table } } },
   { 0 },
};
