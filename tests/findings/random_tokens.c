/* random_tokens.c -- counts different tokens; a flag for each of a million is an int,
   or, in the twin, a bit.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_TOKENS = 400000, N_WORDS = 1 << 20 };

#ifdef CURED
enum { N_FLAGS = N_WORDS / 32 };
#else
enum { N_FLAGS = N_WORDS };
#endif

static uint32_t seed = 1;
static uint32_t next_token(void)
{
   seed = seed * 1664525 + 1013904223;
   return (uint32_t)((uint64_t)seed * N_WORDS >> 32);
}

static int is_new(uint32_t *flags, uint32_t token)
{
#ifdef CURED
   uint32_t *word = &flags[token / 32], bit = 1u << token % 32;
   int was_there = (*word & bit) != 0;
   *word |= bit;
   return !was_there;
#else
   int was_there = flags[token] != 0; /* FAULT: random-access */
   flags[token] = 1;
   return !was_there;
#endif
}

static size_t count_new(uint32_t *flags, const uint32_t *tokens, size_t n)
{
   size_t found = 0;
   for (size_t i = 0; i < n; i++)
      found += (size_t)is_new(flags, tokens[i]);
   return found;
}

/* The letters of the tokens' numbers: what a tokenizer does beside. */
static uint64_t spell(const uint32_t *tokens, size_t n)
{
   static uint32_t letters[32];
   for (size_t i = 0; i < n; i++)
      for (uint32_t rest = tokens[i]; rest > 0; rest /= 32)
         letters[rest % 32]++;
   uint64_t sum = 0;
   for (size_t i = 0; i < 32; i++)
      sum = sum * 3 + letters[i];
   return sum;
}

int main(void)
{
   uint32_t *tokens = malloc(N_TOKENS * sizeof *tokens);
   uint32_t *flags = calloc(N_FLAGS, sizeof *flags);
   if (tokens == NULL || flags == NULL)
      return 1;
   for (size_t i = 0; i < N_TOKENS; i++)
      tokens[i] = next_token();
   uint64_t sum = count_new(flags, tokens, N_TOKENS) + spell(tokens, N_TOKENS);
   printf("%llu\n", (unsigned long long)sum);
   free(tokens);
   free(flags);
   return 0;
}
