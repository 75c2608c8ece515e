/* an_regions_print.c -- the table of the regions that the program names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "base/an_nest.h"

#include <string.h>

enum {
   INDENT = 2,
   MAX_INDENTED = 30,
   COMPARED_MAX = 12, /* regions of a pair, unless --top says how many */
};

static size_t parent_of(const void *context, size_t index)
{
   size_t parent = an_profile_region(context, index)->parent;
   return parent == AN_NO_REGION ? AN_NO_PARENT : parent;
}

static void print_region(const an_page *page, const an_region *region,
                         size_t depth, int width)
{
   char count[AN_TEXT_NUMBER_B];
   an_text_count(count, region->count);
   an_columns_print(&page->columns, page->out, region->counts);
   size_t indented = depth < MAX_INDENTED ? depth : MAX_INDENTED;
   fprintf(page->out, "  %*s  %*s", width, count, (int)(INDENT * indented),
           "");
   an_text_name(page->out, region->name);
   putc('\n', page->out);
}

static void print_regions(an_page *page, const an_nested *order)
{
   static const char times[] = "times";
   const size_t n = an_profile_n_regions(page->profile);
   int width = (int)strlen(times);
   an_columns_reset(&page->columns);
   for (size_t i = 0; i < n; i++) {
      const an_region *region = an_profile_region(page->profile, i);
      char count[AN_TEXT_NUMBER_B];
      int length = (int)an_text_count(count, region->count);
      width = length > width ? length : width;
      an_columns_fit(&page->columns, region->counts);
   }
   an_page_heading(page, "Regions", NULL);
   an_page_names(page);
   fprintf(page->out, "  %*s  region\n\n", width, times);
   for (size_t i = 0; i < n; i++)
      print_region(page, an_profile_region(page->profile, order[i].index),
                   order[i].depth, width);
   putc('\n', page->out);
}

an_status an_regions_report(an_page *page)
{
   const size_t n = an_profile_n_regions(page->profile);
   if (n == 0)
      return AN_OK;
   if (page->options->is_pair)
      return an_regions_compare(page, &page->options->sort.of[0],
                                page->options->is_limited
                                   ? COMPARED_MAX : page->options->n_top,
                                "--top=0");
   an_nested *order = tk_get(page->alloc, "an.regions", n * sizeof *order);
   bool ok = order != NULL
             && an_nest(page->alloc, n, parent_of, page->profile, order);
   if (ok)
      print_regions(page, order);
   tk_put(page->alloc, order);
   return ok ? AN_OK : AN_NO_MEMORY;
}
