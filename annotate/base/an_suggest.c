/* an_suggest.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_suggest.h"

#include "base/tk_count.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MAX_LENGTH = 32 }; /* of words and names; longer ones are not compared */

static char to_lower(char c)
{
   return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The edit distance with swaps of neighbours: row i is of the word's first i letters,
   column j of the name's first j. */
static size_t distance_of(an_span word, const char *name, size_t n_name)
{
   size_t rows[MAX_LENGTH + 1][MAX_LENGTH + 1];
   size_t n_word = an_span_length(word);
   for (size_t i = 0; i <= n_word; i++)
      for (size_t j = 0; j <= n_name; j++) {
         if (i == 0 || j == 0) {
            rows[i][j] = i + j;
            continue;
         }
         char a = to_lower(word.at[i - 1]), b = to_lower(name[j - 1]);
         size_t n = tk_smaller(rows[i - 1][j], rows[i][j - 1]) + 1;
         n = tk_smaller(n, rows[i - 1][j - 1] + (a != b));
         if (i > 1 && j > 1 && a == to_lower(name[j - 2])
             && to_lower(word.at[i - 2]) == b)
            n = tk_smaller(n, rows[i - 2][j - 2] + 1);
         rows[i][j] = n;
      }
   return rows[n_word][n_name];
}

void an_suggest(an_suggestion *suggestion, const char *name)
{
   size_t n_word = an_span_length(suggestion->word);
   size_t n_name = name == NULL ? 0 : strlen(name);
   if (n_word == 0 || n_name == 0 || n_word > MAX_LENGTH || n_name > MAX_LENGTH)
      return;
   size_t distance = distance_of(suggestion->word, name, n_name);
   size_t most = n_word < 6 ? 1 : n_word / 3;
   bool is_start = n_word >= 3 && strncasecmp(suggestion->word.at, name, n_word) == 0;
   if (is_start)
      distance = 0;
   if (distance > most || distance >= n_word
       || (suggestion->best != NULL && distance >= suggestion->distance))
      return;
   suggestion->best = name;
   suggestion->distance = distance;
}

void an_suggest_append(const an_suggestion *suggestion, char *text, size_t size_B)
{
   size_t n = strlen(text);
   if (suggestion->best != NULL)
      snprintf(text + n, size_B - n, "; did you mean %s?", suggestion->best);
}
