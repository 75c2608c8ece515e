/* an_fit.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_fit.h"

#include <stdlib.h>
#include <string.h>

enum { MARK_COLUMNS = 3 };

bool an_fit_open(an_fit *fit)
{
   *fit = (an_fit){ .out = NULL };
   fit->out = open_memstream(&fit->text, &fit->size_B);
   return fit->out != NULL;
}

bool an_fit_end(an_fit *fit, size_t *n_lines)
{
   bool ok = !ferror(fit->out);
   ok = fclose(fit->out) == 0 && ok;
   fit->out = NULL;
   *n_lines = 0;
   for (size_t i = 0; ok && i < fit->size_B; i++)
      *n_lines += fit->text[i] == '\n';
   return ok;
}

void an_fit_close(an_fit *fit)
{
   if (fit->out != NULL)
      fclose(fit->out);
   free(fit->text);
   *fit = (an_fit){ .out = NULL };
}

/* The length of the colour that begins here (ECMA-48: ESC [ ... m); 0 if none does. */
static size_t colour_length(const char *at, const char *end)
{
   if (end - at < 2 || at[0] != '\033' || at[1] != '[')
      return 0;
   const char *last = memchr(at, 'm', (size_t)(end - at));
   return last == NULL ? 0 : (size_t)(last - at) + 1;
}

/* The length of the character that begins here, without its check as UTF-8. */
static size_t character_length(const char *at, const char *end)
{
   size_t n = 1;
   while (at + n < end && ((unsigned char)at[n] & 0xc0) == 0x80)
      n++;
   return n;
}

static size_t columns_of(const char *at, const char *end)
{
   size_t n = 0;
   while (at < end) {
      size_t length = colour_length(at, end);
      n += length == 0;
      at += length > 0 ? length : character_length(at, end);
   }
   return n;
}

/* Prints a line without its newline. */
static void print_line(const char *at, const char *end, size_t width, FILE *out)
{
   if (width == 0 || columns_of(at, end) <= width) {
      fwrite(at, 1, (size_t)(end - at), out);
      return;
   }
   size_t room = width > MARK_COLUMNS ? width - MARK_COLUMNS : 0, n = 0;
   while (at < end) {
      size_t length = colour_length(at, end);
      if (length == 0) {
         length = character_length(at, end);
         if (n < room)
            fwrite(at, 1, length, out);
         else if (n == room)
            fputs("...", out);
         n++;
      } else {
         fwrite(at, 1, length, out);
      }
      at += length;
   }
}

/* Where the line has to be broken: behind the last blank within `width`, or its end. */
static const char *break_of(const char *at, const char *end, size_t width)
{
   const char *found = NULL;
   size_t n = 0;
   for (const char *next = at; next < end && (n <= width || found == NULL);) {
      if (*next == ' ' && n > 0)
         found = next + 1;
      size_t length = colour_length(next, end);
      n += length == 0;
      next += length > 0 ? length : character_length(next, end);
   }
   return n <= width || found == NULL ? end : found;
}

void an_fit_wrap(const an_fit *fit, size_t width, size_t indent, FILE *out)
{
   const char *at = fit->text, *end = at + fit->size_B;
   while (at < end) {
      const char *newline = memchr(at, '\n', (size_t)(end - at));
      const char *line_end = newline == NULL ? end : newline;
      size_t taken = 0;
      while (width > indent && columns_of(at, line_end) > width - taken) {
         const char *next = break_of(at + (taken == 0 ? indent : 0), line_end,
                                     width - indent);
         if (next == line_end)
            break;
         fwrite(at, 1, (size_t)(next - at) - 1, out);
         fprintf(out, "\n%*s", (int)indent, "");
         at = next;
         taken = indent;
      }
      fwrite(at, 1, (size_t)(line_end - at), out);
      putc('\n', out);
      at = line_end + (newline != NULL);
   }
}

void an_fit_print(const an_fit *fit, size_t n_lines, size_t width, FILE *out)
{
   const char *at = fit->text, *end = at + fit->size_B;
   for (size_t i = 0; i < n_lines && at < end; i++) {
      const char *newline = memchr(at, '\n', (size_t)(end - at));
      const char *line_end = newline == NULL ? end : newline;
      print_line(at, line_end, width, out);
      putc('\n', out);
      at = line_end + (newline != NULL);
   }
}
