/* strings.c -- lengths, comparisons and searches: by byte, by word, and by libc.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

enum { WORD_B = sizeof(uint64_t) };

static const uint64_t ONES = 0x0101010101010101u, HIGHS = 0x8080808080808080u;

/* The high bit of each byte that is zero; above the lowest of these, of some others. */
static uint64_t zeros_in(uint64_t word)
{
   return (word - ONES) & ~word & HIGHS;
}

static uint64_t word_at(const char *p)
{
   uint64_t word;
   memcpy(&word, p, WORD_B);
   return word;
}

static size_t lowest_byte(uint64_t marks)
{
   return (size_t)__builtin_ctzll(marks) / 8;
}

/* ---- Lengths ------------------------------------------------------------ */

static char *text;
static uint32_t *places; /* of strings in the text; each begins at a word */
static size_t n_strings;

static void set_up_strings(size_t count, size_t least, size_t most)
{
   n_strings = count;
   text = truth_new(count * (most + 2 * WORD_B));
   places = truth_new(count * sizeof *places);
   size_t end = 0;
   for (size_t i = 0; i < count; i++) {
      size_t length = least + truth_random_below(most - least + 1);
      places[i] = (uint32_t)end;
      for (size_t j = 0; j < length; j++)
         text[end + j] = (char)('a' + truth_random_below(26));
      end = (end + length + WORD_B) / WORD_B * WORD_B;
   }
}

static void set_up_short(void) { set_up_strings(1 << 17, 1, 20); }
static void set_up_long(void) { set_up_strings(64, 3000, 5000); }

static size_t length_by_byte(const char *p)
{
   size_t length = 0;
   while (p[length] != '\0') {
      __asm__("" ::: "memory"); /* or gcc makes this a call of strlen */
      length++;
   }
   return length;
}

static size_t length_by_word(const char *p)
{
   size_t at = 0;
   uint64_t zeros;
   while ((zeros = zeros_in(word_at(p + at))) == 0)
      at += WORD_B;
   return at + lowest_byte(zeros);
}

#define LENGTHS(NAME, LENGTH) \
   static uint64_t lengths_##NAME(void) \
   { \
      uint64_t sum = 0; \
      for (size_t i = 0; i < n_strings; i++) \
         sum = truth_mix(sum, LENGTH(text + places[i])); \
      return sum; \
   }

LENGTHS(by_byte, length_by_byte)
LENGTHS(by_word, length_by_word)
LENGTHS(by_libc, strlen)

/* ---- Comparisons -------------------------------------------------------- */

enum { N_PAIRS = 1 << 16, PAIR_B = 64 };

static char *others;

/* Pairs that differ in one byte somewhere. */
static void set_up_pairs(void)
{
   text = truth_new(N_PAIRS * PAIR_B);
   others = truth_new(N_PAIRS * PAIR_B);
   for (size_t i = 0; i < N_PAIRS * PAIR_B; i++)
      text[i] = (char)('a' + truth_random_below(26));
   memcpy(others, text, N_PAIRS * PAIR_B);
   for (size_t i = 0; i < N_PAIRS; i++)
      others[i * PAIR_B + truth_random_below(PAIR_B)] ^= 1;
}

static size_t same_by_byte(const char *a, const char *b)
{
   size_t same = 0;
   while (a[same] == b[same])
      same++;
   return same;
}

static size_t same_by_word(const char *a, const char *b)
{
   size_t at = 0;
   uint64_t differ;
   while ((differ = word_at(a + at) ^ word_at(b + at)) == 0)
      at += WORD_B;
   return at + lowest_byte(differ);
}

#define COMPARE(NAME) \
   static uint64_t compare_##NAME(void) \
   { \
      uint64_t sum = 0; \
      for (size_t i = 0; i < N_PAIRS; i++) \
         sum = truth_mix(sum, same_##NAME(text + i * PAIR_B, others + i * PAIR_B)); \
      return sum; \
   }

COMPARE(by_byte)
COMPARE(by_word)

/* ---- Searches for a byte ------------------------------------------------ */

enum { TEXT_B = 1 << 21 };

/* Lines of 60 bytes or so. */
static void set_up_lines(void)
{
   text = truth_new(TEXT_B + WORD_B);
   for (size_t i = 0; i < TEXT_B; i++)
      text[i] = truth_random_below(60) == 0 ? '\n' : 'x';
}

static uint64_t lines_by_byte(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < TEXT_B; i++)
      if (text[i] == '\n')
         sum = truth_mix(sum, i);
   return sum;
}

