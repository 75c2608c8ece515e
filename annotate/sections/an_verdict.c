/* an_verdict.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_verdict.h"

#include "base/an_called.h"
#include "base/an_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
   AMOUNT_COLUMNS = 12, /* "over the run" */
   INDENT = AMOUNT_COLUMNS + 2,
   LEAST_COLUMNS = 16, /* of a text, however narrow the report is */
   NEXT_COLUMNS = 26,
};

static size_t room_behind(size_t width, size_t taken)
{
   if (width == 0)
      return SIZE_MAX;
   return width > taken + LEAST_COLUMNS ? width - taken : LEAST_COLUMNS;
}

size_t an_verdict_place_room(size_t width, size_t kind_columns)
{
   return room_behind(width, INDENT + kind_columns + 2);
}

void an_verdict_print_head(FILE *out, const char *amount)
{
   fprintf(out, "%*s  what to fix, where\n", AMOUNT_COLUMNS, amount);
}

static void print_below(FILE *out, size_t width, const char *of, const char *text)
{
   fprintf(out, "\n%*s  ", AMOUNT_COLUMNS, of == NULL ? "" : of);
   an_text_name_fit(out, text, room_behind(width, INDENT));
}

size_t an_verdict_lines(size_t width, const an_verdict_row *row)
{
   size_t n = an_text_name_columns(row->reason) + strlen(": ")
              + an_text_name_columns(row->cure);
   return n <= room_behind(width, INDENT) ? 2 : 3;
}

void an_verdict_print(FILE *out, size_t width, const an_verdict_row *row)
{
   char *text = NULL;
   bool is_one = an_verdict_lines(width, row) == 2;
   fprintf(out, "%*s  %-*s  ", AMOUNT_COLUMNS, row->amount, (int)row->kind_columns,
           row->kind);
   an_text_name_fit(out, row->place, an_verdict_place_room(width, row->kind_columns));
   if (is_one)
      an_text_form(&text, "%s: %s", row->reason, row->cure);
   else
      an_text_form(&text, "-> %s", row->cure);
   print_below(out, width, row->of, is_one ? text : row->reason);
   if (!is_one)
      print_below(out, width, NULL, text);
   putc('\n', out);
   free(text);
}

void an_verdict_print_next(FILE *out, size_t width, const char *what, const char *command,
                           const char *options, const char *file)
{
   command = an_called(command);
   size_t n = NEXT_COLUMNS + strlen(command) + 1 + strlen(options);
   bool fits = width == 0 || n + 1 + an_text_name_columns(file) <= width;
   fprintf(out, "%-*s%s%s%s", NEXT_COLUMNS, what, command, *options == '\0' ? "" : " ",
           options);
   if (*file != '\0')
      putc(' ', out);
   an_text_name(out, fits || *file == '\0' ? file : "FILE");
   putc('\n', out);
}
