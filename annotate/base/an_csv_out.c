/* an_csv_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_csv_out.h"

#include "base/an_json_out.h"
#include "base/an_text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void flush_numbers(an_csv_out *csv)
{
   fwrite(csv->held, 1, csv->n_held, csv->out);
   csv->n_held = 0;
}

static void begin_field(an_csv_out *csv)
{
   flush_numbers(csv);
   if (csv->has_field)
      putc(',', csv->out);
   csv->has_field = true;
}

/* ---- Text ---- */

/* A spreadsheet knows a formula by its first byte. */
static void put_quoted(FILE *out, const char *shown, bool is_start)
{
   if (is_start && *shown != '\0' && strchr("=+-@", *shown) != NULL)
      fprintf(out, "\\x%02x", (unsigned)*shown++);
   for (;;) {
      size_t n = strcspn(shown, "\"");
      fwrite(shown, 1, n, out);
      shown += n;
      if (*shown == '\0')
         return;
      fputs("\"\"", out);
      shown++;
   }
}

/* Puts text that has its escapes. */
static void put_field(an_csv_out *csv, const char *shown, const char *suffix)
{
   bool is_quoted = strpbrk(shown, ",\"") != NULL;
   begin_field(csv);
   if (is_quoted)
      putc('"', csv->out);
   put_quoted(csv->out, shown, true);
   fputs(suffix, csv->out);
   if (is_quoted)
      putc('"', csv->out);
}

void an_csv_put_shown(an_csv_out *csv, const char *shown)
{
   put_field(csv, shown, "");
}

void an_csv_put_title(an_csv_out *csv, const char *text, const char *suffix)
{
   char *shown = an_text_escaped(text);
   put_field(csv, shown, suffix);
   free(shown);
}

void an_csv_put_text(an_csv_out *csv, const char *text)
{
   an_csv_put_title(csv, text, "");
}

void an_csv_open_parts(an_csv_out *csv)
{
   begin_field(csv);
   putc('"', csv->out);
}

void an_csv_put_part(an_csv_out *csv, const char *text, bool is_first)
{
   char *shown = an_text_escaped(text);
   if (!is_first)
      putc(';', csv->out);
   put_quoted(csv->out, shown, is_first);
   free(shown);
}

void an_csv_close_parts(an_csv_out *csv)
{
   putc('"', csv->out);
}

/* ---- Numbers ---- */

/* JSON holds numbers, with their commas, until a field of another kind comes. */
static an_json_out open_number(an_csv_out *csv)
{
   return (an_json_out){ .out = csv->out,
                         .has_value = csv->has_field,
                         .held = csv->held,
                         .n_held = csv->n_held,
                         .room_B = sizeof csv->held };
}

static void close_number(an_csv_out *csv, const an_json_out *number)
{
   csv->n_held = number->n_held;
   csv->has_field = true;
}

void an_csv_put_int(an_csv_out *csv, int64_t value)
{
   an_json_out number = open_number(csv);
   an_json_put_int(&number, NULL, value);
   close_number(csv, &number);
}

void an_csv_put_number(an_csv_out *csv, long double value, bool is_whole)
{
   if (!(fabsl(value) <= DBL_MAX)) { /* NAN, too */
      begin_field(csv);
      return;
   }
   an_json_out number = open_number(csv);
   an_json_put_number(&number, NULL, value, is_whole);
   close_number(csv, &number);
}

void an_csv_put_empty(an_csv_out *csv)
{
   begin_field(csv);
}

void an_csv_end_record(an_csv_out *csv)
{
   flush_numbers(csv);
   fputs("\r\n", csv->out);
   csv->has_field = false;
}
