/* an_reuse_print.c -- reuse distances of functions and lines, from a sweep of sizes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_machine_views.h"

#include "report/an_spots.h"

#include <string.h>

enum { ROWS = 10, GAP = 2, WIDTH = 6, LEAST_ROOM = 24 };

typedef struct {
   an_page *page;
   const an_sweep *sweep;
   size_t step; /* every such point has a column; the last in any case */
   size_t taken;
} table;

static long double weigh(const void *context, const an_spot *spot)
{
   const an_sweep *sweep = context;
   return (long double)spot->counts[sweep->points[0].event];
}

static bool is_shown(const table *t, size_t point)
{
   return (t->sweep->n - 1 - point) % t->step == 0;
}

/* Fewer columns if a name has no room otherwise. */
static void fit(table *t)
{
   size_t width = t->page->options->width, n = t->sweep->n;
   t->step = 1;
   do {
      t->taken = WIDTH + GAP;
      for (size_t i = 0; i < n; i++)
         t->taken += is_shown(t, i) ? WIDTH + GAP : 0;
   } while (width > 0 && t->taken + LEAST_ROOM > width && t->step++ < n);
}

static void print_names(const table *t, an_spot_kind kind)
{
   FILE *out = t->page->out;
   an_page_colour(t->page, AN_COLOUR_HEADING);
   for (size_t i = 0; i < t->sweep->n; i++)
      if (is_shown(t, i))
         fprintf(out, "%*s%*s", WIDTH, t->sweep->points[i].name, GAP, "");
   fprintf(out, "%*s%*s", WIDTH, "more", GAP, "");
   an_page_colour(t->page, AN_COLOUR_NONE);
   fprintf(out, "%s\n", an_spot_title(kind));
}

static void print_share(const table *t, int64_t part, int64_t all)
{
   char text[16] = ".";
   if (part > 0)
      snprintf(text, sizeof text, "%.1Lf%%", 100 * (long double)part / (long double)all);
   fprintf(t->page->out, "%*s%*s", WIDTH, text, GAP, "");
}

static void print_shares(const table *t, const int64_t *counts)
{
   an_reuse reuse = an_reuse_of(t->sweep, counts);
   int64_t sum = 0;
   for (size_t i = 0; i < t->sweep->n; i++) {
      sum += reuse.within[i];
      if (!is_shown(t, i))
         continue;
      print_share(t, sum, reuse.all);
      sum = 0;
   }
   print_share(t, reuse.within[t->sweep->n], reuse.all);
}

static void print_table(const table *t, const an_spots *spots)
{
   an_page *page = t->page;
   size_t most = page->options->n_top > 0 ? page->options->n_top
                 : page->options->is_limited ? ROWS : SIZE_MAX;
   size_t n = spots->n < most ? spots->n : most, width = page->options->width;
   print_names(t, spots->kind);
   if (spots->kind == AN_SPOT_FUNCTION) {
      print_shares(t, an_profile_totals(page->profile));
      fputs("(program)\n", page->out);
   }
   for (size_t i = 0; i < n; i++) {
      print_shares(t, spots->of[i].counts);
      an_spot_print(page, spots->kind, &spots->of[i],
                    width == 0 ? SIZE_MAX : width > t->taken ? width - t->taken : 0);
      putc('\n', page->out);
   }
   an_page_more(page, spots->n - n, an_spot_kind_name(spots->kind), "--top=0");
   putc('\n', page->out);
}

an_status an_reuse_section(an_page *page, const an_sweep *sweep)
{
   table t = { .page = page, .sweep = sweep };
   if (sweep->kind != AN_SWEEP_SIZE || sweep->references[0] == SIZE_MAX)
      return AN_OK;
   an_page_heading(page, "Reuse: references by the cache that still has their line",
                   NULL);
   fit(&t);
   for (int kind = AN_SPOT_FUNCTION; kind <= AN_SPOT_LINE; kind++) {
      an_spots spots;
      an_status status = an_spots_open(&spots, page->alloc, page->profile, page->options,
                                       (an_spot_kind)kind,
                                       (an_spot_weight){ weigh, sweep });
      if (status != AN_OK)
         return status;
      print_table(&t, &spots);
      an_spots_close(&spots);
   }
   return AN_OK;
}
