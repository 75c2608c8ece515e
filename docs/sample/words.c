/* words.c -- a sample to profile: the most frequent words of a text.  It holds
   more than it must when it holds most (the whole text, long counted), takes
   blocks from the heap that it gives back at once, and forgets to free its
   table.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_LISTS = 1024, N_SHOWN = 5 };

typedef struct entry {
   struct entry *next;
   char *word;
   long count;
} entry;

typedef struct {
   entry **lists;
   size_t n_entries;
} table;

static void *need(void *block)
{
   if (block == NULL) {
      fputs("words: out of memory\n", stderr);
      exit(EXIT_FAILURE);
   }
   return block;
}

static char *read_text(FILE *file)
{
   size_t room = 1024, used = 0, n;
   char *text = need(malloc(room));
   while ((n = fread(text + used, 1, room - used - 1, file)) > 0) {
      used += n;
      if (used == room - 1)
         text = need(realloc(text, room *= 2));
   }
   text[used] = '\0';
   return text;
}

/* A copy, in lower case. */
static char *copy_word(const char *text, size_t length)
{
   char *word = need(malloc(length + 1));
   for (size_t i = 0; i < length; i++)
      word[i] = (char)tolower((unsigned char)text[i]);
   word[length] = '\0';
   return word;
}

/* Takes the word over. */
static void count_word(table *words, char *word)
{
   unsigned hash = 0;
   for (const char *at = word; *at != '\0'; at++)
      hash = 31 * hash + (unsigned char)*at;
   entry **list = &words->lists[hash % N_LISTS], *known = *list;
   while (known != NULL && strcmp(known->word, word) != 0)
      known = known->next;
   if (known == NULL) {
      known = need(malloc(sizeof *known));
      *known = (entry){ *list, word, 0 };
      *list = known;
      words->n_entries++;
   } else {
      free(word);
   }
   known->count++;
}

static void count_words(table *words, const char *text)
{
   while (*text != '\0') {
      size_t length = 0;
      while (isalpha((unsigned char)text[length]))
         length++;
      if (length > 0)
         count_word(words, copy_word(text, length));
      text += length > 0 ? length : 1;
   }
}

static int by_count(const void *a, const void *b)
{
   const entry *x = *(entry *const *)a, *y = *(entry *const *)b;
   return x->count != y->count ? (x->count < y->count) - (x->count > y->count)
                               : strcmp(x->word, y->word);
}

static void show(const table *words)
{
   entry **sorted = need(malloc((words->n_entries + 1) * sizeof *sorted));
   size_t n = 0;
   for (size_t i = 0; i < N_LISTS; i++)
      for (entry *known = words->lists[i]; known != NULL; known = known->next)
         sorted[n++] = known;
   qsort(sorted, n, sizeof *sorted, by_count);
   for (size_t i = 0; i < n && i < N_SHOWN; i++)
      printf("%5ld %s\n", sorted[i]->count, sorted[i]->word);
   free(sorted);
}

int main(int argc, char **argv)
{
   FILE *file = argc > 1 ? fopen(argv[1], "r") : stdin;
   if (file == NULL) {
      perror(argv[1]);
      return EXIT_FAILURE;
   }
   char *text = read_text(file);
   table words = { need(calloc(N_LISTS, sizeof(entry *))), 0 };
   count_words(&words, text);
   show(&words);
   free(text);
   fclose(file);
   return EXIT_SUCCESS;
}
