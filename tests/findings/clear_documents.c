/* clear_documents.c -- which words a document has is marked in a table of all words,
   which is cleared for each document; the twin clears the marks that it made.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_WORDS = 3 << 20, N_DOCUMENTS = 20, WORDS_PER_DOCUMENT = 12000 };

typedef struct {
   unsigned char *is_there; /* by word */
   uint32_t *words;
} word_index;

static uint32_t seed = 61;
static uint32_t next_word(void)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 16) * (seed >> 21); /* some words are more frequent than others */
}

static void read_document(word_index *x)
{
   for (size_t i = 0; i < WORDS_PER_DOCUMENT; i++)
      x->words[i] = next_word() % N_WORDS;
}

static uint32_t count_different(word_index *x)
{
   uint32_t different = 0;
#ifdef CURED
   for (size_t i = 0; i < WORDS_PER_DOCUMENT; i++) {
      different += !x->is_there[x->words[i]];
      x->is_there[x->words[i]] = 1;
   }
   for (size_t i = 0; i < WORDS_PER_DOCUMENT; i++)
      x->is_there[x->words[i]] = 0;
#else
   memset(x->is_there, 0, N_WORDS); /* FAULT: streaming-write */
   for (size_t i = 0; i < WORDS_PER_DOCUMENT; i++) {
      different += !x->is_there[x->words[i]];
      x->is_there[x->words[i]] = 1;
   }
#endif
   return different;
}

/* Work of another kind: the document's signature. */
static uint32_t sign(const word_index *x)
{
   uint32_t sum = 1;
   for (size_t i = 0; i < WORDS_PER_DOCUMENT; i++)
      sum = (sum << 5 | sum >> 27) * 33 + x->words[i];
   return sum;
}

int main(void)
{
   word_index x = { calloc(N_WORDS, 1), malloc(WORDS_PER_DOCUMENT * sizeof(uint32_t)) };
   if (x.is_there == NULL || x.words == NULL)
      return 1;
   uint64_t sum = 0;
   for (int i = 0; i < N_DOCUMENTS; i++) {
      read_document(&x);
      sum = sum * 3 + count_different(&x) + sign(&x);
   }
   printf("%llu\n", (unsigned long long)sum);
   free(x.is_there);
   free(x.words);
   return 0;
}
