/* ah_diff_print.c -- the comparison of two heap profiles as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_diff_report.h"

#include "base/an_text.h"
#include "report/an_page.h"
#include "report/an_state_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Parts ---- */

static void begin_colour(const ah_diff_options *options, an_colour colour,
                         FILE *out)
{
   if (options->colour)
      an_text_colour(out, colour);
}

static void print_field(const char *label, const char *text, FILE *out)
{
   fprintf(out, "%-18s", label);
   an_text_name(out, text);
   putc('\n', out);
}

/* ---- Metadata ---- */

/* Paths that are cut at different depths do not match. */
static void print_depths(const ah_diff *diff, FILE *out)
{
   const ah_profile *old = diff->profiles[AH_OLD];
   const ah_profile *new = diff->profiles[AH_NEW];
   if (!old->is_heapprof || !new->is_heapprof || old->depth == new->depth)
      return;
   fprintf(out, "%-18s%" PRId64 " frames in OLD, %" PRId64
                " in NEW: longer call paths do not match\n",
           "Depth:", old->depth, new->depth);
}

static void print_metadata(const ah_diff *diff,
                           const ah_diff_options *options, FILE *out)
{
   const char *old = diff->profiles[AH_OLD]->command;
   const char *new = diff->profiles[AH_NEW]->command;
   an_heading_print(out, options->colour, "Metadata", NULL);
   print_field("Command:", new, out);
   if (strcmp(old, new) != 0)
      print_field("Command of OLD:", old, out);
   print_field("Old:", diff->files[AH_OLD], out);
   print_field("New:", diff->files[AH_NEW], out);
   an_state_print(&diff->profiles[AH_OLD]->state, "Old", out);
   an_state_print(&diff->profiles[AH_NEW]->state, "New", out);
   print_field("Sorted by:", diff->values[diff->by]->name, out);
   fprintf(out, "%-18s%g%%\n", "Threshold:", options->threshold);
   print_depths(diff, out);
   putc('\n', out);
}

/* ---- Summary ---- */

/* "+100 (+1.00%)"; `width` is of the first. */
static void print_change(int64_t before, int64_t after, int width, FILE *out)
{
   char text[AN_TEXT_NUMBER_B];
   long double change = (long double)after - (long double)before;
   an_text_value(text, change, true, true);
   fprintf(out, "%*s", width, text);
   if (an_text_change(text, change, before) > 0)
      fprintf(out, " %s", text);
}

static void print_summary(const ah_diff *diff, const ah_diff_options *options,
                          FILE *out)
{
   enum { NAME_WIDTH = 14, WIDTH = 18 };
   const int64_t *old = diff->totals, *new = old + diff->n_values;
   an_heading_print(out, options->colour, "Summary", NULL);
   begin_colour(options, AN_COLOUR_HEADING, out);
   fprintf(out, "%*s%*s%*s%*s", NAME_WIDTH, "", WIDTH, "old", WIDTH, "new",
           WIDTH, "change");
   begin_colour(options, AN_COLOUR_NONE, out);
   fputs("\n\n", out);
   for (size_t i = 0; i < diff->n_values; i++) {
      char text[AN_TEXT_NUMBER_B];
      fprintf(out, "%-*s", NAME_WIDTH, diff->values[i]->name);
      an_text_count(text, old[i]);
      fprintf(out, "%*s", WIDTH, text);
      an_text_count(text, new[i]);
      fprintf(out, "%*s", WIDTH, text);
      print_change(old[i], new[i], WIDTH, out);
      putc('\n', out);
   }
   putc('\n', out);
}

/* ---- Call paths ---- */

static int64_t change_of(const ah_diff *diff, uint32_t path)
{
   const int64_t *old = ah_paths_values(diff->paths, path) + diff->by;
   return old[diff->n_values] - old[0];
}

/* Changes are shares of OLD's total, or of NEW's if that is 0. */
static bool is_shown(const ah_diff *diff, const ah_diff_options *options,
                     int64_t change)
{
   long double base = diff->totals[diff->by];
   if (base == 0)
      base = diff->totals[diff->n_values + diff->by];
   return change != 0
          && (long double)llabs(change) * 100 >= base * options->threshold;
}

static void print_step(const ah_step *step, FILE *out)
{
   fputs("   ", out);
   an_text_name(out, step->function);
   if (step->file != NULL) {
      fputs(" (", out);
      an_text_name(out, step->file);
      if (step->line > 0)
         fprintf(out, ":%" PRIu32, step->line);
      putc(')', out);
   } else if (step->object != NULL) {
      fputs(" (in ", out);
      an_text_name(out, step->object);
      putc(')', out);
   }
   putc('\n', out);
}

static void print_path(const ah_diff *diff, const ah_diff_options *options,
                       uint32_t path, FILE *out)
{
   const int64_t *old = ah_paths_values(diff->paths, path) + diff->by;
   const int64_t *new = old + diff->n_values;
   long double base = diff->totals[diff->by];
   char text[AN_TEXT_NUMBER_B];
   begin_colour(options, an_text_heat((long double)*new - *old, base), out);
   print_change(*old, *new, 0, out);
   begin_colour(options, AN_COLOUR_NONE, out);
   an_text_count(text, *old);
   fprintf(out, "  %s -> ", text);
   an_text_count(text, *new);
   fprintf(out, "%s\n", text);
   ah_step step = { .next = 0 };
   if (!ah_paths_step(diff->paths, path, &step))
      fputs("   " AN_UNKNOWN "\n", out);
   else
      do
         print_step(&step, out);
      while (ah_paths_step(diff->paths, path, &step));
   putc('\n', out);
}

static void print_rest(const ah_diff *diff, size_t n_more, long double sum,
                       size_t n_same, FILE *out)
{
   char text[AN_TEXT_NUMBER_B];
   an_text_value(text, sum, true, true);
   if (n_more > 0)
      fprintf(out, "%zu more changed, by %s in total\n", n_more, text);
   fprintf(out, "%zu did not change in %s\n\n", n_same,
           diff->values[diff->by]->name);
}

static void print_paths(const ah_diff *diff, const ah_diff_options *options,
                        FILE *out)
{
   size_t n = ah_paths_n(diff->paths), n_shown = 0, n_more = 0, n_same = 0;
   long double sum = 0;
   char title[64];
   snprintf(title, sizeof title, "Call paths by change of %s",
            diff->values[diff->by]->name);
   an_heading_print(out, options->colour, title, NULL);
   for (size_t i = 0; i < n; i++) {
      int64_t change = change_of(diff, diff->order[i]);
      bool has_room = options->top == 0 || n_shown < options->top;
      if (has_room && is_shown(diff, options, change)) {
         print_path(diff, options, diff->order[i], out);
         n_shown++;
         continue;
      }
      n_same += change == 0;
      n_more += change != 0;
      sum += change;
   }
   print_rest(diff, n_more, sum, n_same, out);
}

void ah_diff_print(const ah_diff *diff, const ah_diff_options *options,
                   FILE *out)
{
   print_metadata(diff, options, out);
   print_summary(diff, options, out);
   print_paths(diff, options, out);
}
