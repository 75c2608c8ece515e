/* an_csv_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_csv_out.h"

#include "base/an_json_out.h"
#include "base/an_text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void begin_field(an_csv_out *csv)
{
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

/* Puts text that has its escapes; `shown` is NULL if memory ran out. */
static void put_field(an_csv_out *csv, const char *shown, const char *suffix)
{
   bool is_quoted = shown == NULL || strpbrk(shown, ",\"") != NULL;
   begin_field(csv);
   if (is_quoted)
      putc('"', csv->out);
   if (shown != NULL)
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

bool an_csv_put_part(an_csv_out *csv, const char *text, bool is_first)
{
   char *shown = an_text_escaped(text);
   if (shown == NULL)
      return false;
   if (!is_first)
      putc(';', csv->out);
   put_quoted(csv->out, shown, is_first);
   free(shown);
   return true;
}

void an_csv_close_parts(an_csv_out *csv)
{
   putc('"', csv->out);
}

/* ---- Numbers ---- */

void an_csv_put_int(an_csv_out *csv, int64_t value)
{
   an_json_out number = { .out = csv->out };
   begin_field(csv);
   an_json_put_int(&number, NULL, value);
}

void an_csv_put_number(an_csv_out *csv, long double value, bool is_whole)
{
   an_json_out number = { .out = csv->out };
   begin_field(csv);
   if (!isnan(value) && fabsl(value) <= DBL_MAX)
      an_json_put_number(&number, NULL, value, is_whole);
}

void an_csv_put_empty(an_csv_out *csv)
{
   begin_field(csv);
}

void an_csv_end_record(an_csv_out *csv)
{
   fputs("\r\n", csv->out);
   csv->has_field = false;
}
