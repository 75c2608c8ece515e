/* sieves.c -- primes: a byte or a bit for each number, all at once or in segments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

enum { SEGMENT = 1 << 15, MAX_ROOT = 4096 };

static uint8_t *is_composite; /* a byte, or a bit, for each number or each odd number */
static uint32_t limit;

static void set_up(uint32_t below)
{
   limit = below;
   is_composite = truth_new(limit);
}

static void set_up_200k(void) { set_up(200000); }
static void set_up_6m(void) { set_up(6000000); }

static uint64_t sieve_bytes(void)
{
   uint64_t sum = 0;
   memset(is_composite, 0, limit);
   for (uint32_t p = 2; p < limit; p++) {
      if (is_composite[p])
         continue;
      sum += p;
      for (uint64_t multiple = (uint64_t)p * p; multiple < limit; multiple += p)
         is_composite[multiple] = 1;
   }
   return sum;
}

static uint64_t sieve_bits(void)
{
   uint64_t sum = 0;
   memset(is_composite, 0, limit / 8 + 1);
   for (uint32_t p = 2; p < limit; p++) {
      if (is_composite[p / 8] >> p % 8 & 1)
         continue;
      sum += p;
      for (uint64_t multiple = (uint64_t)p * p; multiple < limit; multiple += p)
         is_composite[multiple / 8] |= (uint8_t)(1u << multiple % 8);
   }
   return sum;
}

/* Byte i stands for 2 i + 1. */
static uint64_t sieve_odd(void)
{
   uint64_t sum = 2;
   memset(is_composite, 0, limit / 2);
   for (uint32_t i = 1; i < limit / 2; i++) {
      if (is_composite[i])
         continue;
      uint64_t p = 2 * (uint64_t)i + 1;
      sum += p;
      for (uint64_t multiple = p * p / 2; multiple < limit / 2; multiple += p)
         is_composite[multiple] = 1;
   }
   return sum;
}

/* The primes up to the root of the limit, and the next multiple of each. */
static uint32_t primes[MAX_ROOT], multiples[MAX_ROOT];

static size_t find_primes_of_root(void)
{
   uint8_t composite[MAX_ROOT] = { 0 };
   size_t n = 0;
   for (uint32_t p = 2; p * p < limit; p++) {
      if (composite[p])
         continue;
      primes[n] = p;
      multiples[n++] = p * p;
      for (uint32_t multiple = p * p; multiple < MAX_ROOT; multiple += p)
         composite[multiple] = 1;
   }
   return n;
}

static uint64_t sieve_segments(void)
{
   uint64_t sum = 0;
   size_t n = find_primes_of_root();
   for (uint32_t begin = 0; begin < limit; begin += SEGMENT) {
      uint32_t end = limit - begin < SEGMENT ? limit : begin + SEGMENT;
      memset(is_composite, 0, SEGMENT);
      for (size_t i = 0; i < n && primes[i] * primes[i] < end; i++) {
         uint32_t multiple = multiples[i];
         for (; multiple < end; multiple += primes[i])
            is_composite[multiple - begin] = 1;
         multiples[i] = multiple;
      }
      for (uint32_t p = begin < 2 ? 2 : begin; p < end; p++)
         if (!is_composite[p - begin])
            sum += p;
   }
   return sum;
}

const truth_kernel truth_sieves[] = {
   { "sieve-200K", true, 150, set_up_200k,
     { { "bytes", sieve_bytes }, { "bits", sieve_bits }, { "odd", sieve_odd } } },
   { "sieve-6M", true, 4, set_up_6m,
     { { "bytes", sieve_bytes }, { "bits", sieve_bits }, { "odd", sieve_odd },
       { "segments", sieve_segments } } },
   { 0 },
};
