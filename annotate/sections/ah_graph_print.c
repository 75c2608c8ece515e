/* ah_graph_print.c -- the timeline as a graph of characters.

   A column is as high as the largest maximum in it: a short peak is as high as a long
   one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_graph.h"

#include "heap/ah_timeline.h"

#include <string.h>

enum {
   ROWS = 12,
   STEPS = 8,         /* of a row */
   LABEL_COLUMNS = 9, /* "1023 KiB" and a space */
   LABEL_EVERY = 3,   /* rows */
   COLUMNS_MIN = 20,
   COLUMNS_USUAL = 80,
};

/* ---- The graph ---- */

void ah_graph_begin(ah_graph *g, const ah_page *page, size_t width, size_t n_rows,
                    size_t label_every)
{
   const ah_profile *p = page->profile;
   *g = (ah_graph){ .page = page, .n_rows = n_rows, .label_every = label_every };
   g->n = width < COLUMNS_MIN + AH_GRAPH_AROUND        ? COLUMNS_MIN
          : width > AH_GRAPH_COLUMNS + AH_GRAPH_AROUND ? AH_GRAPH_COLUMNS
                                                       : width - AH_GRAPH_AROUND;
   ah_timeline_maxima(p, g->n, g->tops);
   g->peak = ah_timeline_column(p->totals.peak_time, p->totals.end_time, g->n);
   for (size_t i = 0; i < g->n; i++)
      if (g->tops[i] > g->most)
         g->most = g->tops[i];
}

const char *const ah_blocks[STEPS + 1] = {
   " ",
   "\xe2\x96\x81",
   "\xe2\x96\x82",
   "\xe2\x96\x83",
   "\xe2\x96\x84",
   "\xe2\x96\x85",
   "\xe2\x96\x86",
   "\xe2\x96\x87",
   "\xe2\x96\x88",
};

/* A character for each number of steps. */
static const char *cell_of(const ah_graph *g, size_t steps)
{
   static const char *const ascii[] = { " ", ".", ".", ".", ":", ":", ":", "#", "#" };
   return g->page->options->terminal->utf8 ? ah_blocks[steps] : ascii[steps];
}

static const char *choose_text(const ah_graph *g, const char *utf8, const char *ascii)
{
   return g->page->options->terminal->utf8 ? utf8 : ascii;
}

size_t ah_graph_print_row(const ah_graph *g, size_t row)
{
   const ah_page *page = g->page;
   bool has_label = (row + 1) % g->label_every == 0;
   long double bytes = (long double)g->most * (row + 1) / g->n_rows;
   fprintf(page->out, "%*s %s", LABEL_COLUMNS,
           has_label ? AH_BYTES(page->profile, bytes) : "",
           has_label ? choose_text(g, "\xe2\x94\xa4", "+")
                     : choose_text(g, "\xe2\x94\x82", "|"));
   size_t last = 0;
   for (size_t i = 0; i < g->n; i++)
      if (ah_timeline_height(g->tops[i], g->most, g->n_rows * STEPS) > row * STEPS)
         last = i + 1; /* no blanks at the end */
   for (size_t i = 0; i < last; i++) {
      size_t all = ah_timeline_height(g->tops[i], g->most, g->n_rows * STEPS);
      size_t steps = all <= row * STEPS ? 0 : all - row * STEPS;
      if (i == g->peak)
         an_page_colour(&page->base, AN_COLOUR_HOTTEST);
      fputs(cell_of(g, steps > STEPS ? STEPS : steps), page->out);
      if (i == g->peak)
         an_page_colour(&page->base, AN_COLOUR_NONE);
   }
   return LABEL_COLUMNS + 2 + last;
}

