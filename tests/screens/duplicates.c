/* duplicates.c -- how much two neighbouring paragraphs of a text have in common: the
   share of word pairs of the second that the first has, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N_PARAGRAPHS = 900, N_WORDS = 40, N_SLOTS = 1 << 15 };

struct seen {
   uint32_t slots[N_SLOTS];
   uint32_t used[N_WORDS], n_used;
};

static struct seen seen;

static uint32_t pair_slot(const uint16_t *words)
{
   return (words[0] * 40503u + words[1] * 2654435761u) >> 17;
}

static void forget(struct seen *s)
{
#ifdef FIXED
   for (uint32_t i = 0; i < s->n_used; i++) /* CURED */
      s->slots[s->used[i]] = 0;             /* CURED */
#else
   memset(s->slots, 0, sizeof s->slots); /* FAULT */
#endif
   s->n_used = 0;
}

static void learn(struct seen *s, const uint16_t *words)
{
   for (int i = 0; i + 1 < N_WORDS; i++) {
      const uint32_t slot = pair_slot(words + i);
      s->slots[slot]++;
      s->used[s->n_used++] = slot;
   }
}

static int common(const struct seen *s, const uint16_t *words)
{
   int n = 0;
   for (int i = 0; i + 1 < N_WORDS; i++)
      n += s->slots[pair_slot(words + i)] > 0;
   return 100 * n / (N_WORDS - 1);
}

static void write_paragraph(uint16_t *words, uint32_t *seed)
{
   for (int i = 0; i < N_WORDS; i++) {
      *seed = *seed * 1664525 + 1013904223;
      if (*seed >> 30 != 0) /* a quarter of the words stays */
         words[i] = (uint16_t)(*seed >> 20);
   }
}

int main(void)
{
   uint16_t words[N_WORDS] = { 0 };
   uint32_t seed = 11;
   int n_alike = 0, highest = 0;
   for (int i = 0; i < N_PARAGRAPHS; i++) {
      forget(&seen);
      learn(&seen, words);
      if (i % 17 != 0)
         write_paragraph(words, &seed);
      const int percent = common(&seen, words);
      n_alike += percent > 20;
      highest = percent > highest ? percent : highest;
   }
   printf("%d of %d are alike, at most %d %%\n", n_alike, N_PARAGRAPHS, highest);
   return 0;
}
