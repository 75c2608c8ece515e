/* an_short.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_short.h"

#include "base/an_alloc.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Whether the word "operator" ends at `end`. */
static bool is_operator(const char *name, const char *end)
{
   static const char word[] = "operator";
   size_t n = sizeof word - 1;
   return (size_t)(end - name) >= n && memcmp(end - n, word, n) == 0;
}

/* Whether the bracket at `at` opens arguments: it follows a name, and is not
   part of an operator's name. */
static bool opens_arguments(const char *name, const char *at, char bracket)
{
   if (*at != bracket || at == name)
      return false;
   if (bracket == '(')
      return at[-1] != ' ' && at[-1] != ':' && !is_operator(name, at);
   const char *end = at;
   while (end > name && end[-1] == '<')
      end--;
   return !is_operator(name, end)
          && (isalnum((unsigned char)at[-1]) || strchr("_:", at[-1]) != NULL);
}

/* Past the bracket that closes the one at `at`; NULL if there is none. */
static const char *after_close(const char *at, char open, char close)
{
   size_t depth = 0;
   for (; *at != '\0'; at++) {
      if (*at == open)
         depth++;
      else if (*at == close && at[-1] != '-' && --depth == 0)
         return at + 1;
   }
   return NULL;
}

/* Copies the name with "..." for the text between those brackets. */
static void elide_brackets(char *to, const char *name, char open, char close)
{
   const char *at = name, *after;
   while (*at != '\0') {
      after = opens_arguments(name, at, open) ? after_close(at, open, close) : NULL;
      if (after != NULL && after - at > 5) {
         *to++ = open;
         to = stpcpy(to, "...");
         *to++ = close;
         at = after;
      } else {
         *to++ = *at++;
      }
   }
   *to = '\0';
}

/* Whether the name begins with an operator's, whose brackets can be anything's. */
static bool begins_with_operator(const char *name)
{
   return strncmp(name, "operator", 8) == 0 && name[8] != '_'
          && !isalnum((unsigned char)name[8]);
}

const char *an_short_without_scope(const char *name)
{
   if (begins_with_operator(name))
      return NULL;
   for (const char *at = name, *after; *at != '\0'; at = after) {
      bool is_group = *at == '(' || opens_arguments(name, at, '<');
      if (opens_arguments(name, at, '('))
         return NULL; /* parameters */
      after = is_group ? after_close(at, *at, *at == '(' ? ')' : '>') : at + 1;
      if (after == NULL)
         return NULL;
      if (at > name && at[0] == ':' && at[1] == ':')
         return at[2] == '\0' ? NULL : at + 2;
      if (*at == ' ' && at > name && strchr("<([", at[1]) == NULL)
         return at + 1;
   }
   return NULL;
}

size_t an_short_shown_B(const char *name)
{
   size_t n = strlen(name);
   for (const char *at = name; (at = strstr(at, AN_SHORT_LONG)) != NULL; at++)
      n -= strlen(AN_SHORT_LONG) - strlen(AN_SHORT_ANONYMOUS);
   return n;
}

char *an_short_name(const char *name, size_t n_most)
{
   char *text = an_strdup(name), *shorter = an_strdup(name);
   if (an_short_shown_B(text) > n_most) {
      elide_brackets(shorter, name, '<', '>');
      strcpy(text, shorter);
      if (an_short_shown_B(text) > n_most)
         elide_brackets(text, shorter, '(', ')');
   }
   free(shorter);
   return text;
}

void an_short_named(char *to, const char *name)
{
   static const char scope[] = AN_SHORT_LONG "::";
   const char *at;
   for (; (at = strstr(name, scope)) != NULL; name = at + sizeof scope - 1)
      to = mempcpy(to, name, (size_t)(at - name));
   strcpy(to, name);
}