/* zeros_in() is exact for the lowest zero alone; so each search begins after a line. */
static uint64_t lines_by_word(void)
{
   uint64_t sum = 0;
   for (size_t at = 0; at < TEXT_B;) {
      uint64_t found = zeros_in(word_at(text + at) ^ '\n' * ONES);
      if (found == 0) {
         at += WORD_B;
         continue;
      }
      at += lowest_byte(found);
      if (at < TEXT_B)
         sum = truth_mix(sum, at);
      at++;
   }
   return sum;
}

static uint64_t lines_by_libc(void)
{
   uint64_t sum = 0;
   const char *end = text + TEXT_B, *p = text;
   while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL)
      sum = truth_mix(sum, (size_t)(p++ - text));
   return sum;
}

/* ---- Searches for a word of two letters, in a text of two letters ------- */

enum { PATTERN_B = 12 };

static const char *pattern = "aaaaabaaaaab";

static void set_up_two_letters(void)
{
   text = truth_new(TEXT_B);
   for (size_t i = 0; i < TEXT_B; i++)
      text[i] = truth_random_below(6) == 0 ? 'b' : 'a';
}

static uint64_t find_naive(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i + PATTERN_B <= TEXT_B; i++) {
      size_t j = 0;
      while (j < PATTERN_B && text[i + j] == pattern[j])
         j++;
      if (j == PATTERN_B)
         sum = truth_mix(sum, i);
   }
   return sum;
}

/* Knuth, Morris, Pratt 1977: the longest border of each prefix says where to go on. */
static uint64_t find_by_borders(void)
{
   size_t borders[PATTERN_B + 1] = { 0 };
   for (size_t i = 1, j = 0; i < PATTERN_B; i++) {
      while (j > 0 && pattern[i] != pattern[j])
         j = borders[j];
      j += pattern[i] == pattern[j];
      borders[i + 1] = j;
   }
   uint64_t sum = 0;
   for (size_t i = 0, j = 0; i < TEXT_B; i++) {
      while (j > 0 && (j == PATTERN_B || text[i] != pattern[j]))
         j = borders[j];
      j += text[i] == pattern[j];
      if (j == PATTERN_B)
         sum = truth_mix(sum, i + 1 - PATTERN_B);
   }
   return sum;
}

/* Shift-and (Baeza-Yates, Gonnet 1992): a bit for each prefix that ends here. */
static uint64_t find_by_bits(void)
{
   uint32_t masks[256] = { 0 }, state = 0;
   for (size_t i = 0; i < PATTERN_B; i++)
      masks[(uint8_t)pattern[i]] |= 1u << i;
   uint64_t sum = 0;
   for (size_t i = 0; i < TEXT_B; i++) {
      state = (state << 1 | 1) & masks[(uint8_t)text[i]];
      if (state >> (PATTERN_B - 1) & 1)
         sum = truth_mix(sum, i + 1 - PATTERN_B);
   }
   return sum;
}

#define LENGTH_VARIANTS { { "byte", lengths_by_byte }, { "word", lengths_by_word }, \
                          { "libc", lengths_by_libc } }
const truth_kernel truth_strings[] = {
   { "length-short", true, 50, set_up_short, LENGTH_VARIANTS },
   { "length-long", true, 1000, set_up_long, LENGTH_VARIANTS },
   { "compare", true, 50, set_up_pairs,
     { { "byte", compare_by_byte }, { "word", compare_by_word } } },
   { "find-lines", true, 50, set_up_lines,
     { { "byte", lines_by_byte }, { "word", lines_by_word },
       { "libc", lines_by_libc } } },
   { "find-repeats", true, 10, set_up_two_letters,
     { { "naive", find_naive }, { "borders", find_by_borders },
       { "bits", find_by_bits } } },
   { 0 },
};
