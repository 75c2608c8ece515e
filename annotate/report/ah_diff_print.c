/* ah_diff_print.c -- the comparison of two heap profiles as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_diff_report.h"

#include "base/an_text.h"
#include "report/an_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   an_page base;
   const ah_diff *diff;
   const ah_diff_options *options;
   FILE *out;
} page;

/* ---- Metadata ---- */

/* Paths that are cut at different depths do not match. */
static void print_depths(const page *p)
{
   const ah_profile *old = p->diff->profiles[AH_OLD];
   const ah_profile *new = p->diff->profiles[AH_NEW];
   if (!old->is_heapprof || !new->is_heapprof || old->depth == new->depth)
      return;
   fprintf(p->out, "%-18s%" PRId64 " frames in OLD, %" PRId64
                   " in NEW: longer call paths do not match\n",
           "Depth:", old->depth, new->depth);
}

static void print_metadata(const page *p)
{
   const ah_diff *diff = p->diff;
   const char *old = diff->profiles[AH_OLD]->command;
   const char *new = diff->profiles[AH_NEW]->command;
   an_page_heading(&p->base, "Metadata", NULL);
   an_page_field(&p->base, "Command:", new);
   if (strcmp(old, new) != 0)
      an_page_field(&p->base, "Command of OLD:", old);
   an_page_field(&p->base, "Old:", diff->files[AH_OLD]);
   an_page_field(&p->base, "New:", diff->files[AH_NEW]);
   an_state_print(&diff->profiles[AH_OLD]->state, "Old", p->out);
   an_state_print(&diff->profiles[AH_NEW]->state, "New", p->out);
   an_page_field(&p->base, "Sorted by:", diff->values[diff->by]->name);
   fprintf(p->out, "%-18s%g%%\n", "Threshold:", p->options->threshold);
   print_depths(p);
   putc('\n', p->out);
}

/* ---- Summary ---- */

static void print_summary(const page *p)
{
   enum { NAME_WIDTH = 14, WIDTH = 18 };
   const ah_diff *diff = p->diff;
   const int64_t *old = diff->totals, *new = old + diff->n_values;
   FILE *out = p->out;
   an_page_heading(&p->base, "Summary", NULL);
   an_page_colour(&p->base, AN_COLOUR_HEADING);
   fprintf(out, "%*s%*s%*s%*s", NAME_WIDTH, "", WIDTH, "old", WIDTH, "new",
           WIDTH, "change");
   an_page_colour(&p->base, AN_COLOUR_NONE);
   fputs("\n\n", out);
   for (size_t i = 0; i < diff->n_values; i++) {
      char text[AN_TEXT_NUMBER_B];
      fprintf(out, "%-*s", NAME_WIDTH, diff->values[i]->name);
      an_text_count(text, old[i]);
      fprintf(out, "%*s", WIDTH, text);
      an_text_count(text, new[i]);
      fprintf(out, "%*s", WIDTH, text);
      an_page_change(&p->base, old[i], new[i], true, WIDTH);
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
static bool is_shown(const page *p, int64_t change)
{
   const ah_diff *diff = p->diff;
   long double base = diff->totals[diff->by];
   if (base == 0)
      base = diff->totals[diff->n_values + diff->by];
   return change != 0
          && (long double)llabs(change) * 100 >= base * p->options->threshold;
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

static void print_path(const page *p, uint32_t path)
{
   const ah_diff *diff = p->diff;
   FILE *out = p->out;
   const int64_t *old = ah_paths_values(diff->paths, path) + diff->by;
   const int64_t *new = old + diff->n_values;
   long double base = diff->totals[diff->by];
   char text[AN_TEXT_NUMBER_B];
   an_page_colour(&p->base, an_text_heat((long double)*new - *old, base));
   an_page_change(&p->base, *old, *new, true, 0);
   an_page_colour(&p->base, AN_COLOUR_NONE);
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

static void print_paths(const page *p)
{
   const ah_diff *diff = p->diff;
   size_t n = ah_paths_n(diff->paths), n_shown = 0, n_more = 0, n_same = 0;
   long double sum = 0;
   char title[64];
   snprintf(title, sizeof title, "Call paths by change of %s",
            diff->values[diff->by]->name);
   an_page_heading(&p->base, title, NULL);
   for (size_t i = 0; i < n; i++) {
      int64_t change = change_of(diff, diff->order[i]);
      bool has_room = p->options->top == 0 || n_shown < p->options->top;
      if (has_room && is_shown(p, change)) {
         print_path(p, diff->order[i]);
         n_shown++;
         continue;
      }
      n_same += change == 0;
      n_more += change != 0;
      sum += change;
   }
   print_rest(diff, n_more, sum, n_same, p->out);
}

/* ---- Regions ---- */

static an_status print_regions(const page *p, const tk_alloc *alloc)
{
   const ah_diff *diff = p->diff;
   an_page base = p->base;
   base.profile = diff->regions;
   base.alloc = alloc;
   an_status status = an_columns_open(&base.columns, alloc, diff->regions,
                                      &diff->region_columns, true);
   if (status != AN_OK)
      return status;
   status = an_regions_compare(&base, &diff->region_columns.of[2],
                               p->options->top, "--top=0");
   an_columns_close(&base.columns);
   return status;
}

an_status ah_diff_print(const ah_diff *diff, const tk_alloc *alloc,
                        const ah_diff_options *options, FILE *out)
{
   const an_report_options report = { .colour = options->colour };
   page p = { { .options = &report, .out = out }, diff, options, out };
   print_metadata(&p);
   print_summary(&p);
   an_status status = print_regions(&p, alloc);
   if (status == AN_OK)
      print_paths(&p);
   return status;
}
