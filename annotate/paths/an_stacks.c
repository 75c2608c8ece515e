/* an_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_stacks.h"

#include "base/an_alloc.h"
#include "base/an_error.h"
#include "base/an_text.h"

#include <stdlib.h>
#include <string.h>

size_t an_stacks_kind(const an_stacks *stacks, const char *name)
{
   size_t i = 0;
   while (i < stacks->n_kinds && strcmp(stacks->kinds[i].name, name) != 0)
      i++;
   return i;
}

/* ---- Paths ---- */

size_t an_stacks_depth(const an_stacks *stacks, uint32_t node)
{
   size_t depth = 0;
   for (; node != AN_NO_STACK; node = stacks->nodes[node].parent)
      depth++;
   return depth;
}

size_t an_stacks_deepest(const an_stacks *stacks)
{
   size_t most = 0;
   for (size_t i = 0; i < stacks->n_samples; i++) {
      size_t depth = an_stacks_depth(stacks, stacks->samples[i].node);
      most = depth > most ? depth : most;
   }
   return most;
}

size_t an_stacks_path(const an_stacks *stacks, uint32_t node, uint32_t *path)
{
   size_t n = 0;
   for (; node != AN_NO_STACK; node = stacks->nodes[node].parent)
      path[n++] = node;
   return n;
}

/* ---- Names ---- */

/* A semicolon would end the step. */
static void put_text(const char *text, FILE *out)
{
   char *shown = an_text_escaped(text);
   for (const char *at = shown; *at != '\0'; at++) {
      if (*at == ';')
         fputs("\\x3b", out);
      else
         putc(*at, out);
   }
   free(shown);
}

void an_stacks_put_step(const char *function, const char *object, FILE *out)
{
   put_text(function, out);
   if (object == NULL || strcmp(function, AN_UNKNOWN) != 0)
      return;
   fputs(" (in ", out);
   put_text(object, out);
   putc(')', out);
}

char *an_stacks_step(const char *function, const char *object)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = an_memstream(&text, &size_B);
   an_stacks_put_step(function, object, out);
   an_memstream_close(out);
   return text;
}
