/* an_regions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_regions.h"

#include "base/tk_array.h"
#include "base/an_nest.h"
#include "report/an_page.h"
#include "counts/an_profile_private.h"

#include <string.h>

#define LABEL "an.regions"

/* ---- The model ---- */

size_t an_profile_n_regions(const an_profile *profile)
{
   return profile->n_regions;
}

const an_region *an_profile_region(const an_profile *profile, size_t index)
{
   return &profile->regions[index];
}

static size_t find(const an_profile *profile, const an_region *region)
{
   size_t i = 0;
   while (i < profile->n_regions
          && (profile->regions[i].name != region->name
              || profile->regions[i].parent != region->parent))
      i++;
   return i;
}

/* Room for one more; its counts are 0. */
static an_status add_empty(an_profile *profile, const an_region *region)
{
   size_t counts_B = profile->events.n * sizeof *region->counts;
   if (!TK_ARRAY_ROOM(profile->alloc, LABEL, profile->regions,
                      profile->n_regions, profile->regions_capacity))
      return AN_NO_MEMORY;
   int64_t *counts = tk_get(profile->alloc, LABEL, counts_B);
   if (counts == NULL)
      return AN_NO_MEMORY;
   memset(counts, 0, counts_B);
   profile->regions[profile->n_regions++] = (an_region){
      .name = region->name, .parent = region->parent, .counts = counts,
   };
   return AN_OK;
}

an_status an_profile_add_region(an_profile *profile, const an_region *region,
                                size_t *index)
{
   *index = find(profile, region);
   if (*index == profile->n_regions) {
      an_status status = add_empty(profile, region);
      if (status != AN_OK)
         return status;
   }
   an_region *sum = &profile->regions[*index];
   if (__builtin_add_overflow(sum->count, region->count, &sum->count))
      return AN_OVERFLOW;
   for (size_t e = 0; e < profile->events.n; e++)
      if (__builtin_add_overflow(sum->counts[e], region->counts[e],
                                 &sum->counts[e]))
         return AN_OVERFLOW;
   return AN_OK;
}

/* ---- The report ---- */

enum { INDENT = 2, MAX_INDENTED = 30 };

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
   an_nested *order = tk_get(page->alloc, LABEL, n * sizeof *order);
   bool ok = order != NULL
             && an_nest(page->alloc, n, parent_of, page->profile, order);
   if (ok)
      print_regions(page, order);
   tk_put(page->alloc, order);
   return ok ? AN_OK : AN_NO_MEMORY;
}
