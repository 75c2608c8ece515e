/* tk_count.h -- counts that saturate at the largest number that profiles hold,
   instead of wrapping to 0; the order of two numbers, the smaller and the larger; and
   sums wider than a count; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>
#include <stdint.h>

static inline uint64_t tk_smaller(uint64_t a, uint64_t b)
{
   return a < b ? a : b;
}

static inline uint64_t tk_larger(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

/* The next multiple of `unit`, which is not 0; n, if it is one. */
static inline uint64_t tk_round_up(uint64_t n, uint64_t unit)
{
   return (n + unit - 1) / unit * unit;
}

/* Below 0, 0 or above 0, in the order of the numbers. */
static inline int tk_compare(uint64_t a, uint64_t b)
{
   return (a > b) - (a < b);
}

static inline int tk_compare_signed(int64_t a, int64_t b)
{
   return (a > b) - (a < b);
}

/* Readers of profiles may use signed numbers. */
#define TK_COUNT_MAX ((uint64_t)INT64_MAX)

static inline uint64_t tk_count_capped(uint64_t count)
{
   return tk_smaller(count, TK_COUNT_MAX);
}

static inline uint64_t tk_count_add(uint64_t a, uint64_t b)
{
   uint64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? TK_COUNT_MAX : tk_count_capped(sum);
}

static inline uint64_t tk_count_product(uint64_t a, uint64_t b)
{
   uint64_t product;
   return __builtin_mul_overflow(a, b, &product) ? TK_COUNT_MAX
                                                 : tk_count_capped(product);
}

/* The part of `more` that can be added to `sum` without exceeding TK_COUNT_MAX.
   `sum` is at most that. */
static inline uint64_t tk_count_room(uint64_t sum, uint64_t more)
{
   return more < TK_COUNT_MAX - sum ? more : TK_COUNT_MAX - sum;
}

/* Adds n counts to n sums. */
static inline void tk_count_add_all(uint64_t *sums, const uint64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      sums[i] = tk_count_add(sums[i], counts[i]);
}

static inline void tk_count_clear_all(uint64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      counts[i] = 0;
}

/* A sum modulo 2^128, so negative sums work, too.  (Not every host has a type of
   128 bits.) */
typedef struct {
   uint64_t low, high;
} tk_wide;

static inline void tk_wide_add(tk_wide *sum, tk_wide more)
{
   sum->high += more.high + __builtin_add_overflow(sum->low, more.low, &sum->low);
}

static inline void tk_wide_sub(tk_wide *sum, tk_wide less)
{
   sum->high -= less.high + __builtin_sub_overflow(sum->low, less.low, &sum->low);
}

static inline tk_wide tk_wide_of(uint64_t value)
{
   return (tk_wide){ value, 0 };
}

/* The smaller of two sums; neither may be negative. */
static inline tk_wide tk_wide_least(tk_wide a, tk_wide b)
{
   return a.high < b.high || (a.high == b.high && a.low < b.low) ? a : b;
}

/* Multiplies by halves, as on paper. */
static inline tk_wide tk_wide_product(uint64_t a, uint64_t b)
{
   const uint64_t half = UINT32_MAX;
   uint64_t low = (a & half) * (b & half), high = (a >> 32) * (b >> 32);
   uint64_t one = (a >> 32) * (b & half), other = (a & half) * (b >> 32);
   uint64_t middle = (low >> 32) + (one & half) + (other & half);
   return (tk_wide){ middle << 32 | (low & half),
                     high + (one >> 32) + (other >> 32) + (middle >> 32) };
}

/* The sum as a count; it must not be negative. */
static inline uint64_t tk_wide_capped(tk_wide sum)
{
   return sum.high != 0 ? TK_COUNT_MAX : tk_count_capped(sum.low);
}
