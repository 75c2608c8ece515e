/* ac_columns.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_columns.h"

#include "base/an_text.h"

#include <string.h>

enum { GAP_WIDTH = 2 }; /* between two columns */

/* Values below this, and their shares, are printed in full, so that a larger one is
   never narrower.  (A whole metric's total is at least 1, or 0.) */
static const long double FULL_BELOW = 1e13L;

struct an_column {
   ac_measure measure;
   long double total;           /* the program's */
   long double least, greatest; /* of those fitted to, printed in full */
   size_t value_width, percent_width;
   const char *suffix; /* of its name */
};

static const char *const aspect_names[] = {
   [AC_VALUE] = "",
   [AC_BEFORE] = " old",
   [AC_AFTER] = " new",
   [AC_CHANGE] = " change",
};

void ac_columns_open(ac_columns *columns, const tk_alloc *alloc,
                     const ac_profile *profile, const ac_measures *shown, bool percents)
{
   const int64_t *totals = ac_profile_totals(profile);
   *columns = (ac_columns){ .n = shown->n, .percents = percents };
   columns->columns = tk_get(alloc, AN_LABEL, shown->n * sizeof *columns->columns);
   for (size_t i = 0; i < shown->n; i++)
      columns->columns[i] = (struct an_column){
         .measure = shown->of[i],
         .suffix = aspect_names[shown->of[i].aspect],
         .total = ac_measure_value(&shown->of[i], totals),
      };
   ac_columns_reset(columns);
}

void ac_columns_set_suffix(ac_columns *columns, const char *suffix)
{
   for (size_t i = 0; i < columns->n; i++)
      columns->columns[i].suffix = suffix;
}

/* ---- Values and percentages as text; each returns the length ---- */

static size_t put_value(char *to, const struct an_column *column, long double value)
{
   return an_text_value(to, value, ac_metric_is_whole(column->measure.metric),
                        column->measure.aspect == AC_CHANGE);
}

/* "" if a percentage would mean nothing. */
static size_t put_percent(char *to, const struct an_column *column, const int64_t *counts,
                          long double value)
{
   ac_measure before = column->measure;
   before.aspect = AC_BEFORE;
   to[0] = '\0';
   switch (column->measure.aspect) {
   case AC_VALUE:
      if (!ac_metric_is_whole(column->measure.metric))
         return 0;
      return an_text_share(to, value, column->total);
   case AC_CHANGE: return an_text_change(to, value, ac_measure_value(&before, counts));
   case AC_BEFORE:
   case AC_AFTER: break;
   }
   return 0;
}

/* ---- Widths ---- */

static void widen_column(struct an_column *column, const int64_t *counts,
                         long double value, bool percents)
{
   char text[AN_TEXT_NUMBER_B];
   size_t n = put_value(text, column, value);
   if (n > column->value_width)
      column->value_width = n;
   n = percents ? put_percent(text, column, counts, value) : 0;
   if (n > 0 && n + 1 > column->percent_width)
      column->percent_width = n + 1; /* with the space before it */
}

void ac_columns_reset(ac_columns *columns)
{
   for (size_t i = 0; i < columns->n; i++) {
      struct an_column *column = &columns->columns[i];
      char text[AN_TEXT_NUMBER_B];
      column->least = column->greatest = 0;
      column->percent_width = 0;
      column->value_width = put_value(text, column, 0);
   }
}

void ac_columns_fit(ac_columns *columns, const int64_t *counts)
{
   for (size_t i = 0; i < columns->n; i++) {
      struct an_column *column = &columns->columns[i];
      long double value = ac_measure_value(&column->measure, counts);
      /* The share of a smaller value is no wider; its change can be. */
      if (column->measure.aspect != AC_CHANGE && value >= column->least
          && value <= column->greatest && value != 0)
         continue;
      if (value < column->least && value > -FULL_BELOW)
         column->least = value;
      else if (value > column->greatest && value < FULL_BELOW)
         column->greatest = value;
      widen_column(column, counts, value, columns->percents);
   }
}

/* ---- Printing ---- */

static size_t name_width(const struct an_column *column)
{
   return strlen(column->measure.metric->name) + strlen(column->suffix);
}

size_t ac_columns_width_of(const ac_columns *columns, size_t i)
{
   const struct an_column *column = &columns->columns[i];
   size_t width = column->value_width + column->percent_width;
   size_t name = name_width(column);
   return (i == 0 ? 0 : GAP_WIDTH) + (name > width ? name : width);
}

size_t ac_columns_width(const ac_columns *columns)
{
   size_t width = 0;
   for (size_t i = 0; i < columns->n; i++)
      width += ac_columns_width_of(columns, i);
   return width;
}

static void print_blanks(FILE *out, size_t n)
{
   static const char blanks[] = "                                ";
   size_t most = sizeof blanks - 1;
   for (; n > most; n -= most)
      fwrite_unlocked(blanks, 1, most, out);
   fwrite_unlocked(blanks, 1, n, out);
}

/* Prints `text`, of n characters, at the right of a field. */
static void print_right(FILE *out, const char *text, size_t n, size_t width)
{
   if (n < width)
      print_blanks(out, width - n);
   fwrite_unlocked(text, 1, n, out);
}

/* Separates column i from the one before, and moves to where its values start: its
   heading can be wider than its values. */
static void print_lead(const ac_columns *columns, size_t i, FILE *out)
{
   const struct an_column *column = &columns->columns[i];
   size_t width = column->value_width + column->percent_width;
   print_blanks(out, i == 0 ? 0 : GAP_WIDTH);
   if (name_width(column) > width)
      print_blanks(out, name_width(column) - width);
}

void ac_columns_print_name(const ac_columns *columns, size_t i, FILE *out)
{
   an_text_name(out, columns->columns[i].measure.metric->name);
   fputs(columns->columns[i].suffix, out);
}

void ac_columns_print_names(const ac_columns *columns, FILE *out)
{
   for (size_t i = 0; i < columns->n; i++) {
      const struct an_column *column = &columns->columns[i];
      size_t width = column->value_width + column->percent_width;
      print_blanks(out, i == 0 ? 0 : GAP_WIDTH);
      if (name_width(column) < width)
         print_blanks(out, width - name_width(column));
      ac_columns_print_name(columns, i, out);
   }
}

void ac_columns_print(const ac_columns *columns, FILE *out, const int64_t *counts)
{
   for (size_t i = 0; i < columns->n; i++) {
      const struct an_column *column = &columns->columns[i];
      long double value = ac_measure_value(&column->measure, counts);
      char text[AN_TEXT_NUMBER_B];
      print_lead(columns, i, out);
      size_t n = put_value(text, column, value);
      print_right(out, text, n, column->value_width);
      if (columns->percents) {
         n = put_percent(text, column, counts, value);
         print_right(out, text, n, column->percent_width);
      }
   }
}

void ac_columns_print_value(const ac_columns *columns, size_t i, FILE *out,
                            const int64_t *counts)
{
   const struct an_column *column = &columns->columns[i];
   long double value = ac_measure_value(&column->measure, counts);
   char text[AN_TEXT_NUMBER_B];
   put_value(text, column, value);
   fputs(text, out);
   if (columns->percents && put_percent(text, column, counts, value) > 0)
      fprintf(out, " %s", text);
}

void ac_columns_print_none(const ac_columns *columns, FILE *out)
{
   for (size_t i = 0; i < columns->n; i++) {
      const struct an_column *column = &columns->columns[i];
      print_lead(columns, i, out);
      print_right(out, ".", 1, column->value_width);
      print_blanks(out, column->percent_width);
   }
}
