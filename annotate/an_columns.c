/* an_columns.c -- columns of counts, one per event shown.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "an_columns.h"

#include "an_text.h"

#include <string.h>

enum { GAP_WIDTH = 2 }; /* between two columns */

struct an_column {
   size_t event;
   int64_t total;           /* the program's */
   int64_t least, greatest; /* of the counts fitted to, and 0 */
   size_t count_width, share_width;
};

an_status an_columns_open(an_columns *columns, const tk_alloc *alloc,
                          const an_profile *profile,
                          const an_selection *shown, bool percents)
{
   *columns = (an_columns){
      .alloc = alloc, .profile = profile, .n = shown->n, .percents = percents
   };
   columns->columns = tk_get(alloc, "an.columns",
                             shown->n * sizeof *columns->columns);
   if (columns->columns == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < shown->n; i++) {
      size_t event = shown->events[i];
      columns->columns[i] = (struct an_column){
         .event = event, .total = an_profile_totals(profile)[event]
      };
   }
   an_columns_reset(columns);
   return AN_OK;
}

void an_columns_close(an_columns *columns)
{
   tk_put(columns->alloc, columns->columns);
   columns->columns = NULL;
   columns->n = 0;
}

/* ---- Widths ---- */

static void widen(struct an_column *column, int64_t count, bool percents)
{
   char text[AN_TEXT_NUMBER_B];
   size_t n = an_text_count(text, count);
   if (n > column->count_width)
      column->count_width = n;
   n = percents ? an_text_share(text, count, column->total) : 0;
   if (n > 0 && n + 1 > column->share_width)
      column->share_width = n + 1; /* and the space before it */
}

void an_columns_reset(an_columns *columns)
{
   for (size_t i = 0; i < columns->n; i++) {
      struct an_column *column = &columns->columns[i];
      column->least = column->greatest = 0;
      column->count_width = column->share_width = 0;
      widen(column, 0, columns->percents);
   }
}

void an_columns_fit(an_columns *columns, const int64_t *counts)
{
   for (size_t i = 0; i < columns->n; i++) {
      struct an_column *column = &columns->columns[i];
      int64_t count = counts[column->event];
      if (count >= column->least && count <= column->greatest)
         continue; /* no wider than one of those */
      if (count < column->least)
         column->least = count;
      else
         column->greatest = count;
      widen(column, count, columns->percents);
   }
}

/* ---- Printing ---- */

static const char *event_name(const an_columns *columns, size_t i)
{
   return an_profile_event(columns->profile, columns->columns[i].event);
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

/* Separates column i from the one before, and moves to where its counts
   start: its heading may be wider than they are. */
static void print_lead(const an_columns *columns, size_t i, FILE *out)
{
   const struct an_column *column = &columns->columns[i];
   size_t name_width = strlen(event_name(columns, i));
   size_t width = column->count_width + column->share_width;
   print_blanks(out, i == 0 ? 0 : GAP_WIDTH);
   if (name_width > width)
      print_blanks(out, name_width - width);
}

void an_columns_print_events(const an_columns *columns, FILE *out)
{
   for (size_t i = 0; i < columns->n; i++) {
      const struct an_column *column = &columns->columns[i];
      const char *name = event_name(columns, i);
      size_t width = column->count_width + column->share_width;
      print_blanks(out, i == 0 ? 0 : GAP_WIDTH);
      if (strlen(name) < width)
         print_blanks(out, width - strlen(name));
      an_text_name(out, name);
   }
}

void an_columns_print(const an_columns *columns, FILE *out,
                      const int64_t *counts)
{
   for (size_t i = 0; i < columns->n; i++) {
      const struct an_column *column = &columns->columns[i];
      int64_t count = counts[column->event];
      char text[AN_TEXT_NUMBER_B];
      print_lead(columns, i, out);
      size_t n = an_text_count(text, count);
      print_right(out, text, n, column->count_width);
      if (columns->percents) {
         n = an_text_share(text, count, column->total);
         print_right(out, text, n, column->share_width);
      }
   }
}

void an_columns_print_none(const an_columns *columns, FILE *out)
{
   for (size_t i = 0; i < columns->n; i++) {
      const struct an_column *column = &columns->columns[i];
      print_lead(columns, i, out);
      print_right(out, ".", 1, column->count_width);
      print_blanks(out, column->share_width);
   }
}
