/* ah_folded.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_folded.h"

#include "base/an_text.h"
#include "base/an_error.h"
#include "heap/ah_path.h"

#include <stdlib.h>
#include <string.h>

/* A semicolon would end the step. */
static void put_name(const char *name, FILE *out)
{
   char *shown = an_text_escaped(name);
   for (const char *at = shown == NULL ? "?" : shown; *at != '\0'; at++) {
      if (*at == ';')
         fputs("\\x3b", out);
      else
         putc(*at, out);
   }
   free(shown);
}

void ah_folded_step(const char *function, const char *object, FILE *out)
{
   put_name(function, out);
   if (object == NULL || strcmp(function, AN_UNKNOWN) != 0)
      return;
   fputs(" (in ", out);
   put_name(object, out);
   putc(')', out);
}

/* For free(); NULL if memory ran out. */
static char *step_of(const an_frame *frame)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = open_memstream(&text, &size_B);
   if (out == NULL)
      return NULL;
   ah_folded_step(frame->function, frame->object, out);
   if (fclose(out) == 0)
      return text;
   free(text);
   return NULL;
}

bool ah_folded_open(ah_folded *folded, const tk_alloc *alloc,
                    const ah_profile *profile)
{
   size_t size_B = (profile->n_frames + 1) * sizeof *folded->steps;
   *folded = (ah_folded){ profile, alloc, tk_get(alloc, "hp.folded", size_B) };
   if (folded->steps == NULL)
      return false;
   memset(folded->steps, 0, size_B);
   for (size_t i = 0; i < profile->n_frames; i++) {
      folded->steps[i] = step_of(&profile->frames[i]);
      if (folded->steps[i] == NULL) {
         ah_folded_close(folded);
         return false;
      }
   }
   return true;
}

void ah_folded_close(ah_folded *folded)
{
   for (size_t i = 0; i < folded->profile->n_frames; i++)
      free(folded->steps[i]);
   tk_put(folded->alloc, folded->steps);
}

char *ah_folded_path(const ah_folded *folded, const ah_site *site)
{
   char *const *steps = folded->steps;
   size_t size_B = 1, first = ah_path_start(folded->profile, site, true);
   if (site->n_frames == 0)
      return strdup(AN_UNKNOWN);
   for (size_t i = first; i < site->n_frames; i++)
      size_B += strlen(steps[site->frames[i]]) + 1;
   char *path = malloc(size_B), *to = path;
   for (size_t i = site->n_frames; path != NULL && i > first; i--) {
      to = stpcpy(to, steps[site->frames[i - 1]]);
      if (i > first + 1)
         *to++ = ';';
   }
   return path;
}
