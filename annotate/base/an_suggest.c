/* an_suggest.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_suggest.h"

#include "base/tk_likeness.h"

#include <stdio.h>
#include <string.h>

void an_suggest(an_suggestion *suggestion, const char *name)
{
   if (name == NULL)
      return;
   size_t distance = tk_likeness(suggestion->word.at, an_span_length(suggestion->word),
                                 name, strlen(name));
   if (distance == SIZE_MAX
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
