/* an_fit.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_fit.h"

#include "base/an_alloc.h"
#include "base/an_text.h"

#include <stdlib.h>
#include <string.h>

enum { MARK_COLUMNS = 3 };

void an_fit_open(an_fit *fit)
{
   *fit = (an_fit){ .out = NULL };
   fit->out = an_memstream(&fit->text, &fit->size_B);
}

void an_fit_end(an_fit *fit, size_t *n_lines)
{
   an_memstream_close(fit->out);
   fit->out = NULL;
   *n_lines = 0;
   for (size_t i = 0; i < fit->size_B; i++)
      *n_lines += fit->text[i] == '\n';
}

void an_fit_close(an_fit *fit)
{
   if (fit->out != NULL)
      an_memstream_close(fit->out);
   free(fit->text);
   *fit = (an_fit){ .out = NULL };
}

/* Past the character or the colour (ECMA-48: ESC [ ... m) that is here; adds its
   columns.  It does not check UTF-8. */
static const char *next_character(const char *at, const char *end, size_t *columns)
{
   const char *last = end - at > 1 && at[0] == '\033' && at[1] == '['
                         ? memchr(at, 'm', (size_t)(end - at))
                         : NULL;
   if (last != NULL)
      return last + 1;
   const char *start = at;
   do
      at++;
   while (at < end && ((unsigned char)*at & 0xc0) == 0x80);
   *columns += an_text_character_columns(start, (size_t)(at - start));
   return at;
}

/* The end of the text that has at most `most` columns, with the colours behind it. */
static const char *end_of_fitting(const char *at, const char *end, size_t most)
{
   size_t columns = 0;
   while (at < end) {
      const char *after = next_character(at, end, &columns);
      if (columns > most)
         break;
      at = after;
   }
   return at;
}

static void print_part(const char *at, const char *end, FILE *out)
{
   fwrite_unlocked(at, 1, (size_t)(end - at), out);
}

/* Prints a line without its newline. */
static void print_line(const char *at, const char *end, size_t width, FILE *out)
{
   if (width == 0 || end_of_fitting(at, end, width) == end) {
      print_part(at, end, out);
      return;
   }
   const char *cut = end_of_fitting(at, end,
                                    width > MARK_COLUMNS ? width - MARK_COLUMNS : 0);
   print_part(at, cut, out);
   fputs("...", out);
   while (cut < end) {
      size_t columns = 0;
      const char *after = next_character(cut, end, &columns);
      if (columns == 0)
         print_part(cut, after, out);
      cut = after;
   }
}

/* Where the line has to be broken: behind the last blank within `width`, or its end. */
static const char *break_of(const char *at, const char *end, size_t width)
{
   const char *found = NULL;
   size_t n = 0;
   for (const char *here = at; here < end && (n <= width || found == NULL);) {
      if (*here == ' ' && n > 0)
         found = here + 1;
      here = next_character(here, end, &n);
   }
   return n <= width || found == NULL ? end : found;
}

/* Prints a line without its newline. */
static void wrap_line(const char *at, const char *end, size_t width, size_t indent,
                      FILE *out)
{
   size_t taken = 0;
   while (width > indent && end_of_fitting(at, end, width - taken) < end) {
      const char *start = at + (taken == 0 ? indent : 0);
      const char *found = break_of(start, end, width - indent);
      if (found == end)
         break;
      print_part(at, found - 1, out);
      fprintf(out, "\n%*s", (int)indent, "");
      at = found;
      taken = indent;
   }
   print_part(at, end, out);
}

/* The end of the line, without its newline. */
static const char *line_end(const char *at, const char *end)
{
   const char *newline = memchr(at, '\n', (size_t)(end - at));
   return newline == NULL ? end : newline;
}

void an_fit_wrap(const an_fit *fit, size_t width, size_t indent, FILE *out)
{
   const char *end = fit->text + fit->size_B;
   for (const char *at = fit->text, *stop; at < end; at = stop + 1) {
      stop = line_end(at, end);
      wrap_line(at, stop, width, indent, out);
      putc('\n', out);
   }
}

void an_fit_print(const an_fit *fit, size_t n_lines, size_t width, FILE *out)
{
   const char *end = fit->text + fit->size_B;
   for (const char *at = fit->text, *stop; at < end && n_lines > 0;
        at = stop + 1, n_lines--) {
      stop = line_end(at, end);
      print_line(at, stop, width, out);
      putc('\n', out);
   }
}
