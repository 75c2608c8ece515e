/* an_regions_diff.c -- the table of the regions of a pair: by path of names, the
   largest change first.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "counts/an_regions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   size_t region;
   long double size; /* of its change */
} ranked;

static int compare(const void *a, const void *b)
{
   const ranked *x = a, *y = b;
   if (x->size != y->size)
      return x->size > y->size ? -1 : 1;
   return (x->region > y->region) - (x->region < y->region);
}

static void rank(const an_profile *pair, const an_measure *sort, ranked *order)
{
   size_t n = an_profile_n_regions(pair);
   for (size_t i = 0; i < n; i++) {
      const int64_t *counts = an_profile_region(pair, i)->counts;
      long double size = fabsl(an_measure_value(sort, counts));
      order[i] = (ranked){ i, isnan(size) ? 0 : size };
   }
   qsort(order, n, sizeof *order, compare);
}

enum { TIMES_B = 2 * AN_TEXT_NUMBER_B + 4 };

/* How often it was entered: "3", or "3 -> 4".  Returns the length. */
static size_t put_times(char *to, const an_region *region)
{
   size_t n = an_text_count(to, region->count_before);
   if (region->count == region->count_before)
      return n;
   strcpy(to + n, " -> ");
   return n + 4 + an_text_count(to + n + 4, region->count);
}

static an_status print_region(const an_page *page, size_t i, int width)
{
   const an_region *region = an_profile_region(page->profile, i);
   char times[TIMES_B];
   char *path = an_region_path(page->profile, page->alloc, i);
   if (path == NULL)
      return AN_NO_MEMORY;
   put_times(times, region);
   an_columns_print(&page->columns, page->out, region->counts);
   fprintf(page->out, "  %*s  ", width, times);
   an_text_name(page->out, path);
   putc('\n', page->out);
   tk_put(page->alloc, path);
   return AN_OK;
}

static an_status print_table(an_page *page, const ranked *order, size_t n)
{
   static const char title[] = "times";
   size_t width = strlen(title);
   an_columns_reset(&page->columns);
   for (size_t i = 0; i < n; i++) {
      const an_region *region
         = an_profile_region(page->profile, order[i].region);
      char times[TIMES_B];
      size_t length = put_times(times, region);
      width = length > width ? length : width;
      an_columns_fit(&page->columns, region->counts);
   }
   an_page_heading(page, "Regions", NULL);
   an_page_names(page);
   fprintf(page->out, "  %*s  region\n\n", (int)width, title);
   an_status status = AN_OK;
   for (size_t i = 0; i < n && status == AN_OK; i++)
      status = print_region(page, order[i].region, (int)width);
   return status;
}

an_status an_regions_compare(an_page *page, const an_measure *sort, size_t top,
                             const char *more)
{
   size_t n = an_profile_n_regions(page->profile);
   if (n == 0)
      return AN_OK;
   ranked *order = tk_get(page->alloc, "an.regions", n * sizeof *order);
   if (order == NULL)
      return AN_NO_MEMORY;
   rank(page->profile, sort, order);
   size_t n_shown = top == 0 || n < top ? n : top;
   an_status status = print_table(page, order, n_shown);
   if (n_shown < n)
      fprintf(page->out, "... %zu more region%s: %s\n", n - n_shown,
              n - n_shown == 1 ? "" : "s", more);
   putc('\n', page->out);
   tk_put(page->alloc, order);
   return status;
}
