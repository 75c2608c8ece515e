/* ah_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_text.h"

#include "base/an_alloc.h"
#include "base/an_error.h"
#include "base/an_said.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *ah_text_bytes(char *to, const ah_profile *profile, long double bytes)
{
   if (strcmp(profile->bytes_unit, "bytes") == 0)
      return an_text_bytes(to, bytes);
   an_text_value(to, bytes, true, false);
   return to;
}

const char *ah_text_unit(char *to, const char *unit)
{
   enum { MOST = AH_TEXT_B / 2 - 1 }; /* room for a number before it */
   size_t n = 0;
   for (; n < MOST && unit[n] != '\0'; n++)
      to[n] = unit[n] >= ' ' && unit[n] < 0x7f ? unit[n] : '?';
   to[n] = '\0';
   return to;
}

const char *ah_text_time(char *to, const ah_profile *profile, long double time)
{
   static const char *const instructions[] = { "instr",  "Kinstr", "Minstr",
                                               "Ginstr", "Tinstr", "Pinstr" };
   static const char *const seconds[] = { "us", "ms", "s", "ks" };
   const char *unit = profile->time_unit;
   if (strcmp(unit, "instrs") == 0)
      return an_text_scaled(to, time, 1000, instructions, 6);
   if (strcmp(unit, "ms") == 0)
      return an_text_scaled(to, time, 1000, seconds + 1, 3);
   if (strcmp(unit, "us") == 0 || strcmp(unit, "\xc2\xb5s") == 0)
      return an_text_scaled(to, time, 1000, seconds, 4);
   if (strcmp(unit, "B") == 0)
      return an_text_bytes(to, time);
   an_text_value(to, time, true, false);
   size_t n = strlen(to);
   to[n] = ' ';
   ah_text_unit(to + n + 1, unit);
   return to;
}

const char *ah_text_moment(char *to, const ah_profile *profile, int64_t time)
{
   return an_text_percent(to, time, profile->totals.end_time, 1);
}

static const char *base_name(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

/* `name`, in at most n_most columns, replaces the frame's function. */
static char *text_of(const an_frame *frame, const char *name, size_t n_most)
{
   char *text = NULL;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   an_text_function_fit(out, name, n_most);
   if (frame->file != NULL) {
      fputs(" (", out);
      an_text_name(out, base_name(frame->file));
      if (frame->line > 0)
         fprintf(out, ":%" PRIu32, frame->line);
      putc(')', out);
   } else if (frame->object != NULL) {
      fputs(" (", out);
      if (strcmp(frame->function, AN_UNKNOWN) == 0 && frame->address != 0)
         fprintf(out, "0x%" PRIx64 " ", frame->address);
      fputs("in ", out);
      an_text_name(out, base_name(frame->object));
      putc(')', out);
   } else if (strcmp(frame->function, AN_UNKNOWN) == 0 && frame->address != 0)
      fprintf(out, " (0x%" PRIx64 ")", frame->address);
   an_memstream_close(out);
   return text;
}

char *ah_text_frame(const an_frame *frame, size_t n_most)
{
   enum { LEAST = 8 }; /* columns of a name */
   char *text = text_of(frame, frame->function, SIZE_MAX);
   size_t n = an_text_columns(text);
   if (n <= n_most)
      return text;
   size_t n_place = n - an_text_name_columns(frame->function);
   size_t room = n_most > n_place + LEAST ? n_most - n_place : LEAST;
   char *name = an_said(frame->function, AN_SAID_FUNCTION, room);
   free(text);
   text = text_of(frame, name, room);
   free(name);
   return text;
}
