/* ah_take.c -- options of heap profiles.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_suggest.h"
#include "commands/an_program.h"
#include "commands/an_take.h"
#include "heap/ah_value.h"

#include <stdlib.h>
#include <string.h>

int an_take_heap_tree(an_options *options, const an_option *option, const char *text)
{
   bool both = strcmp(text, "both") == 0;
   options->top_down = both || strcmp(text, "top-down") == 0;
   options->bottom_up = both || strcmp(text, "bottom-up") == 0;
   if (options->top_down || options->bottom_up || strcmp(text, "none") == 0)
      return AN_PARSED;
   return an_command_usage("--%s=%s: expected top-down, bottom-up, both or none",
                           option->name, text);
}

/* "OLD,NEW", or one for both. */
int an_take_moments(an_options *options, const an_option *option, const char *text)
{
   (void)option;
   char *old = an_strdup(text), *comma = strchr(old, ',');
   free((char *)options->at); /* of an option before */
   options->at = options->at_new = old;
   if (comma != NULL) {
      *comma = '\0';
      options->at_new = comma + 1;
   }
   return AN_PARSED;
}

/* One of the values that the command's --help lists. */
int an_take_value(an_options *options, const an_option *option, const char *text)
{
   char names[512];
   an_suggestion suggestion = { .word = an_span_of(text) };
   size_t n = options->program->n_values;
   options->value = ah_value_find(text, n);
   if (options->value != NULL)
      return AN_PARSED;
   for (size_t i = 0; i < n; i++)
      an_suggest(&suggestion, ah_values[i].name);
   ah_value_list(n, names, sizeof names);
   an_suggest_append(&suggestion, names, sizeof names);
   return an_command_usage("--%s=%s: expected %s", option->name, text, names);
}
