/* arithmetic.c -- operations of different cost, and chains of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

enum { N = 4096 };

static double *x, *y;
static uint64_t *words;
static uint32_t divisor;

static void set_up(void)
{
   x = truth_new(N * sizeof *x);
   y = truth_new(N * sizeof *y);
   words = truth_new(N * sizeof *words);
   for (size_t i = 0; i < N; i++) {
      x[i] = (double)(1 + truth_random_below(1000)) / 1024;
      words[i] = truth_random();
   }
   divisor = 64;
}

static uint64_t bits_of(double value)
{
   union { double value; uint64_t bits; } u = { value };
   return u.bits;
}

/* ---- Division ----------------------------------------------------------- */

static uint64_t scale_by_division(void)
{
   double by = divisor;
   for (size_t i = 0; i < N; i++)
      y[i] = x[i] / by;
   return bits_of(y[0]) ^ bits_of(y[N - 1]);
}

static uint64_t scale_by_product(void)
{
   double by = 1.0 / divisor;
   for (size_t i = 0; i < N; i++)
      y[i] = x[i] * by;
   return bits_of(y[0]) ^ bits_of(y[N - 1]);
}

static uint64_t remainder_by_division(void)
{
   uint64_t sum = 0, by = divisor;
   for (size_t i = 0; i < N; i++)
      sum += words[i] % by;
   return sum;
}

static uint64_t remainder_by_constant(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      sum += words[i] - words[i] / 1000 * 1000;
   return sum;
}

static uint64_t remainder_by_mask(void)
{
   uint64_t sum = 0, mask = divisor - 1;
   for (size_t i = 0; i < N; i++)
      sum += words[i] & mask;
   return sum;
}

/* Each quotient is part of the next dividend, or none is. */
static uint64_t divide_in_chain(void)
{
   uint64_t value = words[0], by = divisor;
   for (size_t i = 0; i < N; i++)
      value = (words[i] ^ value) / by;
   return value;
}

static uint64_t divide_at_once(void)
{
   uint64_t value = 0, by = divisor;
   for (size_t i = 0; i < N; i++)
      value ^= words[i] / by;
   return value;
}

/* ---- Polynomials of degree 7 -------------------------------------------- */

static const double k[8] = { 1, 0.5, 0.25, 0.125, 2, 4, 8, 0.75 };

/* Each result is the argument of the next: only the latency counts. */
static uint64_t polynomial_horner(void)
{
   double v = 0.5;
   for (size_t i = 0; i < N; i++) {
      double p = k[7];
      for (int j = 6; j >= 0; j--)
         p = p * v + k[j];
      v = 1.0 / 1024 * p + x[i] * 0.5;
   }
   return bits_of(v) != 0;
}

static uint64_t polynomial_estrin(void)
{
   double v = 0.5;
   for (size_t i = 0; i < N; i++) {
      double v2 = v * v, v4 = v2 * v2;
      double low = (k[0] + k[1] * v) + (k[2] + k[3] * v) * v2;
      double high = (k[4] + k[5] * v) + (k[6] + k[7] * v) * v2;
      v = 1.0 / 1024 * (low + high * v4) + x[i] * 0.5;
   }
   return bits_of(v) != 0;
}

/* The polynomials of all numbers do not wait for each other. */
static uint64_t polynomial_at_once(void)
{
   for (size_t i = 0; i < N; i++) {
      double p = k[7], v = x[i];
      for (int j = 6; j >= 0; j--)
         p = p * v + k[j];
      y[i] = p;
   }
   return bits_of(y[N - 1]) != 0;
}

/* ---- Distances ---------------------------------------------------------- */

static uint64_t near_by_root(void)
{
   uint64_t n = 0;
   for (size_t i = 0; i + 1 < N; i++)
      n += __builtin_sqrt(x[i] * x[i] + x[i + 1] * x[i + 1]) < 0.5;
   return n;
}

static uint64_t near_by_square(void)
{
   uint64_t n = 0;
   for (size_t i = 0; i + 1 < N; i++)
      n += x[i] * x[i] + x[i + 1] * x[i + 1] < 0.25;
   return n;
}

