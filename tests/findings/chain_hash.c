/* chain_hash.c -- a hash of tokens is taken modulo a prime that is known only at run
   time: each division waits for the one before.  The twin multiplies and shifts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_TOKENS = 200000, N_ROUNDS = 6 };
static const char *const prime_text = "2147483647"; /* 2^31 - 1 */

static uint32_t seed = 53;
static uint32_t next_token(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8;
}

static uint64_t hash_tokens(const uint32_t *tokens, size_t n, uint64_t prime)
{
   uint64_t hash = 1;
   for (size_t i = 0; i < n; i++) {
#ifdef CURED
      uint64_t product = hash * 31 + tokens[i];
      hash = (product & prime) + (product >> 31);
      hash = hash >= prime ? hash - prime : hash;
#else
      hash = (hash * 31 + tokens[i]) % prime; /* FAULT: slow-chain */
#endif
   }
   return hash;
}

/* Work of another kind: how many tokens of each length. */
static uint64_t measure(const uint32_t *tokens, size_t n)
{
   uint64_t lengths[32] = { 0 }, sum = 0;
   for (size_t i = 0; i < n; i++)
      lengths[tokens[i] & 31] += tokens[i] >> 5;
   for (size_t i = 0; i < 32; i++)
      sum = sum * 3 + lengths[i];
   return sum;
}

int main(void)
{
   uint32_t *tokens = malloc(N_TOKENS * sizeof *tokens);
   if (tokens == NULL)
      return 1;
   uint64_t prime = strtoull(prime_text, NULL, 10), sum = 0;
   for (int round = 0; round < N_ROUNDS; round++) {
      for (size_t i = 0; i < N_TOKENS; i++)
         tokens[i] = next_token();
      sum = sum * 3 + hash_tokens(tokens, N_TOKENS, prime) + measure(tokens, N_TOKENS);
   }
   printf("%llu\n", (unsigned long long)sum);
   free(tokens);
   return 0;
}
