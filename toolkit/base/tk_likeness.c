/* tk_likeness.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_likeness.h"

#include "base/tk_chars.h"

#include "base/tk_count.h"

#include <stdbool.h>

enum { MOST_LETTERS = 32 };

/* The edit distance with swaps of neighbours: row i is of the word's first i letters,
   column j of the name's first j. */
static size_t distance_of(const char *word, size_t n_word, const char *name,
                          size_t n_name)
{
   size_t rows[MOST_LETTERS + 1][MOST_LETTERS + 1];
   for (size_t i = 0; i <= n_word; i++)
      for (size_t j = 0; j <= n_name; j++) {
         if (i == 0 || j == 0) {
            rows[i][j] = i + j;
            continue;
         }
         char a = tk_chars_lower(word[i - 1]), b = tk_chars_lower(name[j - 1]);
         size_t n = tk_smaller(rows[i - 1][j], rows[i][j - 1]) + 1;
         n = tk_smaller(n, rows[i - 1][j - 1] + (a != b));
         if (i > 1 && j > 1 && a == tk_chars_lower(name[j - 2])
             && tk_chars_lower(word[i - 2]) == b)
            n = tk_smaller(n, rows[i - 2][j - 2] + 1);
         rows[i][j] = n;
      }
   return rows[n_word][n_name];
}

static bool begins_with(const char *name, size_t n_name, const char *word, size_t n_word)
{
   for (size_t i = 0; i < n_word; i++)
      if (i == n_name || tk_chars_lower(name[i]) != tk_chars_lower(word[i]))
         return false;
   return true;
}

size_t tk_likeness(const char *word, size_t n_word, const char *name, size_t n_name)
{
   if (n_word == 0 || n_name == 0 || n_word > MOST_LETTERS || n_name > MOST_LETTERS)
      return SIZE_MAX;
   if (n_word >= 3 && begins_with(name, n_name, word, n_word))
      return 0;
   size_t most = n_word < 6 ? 1 : n_word / 3;
   size_t distance = distance_of(word, n_word, name, n_name);
   return distance > most || distance >= n_word ? SIZE_MAX : distance;
}
