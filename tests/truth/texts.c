/* texts.c -- searching a text for a word, words for a text, and numbers in digits.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

enum { N = 1 << 19, WORD_B = 12 };

static char *text;
static const char *word = "zebra-stripe";

/* Words of small letters; one of 500 is the one that is searched for. */
static void set_up(void)
{
   text = truth_new(N + 1);
   for (size_t at = 0; at + 16 < N;) {
      size_t length = 2 + truth_random_below(9);
      if (truth_random_below(500) == 0) {
         memcpy(text + at, word, length = WORD_B);
      } else {
         for (size_t i = 0; i < length; i++)
            text[at + i] = "eeeettaaooiinnsshhrrddlluucmwfgypbvkzjxq"
               [truth_random_below(40)];
      }
      at += length;
      text[at++] = ' ';
   }
   text[N - 1] = '\n';
}

static uint64_t find_naive(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i + WORD_B <= N; i++) {
      size_t j = 0;
      while (j < WORD_B && text[i + j] == word[j])
         j++;
      if (j == WORD_B)
         sum += i;
   }
   return sum;
}

static uint64_t find_by_first(void)
{
   uint64_t sum = 0;
   const char *end = text + N - WORD_B + 1, *p = text;
   while ((p = memchr(p, word[0], (size_t)(end - p))) != NULL) {
      if (memcmp(p, word, WORD_B) == 0)
         sum += (size_t)(p - text);
      if (++p == end)
         break;
   }
   return sum;
}

/* Horspool 1980: the byte at the word's end says how far the word can move. */
static uint64_t find_by_table(void)
{
   size_t skips[256];
   uint64_t sum = 0;
   for (size_t i = 0; i < 256; i++)
      skips[i] = WORD_B;
   for (size_t i = 0; i + 1 < WORD_B; i++)
      skips[(uint8_t)word[i]] = WORD_B - 1 - i;
   for (size_t i = 0; i + WORD_B <= N; i += skips[(uint8_t)text[i + WORD_B - 1]])
      if (memcmp(text + i, word, WORD_B) == 0)
         sum += i;
   return sum;
}

/* ---- Counting words ----------------------------------------------------- */

static uint64_t words_by_state(void)
{
   uint64_t n = 0;
   int is_within = 0;
   for (size_t i = 0; i < N; i++)
      if (text[i] == ' ' || text[i] == '\n' || text[i] == '\0')
         is_within = 0;
      else if (!is_within) {
         __asm__("" ::: "memory"); /* keeps the jump */
         is_within = 1;
         n++;
      }
   return n;
}

static uint64_t words_by_ends(void)
{
   uint64_t n = 0;
   int was_within = 0;
   for (size_t i = 0; i < N; i++) {
      int is_within = (unsigned char)text[i] > ' ';
      n += (unsigned)(is_within & ~was_within);
      was_within = is_within;
   }
   return n;
}

/* ---- Numbers ------------------------------------------------------------ */

enum { N_NUMBERS = 1 << 14, N_DIGITS = 8 };

static char *digits;
static uint32_t *numbers;

static void set_up_numbers(void)
{
   digits = truth_new(N_NUMBERS * N_DIGITS);
   numbers = truth_new(N_NUMBERS * sizeof *numbers);
   for (size_t i = 0; i < N_NUMBERS; i++) {
      numbers[i] = (uint32_t)truth_random_below(100000000);
      uint32_t left = numbers[i];
      for (size_t j = N_DIGITS; j-- > 0; left /= 10)
         digits[i * N_DIGITS + j] = (char)('0' + left % 10);
   }
}

static uint64_t parse_by_digit(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_NUMBERS; i++) {
      uint32_t number = 0;
      for (size_t j = 0; j < N_DIGITS; j++)
         number = number * 10 + (uint32_t)(digits[i * N_DIGITS + j] - '0');
      sum = truth_mix(sum, number);
   }
   return sum;
}

/* Pairs, then fours, then all eight digits, within one word (little-endian). */
static uint64_t parse_by_word(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_NUMBERS; i++) {
      uint64_t w;
      memcpy(&w, digits + i * N_DIGITS, sizeof w);
      w -= 0x3030303030303030u;
      w = (w * 10 + (w >> 8)) & 0x00ff00ff00ff00ffu;
      w = (w * 100 + (w >> 16)) & 0x0000ffff0000ffffu;
      w = (w * 10000 + (w >> 32)) & 0xffffffffu;
      sum = truth_mix(sum, w);
   }
   return sum;
}

static uint64_t print_by_digit(void)
{
   uint64_t sum = 0;
   char out[N_DIGITS];
   volatile uint32_t ten = 10;
   for (size_t i = 0; i < N_NUMBERS; i++) {
      uint32_t left = numbers[i], by = ten;
      for (size_t j = N_DIGITS; j-- > 0; left /= by)
         out[j] = (char)('0' + left % by);
      uint64_t w;
      memcpy(&w, out, sizeof w);
      sum = truth_mix(sum, w);
   }
   return sum;
}

static uint64_t print_by_constant(void)
{
   uint64_t sum = 0;
   char out[N_DIGITS];
   for (size_t i = 0; i < N_NUMBERS; i++) {
      uint32_t left = numbers[i];
      for (size_t j = N_DIGITS; j-- > 0; left /= 10)
         out[j] = (char)('0' + left % 10);
      uint64_t w;
      memcpy(&w, out, sizeof w);
      sum = truth_mix(sum, w);
   }
   return sum;
}

const truth_kernel truth_texts[] = {
   { "find-word", true, 120, set_up,
     { { "naive", find_naive }, { "first-byte", find_by_first },
       { "table", find_by_table } } },
   { "count-words", true, 60, set_up,
     { { "state", words_by_state }, { "ends", words_by_ends } } },
   { "parse", true, 500, set_up_numbers,
     { { "digit", parse_by_digit }, { "word", parse_by_word } } },
   { "print", true, 200, set_up_numbers,
     { { "division", print_by_digit }, { "constant", print_by_constant } } },
   { 0 },
};