/* ---- Bits --------------------------------------------------------------- */

static uint8_t bits_of_byte[256], bits_of_half[65536];

static void set_up_bits(void)
{
   set_up();
   for (unsigned i = 1; i < 65536; i++)
      bits_of_half[i] = (uint8_t)(bits_of_half[i / 2] + i % 2);
   for (unsigned i = 0; i < 256; i++)
      bits_of_byte[i] = bits_of_half[i];
}

static uint64_t bits_by_bytes(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      for (unsigned j = 0; j < 64; j += 8)
         sum += bits_of_byte[words[i] >> j & 0xff];
   return sum;
}

static uint64_t bits_by_halves(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      for (unsigned j = 0; j < 64; j += 16)
         sum += bits_of_half[words[i] >> j & 0xffff];
   return sum;
}

static uint64_t bits_by_sums(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++) {
      uint64_t w = words[i];
      w -= w >> 1 & 0x5555555555555555u;
      w = (w & 0x3333333333333333u) + (w >> 2 & 0x3333333333333333u);
      w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fu;
      sum += w * 0x0101010101010101u >> 56;
   }
   return sum;
}

static uint64_t bits_one_by_one(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N; i++)
      for (uint64_t w = words[i]; w != 0; w &= w - 1)
         sum++;
   return sum;
}

/* ---- Checksums of bytes (CRC-32) ---------------------------------------- */

static uint32_t crc_tables[4][256];

static uint32_t crc_step(uint32_t crc)
{
   for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
   return crc;
}

static void set_up_crc(void)
{
   set_up();
   for (uint32_t i = 0; i < 256; i++)
      crc_tables[0][i] = crc_step(i);
   for (int t = 1; t < 4; t++)
      for (uint32_t i = 0; i < 256; i++) {
         uint32_t before = crc_tables[t - 1][i];
         crc_tables[t][i] = before >> 8 ^ crc_tables[0][before & 0xff];
      }
}

static uint64_t crc_by_bits(void)
{
   const uint8_t *bytes = (const uint8_t *)words;
   uint32_t crc = ~0u;
   for (size_t i = 0; i < N; i++)
      crc = crc_step(crc ^ bytes[i]);
   return crc;
}

static uint64_t crc_by_table(void)
{
   const uint8_t *bytes = (const uint8_t *)words;
   uint32_t crc = ~0u;
   for (size_t i = 0; i < N; i++)
      crc = crc >> 8 ^ crc_tables[0][(crc ^ bytes[i]) & 0xff];
   return crc;
}

static uint64_t crc_by_four(void)
{
   const uint32_t *fours = (const uint32_t *)words;
   uint32_t crc = ~0u;
   for (size_t i = 0; i < N / 4; i++) {
      crc ^= fours[i];
      crc = crc_tables[3][crc & 0xff] ^ crc_tables[2][crc >> 8 & 0xff] ^
            crc_tables[1][crc >> 16 & 0xff] ^ crc_tables[0][crc >> 24];
   }
   return crc;
}

const truth_kernel truth_arithmetic[] = {
   { "scale", true, 25000, set_up,
     { { "division", scale_by_division }, { "product", scale_by_product } } },
   { "remainder", false, 5000, set_up,
     { { "division", remainder_by_division }, { "constant", remainder_by_constant },
       { "mask", remainder_by_mask } } },
   { "quotients", false, 2000, set_up,
     { { "chain", divide_in_chain }, { "at-once", divide_at_once } } },
   { "polynomial", true, 1000, set_up,
     { { "horner", polynomial_horner }, { "estrin", polynomial_estrin },
       { "at-once", polynomial_at_once } } },
   { "distance", true, 5000, set_up,
     { { "root", near_by_root }, { "square", near_by_square } } },
   { "bit-count", true, 1000, set_up_bits,
     { { "bytes", bits_by_bytes }, { "halves", bits_by_halves },
       { "sums", bits_by_sums }, { "one-by-one", bits_one_by_one } } },
   { "crc", true, 3000, set_up_crc,
     { { "bits", crc_by_bits }, { "table", crc_by_table }, { "four", crc_by_four } } },
   { 0 },
};