size_t ah_graph_print_axis(const ah_graph *g, bool has_time)
{
   const ah_page *page = g->page;
   const ah_profile *p = page->profile;
   bool is_marked[AH_GRAPH_COLUMNS] = { false };
   for (size_t i = 0; i < p->n_snapshots; i++)
      is_marked[ah_timeline_column(p->snapshots[i].time, p->totals.end_time, g->n)] =
         true;
   fprintf(page->out, "%*s %s", LABEL_COLUMNS, AH_BYTES(p, 0),
           choose_text(g, "\xe2\x94\xbc", "+"));
   const char *end = AH_TIME(p, p->totals.end_time);
   size_t n_taken = has_time ? strlen(end) + 2 : 0;
   for (size_t i = 0; i < g->n; i++)
      if (n_taken > 0 && i == g->n - n_taken - 1)
         i += (size_t)fprintf(page->out, " %s ", end) - 1;
      else
         fputs(is_marked[i] ? choose_text(g, "\xe2\x94\xac", "+")
                            : choose_text(g, "\xe2\x94\x80", "-"),
               page->out);
   return LABEL_COLUMNS + 2 + g->n;
}

/* ---- The section ---- */

/* The peak's bytes and time, with a pointer at its column: on the side that has room;
   only bytes if neither side has. */
static void print_peak(const ah_graph *g)
{
   char text[3 * AH_TEXT_B];
   const ah_page *page = g->page;
   const ah_totals *totals = &page->profile->totals;
   const char *pointer = choose_text(g, "\xe2\x96\xbc", "v");
   size_t n_left = g->peak, n_right = g->n - 1 - g->peak;
   const char *bytes = AH_BYTES(page->profile, totals->peak.bytes);
   snprintf(text, sizeof text, "peak %s at %s of the run", bytes,
            AH_MOMENT(page->profile, totals->peak_time));
   if (strlen(text) + 1 > n_left && strlen(text) + 1 > n_right)
      strcpy(text, bytes);
   size_t length = strlen(text) + 1;
   bool is_left = length > n_right;
   size_t before = !is_left ? g->peak : length < n_left ? n_left - length : 0;
   fprintf(page->out, "%*s", (int)(LABEL_COLUMNS + 2 + before), "");
   an_page_colour(&page->base, AN_COLOUR_HEADING);
   fprintf(page->out, is_left ? "%s %s" : "%s %s", is_left ? text : pointer,
           is_left ? pointer : text);
   an_page_colour(&page->base, AN_COLOUR_NONE);
   putc('\n', page->out);
}

/* The times at the start, in the middle and at the end. */
static void print_times(const ah_graph *g)
{
   static const char start[] = "0";
   const ah_profile *p = g->page->profile;
   const char *middle = AH_TIME(p, p->totals.end_time / 2.0L);
   int n_middle = (int)(g->n / 2 + strlen(middle) / 2 - strlen(start));
   int n_end = (int)(g->n - g->n / 2 - strlen(middle) / 2);
   fprintf(g->page->out, "%*s%s%*s%*s\n", LABEL_COLUMNS + 2, "", start, n_middle, middle,
           n_end, AH_TIME(p, p->totals.end_time));
   if (p->n_snapshots > 0)
      fprintf(g->page->out, "%*s%s: snapshot (--list)\n", LABEL_COLUMNS + 2, "",
              choose_text(g, "\xe2\x94\xac", "+"));
}

void ah_page_timeline(const ah_page *page)
{
   const ah_profile *p = page->profile;
   if (!ah_profile_has_fates(p))
      return;
   an_page_heading(&page->base, "Live bytes over time", NULL);
   if (p->n_timeline == 0) {
      fputs("The profile has no timeline.\n\n", page->out);
      return;
   }
   ah_graph *g = tk_get(page->alloc, AN_LABEL, sizeof *g);
   const an_terminal *terminal = page->options->terminal;
   ah_graph_begin(g, page, terminal->width == 0 ? COLUMNS_USUAL : terminal->picture_width,
                  ROWS, LABEL_EVERY);
   print_peak(g);
   for (size_t row = ROWS; row-- > 0;) {
      ah_graph_print_row(g, row);
      putc('\n', page->out);
   }
   ah_graph_print_axis(g, false);
   putc('\n', page->out);
   print_times(g);
   putc('\n', page->out);
}
