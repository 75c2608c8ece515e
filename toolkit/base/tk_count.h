/* tk_count.h -- counts that stop at the largest number that profiles hold, where
   they would begin anew from 0; and sums that are wider than a count; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_COUNT_H
#define TK_COUNT_H

#include <stdint.h>

/* Readers of profiles have signed numbers. */
#define TK_COUNT_MAX ((uint64_t)INT64_MAX)

static inline uint64_t tk_count_capped(uint64_t count)
{
   return count < TK_COUNT_MAX ? count : TK_COUNT_MAX;
}

static inline uint64_t tk_count_add(uint64_t a, uint64_t b)
{
   uint64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? TK_COUNT_MAX
                                             : tk_count_capped(sum);
}

static inline uint64_t tk_count_product(uint64_t a, uint64_t b)
{
   uint64_t product;
   return __builtin_mul_overflow(a, b, &product) ? TK_COUNT_MAX
                                                 : tk_count_capped(product);
}

/* What of `more` can be added to a sum, which is at most TK_COUNT_MAX. */
static inline uint64_t tk_count_room(uint64_t sum, uint64_t more)
{
   return more < TK_COUNT_MAX - sum ? more : TK_COUNT_MAX - sum;
}

/* A sum modulo 2^128, so of either sign.  (Not every host has such numbers.) */
typedef struct { uint64_t low, high; } tk_wide;

static inline void tk_wide_add(tk_wide *sum, tk_wide more)
{
   sum->high += more.high
                + __builtin_add_overflow(sum->low, more.low, &sum->low);
}

static inline void tk_wide_sub(tk_wide *sum, tk_wide less)
{
   sum->high -= less.high
                + __builtin_sub_overflow(sum->low, less.low, &sum->low);
}

static inline tk_wide tk_wide_of(uint64_t value)
{
   return (tk_wide){ value, 0 };
}

/* By halves, as on paper. */
static inline tk_wide tk_wide_product(uint64_t a, uint64_t b)
{
   const uint64_t half = UINT32_MAX;
   uint64_t low = (a & half) * (b & half), high = (a >> 32) * (b >> 32);
   uint64_t one = (a >> 32) * (b & half), other = (a & half) * (b >> 32);
   uint64_t middle = (low >> 32) + (one & half) + (other & half);
   return (tk_wide){ middle << 32 | (low & half),
                     high + (one >> 32) + (other >> 32) + (middle >> 32) };
}

/* As a count; the sum is not negative. */
static inline uint64_t tk_wide_capped(tk_wide sum)
{
   return sum.high != 0 ? TK_COUNT_MAX : tk_count_capped(sum.low);
}

#endif
