/* an_called.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_called.h"

#include "base/an_alloc.h"

#include <stddef.h>

static const char *(*word_of)(const char *name);

void an_called_by_words(const char *(*of)(const char *name))
{
   word_of = of;
}

const char *an_called(const char *command)
{
   return word_of == NULL ? command : word_of(command);
}

char *an_called_run(const char *before, const char *tool, const char *options)
{
   char *text;
   const char *given = options == NULL ? "" : options;
   if (word_of == NULL)
      an_asprintf(&text, "%s%s%s%s", before, tool, *given == '\0' ? "" : " ", given);
   else
      an_asprintf(&text, *given == '\0' ? "%s" : "%s --tool-options='%s'", word_of(tool),
                  given);
   return text;
}
